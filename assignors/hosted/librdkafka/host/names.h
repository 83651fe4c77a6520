/* A set of texts, each with a number: which topics exist, which member ids were seen. */
#ifndef ASSAY_NAMES_H
#define ASSAY_NAMES_H

#include "json.h"

struct names {
    struct name *slots;
    size_t size, count;
};

/* A set for at most `most` texts, in memory of this question's. */
struct names names_for(size_t most);

/* Puts `text` in, with `number`; answers 0 where it was in already, and keeps the first number. */
int put_name(struct names *names, struct text text, size_t number);

/* The number of `text`, or -1 where it is not in. */
long number_of(const struct names *names, struct text text);

#endif
