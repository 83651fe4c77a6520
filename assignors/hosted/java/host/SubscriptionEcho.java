package assay.host;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * What an assignor can read from a member's subscription. The sticky classes themselves are called, because they read
 * claims from user data. For the others the subscription is read.
 */
final class SubscriptionEcho {
    private final Method topics;
    private final Method userData;
    private final Method owned;
    private final Method generation;
    private final Method instanceId;
    private final Method rack;
    private final Method memberData;
    private final Method decodeUserData;

    SubscriptionEcho(Class<?> assignor, Class<?> subscription) throws ReflectiveOperationException {
        topics = Reflected.method(subscription, "topics");
        userData = Reflected.method(subscription, "userData");
        owned = Reflected.methodOrNull(subscription, "ownedPartitions");
        generation = Reflected.methodOrNull(subscription, "generationId");
        instanceId = Reflected.methodOrNull(subscription, "groupInstanceId");
        rack = Reflected.methodOrNull(subscription, "rackId");
        memberData = Reflected.hiddenOrNull(assignor, "memberData", subscription);
        decodeUserData = Reflected.hiddenOrNull(assignor, "deserializeTopicPartitionAssignment", ByteBuffer.class);
    }

    Map<String, Object> read(Object assignor, Object subscription) throws Throwable {
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("subscription", Reflected.call(topics, subscription));
        if (memberData != null) {
            claims(seen, Reflected.call(memberData, assignor, subscription));
        } else if (decodeUserData != null) {
            ByteBuffer data = (ByteBuffer) Reflected.call(userData, subscription);
            boolean silent = data == null || !data.hasRemaining(); // a member that was never assigned anything
            claims(seen, silent ? List.of() : Reflected.call(decodeUserData, null, data));
        } else if (owned != null) {
            put(seen, "owned", byTopic((Collection<?>) Reflected.call(owned, subscription)));
            put(seen, "generation", generation == null ? null : Reflected.call(generation, subscription));
        }
        put(seen, "instance_id", instanceId == null ? null : Reflected.call(instanceId, subscription));
        put(seen, "rack", rack == null ? null : Reflected.call(rack, subscription));
        return seen;
    }

    /** Only claims before 2.3; since then an object with the claims and their generation. */
    private static void claims(Map<String, Object> seen, Object said) throws ReflectiveOperationException {
        boolean alone = said instanceof Collection;
        put(seen, "owned", byTopic((Collection<?>) (alone ? said : Reflected.field(said, "partitions"))));
        put(seen, "generation", alone ? null : Reflected.field(said, "generation"));
    }

    private static Map<String, List<Integer>> byTopic(Collection<?> claims) {
        Map<String, List<Integer>> owned = new LinkedHashMap<>();
        for (Object claim : claims) {
            TopicPartition one = (TopicPartition) claim;
            owned.computeIfAbsent(one.topic(), topic -> new ArrayList<>()).add(one.partition());
        }
        return owned;
    }

    /** Unknown values stay absent: null, an empty Optional, no claims, and Kafka's -1. */
    private static void put(Map<String, Object> seen, String key, Object value) {
        Object known = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        if (known != null && !known.equals(-1) && !known.equals(Map.of())) {
            seen.put(key, known);
        }
    }
}
