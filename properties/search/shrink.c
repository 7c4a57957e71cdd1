/* Simplifies a counterexample step by step, as long as it stays one. */
#include "properties/search/shrink.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/trials/evaluate_property.h"
#include "properties/trials/readable.h"

/* The counterexample that becomes simpler: a change is accepted only while the margin stays at most
 * `most`. */
struct shrinking {
    const struct model *model;
    const struct claim *claim;
    double most;
    const struct evaluator *by; /* NULL: trials along the exact flow */
    bool robust;
    struct counterexample *c;
};

void PREC(counterexample_sample)(const struct model *model, const struct counterexample *c,
                                 struct sample *s)
{
    for (unsigned i = 0; i < model->n_params; i++)
        s->p[i] = (real)c->p[i];
    for (unsigned i = 0; i < c->n; i++)
        s->holds[i] = (struct hold){ (real)c->v[i], (real)c->h[i] };
    s->n = c->n;
}

void PREC(counterexample_set)(const struct model *model, const struct claim *claim,
                              const struct sample *sample, struct counterexample *c)
{
    for (unsigned i = 0; i < model->n_params; i++) {
        const double value = model->params[i].value;
        c->p[i] = sample->p[i] == (real)value ? value : (double)sample->p[i];
    }
    c->n = sample->n;
    for (unsigned i = 0; i < sample->n; i++) {
        c->v[i] = (double)sample->holds[i].v;
        c->h[i] = (double)sample->holds[i].h;
    }
    c->margin = PREC(counterexample_margin)(model, claim, c);
}

/* Returns a margin of 1 for numbers that are not in the domain. */
static struct margin evaluate(const struct model *model, const struct claim *claim,
                              const struct evaluator *by, const struct counterexample *c)
{
    const struct margin none = { .value = 1 };
    struct sample s;
    PREC(counterexample_sample)(model, c, &s);
    for (unsigned i = 0; i < s.n; i++)
        if (!(s.holds[i].h > 0) || !isfinite(s.holds[i].h) || !isfinite(s.holds[i].v))
            return none;
    if (!PREC(in_domain)(model, claim, s.p, s.holds, s.n))
        return none;
    return by ? by->margin(by->context, s.p, s.holds, s.n)
              : PREC(evaluate_property)(model, s.p, claim->property, s.holds, s.n);
}

static double violation(struct margin m) { return m.value < -m.rounding ? (double)m.value : 1; }

/* Returns true when the violation is beyond the rounding of single precision. */
static bool robust(struct margin m)
{
    return (double)m.value < -(double)FLT_EPSILON / (double)R_EPSILON * (double)m.rounding;
}

double PREC(counterexample_margin)(const struct model *model, const struct claim *claim,
                                   const struct counterexample *c)
{
    return violation(evaluate(model, claim, NULL, c));
}

bool PREC(counterexample_robust)(const struct model *model, const struct claim *claim,
                                 const struct counterexample *c)
{
    return robust(evaluate(model, claim, NULL, c));
}

/* Returns true when the last segment is the one that closes a cycle. */
static bool is_cycle(const struct shrinking *s, const struct counterexample *c)
{
    return s->claim->signals == CYCLE_SIGNAL && c->n == 3 && c->v[1] == -c->v[0] &&
           c->v[2] == c->v[0];
}

/* Computes anew the last segment, which closes a cycle. */
static void close(const struct shrinking *s, struct counterexample *c)
{
    struct candidate cycle = { .n = 2 };
    struct sample sample;
    memcpy(cycle.p, c->p, sizeof cycle.p);
    for (int i = 0; i < 2; i++)
        cycle.segments[i] = (struct segment){ SEGMENT_HOLD, { c->v[i], 0 }, c->h[i], 1, 0, 0 };
    if (PREC(candidate_sample)(s->model, s->claim, &cycle, &sample))
        c->h[2] = (double)sample.holds[2].h;
}

static bool accept(struct shrinking *s, const struct counterexample *simpler)
{
    const struct margin m = evaluate(s->model, s->claim, s->by, simpler);
    const double margin = violation(m);
    if (!(margin <= s->most) || (s->robust && !robust(m)))
        return false;
    *s->c = *simpler;
    s->c->margin = margin;
    return true;
}

static void remove_holds(struct counterexample *c, unsigned from, unsigned count)
{
    const unsigned after = from + count;
    memmove(&c->v[from], &c->v[after], (c->n - after) * sizeof *c->v);
    memmove(&c->h[from], &c->h[after], (c->n - after) * sizeof *c->h);
    c->n -= count;
}

static bool without(struct shrinking *s, unsigned from, unsigned count)
{
    struct counterexample simpler = *s->c;
    remove_holds(&simpler, from, count);
    return accept(s, &simpler);
}

/* Replaces holds i and i+1 by one hold, at the velocity of either, as long as both. */
static bool merged(struct shrinking *s, unsigned i)
{
    for (unsigned removed = i; removed < i + 2; removed++) {
        struct counterexample simpler = *s->c;
        simpler.h[i] = simpler.h[i + 1] = simpler.h[i] + simpler.h[i + 1];
        remove_holds(&simpler, removed, 1);
        if (accept(s, &simpler))
            return true;
    }
    return false;
}

/* Removes segments, the longest runs first (A. Zeller, R. Hildebrandt, "Simplifying and isolating
 * failure-inducing input", IEEE Trans. Softw. Eng. 28(2), 2002). */
static bool fewer_segments(struct shrinking *s)
{
    const unsigned before = s->c->n;
    for (unsigned count = s->c->n / 2; count > 0; count /= 2)
        for (unsigned from = 0; from + count <= s->c->n && s->c->n > count;)
            if (!without(s, from, count))
                from++;
    for (unsigned i = 0; i + 1 < s->c->n;)
        if (!merged(s, i))
            i++;
    return s->c->n < before;
}

static bool with_param(struct shrinking *s, unsigned i, double value)
{
    struct counterexample simpler = *s->c;
    simpler.p[i] = value;
    if (is_cycle(s, &simpler))
        close(s, &simpler);
    return accept(s, &simpler);
}

static bool more_defaults(struct shrinking *s)
{
    bool changed = false;
    struct counterexample simpler = *s->c;
    unsigned others = 0;
    for (unsigned i = 0; i < s->model->n_params; i++) {
        const double value = s->model->params[i].value;
        others += simpler.p[i] != value;
        simpler.p[i] = value;
    }
    if (is_cycle(s, &simpler))
        close(s, &simpler);
    if (others > 1)
        changed |= accept(s, &simpler);
    for (unsigned i = 0; i < s->model->n_params; i++)
        if (s->c->p[i] != s->model->params[i].value)
            changed |= with_param(s, i, s->model->params[i].value);
    return changed;
}

/* Sets a number (a velocity and what goes with it). Returns true when the change is accepted. */
typedef bool setter(struct shrinking *s, unsigned i, double value);

/* Finds the simplest value near x that is accepted, if it is simpler than x. */
static bool simpler_number(struct shrinking *s, unsigned i, double x, setter *set)
{
    if (x == 0)
        return false;
    const unsigned cost = readable_cost(x), all = round_trip_digits(x);
    const int decade = readable_decade(x);
    const double power = pow(10, decade), sign = x < 0 ? -1 : 1;
    const double plain[] = { 1, 10, 2, 5, 0.1, 100 };
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++) {
        const double value = readable_rounded(sign * plain[k] * power, 1);
        if (readable_cost(value) < cost && set(s, i, value))
            return true;
    }
    for (unsigned digits = 1; digits < all; digits++) {
        const double unit = pow(10, decade + 1 - (int)digits);
        for (int step = 0; step < 3; step++) {
            const double value = readable_rounded(x + (step == 2 ? -1 : step) * unit, digits);
            if (value != 0 && readable_cost(value) < cost && set(s, i, value))
                return true;
        }
    }
    return false;
}

static bool with_time(struct shrinking *s, unsigned i, double value)
{
    struct counterexample simpler = *s->c;
    simpler.h[i] = value;
    if (is_cycle(s, &simpler) && i < 2)
        close(s, &simpler);
    return accept(s, &simpler);
}

/* Changes the speed of all segments at that speed; durations stay. */
static bool with_velocity(struct shrinking *s, unsigned i, double value)
{
    struct counterexample simpler = *s->c;
    const double speed = fabs(simpler.v[i]);
    for (unsigned k = 0; k < simpler.n; k++)
        if (fabs(simpler.v[k]) == speed)
            simpler.v[k] = copysign(value, simpler.v[k]);
    if (is_cycle(s, &simpler))
        close(s, &simpler);
    return accept(s, &simpler);
}

/* Changes the speed of all segments at that speed; distances stay. */
static bool with_velocity_over_distance(struct shrinking *s, unsigned i, double value)
{
    struct counterexample simpler = *s->c;
    const double speed = fabs(simpler.v[i]);
    for (unsigned k = 0; k < simpler.n; k++)
        if (fabs(simpler.v[k]) == speed) {
            simpler.v[k] = copysign(value, simpler.v[k]);
            simpler.h[k] *= speed / fabs(value);
        }
    return accept(s, &simpler);
}

static bool rounder_numbers(struct shrinking *s)
{
    bool changed = false;
    for (unsigned i = 0; i < s->model->n_params; i++)
        if (s->c->p[i] != s->model->params[i].value)
            changed |= simpler_number(s, i, s->c->p[i], with_param);
    for (unsigned i = 0; i < s->c->n; i++) {
        changed |= simpler_number(s, i, s->c->v[i], with_velocity) ||
                   simpler_number(s, i, s->c->v[i], with_velocity_over_distance);
        if (!is_cycle(s, s->c) || i < 2)
            changed |= simpler_number(s, i, s->c->h[i], with_time);
    }
    return changed;
}

/* Makes the first motion go forward. */
static bool forward(struct shrinking *s)
{
    struct counterexample simpler = *s->c;
    unsigned i = 0;
    while (i < simpler.n && simpler.v[i] == 0)
        i++;
    if (i == simpler.n || simpler.v[i] > 0)
        return false;
    for (unsigned k = 0; k < simpler.n; k++)
        simpler.v[k] = 0.0 - simpler.v[k];
    return accept(s, &simpler);
}

void PREC(shrink)(const struct model *model, const struct claim *claim, double share,
                  const struct evaluator *by, struct counterexample *c)
{
    enum { MOST_ROUNDS = 100 }; /* every round makes it simpler, so the loop ends anyway */
    struct shrinking s = {
        .model = model,
        .claim = claim,
        .most = share * c->margin,
        .robust = robust(evaluate(model, claim, by, c)),
        .by = by,
        .c = c,
    };
    for (int i = 0; i < MOST_ROUNDS; i++) {
        bool changed = fewer_segments(&s);
        changed |= forward(&s);
        changed |= more_defaults(&s);
        changed |= rounder_numbers(&s);
        if (!changed)
            break;
    }
    if (is_cycle(&s, c))
        while (simpler_number(&s, 2, c->h[2], with_time))
            ;
}
