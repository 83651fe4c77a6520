package assay.host;

import java.util.List;

/** How Kafka calls an assignor: in the group's leader (a consumer), or in the coordinator (a broker). */
interface AssignorApi {
    /** Whether assignor objects are configured, so that they can receive settings. */
    boolean isConfigurable();

    /** A new assignor object, made as Kafka does. */
    Object fresh(Settings settings) throws Throwable;

    /** A prepared call of an assignor object for a group. */
    PreparedCall put(Object assignor, Group group, Settings settings) throws Throwable;

    /** The lists of a group without an order in the caller, by their names in a greeting. */
    List<String> unordered();
}
