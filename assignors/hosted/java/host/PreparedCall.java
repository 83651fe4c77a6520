package assay.host;

import java.util.Collection;
import java.util.Map;

/** A prepared call of an assignor object for one group. */
interface PreparedCall {
    /** Only the assignor's own call, which is timed. */
    Object ask() throws Throwable;

    /** The result as member, topic, partitions. */
    Map<String, Map<String, Collection<Integer>>> read(Object cameBack) throws Throwable;
}
