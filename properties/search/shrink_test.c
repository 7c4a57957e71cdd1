/* What shrinking leaves cannot be made simpler by any one step: without a segment, with a parameter
 * at its default, or with a number of fewer digits it is no counterexample any more. The judge is
 * an evaluator that demands just so much of a signal: a duration, a speed, a reversal, a parameter.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/search/shrink.h"
#include "properties/trials/draw.h"
#include "properties/trials/readable.h"

enum { SIGNALS = 150 };

/* At least these, s and m/s; a velocity of each sign; and that parameter, times `sign`. */
struct demand {
    double duration, speed;
    bool reversal;
    unsigned param;
    double sign, value;
};

static bool meets(const struct demand *d, const real p[], const struct hold holds[], unsigned n)
{
    double duration = 0, speed = 0;
    bool forth = false, back = false;
    for (unsigned i = 0; i < n; i++) {
        duration += (double)holds[i].h;
        speed = fmax(speed, fabs((double)holds[i].v));
        forth |= holds[i].v > 0;
        back |= holds[i].v < 0;
    }
    return duration >= d->duration && speed >= d->speed && (!d->reversal || (forth && back)) &&
           d->sign * (double)p[d->param] >= d->value;
}

static struct margin judge(void *context, const real p[], const struct hold holds[], unsigned n)
{
    const struct demand *d = context;
    return (struct margin){ .value = meets(d, p, holds, n) ? -1 : 1 };
}

/* Draws a counterexample and what it meets, with little or much to spare. */
static bool draw(const struct model *model, const struct claim *claim, uint64_t number,
                 struct counterexample *c, struct demand *d)
{
    struct rng rng = rng_keyed(5, model->name, number);
    struct candidate candidate;
    struct sample s;
    if (!PREC(draw_parameters)(model, claim, &rng, &candidate))
        return false;
    PREC(draw_segments)(model, claim->signals, &rng, &candidate);
    if (!PREC(candidate_sample)(model, claim, &candidate, &s))
        return false;
    PREC(counterexample_set)(model, claim, &s, c);
    c->margin = -1;
    PREC(counterexample_sample)(model, c, &s);
    bool forth = false, back = false;
    *d = (struct demand){ .param = rng_below(&rng, model->n_params) };
    const double spare = rng_below(&rng, 3) == 0 ? 1 : rng_uniform(&rng);
    for (unsigned i = 0; i < s.n; i++) {
        d->duration += (double)s.holds[i].h * spare;
        d->speed = fmax(d->speed, fabs((double)s.holds[i].v) * spare);
        forth |= s.holds[i].v > 0;
        back |= s.holds[i].v < 0;
    }
    d->reversal = forth && back && rng_below(&rng, 2) == 0;
    d->sign = rng_below(&rng, 2) == 0 ? 1 : -1;
    d->value = d->sign * (double)s.p[d->param];
    if (d->value > 0)
        d->value *= spare;
    return meets(d, s.p, s.holds, s.n);
}

/* Returns true when these numbers, too, are a counterexample of the claim. */
static bool also(const struct model *model, const struct claim *claim, const struct demand *d,
                 const struct counterexample *c)
{
    struct sample s;
    PREC(counterexample_sample)(model, c, &s);
    for (unsigned i = 0; i < s.n; i++)
        if (!(s.holds[i].h > 0))
            return false;
    return PREC(in_domain)(model, claim, s.p, s.holds, s.n) && meets(d, s.p, s.holds, s.n);
}

/* The numbers of a counterexample, one after the other: parameters, speeds, durations. */
enum number { PARAM, SPEED, DURATION };

static void set(struct counterexample *c, enum number which, unsigned i, double value)
{
    if (which == PARAM)
        c->p[i] = value;
    else if (which == DURATION)
        c->h[i] = value;
    else {
        const double speed = fabs(c->v[i]);
        for (unsigned k = 0; k < c->n; k++)
            if (fabs(c->v[k]) == speed)
                c->v[k] = copysign(value, c->v[k]);
    }
}

/* Number x cannot lose a digit, nor move by one in the last digit that is left, nor be a power of
 * ten. */
static void expect_plain(const struct model *model, const struct claim *claim,
                         const struct demand *d, const struct counterexample *c, enum number which,
                         unsigned i, double x)
{
    static const double leads[] = { 0.1, 1, 2, 5, 10, 100 };
    double simpler[64];
    unsigned n = 0;
    const double power = pow(10, readable_decade(x)), sign = x < 0 ? -1 : 1;
    for (size_t k = 0; k < sizeof leads / sizeof *leads; k++)
        simpler[n++] = readable_rounded(sign * leads[k] * power, 1);
    for (unsigned digits = 1; digits < round_trip_digits(x); digits++)
        for (int step = -1; step <= 1; step++)
            simpler[n++] = readable_rounded(x + step * 10 * power * pow(10, -(int)digits), digits);
    for (unsigned k = 0; k < n; k++) {
        struct counterexample other = *c;
        if (simpler[k] == 0 || readable_cost(simpler[k]) >= readable_cost(x))
            continue;
        set(&other, which, i, simpler[k]);
        cr_expect_not(also(model, claim, d, &other), "%s: %.17g could be %.17g (number %d of %u)",
                      model->name, x, simpler[k], (int)which, i);
    }
}

static void expect_simplest(const struct model *model, const struct claim *claim,
                            const struct demand *d, const struct counterexample *c)
{
    for (unsigned i = 0; i < c->n && c->n > 1; i++) {
        struct counterexample other = *c;
        other.n--;
        memmove(&other.v[i], &other.v[i + 1], (other.n - i) * sizeof *other.v);
        memmove(&other.h[i], &other.h[i + 1], (other.n - i) * sizeof *other.h);
        cr_expect_not(also(model, claim, d, &other), "%s: hold %u of %u", model->name, i, c->n);
        if (i > 0) { /* or is part of the one before */
            other.h[i - 1] += c->h[i];
            cr_expect_not(also(model, claim, d, &other), "%s: hold %u, joined", model->name, i);
        }
    }
    for (unsigned i = 0; i < model->n_params; i++) {
        struct counterexample other = *c;
        other.p[i] = model->params[i].value;
        if (c->p[i] == other.p[i])
            continue;
        cr_expect_not(also(model, claim, d, &other), "%s: %s = %.17g", model->name,
                      model->params[i].name, c->p[i]);
        expect_plain(model, claim, d, c, PARAM, i, c->p[i]);
    }
    bool moved = false;
    for (unsigned i = 0; i < c->n; i++) {
        cr_expect(moved || c->v[i] >= 0, "%s: it begins backwards", model->name);
        moved |= c->v[i] != 0;
        expect_plain(model, claim, d, c, DURATION, i, c->h[i]);
        if (c->v[i] != 0)
            expect_plain(model, claim, d, c, SPEED, i, c->v[i]);
    }
}

Test(shrink, leaves_nothing_to_simplify)
{
    static const char *const names[] = { "lugre", "dahl", "martinez_rosas", "coulomb_viscous" };
    static const struct claim anything = { .property = PASSIVITY, .base = ALL_VALID };
    unsigned shrunk = 0, holds = 0, simplified = 0;
    for (unsigned number = 0; number < SIGNALS; number++) {
        const struct model *model = PREC(model_find)(names[number % 4]);
        struct counterexample from, to;
        struct demand d;
        memset(&from, 0, sizeof from);
        if (!draw(model, &anything, number, &from, &d))
            continue;
        const struct evaluator by = { judge, &d };
        to = from;
        PREC(shrink)(model, &anything, 1, &by, &to);
        cr_expect(also(model, &anything, &d, &to), "%s: signal %u is lost", model->name, number);
        expect_simplest(model, &anything, &d, &to);
        shrunk++;
        holds += to.n;
        simplified += to.n < from.n;
    }
    cr_expect(shrunk > SIGNALS / 2 && holds > shrunk && simplified > shrunk / 3,
              "%u shrunk, to %u holds", shrunk, holds);
}

/* An evaluator of moods: it likes a signal or not by its numbers alone. */
static struct margin like(void *context, const real p[], const struct hold holds[], unsigned n)
{
    uint64_t mix = *(const unsigned *)context;
    const double first = (double)p[0];
    struct rng rng;
    for (unsigned i = 0; i <= n; i++) {
        const double numbers[] = { i ? (double)holds[i - 1].v : first,
                                   i ? (double)holds[i - 1].h : first };
        char text[64];
        snprintf(text, sizeof text, "%a %a", numbers[0], numbers[1]);
        rng = rng_keyed(mix, text, i);
        mix = rng_below(&rng, UINT32_MAX);
    }
    return (struct margin){ .value = rng_below(&rng, 16) == 0 ? -1 : 1 };
}

static bool is_same(const struct model *model, const struct counterexample *a,
                    const struct counterexample *b)
{
    bool same = a->n == b->n;
    for (unsigned i = 0; i < model->n_params; i++)
        same = same && a->p[i] == b->p[i];
    for (unsigned i = 0; same && i < a->n; i++)
        same = a->v[i] == b->v[i] && a->h[i] == b->h[i];
    return same;
}

/* Shrinking ends where it finds nothing simpler: it changes nothing when it begins there. */
Test(shrink, ends_where_it_would_begin)
{
    static const struct claim anything = { .property = PASSIVITY, .base = ALL_VALID };
    const struct model *model = PREC(model_find)("coulomb_viscous");
    unsigned simplified = 0;
    for (unsigned number = 0; number < SIGNALS; number++) {
        const struct evaluator by = { like, &number };
        struct counterexample from, once, twice;
        struct demand unused;
        memset(&from, 0, sizeof from);
        if (!draw(model, &anything, number, &from, &unused))
            continue;
        once = from;
        PREC(shrink)(model, &anything, 1, &by, &once);
        twice = once;
        PREC(shrink)(model, &anything, 1, &by, &twice);
        cr_expect(is_same(model, &once, &twice), "signal %u: %u holds, then %u", number, once.n,
                  twice.n);
        simplified += once.n < from.n;
    }
    cr_expect_gt(simplified, SIGNALS / 4, "%u", simplified);
}

/* What is no signal is no counterexample, wherever its fault is. */
Test(shrink, takes_signals_only)
{
    static const struct claim anything = { .property = STATE_BOUND, .base = ALL_VALID };
    static const double bad[][2] = { { 0.01, 0 },        { 0.01, -1 }, { 0.01, NAN },
                                     { 0.01, HUGE_VAL }, { NAN, 1 },   { HUGE_VAL, 1 } };
    const struct model *model = PREC(model_find)("dahl");
    struct demand none = { .sign = 0 };
    const struct evaluator by = { judge, &none };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        for (unsigned i = 0; i < 4; i++) {
            struct counterexample c, to;
            memset(&c, 0, sizeof c);
            for (unsigned j = 0; j < model->n_params; j++)
                c.p[j] = model->params[j].value;
            c.n = 4;
            for (unsigned j = 0; j < DRAW_MAX_HOLDS; j++) {
                c.v[j] = 0.01;
                c.h[j] = 1;
            }
            c.v[i] = bad[k][0];
            c.h[i] = bad[k][1];
            cr_expect_eq(PREC(counterexample_margin)(model, &anything, &c), 1, "%zu, hold %u", k,
                         i);
            to = c;
            to.margin = -1;
            PREC(shrink)(model, &anything, 1, &by, &to);
            for (unsigned j = 0; j < to.n; j++)
                cr_expect(to.n == c.n || (to.h[j] > 0 && isfinite(to.h[j]) && isfinite(to.v[j])),
                          "%zu, hold %u: shrunk to %g m/s for %g s", k, i, to.v[j], to.h[j]);
        }
}

/* A cycle that was drawn, and how often one was seen. */
struct cycle {
    const struct model *model;
    const struct claim *claim;
    const struct counterexample *drawn;
    bool together;
    unsigned seen;
};

/* Sees a violation in closed cycles: with the parameters that were drawn or all defaults together,
 * or with any but these. */
static struct margin see_closed(void *context, const real p[], const struct hold holds[],
                                unsigned n)
{
    struct cycle *cycle = context;
    struct candidate c = { .n = 2 };
    struct sample s;
    bool drawn = true, defaults = true;
    for (unsigned i = 0; i < cycle->model->n_params; i++) {
        drawn = drawn && p[i] == (real)cycle->drawn->p[i];
        defaults = defaults && p[i] == (real)cycle->model->params[i].value;
        c.p[i] = (double)p[i];
    }
    for (unsigned i = 0; i < 2; i++)
        c.segments[i] = (struct segment){
            SEGMENT_HOLD, { (double)holds[i].v, 0 }, (double)holds[i].h, 1, 0, 0
        };
    const bool closed = n == 3 && (cycle->together ? drawn || defaults : !defaults) &&
                        PREC(candidate_sample)(cycle->model, cycle->claim, &c, &s) &&
                        s.holds[2].h == holds[2].h;
    cycle->seen += closed;
    return (struct margin){ .value = closed ? -1 : 1 };
}

/* Parameters that are defaults only together all become defaults, others one by one up to the last,
 * and the cycle is closed anew for them. */
Test(shrink, closes_cycles_of_other_parameters)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct claim claim = { .property = PASSIVITY,
                                 .base = ALL_VALID,
                                 .signals = CYCLE_SIGNAL };
    unsigned shrunk = 0;
    for (unsigned number = 0; number < SIGNALS; number++) {
        struct counterexample from, to;
        struct demand unused;
        memset(&from, 0, sizeof from);
        if (!draw(model, &claim, number, &from, &unused) || from.n != 3)
            continue;
        struct cycle cycle = { model, &claim, &from, number % 2, 0 };
        const struct evaluator by = { see_closed, &cycle };
        unsigned others = 0;
        to = from;
        PREC(shrink)(model, &claim, 1, &by, &to);
        for (unsigned i = 0; i < model->n_params; i++)
            others += to.p[i] != model->params[i].value;
        if (cycle.seen > 0)
            cr_expect_eq(others, !cycle.together, "signal %u: %u parameters", number, others);
        shrunk += cycle.seen > 0;
    }
    cr_expect_gt(shrunk, SIGNALS / 4, "%u", shrunk);
}
