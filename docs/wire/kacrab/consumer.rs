//! A kacrab consumer: kacrab-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]

use std::sync::mpsc::channel;
use std::time::Duration;

use kacrab::consumer::{Consumer, ConsumerError};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [bootstrap, group, topics, strategy, more @ ..] = words.as_slice() else {
        return Err(
            "usage: kacrab-consumer BOOTSTRAP GROUP TOPIC,TOPIC... STRATEGY [KEY=VALUE ...]".into(),
        );
    };
    let settings = [
        ("bootstrap.servers", bootstrap.as_str()),
        ("group.id", group),
        ("group.protocol", "classic"),
        ("partition.assignment.strategy", strategy),
        ("heartbeat.interval.ms", "100"),
        ("retry.backoff.ms", "1"),
        ("retry.backoff.max.ms", "1"),
        ("enable.auto.commit", "false"),
    ];
    let given = more.iter().filter_map(|word| word.split_once('='));
    let mut consumer = Consumer::from_map(settings.into_iter().chain(given)).await?;
    consumer.subscribe(topics.split(','))?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    loop {
        if let Ok(line) = lines.try_recv() {
            consumer.subscribe(line.split(','))?;
        }
        match consumer.poll(Duration::from_millis(100)).await {
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
