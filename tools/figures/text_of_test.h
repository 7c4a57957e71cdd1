/* For tests of what functions write. */
#ifndef BRISTLE_TOOLS_FIGURES_TEXT_OF_TEST_H
#define BRISTLE_TOOLS_FIGURES_TEXT_OF_TEST_H

#include "tools/base/memory.h"

/* Returns the text that a function writes, to be freed. */
static inline char *text_of(void (*write)(FILE *out, const void *what), const void *what)
{
    struct memory_stream stream;
    write(memory_open(&stream), what);
    return memory_close(&stream);
}

#endif
