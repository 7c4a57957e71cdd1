/* Searches for signals along which the integrator violates a property that the exact solution
 * keeps. */
#include "properties/violations/attribution.h"

#include <stdio.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/judgement/certify.h"
#include "properties/search/shrink.h"
#include "properties/stored.h"
#include "properties/trials/draw.h"

const char *const violation_source_names[] = {
    [VIOLATION_SOURCE_NONE] = "none",
    [VIOLATION_SOURCE_EQUATIONS] = "equations",
    [VIOLATION_SOURCE_INTEGRATOR] = "integrator",
    [VIOLATION_SOURCE_NOT_APPLICABLE] = "not_applicable",
};

enum {
    TRIALS = 500,
    SIGNALS_PER_POINT = 8,
    NEAR_DRAWS = 32,
    CYCLE_DRAWS = 100,       /* until a cycle has short enough holds */
    WITNESS_STEPS = 2000000, /* steps of a witness's hold, at most */
};

struct inquiry {
    const struct model *model;
    const struct claim *claim;
    const struct integration_scheme *scheme;
    struct numerical numerical;
    struct attribution *result;
};

static double longest_hold(const struct integration_scheme *scheme)
{
    return scheme->settings.step > 0 ? ATTRIBUTION_STEPS * scheme->settings.step : (double)INFINITY;
}

/* Draws a signal of the claim's class whose holds are not too long. Cycles are drawn again until
 * one is short enough: a cycle that is cut would not close. Returns 0 when none was. */
static unsigned draw(const struct inquiry *s, const double p[], struct rng *rng,
                     struct hold holds[DRAW_MAX_HOLDS])
{
    const double longest = longest_hold(s->scheme);
    const bool cycle = s->claim->signals == CYCLE_SIGNAL;
    for (int draws = 0; draws < CYCLE_DRAWS; draws++) {
        const unsigned n = PREC(sample_signal)(s->model, p, s->claim->signals, rng, holds);
        bool fits = true;
        for (unsigned i = 0; i < n; i++) {
            fits &= holds[i].h <= longest;
            if (!cycle)
                holds[i].h = fmin(holds[i].h, longest);
        }
        if (fits || !cycle)
            return n;
    }
    return 0;
}

/* Rank of a source: a trial of a higher rank is reported instead of one of a lower rank. */
static int weight(enum violation_source source)
{
    if (source == VIOLATION_SOURCE_EQUATIONS)
        return 2;
    return source == VIOLATION_SOURCE_INTEGRATOR;
}

/* Runs one trial along both motions and keeps it if it is the worst. */
static void attempt(struct inquiry *s, const double p[], const struct hold holds[], unsigned n)
{
    struct attribution *worst = s->result;
    const enum property property = s->claim->property;
    const struct margin exact = PREC(evaluate_property)(s->model, p, property, holds, n);
    const struct margin m = integrated_trial(&s->numerical, s->model, p, property, holds, n);
    enum violation_source source = VIOLATION_SOURCE_NONE;
    if (!(exact.value >= -exact.rounding))
        source = VIOLATION_SOURCE_EQUATIONS;
    else if (!(m.value >= -m.rounding))
        source = VIOLATION_SOURCE_INTEGRATOR;
    worst->trials++;
    if (weight(source) < weight(worst->source))
        return;
    if (worst->trials > 1 && source == worst->source && !(m.value < worst->margin))
        return;
    worst->source = source;
    worst->margin = m.value + 0.0; /* -0 becomes 0 */
    worst->exact_margin = exact.value + 0.0;
    worst->status = s->numerical.status;
    worst->n_holds = n < DRAW_MAX_HOLDS ? n : DRAW_MAX_HOLDS;
    memcpy(worst->holds, holds, worst->n_holds * sizeof *holds);
    memcpy(worst->p, p, s->model->n_params * sizeof *p);
}

/* Margin for the shrinker: along the trajectory; 1 where the equations violate the property,
 * too. */
static struct margin margin_by_integrator(void *context, const double p[],
                                          const struct hold holds[], unsigned n)
{
    struct inquiry *s = context;
    const struct margin exact = PREC(evaluate_property)(s->model, p, s->claim->property, holds, n);
    if (!(exact.value >= -exact.rounding))
        return (struct margin){ .value = 1 };
    const struct margin m =
        integrated_trial(&s->numerical, s->model, p, s->claim->property, holds, n);
    /* another failure, such as too many steps, is not the violation that was found */
    return s->numerical.status == s->result->status ? m : (struct margin){ .value = 1 };
}

/* Simplifies the signal along which the integrator violates the property. */
static void simplify(struct inquiry *s)
{
    static const double kept = 0.5; /* share of the violation */
    struct attribution *worst = s->result;
    const struct evaluator by = { margin_by_integrator, s };
    struct counterexample c = { .n = worst->n_holds, .margin = worst->margin };
    struct sample sample;
    memcpy(c.p, worst->p, sizeof c.p);
    for (unsigned i = 0; i < c.n; i++) {
        c.v[i] = worst->holds[i].v;
        c.h[i] = worst->holds[i].h;
    }
    PREC(shrink)(s->model, s->claim, kept, &by, &c);
    PREC(counterexample_sample)(s->model, &c, &sample);
    worst->exact_margin =
        PREC(evaluate_property)(s->model, sample.p, s->claim->property, sample.holds, sample.n)
            .value +
        0.0;
    worst->margin = margin_by_integrator(s, sample.p, sample.holds, sample.n).value + 0.0;
    worst->status = s->numerical.status;
    worst->n_holds = sample.n;
    memcpy(worst->holds, sample.holds, sample.n * sizeof *sample.holds);
    memcpy(worst->p, sample.p, sizeof worst->p);
}

static bool valid(const struct inquiry *s, const double p[])
{
    return PREC(in_domain)(s->model, s->claim, p, NULL, 0);
}

/* Sets as many parameters to their defaults q[] as the domain allows, one after the other. Returns
 * the number of parameters at defaults. */
static unsigned towards_defaults(const struct inquiry *s, const double q[], double p[])
{
    unsigned reached = 0;
    for (unsigned i = 0; i < s->model->n_params; i++) {
        const double drawn = p[i];
        p[i] = q[i];
        if (valid(s, p))
            reached++;
        else
            p[i] = drawn;
    }
    return reached;
}

/* Draws parameters of the claim's domain: with scheme->everywhere at random, otherwise the ones of
 * some random draws that can be brought nearest to the defaults. */
static bool draw_parameters(const struct inquiry *s, struct rng *rng, double p[])
{
    double q[MODEL_MAX_PARAMS], near[MODEL_MAX_PARAMS];
    const size_t size = s->model->n_params * sizeof *p;
    unsigned most = 0;
    if (s->scheme->everywhere)
        return PREC(draw_params)(s->model, s->claim, rng, p);
    PREC(model_defaults)(s->model, q);
    memcpy(p, q, size);
    if (valid(s, q))
        return true;
    for (int draws = 0; draws < NEAR_DRAWS; draws++) {
        if (!PREC(draw_params)(s->model, s->claim, rng, near))
            return false;
        const unsigned reached = towards_defaults(s, q, near);
        if (draws == 0 || reached > most) {
            memcpy(p, near, size);
            most = reached;
        }
    }
    return true;
}

static void try_randomly(struct inquiry *s, const struct search_budget *budget)
{
    const unsigned trials = budget->trials > 0 ? budget->trials : TRIALS;
    double p[MODEL_MAX_PARAMS];
    struct hold holds[DRAW_MAX_HOLDS];
    struct rng rng = { 0 };
    char label[160];
    snprintf(label, sizeof label, "%s/%s/%s/blame", s->model->name,
             property_info[s->claim->property].name, s->claim->domain);
    s->numerical.most = s->scheme->settings.step > 0 ? 2 * (uint64_t)ATTRIBUTION_STEPS : UINT64_MAX;
    for (unsigned i = 0; i < trials; i++) {
        if (i % SIGNALS_PER_POINT == 0) {
            rng = rng_keyed(budget->seed, label, i / SIGNALS_PER_POINT);
            if (!draw_parameters(s, &rng, p))
                return;
        }
        const unsigned n = draw(s, p, &rng, holds);
        if (n > 0)
            attempt(s, p, holds, n);
    }
}

/* Tries the stored witness, unless a hold would take too many steps. */
static void try_witness(struct inquiry *s)
{
    struct witness w;
    struct file_error error;
    struct sample sample;
    const char *text = s->claim->witness ? stored_witness_find(s->claim->witness) : NULL;
    if (!text || !witness_parse(text, strlen(text), &w, &error))
        return;
    const bool ours = PREC(witness_sample)(&w, s->model, &sample);
    witness_free(&w);
    if (!ours)
        return;
    s->numerical.most = WITNESS_STEPS;
    attempt(s, sample.p, sample.holds, sample.n);
}

void attribute_claim(const struct model *model, const struct claim *claim,
                     const struct integration_scheme *scheme, const struct search_budget *budget,
                     struct attribution *result)
{
    struct inquiry s = { .model = model, .claim = claim, .scheme = scheme, .result = result };
    *result = (struct attribution){ .margin = NAN, .exact_margin = NAN, .as_declared = true };
    result->reason = numerical_obstacle(scheme, model, claim->property);
    if (result->reason) {
        result->source = VIOLATION_SOURCE_NOT_APPLICABLE;
        return;
    }
    numerical_open(&s.numerical, scheme, 0);
    if (claim->declared == REFUTED)
        try_witness(&s);
    try_randomly(&s, budget);
    if (result->source == VIOLATION_SOURCE_INTEGRATOR)
        simplify(&s);
    numerical_close(&s.numerical);
    if (result->trials == 0) {
        result->source = VIOLATION_SOURCE_NOT_APPLICABLE;
        result->reason = "no signal is short enough";
    }
    result->as_declared = claim->declared != HOLDS || result->source == VIOLATION_SOURCE_NONE ||
                          result->source == VIOLATION_SOURCE_NOT_APPLICABLE;
}
