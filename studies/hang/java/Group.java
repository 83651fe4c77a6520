package assay.hang;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The topics and the members of one rebalance. */
record Group(Map<String, Integer> topics, List<Member> members) {
    /** A member: its topics, and what it claims at which generation (-1: it is new). */
    record Member(String id, List<String> topics, List<TopicPartition> owned, int generation) {
        static Member fresh(String id, List<String> topics) {
            return new Member(id, topics, List.of(), -1);
        }

        Member reading(List<String> others) {
            return new Member(id, others, owned, generation);
        }

        Member owning(List<TopicPartition> partitions, int since) {
            return new Member(id, topics, partitions, since);
        }
    }

    /** What changes before a rebalance. {@code kind} is what one says about it, such as {@code join}. */
    record Event(
        String kind, List<String> leave, List<Member> join, Map<String, List<String>> subscribe,
        Map<String, Integer> topics) {
        static Event joins(Member member) {
            return new Event("join", List.of(), List.of(member), Map.of(), Map.of());
        }

        static Event leaves(String id) {
            return new Event("leave", List.of(id), List.of(), Map.of(), Map.of());
        }

        static Event restarts(String id, Member again) {
            return new Event("restart", List.of(id), List.of(again), Map.of(), Map.of());
        }

        static Event subscribes(String id, List<String> topics) {
            return new Event("subscribe", List.of(), List.of(), Map.of(id, topics), Map.of());
        }

        static Event grows(String topic, int partitions) {
            return new Event("grow", List.of(), List.of(), Map.of(), Map.of(topic, partitions));
        }
    }

    /** The group with the changes of an event. */
    Group after(Event event) {
        Map<String, Integer> counts = new LinkedHashMap<>(topics);
        counts.putAll(event.topics());
        List<Member> changed = new ArrayList<>();
        for (Member member : members) {
            if (!event.leave().contains(member.id())) {
                List<String> reads = event.subscribe().get(member.id());
                changed.add(reads == null ? member : member.reading(reads));
            }
        }
        changed.addAll(event.join());
        return new Group(counts, changed);
    }

    /** Whether each member owns what it owns in {@code other}, a group of the same members. */
    boolean ownsTheSame(Group other) {
        for (int place = 0; place < members.size(); place++) {
            if (!new HashSet<>(members.get(place).owned()).equals(new HashSet<>(other.members.get(place).owned()))) {
                return false;
            }
        }
        return true;
    }
}
