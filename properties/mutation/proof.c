/* See the header. */
#include "properties/mutation/proof.h"

#include <stdlib.h>
#include <string.h>

#include "properties/mutation/memory.h"

/* The comparison at token i as a whole, [from, to): what binds less begins and ends it. */
static void comparison_around(const struct source *s, size_t i, size_t *from, size_t *to)
{
    static const char ends[] = " , ; ? : && || = { } return ";
    *from = i;
    while (*from > 0 && !token_among(s, *from - 1, ends) && !token_among(s, *from - 1, " ( [ "))
        *from = token_among(s, *from - 1, " ) ] ") ? token_opening(s, *from - 1) : *from - 1;
    /* The bracket of an `if` or of another operator, not of a call's arguments. */
    *to = token_next(s, i + 1, ends);
}

/* The original with that answer where both sides are equal. */
static char *with_answer(const struct source *s, const struct mutant *mutant, int answer)
{
    size_t i = 0, from, to;
    while (i < s->n && s->tokens[i].begin != mutant->begin)
        i++;
    if (i == s->n)
        return NULL;
    comparison_around(s, i, &from, &to);
    if (from >= i || to <= i + 1)
        return NULL;
    return memory_text("%.*s({ if (!((%.*s) == (%.*s))) __builtin_trap(); (_Bool)%d; })%s",
                       (int)s->tokens[from].begin, s->text, TOKENS(s, from, i),
                       TOKENS(s, i + 1, to), answer, s->text + s->tokens[to - 1].end);
}

const char *prove_equivalent(struct workshop *workshop, const char *file,
                             const struct source *source, const struct mutant *mutant)
{
    const char *kind = NULL;
    char *planted = mutant_text(source, mutant);
    if (workshop_same(workshop, file, source->text, planted))
        kind = "optimized";
    free(planted);
    if (kind || strcmp(mutant->operator, "boundary") != 0)
        return kind;
    char *no = with_answer(source, mutant, 0), *yes = with_answer(source, mutant, 1);
    if (no && yes && workshop_same(workshop, file, no, yes))
        kind = "boundary";
    free(no);
    free(yes);
    return kind;
}
