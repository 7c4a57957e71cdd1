/* Mistakes in what is made of results: extremes, enclosures, roundings, tolerances, answers,
 * columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/mutation/operators.h"

static bool is_call(const struct source *s, size_t i)
{
    return token_in_body(s, i) && s->tokens[i].kind == TOKEN_NAME && token_is(s, i + 1, "(") &&
           !token_is_type(s, i - 1);
}

/* Functions that are easily taken for one another. */
void plant_function(struct mutants *m, size_t i)
{
    static const char *const pairs[][2] = {
        { "arb_add", "arb_sub" },
        { "arb_mul", "arb_div" },
        { "arb_addmul", "arb_submul" },
        { "arb_max", "arb_min" },
        { "arb_sin", "arb_cos" },
        { "arb_contains", "arb_overlaps" },
        { "arb_is_positive", "arb_is_nonnegative" },
        { "arb_is_negative", "arb_is_nonpositive" },
        { "arb_is_zero", "arb_contains_zero" },
        { "arb_get_mag", "arb_get_mag_lower" },
        { "arb_poly_add", "arb_poly_sub" },
        { "arf_add", "arf_sub" },
        { "arf_max", "arf_min" },
        { "mag_max", "mag_min" },
        { "fmax", "fmin" },
        { "sin", "cos" },
        { "hypot", "fmax" },
        { "isnan", "isinf" },
        { "cJSON_IsTrue", "cJSON_IsBool" },
    };
    const struct source *s = m->source;
    if (!is_call(s, i))
        return;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int side = 0; side < 2; side++)
            if (token_is(s, i, pairs[k][side]))
                plant(m, i, i + 1, "%s", pairs[k][!side]);
}

/* The extreme of many becomes the last, or the sum of many the last. */
void plant_extreme(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i))
        return;
    if (token_is(s, i, "+=") && !s->tokens[i].loop)
        plant(m, i, i + 1, "=");
    /* x = fmax(x, new) */
    if (token_among(s, i, " fmax fmin ") && token_is(s, i - 1, "=") && token_is(s, i + 1, "(")) {
        const size_t close = token_closing(s, i + 1), comma = token_next(s, i + 2, " , ");
        if (close < s->n && comma < close)
            plant(m, i, close + 1, "(%.*s)", TOKENS(s, comma + 1, close));
    }
    /* arb_union(x, x, new, prec), arb_max(x, x, new, prec), mag_max(x, x, new) */
    if (is_call(s, i) && token_among(s, i, " arb_union arb_max arb_min mag_max arf_max arf_min ")) {
        const size_t a = token_next(s, i + 2, " , "), b = token_next(s, a + 1, " , "),
                     c = token_next(s, b + 1, " , "), close = token_closing(s, i + 1);
        if (a < close && b < close && c <= close) {
            const int kind = (int)strcspn(s->text + s->tokens[i].begin, "_");
            const char *type = s->text + s->tokens[i].begin;
            plant(m, i, close + 1, "%.*s_set(%.*s, %.*s)", kind, type, TOKENS(s, i + 2, a),
                  TOKENS(s, a + 1, b));
            plant(m, i, close + 1, "%.*s_set(%.*s, %.*s)", kind, type, TOKENS(s, i + 2, a),
                  TOKENS(s, b + 1, c));
        }
    }
}

/* Writes the name with one word in it for another; returns whether the word is there. */
static bool with_word(const struct source *s, size_t i, const char *word, const char *other,
                      char *name, size_t size)
{
    char own[128];
    snprintf(own, sizeof own, "%.*s", TOKENS(s, i, i + 1));
    const char *at = strstr(own, word);
    if (!at)
        return false;
    snprintf(name, size, "%.*s%s%s", (int)(at - own), own, other, at + strlen(word));
    return true;
}

/* Rounds to the other side, or takes the other end. */
void plant_rounding(struct mutants *m, size_t i)
{
    static const char *const pairs[][2] = {
        { "RND_DOWN", "RND_UP" },   { "RND_FLOOR", "RND_CEIL" }, { "_lbound_", "_ubound_" },
        { "_downward", "_upward" }, { "_lower", "_upper" },      { "floor", "ceil" },
        { "_down", "_up" },
    };
    const struct source *s = m->source;
    char name[160];
    if (!token_in_body(s, i) || s->tokens[i].kind != TOKEN_NAME)
        return;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int side = 0; side < 2; side++)
            if (with_word(s, i, pairs[k][side], pairs[k][!side], name, sizeof name))
                plant(m, i, i + 1, "%s", name);
}

/* A ball loses its radius when it has been computed. */
void plant_radius(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!is_call(s, i) || strncmp(s->text + s->tokens[i].begin, "arb_", 4) != 0 ||
        !token_among(s, i - 1, " ; { } ) "))
        return;
    const size_t close = token_closing(s, i + 1), first = token_next(s, i + 2, " , ");
    if (token_is(s, close + 1, ";") && token_is(s, first, ",") &&
        !token_among(s, i,
                     " arb_clear arb_init arb_swap arb_get_mag arb_get_lbound_arf "
                     "arb_get_ubound_arf arb_poly_clear arb_poly_init "))
        plant(m, i, close + 2, "{ %.*s; mag_zero(arb_radref(%.*s)); }", TOKENS(s, i, close + 1),
              TOKENS(s, i + 2, first));
}

/* Ten and a thousand times as much, of numbers that are small or powers of ten. */
void plant_scale(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    char number[64];
    if (s->tokens[i].kind != TOKEN_NUMBER || s->tokens[i].loop ||
        s->tokens[i].region == REGION_QUANTITIES)
        return;
    snprintf(number, sizeof number, "%.*s", TOKENS(s, i, i + 1));
    const char *e = strchr(number, 'e');
    if (!e || strncmp(number, "0x", 2) == 0)
        return;
    const double value = strtod(number, NULL);
    number_text(number, value * 10);
    plant(m, i, i + 1, "%s", number);
    number_text(number, value * 1e3);
    plant(m, i, i + 1, "%s", number);
}

/* What is not decided counts as decided, and what is decided as its opposite. */
void plant_answer(struct mutants *m, size_t i)
{
    static const char *const others[][2] = {
        { "ANSWER_UNDECIDED", "ANSWER_YES" },
        { "ANSWER_UNDECIDED", "ANSWER_NO" },
        { "ANSWER_YES", "ANSWER_NO" },
        { "ANSWER_NO", "ANSWER_YES" },
        { "ANSWER_NO", "ANSWER_UNDECIDED" },
        { "VERDICT_INCONCLUSIVE", "VERDICT_HOLDS" },
        { "VERDICT_INCONCLUSIVE", "VERDICT_REFUTED" },
        { "VERDICT_HOLDS", "VERDICT_INCONCLUSIVE" },
        { "VERDICT_REFUTED", "VERDICT_INCONCLUSIVE" },
        { "EXIT_AS_DECLARED", "EXIT_UNDECIDED" },
        { "EXIT_NOT_AS_DECLARED", "EXIT_AS_DECLARED" },
        { "EXIT_UNDECIDED", "EXIT_AS_DECLARED" },
    };
    const struct source *s = m->source;
    if (!token_in_body(s, i) || s->tokens[i].kind != TOKEN_NAME)
        return;
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (token_is(s, i, others[k][0]))
            plant(m, i, i + 1, "%s", others[k][1]);
}

/* The values of two columns exchanged: f(x, "a", A); f(x, "b", B); with B and A. */
void plant_column(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!is_call(s, i))
        return;
    const size_t close = token_closing(s, i + 1), next = close + 2;
    if (!token_is(s, close + 1, ";") || !is_call(s, next))
        return;
    const size_t last = token_closing(s, next + 1), key = token_next(s, i + 2, " , ") + 1,
                 next_key = token_next(s, next + 2, " , ") + 1;
    if (!token_is_kind(s, key, TOKEN_TEXT) || !token_is_kind(s, next_key, TOKEN_TEXT) ||
        !token_is(s, key + 1, ",") || !token_is(s, next_key + 1, ",") ||
        !token_is(s, last + 1, ";"))
        return;
    plant(m, i, last + 1, "%.*s %.*s%.*s; %.*s %.*s%.*s", TOKENS(s, i, key),
          TOKENS(s, next_key, next_key + 1), TOKENS(s, key + 1, close + 1),
          TOKENS(s, next, next_key), TOKENS(s, key, key + 1), TOKENS(s, next_key + 1, last + 1));
}

/* A failure that is passed over: `return` in a branch dropped. */
void plant_return(struct mutants *m, size_t i)
{
    const struct source *s = m->source;
    if (!token_in_body(s, i) || !token_among(s, i, " return break continue ") ||
        !token_is(s, i - 1, ")"))
        return;
    const size_t open = token_opening(s, i - 1), end = token_next(s, i, " ; ");
    if (open > 0 && token_is(s, open - 1, "if") && token_is(s, end, ";"))
        plant(m, i, end + 1, "{ }");
}
