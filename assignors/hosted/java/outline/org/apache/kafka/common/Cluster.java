package org.apache.kafka.common;

import java.util.Collection;
import java.util.Set;

public class Cluster {
    public Cluster(String id, Collection<Node> nodes, Collection<PartitionInfo> partitions, Set<String> unauthorized,
                   Set<String> internal) {
    }
}
