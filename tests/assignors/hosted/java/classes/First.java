package acme;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Somebody's own assignor: everything goes to the member whose id comes first. It prints, and has to be configured. */
public class First implements ConsumerPartitionAssignor, Configurable {
    private String groupId;

    @Override
    public void configure(Map<String, ?> configs) {
        groupId = (String) configs.get("group.id");
    }

    @Override
    public String name() {
        return "first";
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription group) {
        System.out.println("this is no answer");
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : metadata.topics()) {
            for (PartitionInfo partition : metadata.partitionsForTopic(topic)) {
                all.add(new TopicPartition(topic, partition.partition()));
            }
        }
        Map<String, Assignment> answer = new HashMap<>();
        for (String member : new TreeSet<>(group.groupSubscription().keySet())) {
            answer.put(member, new Assignment(groupId != null && answer.isEmpty() ? all : List.of()));
        }
        return new GroupAssignment(answer);
    }
}
