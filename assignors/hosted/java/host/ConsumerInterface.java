package assay.host;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** A generation of the interface of consumer assignors, and its classes. */
interface ConsumerInterface {
    /** Whether the class has a {@code configure()}. */
    boolean isConfigurable();

    /** A new assignor object with these settings; {@code whose} names its owner in messages. */
    Object fresh(Map<String, Object> settings, String whose) throws Throwable;

    /**
     * The user data that a member sends, written by the member's own assignor object, which first received its last
     * assignment. So the bytes are those of this release, whatever an assignor keeps in them.
     */
    ByteBuffer userData(Group.Member member, Map<String, Object> settings) throws Throwable;

    /** Whether members keep their partitions while they rejoin. Only then does a subscription list owned partitions. */
    boolean isCooperative(Object assignor) throws Throwable;

    /** The subscription as the leader decodes it, at any version of the member. */
    Object subscription(ByteBuffer bytes, String instanceId) throws Throwable;

    /** The leader's call. */
    Object assign(Object assignor, Cluster cluster, Map<String, Object> subscriptions) throws Throwable;

    /** The result by member. */
    Map<String, Collection<TopicPartition>> assigned(Object cameBack) throws Throwable;

    /** Pairs of topic and ids as topic partitions, in order. */
    static List<TopicPartition> claims(Group.Member member) {
        List<TopicPartition> claims = new java.util.ArrayList<>();
        member.owned().forEach((topic, ids) -> ids.forEach(id -> claims.add(new TopicPartition(topic, id))));
        return claims;
    }

    /** The partitions of each member in an answer, read from its assignment by {@code read}. */
    @SuppressWarnings("unchecked")
    static Map<String, Collection<TopicPartition>> partitions(Map<?, ?> byMember, Method read) throws Throwable {
        Map<String, Collection<TopicPartition>> partitions = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : byMember.entrySet()) {
            partitions.put((String) entry.getKey(),
                (Collection<TopicPartition>) Reflected.call(read, entry.getValue()));
        }
        return partitions;
    }
}
