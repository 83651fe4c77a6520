package assay.hang;

import java.util.HashMap;
import java.util.List;
import org.apache.kafka.common.PartitionInfo;

/**
 * The topics that are given to a sticky assignor. They count the look-ups and end the call after too many.
 *
 * <p>The loop that does not end looks up a topic in each round ({@code isBalanced}). So a hang is found after the same
 * number of steps on every machine, and the thread goes on.
 */
final class CountedTopics extends HashMap<String, List<PartitionInfo>> {
    private static final long serialVersionUID = 1;
    private final long limit;
    private long steps;

    CountedTopics(long limit) {
        super();
        this.limit = limit;
    }

    long steps() {
        return steps;
    }

    @Override
    public List<PartitionInfo> get(Object topic) {
        count();
        return super.get(topic);
    }

    @Override
    public int size() {
        count();
        return super.size();
    }

    private void count() {
        if (++steps > limit) {
            throw new Hang();
        }
    }

    /** The assignor looked up more topics than the limit. */
    static final class Hang extends RuntimeException {
        private static final long serialVersionUID = 1;

        Hang() {
            super(null, null, false, false);
        }
    }
}
