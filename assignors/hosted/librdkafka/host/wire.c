#include "wire.h"

enum { NEWEST = 3 };

static void put_int16(struct buffer *wire, int16_t number) {
    put(wire, (unsigned char[]){(unsigned char)(number >> 8), (unsigned char)number}, 2);
}

static void put_int32(struct buffer *wire, int32_t number) {
    uint32_t bits = (uint32_t)number;
    put(wire, (unsigned char[]){bits >> 24, bits >> 16 & 255, bits >> 8 & 255, bits & 255}, 4);
}

static void put_text(struct buffer *wire, struct text text) {
    put_int16(wire, (int16_t)text.length);
    put(wire, text.bytes, text.length);
}

/* Java's cooperative members write their generation here at every version; librdkafka's leader ignores it. */
static void put_user_data(struct buffer *wire, const struct member *member) {
    put_int32(wire, 4);
    put_int32(wire, member->generation);
}

static void put_owned(struct buffer *wire, const struct value *owned) {
    put_int32(wire, owned ? (int32_t)owned->count : 0);
    for (const struct value *claims = owned ? owned->first : NULL; claims; claims = claims->next) {
        put_text(wire, claims->key);
        put_int32(wire, (int32_t)claims->count);
        for (const struct value *partition = claims->first; partition; partition = partition->next)
            put_int32(wire, (int32_t)partition->whole);
    }
}

void put_subscription(struct buffer *wire, const struct member *member) {
    int16_t version = (int16_t)(member->metadata_version < NEWEST ? member->metadata_version : NEWEST);
    put_int16(wire, version);
    put_int32(wire, (int32_t)member->subscription->count);
    for (const struct value *topic = member->subscription->first; topic; topic = topic->next)
        put_text(wire, topic->text);
    put_user_data(wire, member);
    if (version >= 1)
        put_owned(wire, member->owned);
    if (version >= 2)
        put_int32(wire, member->generation);
    if (version >= 3 && member->rack)
        put_text(wire, *member->rack);
    else if (version >= 3)
        put_int16(wire, -1);
}
