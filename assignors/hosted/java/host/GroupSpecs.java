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

    /**
     * A spec's data about a member, with topic ids and the keys of a group; data that this generation lacks is absent.
     */
    Map<String, Object> seen(Object spec, String member) throws Throwable;

    /** Whether a spec says that all subscriptions are equal, as Kafka's value; null where this generation has none. */
    Object subscriptionType(Object spec) throws Throwable;
}
