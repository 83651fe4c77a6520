/*
 * What librdkafka's group leader does with its members before and after it calls the assignor. Include librdkafka's own
 * headers first.
 */
#ifndef ASSAY_READING_H
#define ASSAY_READING_H

#include <stddef.h>

/*
 * Fills `member` from the subscription that it sent, as the leader `rkcg` does; returns 0 where the leader cannot read
 * it. Data that a release does not read (generations and racks, before 2.2) never reaches its assignors.
 */
int leader_reads(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *member, const void *sent, size_t length);

/*
 * Turns the target of a cooperative assignor into what the leader sends. A partition that a member must give up first
 * is withheld from its next owner. Claims that no member was assigned stay with their claimants. Before 1.6 this does
 * nothing.
 */
void leader_adjusts(rd_kafka_cgrp_t *rkcg, rd_kafka_group_member_t *members, int count);

#endif
