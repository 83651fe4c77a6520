package assay.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;

/** {@code AssignmentSpec}: up to Kafka 3.7. The assignor itself checks whether subscriptions are equal. */
final class FirstGroupSpec implements GroupSpecs {
    private static final String ASSIGNOR = "org.apache.kafka.coordinator.group.assignor.";

    private final Method assign;
    private final Method partitions;
    private final Constructor<?> member;
    private final Constructor<?> spec;

    FirstGroupSpec(Class<?> assignor) throws ReflectiveOperationException {
        Class<?> specType = Reflected.type(assignor, ASSIGNOR + "AssignmentSpec");
        Class<?> memberType = Reflected.type(assignor, ASSIGNOR + "AssignmentMemberSpec");
        assign = Reflected.method(Reflected.type(assignor, ASSIGNOR + "PartitionAssignor"), "assign", specType,
            Reflected.type(assignor, ASSIGNOR + "SubscribedTopicDescriber"));
        partitions = Reflected.method(Reflected.type(assignor, ASSIGNOR + "MemberAssignment"), "targetPartitions");
        member = Reflected.constructor(memberType, Optional.class, Optional.class, Collection.class, Map.class);
        spec = Reflected.constructor(specType, Map.class);
    }

    @Override
    public Object spec(Collection<Known> known, boolean homogeneous) throws Throwable {
        Map<String, Object> byId = new HashMap<>();
        for (Known one : known) {
            byId.put(one.member().id(), Reflected.made(member,
                Optional.ofNullable(one.member().instanceId()), Optional.ofNullable(one.member().rack()),
                new HashSet<Uuid>(one.subscribed()), one.held()));
        }
        return Reflected.made(spec, byId);
    }

    @Override
    public Object describer(Topics topics) {
        return new FirstDescriber(topics);
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
