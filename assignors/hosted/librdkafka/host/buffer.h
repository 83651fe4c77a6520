/* Bytes, put one behind the other: what goes over Kafka's wire, and what the answer's line is made of. */
#ifndef ASSAY_BUFFER_H
#define ASSAY_BUFFER_H

#include "json.h"

/* Full of zeros it is empty. Emptied by setting `length` to 0, its memory serves again. */
struct buffer {
    char *bytes;
    size_t length, room;
};

void put(struct buffer *buffer, const void *bytes, size_t length);

/* As printf does; for numbers and for what is plain JSON already. */
void put_format(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts `text` as JSON in plain ASCII. Bytes that are no UTF-8 become question marks. */
void put_json_text(struct buffer *buffer, struct text text);

/* The same of a C string. */
void put_json_string(struct buffer *buffer, const char *string);

#endif
