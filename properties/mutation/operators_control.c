/* Mistakes in the control flow: comparisons, loops, branches, statements, instants. */
#include <stdio.h>
#include <string.h>

#include "properties/mutation/operators.h"

void plant_compare(struct mutants *m, size_t i)
{
    static const char *const others[][2] = {
        { "<", ">" },   { ">", "<" },   { "<=", ">=" }, { ">=", "<=" }, { "==", "!=" },
        { "!=", "==" }, { "&&", "||" }, { "||", "&&" }, { "!", "" },
    };
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].loop)
        return;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (token_is(s, i, others[k][0]))
            plant(m, i, i + 1, "%s", others[k][1]);
}

void plant_boundary(struct mutants *m, size_t i)
{
    static const char *const others[][2] = {
        { "<", "<=" }, { ">", ">=" }, { "<=", "<" }, { ">=", ">" }
    };
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].loop)
        return;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (token_is(s, i, others[k][0]))
            plant(m, i, i + 1, "%s", others[k][1]);
}

/* Returns true when the bracket at i encloses the size of an array in its declaration. */
static bool is_size(const struct source *s, size_t i)
{
    while (i > 0 && !token_among(s, i - 1, " ; { } "))
        if (token_is(s, --i, "="))
            return false;
    return token_is_type(s, i);
}

/* Off by one: at the beginning and end of a loop, and in constants and offsets of indices. */
void plant_index(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i))
        return;
    if (s->tokens[i].loop && token_among(s, i, " < <= > >= ")) {
        char mark[4];
        snprintf(mark, sizeof mark, "%.*s", TOKENS(s, i, i + 1));
        plant(m, i, i + 1, "%s",
              mark[1]          ? (mark[0] == '<' ? "<" : ">")
              : mark[0] == '<' ? "<="
                               : ">=");
        if (mark[0] == '<')
            plant(m, i, i + 1, "+ 1 %s", mark);
    }
    if (s->tokens[i].loop && token_is(s, i, "0") && token_is(s, i - 1, "="))
        plant(m, i, i + 1, "1");
    if (token_is(s, i, "[") && !s->tokens[i].loop && !is_size(s, i)) {
        const size_t close = token_closing(s, i);
        if (close == i + 2 && token_is(s, i + 1, "0"))
            plant(m, i + 1, close, "1");
        else if (close == i + 2 && token_is_kind(s, i + 1, TOKEN_NUMBER))
            plant(m, i + 1, close, "0");
        else if (token_is(s, close - 1, "1") && token_among(s, close - 2, " + - "))
            plant(m, i + 1, close, "%.*s", TOKENS(s, i + 1, close - 2));
        else if (close > i + 1 && close < s->n)
            plant(m, i + 1, close, "%.*s + 1", TOKENS(s, i + 1, close));
    }
}

void plant_branch(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i))
        return;
    if (token_is(s, i, "if")) {
        const size_t close = token_closing(s, i + 1);
        plant(m, i + 1, close + 1, "((%.*s) && false)", TOKENS(s, i + 2, close));
        plant(m, i + 1, close + 1, "((%.*s) || true)", TOKENS(s, i + 2, close));
    } else if (token_is(s, i, "?")) {
        const size_t colon = token_next(s, i + 1, " : ");
        const size_t end = token_next(s, colon + 1, " , ; ");
        plant(m, i, end, "? %.*s : %.*s", TOKENS(s, i + 1, colon), TOKENS(s, i + 1, colon));
        plant(m, i, end, "? %.*s : %.*s", TOKENS(s, colon + 1, end), TOKENS(s, colon + 1, end));
    }
}

/* Returns true when token i calls a function that only releases memory: a leak changes no result,
 * and is for AddressSanitizer. */
static bool releases(const struct source *s, size_t i)
{
    static const char *const endings[] = { "free", "_clear", "_destroy", "closedir" };
    const char *end = s->text + s->tokens[i].end;
    bool does = false;
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        const size_t n = strlen(endings[k]);
        does = does ||
               (s->tokens[i].end - s->tokens[i].begin >= n && strncmp(end - n, endings[k], n) == 0);
    }
    return does && token_is(s, i + 1, "(");
}

static bool begins_statement(const struct source *s, size_t i)
{
    if (i == 0 || token_is_type(s, i) || !token_in_body(s, i) || s->tokens[i].loop ||
        token_among(s, i, " if for while return switch case break continue else default UNROLL ") ||
        !(token_is_kind(s, i, TOKEN_NAME) || token_among(s, i, " * ++ -- ")))
        return false;
    if (token_among(s, i - 1, " ; } else UNROLL "))
        return true;
    if (token_is(s, i - 1, "{"))
        return !token_is(s, token_next(s, i, " ; , "), ",");
    if (!token_is(s, i - 1, ")"))
        return false;
    const size_t open = token_opening(s, i - 1);
    return open > 0 && token_among(s, open - 1, " if for while ");
}

void plant_statement(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!begins_statement(s, i) || releases(s, i))
        return;
    const size_t end = token_next(s, i, " ; ");
    if (token_is(s, end, ";"))
        plant(m, i, end + 1, "{ }");
}

/* Evaluates at the beginning of the step instead: rate(ctx, t, x, dx) at in->t, or at in->x. */
void plant_stale(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || !token_among(s, i, " rate relaxation flow ") ||
        !token_is(s, i - 1, "->") || !token_is(s, i + 1, "("))
        return;
    const size_t t = token_next(s, i + 2, " , ") + 1, x = token_next(s, t, " , ") + 1;
    const size_t end = token_next(s, x, " , ");
    if (!token_is(s, t - 1, ",") || !token_is(s, x - 1, ","))
        return;
    plant(m, t, x - 1, "in->t");
    if (token_is(s, i, "rate"))
        plant(m, x, end, "in->x");
}
