package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;

/** {@code ConsumerPartitionAssignor}: since Kafka 2.4 (KIP-429). */
final class SecondConsumerInterface implements ConsumerInterface {
    private static final String CONSUMER = "org.apache.kafka.clients.consumer.";
    private static final String ASSIGNOR = CONSUMER + "ConsumerPartitionAssignor";

    private final AssignorFactory factory;
    private final Method onAssignment;
    private final Method subscriptionUserData;
    private final Method supportedProtocols;
    private final Method assign;
    private final Method decode;
    private final Method setInstanceId;
    private final Method groupAssignment;
    private final Method assignedPartitions;
    private final Constructor<?> assignment;
    private final Constructor<?> memberMetadata;
    private final Constructor<?> groupSubscription;

    SecondConsumerInterface(Class<?> type) throws ReflectiveOperationException {
        factory = new AssignorFactory(type);
        Class<?> assignor = Reflected.type(type, ASSIGNOR);
        Class<?> ofMember = Reflected.type(type, ASSIGNOR + "$Assignment");
        Class<?> ofGroup = Reflected.type(type, ASSIGNOR + "$GroupSubscription");
        Class<?> subscription = Reflected.type(type, ASSIGNOR + "$Subscription");
        Class<?> metadata = Reflected.type(type, CONSUMER + "ConsumerGroupMetadata");
        onAssignment = Reflected.method(assignor, "onAssignment", ofMember, metadata);
        subscriptionUserData = Reflected.method(assignor, "subscriptionUserData", Set.class);
        supportedProtocols = Reflected.method(assignor, "supportedProtocols");
        assign = Reflected.method(assignor, "assign", Cluster.class, ofGroup);
        decode = Reflected.method(
            Reflected.type(type, CONSUMER + "internals.ConsumerProtocol"), "deserializeSubscription", ByteBuffer.class);
        setInstanceId = Reflected.method(subscription, "setGroupInstanceId", Optional.class);
        groupAssignment =
            Reflected.method(Reflected.type(type, ASSIGNOR + "$GroupAssignment"), "groupAssignment");
        assignedPartitions = Reflected.method(ofMember, "partitions");
        assignment = Reflected.constructor(ofMember, List.class);
        memberMetadata =
            Reflected.constructor(metadata, String.class, int.class, String.class, Optional.class);
        groupSubscription = Reflected.constructor(ofGroup, Map.class);
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
            Object metadata = Reflected.made(memberMetadata, "assay", member.claimedGeneration(), member.id(),
                Optional.ofNullable(member.instanceId()));
            Reflected.call(onAssignment, own, Reflected.made(assignment, ConsumerInterface.claims(member)), metadata);
        }
        return (ByteBuffer) Reflected.call(subscriptionUserData, own, new LinkedHashSet<>(member.subscription()));
    }

    @Override
    public boolean isCooperative(Object assignor) throws Throwable {
        // A consumer uses the highest protocol that all its assignors support.
        return ((List<?>) Reflected.call(supportedProtocols, assignor)).stream()
            .anyMatch(protocol -> ((Enum<?>) protocol).name().equals("COOPERATIVE"));
    }

    @Override
    public Object subscription(ByteBuffer bytes, String instanceId) throws Throwable {
        Object decoded = Reflected.call(decode, null, bytes);
        Reflected.call(setInstanceId, decoded, Optional.ofNullable(instanceId)); // not in the bytes
        return decoded;
    }

    @Override
    public Object assign(Object assignor, Cluster cluster, Map<String, Object> subscriptions) throws Throwable {
        return Reflected.call(assign, assignor, cluster, Reflected.made(groupSubscription, subscriptions));
    }

    @Override
    public Map<String, Collection<TopicPartition>> assigned(Object cameBack) throws Throwable {
        return ConsumerInterface.partitions((Map<?, ?>) Reflected.call(groupAssignment, cameBack), assignedPartitions);
    }
}
