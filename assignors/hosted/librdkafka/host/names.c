#include "names.h"

#include "arena.h"

struct name {
    struct text text;
    size_t number;
    int used;
};

struct names names_for(size_t most) {
    struct names names = {.size = 16};
    while (names.size < 2 * most)
        names.size *= 2;
    names.slots = taken(names.size * sizeof *names.slots);
    return names;
}

/* FNV-1a, which suits short names. */
static size_t hash(struct text text) {
    uint64_t hashed = 14695981039346656037u;
    for (size_t place = 0; place < text.length; place++)
        hashed = (hashed ^ (unsigned char)text.bytes[place]) * 1099511628211u;
    return (size_t)(hashed ^ hashed >> 32);
}

/* The place of `text`, or the free place where it belongs. Half of the places are free, so the search ends. */
static struct name *place_of(const struct names *names, struct text text) {
    size_t place = hash(text);
    for (;; place++) {
        struct name *slot = &names->slots[place & (names->size - 1)];
        if (!slot->used || same_text(slot->text, text))
            return slot;
    }
}

int put_name(struct names *names, struct text text, size_t number) {
    struct name *slot = place_of(names, text);
    if (slot->used)
        return 0;
    *slot = (struct name){.text = text, .number = number, .used = 1};
    names->count++;
    return 1;
}

long number_of(const struct names *names, struct text text) {
    const struct name *slot = place_of(names, text);
    return slot->used ? (long)slot->number : -1;
}
