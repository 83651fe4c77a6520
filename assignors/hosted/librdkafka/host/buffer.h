/* A byte buffer, for Kafka's encoding and for the answer's line. */
#ifndef ASSAY_BUFFER_H
#define ASSAY_BUFFER_H

#include "json.h"

/* A buffer of zeros is empty. After setting `length` to 0 it can be used again. */
struct buffer {
    char *bytes;
    size_t length, room;
};

void put(struct buffer *buffer, const void *bytes, size_t length);

/* As printf does; for numbers and for text that is already JSON. */
void put_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes `text` as JSON in plain ASCII. Invalid UTF-8 becomes question marks. */
void put_json_text(struct buffer *buffer, struct text text);

/* The same for a C string. */
void put_json_string(struct buffer *buffer, const char *string);

#endif
