import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;

/**
 * What an answer is like: how many members have each load, what had an owner and is not with it, and how many
 * partitions have no owner, a second one, or one that does not subscribe.
 */
record Answer(Map<Integer, Integer> loads, int moves, int faults) {
    static Answer of(Question question, GroupAssignment assignment) {
        Columns columns = question.columns;
        int[] holders = new int[columns.owner().length];
        Arrays.fill(holders, Columns.NOBODY);
        int[] firsts = columns.firsts();
        boolean[] wanted = new boolean[columns.partitions().length];
        Map<Integer, Integer> loads = new TreeMap<>();
        int faults = 0;
        for (int member = 0; member < question.memberIds.length; member++) {
            boolean[] mine = new boolean[wanted.length];
            for (int at = columns.start()[member]; at < columns.start()[member + 1]; at++) {
                mine[columns.topics()[at]] = true;
                wanted[columns.topics()[at]] = true;
            }
            int load = 0;
            MemberAssignment given = assignment.members().get(question.memberIds[member]);
            Map<Uuid, Set<Integer>> held = given == null ? Map.of() : given.partitions();
            for (Map.Entry<Uuid, Set<Integer>> entry : held.entrySet()) {
                int topic = question.topicNumber.get(entry.getKey());
                for (int partition : entry.getValue()) {
                    int place = firsts[topic] + partition;
                    faults += !mine[topic] || holders[place] != Columns.NOBODY ? 1 : 0;
                    holders[place] = member;
                    load++;
                }
            }
            loads.merge(load, 1, Integer::sum);
        }
        int moves = 0;
        int place = 0;
        for (int topic = 0; topic < wanted.length; topic++) {
            for (int partition = 0; partition < columns.partitions()[topic]; partition++, place++) {
                int owner = columns.owner()[place];
                if (wanted[topic] && holders[place] == Columns.NOBODY) {
                    faults++;
                } else if (owner != Columns.NOBODY && owner != holders[place]) {
                    moves++;
                }
            }
        }
        return new Answer(loads, moves, faults);
    }

    String json(long nanoseconds) {
        String pairs = loads.entrySet().stream()
            .map(entry -> "[" + entry.getKey() + "," + entry.getValue() + "]")
            .collect(Collectors.joining(","));
        return String.format(
            "{\"nanoseconds\":%d,\"loads\":[%s],\"moves\":%d,\"faults\":%d}", nanoseconds, pairs, moves, faults);
    }
}
