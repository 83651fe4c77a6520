package assay.host;

/** The side on which an assignor runs: in the group's leader (a consumer), or in the coordinator (a broker). */
interface Side {
    /** A new assignor object, as that side makes it. */
    Object fresh() throws Throwable;

    /** The question about a group, with everything ready, put to an assignor object. */
    Asked put(Object assignor, Group group) throws Throwable;
}
