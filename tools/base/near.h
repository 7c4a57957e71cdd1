/* Names that a mistyped word may mean. */
#ifndef BRISTLE_TOOLS_BASE_NEAR_H
#define BRISTLE_TOOLS_BASE_NEAR_H

#include <stddef.h>

enum { NEAR_HINT = 96 /* bytes */ };

/* The name so far that is nearest to a word. Begin with { word }. */
struct near {
    const char *word;
    const char *name; /* NULL: none is near */
    size_t slips;     /* letters that are missing, too many, wrong or exchanged */
};

/* Takes another name into account. A name is near when a third of the word's letters, rounded up,
 * are wrong at most. Of names that are equally near the first one stays. */
void near_try(struct near *near, const char *name);

/* Writes " (did you mean 'lugre'?)", or nothing where no name is near; returns hint. */
const char *near_hint(const struct near *near, char hint[NEAR_HINT]);

/* Refuses the word, which is none of a list's names, by cli_fail: "what 'word' (did you mean
 * 'lugre'?), see where". name_at(i) returns the i-th name, and NULL behind the last. */
_Noreturn void near_refuse(const char *what, const char *word, const char *name_at(size_t i),
                           const char *where);

#endif
