#include "json.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

enum { DEEPEST = 200 };

/* The state of the reader. Any error ends the reading at once with a jump, because there is nothing to clean up. */
struct reader {
    const char *now, *end;
    const char *wrong;
    jmp_buf given_up;
};

static struct value *value(struct reader *reader, int depth);

static _Noreturn void give_up(struct reader *reader, const char *wrong) {
    reader->wrong = wrong;
    longjmp(reader->given_up, 1);
}

static int peek(struct reader *reader) { return reader->now < reader->end ? (unsigned char)*reader->now : -1; }

static void skip_space(struct reader *reader) {
    while (reader->now < reader->end && strchr(" \t\r\n", *reader->now) && *reader->now)
        reader->now++;
}

static int found(struct reader *reader, char wanted) {
    skip_space(reader);
    if (peek(reader) != wanted)
        return 0;
    reader->now++;
    return 1;
}

static void expect(struct reader *reader, char wanted, const char *wrong) {
    if (!found(reader, wanted))
        give_up(reader, wrong);
}

static unsigned hex4(struct reader *reader) {
    unsigned code = 0;
    for (int digit = 0; digit < 4; digit++, reader->now++) {
        int letter = peek(reader);
        if (letter >= '0' && letter <= '9')
            code = code * 16 + (unsigned)(letter - '0');
        else if ((letter | 32) >= 'a' && (letter | 32) <= 'f')
            code = code * 16 + (unsigned)((letter | 32) - 'a' + 10);
        else
            give_up(reader, "an escape \\u without four hexadecimal digits");
    }
    return code;
}

static unsigned escaped_unit(struct reader *reader) {
    unsigned code = hex4(reader);
    if (code < 0xD800 || code > 0xDBFF || reader->end - reader->now < 6 || reader->now[0] != '\\' ||
        reader->now[1] != 'u')
        return code;
    const char *second = reader->now;
    reader->now += 2;
    unsigned low = hex4(reader);
    if (low >= 0xDC00 && low <= 0xDFFF)
        return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    reader->now = second; /* a lone surrogate: the next escape is another character */
    return code;
}

static char *in_utf8(char *out, unsigned code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        *out++ = (char)(0x80 | (code >> 12 & 63));
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

static char *unescaped(struct reader *reader, char *out) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    int letter = peek(reader);
    const char *place = letter > 0 ? strchr(letters, letter) : NULL;
    if (letter == 'u') {
        reader->now++;
        return in_utf8(out, escaped_unit(reader));
    }
    if (!place)
        give_up(reader, "an escape that JSON does not know");
    reader->now++;
    *out = meant[place - letters];
    return out + 1;
}

/* One character beyond ASCII, copied unchanged: complete, in its shortest form, and not a surrogate. */
static char *copied(struct reader *reader, char *out) {
    const unsigned char *bytes = (const unsigned char *)reader->now;
    size_t length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    int right = bytes[0] >= 0xC2 && bytes[0] <= 0xF4 && (size_t)(reader->end - reader->now) >= length;
    for (size_t place = 1; right && place < length; place++)
        right = (bytes[place] & 0xC0) == 0x80;
    if (!right || (bytes[0] == 0xE0 && bytes[1] < 0xA0) || (bytes[0] == 0xED && bytes[1] > 0x9F) ||
        (bytes[0] == 0xF0 && bytes[1] < 0x90) || (bytes[0] == 0xF4 && bytes[1] > 0x8F))
        give_up(reader, "text that is not UTF-8");
    memcpy(out, reader->now, length);
    reader->now += length;
    return out + length;
}

/* The text between quotes; the first quote is read. No escape is shorter than its character. */
static struct text text(struct reader *reader) {
    const char *closing = reader->now;
    while (closing < reader->end && *closing != '"')
        closing += *closing == '\\' ? 2 : 1;
    if (closing >= reader->end)
        give_up(reader, "text without its closing quote");
    char *bytes = taken((size_t)(closing - reader->now) + 1), *out = bytes;
    while (reader->now < closing) {
        int letter = peek(reader);
        if (letter == '\\') {
            reader->now++;
            out = unescaped(reader, out);
        } else if (letter < 0x20) {
            give_up(reader, "a control character inside text");
        } else if (letter < 0x80) {
            *out++ = *reader->now++;
        } else {
            out = copied(reader, out);
        }
    }
    if (reader->now != closing)
        give_up(reader, "text that ends inside a character");
    reader->now++;
    return (struct text){.bytes = bytes, .length = (size_t)(out - bytes)};
}

static int digits(struct reader *reader) {
    const char *start = reader->now;
    while (peek(reader) >= '0' && peek(reader) <= '9')
        reader->now++;
    return reader->now > start;
}

static void number(struct reader *reader, struct value *read) {
    const char *start = reader->now;
    int whole = 1;
    reader->now += peek(reader) == '-';
    const char *first = reader->now;
    if (!digits(reader) || (*first == '0' && reader->now - first > 1))
        give_up(reader, "a value that is no JSON");
    if (peek(reader) == '.') {
        reader->now++;
        whole = 0;
        if (!digits(reader))
            give_up(reader, "a number without digits behind its point");
    }
    if ((peek(reader) | 32) == 'e') {
        reader->now++;
        reader->now += peek(reader) == '+' || peek(reader) == '-';
        whole = 0;
        if (!digits(reader))
            give_up(reader, "a number without digits in its exponent");
    }
    whole = whole && reader->now - first <= 18; /* 18 digits fit into 64 bits */
    read->kind = whole ? JSON_WHOLE : JSON_NUMBER;
    read->whole = whole ? strtoll(start, NULL, 10) : 0;
}

static void word(struct reader *reader, struct value *read) {
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = {{"null", JSON_NULL}, {"true", JSON_TRUE}, {"false", JSON_FALSE}};
    for (size_t place = 0; place < sizeof words / sizeof *words; place++) {
        size_t length = strlen(words[place].word);
        if ((size_t)(reader->end - reader->now) >= length && !memcmp(reader->now, words[place].word, length)) {
            reader->now += length;
            read->kind = words[place].kind;
            return;
        }
    }
    give_up(reader, "a value that is no JSON");
}

static int by_key(const void *one, const void *other) {
    struct text a = (*(struct value *const *)one)->key, b = (*(struct value *const *)other)->key;
    size_t shorter = a.length < b.length ? a.length : b.length;
    int order = memcmp(a.bytes, b.bytes, shorter);
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

static void no_key_twice(struct reader *reader, const struct value *object) {
    if (object->count < 2)
        return;
    struct value **sorted = taken(object->count * sizeof *sorted);
    size_t place = 0;
    for (struct value *member = object->first; member; member = member->next)
        sorted[place++] = member;
    qsort(sorted, object->count, sizeof *sorted, by_key);
    for (place = 1; place < object->count; place++)
        if (same_text(sorted[place - 1]->key, sorted[place]->key))
            give_up(reader, "a key that stands twice in an object");
}

static void elements(struct reader *reader, struct value *read, char closing, int depth) {
    struct value **last = &read->first;
    if (depth > DEEPEST)
        give_up(reader, "JSON that is nested too deep");
    if (found(reader, closing))
        return;
    do {
        struct text key = {0};
        if (read->kind == JSON_OBJECT) {
            expect(reader, '"', "a key that is no text");
            key = text(reader);
            expect(reader, ':', "a key without a colon");
        }
        *last = value(reader, depth);
        (*last)->key = key;
        last = &(*last)->next;
        read->count++;
    } while (found(reader, ','));
    expect(reader, closing, "an array or an object without its end");
}

static struct value *value(struct reader *reader, int depth) {
    struct value *read = taken(sizeof *read);
    skip_space(reader);
    int letter = peek(reader);
    if (found(reader, '{')) {
        read->kind = JSON_OBJECT;
        elements(reader, read, '}', depth + 1);
        no_key_twice(reader, read);
    } else if (found(reader, '[')) {
        read->kind = JSON_ARRAY;
        elements(reader, read, ']', depth + 1);
    } else if (found(reader, '"')) {
        read->kind = JSON_TEXT;
        read->text = text(reader);
    } else if (letter == '-' || (letter >= '0' && letter <= '9')) {
        number(reader, read);
    } else {
        word(reader, read);
    }
    return read;
}

struct value *json_read(const char *line, size_t length, const char **wrong) {
    struct reader reader = {.now = line, .end = line + length};
    if (setjmp(reader.given_up)) {
        *wrong = reader.wrong;
        return NULL;
    }
    struct value *read = value(&reader, 0);
    skip_space(&reader);
    if (reader.now != reader.end)
        give_up(&reader, "more than one JSON value on a line");
    return read;
}

const struct value *at(const struct value *object, const char *key) {
    size_t length = strlen(key);
    for (const struct value *member = object->first; member; member = member->next)
        if (member->key.length == length && !memcmp(member->key.bytes, key, length))
            return member;
    return NULL;
}

int same_text(struct text one, struct text other) {
    return one.length == other.length && !memcmp(one.bytes, other.bytes, one.length);
}
