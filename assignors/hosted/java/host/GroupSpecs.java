package assay.host;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/** A generation of the objects in which a coordinator describes a group to its assignor. */
interface GroupSpecs {
    /** What a coordinator knows of a member. */
    record Known(Group.Member member, Set<Uuid> subscribed, Map<Uuid, Set<Integer>> held) {
    }

    /** The first argument of the assignor's call. */
    Object spec(Collection<Known> members, boolean homogeneous) throws Throwable;

    /** The second one. */
    Object describer(Topics topics);

    /** {@code assign(spec, describer)}. */
    Method assign();

    /** The partitions of one member in an answer. */
    Object partitions(Object memberAssignment) throws Throwable;

    /** What a spec says of a member, topics as ids, keys as in a group; what this generation cannot say is absent. */
    Map<String, Object> seen(Object spec, String member) throws Throwable;

    /** Whether a spec says that all subscriptions are equal, in Kafka's words; null where this generation says nothing. */
    Object subscriptionType(Object spec) throws Throwable;
}
