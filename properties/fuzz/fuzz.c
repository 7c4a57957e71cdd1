/* Demands that the entry points make on a parser's answers (fuzz.h). */
#include "properties/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fuzz_demand(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

void fuzz_demand_line(const char *text)
{
    const size_t length = strlen(text);
    fuzz_demand(length > 0, "refused without a word");
    fuzz_demand(!memchr(text, '\n', length - 1), "more than one line is said");
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    fuzz_demand(text, "out of memory");
    if (size > 0)
        memcpy(text, data, size);
    text[size] = 0;
    return text;
}
