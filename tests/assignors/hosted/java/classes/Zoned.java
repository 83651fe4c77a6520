package acme;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;

/**
 * It has to be told a zone, which its members send as user data. Each partition goes to a member in the leader's zone,
 * in turn; where there is none, to all members in turn.
 */
public class Zoned implements ConsumerPartitionAssignor, Configurable {
    private String zone;

    @Override
    public void configure(Map<String, ?> configs) {
        if (configs.get("zone") == null || configs.get("zone").equals("nowhere")) {
            throw new ConfigException("zone", configs.get("zone"), "a zone has to be given");
        }
        zone = (String) configs.get("zone");
    }

    @Override
    public String name() {
        return "zoned";
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return ByteBuffer.wrap(zone.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        Map<String, List<TopicPartition>> answer = new TreeMap<>();
        List<String> near = new ArrayList<>();
        group.groupSubscription().forEach((member, subscription) -> {
            answer.put(member, new ArrayList<>());
            if (zone.equals(StandardCharsets.UTF_8.decode(subscription.userData()).toString())) {
                near.add(member);
            }
        });
        List<String> served = near.isEmpty() ? new ArrayList<>(answer.keySet()) : near;
        Collections.sort(served);
        int turn = 0;
        for (String topic : metadata.topics()) {
            for (PartitionInfo partition : metadata.partitionsForTopic(topic)) {
                TopicPartition one = new TopicPartition(topic, partition.partition());
                answer.get(served.get(turn++ % served.size())).add(one);
            }
        }
        Map<String, Assignment> assignments = new HashMap<>();
        answer.forEach((member, partitions) -> assignments.put(member, new Assignment(partitions)));
        return new GroupAssignment(assignments);
    }
}
