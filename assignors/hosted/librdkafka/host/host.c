/*
 * A host (assay-host/1) of librdkafka's assignors: greets, then answers each line with a line, until there are no more.
 *
 * It keeps no objects for instances, because an assignor's answer depends only on its arguments. The state that
 * librdkafka keeps for an assignor is what a member sends when it joins; the leader never reads its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "json.h"
#include "leader.h"

/* The served assignors, and the destination of answers. It is not stdout, because the library may print there. */
struct host {
    struct leader leaders[MOST_LEADERS];
    size_t count;
    FILE *answers;
    struct buffer answer;
};

static void say(struct host *host) {
    put(&host->answer, "\n", 1);
    fwrite(host->answer.bytes, 1, host->answer.length, host->answers);
    fflush(host->answers);
    host->answer.length = 0;
}

static void greet(struct host *host) {
    struct buffer *said = &host->answer;
    put_format(said, "{\"format\":\"assay-host/1\",\"implementation\":\"librdkafka\",\"version\":\"%s\",", release());
    put_format(said, "\"assignors\":[");
    for (size_t place = 0; place < host->count; place++)
        put_format(said, "%s\"%s\"", place ? "," : "", host->leaders[place].assignor);
    put_format(said, "],\"like\":{");
    for (size_t place = 0; place < host->count; place++)
        put_format(said, "%s\"%s\":%s", place ? "," : "", host->leaders[place].assignor,
                   like(&host->leaders[place]));
    put_format(said, "},\"targets\":[");
    for (size_t place = 0, told = 0; place < host->count; place++)
        if (answers_with_target(&host->leaders[place]))
            put_format(said, "%s\"%s\"", told++ ? "," : "", host->leaders[place].assignor);
    put_format(said, "],\"expected_failures\":{");
    for (size_t place = 0, told = 0; place < host->count; place++) {
        const char *failures = expected_failures(&host->leaders[place]);
        if (failures) {
            put_format(said, "%s\"%s\":", told++ ? "," : "", host->leaders[place].assignor);
            put(said, failures, strlen(failures));
        }
    }
    put_format(said, "}}");
    say(host);
}

static int is_text(const struct value *value) { return value && value->kind == JSON_TEXT; }

static int is_id(const struct value *value) { return is_text(value) || (value && value->kind == JSON_WHOLE); }

static void put_id(struct buffer *answer, const struct value *id) {
    put_format(answer, "{\"id\":");
    if (is_text(id))
        put_json_text(answer, id->text);
    else if (is_id(id))
        put_format(answer, "%lld", (long long)id->whole);
    else
        put_format(answer, "null");
    put(answer, ",", 1);
}

static const struct leader *leader_called(const struct host *host, const char *assignor) {
    for (size_t place = 0; place < host->count; place++)
        if (!strcmp(host->leaders[place].assignor, assignor))
            return &host->leaders[place];
    return NULL;
}

/* Answers a question that is JSON; returns 0 where it cannot be answered. */
static int reply(struct host *host, const struct value *question, struct failure *failure) {
    const struct value *assignor = at(question, "assignor"), *instance = at(question, "instance");
    struct group group;
    if (!is_id(at(question, "id")))
        return failed(failure, "AssayError", "id: expected a whole number or text, which the answer repeats");
    if (instance && instance->kind != JSON_NULL && !is_text(instance))
        return failed(failure, "AssayError", "instance: expected text");
    if (!is_text(assignor))
        return failed(failure, "AssayError", "assignor: expected the name of an assignor, as in the greeting");
    if (!group_read(at(question, "group"), &group, failure))
        return 0;
    const struct leader *leader = leader_called(host, assignor->text.bytes);
    if (!leader)
        return failed(failure, "AssayError", "unknown assignor '%.100s'", assignor->text.bytes);
    return leader_assigns(leader, &group, &host->answer, failure);
}

static void put_failure(struct buffer *answer, const struct failure *failure) {
    put_format(answer, "\"error\":{\"type\":");
    put_json_string(answer, failure->type);
    put_format(answer, ",\"message\":");
    put_json_string(answer, failure->message);
    put(answer, "}", 1);
}

static void answer_line(struct host *host, const char *line, size_t length) {
    struct failure failure = {0};
    const char *wrong = NULL;
    struct value *question = json_read(line, length, &wrong);
    if (question && question->kind != JSON_OBJECT)
        wrong = "expected a question, an object with 'id', 'assignor' and 'group'";
    put_id(&host->answer, wrong ? NULL : at(question, "id"));
    size_t begun = host->answer.length;
    if (wrong)
        failed(&failure, "AssayError", "%s", wrong);
    else
        reply(host, question, &failure);
    if (failure.type) {
        host->answer.length = begun;
        put_failure(&host->answer, &failure);
    }
    put(&host->answer, "}", 1);
    say(host);
    give_back();
}

int main(void) {
    static struct host host;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    host.answers = fdopen(dup(STDOUT_FILENO), "w");
    if (!host.answers || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return 1;
    host.count = leaders_of_this_release(host.leaders);
    if (!host.count)
        return 1;
    greet(&host);
    while ((length = getline(&line, &room, stdin)) >= 0)
        answer_line(&host, line, (size_t)length);
    _exit(0); /* the library's threads need no shutdown: there are no connections */
}
