//! For kacrab, as `src/consumer/assignor/vectors.rs`, with `#[cfg(test)] mod vectors;` in
//! `assignor.rs`: `VECTORS=FILE cargo test --lib --features consumer vectors`.
use super::{MemberSubscription, assign};
use crate::common::TopicPartition;
use serde_json::{Value, from_reader, from_value};
use std::{collections::HashMap, env, fs::File, sync::mpsc, thread, time::Duration};
const STRATEGIES: [&str; 3] = ["range", "roundrobin", "cooperative-sticky"]; // sticky: no claims
fn ask(strategy: &str, group: &Value) -> HashMap<String, Vec<TopicPartition>> {
    let count = |topic: &Value| topic.as_i64().or(topic["partitions"].as_i64()).unwrap() as i32;
    let topics = group["topics"].as_object().unwrap().iter();
    let counts = topics.map(|(name, topic)| (name.clone(), count(topic))).collect();
    let mut members = Vec::new();
    for member in group["members"].as_array().unwrap() {
        let mut owned = Vec::new();
        for (topic, ids) in member["owned"].as_object().into_iter().flatten() {
            let ids: Vec<i32> = from_value(ids.clone()).unwrap();
            owned.extend(ids.iter().map(|id| TopicPartition::new(topic.clone(), *id)));
        }
        let topics = from_value(member["subscription"].clone()).unwrap();
        let member_id = member["id"].as_str().unwrap().into();
        members.push(MemberSubscription { member_id, topics, owned });
    }
    assign(strategy, &members, &counts)
}
fn faults(vector: &Value, answer: HashMap<String, Vec<TopicPartition>>) -> Vec<String> {
    let (expect, group) = (&vector["expect"], &vector["group"]);
    let may_own: HashMap<String, Vec<String>> = from_value(expect["may_own"].clone()).unwrap();
    let mut owners: HashMap<_, String> = may_own.keys().map(|it| (it.clone(), "".into())).collect();
    for (who, one) in answer.iter().flat_map(|(who, its)| its.iter().map(move |one| (who, one))) {
        *owners.entry(format!("{}-{}", one.topic, one.partition)).or_default() += who;
    }
    let before = expect["owners"].as_object().into_iter().flatten();
    let moves = before.filter(|(one, who)| owners[*one] != **who).count() as u64;
    let sum = answer.values().map(|its| its.len().pow(2) as u64).sum();
    owners.retain(|one, who| !may_own.get(one).is_some_and(|may| may.contains(who)));
    let mut found: Vec<_> = owners.iter().map(|(it, who)| format!("{it} goes to {who}")).collect();
    if group["members"].as_array().unwrap().len() != answer.len() { found.push("members".into()); }
    if expect["sum_of_squares"].as_u64().unwrap_or(sum) != sum { found.push("not even".into()); }
    if expect["least_moves"].as_u64() > Some(moves) { found.push("nothing moves".into()); }
    if expect["most_moves"].as_u64().unwrap_or(moves) < moves { found.push("many moves".into()); }
    found
}
#[test]
fn vectors() {
    let file: Value = from_reader(File::open(env::var("VECTORS").unwrap()).unwrap()).unwrap();
    let mut found = Vec::new();
    for vector in file["vectors"].as_array().unwrap() {
        for strategy in STRATEGIES {
            if !vector["strategies"].as_array().unwrap().contains(&strategy.into()) { continue; }
            let (send, answer) = mpsc::channel();
            let (group, id) = (vector["group"].clone(), vector["id"].as_str().unwrap());
            thread::spawn(move || send.send(ask(strategy, &group)));
            let limit = vector["expect"]["answers_within_seconds"].as_u64().unwrap();
            let its = answer.recv_timeout(Duration::from_secs(limit));
            let wrong = its.map_or(vec!["no answer".into()], |answer| faults(vector, answer));
            found.extend(wrong.iter().map(|text| format!("{id} {strategy}: {text}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
