#include "rdkafka_int.h"
#include "rdkafka_assignor.h"
#include "rdkafka_metadata.h"

#include "object_json.h"

#include "metadata.h"

static void put_wire_text(struct buffer *answer, const rd_kafkap_str_t *text) {
    put_json_text(answer, (struct text){.bytes = text->str, .length = (size_t)RD_KAFKAP_STR_LEN(text)});
}

/* Writes a JSON string under `key` if there is one; a text that is null in the protocol has no key here. */
static void put_text_at(struct buffer *answer, const char *key, const rd_kafkap_str_t *text) {
    if (!text || RD_KAFKAP_STR_IS_NULL(text))
        return;
    put_format(answer, ",\"%s\":", key);
    put_wire_text(answer, text);
}

/* `{topic: [ids]}`. Elements of one topic are adjacent. */
static void put_partitions(struct buffer *answer, const rd_kafka_topic_partition_list_t *list) {
    const char *topic = NULL;
    put(answer, "{", 1);
    for (int place = 0; place < list->cnt; place++) {
        const rd_kafka_topic_partition_t *element = &list->elems[place];
        if (topic && !strcmp(topic, element->topic)) {
            put_format(answer, ",%d", (int)element->partition);
            continue;
        }
        put_format(answer, topic ? "]," : "");
        put_json_string(answer, element->topic);
        put_format(answer, ":[%d", (int)element->partition);
        topic = element->topic;
    }
    put_format(answer, topic ? "]}" : "}");
}

static int by_topic_and_id(const void *one, const void *other) {
    const rd_kafka_topic_partition_t *a = one, *b = other;
    int order = strcmp(a->topic, b->topic);
    return order ? order : (a->partition > b->partition) - (a->partition < b->partition);
}

void put_assignment(struct buffer *answer, rd_kafka_group_member_t *members, int count) {
    put_format(answer, "\"assignment\":{");
    for (int place = 0; place < count; place++) {
        rd_kafka_topic_partition_list_t *given = members[place].rkgm_assignment;
        qsort(given->elems, (size_t)given->cnt, sizeof *given->elems, by_topic_and_id);
        put(answer, ",", place > 0);
        put_wire_text(answer, members[place].rkgm_member_id);
        put(answer, ":", 1);
        put_partitions(answer, given);
    }
    put(answer, "}", 1);
}

static void put_member(struct buffer *answer, const rd_kafka_group_member_t *member) {
    const rd_kafka_topic_partition_list_t *subscription = member->rkgm_subscription;
    put_format(answer, "{\"id\":");
    put_wire_text(answer, member->rkgm_member_id);
    put_format(answer, ",\"subscription\":[");
    for (int place = 0; place < subscription->cnt; place++) {
        put(answer, ",", place > 0);
        put_json_string(answer, subscription->elems[place].topic);
    }
    put(answer, "]", 1);
    put_text_at(answer, "instance_id", member->rkgm_group_instance_id);
#if RD_KAFKA_VERSION >= 0x01060000
    if (member->rkgm_owned) {
        put_format(answer, ",\"owned\":");
        put_partitions(answer, member->rkgm_owned);
    }
#endif
#if KNOWS_RACKS_AND_GENERATIONS
    put_format(answer, ",\"generation\":%d", member->rkgm_generation);
    put_text_at(answer, "rack", member->rkgm_rack_id);
#endif
    put(answer, "}", 1);
}

#if KNOWS_RACKS_AND_GENERATIONS
/* A topic whose replicas have no racks counts as a topic without racks: the client does not distinguish them. */
static void put_racks(struct buffer *answer, const rd_kafka_metadata_partition_internal_t *partitions, int count) {
    size_t racks = 0;
    for (int id = 0; id < count; id++)
        racks += partitions[id].racks_cnt;
    if (!racks)
        return;
    put_format(answer, ",\"replica_racks\":[");
    for (int id = 0; id < count; id++) {
        put_format(answer, id ? ",[" : "[");
        for (size_t place = 0; place < partitions[id].racks_cnt; place++) {
            put(answer, ",", place > 0);
            put_json_string(answer, partitions[id].racks[place]);
        }
        put(answer, "]", 1);
    }
    put(answer, "]", 1);
}
#endif

static void put_topic(struct buffer *answer, const rd_kafka_metadata_t *metadata, int place) {
    const rd_kafka_metadata_topic_t *topic = &metadata->topics[place];
    put_json_string(answer, topic->topic);
    put_format(answer, ":{\"partitions\":%d", topic->partition_cnt);
#if KNOWS_RACKS_AND_GENERATIONS
    put_racks(answer, rd_kafka_metadata_get_internal(metadata)->topics[place].partitions, topic->partition_cnt);
#endif
    put(answer, "}", 1);
}

void put_echo(struct buffer *answer, const rd_kafka_group_member_t *members, int count,
              const rd_kafka_metadata_t *metadata) {
    put_format(answer, "\"assignment\":{},\"echo\":{\"topics\":{");
    for (int place = 0; place < metadata->topic_cnt; place++) {
        put(answer, ",", place > 0);
        put_topic(answer, metadata, place);
    }
    put_format(answer, "},\"members\":[");
    for (int place = 0; place < count; place++) {
        put(answer, ",", place > 0);
        put_member(answer, &members[place]);
    }
    put_format(answer, "]}");
}
