/* JSON, read strictly: one document, nothing behind it, no key twice in an object. */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include <stddef.h>
#include <stdint.h>

/* Text in UTF-8, followed by a NUL that is not counted. A lone surrogate of an escape stands there as three bytes. */
struct text {
    const char *bytes;
    size_t length;
};

enum kind { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_WHOLE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

/* A value; the elements of an array, and the members of an object with their keys, hang together by `next`. */
struct value {
    enum kind kind;
    size_t count;
    int64_t whole; /* of a number without fraction and exponent that fits */
    struct text text;
    struct text key;
    struct value *first, *next;
};

/* The value that `line` is, in memory of this question's; NULL where it is no JSON, and `*wrong` says why. */
struct value *json_read(const char *line, size_t length, const char **wrong);

/* The value at `key`, or NULL where there is none. */
const struct value *at(const struct value *object, const char *key);

int same_text(struct text one, struct text other);

#endif
