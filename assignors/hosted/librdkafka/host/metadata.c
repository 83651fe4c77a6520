#include "rdkafka_int.h"
#include "rdkafka_assignor.h"
#include "rdkafka_metadata.h"

#include "metadata.h"

#include "arena.h"
#include "names.h"

#if KNOWS_RACKS_AND_GENERATIONS
typedef rd_kafka_metadata_internal_t told_metadata;
#else
typedef struct {
    rd_kafka_metadata_t metadata;
} told_metadata;
#endif

/* The subscribed topics: a flag for each of the group's topics, and other names in the order of their first mention. */
struct wanted {
    char *existing;
    struct text *missing;
    size_t existing_count, missing_count;
};

static struct text text_of(const char *string) { return (struct text){.bytes = string, .length = strlen(string)}; }

static size_t mentions(const rd_kafka_group_member_t *members, int count) {
    size_t mentioned = 0;
    for (int place = 0; place < count; place++)
        mentioned += (size_t)members[place].rkgm_subscription->cnt;
    return mentioned;
}

/* Records one mention; for a missing topic only the first. */
static void want(struct wanted *wanted, const struct names *topics, struct names *missing, struct text name) {
    long number = number_of(topics, name);
    if (number >= 0) {
        wanted->existing_count += !wanted->existing[number];
        wanted->existing[number] = 1;
    } else if (put_name(missing, name, 0)) {
        wanted->missing[wanted->missing_count++] = name;
    }
}

static struct wanted wanted_by(const struct group *group, const rd_kafka_group_member_t *members, int count) {
    size_t mentioned = mentions(members, count);
    struct wanted wanted = {.existing = taken(group->topic_count), .missing = taken(mentioned * sizeof(struct text))};
    struct names topics = names_for(group->topic_count), missing = names_for(mentioned);
    for (size_t place = 0; place < group->topic_count; place++)
        put_name(&topics, group->topics[place].name, place);
    for (int place = 0; place < count; place++) {
        const rd_kafka_topic_partition_list_t *subscription = members[place].rkgm_subscription;
        for (int mention = 0; mention < subscription->cnt; mention++)
            want(&wanted, &topics, &missing, text_of(subscription->elems[mention].topic));
    }
    return wanted;
}

#if KNOWS_RACKS_AND_GENERATIONS
static int by_name(const void *one, const void *other) {
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* The racks of a partition's replicas, sorted, each once, as the client keeps them. */
static void put_racks(rd_kafka_metadata_partition_internal_t *partition, const struct value *racks) {
    char **sorted = taken(racks->count * sizeof *sorted);
    size_t count = 0, kept = 0;
    for (const struct value *rack = racks->first; rack; rack = rack->next)
        sorted[count++] = (char *)rack->text.bytes;
    qsort(sorted, count, sizeof *sorted, by_name);
    for (size_t place = 0; place < count; place++)
        if (!kept || strcmp(sorted[kept - 1], sorted[place]))
            sorted[kept++] = sorted[place];
    partition->racks = kept ? sorted : NULL;
    partition->racks_cnt = kept;
}

static void put_internal(told_metadata *told, int place, const struct topic *topic) {
    const struct value *racks = topic->replica_racks ? topic->replica_racks->first : NULL;
    rd_kafka_metadata_partition_internal_t *partitions = taken((size_t)topic->partitions * sizeof *partitions);
    for (int32_t id = 0; id < topic->partitions; id++) {
        partitions[id].id = id;
        partitions[id].leader_epoch = -1;
        if (racks) {
            put_racks(&partitions[id], racks);
            racks = racks->next;
        }
    }
    told->topics[place].partitions = partitions;
}
#endif

static void put_topic(told_metadata *told, const struct topic *topic, rd_kafka_resp_err_t err) {
    int place = told->metadata.topic_cnt++;
    rd_kafka_metadata_topic_t *put = &told->metadata.topics[place];
    put->topic = (char *)topic->name.bytes;
    put->err = err;
    put->partition_cnt = topic->partitions;
    put->partitions = taken((size_t)topic->partitions * sizeof *put->partitions);
    for (int32_t id = 0; id < topic->partitions; id++)
        put->partitions[id].id = id;
#if KNOWS_RACKS_AND_GENERATIONS
    put_internal(told, place, topic);
#endif
}

rd_kafka_metadata_t *metadata_for(const struct group *group, const rd_kafka_group_member_t *members, int count) {
    struct wanted wanted = wanted_by(group, members, count);
    size_t topics = wanted.existing_count + wanted.missing_count;
    told_metadata *told = taken(sizeof *told);
    told->metadata.topics = taken(topics * sizeof *told->metadata.topics);
#if KNOWS_RACKS_AND_GENERATIONS
    told->topics = taken(topics * sizeof *told->topics);
#endif
    for (size_t place = 0; place < group->topic_count; place++)
        if (wanted.existing[place])
            put_topic(told, &group->topics[place], RD_KAFKA_RESP_ERR_NO_ERROR);
    for (size_t place = 0; place < wanted.missing_count; place++)
        put_topic(told, &(struct topic){.name = wanted.missing[place]}, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
    return &told->metadata;
}
