/* Memory for one question: taken piece by piece, and all of it given back at once when the answer is out. */
#ifndef ASSAY_ARENA_H
#define ASSAY_ARENA_H

#include <stddef.h>

/* Memory for `size` bytes, aligned for anything, full of zeros. There is always some: without memory the host ends. */
void *taken(size_t size);

/* Gives back what was taken since the last time. */
void give_back(void);

#endif
