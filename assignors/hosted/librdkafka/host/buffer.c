#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct buffer *buffer, size_t more) {
    if (buffer->room - buffer->length >= more)
        return;
    buffer->room = 2 * buffer->room + more + 256;
    buffer->bytes = realloc(buffer->bytes, buffer->room);
    if (!buffer->bytes) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
}

void put(struct buffer *buffer, const void *bytes, size_t length) {
    make_room(buffer, length);
    if (length)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

void put_format(struct buffer *buffer, const char *format, ...) {
    char text[200];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    put(buffer, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}

/* The character at `bytes`, and its number of bytes. */
static unsigned character(const unsigned char *bytes, size_t left, size_t *length) {
    static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    *length = bytes[0] < 0x80 ? 1 : bytes[0] < 0xC0 ? 0 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    if (!*length || *length > left) {
        *length = 1;
        return '?';
    }
    unsigned code = bytes[0] & first_bits[*length];
    for (size_t place = 1; place < *length; place++)
        code = code << 6 | (bytes[place] & 63);
    return code;
}

void put_json_text(struct buffer *buffer, struct text text) {
    put(buffer, "\"", 1);
    for (size_t place = 0, length; place < text.length; place += length) {
        unsigned code = character((const unsigned char *)text.bytes + place, text.length - place, &length);
        if (code == '"' || code == '\\')
            put_format(buffer, "\\%c", (char)code);
        else if (code >= 0x20 && code < 0x7F)
            put(buffer, text.bytes + place, 1);
        else if (code < 0x10000)
            put_format(buffer, "\\u%04x", code);
        else
            put_format(buffer, "\\u%04x\\u%04x", 0xD800 + ((code - 0x10000) >> 10), 0xDC00 + (code & 0x3FF));
    }
    put(buffer, "\"", 1);
}

void put_json_string(struct buffer *buffer, const char *string) {
    put_json_text(buffer, (struct text){.bytes = string, .length = strlen(string)});
}
