package assay.host;

import java.util.Collection;
import java.util.Map;

/** A call of an assignor object about one group, with everything ready. */
interface PreparedCall {
    /** The assignor's own call, and nothing else: this is what is timed. */
    Object ask() throws Throwable;

    /** What came back, as member, topic, partitions. */
    Map<String, Map<String, Collection<Integer>>> read(Object cameBack) throws Throwable;

    /** The question as the assignor would see it, read back from the objects that it is given. */
    Map<String, Object> seen() throws Throwable;
}
