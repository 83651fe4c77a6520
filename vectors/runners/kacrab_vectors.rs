//! Put vectors to kacrab: save this as `src/consumer/assignor/vectors.rs`, add `#[cfg(test)] mod vectors;` to `assignor.rs`,
//! and run `VECTORS="FILE..." cargo test --lib --features consumer vectors`. Its `sticky` reads no claims: not asked.
#![allow(warnings)]
use super::{MemberSubscription, assign};
use crate::common::TopicPartition;
use serde_json::Value;
use std::{collections::{BTreeSet, HashMap}, env, fs, sync::mpsc, thread, time::Duration};

const STRATEGIES: [&str; 3] = ["range", "roundrobin", "cooperative-sticky"];
const CANNOT_EXPRESS: [&str; 0] = []; // vectors with one of these flags are left out
type Places = BTreeSet<(String, String, i64)>; // member, topic, partition

fn texts(list: &Value) -> Vec<String> { list.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_string()).collect() }
fn pairs(member: &str, topics: &Value) -> Places {
    let each = |(topic, ids): (&String, &Value)| ids.as_array().unwrap().iter().map(|id| (member.to_string(), topic.clone(), id.as_i64().unwrap())).collect::<Vec<_>>();
    topics.as_object().into_iter().flatten().flat_map(each).collect()
}
fn flat(places: &Value) -> Places { places.as_object().into_iter().flatten().flat_map(|(member, topics)| pairs(member, topics)).collect() }
fn bare(places: &Places) -> Places { places.iter().map(|(_, topic, id)| (String::new(), topic.clone(), *id)).collect() }

fn ask(strategy: &str, group: &Value, counts: &HashMap<String, i32>) -> HashMap<String, Vec<TopicPartition>> {
    let owned = |one: &Value| pairs("", &one["owned"]).into_iter().map(|(_, topic, id)| TopicPartition::new(topic, id as i32)).collect();
    let member = |one: &Value| MemberSubscription { member_id: one["id"].as_str().unwrap().to_string(), topics: texts(&one["subscription"]), owned: owned(one) };
    assign(strategy, &group["members"].as_array().unwrap().iter().map(member).collect::<Vec<_>>(), counts)
}
fn faults(vector: &Value, answer: &HashMap<String, Vec<TopicPartition>>, counts: &HashMap<String, i32>) -> Vec<String> {
    let (expect, members) = (&vector["expect"], vector["group"]["members"].as_array().unwrap());
    let all = |member: &str, topic: &String| (0..*counts.get(topic).unwrap_or(&0)).map(|id| (member.to_string(), topic.clone(), id as i64)).collect::<Vec<_>>();
    let reads: Places = members.iter().flat_map(|one| texts(&one["subscription"]).iter().flat_map(|topic| all(one["id"].as_str().unwrap(), topic)).collect::<Vec<_>>()).collect();
    let owned: Places = members.iter().flat_map(|one| pairs(one["id"].as_str().unwrap(), &one["owned"])).collect();
    let given: Places = answer.iter().flat_map(|(member, its)| its.iter().map(|one| (member.clone(), one.topic.to_string(), one.partition as i64))).collect();
    let (load, squares) = answer.values().fold((0, 0), |(load, squares), its| (load + its.len(), squares + its.len().pow(2)));
    let left = &(&bare(&reads) - &bare(&given)) - &pairs("", &expect["may_wait"]);
    let moves = (&flat(&expect["owners"]) - &given).len() as u64;
    let checks = [
        ("a member is missing, or a stranger is there", answer.len() != members.len()), ("a member gets what it does not read", !given.is_subset(&reads)),
        ("a partition is given twice", bare(&given).len() < load), ("a partition is left out", !left.is_empty()),
        ("the loads are not even", expect["sum_of_squares"].as_u64().is_some_and(|sum| sum != squares as u64)),
        ("too many partitions move", expect["most_moves"].as_u64().is_some_and(|most| moves > most)), ("what must stay moves", !flat(&expect["stays"]).is_subset(&given)),
        ("it is granted while another member owns it", !flat(&expect["never"]).is_disjoint(&given)),
        ("nothing changes, but it is not balanced", expect["repeats_claims"] == Value::Bool(false) && given == owned)];
    checks.iter().filter(|(_, is_wrong)| *is_wrong).map(|(text, _)| text.to_string()).collect()
}
#[test]
fn vectors() {
    let mut found = Vec::new();
    for file in env::var("VECTORS").expect("VECTORS names the files").split_whitespace() {
        for vector in serde_json::from_str::<Value>(&fs::read_to_string(file).unwrap()).unwrap()["vectors"].as_array().unwrap() {
            let count = |topic: &Value| topic.as_i64().unwrap_or_else(|| topic["partitions"].as_i64().unwrap()) as i32;
            let counts: HashMap<String, i32> = vector["group"]["topics"].as_object().unwrap().iter().map(|(name, topic)| (name.clone(), count(topic))).collect();
            for strategy in texts(&vector["strategies"]).into_iter().filter(|one| STRATEGIES.contains(&one.as_str()) && !texts(&vector["flags"]).iter().any(|flag| CANNOT_EXPRESS.contains(&flag.as_str()))) {
                let ((send, answer), (own, known, name)) = (mpsc::channel(), (vector["group"].clone(), counts.clone(), strategy.clone()));
                thread::spawn(move || send.send(ask(&name, &own, &known)));
                let its = answer.recv_timeout(Duration::from_secs(vector["expect"]["answers_within_seconds"].as_u64().unwrap()));
                let wrong = its.map_or(vec!["no answer".to_string()], |answer| faults(vector, &answer, &counts));
                found.extend(wrong.iter().map(|text| format!("{} {strategy}: {text}", vector["id"].as_str().unwrap())));
    } } }
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
