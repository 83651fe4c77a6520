package acme;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;

/** Somebody's own assignor of a coordinator: everything goes to the member whose id comes last, the others stay out. */
public class OnCoordinator implements ConsumerGroupPartitionAssignor {
    @Override
    public String name() {
        return "last";
    }

    @Override
    public GroupAssignment assign(GroupSpec group, SubscribedTopicDescriber topics) {
        String last = Collections.max(group.memberIds());
        Map<Uuid, Set<Integer>> all = new HashMap<>();
        for (Uuid topic : group.memberSubscription(last).subscribedTopicIds()) {
            Set<Integer> partitions = new HashSet<>();
            for (int partition = 0; partition < topics.numPartitions(topic); partition++) {
                partitions.add(partition);
            }
            all.put(topic, partitions);
        }
        MemberAssignment everything = () -> all;
        return new GroupAssignment(Map.of(last, everything));
    }
}
