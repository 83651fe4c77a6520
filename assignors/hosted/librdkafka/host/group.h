/* A group in a question (assay-group/1): the parts that a client can receive. */
#ifndef ASSAY_GROUP_H
#define ASSAY_GROUP_H

#include "failure.h"
#include "json.h"

struct topic {
    struct text name;
    int32_t partitions;
    const struct value *replica_racks; /* an array for each partition, or NULL */
};

/* `instance_id` and `rack` are NULL, and `generation` is -1, where the member has none. */
struct member {
    struct text id;
    const struct text *instance_id, *rack;
    const struct value *subscription; /* an array of texts */
    const struct value *owned;        /* an object: topic -> an array of whole numbers; or NULL */
    int32_t generation;
    int64_t metadata_version;
};

struct group {
    struct topic *topics;
    struct member *members;
    size_t topic_count, member_count;
};

/* Reads `document` into this question's memory; returns 0 where it is malformed, with the reason in `failure`. */
int group_read(const struct value *document, struct group *group, struct failure *failure);

#endif
