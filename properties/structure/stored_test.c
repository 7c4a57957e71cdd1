/* Passivity and dissipation by a stored energy: proved where they hold, and not where they fail by
 * a hair. What is proved is held against force, rate and storage at random places. */
#include <math.h>

#include "models/algebra/derive.h"
#include "models/algebra/interpret.h"
#include "properties/structure/law_test.h"
#include "properties/structure/stored.h"
#include "properties/structure/within.h"
#include "tools/testing/test_random.h"

enum { PLACES = 4000, RANDOM_LAWS = 24 };

/* LuGre with the spring h(x), its levels fc <= fs, and what a row of the table says otherwise. */
struct row {
    const char *h, *rate, *force, *bound, *storage, *where;
    bool is_passive, is_dissipative;
};

#define SLIDE      "u - abs(u)*h/G"
#define BRISTLE    "h + s1*dx + s2*u"
#define CONDITION  "s2*fc >= s1*(fs - fc)"
#define ELASTIC    "x^2/2"
#define STIFFENING "x + x^3", SLIDE, BRISTLE, "fs", "x^2/2 + x^4/4"

static const struct row rows[] = {
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, CONDITION, true, true },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "s2*fc >= 0.999999*s1*(fs - fc)", false, false },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "s2*fc >= s1*fs", true, true },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "s1 >= 0 and " CONDITION, true, true },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "s1 < 0 or " CONDITION, false, false },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "s1*(fs - fc) >= s2*fc", false, false },
    { "x", SLIDE, BRISTLE, "fs", ELASTIC, "", false, false },
    { "x", SLIDE, "h + s2*u", "fs", ELASTIC, "", true, true },
    { "x", SLIDE, "h + s1*dx", "fs", ELASTIC, "", false, false },
    { "x", SLIDE, "h + s1*u", "fs", "", "", true, false /* no storage is stated */ },
    { "x", SLIDE, BRISTLE, "0.999999*fs", ELASTIC, CONDITION, false, false },
    { "x", SLIDE, BRISTLE, "2*fs", ELASTIC, CONDITION, true, true },
    { "x", SLIDE, "0.999999*h + s2*u", "fs", ELASTIC, "", false, false },
    { "x", SLIDE, "h + s2*u - 1e-9*u", "fs", ELASTIC, "", false, false },
    { "x", SLIDE, BRISTLE, "fs", "1.000001*x^2/2", CONDITION, false, false },
    { "x", SLIDE, BRISTLE, "fs", "-x^2/2", CONDITION, false, false },
    { "-x", SLIDE, BRISTLE, "fs", "", CONDITION, false, false },
    { "x", "u - abs(u)*h/G - 1e-9*x^3", BRISTLE, "fs", ELASTIC, CONDITION, false, false },
    { "x", "u", "h + s2*u", "fs", ELASTIC, "", false, false },
    { STIFFENING, CONDITION, false, false }, /* true, but how far x comes is not seen */
    { STIFFENING, "s2*fc >= 0.999999*s1*(fs - fc)", false, false },
    { "x + x^3", SLIDE, BRISTLE, "fs", "x^2/2 + x^4/3.999", CONDITION, false, false },
    { "x + s3*x^3", SLIDE, BRISTLE, "fs", "x^2/2 + s3*x^4/4", CONDITION, true, true },
    /* One way x stops at 1/2; the way back moves it on from there, where D is below 0. */
    { "x", "u*(1 - 4*abs(x) + 3*x^2) + abs(u)*(2*x - 3*x*abs(x))",
      "x*(1 - 4*abs(x) + 3*x^2 + sign(u)*(2*x - 3*x*abs(x))) + sign(u)*(1 - 2*abs(x))", "1",
      ELASTIC, "", false, false },
    { "s0*x + s3*x^3", SLIDE, BRISTLE, "fs/s0", "s0*x^2/2 + s3*x^4/4", CONDITION, true, true },
};

static void read_row(struct test_law *law, const struct row *row)
{
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real s0(min=1e-3, max=1e3) = 1, s1(min=0, max=1e3) = 1;\n"
        "  parameter Real s2(min=0, max=1e3) = 1, s3(min=0, max=1e3) = 1;\n"
        "  parameter Real fc(min=1e-3, max=1e3) = 1, fs(min=1e-3, max=1e3) = 1.5;\n"
        "  constant Real one_v(unit=\"m/s\") = 1, one_f(unit=\"N\") = 1, one_t(unit=\"s\") = 1;\n"
        "  constant Real one_j(unit=\"J\") = 1;\n"
        "  Real x(start=0, fixed=true, min=-1, max=1);\n"
        "protected\n  Real u = v/one_v, G = fc + (fs - fc)*exp(-u^2), h = %s, dx = %s, f = %s;\n"
        "equation\n  assert(fs >= fc, \"fs >= fc\");\n  one_t*der(x) = dx;\n  F = f*one_f;\n"
        "  annotation(__Bristle(speed_max=1e3, bound(x=%s)%s%s%s%s%s%s));\nend test;\n";
    char source[2048];
    const bool has_storage = *row->storage, has_where = *row->where;
    const int n =
        snprintf(source, sizeof source, form, row->h, row->rate, row->force, row->bound,
                 has_storage ? ", storage=one_j*(" : "", row->storage, has_storage ? ")" : "",
                 has_where ? ", claims={passivity(where=" : "", row->where, has_where ? ")}" : "");
    cr_assert(n > 0 && (size_t)n < sizeof source);
    test_law_read(law, source);
}

static expression condition_of(const struct test_law *law)
{
    return law->graph.n_domains > 0 ? law->graph.domains[0].where : EXPRESSION_NONE;
}

/* F v - dS/dt over |v|, and whether the place counts: parameters that the law and the claim admit,
 * and a state that a creeping motion does not push back. */
static double excess_at(const struct test_law *law, expression slope, const double p[], double v,
                        double x, bool *counts)
{
    const double inputs[] = { v }, states[] = { x }, creep[] = { copysign(1e-12, x) };
    const struct graph_point
        here = { .parameters = p, .inputs = inputs, .states = states, .selection = copysign(1, v) },
        slow = { .parameters = p, .inputs = creep, .states = states, .selection = copysign(1, x) };
    const struct graph *g = &law->equations.graph;
    const struct law_graph *is = &law->graph;
    const expression of[] = { is->force, is->rate.of[0], slope, is->constraints[0].condition,
                              condition_of(law) };
    double value[5] = { [4] = 1 }, pushed;
    graph_evaluate(g, &here, of, value, of[4] == EXPRESSION_NONE ? 4 : 5);
    graph_evaluate(g, &slow, &is->rate.of[0], &pushed, 1);
    *counts = value[3] != 0 && value[4] != 0 && pushed * x >= 0;
    const double gained = value[0] * v - value[2] * value[1],
                 terms = fabs(value[0] * v) + fabs(value[2] * value[1]);
    return gained + 16 * 0x1p-52 * terms; /* some ten operations of 1/2 ulp each */
}

/* Returns how many places counted. */
static unsigned hold_against_places(struct test_law *law, const struct row *row)
{
    unsigned long long random = 7;
    const unsigned n_parameters = 6;
    const expression storage = law->graph.stated[STATEMENT_STORAGE].of[0],
                     slope = graph_derivative(&law->equations.graph, storage,
                                              graph_symbol(&law->equations.graph, SYMBOL_STATE, 0));
    unsigned met = 0;
    for (unsigned i = 0; i < PLACES; i++) {
        double p[6], bound;
        for (unsigned k = 0; k < n_parameters; k++)
            p[k] = pow(10, 4 * test_uniform(&random) - 2);
        const struct graph_point only = { .parameters = p };
        graph_evaluate(&law->equations.graph, &only, law->graph.stated[STATEMENT_BOUND].of, &bound,
                       1);
        const double v = (test_uniform(&random) < 0.5 ? -1 : 1) *
                         pow(10, 6 * test_uniform(&random) - 3),
                     x = bound * (2 * test_uniform(&random) - 1);
        bool counts;
        const double excess = excess_at(law, slope, p, v, x, &counts);
        met += counts;
        cr_expect(!counts || excess >= 0, "%s, %s: %g at v = %g, x = %g", row->h, row->where,
                  excess, v, x);
    }
    return met;
}

Test(stored, is_what_the_storage_shows)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct test_law law;
        read_row(&law, &rows[i]);
        const expression condition = condition_of(&law);
        cr_expect_eq(stored_prove_passivity(&law.graph, condition),
                     rows[i].is_passive ? ANSWER_YES : ANSWER_UNDECIDED, "%zu", i);
        cr_expect_eq(stored_prove_dissipation(&law.graph, condition),
                     rows[i].is_dissipative ? ANSWER_YES : ANSWER_UNDECIDED, "%zu", i);
        if (rows[i].is_dissipative)
            cr_expect_geq(hold_against_places(&law, &rows[i]), PLACES / 50U);
        test_law_free(&law);
    }
}

/* The first fit together; they are all that the first law has. */
static const char *pick(unsigned long long *random, bool is_first, const char *const of[],
                        unsigned n)
{
    return is_first || test_uniform(random) < 0.6 ? of[0]
                                                  : of[(unsigned)(test_uniform(random) * n) % n];
}

/* Laws, storages and conditions put together at random, most of which do not fit: what is proved of
 * one of them is so. */
Test(stored, is_so_of_random_laws)
{
    static const char *const springs[] = { "x", "s0*x", "x + s3*x^3", "x/2", "tanh(x)", "2*x" },
                             *const rates[] = { SLIDE, "u - abs(u)*x/G", "u - abs(u)*h/fs",
                                                "u - abs(u)*h/G*(1 + x^2)", "u - 2*abs(u)*h/G" },
                             *const forces[] = { BRISTLE,
                                                 "h + s2*u",
                                                 "2*h + s1*dx + s2*u",
                                                 "h/2 + s1*dx + 2*s2*u",
                                                 "x + s1*dx + s2*u",
                                                 "h + s1*u - s2*dx",
                                                 "h + s2*u + s3*u^3" },
                             *const bounds[] = { "fs", "fs/s0", "2*fs", "fc" },
                             *const storages[] = { "x^2/2", "s0*x^2/2", "x^2/2 + s3*x^4/4",
                                                   "x^2",   "x^2/4",    "x^4" },
                             *const conditions[] = { CONDITION,
                                                     "0 <= s1",
                                                     "s2*fc >= s1*fs",
                                                     "s2 >= s1",
                                                     "2*s2*fc >= s1*(fs - fc)",
                                                     "s2*fs >= s1*(fs - fc)",
                                                     "s1 <= s2*fc" };
    unsigned long long random = test_seed();
    unsigned proved = 0;
    for (unsigned i = 0; i < RANDOM_LAWS; i++) {
        const struct row row = { .h = pick(&random, i == 0, springs, 6),
                                 .rate = pick(&random, i == 0, rates, 5),
                                 .force = pick(&random, i == 0, forces, 7),
                                 .bound = pick(&random, i == 0, bounds, 4),
                                 .storage = pick(&random, i == 0, storages, 6),
                                 .where = pick(&random, i == 0, conditions, 7) };
        struct test_law law;
        read_row(&law, &row);
        if (stored_prove_dissipation(&law.graph, condition_of(&law)) == ANSWER_YES) {
            proved++;
            hold_against_places(&law, &row);
        }
        test_law_free(&law);
    }
    cr_expect_geq(proved, 1U);
}
