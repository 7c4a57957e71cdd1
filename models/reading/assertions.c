/* Compares conditions with their texts (assertions.h). */
#include "models/reading/assertions.h"

#include <stdlib.h>
#include <string.h>

#include "models/derived/notation.h"
#include "tools/base/memory.h"

/* Returns where the text goes on behind blanks and '*'. */
static const char *next(const char *c) { return c + strspn(c, " *"); }

static bool agree(const char *a, const char *b)
{
    for (a = next(a), b = next(b); *a && *a == *b; a = next(a + 1), b = next(b + 1)) {
    }
    return *a == *b;
}

static void look(const struct syntax *e, bool told[], size_t most, size_t *n)
{
    for (; e; e = e->next) {
        if (e->kind == SYNTAX_FOR)
            look(e->first->next->next, told, most, n);
        if (e->kind != SYNTAX_CALL || strcmp(e->text, "assert") != 0)
            continue;
        struct memory_stream stream;
        notation_text(memory_open(&stream), e->first, TIGHT_IF);
        char *condition = memory_close(&stream);
        if (*n < most)
            told[*n] = agree(condition, e->first->next->text);
        ++*n;
        free(condition);
    }
}

size_t assertions_told(const struct equations *law, bool told[], size_t most)
{
    size_t n = 0;
    look(law->syntax.equations, told, most, &n);
    return n;
}
