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

/* Whether [from, to) is a variable, an element or a member. */
static bool is_place(const struct source *s, size_t from, size_t to)
{
    return token_is_kind(s, from, TOKEN_NAME) && !token_is(s, from + 1, "(") &&
           operand_end(s, from) == to && !token_is(s, to - 1, ")");
}

/* The brace that begins the function around token i. */
static size_t function_around(const struct source *s, size_t i)
{
    while (i > 0 && s->tokens[i - 1].region == REGION_BODY &&
           !(token_is(s, i, "{") && s->tokens[i - 1].region != REGION_BODY))
        i--;
    return i;
}

/* Whether something is assigned to the name in the function that begins at that brace, or its
 * address is taken. */
static bool changes(const struct source *s, size_t brace, const char *name, size_t length)
{
    const size_t end = token_closing(s, brace);
    for (size_t i = brace + 1; i < end; i++) {
        const struct token *t = &s->tokens[i];
        if (t->end - t->begin != length || strncmp(s->text + t->begin, name, length) != 0)
            continue;
        if (token_among(s, i + 1, " = += -= *= /= ++ -- ") || token_among(s, i - 1, " & ++ -- "))
            return true;
    }
    return false;
}

/* Whether all names in [from, to) are the function's parameters, which it does not change, or
 * constants. */
static bool is_known_at_entry(const struct source *s, size_t brace, size_t from, size_t to)
{
    const size_t open = token_opening(s, brace - 1);
    for (size_t i = from; i < to; i++) {
        const struct token *t = &s->tokens[i];
        bool parameter = false;
        if (t->kind != TOKEN_NAME)
            continue;
        for (size_t k = open; k < brace; k++)
            parameter |=
                s->tokens[k].end - s->tokens[k].begin == t->end - t->begin &&
                strncmp(s->text + s->tokens[k].begin, s->text + t->begin, t->end - t->begin) == 0;
        const bool constant = s->text[t->begin] >= 'A' && s->text[t->begin] <= 'Z';
        if ((!parameter && !constant) || changes(s, brace, s->text + t->begin, t->end - t->begin))
            return false;
    }
    return true;
}

/* The original with that answer where both sides are equal, which is known where they are compared
 * or, with `early`, from the beginning of the function. NULL: it cannot be said like that. */
static char *with_answer(const struct source *s, const struct mutant *mutant, int answer,
                         bool early)
{
    size_t i = 0, from, to;
    while (i < s->n && s->tokens[i].begin != mutant->begin)
        i++;
    if (i == s->n)
        return NULL;
    comparison_around(s, i, &from, &to);
    const size_t brace = function_around(s, from);
    if (from >= i || to <= i + 1 || !token_is(s, brace, "{"))
        return NULL;
    char *equal = memory_text("if (!((%.*s) == (%.*s))) __builtin_trap();", TOKENS(s, from, i),
                              TOKENS(s, i + 1, to));
    char *set = is_place(s, from, i) ? memory_text("%s %.*s = %.*s;", equal, TOKENS(s, from, i),
                                                   TOKENS(s, i + 1, to))
                                     : memory_text("%s", equal);
    char *text = NULL;
    const int begin = (int)s->tokens[from].begin, end = (int)s->tokens[to - 1].end;
    if (!early)
        text = memory_text("%.*s({ %s (_Bool)%d; })%s", begin, s->text, set, answer, s->text + end);
    else if (is_known_at_entry(s, brace, from, to)) {
        const int entry = (int)s->tokens[brace].end;
        text = memory_text("%.*s %s %.*s %d %s", entry, s->text, set, begin - entry,
                           s->text + entry, answer, s->text + end);
    }
    free(set);
    free(equal);
    return text;
}

static bool prove_boundary(struct workshop *workshop, const char *file, const struct source *source,
                           const struct mutant *mutant)
{
    bool proved = false;
    for (int early = 0; early < 2 && !proved; early++) {
        char *no = with_answer(source, mutant, 0, early);
        char *yes = with_answer(source, mutant, 1, early);
        proved = no && yes && workshop_same(workshop, file, no, yes, true);
        free(no);
        free(yes);
    }
    return proved;
}

const char *prove_equivalent(struct workshop *workshop, const char *file,
                             const struct source *source, const struct mutant *mutant)
{
    const char *kind = NULL;
    char *planted = mutant_text(source, mutant);
    if (workshop_same(workshop, file, source->text, planted, false))
        kind = "optimized";
    free(planted);
    if (!kind && strcmp(mutant->operator, "boundary") == 0 &&
        prove_boundary(workshop, file, source, mutant))
        kind = "boundary";
    return kind;
}
