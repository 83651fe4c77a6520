/* What a member sends: its subscription (ConsumerProtocolSubscription), in Kafka's own bytes. */
#ifndef ASSAY_WIRE_H
#define ASSAY_WIRE_H

#include "buffer.h"
#include "group.h"

/*
 * Puts the subscription of `member` into `wire`, at the version that the member speaks: 0 has topics and user data,
 * 1 adds the owned partitions, 2 the generation, 3 the rack. A version that is newer than 3 sends what 3 has.
 */
void put_subscription(struct buffer *wire, const struct member *member);

#endif
