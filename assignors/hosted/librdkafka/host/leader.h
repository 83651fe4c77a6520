/* A consumer of librdkafka that leads a group: asked for the plan, as a coordinator's answer would make it ask. */
#ifndef ASSAY_LEADER_H
#define ASSAY_LEADER_H

#include "buffer.h"
#include "failure.h"
#include "group.h"

enum { MOST_LEADERS = 4 };

/* One for each assignor of this release: a real handle of the library, configured with that assignor alone. */
struct leader {
    const char *assignor; /* the name that it is asked by here */
    const char *protocol; /* the name that the library knows it by */
    int adjusts;          /* whether the answer is what it sends to the members, rather than the target */
    void *handle;
};

/* Fills `leaders`; answers how many assignors this release has. */
size_t leaders_of_this_release(struct leader leaders[MOST_LEADERS]);

/* The release, as the library itself says it. */
const char *release(void);

/* Whose promises it makes, as JSON; whether it answers with a target that is still to be adjusted. */
const char *like(const struct leader *leader);
int answers_with_target(const struct leader *leader);

/* Which laws it breaks on purpose, as JSON; NULL where there is none. */
const char *expected_failures(const struct leader *leader);

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
