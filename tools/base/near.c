/* Finds names that a mistyped word may mean (near.h). */
#include "tools/base/near.h"

#include <stdio.h>
#include <string.h>

#include "tools/base/cli.h"

enum { LONGEST = 48 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The number of slips from a to b, both of at most LONGEST letters: the restricted distance of
 * Damerau (1964) and Levenshtein (1966), row by row. */
static size_t slips_between(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    const size_t n = strlen(a), m = strlen(b);
    for (size_t j = 0; j <= m; j++)
        above[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *const oldest = before;
        before = above;
        above = row;
        row = oldest;
    }
    return above[m];
}

void near_try(struct near *near, const char *name)
{
    const size_t n = strlen(near->word);
    if (n > LONGEST || strlen(name) > LONGEST)
        return;
    const size_t slips = slips_between(near->word, name);
    if (slips > (n + 2) / 3 || (near->name && slips >= near->slips))
        return;
    near->name = name;
    near->slips = slips;
}

const char *near_hint(const struct near *near, char hint[NEAR_HINT])
{
    *hint = '\0';
    if (near->name)
        snprintf(hint, NEAR_HINT, " (did you mean '%s'?)", near->name);
    return hint;
}

_Noreturn void near_refuse(const char *what, const char *word, const char *name_at(size_t i),
                           const char *where)
{
    struct near near = { .word = word };
    char hint[NEAR_HINT];
    for (size_t i = 0; name_at(i); i++)
        near_try(&near, name_at(i));
    cli_fail("%s '%s'%s, see %s", what, word, near_hint(&near, hint), where);
}
