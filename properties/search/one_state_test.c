/* What it costs to move a single state: against LuGre's closed forms, at thresholds from both
 * sides, of laws that are passive, and of laws with a flaw where it is narrow. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/search/cheapest_signal.h"
#include "properties/search/draw.h"
#include "properties/search/evaluate_property.h"
#include "properties/search/one_state.h"

enum { SIGMA0, SIGMA1, SIGMA2, FC, FS, VS, M };

static struct one_state lugre(real p[], double sigma2, double side)
{
    const struct model *model = PREC(model_find)("lugre");
    cr_assert(model);
    PREC(model_defaults)(model, p);
    p[SIGMA2] = (real)sigma2;
    struct one_state law = { .model = model, .p = p, .side = side, .fastest = model->speed_max };
    cr_assert(PREC(one_state_applies)(model, p, &law.state));
    return law;
}

static struct one_state_grid grid(unsigned i)
{
    return (struct one_state_grid){ 0.25 * (i % 4), 0.25 * (i / 4 % 4), 0.5, 0 };
}

/* The threshold without a limit of speeds: sigma2 = sigma1 (Fs - Fc)/Fc. */
static double threshold(const real p[]) { return (double)(p[SIGMA1] * (p[FS] - p[FC]) / p[FC]); }

/* The cheapest way to raise z > 0 is to creep: every term of F v/(dz/dt) grows with v. */
static double raise(const real p[], double z)
{
    return p[SIGMA0] * z / (1 - p[SIGMA0] * z / p[FS]);
}

/* F v/|dz/dt| at v > 0, where z is above its steady state. */
static double lower_by(const real p[], double z, double v)
{
    const double G = p[FC] + (p[FS] - p[FC]) * exp(-pow(v / p[VS], p[M]));
    const double excess = p[SIGMA0] * z / G - 1;
    return excess > 0 ? p[SIGMA0] * z / excess + v * (p[SIGMA2] / excess - p[SIGMA1])
                      : (double)INFINITY;
}

/* Lowered by creeping back, or by going on faster than z bears: a scan of speeds. */
static double lower(const real p[], double z, double fastest)
{
    enum { SCANNED = 2000 };
    double least = -p[SIGMA0] * z / (1 + p[SIGMA0] * z / p[FS]);
    for (int i = 0; i <= SCANNED; i++)
        least = fmin(least, lower_by(p, z, fastest * exp2(-30.0 * i / SCANNED)));
    return least;
}

Test(costs, are_lugres)
{
    for (int shift = 0; shift < 4; shift++) {
        real p[MODEL_MAX_PARAMS];
        const struct one_state law = lugre(p, 0.4, shift % 2 ? -1 : 1);
        struct state_costs costs;
        double way = 0;
        PREC(one_state_costs)(&law, grid((unsigned)shift), &costs);
        for (unsigned i = 0; i < ONE_STATE_CELLS; i++) {
            const double a = raise(p, costs.middle[i]), b = lower(p, costs.middle[i], 1e3);
            way += costs.raise[i].cost * costs.width[i];
            /* no cheaper than the cheapest; creeping slower is left where it saves 1e-4 */
            cr_expect(costs.raise[i].cost >= a * (1 - 1e-9) && costs.raise[i].cost <= a * 1.001,
                      "a at %g m: %g, %g", costs.middle[i], costs.raise[i].cost, a);
            cr_expect(fabs(costs.lower[i].cost - b) <= 1e-3 * fabs(b), "b at %g m: %g, %g",
                      costs.middle[i], costs.lower[i].cost, b);
            /* int a dz; the midpoint rule is off by less than step^2/24 exp(-place) */
            const double w = p[SIGMA0] * costs.end[i + 1] / p[FS];
            const double all = p[FS] * p[FS] / p[SIGMA0] * (-log1p(-w) - w);
            cr_expect(fabs(way - all) <= 5e-3 * all, "%g J to %g m, %g J", way, costs.end[i + 1],
                      all);
        }
    }
}

/* The least a + b over z in closed form. */
static double least_sum(const real p[], double fastest)
{
    double least = (double)INFINITY;
    for (int i = 0; i < 400; i++) { /* the end of z's reach matters */
        const double z = (1 - exp2(-0.05 * (i + 1))) * p[FS] / p[SIGMA0];
        least = fmin(least, raise(p, z) + lower_by(p, z, fastest));
    }
    return least;
}

/* With |v| limited the threshold is a little lower than without. The costs bracket it, whatever
 * the grid. */
Test(costs, bracket_lugres_threshold)
{
    static const double speeds[] = { 10, 1e3, 1e5 };
    for (size_t s = 0; s < sizeof speeds / sizeof *speeds; s++) {
        real p[MODEL_MAX_PARAMS];
        struct one_state law = lugre(p, 0.4, 1);
        double lo = 0.5, hi = 1;
        for (int i = 0; i < 30; i++) {
            const double middle = (lo + hi) / 2;
            p[SIGMA2] = middle * threshold(p);
            *(least_sum(p, speeds[s]) < 0 ? &lo : &hi) = middle;
        }
        cr_assert(lo > 0.9 && hi < 1);
        law.fastest = speeds[s];
        for (unsigned i = 0; i < 16; i++) {
            struct state_costs costs;
            law.side = i % 2 ? -1 : 1;
            p[SIGMA2] = (hi + 1e-6) * threshold(p);
            PREC(one_state_costs)(&law, grid(i), &costs);
            cr_expect_not(PREC(one_state_may_violate)(&law, &costs, PASSIVITY));
            /* between cells of z a tenth of the distance from 1 is lost */
            p[SIGMA2] = (hi - 0.2 * (1 - hi)) * threshold(p);
            PREC(one_state_costs)(&law, grid(i), &costs);
            cr_expect(PREC(one_state_may_violate)(&law, &costs, PASSIVITY), "up to %g m/s, %u",
                      speeds[s], i);
        }
    }
}

/* Returns the least margin beyond rounding of the signals that the costs suggest; 1: none. */
static double judged(const struct one_state *law, enum property property, struct one_state_grid at)
{
    const struct claim claim = { .property = property };
    struct state_costs costs;
    struct candidate c = { .n = 0 };
    struct sample s;
    double least = 1;
    for (unsigned i = 0; i < law->model->n_params; i++)
        c.p[i] = (double)law->p[i];
    for (unsigned i = 0; i < 2 * N_SIGNAL_LENGTHS; i++) {
        PREC(one_state_costs)(law, at, &costs);
        if (!PREC(one_state_may_violate)(law, &costs, property))
            return least;
        if (i >= N_SIGNAL_LENGTHS)
            at.focus = PREC(one_state_worst)(&costs);
        const enum signal_length length = (enum signal_length)(i % N_SIGNAL_LENGTHS);
        if (!PREC(cheapest_signal)(law, &costs, property, length, &c))
            continue;
        cr_assert(PREC(candidate_sample)(law->model, &claim, &c, &s));
        const unsigned n = PREC(evaluate_worst_prefix)(law->model, s.p, property, s.holds, s.n);
        const struct margin m = PREC(evaluate_property)(law->model, s.p, property, s.holds, n);
        if (m.value < -m.rounding)
            least = fmin(least, (double)m.value);
    }
    return least;
}

/* At Table I, up to 1000 m/s, LuGre's threshold is 0.9925 of what it is without a limit. The signal
 * that comes of the costs takes a burst, then cycles as the threshold comes near. */
Test(signals, are_counterexamples_up_to_the_threshold)
{
    static const double parts[] = { 0.5, 0.9, 0.95, 0.98, 0.985, 0.99 };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        for (int side = -1; side <= 1; side += 2) {
            real p[MODEL_MAX_PARAMS];
            const struct one_state law = lugre(p, parts[k] * 158.11388300841898, side);
            cr_expect_lt(judged(&law, PASSIVITY, grid(0)), 0, "%g", parts[k]);
            cr_expect_lt(judged(&law, DISSIPATION, grid(0)), 0, "%g", parts[k]);
        }
}

/* Of what the catalogue declares true the costs suspect nothing, also at edges of its domain. */
Test(signals, there_are_none_for_claims_that_hold)
{
    enum { SETS = 40 };
    unsigned looked_at = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            const struct claim *claim = &(*m)->claims[i];
            if (claim->declared != HOLDS || claim->signals != ANY_SIGNAL ||
                (claim->property != PASSIVITY && claim->property != DISSIPATION))
                continue;
            for (unsigned k = 0; k < SETS; k++) {
                struct rng rng = rng_keyed(k, (*m)->name, i);
                real p[MODEL_MAX_PARAMS];
                struct candidate c;
                struct one_state law = {
                    .model = *m, .p = p, .side = k % 2 ? -1 : 1, .fastest = (*m)->speed_max
                };
                cr_assert(PREC(draw_parameters)(*m, claim, &rng, &c));
                if (k % 4 > 1)
                    PREC(draw_at_edge)(*m, claim, &rng, &c);
                cr_assert(PREC(candidate_params)(*m, claim, &c, p));
                if (!PREC(one_state_applies)(*m, p, &law.state))
                    break;
                cr_expect_eq(judged(&law, claim->property, grid(k)), 1, "%s %s, set %u", (*m)->name,
                             property_info[claim->property].name, k);
                looked_at++;
            }
        }
    cr_expect_geq(looked_at, 10 * SETS);
}

/* Edges of a joint condition are hit to the last number, and the sets stay within the domain. */
Test(draws, reach_the_edge)
{
    enum { DRAWN = 400 };
    const struct model *model = PREC(model_find)("lugre");
    unsigned at_edge = 0, found = 0;
    for (unsigned i = 0; i < model->n_claims; i++) {
        const struct claim *claim = &model->claims[i];
        if (claim->property != PASSIVITY || !claim->contains)
            continue;
        for (unsigned k = 0; k < DRAWN; k++) {
            struct rng rng = rng_keyed(k, "edge", i);
            struct candidate c;
            real p[MODEL_MAX_PARAMS];
            cr_assert(PREC(draw_parameters)(model, claim, &rng, &c));
            found += PREC(draw_at_edge)(model, claim, &rng, &c);
            cr_assert(PREC(candidate_params)(model, claim, &c, p));
            const double slack = p[SIGMA2] * p[FC] / (p[SIGMA1] * (p[FS] - p[FC])) - 1;
            at_edge += fabs(slack) <= 1e-9;
        }
    }
    cr_expect_geq(found, DRAWN / 2);
    cr_expect_geq(at_edge, DRAWN / 4);
}

/* A law made up: dz/dt = v - |v| z/LENGTH, F = z/LENGTH + what is asked for, in N. */
#define LENGTH 0x1p-14
static enum { WITH_BAND, WITH_DIRECTION, WITH_SPEED, WITH_PULL } flaw;

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    dx[0] = v - r_abs(v) * x[0] / LENGTH;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const double w = (double)x[0] / LENGTH, damping = 8;
    real dx[1];
    rate(p, mem, v, s, x, dx);
    switch (flaw) {
    case WITH_BAND: /* damping is negative for w within 0.6 +- 0.001 */
        return (real)(w + damping * dx[0] * (1 - 3 * exp(-pow((w - 0.6) / 1e-3, 2))));
    case WITH_DIRECTION: /* backwards only, and fast */
        return (real)(w + (v < -2 ? -damping * (double)v : damping * (double)v) * (1 - fabs(w)));
    case WITH_SPEED: /* where 2 < |v| < 2.5 m/s */
        return (real)(w + damping * (double)v * (fabs((double)v) - 2) * (fabs((double)v) - 2.5));
    default: /* the spring pulls the wrong way from 0.9 on */
        return (real)(w * (1 - 4 * pow(w, 8)));
    }
}

static real scale(const real p[], real v, real travel)
{
    (void)p, (void)travel;
    return 4 + 32 * r_abs(v) * (1 + v * v);
}

static real length(const real p[])
{
    (void)p;
    return (real)LENGTH;
}

static const struct quantity state = { "z", "m", 0, -1, 1, "" };
static const struct model made_up = { .name = "made_up",
                                      .speed_max = 10,
                                      .states = &state,
                                      .n_states = 1,
                                      .rate = rate,
                                      .force = force,
                                      .force_scale = scale,
                                      .length = length };

static double deepest(unsigned looks, double side)
{
    const real p[MODEL_MAX_PARAMS] = { 0 };
    double least = 1;
    for (unsigned i = 0; i < looks && least > 0; i++) {
        struct rng rng = rng_keyed(2, "flaws", i);
        const struct one_state law = {
            .model = &made_up, .p = p, .side = side, .fastest = made_up.speed_max
        };
        const struct one_state_grid at = { rng_uniform(&rng), rng_uniform(&rng), 0.5, 0 };
        least = judged(&law, PASSIVITY, at);
    }
    return least;
}

/* A flaw in a band that is a five hundredth of the reach takes some grids, and then finer cells. */
Test(flaws, in_a_narrow_band)
{
    flaw = WITH_BAND;
    cr_expect_lt(deepest(64, 1), 0);
}

Test(flaws, in_one_direction)
{
    flaw = WITH_DIRECTION;
    cr_expect_lt(deepest(1, -1), 0);
}

Test(flaws, at_some_speeds)
{
    flaw = WITH_SPEED;
    cr_expect_lt(deepest(8, 1), 0);
    cr_expect_lt(deepest(8, -1), 0);
}

/* dz/dt is not changed, so that nothing but the way out pays. */
Test(flaws, of_a_spring_that_pulls)
{
    flaw = WITH_PULL;
    cr_expect_lt(deepest(1, 1), 0);
}

/* Pulses are holds at two velocities in turn, of one length each. */
Test(signals, of_pulses)
{
    const struct claim claim = { .property = PASSIVITY };
    struct candidate c = { .n = 1 };
    struct sample s;
    c.segments[0] = (struct segment){
        .kind = SEGMENT_PULSES, .level = { 0.5, -0.125 }, .time = 8, .steps = 8, .share = 0.25
    };
    cr_assert(PREC(candidate_sample)(&made_up, &claim, &c, &s));
    cr_assert_eq(s.n, 8);
    for (unsigned i = 0; i < s.n; i++) {
        cr_expect_eq(s.holds[i].v, i % 2 ? -0.125 : 0.5);
        cr_expect_eq(s.holds[i].h, i % 2 ? 1.5 : 0.5);
    }
}
