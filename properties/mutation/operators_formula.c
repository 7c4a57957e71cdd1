/* Mistakes in formulas: signs, terms, factors, powers. */
#include <string.h>

#include "properties/mutation/operators.h"

static bool in_body(const struct source *s, size_t i)
{
    return s->tokens[i].region == REGION_BODY && !s->tokens[i].loop;
}

static bool in_formula(const struct source *s, size_t i)
{
    return in_body(s, i) || s->tokens[i].region == REGION_NUMBERS;
}

/* Returns true when brackets around token i are an index, which belongs to another operator. */
static bool in_index(const struct source *s, size_t i)
{
    size_t depth = 0;
    while (i-- > 0) {
        if (token_among(s, i, " ) ] } "))
            depth++;
        else if (token_among(s, i, " ( [ { ") && depth-- == 0)
            return token_is(s, i, "[");
        else if (token_is(s, i, ";") && depth == 0)
            return false;
    }
    return false;
}

void plant_sign(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_formula(s, i) || in_index(s, i))
        return;
    if (token_among(s, i, " + - ")) {
        if (token_is_binary(s, i))
            plant(m, i, i + 1, "%s", token_is(s, i, "+") ? "-" : "+");
        else if (token_is(s, i, "-"))
            plant(m, i, i + 2, "%.*s", TOKENS(s, i + 1, i + 2));
    } else if (token_among(s, i, " += -= "))
        plant(m, i, i + 1, "%s", token_is(s, i, "+=") ? "-=" : "+=");
}

void plant_term(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_body(s, i) || in_index(s, i) || !token_among(s, i, " + - ") || !token_is_binary(s, i))
        return;
    const size_t begin = term_begin(s, i), end = term_end(s, i + 1);
    plant(m, begin, end, "%.*s", TOKENS(s, begin, i));
    plant(m, begin, end, "%s%.*s", token_is(s, i, "-") ? "-" : "", TOKENS(s, i + 1, end));
}

void plant_factor(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_body(s, i) || in_index(s, i))
        return;
    if (token_among(s, i, " * / ") && token_is_binary(s, i)) {
        const size_t begin = operand_begin(s, i), end = operand_end(s, i + 1);
        plant(m, begin, end, "%.*s", TOKENS(s, begin, i));
        if (token_is(s, i, "*"))
            plant(m, begin, end, "%.*s", TOKENS(s, i + 1, end));
    } else if (token_among(s, i, " *= /= "))
        plant(m, i, token_next(s, i, " ; , "), "*= 1");
}

void plant_inverse(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (in_formula(s, i) && !in_index(s, i) && token_among(s, i, " * / ") && token_is_binary(s, i))
        plant(m, i, i + 1, "%s", token_is(s, i, "*") ? "/" : "*");
}

void plant_exponent(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_body(s, i))
        return;
    if (token_among(s, i, " r_sqrt r_pow ") && token_is(s, i + 1, "(")) {
        const size_t close = token_closing(s, i + 1), end = token_next(s, i + 2, " , ");
        plant(m, i, close + 1, "(%.*s)", TOKENS(s, i + 2, end));
    }
}

void plant_abs(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_body(s, i))
        return;
    if (token_is(s, i, "r_abs") && token_is(s, i + 1, "("))
        plant(m, i, i + 1, "%s", "");
    /* A factor with the usual name of a state or a velocity. */
    if (token_among(s, i, " x v z s y w ") && !token_among(s, i - 1, " . -> & ") &&
        (token_among(s, i - 1, " * / ") && token_is_binary(s, i - 1))) {
        const size_t end = operand_end(s, i);
        plant(m, i, end, "r_abs(%.*s)", TOKENS(s, i, end));
    }
}

void plant_overflow(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!in_body(s, i) || !token_is(s, i, "/"))
        return;
    const size_t middle = operand_end(s, i + 1), end = operand_end(s, middle + 1);
    if (token_is(s, middle, "/"))
        plant(m, i, end, "/ (%.*s * %.*s)", TOKENS(s, i + 1, middle), TOKENS(s, middle + 1, end));
}
