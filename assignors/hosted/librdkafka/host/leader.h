/* A consumer of librdkafka that leads a group: asked for the plan, as a coordinator's answer would make it ask. */
#ifndef ASSAY_LEADER_H
#define ASSAY_LEADER_H

#include "buffer.h"
#include "failure.h"
#include "group.h"

enum { MOST_LEADERS = 3 };

/* One for each assignor of this release: a real handle of the library, configured with that assignor alone. */
struct leader {
    const char *assignor;
    void *handle;
};

/* Fills `leaders`; answers how many assignors this release has. */
size_t leaders_of_this_release(struct leader leaders[MOST_LEADERS]);

/* The release, as the library itself says it. */
const char *release(void);

/* Whose promises `assignor` makes, as JSON; whether it answers with the target that is still to be adjusted. */
const char *like(const char *assignor);
int answers_with_target(const char *assignor);

/*
 * Puts the answer to `group` into `answer`: `"assignment":{..},"nanoseconds":..`; answers 0 where there is none, and
 * `failure` says why.
 */
int leader_assigns(const struct leader *leader, const struct group *group, struct buffer *answer,
                   struct failure *failure);

/* The same, but nothing is assigned: `"assignment":{},"echo":{..}` is what an assignor would have seen. */
int leader_echoes(const struct leader *leader, const struct group *group, struct buffer *answer,
                  struct failure *failure);

#endif
