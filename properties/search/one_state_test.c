/* What it costs to move a single state: against LuGre's closed forms, at thresholds from both
 * sides, of laws that are passive, and of laws with a flaw where it is narrow. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/search/costs_judged_test.h"
#include "properties/search/one_state.h"
#include "properties/trials/draw.h"

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

static void expect_none(const struct one_state *law, const struct state_costs *costs,
                        const struct claim *claim, unsigned set)
{
    const char *name = property_info[claim->property].name;
    cr_expect_not(PREC(one_state_may_violate)(law, costs, claim->property), "%s %s, set %u",
                  law->model->name, name, set);
    if (claim->property == DISSIPATION)
        return; /* a spring alone is at the edge, to rounding */
    for (enum signal_length length = 0; length < N_SIGNAL_LENGTHS; length++) {
        struct candidate c = { .n = 0 };
        cr_expect_not(PREC(cheapest_signal)(law, costs, claim->property, length, &c),
                      "%s %s, set %u, length %d", law->model->name, name, set, (int)length);
    }
}

/* Of what the catalogue declares true the costs suspect nothing, also at edges of its domain, and
 * suggest no signal against passivity. */
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
                struct state_costs costs;
                PREC(one_state_costs)(&law, grid(k), &costs);
                expect_none(&law, &costs, claim, k);
                looked_at++;
            }
        }
    cr_expect_geq(looked_at, 10 * SETS);
}

/* The rise of LuGre's stored energy is that of sigma0 z^2/2. */
Test(costs, have_the_rise_of_the_stored_energy)
{
    real p[MODEL_MAX_PARAMS];
    const struct one_state law = lugre(p, 0.4, -1);
    struct state_costs costs;
    PREC(one_state_costs)(&law, grid(1), &costs);
    for (unsigned i = 0; i < ONE_STATE_CELLS; i++) {
        const double slope = p[SIGMA0] * costs.middle[i];
        /* two energies' roundings over two steps of 6e-6 of z, and none of a quadratic function */
        cr_expect_float_eq(PREC(one_state_stored)(&law, &costs, i), slope, 1e-10 * slope);
    }
}

/* One state, or none, beside travel; and no memory. */
Test(laws, with_one_state)
{
    static const struct {
        const char *name;
        bool applies;
        unsigned state;
    } laws[] = {
        { "coulomb", true, 0 },
        { "tanh_stribeck", true, 0 },
        { "dahl", true, 0 },
        { "elastoplastic", true, 0 },
        { "bouc_wen", true, 0 },
        { "bliman_sorine", false, 0 },
        { "martinez_rosas", false, 0 },
        { "leuven", false, 0 },
        { "reset_integrator", false, 0 },
        { "bristle", false, 0 },
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        const struct model *model = PREC(model_find)(laws[i].name);
        real p[MODEL_MAX_PARAMS];
        unsigned state = 0;
        cr_assert(model, "%s", laws[i].name);
        PREC(model_defaults)(model, p);
        cr_expect_eq(PREC(one_state_applies)(model, p, &state), laws[i].applies, "%s",
                     laws[i].name);
        if (laws[i].applies)
            cr_expect_eq(state, laws[i].state, "%s: %u", laws[i].name, state);
    }
}

/* Repeated cycles reach closer to the threshold than any burst: at 0.99 of it they are pulses, a
 * power of two of them at most but for the limit of a signal. */
Test(signals, are_repeated_near_the_threshold)
{
    real p[MODEL_MAX_PARAMS];
    const struct one_state law = lugre(p, 0.99 * 158.11388300841898, 1);
    const struct claim claim = { .property = PASSIVITY };
    struct state_costs costs;
    struct candidate c = { .n = 0 };
    struct sample s;
    for (unsigned i = 0; i < law.model->n_params; i++)
        c.p[i] = p[i];
    PREC(one_state_costs)(&law, grid(0), &costs);
    cr_assert(PREC(cheapest_signal)(&law, &costs, PASSIVITY, SIGNAL_REPEATED, &c));
    unsigned pulses = 0;
    for (unsigned i = 0; i < c.n; i++)
        pulses += c.segments[i].kind == SEGMENT_PULSES ? c.segments[i].steps : 0;
    cr_expect_eq(pulses, 2 * 16);
    cr_assert(PREC(candidate_sample)(law.model, &claim, &c, &s));
    const struct margin m = PREC(evaluate_property)(law.model, s.p, PASSIVITY, s.holds, s.n);
    cr_expect_lt(m.value, -m.rounding);
    /* z returns from each cycle to where it turned, by the accuracy of times over cells */
    const unsigned first = s.n - pulses;
    struct exact_state w;
    double begin = 0, top = 0;
    exact_state_start(&w, law.model, s.p);
    for (unsigned i = 0; i < s.n; i++) {
        if (i == first)
            begin = (double)w.x[law.state];
        exact_state_flow(&w, s.holds[i]);
        top = fmax(top, fabs((double)w.x[law.state]));
    }
    cr_expect_float_eq((double)w.x[law.state], begin, 0.05 * top, "z from %g to %g, at most %g",
                       begin, (double)w.x[law.state], top);
    /* each pulse brings z back, so that cycles pay alike: a cycle less leaves a share of it all */
    const struct margin less = PREC(evaluate_property)(law.model, s.p, PASSIVITY, s.holds, s.n - 2);
    cr_expect(less.value > m.value);
}

/* Holds end where the plan has ends of cells, to the accuracy of the motion, whatever its times
 * over cells have been. */
Test(signals, end_at_ends_of_cells)
{
    static const enum property about[] = { PASSIVITY, DISSIPATION };
    static const double parts[] = { 0.3, 0.9, 0.97 };
    for (unsigned i = 0; i < 24; i++) {
        real p[MODEL_MAX_PARAMS];
        const struct one_state law = lugre(p, parts[i % 3] * 158.11388300841898, i % 2 ? -1 : 1);
        const enum property property = about[i / 6 % 2];
        struct state_costs costs;
        struct candidate c = { .n = 0 };
        struct exact_state w;
        PREC(one_state_costs)(&law, grid(i), &costs);
        cr_assert(
            PREC(cheapest_signal)(&law, &costs, property, i / 12 ? SIGNAL_LONG : SIGNAL_SHORT, &c));
        exact_state_start(&w, law.model, p);
        /* of DISSIPATION the last hold goes through the cell, in its time */
        for (unsigned k = 0; k < c.n - (property == DISSIPATION); k++) {
            double off = (double)INFINITY;
            cr_assert_eq(c.segments[k].kind, SEGMENT_HOLD);
            exact_state_flow(
                &w, (struct hold){ (real)c.segments[k].level[0], (real)c.segments[k].time });
            const double z = law.side * (double)w.x[law.state];
            for (unsigned j = 0; j <= ONE_STATE_CELLS; j++)
                off = fmin(off, fabs(costs.end[j] - z));
            cr_expect_leq(off, 1e-6 * costs.end[ONE_STATE_CELLS], "%u: hold %u of %u ends at %g", i,
                          k, c.n, z);
        }
    }
}

/* A state that rises up to HALF by one speed in each band of deflections, another one in the next.
 */
#define HALF 0.5

static double speed_at(double z)
{
    static const double speeds[] = { 1e-3, 1e-12, 1e-7, 1, 1e-9, 1e-5 };
    return speeds[(unsigned)(4 * log2(1 + z * 0x1p60)) % 6];
}

static void rise_by_bands(const real p[], const struct memory *mem, real v, real s, const real x[],
                          real dx[])
{
    (void)p, (void)mem, (void)s;
    const double z = fabs((double)x[0]), at = log(fabs((double)v) / speed_at(z));
    const bool rises = v > 0 && fabs(at) < log(6) && z < HALF;
    dx[0] = rises ? 1 : -1;
}

static real drag(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)x;
    return v == 0 ? 0 : s;
}

/* The reach goes on through all of them, however often the speed changes. */
Test(costs, reach_as_far_as_any_speed_leads)
{
    const struct quantity state = { "z", "m", 0, -1, 1, "" };
    const struct model bands = { .name = "bands",
                                 .speed_max = 10,
                                 .states = &state,
                                 .n_states = 1,
                                 .rate = rise_by_bands,
                                 .force = drag };
    const real p[MODEL_MAX_PARAMS] = { 0 };
    const struct one_state law = { .model = &bands, .p = p, .side = 1, .fastest = 10 };
    struct state_costs costs;
    PREC(one_state_costs)(&law, grid(0), &costs);
    cr_expect_float_eq(costs.end[ONE_STATE_CELLS], HALF, 1e-6 * HALF, "%g",
                       costs.end[ONE_STATE_CELLS]);
}
