import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/** A group in the words of Kafka's group coordinator. */
final class Question {
    final Columns columns;
    final String[] memberIds;
    final Map<Uuid, Integer> topicNumber = new HashMap<>();
    private final GroupSpec spec;
    private final SubscribedTopicDescriber describer;

    Question(Columns columns) {
        this.columns = columns;
        Uuid[] ids = new Uuid[columns.partitions().length];
        Map<Uuid, Integer> counts = new HashMap<>();
        for (int topic = 0; topic < ids.length; topic++) {
            ids[topic] = new Uuid(scattered(2L * topic), scattered(2L * topic + 1));
            topicNumber.put(ids[topic], topic);
            counts.put(ids[topic], columns.partitions()[topic]);
        }
        memberIds = new String[columns.members()];
        for (int member = 0; member < memberIds.length; member++) {
            memberIds[member] = String.format("member-%016x", scattered(-1L - member));
        }
        spec = spec(ids);
        describer = new Describer(counts);
    }

    /** The answer; `took` receives the nanoseconds of `assign` alone. Earlier calls' garbage is not counted. */
    GroupAssignment ask(long[] took) {
        UniformAssignor assignor = new UniformAssignor();
        System.gc();
        long started = System.nanoTime();
        GroupAssignment answer = assignor.assign(spec, describer);
        took[0] = System.nanoTime() - started;
        return answer;
    }

    private GroupSpec spec(Uuid[] ids) {
        List<Map<Uuid, Set<Integer>>> owned = new java.util.ArrayList<>();
        for (int member = 0; member < memberIds.length; member++) {
            owned.add(new HashMap<>());
        }
        Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
        int next = 0;
        for (int topic = 0; topic < ids.length; topic++) {
            for (int partition = 0; partition < columns.partitions()[topic]; partition++) {
                int owner = columns.owner()[next++];
                if (owner != Columns.NOBODY) {
                    owned.get(owner).computeIfAbsent(ids[topic], id -> new HashSet<>()).add(partition);
                    owners.computeIfAbsent(ids[topic], id -> new HashMap<>()).put(partition, memberIds[owner]);
                }
            }
        }
        // Equal subscriptions are one object, as the coordinator shares what it can.
        Map<List<Integer>, Set<Uuid>> subscriptions = new HashMap<>();
        Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
        for (int member = 0; member < memberIds.length; member++) {
            int[] mine = Arrays.copyOfRange(columns.topics(), columns.start()[member], columns.start()[member + 1]);
            Set<Uuid> subscription = subscriptions.computeIfAbsent(Arrays.stream(mine).boxed().toList(), numbers -> {
                Set<Uuid> topics = new HashSet<>();
                numbers.forEach(topic -> topics.add(ids[topic]));
                return topics;
            });
            members.put(memberIds[member], new MemberSubscriptionAndAssignmentImpl(
                Optional.empty(), Optional.empty(), subscription, new Assignment(owned.get(member))));
        }
        SubscriptionType type =
            subscriptions.size() > 1 ? SubscriptionType.HETEROGENEOUS : SubscriptionType.HOMOGENEOUS;
        return new GroupSpecImpl(members, type, owners);
    }

    /** Bits without a pattern: real ids have none, and hash maps lie in their order. */
    private static long scattered(long number) {
        return new java.util.SplittableRandom(number).nextLong();
    }

    private record Describer(Map<Uuid, Integer> counts) implements SubscribedTopicDescriber {
        @Override
        public int numPartitions(Uuid topic) {
            return counts.getOrDefault(topic, -1);
        }

        @Override
        public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
        }
    }
}
