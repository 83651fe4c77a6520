/* Which groups can reach librdkafka's assignors: some cannot be encoded in Kafka's protocol. */
#ifndef ASSAY_ASKABLE_H
#define ASSAY_ASKABLE_H

#include "failure.h"
#include "group.h"

/* Returns 0 where the client cannot express `group`, with the reason in `failure`. */
int can_be_asked(const struct group *group, struct failure *failure);

#endif
