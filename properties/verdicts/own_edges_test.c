/* The two sides of an edge of a claim's domain. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/verdicts/own_parameters.h"

static const struct claim *claim_of(const struct model *model, enum property property,
                                    const char *id)
{
    unsigned i = 0;
    while (!claim_is(&model->claims[i], property, id))
        i++;
    return &model->claims[i];
}

/* Returns true when the parameters are valid with the value; *claimed receives whether the claim is
 * made there. */
static bool is_valid(const struct model *model, const struct claim *claim, const double p[],
                     unsigned param, double value, bool *claimed)
{
    double q[MODEL_MAX_PARAMS];
    memcpy(q, p, sizeof q);
    q[param] = value;
    *claimed = claim_contains(model, claim, q);
    return PREC(model_is_valid)(model, q);
}

static bool gamma_is_above(const real p[]) { return p[4] >= -20000; }
static bool gamma_is_below(const real p[]) { return p[4] <= -20000; }

/* A side of an edge lies a hundredth away from it, inside the domain or outside. It is judged
 * wherever the parameters are valid. */
static void check_side(const struct model *model, const struct claim *claim, const double p[],
                       const struct claim_edge *e, bool is_inside)
{
    const struct edge_side *side = is_inside ? &e->inside : &e->outside;
    const double to = e->is_from == is_inside ? 1 : -1, at = e->value + to * fabs(e->value) / 100;
    const char *name = model->params[e->param].name;
    bool claimed;
    cr_expect_eq(side->judged, is_valid(model, claim, p, e->param, at, &claimed), "%s, %s = %g",
                 model->name, name, at);
    cr_expect_eq(claimed, is_inside, "%s, %s = %g", model->name, name, at);
    if (side->judged)
        cr_expect_float_eq(side->at, at, 1e-12 * fabs(at), "%s, %s = %g, not %g", model->name, name,
                           side->at, at);
}

Test(own_edges, lie_between_their_sides)
{
    const struct model *bouc_wen = PREC(model_find)("bouc_wen");
    const struct model *lugre = PREC(model_find)("lugre");
    const struct claim from = { .property = STATE_BOUND, .contains = gamma_is_above };
    const struct claim up_to = { .property = STATE_BOUND, .contains = gamma_is_below };
    const struct {
        const struct model *model;
        const struct claim *claim;
        unsigned edges;
    } cases[] = { { bouc_wen, &from, 1 },
                  { bouc_wen, &up_to, 1 },
                  { lugre, claim_of(lugre, PASSIVITY, "window"), 4 } };
    const struct search_budget one = { .trials = 1, .ignore_stored = true };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct own_judge own = { .model = cases[i].model, .budget = &one };
        struct claim_edges edges;
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(own.model, p);
        claim_find_edges(own.model, cases[i].claim, p, &edges);
        cr_assert_eq(edges.n, cases[i].edges);
        claim_judge_edges(&own, cases[i].claim, &edges);
        for (unsigned k = 0; k < edges.n; k++) {
            check_side(own.model, cases[i].claim, p, &edges.edge[k], true);
            check_side(own.model, cases[i].claim, p, &edges.edge[k], false);
        }
    }
}

/* Next to the edges of LuGre's window the claim is proved inside, and a signal refutes it outside,
 * after a search as short as this one. */
Test(own_edges, of_the_window_are_sharp)
{
    const struct model *lugre = PREC(model_find)("lugre");
    const struct claim *window = claim_of(lugre, PASSIVITY, "window");
    const struct search_budget few = { .trials = 20, .signals = 2, .ignore_stored = true };
    const struct own_judge own = { lugre, arb_law_find("lugre"), &few, NULL };
    struct claim_edges edges;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(lugre, p);
    claim_find_edges(lugre, window, p, &edges);
    claim_judge_edges(&own, window, &edges);
    for (unsigned i = 0; i < edges.n; i++) {
        const struct edge_side *in = &edges.edge[i].inside, *out = &edges.edge[i].outside;
        const char *name = lugre->params[edges.edge[i].param].name;
        cr_expect(!in->judged || (in->verdict == VERDICT_HOLDS && in->method == METHOD_PROVED),
                  "inside, %s = %g: %d", name, in->at, (int)in->verdict);
        cr_expect(out->judged && out->verdict == VERDICT_REFUTED && out->method == METHOD_WITNESS,
                  "outside, %s = %g: %d", name, out->at, (int)out->verdict);
    }
    /* without balls the signal is followed in working precision */
    const struct own_judge in_double = { lugre, NULL, &few, NULL };
    claim_judge_edges(&in_double, window, &edges);
    for (unsigned i = 0; i < edges.n; i++) {
        const struct edge_side *in = &edges.edge[i].inside, *out = &edges.edge[i].outside;
        cr_expect(!in->judged || (in->verdict == VERDICT_HOLDS && in->method == METHOD_TESTED));
        cr_expect(out->verdict == VERDICT_REFUTED && out->method == METHOD_TESTED, "%s = %g: %d",
                  lugre->params[edges.edge[i].param].name, out->at, (int)out->method);
    }
}

/* Where the whole claim is proved each side inside is, and none outside. */
Test(own_edges, of_a_proved_claim_are_proved_inside)
{
    const struct model *lugre = PREC(model_find)("lugre");
    const struct claim *window = claim_of(lugre, PASSIVITY, "window");
    const struct search_budget few = { .trials = 20, .ignore_stored = true };
    const struct own_judge own = { lugre, NULL, &few, lugre };
    struct claim_edges edges;
    unsigned inside = 0;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(lugre, p);
    claim_find_edges(lugre, window, p, &edges);
    claim_judge_edges(&own, window, &edges);
    for (unsigned i = 0; i < edges.n; i++) {
        const struct edge_side *in = &edges.edge[i].inside, *out = &edges.edge[i].outside;
        inside += in->judged;
        cr_expect(!in->judged || (in->verdict == VERDICT_HOLDS && in->method == METHOD_PROVED));
        cr_expect(out->verdict == VERDICT_REFUTED && out->method == METHOD_TESTED);
    }
    cr_expect(inside > 0);
}

/* The sides of an edge take as many trials and signals as they are given, up to a thousand and
 * eight, along some of which the claim is enclosed. */
Test(own_edges, take_what_they_are_given)
{
    unsigned before = 0;
    static const unsigned given[][2] = { { 1, 1 }, { 30, 3 }, { 1000, 8 }, { 3000, 20 } };
    const struct model *model = PREC(model_find)("bouc_wen");
    const struct claim from = { .property = DISSIPATION,
                                .domain = "from",
                                .contains = gamma_is_above };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        const struct search_budget budget = { .trials = given[i][0],
                                              .signals = given[i][1],
                                              .ignore_stored = true };
        const struct own_judge own = { model, arb_law_find("bouc_wen"), &budget, NULL };
        struct claim_edges edges;
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(model, p);
        claim_find_edges(model, &from, p, &edges);
        claim_judge_edges(&own, &from, &edges);
        cr_assert_eq(edges.n, 1);
        const struct edge_side *in = &edges.edge[0].inside;
        cr_expect(in->judged && in->verdict == VERDICT_HOLDS, "%d", (int)in->verdict);
        cr_expect_eq(in->trials, given[i][0] < 1000 ? given[i][0] : 1000, "%u trials of %u",
                     in->trials, given[i][0]);
        cr_expect(in->enclosed > 0 && in->enclosed <= given[i][1], "%u signals of %u", in->enclosed,
                  given[i][1]);
        cr_expect(given[i][1] <= 8 || in->enclosed == before, "%u signals, not %u", in->enclosed,
                  before);
        before = in->enclosed;
    }
}
