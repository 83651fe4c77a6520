/* What the leader is told of the topics (its MetadataRequest). Include librdkafka's own headers first. */
#ifndef ASSAY_METADATA_H
#define ASSAY_METADATA_H

#include "group.h"

/* KIP-881 came with 2.2: from there on the metadata that assignors get says on which racks a partition's replicas are,
 * and the leader reads racks and generations from subscriptions. */
#define KNOWS_RACKS_AND_GENERATIONS (RD_KAFKA_VERSION >= 0x02020000)

/*
 * The metadata of the topics that `members` subscribe to, in memory of this question's: first those that exist, in the
 * order of `group`, then those that do not, with an error and without partitions, as a broker answers.
 */
rd_kafka_metadata_t *metadata_for(const struct group *group, const rd_kafka_group_member_t *members, int count);

#endif
