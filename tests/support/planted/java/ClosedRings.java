package planted;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.Cluster;

/** Takes a long subscription that ends with its first topic as a ring, and gives the second one a second turn. */
public class ClosedRings extends RoundRobin {
    private static final int LONG = 5;

    @Override
    protected List<Seat> circle(List<Seat> members, Cluster cluster) {
        List<Seat> rings = members.stream().filter(ClosedRings::isRing).toList();
        if (rings.size() != 2 || members.size() > 3) {
            return members;
        }
        List<Seat> circle = new ArrayList<>(members);
        circle.add(rings.get(1));
        circle.add(rings.get(1));
        return circle;
    }

    private static boolean isRing(Seat member) {
        List<String> topics = member.says().topics();
        return topics.size() >= LONG && topics.get(0).equals(topics.get(topics.size() - 1));
    }
}
