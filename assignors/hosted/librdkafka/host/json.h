/* JSON, read strictly: one document, nothing after it, no repeated key in an object. */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include <stddef.h>
#include <stdint.h>

/* Text in UTF-8, followed by a NUL that is not counted. A lone surrogate of an escape is kept as three bytes. */
struct text {
    const char *bytes;
    size_t length;
};

enum kind { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_WHOLE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

/* A value. The elements of an array, and the members of an object with their keys, form a list by `next`. */
struct value {
    enum kind kind;
    size_t count;
    int64_t whole; /* for a number without fraction and exponent that fits */
    struct text text;
    struct text key;
    struct value *first, *next;
};

/* The value in `line`, in this question's memory; NULL where it is not JSON, with the reason in `*wrong`. */
struct value *json_read(const char *line, size_t length, const char **wrong);

/* The value at `key`, or NULL where there is none. */
const struct value *at(const struct value *object, const char *key);

int same_text(struct text one, struct text other);

#endif
