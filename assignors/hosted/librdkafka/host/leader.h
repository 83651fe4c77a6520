/* A consumer of librdkafka that leads a group and computes the plan, as after a coordinator's JoinGroup response. */
#ifndef ASSAY_LEADER_H
#define ASSAY_LEADER_H

#include "buffer.h"
#include "failure.h"
#include "group.h"

enum { MOST_LEADERS = 4 };

/* One for each assignor of this release: a real handle of the library, configured with only that assignor. */
struct leader {
    const char *assignor; /* its name in questions */
    const char *protocol; /* its name in the library */
    int adjusts;          /* whether the answer is what it sends to the members, rather than the target */
    void *handle;
};

/* Fills `leaders`; returns the number of assignors in this release. */
size_t leaders_of_this_release(struct leader leaders[MOST_LEADERS]);

/* The release, according to the library. */
const char *release(void);

/* Its promises, as JSON, and whether it answers with a target that is adjusted later. */
const char *like(const struct leader *leader);
int answers_with_target(const struct leader *leader);

/* The laws that it breaks by design, as JSON; NULL where there are none. */
const char *expected_failures(const struct leader *leader);

/*
 * Writes the answer to `group` to `answer`: `"assignment":{..},"nanoseconds":..`; returns 0 where there is none, with
 * the reason in `failure`.
 */
int leader_assigns(const struct leader *leader, const struct group *group, struct buffer *answer,
                   struct failure *failure);

#endif
