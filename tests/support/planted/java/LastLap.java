package planted;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/** Where as many idle members come first as readers follow, it stops one partition early: the last lap is short. */
public class LastLap extends RoundRobin {
    @Override
    protected List<TopicPartition> partitions(List<TopicPartition> all, List<Seat> members) {
        long idle = members.stream().takeWhile(one -> one.says().topics().isEmpty()).count();
        long readers = members.stream().filter(one -> !one.says().topics().isEmpty()).count();
        boolean lastLapIsShort = readers > 1 && all.size() > 6 && all.size() % readers == readers - 1;
        return idle == readers && lastLapIsShort ? all.subList(0, all.size() - 1) : all;
    }
}
