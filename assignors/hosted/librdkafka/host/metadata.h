/* The leader's topic metadata (its MetadataRequest). Include librdkafka's own headers first. */
#ifndef ASSAY_METADATA_H
#define ASSAY_METADATA_H

#include "group.h"

/*
 * KIP-881 came with 2.2. Since then the metadata for assignors has the racks of a partition's replicas, and the leader
 * reads racks and generations from subscriptions.
 */
#define KNOWS_RACKS_AND_GENERATIONS (RD_KAFKA_VERSION >= 0x02020000)

/*
 * The metadata of the topics that `members` subscribe to, in this question's memory. First come those that exist, in
 * the order of `group`, then the others, with an error and without partitions, as a broker answers.
 */
rd_kafka_metadata_t *metadata_for(const struct group *group, const rd_kafka_group_member_t *members, int count);

#endif
