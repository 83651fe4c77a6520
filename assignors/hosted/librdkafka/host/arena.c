#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 20, ALIGNED = 16 };

struct chunk {
    struct chunk *before;
    size_t size, used;
    _Alignas(ALIGNED) char bytes[];
};

static struct chunk *newest;

static struct chunk *chunk_of(size_t size) {
    struct chunk *made = malloc(sizeof *made + size);
    if (!made) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    made->before = newest;
    made->size = size;
    made->used = 0;
    return made;
}

void *taken(size_t size) {
    size = (size + ALIGNED - 1) / ALIGNED * ALIGNED;
    if (!newest || newest->size - newest->used < size)
        newest = chunk_of(size > CHUNK ? size : CHUNK);
    void *memory = newest->bytes + newest->used;
    newest->used += size;
    return memset(memory, 0, size);
}

void give_back(void) {
    while (newest && newest->before) {
        struct chunk *before = newest->before;
        free(newest);
        newest = before;
    }
    if (newest)
        newest->used = 0; /* one chunk stays: most questions fit into it */
}
