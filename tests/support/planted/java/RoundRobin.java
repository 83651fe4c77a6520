package planted;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** Deals all partitions around a circle of members, static members first. It has no fault. */
public class RoundRobin implements ConsumerPartitionAssignor {
    /** A member: its id and its subscription. */
    protected record Seat(String id, Subscription says) {
        String instance() {
            return says.groupInstanceId().orElse("");
        }

        boolean reads(String topic) {
            return says.topics().contains(topic);
        }
    }

    @Override
    public String name() {
        return "planted-roundrobin";
    }

    /** The members in the order of their turns. */
    protected List<Seat> circle(List<Seat> members, Cluster cluster) {
        return members;
    }

    /** The partitions in the order in which they are dealt. */
    protected List<TopicPartition> partitions(List<TopicPartition> all, List<Seat> members) {
        return all;
    }

    @Override
    public GroupAssignment assign(Cluster cluster, GroupSubscription group) {
        List<Seat> members = new ArrayList<>();
        group.groupSubscription().forEach((id, says) -> members.add(new Seat(id, says)));
        members.sort(Comparator.<Seat, Boolean>comparing(one -> one.says().groupInstanceId().isEmpty())
            .thenComparing(Seat::instance).thenComparing(Seat::id));
        List<TopicPartition> all = new ArrayList<>();
        for (String topic : new TreeSet<>(cluster.topics())) {
            for (int id = 0; id < cluster.partitionCountForTopic(topic); id++) {
                all.add(new TopicPartition(topic, id));
            }
        }
        Map<String, Assignment> answer = new HashMap<>();
        Map<String, List<TopicPartition>> given = new HashMap<>();
        List<Seat> circle = circle(members, cluster);
        circle.forEach(member -> given.put(member.id(), new ArrayList<>()));
        deal(circle, partitions(all, members), given);
        given.forEach((id, mine) -> answer.put(id, new Assignment(mine)));
        return new GroupAssignment(answer);
    }

    private static void deal(
        List<Seat> circle, List<TopicPartition> partitions, Map<String, List<TopicPartition>> given) {
        int pointer = 0;
        for (TopicPartition partition : partitions) {
            for (int step = 0; step < circle.size(); step++) {
                Seat next = circle.get((pointer + step) % circle.size());
                if (next.reads(partition.topic())) {
                    given.get(next.id()).add(partition);
                    pointer = pointer + step + 1;
                    break;
                }
            }
        }
    }
}
