/* A set of texts, each with a number: the existing topics, or the member ids seen. */
#ifndef ASSAY_NAMES_H
#define ASSAY_NAMES_H

#include "json.h"

struct names {
    struct name *slots;
    size_t size, count;
};

/* A set for at most `most` texts, in this question's memory. */
struct names names_for(size_t most);

/* Adds `text` with `number`; returns 0 where it is already there, and keeps the first number. */
int put_name(struct names *names, struct text text, size_t number);

/* The number of `text`, or -1 where it is missing. */
long number_of(const struct names *names, struct text text);

#endif
