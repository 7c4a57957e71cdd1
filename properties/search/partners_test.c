/* Search and shrinking stay within a claim whoever judges the trials: an evaluator that always sees
 * a violation, never one, or nothing, and an examiner that ends at any trial. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/search/search.h"
#include "properties/search/shrink.h"
#include "properties/trials/draw.h"

/* What an evaluator says of every signal, and how often it was asked. */
struct says {
    struct margin margin;
    unsigned asked;
};

static struct margin say(void *context, const real p[], const struct hold holds[], unsigned n)
{
    struct says *says = context;
    (void)p, (void)holds, (void)n;
    says->asked++;
    return says->margin;
}

static bool is_a_signal(const struct sample *s)
{
    bool yes = s->n >= 1 && s->n <= DRAW_MAX_HOLDS;
    for (unsigned i = 0; i < s->n; i++)
        yes = yes && isfinite(s->holds[i].v) && isfinite(s->holds[i].h) && s->holds[i].h > 0;
    return yes;
}

/* What is no number equals itself here. */
static bool is_equal(real a, real b) { return a == b || (isnan(a) && isnan(b)); }

static bool is_same(const struct counterexample *a, const struct counterexample *b,
                    unsigned n_params)
{
    bool same = a->n == b->n && a->margin == b->margin;
    for (unsigned i = 0; i < n_params; i++)
        same = same && a->p[i] == b->p[i];
    for (unsigned i = 0; same && i < a->n; i++)
        same = a->v[i] == b->v[i] && a->h[i] == b->h[i];
    return same;
}

/* Draws a signal of the claim as a counterexample of margin -1. Returns false when the claim's
 * domain has no parameters that drawing finds. */
static bool drawn(const struct model *model, const struct claim *claim, uint64_t number,
                  struct counterexample *c)
{
    struct rng rng = rng_keyed(11, claim->domain, number);
    struct candidate candidate;
    struct sample sample;
    if (!PREC(draw_parameters)(model, claim, &rng, &candidate))
        return false;
    PREC(draw_segments)(model, claim->signals, &rng, &candidate);
    if (!PREC(candidate_sample)(model, claim, &candidate, &sample))
        return false;
    PREC(counterexample_set)(model, claim, &sample, c);
    c->margin = -1;
    return true;
}

static bool has_one_digit(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.0e", x);
    return strtod(text, NULL) == x;
}

/* A cycle is closed by its last hold, up to the digits that are left of it. */
static void expect_closed(const struct model *model, const struct claim *claim,
                          const struct counterexample *c)
{
    struct candidate cycle = { .n = 2 };
    struct sample s;
    memcpy(cycle.p, c->p, sizeof cycle.p);
    for (int i = 0; i < 2; i++)
        cycle.segments[i] = (struct segment){ SEGMENT_HOLD, { c->v[i], 0 }, c->h[i], 1, 0, 0 };
    cr_assert(PREC(candidate_sample)(model, claim, &cycle, &s));
    cr_expect(fabs(c->h[2] - (double)s.holds[2].h) <= 0.05 * (double)s.holds[2].h,
              "%s: a cycle of %g, %g, %g s; it closes after %g s", model->name, c->h[0], c->h[1],
              c->h[2], (double)s.holds[2].h);
}

/* An evaluator that always sees a violation leaves one hold of plain numbers, within the domain. */
static void shrink_by_yes(const struct model *model, const struct claim *claim,
                          const struct counterexample *from)
{
    struct says yes = { .margin = { .value = -1 } };
    const struct evaluator by = { say, &yes };
    struct counterexample to = *from;
    struct sample s;
    PREC(shrink)(model, claim, 1, &by, &to);
    PREC(counterexample_sample)(model, &to, &s);
    cr_expect(is_a_signal(&s) && PREC(in_domain)(model, claim, s.p, s.holds, s.n),
              "%s, %s for %s: shrunk out of its domain", model->name,
              property_info[claim->property].name, claim->domain);
    cr_expect(to.n <= from->n && (to.n == 1 || claim->signals != ANY_SIGNAL),
              "%s, %s for %s: %u holds", model->name, property_info[claim->property].name,
              claim->domain, to.n);
    cr_expect_eq(to.margin, -1);
    cr_expect_gt(yes.asked, 0);
    const bool is_cycle = claim->signals == CYCLE_SIGNAL && to.n == 3;
    if (is_cycle)
        expect_closed(model, claim, &to);
    for (unsigned i = 0; i < to.n; i++)
        cr_expect(has_one_digit(to.v[i]) && (has_one_digit(to.h[i]) || (is_cycle && i == 2)),
                  "%s, %s for %s: hold %u is %g m/s for %g s", model->name,
                  property_info[claim->property].name, claim->domain, i, to.v[i], to.h[i]);
}

/* One that never sees a violation beyond rounding, or sees no number, changes nothing. */
static void shrink_by_other(const struct model *model, const struct claim *claim,
                            const struct counterexample *from, uint64_t number)
{
    static const struct margin margins[] = {
        { .value = 1 },
        { .value = 0 },
        { .value = C(-0.5), .rounding = 1 },
        { .value = NAN },
        { .value = C(-1e9), .rounding = C(2e9) },
    };
    struct says other = { .margin = margins[number % (sizeof margins / sizeof *margins)] };
    const struct evaluator by = { say, &other };
    struct counterexample to = *from;
    PREC(shrink)(model, claim, 1, &by, &to);
    cr_expect(is_same(&to, from, model->n_params), "%s, %s: margin %g, rounding %g", model->name,
              property_info[claim->property].name, (double)other.margin.value,
              (double)other.margin.rounding);
}

Test(shrink, stays_in_the_domain_whoever_evaluates)
{
    unsigned claims = 0, shrunk = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned k = 0; k < (*m)->n_claims; k++) {
            const struct claim *claim = &(*m)->claims[k];
            if (claim->property == EXPERIMENT)
                continue;
            claims++;
            for (uint64_t number = 0; number < 4; number++) {
                struct counterexample from;
                memset(&from, 0, sizeof from);
                if (!drawn(*m, claim, number, &from) || from.n > 6) /* long ones take longest */
                    continue;
                shrink_by_yes(*m, claim, &from);
                shrink_by_other(*m, claim, &from, number);
                if (number == 0)
                    shrink_by_other(*m, claim, &from, 4);
                shrunk++;
            }
        }
    cr_expect_gt(shrunk, claims / 2, "%u of %u claims", shrunk, claims);
}

/* Demands one hold. */
static struct margin has_hold(void *context, const real p[], const struct hold holds[], unsigned n)
{
    const struct hold *hold = context;
    bool has = false;
    (void)p;
    for (unsigned i = 0; i < n; i++)
        has = has || (holds[i].v == hold->v && holds[i].h == hold->h);
    return (struct margin){ .value = has ? -1 : 1 };
}

/* Of as many holds as there may be, the one that matters is left, wherever it stands. */
Test(shrink, leaves_the_hold_that_matters)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct claim claim = { .property = PASSIVITY };
    for (unsigned place = 0; place < DRAW_MAX_HOLDS; place++) {
        struct counterexample c = { .n = DRAW_MAX_HOLDS, .margin = -1 };
        for (unsigned i = 0; i < model->n_params; i++)
            c.p[i] = model->params[i].value;
        for (unsigned i = 0; i < c.n; i++) {
            c.v[i] = 1e-3 + 1e-5 * i;
            c.h[i] = 0.5 + i / 1024.0;
        }
        struct hold hold = { (real)c.v[place], (real)c.h[place] };
        const struct evaluator by = { has_hold, &hold };
        PREC(shrink)(model, &claim, 1, &by, &c);
        cr_expect(c.n == 1 && (real)c.v[0] == hold.v && (real)c.h[0] == hold.h && c.margin == -1,
                  "hold %u: %u are left", place, c.n);
    }
}

/* What an examiner has seen: every trial is one of the claim, with the margin of just its sample.
 */
struct examined {
    const struct model *model;
    const struct claim *claim;
    unsigned trials, last; /* ends at trial `last` */
};

static bool examine(void *context, const struct candidate *candidate, const struct sample *s,
                    struct margin margin)
{
    struct examined *examined = context;
    (void)candidate;
    const struct margin own =
        PREC(evaluate_property)(examined->model, s->p, examined->claim->property, s->holds, s->n);
    examined->trials++;
    cr_expect(is_a_signal(s) &&
                  PREC(in_domain)(examined->model, examined->claim, s->p, s->holds, s->n),
              "%s: trial %u is not of the claim", examined->model->name, examined->trials);
    cr_expect(is_equal(own.value, margin.value) && is_equal(own.rounding, margin.rounding),
              "%s: trial %u has the margin of another", examined->model->name, examined->trials);
    return examined->trials != examined->last;
}

/* A search makes the trials that it was asked for, up to those of its last candidate, tells of all,
 * and ends where it is told to. */
Test(search, tells_of_each_trial_and_ends_where_told)
{
    static const char *const names[] = { "lugre", "dahl", "maxwell_slip", "martinez_rosas" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned last = 0; last < 300; last += last < 4 ? 1 : 37) {
            const struct model *model = PREC(model_find)(names[i]);
            struct examined examined = { model, &model->claims[last % model->n_claims], 0, last };
            if (examined.claim->property == EXPERIMENT)
                continue;
            const struct search search = { .model = model,
                                           .claim = examined.claim,
                                           .strategy = last % 2 ? SEARCH_RANDOM : SEARCH_GUIDED,
                                           .seed = last,
                                           .simulations = 200,
                                           .examine = examine,
                                           .context = &examined };
            unsigned made = 0;
            const enum search_end end = PREC(search)(&search, &made);
            const bool told = last > 0 && examined.trials == last;
            cr_expect_eq(end, told ? SEARCH_ENDED : SEARCH_EXHAUSTED, "%s, %u", names[i], last);
            cr_expect(made >= examined.trials && (told || made >= 200) && made < 200 + 200,
                      "%s: %u simulations, %u trials", names[i], made, examined.trials);
        }
}
