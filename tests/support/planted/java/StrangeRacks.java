package planted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;

/** Puts members behind the others whose racks have no replica, and overwrites the last of two. */
public class StrangeRacks extends RoundRobin {
    @Override
    protected List<Seat> circle(List<Seat> members, Cluster cluster) {
        Set<String> known = new HashSet<>();
        for (String topic : cluster.topics()) {
            cluster.partitionsForTopic(topic).forEach(one -> Arrays.stream(one.replicas()).map(Node::rack).forEach(known::add));
        }
        List<Seat> near = new ArrayList<>();
        List<Seat> far = new ArrayList<>();
        for (Seat member : members) {
            String rack = member.says().rackId().orElse(null);
            (rack == null || known.contains(rack) ? near : far).add(member);
        }
        if (near.size() == 1 && far.size() == 2 && !far.get(0).says().rackId().equals(far.get(1).says().rackId())) {
            far.set(1, far.get(0));
        }
        near.addAll(far);
        return near;
    }
}
