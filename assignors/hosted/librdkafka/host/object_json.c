#include "rdkafka_int.h"
#include "rdkafka_assignor.h"

#include "object_json.h"

static void put_wire_text(struct buffer *answer, const rd_kafkap_str_t *text) {
    put_json_text(answer, (struct text){.bytes = text->str, .length = (size_t)RD_KAFKAP_STR_LEN(text)});
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
