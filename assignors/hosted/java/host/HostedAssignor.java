package assay.host;

import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Set;

/** An assignor on the class path: the interface for its calls, and its origin. */
record HostedAssignor(AssignorApi api, String implementation, String version) {
    private static final String CLIENT = "org.apache.kafka.clients.consumer.";
    private static final String GROUP = "org.apache.kafka.coordinator.group.";

    /** Loads the class, and detects by its interfaces whether a consumer or a coordinator calls it. */
    static HostedAssignor open(String name) throws NotAnAssignor {
        Class<?> type;
        try {
            type = Class.forName(name);
        } catch (ClassNotFoundException missing) {
            throw new NotAnAssignor("no class is called " + name);
        } catch (NoClassDefFoundError missing) {
            // Usually a missing jar beside one of the user's own.
            throw new NotAnAssignor(
                name + " cannot be loaded: " + missing + "; kafka-clients and slf4j-api have to be on the class path, too");
        } catch (LinkageError broken) {
            throw new NotAnAssignor(name + " cannot be loaded: " + broken);
        }
        try {
            Origin origin = Origin.of(type);
            return new HostedAssignor(api(type), origin.implementation(), origin.version());
        } catch (ClassNotFoundException missing) {
            throw new NotAnAssignor(name + " needs " + missing.getMessage() + ", which is not on the class path");
        } catch (ReflectiveOperationException | LinkageError strange) {
            throw new NotAnAssignor(name + ": this release's interfaces are not known here: " + strange);
        }
    }

    private static AssignorApi api(Class<?> type) throws NotAnAssignor, ReflectiveOperationException {
        Set<String> interfaces = new LinkedHashSet<>();
        collect(type, interfaces);
        refuse(type, interfaces);
        if (interfaces.contains(CLIENT + "ConsumerPartitionAssignor")) {
            return new ConsumerApi(new SecondConsumerInterface(type));
        }
        if (interfaces.contains(CLIENT + "internals.PartitionAssignor")) {
            return new ConsumerApi(new FirstConsumerInterface(type));
        }
        if (interfaces.contains(GROUP + "api.assignor.ConsumerGroupPartitionAssignor")) {
            return new CoordinatorApi(type, new SecondGroupSpec(type));
        }
        if (interfaces.contains(GROUP + "assignor.PartitionAssignor")) {
            return new CoordinatorApi(type, new FirstGroupSpec(type));
        }
        if (interfaces.contains(GROUP + "api.assignor.ShareGroupPartitionAssignor")) {
            throw new NotAnAssignor(type.getName()
                + " assigns for share groups, where a partition has several owners: it is no consumer assignor");
        }
        throw new NotAnAssignor(type.getName() + " implements none of Kafka's consumer assignor interfaces");
    }

    /** Refuses classes that look like assignors but cannot be called as such. */
    private static void refuse(Class<?> type, Set<String> interfaces) throws NotAnAssignor {
        if (type.getName().startsWith("org.apache.kafka.streams.")
            || interfaces.stream().anyMatch(name -> name.endsWith(".TaskAssignor"))) {
            throw new NotAnAssignor(type.getName() + " assigns tasks of Kafka Streams, not partitions to consumers");
        }
        if (Modifier.isAbstract(type.getModifiers())) { // includes interfaces
            throw new NotAnAssignor(type.getName() + " is abstract: an assignor is a class that objects can be made of");
        }
        if (interfaces.stream().anyMatch(name -> name.endsWith("PartitionAssignor"))
            && Reflected.constructorOrNull(type) == null) {
            throw new NotAnAssignor(
                type.getName() + " has no constructor without parameters, by which Kafka makes its assignors");
        }
    }

    private static void collect(Class<?> type, Set<String> names) {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (Class<?> direct : one.getInterfaces()) {
                names.add(direct.getName());
                collect(direct, names);
            }
        }
        if (type.isInterface()) {
            names.add(type.getName());
        }
    }
}
