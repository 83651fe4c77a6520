/* Memory for one question: allocated piece by piece, and all released when the answer is written. */
#ifndef ASSAY_ARENA_H
#define ASSAY_ARENA_H

#include <stddef.h>

/* Memory for `size` bytes, aligned for any type, full of zeros. It never fails: without memory the host ends. */
void *taken(size_t size);

/* Releases everything that was allocated since the last call. */
void give_back(void);

#endif
