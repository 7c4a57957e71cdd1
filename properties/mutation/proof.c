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

/* What a boundary is about. */
struct boundary {
    size_t from, at, to;          /* the comparison, and its mark */
    size_t function, name, brace; /* where the function around it begins, its name and body */
};

/* False: it is in no function that could be told from others. */
static bool find_boundary(const struct source *s, const struct mutant *mutant, struct boundary *b)
{
    b->at = 0;
    while (b->at < s->n && s->tokens[b->at].begin != mutant->begin)
        b->at++;
    if (b->at == s->n)
        return false;
    comparison_around(s, b->at, &b->from, &b->to);
    b->brace = function_around(s, b->from);
    if (b->from >= b->at || b->to <= b->at + 1 || b->brace < 2 || !token_is(s, b->brace - 1, ")"))
        return false;
    b->name = token_opening(s, b->brace - 1) - 1;
    b->function = b->name;
    while (b->function > 0 && !token_among(s, b->function - 1, " ; } "))
        b->function--;
    return token_is_kind(s, b->name, TOKEN_NAME) && b->function < b->name;
}

/* The original with that answer where both sides are equal, which is known where they are compared
 * or, with `early`, from the beginning of the function; which is kept apart from all others. NULL:
 * it cannot be said like that. */
static char *with_answer(const struct source *s, const struct boundary *b, int answer, bool early)
{
    char *equal = memory_text("if (!((%.*s) == (%.*s))) __builtin_trap();",
                              TOKENS(s, b->from, b->at), TOKENS(s, b->at + 1, b->to));
    char *set = is_place(s, b->from, b->at)
                    ? memory_text("%s %.*s = %.*s;", equal, TOKENS(s, b->from, b->at),
                                  TOKENS(s, b->at + 1, b->to))
                    : memory_text("%s", equal);
    char *text = NULL;
    const int function = (int)s->tokens[b->function].begin;
    const int begin = (int)s->tokens[b->from].begin, end = (int)s->tokens[b->to - 1].end;
    const int entry = early ? (int)s->tokens[b->brace].end : begin;
    if (!early || is_known_at_entry(s, b->brace, b->from, b->to))
        text = memory_text("%.*s__attribute__((noipa)) %.*s%s %s %s%.*s (_Bool)%d %s%s", function,
                           s->text, entry - function, s->text + function, early ? "" : "({", set,
                           early ? "" : "", begin - entry, s->text + entry, answer,
                           early ? "" : "; })", s->text + end);
    free(set);
    free(equal);
    return text;
}

static bool prove_boundary(struct workshop *workshop, const char *file, const struct source *source,
                           const struct mutant *mutant)
{
    struct boundary b;
    bool proved = false;
    if (!find_boundary(source, mutant, &b))
        return false;
    char *name = memory_text("%.*s", TOKENS(source, b.name, b.name + 1));
    for (int way = 0; way < 4 && !proved; way++) {
        const bool early = way % 2 == 0, variable = way >= 2;
        char *no = with_answer(source, &b, 0, early), *yes = with_answer(source, &b, 1, early);
        proved = no && yes && workshop_same(workshop, file, no, yes, name, variable);
        free(no);
        free(yes);
    }
    free(name);
    return proved;
}

const char *prove_equivalent(struct workshop *workshop, const char *file,
                             const struct source *source, const struct mutant *mutant)
{
    const char *kind = NULL;
    char *planted = mutant_text(source, mutant);
    if (workshop_same(workshop, file, source->text, planted, NULL, false))
        kind = "optimized";
    free(planted);
    if (!kind && strcmp(mutant->operator, "boundary") == 0 &&
        prove_boundary(workshop, file, source, mutant))
        kind = "boundary";
    return kind;
}
