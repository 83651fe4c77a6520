/* Which groups can be put to librdkafka at all: some would never reach an assignor over Kafka's wire. */
#ifndef ASSAY_ASKABLE_H
#define ASSAY_ASKABLE_H

#include "failure.h"
#include "group.h"

/* Answers 0 where `group` cannot be asked, and `failure` says why. */
int can_be_asked(const struct group *group, struct failure *failure);

#endif
