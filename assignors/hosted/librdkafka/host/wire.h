/* The subscription that a member sends (ConsumerProtocolSubscription), in Kafka's own bytes. */
#ifndef ASSAY_WIRE_H
#define ASSAY_WIRE_H

#include "buffer.h"
#include "group.h"

/*
 * Writes the subscription of `member` to `wire`, at the member's version: 0 has topics and user data, 1 adds the owned
 * partitions, 2 the generation, 3 the rack. A version above 3 has the content of 3.
 */
void put_subscription(struct buffer *wire, const struct member *member);

#endif
