/* Mistakes in values and names: numbers, names, arguments, limits, units, statuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/operators.h"

void number_text(char text[64], double value)
{
    snprintf(text, 64, "%.17g", value);
    if (!strpbrk(text, ".e"))
        snprintf(text + strlen(text), 3, ".0");
}

/* Writes another number: a whole number below 100 becomes one larger; a number of five digits or
 * more, which is a coefficient, a thousandth larger; any other number twice as large. */
static void other_number(const char *number, char other[64])
{
    size_t digits = 0;
    const double value = strtod(number, NULL);
    for (const char *at = number; *at && *at != 'e'; at++)
        digits += *at >= '0' && *at <= '9' && (digits > 0 || *at != '0');
    const bool whole = !number[strspn(number, "0123456789")] && value < 100;
    if (whole)
        snprintf(other, 64, "%.0f", value + 1);
    else
        number_text(other, digits >= 5 ? value * 1.001 : value * 2);
}

void plant_constant(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    const enum region region = s->tokens[i].region;
    if (s->tokens[i].kind != TOKEN_NUMBER || s->tokens[i].loop || token_is(s, i - 1, "[") ||
        (region != REGION_BODY && region != REGION_NUMBERS))
        return;
    char number[64], other[64];
    snprintf(number, sizeof number, "%.*s", TOKENS(s, i, i + 1));
    if (number[strspn(number, "0123456789.eE+-")])
        return; /* hexadecimal, or with a suffix: not part of a formula */
    other_number(number, other);
    plant(m, i, i + 1, "%s", other);
}

/* Returns the next name in the family, the first after the last. */
static const char *next_name(const struct source *s, size_t i, bool member)
{
    for (size_t f = 0; f < s->n_families; f++) {
        const struct family *family = &s->families[f];
        for (unsigned k = 0; family->members == member && family->n > 1 && k < family->n; k++)
            if (token_is(s, i, family->names[k]))
                return family->names[(k + 1) % family->n];
    }
    return NULL;
}

void plant_swap(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].kind != TOKEN_NAME)
        return;
    const bool member = token_among(s, i - 1, " . -> ");
    if (member && token_among(s, i - 2, " { , "))
        return; /* a designator */
    const char *other = next_name(s, i, member);
    if (other)
        plant(m, i, i + 1, "%s", other);
}

/* Returns the index of the first of two arguments that may be exchanged without a change of the
 * result, from 0; -1: none. */
static int first_commuting(const struct source *s, size_t i)
{
    if (token_among(s, i, " fmax fmin hypot fmaxf fminf memory_array arb_swap arf_swap "))
        return 0;
    if (token_is(s, i, "strcmp") && token_among(s, token_closing(s, i + 1) + 1, " == != "))
        return 0;
    if (token_among(s, i,
                    " dissipation_mul dissipation_add dissipation_addmul dissipation_submul "
                    "arb_mul arb_add arb_max arb_min arb_union arb_addmul arb_submul arf_mul "
                    "arf_add arf_max arf_min mag_mul mag_add mag_max mag_min acb_mul acb_add "
                    "acb_poly_mul acb_poly_add acb_poly_mullow fmpz_mul fmpz_add "))
        return 1;
    return -1;
}

void plant_arguments(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].kind != TOKEN_NAME || !token_is(s, i + 1, "(") ||
        token_among(s, i, " r_max r_min if for while switch sizeof return FOR_SIZE "))
        return;
    const size_t close = token_closing(s, i + 1);
    const int commuting = first_commuting(s, i);
    int k = 0;
    for (size_t begin = i + 2; begin < close; k++) {
        const size_t comma = token_next(s, begin, " , ");
        if (comma >= close)
            return;
        const size_t end = token_next(s, comma + 1, " , ");
        if (k != commuting)
            plant(m, begin, end, "%.*s, %.*s", TOKENS(s, comma + 1, end), TOKENS(s, begin, comma));
        begin = comma + 1;
    }
}

void plant_minmax(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (token_in_body(s, i) && token_among(s, i, " r_max r_min "))
        plant(m, i, i + 1, "%s", token_is(s, i, "r_max") ? "r_min" : "r_max");
}

void plant_guard(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || !token_among(s, i, " r_max r_min "))
        return;
    const size_t close = token_closing(s, i + 1), comma = token_next(s, i + 2, " , ");
    plant(m, i, close + 1, "(%.*s)", TOKENS(s, i + 2, comma));
    plant(m, i, close + 1, "(%.*s)", TOKENS(s, comma + 1, close));
}

void plant_sign_at_zero(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || !token_is(s, i + 1, "("))
        return;
    const size_t close = token_closing(s, i + 1);
    if (token_is(s, i, "r_sign"))
        plant(m, i, close, "r_sign_or(%.*s, 1", TOKENS(s, i + 2, close));
    else if (token_is(s, i, "r_sign_or"))
        plant(m, i, close, "r_sign(%.*s", TOKENS(s, i + 2, token_next(s, i + 2, " , ")));
}

/* Replaces the second text of a quantity, its unit. */
void plant_unit(struct mutants *m, size_t i)
{
    static const char *const others[][2] = {
        { "\"N/m\"", "\"N\"" },   { "\"N\"", "\"N/m\"" },   { "\"N s/m\"", "\"N/m\"" },
        { "\"m\"", "\"m/s\"" },   { "\"m/s\"", "\"m\"" },   { "\"1\"", "\"m\"" },
        { "\"s\"", "\"1/s\"" },   { "\"1/m\"", "\"1/N\"" }, { "\"1/m^n\"", "\"1/m\"" },
        { "\"N/s\"", "\"N/m\"" },
    };
    const struct source *s = m->source;
    if (s->tokens[i].region != REGION_QUANTITIES || s->tokens[i].kind != TOKEN_TEXT ||
        !token_is(s, i - 1, ",") || i < 3 || !token_is(s, i - 3, "{"))
        return;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (token_is(s, i, others[k][0]))
            plant(m, i, i + 1, "%s", others[k][1]);
}

void plant_status(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].kind != TOKEN_NAME || token_among(s, i - 1, " == != "))
        return;
    if (token_is(s, i, "STATUS_OK"))
        plant(m, i, i + 1, "STATUS_NO_CONVERGENCE");
    else if (strncmp(s->text + s->tokens[i].begin, "STATUS_", 7) == 0)
        plant(m, i, i + 1, "STATUS_OK");
    else if (token_among(s, i, " true false "))
        plant(m, i, i + 1, "%s", token_is(s, i, "true") ? "false" : "true");
}
