package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * {@code GroupSpec}: since Kafka 3.8. Its implementations are in {@code consumer} in 3.8, in {@code modern} later.
 * Members have an instance id since 3.9.
 */
final class SecondGroupSpec implements GroupSpecs {
    private static final String GROUP = "org.apache.kafka.coordinator.group.";
    private static final String API = GROUP + "api.assignor.";

    private final Method assign;
    private final Method partitions;
    private final Constructor<?> assignment;
    private final Constructor<?> member;
    private final Constructor<?> spec;
    private final boolean knowsInstances;
    private final Object homogeneous;
    private final Object heterogeneous;

    SecondGroupSpec(Class<?> assignor) throws ReflectiveOperationException {
        Class<?> groupSpec = Reflected.type(assignor, API + "GroupSpec");
        Class<?> type = Reflected.type(assignor, API + "SubscriptionType");
        assign = Reflected.method(Reflected.type(assignor, API + "PartitionAssignor"), "assign", groupSpec,
            Reflected.type(assignor, API + "SubscribedTopicDescriber"));
        partitions = Reflected.method(Reflected.type(assignor, API + "MemberAssignment"), "partitions");
        Class<?> held = implementation(assignor, "Assignment");
        assignment = Reflected.constructor(held, Map.class);
        Class<?> both = implementation(assignor, "MemberSubscriptionAndAssignmentImpl");
        Constructor<?> withInstance =
            Reflected.constructorOrNull(both, Optional.class, Optional.class, Set.class, held);
        knowsInstances = withInstance != null;
        member = knowsInstances ? withInstance : Reflected.constructor(both, Optional.class, Set.class, held);
        spec = Reflected.constructor(implementation(assignor, "GroupSpecImpl"), Map.class, type, Map.class);
        homogeneous = type.getField("HOMOGENEOUS").get(null);
        heterogeneous = type.getField("HETEROGENEOUS").get(null);
    }

    private static Class<?> implementation(Class<?> assignor, String name) throws ClassNotFoundException {
        try {
            return Reflected.type(assignor, GROUP + "modern." + name);
        } catch (ClassNotFoundException older) {
            return Reflected.type(assignor, GROUP + "consumer." + name);
        }
    }

    @Override
    public Object spec(Collection<Known> members, boolean equal) throws Throwable {
        Map<String, Object> byId = new HashMap<>();
        Map<Uuid, Map<Integer, String>> owners = new HashMap<>();
        for (Known known : members) {
            Object held = Reflected.made(assignment, known.held());
            Optional<String> rack = Optional.ofNullable(known.member().rack());
            Optional<String> instance = Optional.ofNullable(known.member().instanceId());
            byId.put(known.member().id(), knowsInstances
                ? Reflected.made(member, rack, instance, known.subscribed(), held)
                : Reflected.made(member, rack, known.subscribed(), held));
            known.held().forEach((topic, ids) -> ids.forEach(id ->
                owners.computeIfAbsent(topic, none -> new HashMap<>()).put(id, known.member().id())));
        }
        return Reflected.made(spec, byId, equal ? homogeneous : heterogeneous, owners);
    }

    @Override
    public Object describer(Topics topics) {
        return new SecondDescriber(topics);
    }

    @Override
    public Method assign() {
        return assign;
    }

    @Override
    public Object partitions(Object memberAssignment) throws Throwable {
        return Reflected.call(partitions, memberAssignment);
    }
}
