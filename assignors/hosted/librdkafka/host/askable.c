#include "askable.h"

#include <string.h>

enum {
    LONGEST_TEXT = 32767,      /* a length has 16 bits there */
    MOST_MEMBERS = 100000,     /* a leader of more gives up (rdkafka_cgrp.c) */
    MOST_PARTITIONS = 100000,  /* of one topic: RD_KAFKAP_PARTITIONS_MAX, larger ones are not read */
};

static int refused(struct failure *failure, const char *why) { return failed(failure, CANNOT_BE_ASKED, "%s", why); }

/* A lone surrogate, which UTF-8 does not have. */
static int has_surrogate(struct text text) {
    for (size_t place = 0; place + 1 < text.length; place++)
        if ((unsigned char)text.bytes[place] == 0xED && (unsigned char)text.bytes[place + 1] >= 0xA0)
            return 1;
    return 0;
}

static int text_can(const struct text *text, struct failure *failure) {
    if (!text)
        return 1;
    if (text->length > LONGEST_TEXT)
        return refused(failure, "text of more than 32,767 bytes: the wire has no length for it");
    if (memchr(text->bytes, 0, text->length))
        return refused(failure, "text with a NUL in it: librdkafka takes it for the end");
    if (has_surrogate(*text))
        return refused(failure, "text that UTF-8 cannot hold: a surrogate on its own");
    return 1;
}

static int texts_can(const struct value *list, struct failure *failure) {
    for (const struct value *element = list->first; element; element = element->next)
        if (!text_can(&element->text, failure))
            return 0;
    return 1;
}

static int owned_can(const struct value *owned, struct failure *failure) {
    for (const struct value *claims = owned ? owned->first : NULL; claims; claims = claims->next) {
        if (claims->count > MOST_PARTITIONS)
            return refused(failure, "claims on more than 100,000 partitions of a topic: librdkafka reads no more");
        if (!text_can(&claims->key, failure))
            return 0;
    }
    return 1;
}

static int topic_can(const struct topic *topic, struct failure *failure) {
    if (topic->partitions > MOST_PARTITIONS)
        return refused(failure, "a topic of more than 100,000 partitions: librdkafka reads no more");
    for (const struct value *racks = topic->replica_racks ? topic->replica_racks->first : NULL; racks;
         racks = racks->next)
        if (!texts_can(racks, failure))
            return 0;
    return text_can(&topic->name, failure);
}

static int somebody_subscribes(const struct group *group) {
    for (size_t place = 0; place < group->member_count; place++)
        if (group->members[place].subscription->count)
            return 1;
    return 0;
}

int can_be_asked(const struct group *group, struct failure *failure) {
    if (group->member_count && !somebody_subscribes(group))
        return refused(failure, "no member subscribes to a topic, but a librdkafka leader always subscribes to one");
    if (group->member_count > MOST_MEMBERS)
        return refused(failure, "more than 100,000 members: a leader of librdkafka gives up");
    for (size_t place = 0; place < group->topic_count; place++)
        if (!topic_can(&group->topics[place], failure))
            return 0;
    for (size_t place = 0; place < group->member_count; place++) {
        const struct member *member = &group->members[place];
        if (!text_can(&member->id, failure) || !text_can(member->instance_id, failure) ||
            !text_can(member->rack, failure) || !texts_can(member->subscription, failure) ||
            !owned_can(member->owned, failure))
            return 0;
    }
    return 1;
}
