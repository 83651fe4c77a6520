//! A kacrab consumer: kacrab-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY

use std::time::Duration;

use kacrab::consumer::{Consumer, ConsumerError};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [bootstrap, group, topics, strategy] = words.as_slice() else {
        return Err("usage: kacrab-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY".into());
    };
    let mut consumer = Consumer::from_map([
        ("bootstrap.servers", bootstrap.as_str()),
        ("group.id", group),
        ("group.protocol", "classic"),
        ("partition.assignment.strategy", strategy),
        ("heartbeat.interval.ms", "100"),
        ("retry.backoff.ms", "1"),
        ("retry.backoff.max.ms", "1"),
        ("enable.auto.commit", "false"),
    ])
    .await?;
    consumer.subscribe(topics.split(','))?;
    loop {
        match consumer.poll(Duration::from_secs(1)).await {
            // After ten rebalances in a row the client gives up, until the next poll.
            Ok(_)
            | Err(ConsumerError::Broker {
                operation: "sync_group",
                ..
            }) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
