package org.apache.kafka.common;

public class TopicPartition {
    public TopicPartition(String topic, int partition) {
    }

    public String topic() {
        return null;
    }

    public int partition() {
        return 0;
    }
}
