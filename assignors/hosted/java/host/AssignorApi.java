package assay.host;

import java.util.List;

/** How Kafka asks an assignor: in the group's leader (a consumer), or in the coordinator (a broker). */
interface AssignorApi {
    /** Whether assignor objects are configured, so that settings can reach them. */
    boolean isConfigurable();

    /** A new assignor object, as Kafka makes it. */
    Object fresh(Settings settings) throws Throwable;

    /** The question about a group, with everything ready, put to an assignor object. */
    PreparedCall put(Object assignor, Group group, Settings settings) throws Throwable;

    /** The lists of a group for which who asks has no order, by their names in a greeting. */
    List<String> unordered();
}
