/* What is positive over a box is shown, and what is not, by a hair, is found. */
#include <criterion/criterion.h>
#include <math.h>

#include "models/algebra/derive.h"
#include "models/algebra/interpret.h"
#include "models/language/read_test.h"
#include "properties/cover/cover.h"

enum { SYMBOLS = 3, PARTS = 4000 };

/* An expression of the parameters q >= 0, a and the whole number n, where `where` holds. */
struct row {
    const char *e, *where;
    enum answer is;
};

static const struct row rows[] = {
    { "1", "", ANSWER_YES },
    { "1 + a", "", ANSWER_YES },         /* a in [-0.9, 2] */
    { "0.9 + a", "", ANSWER_UNDECIDED }, /* 0 at the end */
    { "0.899 + a", "", ANSWER_NO },
    { "0.901 + a", "", ANSWER_YES },
    { "a^2 - 2*a*0.3 + 0.09 + 1e-5", "", ANSWER_YES },
    { "a^2 - 2*a*0.3 + 0.09 - 1e-5", "", ANSWER_NO },
    { "1 - 0.9999*exp(-((a - 0.3)/1e-4)^2)", "", ANSWER_YES }, /* a band */
    { "1 - 1.0001*exp(-((a - 0.3)/1e-4)^2)", "", ANSWER_NO },
    { "1 - 0.9999*exp(-(n - 7)^2)", "", ANSWER_YES }, /* n in 1..10 */
    { "1 - 1.0001*exp(-(n - 7)^2)", "", ANSWER_NO },
    { "1 - 1.0001*exp(-8*(n - 7.5)^2)", "", ANSWER_YES }, /* only between whole numbers */
    { "a", "a >= 1e-3", ANSWER_YES },
    { "a", "a >= -1e-3", ANSWER_NO },
    { "n - 5.5", "n >= 6", ANSWER_YES },
    { "n - 5.5", "n >= 5", ANSWER_NO },
    { "q", "", ANSWER_YES }, /* q in [0, 100]: at 0 it need not be positive */
    { "q*(1 - 0.999*exp(-(a - q)^2))", "", ANSWER_YES },
    { "q*(1 - 1.001*exp(-(a - q)^2))", "", ANSWER_NO },
    { "q*(100.001 - q)", "", ANSWER_YES },
    { "q*(99.999 - q)", "", ANSWER_NO },
    { "if q < 1e-6 then q else q - 1", "", ANSWER_NO }, /* a jump, not a rise */
    { "min(q, 1)", "", ANSWER_YES },
    { "min(q, 1 - q/100.1)", "", ANSWER_YES },
    { "min(q, 1 - q/99.9)", "", ANSWER_NO },
    { "abs(a - 1/3) - 3*max(a - 1.2, 0)", "", ANSWER_NO }, /* behind a place where it is 0 */
    { "abs(a - 1/3)", "", ANSWER_UNDECIDED }, /* 0 at a place between all binary numbers */
    { "1e-300 + a*a", "", ANSWER_YES },       /* a square is never negative */
    { "1/q", "", ANSWER_UNDECIDED },
    { "sqrt(a)", "a >= 1e-3", ANSWER_YES },
    { "sqrt(a)", "", ANSWER_UNDECIDED },
    { "log(a)", "", ANSWER_NO },
    { "0.25 + (a - 0.5)*(a - 1.6)", "", ANSWER_NO }, /* no square */
    { "0.31 + (a - 0.5)*(a - 1.6)", "", ANSWER_YES },
    { "(1 + a)^(1/2) - 1 - 0.4*a", "a >= 1", ANSWER_NO },
    { "(1 + a)^(1/2) - 1 - 0.36*a", "a >= 1", ANSWER_YES },
    { "(1 + a)^(3/2) - 1 - 1.4*a", "a >= 1", ANSWER_YES },
    { "(1 + a)^(3/2) - 1 - 2.1*a", "a >= 1", ANSWER_NO },
    { "2 - (1 + a)^n", "a >= 0", ANSWER_NO }, /* an exponent that is no number */
    { "2 - (1 + a)^q", "a >= 0", ANSWER_NO },
};

static void read_one(const struct row *row, struct equations *law)
{
    char source[1024];
    snprintf(source, sizeof source,
             "model test input Real v(unit=\"m/s\"); output Real F(unit=\"N\");\n"
             "parameter Real q(min=0, max=100) = 1; parameter Real a(min=-0.9, max=2) = 1;\n"
             "parameter Integer n(min=1, max=10) = 3; constant Real N(unit=\"N\") = 1;\n"
             "equation assert(%s, \"where\"); F = N*(%s); end test;",
             *row->where ? row->where : "0 <= 1", row->e);
    read_law(source, law);
}

static struct cover_answer ask(struct equations *law, unsigned long most)
{
    const struct cover_symbol symbols[SYMBOLS] = {
        { SYMBOL_PARAMETER, 0, 0, 100, false },
        { SYMBOL_PARAMETER, 1, -0.9, 2, false },
        { SYMBOL_PARAMETER, 2, 1, 10, true },
    };
    struct graph *g = &law->graph;
    const expression slope = graph_derivative(g, law->force, graph_symbol(g, SYMBOL_PARAMETER, 0));
    const struct law_graph is = { .nodes = g->nodes, .n = g->n, .numbers = g->numbers };
    double at_zero;
    const struct graph_point rest = { .parameters = (const double[]){ 0, 1, 3 } };
    graph_evaluate(g, &rest, &law->force, &at_zero, 1);
    const struct cover_question question = {
        .law = &is,
        .value = law->force,
        .slope = at_zero == 0 ? slope : EXPRESSION_NONE,
        .conditions = &law->constraints[0].condition,
        .n_conditions = 1,
        .symbols = symbols,
        .n_symbols = SYMBOLS,
    };
    return cover_prove(&question, most);
}

Test(cover, decides)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct equations law;
        read_one(&rows[i], &law);
        const struct cover_answer answer = ask(&law, PARTS);
        cr_expect_eq(answer.is, rows[i].is, "%s: %d", rows[i].e, (int)answer.is);
        cr_expect(answer.parts >= 1 && answer.parts <= PARTS, "%lu", answer.parts);
        equations_free(&law);
    }
}

/* Where it says no, the value is not positive, the conditions hold, and whole numbers are whole. */
Test(cover, says_where_not)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct equations law;
        if (rows[i].is != ANSWER_NO)
            continue;
        read_one(&rows[i], &law);
        const struct cover_answer answer = ask(&law, PARTS);
        const struct graph_point at = { .parameters = answer.at };
        double value, holds;
        graph_evaluate(&law.graph, &at, &law.force, &value, 1);
        graph_evaluate(&law.graph, &at, &law.constraints[0].condition, &holds, 1);
        cr_expect(value <= 0 && holds == 1, "%s: %g at %g, %g, %g", rows[i].e, value, answer.at[0],
                  answer.at[1], answer.at[2]);
        cr_expect(answer.at[0] > 0 && answer.at[0] <= 100 && answer.at[1] >= -0.9 &&
                  answer.at[1] <= 2 && answer.at[2] >= 1 && answer.at[2] <= 10 &&
                  answer.at[2] == floor(answer.at[2]));
        equations_free(&law);
    }
}

Test(cover, stops_at_its_limit)
{
    const struct row row = { "a^2 - 2*a*0.3 + 0.09 + 1e-5", "", ANSWER_YES };
    struct equations law;
    read_one(&row, &law);
    const unsigned long enough = ask(&law, PARTS).parts;
    cr_assert_gt(enough, 4UL);
    cr_expect_eq(ask(&law, enough).is, ANSWER_YES);
    cr_expect_eq(ask(&law, enough - 1).is, ANSWER_UNDECIDED);
    cr_expect_eq(ask(&law, enough / 2).is, ANSWER_UNDECIDED);
    equations_free(&law);
}

/* A box without ends, or with the wrong order of them, is none. */
Test(cover, wants_a_box)
{
    const struct row row = { "1", "", ANSWER_YES };
    struct equations law;
    read_one(&row, &law);
    const struct law_graph is = { .nodes = law.graph.nodes,
                                  .n = law.graph.n,
                                  .numbers = law.graph.numbers };
    static const struct cover_symbol wrong[] = {
        { SYMBOL_PARAMETER, 1, 0, HUGE_VAL, false },
        { SYMBOL_PARAMETER, 1, 1, 0, false },
        { SYMBOL_PARAMETER, COVER_MOST_SYMBOLS, 0, 1, false },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct cover_question question = { .law = &is,
                                                 .value = law.force,
                                                 .slope = EXPRESSION_NONE,
                                                 .symbols = &wrong[i],
                                                 .n_symbols = 1 };
        cr_expect_eq(cover_prove(&question, PARTS).is, ANSWER_UNDECIDED, "%zu", i);
    }
    equations_free(&law);
}

/* Asks whether an expression of a in [lo, hi] and b in [-1, 3] is positive. */
static struct cover_answer asked(const char *e, double lo, double hi)
{
    const struct cover_symbol symbols[] = { { SYMBOL_PARAMETER, 0, lo, hi, false },
                                            { SYMBOL_PARAMETER, 1, -1, 3, false } };
    char source[512];
    struct equations law;
    snprintf(source, sizeof source,
             "model test input Real v(unit=\"m/s\"); output Real F(unit=\"N\");\n"
             "parameter Real a(min=-1e30, max=1e30) = 1; parameter Real b(min=-1, max=3) = 1;\n"
             "constant Real N(unit=\"N\") = 1; equation F = N*(%s); end test;",
             e);
    read_law(source, &law);
    const struct law_graph is = { .nodes = law.graph.nodes,
                                  .n = law.graph.n,
                                  .numbers = law.graph.numbers };
    const struct cover_question question = {
        .law = &is, .value = law.force, .slope = EXPRESSION_NONE, .symbols = symbols, .n_symbols = 2
    };
    const struct cover_answer answer = cover_prove(&question, PARTS);
    equations_free(&law);
    return answer;
}

/* A range of thirty decades is halved by its logarithm, alike at every scale and of either sign: it
 * takes as many parts. Halves of its length would take a hundred before the band is come to. */
Test(cover, halves_alike_at_any_scale_and_in_the_mirror)
{
    static const struct {
        double share;
        enum answer is;
    } bands[] = { { 0.999, ANSWER_YES }, { 1.001, ANSWER_NO } };
    static const struct {
        const char *a;
        double lo, hi;
    } ways[] = { { "a", 0x1p-50, 0x1p50 },           { "a/2^40", 0x1p-10, 0x1p90 },
                 { "a*2^40", 0x1p-90, 0x1p10 },      { "(-a)", -0x1p50, -0x1p-50 },
                 { "(-a/2^40)", -0x1p90, -0x1p-10 }, { "(-a*2^40)", -0x1p10, -0x1p-90 } };
    enum { WAYS = sizeof ways / sizeof *ways };
    for (int k = 0; k < 4; k++) {
        unsigned long parts = 0;
        for (int i = 0; i < WAYS; i++) {
            char e[256];
            snprintf(e, sizeof e, "1 - %g*exp(-(50*(log(%s) %c 21.7))^2 - (b - 0.4)^2)",
                     bands[k % 2].share, ways[i].a, k < 2 ? '+' : '-');
            const struct cover_answer answer = asked(e, ways[i].lo, ways[i].hi);
            cr_expect_eq(answer.is, bands[k % 2].is, "%s", e);
            parts = i == 0 ? answer.parts : parts;
            cr_expect(answer.parts == parts && parts < 60, "%s: %lu parts, not %lu", e,
                      answer.parts, parts);
        }
    }
}
