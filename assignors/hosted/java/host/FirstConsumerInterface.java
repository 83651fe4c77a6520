package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/**
 * {@code internals.PartitionAssignor}: the only interface before Kafka 2.4; consumers of 2.4 to 3.x still support it.
 * It has no instance ids and only the eager protocol; it has generations since 2.3 (KIP-341).
 */
final class FirstConsumerInterface implements ConsumerInterface {
    private static final String INTERNALS = "org.apache.kafka.clients.consumer.internals.";
    private static final String ASSIGNOR = INTERNALS + "PartitionAssignor";

    private final AssignorFactory factory;
    private final Class<?> subscriptionType;
    private final Constructor<?> subscription;
    private final Constructor<?> assignment;
    private final Method onAssignment;
    private final Method onAssignmentInGeneration;
    private final Method ownSubscription;
    private final Method assign;
    private final Method decode;
    private final Method assignedPartitions;

    FirstConsumerInterface(Class<?> type) throws ReflectiveOperationException {
        factory = new AssignorFactory(type);
        Class<?> assignor = Reflected.type(type, ASSIGNOR);
        Class<?> ofMember = Reflected.type(type, ASSIGNOR + "$Assignment");
        subscriptionType = Reflected.type(type, ASSIGNOR + "$Subscription");
        subscription = Reflected.constructor(subscriptionType, List.class, ByteBuffer.class);
        assignment = Reflected.constructor(ofMember, List.class);
        onAssignment = Reflected.method(assignor, "onAssignment", ofMember);
        onAssignmentInGeneration = Reflected.methodOrNull(assignor, "onAssignment", ofMember, int.class);
        ownSubscription = Reflected.method(assignor, "subscription", Set.class);
        assign = Reflected.method(assignor, "assign", Cluster.class, Map.class);
        decode = Reflected.method(
            Reflected.type(type, INTERNALS + "ConsumerProtocol"), "deserializeSubscription", ByteBuffer.class);
        assignedPartitions = Reflected.method(ofMember, "partitions");
    }

    @Override
    public boolean isConfigurable() {
        return factory.isConfigurable();
    }

    @Override
    public Object fresh(Map<String, Object> settings, String whose) throws Throwable {
        return factory.fresh(settings, whose);
    }

    @Override
    public ByteBuffer userData(Group.Member member, Map<String, Object> settings) throws Throwable {
        Object own = fresh(settings, "member " + member.id());
        if (member.wasAssigned()) {
            Object last = Reflected.made(assignment, ConsumerInterface.claims(member));
            if (onAssignmentInGeneration == null) {
                Reflected.call(onAssignment, own, last);
            } else {
                Reflected.call(onAssignmentInGeneration, own, last, member.claimedGeneration());
            }
        }
        return data(Reflected.call(ownSubscription, own, new LinkedHashSet<>(member.subscription())));
    }

    @Override
    public boolean isCooperative(Object assignor) {
        return false;
    }

    @Override
    public Object subscription(ByteBuffer bytes, String instanceId) throws Throwable {
        Object decoded = Reflected.call(decode, null, bytes);
        if (subscriptionType.isInstance(decoded)) {
            return decoded;
        }
        // Since 2.4 the bytes decode to the newer interface's subscription, and the consumer passes on these two
        // values.
        Object topics = Reflected.call(Reflected.method(decoded.getClass(), "topics"), decoded);
        return Reflected.made(subscription, topics, data(decoded));
    }

    private static ByteBuffer data(Object subscription) throws Throwable {
        return (ByteBuffer) Reflected.call(Reflected.method(subscription.getClass(), "userData"), subscription);
    }

    @Override
    public Object assign(Object assignor, Cluster cluster, Map<String, Object> subscriptions) throws Throwable {
        return Reflected.call(assign, assignor, cluster, subscriptions);
    }

    @Override
    public Map<String, Collection<TopicPartition>> assigned(Object cameBack) throws Throwable {
        return ConsumerInterface.partitions((Map<?, ?>) cameBack, assignedPartitions);
    }
}
