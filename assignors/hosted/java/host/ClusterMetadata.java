package assay.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/** The leader's metadata: the subscribed topics that exist, with replicas on brokers in their racks. */
final class ClusterMetadata {
    private ClusterMetadata() {
    }

    static Cluster of(Group group) {
        Brokers brokers = new Brokers();
        List<PartitionInfo> partitions = new ArrayList<>();
        group.subscribedTopics().forEach((name, topic) -> {
            for (int id = 0; id < topic.partitions(); id++) {
                Node[] replicas = brokers.holding(topic.replicaRacks() == null ? null : topic.replicaRacks().get(id));
                Node leader = replicas.length == 0 ? null : replicas[0];
                partitions.add(new PartitionInfo(name, id, leader, replicas, replicas));
            }
        });
        return new Cluster("assay", brokers.nodes, partitions, Collections.emptySet(), Collections.emptySet());
    }

    /** Brokers, made when needed: two replicas of a partition in one rack are on two of that rack's brokers. */
    private static final class Brokers {
        private static final Node[] ANYWHERE = {new Node(0, "broker", 9092)};

        final List<Node> nodes = new ArrayList<>(List.of(ANYWHERE));
        private final Map<String, List<Node>> inRack = new HashMap<>();

        Node[] holding(List<String> racks) {
            if (racks == null) {
                return ANYWHERE; // a broker without a known rack
            }
            Node[] replicas = new Node[racks.size()];
            Map<String, Integer> used = new HashMap<>();
            for (int place = 0; place < replicas.length; place++) {
                String rack = racks.get(place);
                List<Node> there = inRack.computeIfAbsent(rack, none -> new ArrayList<>());
                int number = used.merge(rack, 1, Integer::sum);
                if (there.size() < number) {
                    Node made = new Node(nodes.size(), "broker", 9092, rack);
                    nodes.add(made);
                    there.add(made);
                }
                replicas[place] = there.get(number - 1);
            }
            return replicas;
        }
    }
}
