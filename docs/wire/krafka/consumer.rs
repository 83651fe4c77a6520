//! A krafka consumer: krafka-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY

use std::time::Duration;

use krafka::Kafka;
use krafka::consumer::PartitionAssignmentStrategy;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [bootstrap, group, topics, strategy] = words.as_slice() else {
        return Err("usage: krafka-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY".into());
    };
    let strategy = match strategy.as_str() {
        "range" => PartitionAssignmentStrategy::Range,
        "roundrobin" => PartitionAssignmentStrategy::RoundRobin,
        "cooperative-sticky" => PartitionAssignmentStrategy::CooperativeSticky,
        other => return Err(format!("no strategy {other}").into()),
    };
    let kafka = Kafka::builder(bootstrap.as_str()).connect().await?;
    let consumer = kafka
        .consumer(group.as_str())
        .partition_assignment_strategy(strategy)
        .heartbeat_interval(Duration::from_millis(100))
        .enable_auto_commit(false)
        .build()
        .await?;
    consumer.subscribe(topics.split(',')).await?;
    loop {
        consumer.poll(Duration::from_millis(1)).await?; // the next poll repeats a failed join
    }
}
