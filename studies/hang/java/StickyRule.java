package assay.hang;

import assay.hang.Group.Member;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Asks Kafka's sticky assignors, as a leader does. */
final class StickyRule {
    private static final Node[] REPLICAS = {new Node(0, "broker", 9092)};

    private final Map<String, List<PartitionInfo>> known = new HashMap<>();
    private long steps;

    /** The look-ups of the last call. */
    long steps() {
        return steps;
    }

    /** The group with the answer as claims. */
    Group rebalance(Group group, boolean cooperative, long limit) {
        CountedTopics topics = new CountedTopics(limit);
        Map<String, Subscription> subscriptions = new HashMap<>();
        int generation = 0;
        for (Member member : group.members()) {
            for (String topic : member.topics()) {
                int partitions = group.topics().getOrDefault(topic, 0);
                if (partitions > 0) {
                    topics.put(topic, partitionsOf(topic, partitions));
                }
            }
            subscriptions.put(member.id(), cooperative ? cooperative(member) : eager(member));
            generation = Math.max(generation, member.generation());
        }
        AbstractStickyAssignor assignor = cooperative ? new CooperativeStickyAssignor() : new StickyAssignor();
        Map<String, List<TopicPartition>> plan = assignor.assignPartitions(topics, subscriptions);
        steps = topics.steps();
        List<Member> members = new ArrayList<>();
        for (Member member : group.members()) {
            members.add(member.owning(plan.get(member.id()), generation + 1));
        }
        return new Group(group.topics(), members);
    }

    private List<PartitionInfo> partitionsOf(String topic, int partitions) {
        List<PartitionInfo> all = known.computeIfAbsent(topic, name -> new ArrayList<>());
        for (int id = all.size(); id < partitions; id++) {
            all.add(new PartitionInfo(topic, id, REPLICAS[0], REPLICAS, REPLICAS));
        }
        return all.subList(0, partitions);
    }

    private static Subscription eager(Member member) {
        StickyAssignor own = new StickyAssignor();
        if (member.generation() >= 0) {
            own.onAssignment(new Assignment(member.owned()),
                new ConsumerGroupMetadata("g", member.generation(), member.id(), Optional.empty()));
        }
        ByteBuffer data = own.subscriptionUserData(Set.copyOf(member.topics()));
        return new Subscription(member.topics(), data);
    }

    private static Subscription cooperative(Member member) {
        List<TopicPartition> owned = new ArrayList<>(member.owned());
        owned.removeIf(partition -> !member.topics().contains(partition.topic())); // revoked before it joins
        CooperativeStickyAssignor own = new CooperativeStickyAssignor();
        own.onAssignment(null, new ConsumerGroupMetadata("g", member.generation(), member.id(), Optional.empty()));
        return new Subscription(member.topics(), own.subscriptionUserData(Set.of()), owned, member.generation(),
            Optional.empty());
    }
}
