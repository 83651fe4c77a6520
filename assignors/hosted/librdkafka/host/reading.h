/*
 * What librdkafka's group leader does with its members, before and after it asks the assignor. Include librdkafka's own
 * headers first.
 */
#ifndef ASSAY_READING_H
#define ASSAY_READING_H

#include <stddef.h>

/*
 * Fills `member` from the subscription that it sent, as the leader `rkcg` does; answers 0 where the leader cannot read
 * it. What a release does not read from the wire (generations and racks, before 2.2) its assignors never see.
 */
int leader_reads(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *member, const void *sent, size_t length);

/*
 * Turns the target of a cooperative assignor into what the leader sends: what a member must give up first is withheld
 * from its next owner, and claims that nobody was given stay with who made them. Nothing happens before 1.6.
 */
void leader_adjusts(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *members, int count);

#endif
