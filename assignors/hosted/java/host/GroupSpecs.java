package assay.host;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/** A generation of the objects that describe a group to a coordinator's assignor. */
interface GroupSpecs {
    /** A coordinator's data about a member. */
    record Known(Group.Member member, Set<Uuid> subscribed, Map<Uuid, Set<Integer>> held) {
    }

    /** The first argument of the assignor's call. */
    Object spec(Collection<Known> members, boolean homogeneous) throws Throwable;

    /** The second argument. */
    Object describer(Topics topics);

    /** {@code assign(spec, describer)}. */
    Method assign();

    /** The partitions of one member in an answer. */
    Object partitions(Object memberAssignment) throws Throwable;
}
