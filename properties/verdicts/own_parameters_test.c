/* Edges of domains are where a claim begins, to a rounding, for every claim of every law. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/trials/draw.h"
#include "properties/verdicts/own_parameters.h"
#include "tools/testing/test_random.h"

enum { DRAWS = 5 };

static bool contains(const struct model *model, const struct claim *claim, const double p[],
                     unsigned param, double value)
{
    double q[MODEL_MAX_PARAMS];
    memcpy(q, p, sizeof q);
    q[param] = value;
    return PREC(model_is_valid)(model, q) && claim_contains(model, claim, q);
}

/* Inside on one side, outside on the other, and nothing between one's own value and the edge that
 * would be nearer. */
static void check_edge(const struct model *model, const struct claim *claim, const double p[],
                       const struct claim_edge *e)
{
    const bool whole = model_param_is_whole(model, e->param);
    const double in = e->is_open ? (e->is_from ? 5e-324 : -5e-324) : e->value;
    const double out =
        whole ? in + (e->is_from ? -1 : 1) : nextafter(in, e->is_from ? -INFINITY : INFINITY);
    const char *name = model->params[e->param].name;
    cr_expect(contains(model, claim, p, e->param, in), "%s, %s: %s = %a is outside", model->name,
              claim->domain, name, in);
    cr_expect(!contains(model, claim, p, e->param, out), "%s, %s: %s = %a is inside", model->name,
              claim->domain, name, out);
    cr_expect_eq(e->yours, p[e->param]);
    const bool here = claim_contains(model, claim, p);
    cr_expect_eq(here, e->is_from ? e->yours >= in : e->yours <= in, "%s: %s", model->name, name);
}

static void check_claim(const struct model *model, const struct claim *claim, const double p[])
{
    struct claim_edges edges;
    claim_find_edges(model, claim, p, &edges);
    if (!claim->contains && claim->n_box == 0 && claim->base == ALL_VALID)
        cr_expect_eq(edges.n, 0u, "%s, %s", model->name, claim->domain);
    for (unsigned i = 0; i < edges.n; i++)
        check_edge(model, claim, p, &edges.edge[i]);
}

Test(own_parameters, edges_are_where_domains_end)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned draw = 0; draw < DRAWS; draw++) {
            struct rng rng = rng_keyed(test_seed(), (*m)->name, draw);
            double p[MODEL_MAX_PARAMS];
            PREC(model_defaults)(*m, p);
            if (draw > 0 && !PREC(draw_params)(*m, &anywhere, &rng, p))
                continue;
            for (unsigned i = 0; i < (*m)->n_claims; i++)
                check_claim(*m, &(*m)->claims[i], p);
        }
}

/* What the search draws from a domain is in it. */
Test(own_parameters, domains_are_those_of_the_search)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++)
            for (unsigned draw = 0; draw < DRAWS; draw++) {
                struct rng rng = rng_keyed(test_seed() + 1, (*m)->name, DRAWS * i + draw);
                double p[MODEL_MAX_PARAMS];
                if (PREC(draw_params)(*m, &(*m)->claims[i], &rng, p))
                    cr_expect(claim_contains(*m, &(*m)->claims[i], p), "%s, %s", (*m)->name,
                              (*m)->claims[i].domain);
            }
}

static const struct claim *claim_of(const struct model *model, enum property property,
                                    const char *id)
{
    unsigned i = 0;
    while (!claim_is(&model->claims[i], property, id))
        i++;
    return &model->claims[i];
}

/* sigma2 >= sigma1 (Fs-Fc)/Fc */
Test(own_parameters, of_lugre_have_edges_in_closed_form)
{
    const struct model *lugre = PREC(model_find)("lugre");
    const struct claim *window = claim_of(lugre, PASSIVITY, "window");
    struct claim_edges edges;
    double p[MODEL_MAX_PARAMS], expected[MODEL_MAX_PARAMS] = { 0 };
    PREC(model_defaults)(lugre, p);
    const double sigma1 = p[1], sigma2 = p[2], Fc = p[3], Fs = p[4];
    expected[1] = sigma2 * Fc / (Fs - Fc);
    expected[2] = sigma1 * (Fs - Fc) / Fc;
    expected[3] = sigma1 * Fs / (sigma1 + sigma2);
    expected[4] = Fc + sigma2 * Fc / sigma1;
    claim_find_edges(lugre, window, p, &edges);
    cr_assert_eq(edges.n, 4u);
    for (unsigned i = 0; i < edges.n; i++) {
        const struct claim_edge *e = &edges.edge[i];
        cr_expect_float_eq(e->value, expected[e->param], 4 * DBL_EPSILON * e->value, "%s: %a",
                           lugre->params[e->param].name, e->value);
        cr_expect_eq(e->is_from, e->param == 2 || e->param == 3);
        cr_expect(!e->is_point && !e->is_open);
    }
}

static double edge;

static bool gamma_is_above_edge(const real p[]) { return p[4] >= edge; }

/* In a range without ends edges are found up to a million times the value, or a million. */
Test(own_parameters, of_ranges_without_ends_have_edges)
{
    static const double cases[][2] = { { 1e-3, 3e5 }, { 1e4, 3e9 }, { -1e4, 3e9 }, { 1e-3, -3e5 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct claim claim = { .property = STATE_BOUND,
                                     .base = ALL_VALID,
                                     .contains = gamma_is_above_edge };
        struct model law = *PREC(model_find)("bouc_wen");
        struct quantity params[MODEL_MAX_PARAMS];
        struct claim_edges edges;
        double p[MODEL_MAX_PARAMS];
        memcpy(params, law.params, law.n_params * sizeof *params);
        law.params = params;
        params[4].lo = -INFINITY;
        params[4].hi = INFINITY;
        PREC(model_defaults)(&law, p);
        p[3] = 1e10; /* beta + gamma > 0 */
        p[4] = cases[i][0];
        edge = cases[i][1];
        claim_find_edges(&law, &claim, p, &edges);
        cr_assert_eq(edges.n, 1, "%g: %u edges", edge, edges.n);
        cr_expect(edges.edge[0].value == edge && edges.edge[0].param == 4);
    }
}

Test(own_parameters, change_nothing_but_defaults)
{
    struct law_choice law = law_choice_of(PREC(model_find)("lugre"));
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law.model, p);
    p[2] = 200;
    const struct law_choice own = own_law(&law, p);
    cr_expect_eq(own.stated, law.model);
    cr_expect_eq(own.rigorous, law.rigorous);
    for (unsigned i = 0; i < law.model->n_params; i++) {
        cr_expect_eq(own.model->params[i].value, p[i]);
        cr_expect_eq(own.model->params[i].hi, law.model->params[i].hi);
    }
    const struct claim *refuted = claim_of(law.model, PASSIVITY, NULL);
    cr_expect_eq(claim_at_defaults(refuted).declared, UNKNOWN);
    const struct claim window = claim_at_defaults(claim_of(law.model, PASSIVITY, "window"));
    const struct claim boxed = { .property = STATE_BOUND,
                                 .declared = UNKNOWN,
                                 .base = ALL_VALID,
                                 .signals = ONE_WAY_SIGNAL,
                                 .n_box = 1,
                                 .witness = "w.json" },
                       here = claim_at_defaults(&boxed);
    cr_expect(here.property == STATE_BOUND && here.declared == UNKNOWN &&
              here.signals == ONE_WAY_SIGNAL && here.base == AT_DEFAULTS && here.n_box == 0 &&
              !here.witness && !here.contains);
    cr_expect(window.declared == HOLDS && !window.contains &&
              claim_contains(own.model, &window, p));
    p[2] = 199;
    cr_expect(!claim_contains(own.model, &window, p));
}
