#include "group.h"

#include <string.h>

#include "arena.h"
#include "names.h"

enum { NEWEST_VERSION = 3 };
static const int64_t MOST_PARTITIONS_IN_ALL = 2000000; /* the answer to a larger group would be too large */

static const char FORMAT[] = "assay-group/1";

static int is(const struct value *value, enum kind kind) { return value && value->kind == kind; }

static int all_are(const struct value *list, enum kind kind) {
    for (const struct value *element = list->first; element; element = element->next)
        if (element->kind != kind)
            return 0;
    return 1;
}

static int is_list_of(const struct value *list, enum kind kind) { return is(list, JSON_ARRAY) && all_are(list, kind); }

static int is_int32(const struct value *value) {
    return is(value, JSON_WHOLE) && value->whole >= INT32_MIN && value->whole <= INT32_MAX;
}

static int replica_racks_are_right(const struct value *lists, int64_t partitions) {
    if (!is(lists, JSON_ARRAY) || lists->count != (size_t)partitions)
        return 0;
    for (const struct value *racks = lists->first; racks; racks = racks->next)
        if (!is_list_of(racks, JSON_TEXT))
            return 0;
    return 1;
}

static int topic_read(const struct value *said, struct topic *topic, struct failure *failure) {
    const struct value *count = is(said, JSON_OBJECT) ? at(said, "partitions") : said;
    const struct value *racks = is(said, JSON_OBJECT) ? at(said, "replica_racks") : NULL;
    if (!is_int32(count) || count->whole < 0)
        return failed(failure, MALFORMED, "topics.%s: expected a partition count from 0 to 2147483647",
                      said->key.bytes);
    if (racks && !replica_racks_are_right(racks, count->whole))
        return failed(failure, MALFORMED, "topics.%s.replica_racks: expected a list of racks for each partition",
                      said->key.bytes);
    *topic = (struct topic){.name = said->key, .partitions = (int32_t)count->whole, .replica_racks = racks};
    return 1;
}

static int topics_read(const struct value *said, struct group *group, struct failure *failure) {
    int64_t partitions = 0;
    if (!is(said, JSON_OBJECT))
        return failed(failure, MALFORMED, "topics: expected an object: topic name -> partition count");
    group->topics = taken(said->count * sizeof *group->topics);
    for (const struct value *topic = said->first; topic; topic = topic->next) {
        struct topic *read = &group->topics[group->topic_count++];
        if (!topic_read(topic, read, failure))
            return 0;
        partitions += read->partitions;
    }
    if (partitions > MOST_PARTITIONS_IN_ALL)
        return failed(failure, MALFORMED, "topics: %lld: expected at most %lld partitions in total",
                      (long long)partitions, (long long)MOST_PARTITIONS_IN_ALL);
    return 1;
}

static int owned_is_right(const struct value *owned) {
    if (!is(owned, JSON_OBJECT))
        return 0;
    for (const struct value *claims = owned->first; claims; claims = claims->next) {
        if (!is(claims, JSON_ARRAY))
            return 0;
        for (const struct value *partition = claims->first; partition; partition = partition->next)
            if (!is_int32(partition))
                return 0;
    }
    return 1;
}

/* The text at `key`, which may be missing; `*right` becomes 0 where the value is not a text. */
static const struct text *optional_text(const struct value *said, const char *key, int *right) {
    const struct value *found = at(said, key);
    *right = *right && (!found || is(found, JSON_TEXT));
    return found ? &found->text : NULL;
}

static int member_read(const struct value *said, size_t place, struct member *member, struct failure *failure) {
    if (!is(said, JSON_OBJECT))
        return failed(failure, MALFORMED, "members[%zu]: expected a member: an object with 'id' and 'subscription'",
                      place);
    const struct value *id = at(said, "id"), *generation = at(said, "generation");
    const struct value *version = at(said, "metadata_version");
    int right = 1;
    *member = (struct member){
        .instance_id = optional_text(said, "instance_id", &right),
        .rack = optional_text(said, "rack", &right),
        .subscription = at(said, "subscription"),
        .owned = at(said, "owned"),
        .generation = -1,
        .metadata_version = NEWEST_VERSION,
    };
    if (!is(id, JSON_TEXT) || !id->text.length)
        return failed(failure, MALFORMED, "members[%zu].id: expected a member id that is not empty", place);
    if (!right || !is_list_of(member->subscription, JSON_TEXT) || (member->owned && !owned_is_right(member->owned)) ||
        (generation && !is_int32(generation)) || (version && (!is_int32(version) || version->whole < 0)))
        return failed(failure, MALFORMED, "members[%zu]: expected a member as %s describes it", place, FORMAT);
    member->id = id->text;
    if (generation)
        member->generation = (int32_t)generation->whole;
    if (version)
        member->metadata_version = version->whole;
    return 1;
}

static int members_read(const struct value *said, struct group *group, struct failure *failure) {
    if (!is(said, JSON_ARRAY))
        return failed(failure, MALFORMED, "members: expected a list of members");
    struct names seen = names_for(said->count);
    group->members = taken(said->count * sizeof *group->members);
    for (const struct value *member = said->first; member; member = member->next) {
        size_t place = group->member_count++;
        if (!member_read(member, place, &group->members[place], failure))
            return 0;
        if (!put_name(&seen, group->members[place].id, place))
            return failed(failure, MALFORMED, "members[%zu].id: expected a member id that no other member has", place);
    }
    return 1;
}

int group_read(const struct value *document, struct group *group, struct failure *failure) {
    *group = (struct group){0};
    if (!is(document, JSON_OBJECT))
        return failed(failure, MALFORMED, "group: expected an object with the key 'format': '%s'", FORMAT);
    const struct value *format = at(document, "format");
    if (!is(format, JSON_TEXT) || strcmp(format->text.bytes, FORMAT))
        return failed(failure, MALFORMED, "group.format: expected '%s'", FORMAT);
    return topics_read(at(document, "topics"), group, failure) && members_read(at(document, "members"), group, failure);
}
