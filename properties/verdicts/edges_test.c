/* Edges of made-up domains, whose places are known: what is found, on which side, whether a single
 * value, and what is not. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/verdicts/own_parameters.h"

enum { A, B, N, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    { "a", "N", 3, -1e4, 10, "" },
    { "b", "N", 2, 0, INFINITY, "" },
    { "n", "1", 5, 0, 40, "" },
};
static const struct model law = {
    .name = "edges", .params = params, .n_params = N_PARAMS, .whole_params = 1 << N, .speed_max = 1
};

static bool a_from(const real p[]) { return p[A] >= -500 || (p[A] >= -3000 && p[A] <= -2000); }
static bool a_up_to(const real p[]) { return p[A] <= C(4.5); }
static bool a_is_negative(const real p[]) { return p[A] < 0; }
static bool b_is_positive(const real p[]) { return p[B] > 0; }
static bool b_up_to(const real p[]) { return p[B] <= C(1e5); }
static bool a_is_b(const real p[]) { return p[A] == p[B]; }
static bool a_from_b(const real p[]) { return p[A] >= p[B]; }
static bool n_from(const real p[]) { return p[N] >= 10; }
static bool n_up_to(const real p[]) { return p[N] <= 3; }
static bool n_below(const real p[]) { return p[N] < 7; }

struct expected {
    unsigned param;
    bool is_from, is_point, is_open;
    double value;
};

static const struct {
    bool (*contains)(const real p[]);
    double p[N_PARAMS];
    unsigned n;
    struct expected edge[4];
} cases[] = {
    { a_from, { 3, 2, 5 }, 1, { { A, true, false, false, -500 } } },
    { a_from,
      { -2500, 2, 5 },
      2,
      { { A, false, false, false, -2000 }, { A, true, false, false, -3000 } } },
    { a_from,
      { -1000, 2, 5 },
      2,
      { { A, true, false, false, -500 }, { A, false, false, false, -2000 } } },
    { a_from, { -5000, 2, 5 }, 1, { { A, true, false, false, -3000 } } },
    { a_up_to, { 3, 2, 5 }, 1, { { A, false, false, false, 4.5 } } },
    { a_up_to, { 9, 2, 5 }, 1, { { A, false, false, false, 4.5 } } },
    { a_is_negative, { 3, 2, 5 }, 1, { { A, false, false, true, 0 } } },
    { a_is_negative, { -3, 2, 5 }, 1, { { A, false, false, true, 0 } } },
    { b_is_positive, { 3, 2, 5 }, 1, { { B, true, false, true, 0 } } },
    { b_is_positive, { 3, 0, 5 }, 1, { { B, true, false, true, 0 } } },
    { b_up_to, { 3, 2, 5 }, 1, { { B, false, false, false, 1e5 } } },
    { a_is_b, { 3, 2, 5 }, 2, { { A, false, true, false, 2 }, { B, true, true, false, 3 } } },
    { a_is_b, { 2, 3, 5 }, 2, { { A, true, true, false, 3 }, { B, false, true, false, 2 } } },
    { a_is_b, { 2, 2, 5 }, 0, { { 0 } } }, /* made at one's own values only */
    { a_from_b, { 3, 2, 5 }, 2, { { A, true, false, false, 2 }, { B, false, false, false, 3 } } },
    { a_from_b, { 2, 3, 5 }, 2, { { A, true, false, false, 3 }, { B, false, false, false, 2 } } },
    { n_from, { 3, 2, 5 }, 1, { { N, true, false, false, 10 } } },
    { n_from, { 3, 2, 30 }, 1, { { N, true, false, false, 10 } } },
    { n_up_to, { 3, 2, 5 }, 1, { { N, false, false, false, 3 } } },
    { n_below, { 3, 2, 5 }, 1, { { N, false, false, false, 6 } } },
    { NULL, { 3, 2, 5 }, 0, { { 0 } } },
};

static void expect_edges(const struct claim *claim, const double p[], unsigned n,
                         const struct expected expected[], const char *what)
{
    struct claim_edges edges;
    claim_find_edges(&law, claim, p, &edges);
    cr_assert_eq(edges.n, n, "%s: %u edges", what, edges.n);
    for (unsigned i = 0; i < n; i++) {
        const struct claim_edge *e = &edges.edge[i];
        cr_expect(e->param == expected[i].param && e->value == expected[i].value &&
                      e->yours == p[e->param],
                  "%s, edge %u: %s = %.17g", what, i, params[e->param].name, e->value);
        cr_expect(e->is_from == expected[i].is_from && e->is_point == expected[i].is_point &&
                      e->is_open == expected[i].is_open,
                  "%s, edge %u: %d %d %d", what, i, e->is_from, e->is_point, e->is_open);
        cr_expect(!e->inside.judged && !e->outside.judged);
    }
}

Test(edges, of_conditions_are_where_these_end)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct claim claim = { .base = ALL_VALID, .contains = cases[i].contains };
        char what[32];
        snprintf(what, sizeof what, "condition %zu", i);
        expect_edges(&claim, cases[i].p, cases[i].n, cases[i].edge, what);
    }
}

/* A box ends at its own values; of a claim about the defaults the others are single values. */
Test(edges, of_boxes_are_their_ends)
{
    static const struct expected ends[] = { { B, false, false, false, 4 },
                                            { B, true, false, false, 1 } },
                                 below[] = { { B, true, false, false, 1 } },
                                 beside[] = { { A, true, true, false, 3 } };
    struct claim claim = { .base = ALL_VALID, .box = { { B, 1, 4 } }, .n_box = 1 };
    expect_edges(&claim, (double[]){ 3, 2, 5 }, 2, ends, "a box");
    expect_edges(&claim, (double[]){ 7, 2, 5 }, 2, ends, "a box");
    expect_edges(&claim, (double[]){ 3, 0.5, 5 }, 1, below, "a box above");
    claim.base = AT_DEFAULTS;
    expect_edges(&claim, (double[]){ 3, 2, 5 }, 2, ends, "a box at the defaults");
    expect_edges(&claim, (double[]){ 1, 2, 5 }, 1, beside, "beside the defaults");
    claim.box[0] = (struct interval){ B, 7.25, 7.25 };
    static const struct expected point[] = { { B, true, true, false, 7.25 } };
    expect_edges(&claim, (double[]){ 3, 2, 5 }, 1, point, "a box of one value");
}

/* Whether a claim is made at parameters: within each interval, ends included, at the defaults of
 * the others where it is about these, and where its condition is true. */
Test(claims, are_made_where_they_say)
{
    const struct claim any = {
        .base = ALL_VALID, .box = { { A, -1, 4 }, { B, 1, 2 } }, .n_box = 2, .contains = n_up_to
    };
    struct claim near = any;
    near.base = AT_DEFAULTS;
    near.contains = NULL;
    for (int a = -2; a <= 5; a++)
        for (int b = 0; b <= 3; b++)
            for (int n = 2; n <= 6; n++) {
                const double p[] = { a, b, n };
                const bool inside = a >= -1 && a <= 4 && b >= 1 && b <= 2;
                cr_expect_eq(claim_contains(&law, &any, p), inside && n <= 3, "%d %d %d", a, b, n);
                cr_expect_eq(claim_contains(&law, &near, p), inside && n == 5, "%d %d %d", a, b, n);
            }
}

/* Sides are judged of edges at a number that is not 0, of claims declared to hold; not of single
 * values, nor of whole numbers. */
Test(edges, are_judged_where_there_are_two_sides)
{
    const struct model *lugre = PREC(model_find)("lugre");
    const struct search_budget one = { .trials = 1, .ignore_stored = true };
    const struct own_judge own = { .model = lugre, .budget = &one };
    static const struct claim_edge edges[] = {
        { .param = 0, .is_from = true, .value = 1e5 },
        { .param = 0, .is_from = true, .is_point = true, .value = 1e5 },
        { .param = 2, .is_from = true, .value = 0 },
        { .param = 2, .is_from = true, .value = 0.3 },
    };
    static const bool judged[] = { true, false, false, true };
    enum { EDGES = sizeof edges / sizeof *edges };
    for (int whole = 0; whole < 2; whole++)
        for (enum declared declared = HOLDS; declared <= UNKNOWN; declared++) {
            const struct claim claim = { .property = STATE_BOUND, .declared = declared };
            struct model counted = *lugre;
            struct own_judge judge = own;
            struct claim_edges found = { .n = EDGES };
            memcpy(found.edge, edges, sizeof edges);
            counted.whole_params = whole ? 1 : 0; /* the first */
            judge.model = &counted;
            claim_judge_edges(&judge, &claim, &found);
            for (unsigned i = 0; i < EDGES; i++) {
                const bool yes = declared == HOLDS && judged[i] && !(whole && edges[i].param == 0);
                cr_expect(found.edge[i].inside.judged == yes && found.edge[i].outside.judged == yes,
                          "edge %u, declared %d", i, (int)declared);
                if (!yes)
                    continue;
                cr_expect_float_eq(found.edge[i].inside.at, 1.01 * edges[i].value, 1e-9);
                cr_expect_float_eq(found.edge[i].outside.at, 0.99 * edges[i].value, 1e-9);
                cr_expect_eq(found.edge[i].inside.trials, 1);
            }
        }
}
