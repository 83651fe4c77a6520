package org.apache.kafka.common;

import java.util.Collection;
import java.util.List;
import java.util.Set;

public class Cluster {
    public Cluster(String id, Collection<Node> nodes, Collection<PartitionInfo> partitions, Set<String> unauthorized,
                   Set<String> internal) {
    }

    public Set<String> topics() {
        return null;
    }

    public Integer partitionCountForTopic(String topic) {
        return null;
    }

    public List<PartitionInfo> partitionsForTopic(String topic) {
        return null;
    }
}
