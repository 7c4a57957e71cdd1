/* For tests of what functions write. */
#ifndef BRISTLE_BENCHMARKS_FIGURES_TEXT_OF_TEST_H
#define BRISTLE_BENCHMARKS_FIGURES_TEXT_OF_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>

/* Returns the text that a function writes, to be freed. */
static inline char *text_of(void (*write)(FILE *out, const void *what), const void *what)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    cr_assert(out);
    write(out, what);
    fclose(out);
    return text;
}

#endif
