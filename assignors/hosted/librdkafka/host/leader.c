#include "rdkafka_int.h"
#include "rdkafka_assignor.h"
#include "rdkafka_cgrp.h"

#include "leader.h"

#include "arena.h"
#include "askable.h"
#include "metadata.h"
#include "reading.h"
#include "object_json.h"
#include "wire.h"

static const char COOPERATIVE[] = "cooperative-sticky";

static const struct leader LEADERS[MOST_LEADERS] = {
    {.assignor = "range", .protocol = "range"},
    {.assignor = "roundrobin", .protocol = "roundrobin"},
    {.assignor = COOPERATIVE, .protocol = COOPERATIVE},
    {.assignor = "cooperative-sticky-adjusted", .protocol = COOPERATIVE, .adjusts = 1},
};

/* The leader's data once all members have joined: the members in the coordinator's order. */
struct joined {
    rd_kafka_group_member_t *members;
    int count;
    rd_kafka_metadata_t *metadata;
};

static int set(rd_kafka_conf_t *conf, const char *name, const char *value) {
    char why[200];
    return rd_kafka_conf_set(conf, name, value, why, sizeof why) == RD_KAFKA_CONF_OK;
}

/* A handle of the library, or NULL where this release has no such assignor. */
static rd_kafka_t *handle_for(const char *protocol) {
    char why[200];
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    set(conf, "group.protocol", "classic"); /* older releases know no other */
    set(conf, "log_level", "0");            /* odd groups are logged, which would be timed too */
    rd_kafka_t *rk = NULL;
    if (set(conf, "group.id", "assay") && set(conf, "partition.assignment.strategy", protocol))
        rk = rd_kafka_new(RD_KAFKA_CONSUMER, conf, why, sizeof why);
    if (!rk) {
        rd_kafka_conf_destroy(conf);
        return NULL;
    }
    if (!rk->rk_cgrp->rkcg_member_id)
        rd_kafka_cgrp_set_member_id(rk->rk_cgrp, "leader"); /* assignors get it, and read its text */
    return rk;
}

size_t leaders_of_this_release(struct leader leaders[MOST_LEADERS]) {
    size_t count = 0;
    for (size_t place = 0; place < MOST_LEADERS; place++) {
        rd_kafka_t *rk = handle_for(LEADERS[place].protocol);
        if (!rk)
            continue;
        leaders[count] = LEADERS[place];
        leaders[count++].handle = rk;
    }
    return count;
}

const char *release(void) { return rd_kafka_version_str(); }

const char *like(const struct leader *leader) {
    if (!strcmp(leader->protocol, "range"))
        return KNOWS_RACKS_AND_GENERATIONS ? "\"range\"" : "[\"range\",\"-racks\"]";
    if (!strcmp(leader->protocol, "roundrobin"))
        return "\"roundrobin\"";
    return KNOWS_RACKS_AND_GENERATIONS ? "\"cooperative-sticky\"" : "[\"cooperative-sticky\",\"-racks\",\"-claims\"]";
}

/*
 * A partition that a member owned and no member was assigned goes back to it. Such claims appear in the answer and in
 * the loads. A group of one member shows the first effect. A group of two, where the other gets nothing instead, shows
 * the second.
 */
#define GIVEN_BACK(law, family, claims, another)                                                                       \
    "{\"law\":\"" law "\",\"family\":\"" family "\",\"reason\":\"an owned partition that no member got returns "        \
    "to its owner (KIP-429): a rebalance for the changed topic follows\",\"group\":\"{\\\"format\\\":\\\"assay-group/1\\\","  \
    "\\\"topics\\\":{\\\"t0\\\":1,\\\"t1\\\":1},\\\"members\\\":[{\\\"id\\\":\\\"C0\\\","                          \
    "\\\"subscription\\\":[\\\"t0\\\"],\\\"owned\\\":{" claims "},\\\"generation\\\":1}" another "]}\"}"
#define ANOTHER ",{\\\"id\\\":\\\"C1\\\",\\\"subscription\\\":[\\\"t0\\\"]}"
#define UNEVEN(family, claims)                                                                                         \
    GIVEN_BACK("even-when-equal", family, claims, ANOTHER) "," GIVEN_BACK("locally-balanced", family, claims, ANOTHER)
#define GHOST(family)                                                                                                  \
    GIVEN_BACK("only-existing-partitions", family, "\\\"t0\\\":[1]", "") "," UNEVEN(family, "\\\"t0\\\":[0,1]")
#define FOREIGN(family)                                                                                                \
    GIVEN_BACK("only-subscribed-topics", family, "\\\"t1\\\":[0]", "")                                               \
    "," UNEVEN(family, "\\\"t0\\\":[0],\\\"t1\\\":[0]")
/* Claims on a deleted topic; the loads that they make uneven are those of a ghost. */
#define GONE(family) GIVEN_BACK("only-subscribed-topics", family, "\\\"gone\\\":[0]", "")

const char *expected_failures(const struct leader *leader) {
    if (!leader->adjusts)
        return NULL;
    return "[" GHOST("ghost-claims") "," GHOST("sequences") "," GHOST("mixed") "," FOREIGN("foreign-claims") ","
           FOREIGN("sequences") "," FOREIGN("mixed") "," GONE("ghost-claims") "," GONE("sequences") ","
           GONE("mixed") "]";
}

int answers_with_target(const struct leader *leader) { return leader->protocol == COOPERATIVE && !leader->adjusts; }

static rd_kafkap_str_t *wire_text(const struct text *text) {
    return text ? rd_kafkap_str_new(text->bytes, (int)text->length) : rd_kafkap_str_new(NULL, -1);
}

/* One member, as the leader reads it from the JoinGroup response; returns 0 where it cannot read it. */
static int joins(rd_kafka_cgrp_t *rkcg, const struct member *said, rd_kafka_group_member_t *member,
                 struct buffer *wire) {
    wire->length = 0;
    put_subscription(wire, said);
    memset(member, 0, sizeof *member);
    member->rkgm_member_id = wire_text(&said->id);
    member->rkgm_group_instance_id = wire_text(said->instance_id);
    rd_list_init(&member->rkgm_eligible, 0, NULL);
#if RD_KAFKA_VERSION >= 0x01060000
    member->rkgm_generation = -1;
#endif
    if (!leader_reads(rkcg, member, wire->bytes, wire->length)) {
        rd_kafka_group_member_clear(member);
        return 0;
    }
    member->rkgm_assignment = rd_kafka_topic_partition_list_new(member->rkgm_subscription->cnt);
    return 1;
}

/* The leader silently skips members that it cannot read; they get no assignment. */
static struct joined joined_by(rd_kafka_cgrp_t *rkcg, const struct group *group) {
    static struct buffer wire;
    struct joined joined = {.members = taken(group->member_count * sizeof *joined.members)};
    for (size_t place = 0; place < group->member_count; place++)
        joined.count += joins(rkcg, &group->members[place], &joined.members[joined.count], &wire);
    joined.metadata = metadata_for(group, joined.members, joined.count);
    return joined;
}

static void forget(struct joined *joined) {
    for (int place = 0; place < joined->count; place++)
        rd_kafka_group_member_clear(&joined->members[place]);
}

/* Calls the assignor, and times only this call. */
static int run(rd_kafka_t *rk, const struct leader *leader, struct joined *joined, int64_t *nanoseconds,
               struct failure *failure) {
    char why[512] = "";
    struct timespec begun, ended;
#if RD_KAFKA_VERSION >= 0x01060000
    const rd_kafka_assignor_t *assignor = rd_kafka_assignor_find(rk, leader->protocol);
#else
    const char *assignor = leader->protocol;
#endif
    clock_gettime(CLOCK_MONOTONIC, &begun);
    rd_kafka_resp_err_t err = rd_kafka_assignor_run(rk->rk_cgrp, assignor, joined->metadata, joined->members,
                                                    joined->count, why, sizeof why);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    *nanoseconds = (ended.tv_sec - begun.tv_sec) * INT64_C(1000000000) + ended.tv_nsec - begun.tv_nsec;
    return err ? failed(failure, rd_kafka_err2name(err), "%s", *why ? why : rd_kafka_err2str(err)) : 1;
}

int leader_assigns(const struct leader *leader, const struct group *group, struct buffer *answer,
                   struct failure *failure) {
    rd_kafka_t *rk = leader->handle;
    int64_t nanoseconds = 0;
    if (!can_be_asked(group, failure))
        return 0;
    struct joined joined = joined_by(rk->rk_cgrp, group);
    int answered = !group->member_count || run(rk, leader, &joined, &nanoseconds, failure);
    if (answered && leader->adjusts && joined.count)
        leader_adjusts(rk->rk_cgrp, joined.members, joined.count);
    if (answered) {
        put_assignment(answer, joined.members, joined.count);
        put_format(answer, ",\"nanoseconds\":%lld", (long long)nanoseconds);
    }
    forget(&joined);
    return answered;
}
