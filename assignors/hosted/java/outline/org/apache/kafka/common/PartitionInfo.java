package org.apache.kafka.common;

public class PartitionInfo {
    public PartitionInfo(String topic, int partition, Node leader, Node[] replicas, Node[] inSyncReplicas) {
    }
}
