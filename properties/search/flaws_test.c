/* Flaws of a law made up, each where it is hard to find; and how its costs are computed. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/search/costs_judged_test.h"
#include "tools/base/rng.h"

/* A law made up: dz/dt = v - |v| z/extent, F = z/extent + what is asked for, in N. */
#define LENGTH 0x1p-14
static real extent = (real)LENGTH; /* m */
static enum {
    WITH_BAND,
    WITH_DIRECTION,
    WITH_SPEED,
    WITH_PULL,
    WITH_REST,
    WITH_REST_HALFWAY,
    AS_TRAVEL,
    AS_FALL,
    STUCK
} flaw;

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    const real end = flaw == WITH_REST_HALFWAY && r_abs(v) > 1 ? extent / 2 : extent;
    dx[0] = flaw == AS_TRAVEL || flaw == AS_FALL ? v
            : flaw == STUCK                      ? 0
                                                 : v - r_abs(v) * x[0] / end;
}

static real force_at_zero; /* of a law that is stuck */

static real force_in_newtons(const real p[], const struct memory *mem, real v, real s,
                             const real x[])
{
    const double w = (double)x[0] / (double)extent, damping = 8;
    real dx[1];
    rate(p, mem, v, s, x, dx);
    switch (flaw) {
    case WITH_BAND: /* damping is negative for w within 0.6 +- 0.001 */
        return (real)(w + damping * dx[0] * (1 - 3 * exp(-pow((w - 0.6) / 1e-3, 2))));
    case WITH_DIRECTION: /* backwards only, and fast */
        return (real)(w + (v < -2 ? -damping * (double)v : damping * (double)v) * (1 - fabs(w)));
    case WITH_SPEED: /* where 2 < |v| < 2.5 m/s */
        return (real)(w + damping * (double)v * (fabs((double)v) - 2) * (fabs((double)v) - 2.5));
    case WITH_REST: /* costs 8 (1 - exp(-u)) - u/4 on the way to w = 1 - exp(-u) */
        return s * (real)(8 * (1 - fabs(w)) - 0.25);
    case WITH_REST_HALFWAY: /* outwards at |v| > 1 m/s only, to half of where z may come */
        return s * (real)(w * (double)v >= fabs(w) ? 2000 * fmax(0.4 - fabs(w), 0) - 2 : 1000);
    case AS_TRAVEL:
        return (real)w;
    case AS_FALL: /* cycles cost nothing, but the way out pays */
        return (real)-w;
    case STUCK: /* another sign beyond half a metre, where z never is */
        return s * force_at_zero * (1 - 2 * r_abs(x[0]));
    default: /* the spring pulls the wrong way from 0.9 on */
        return (real)(w * (1 - 4 * pow(w, 8)));
    }
}

static real unit = 1; /* of force, N */

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return unit * force_in_newtons(p, mem, v, s, x);
}

static real scale(const real p[], real v, real travel)
{
    (void)p, (void)travel;
    return unit * (4 + 32 * r_abs(v) * (1 + v * v));
}

static real length(const real p[])
{
    (void)p;
    return extent;
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

/* A spring that pushes away from 0: nothing is lost, and what comes out grows with the way. */
Test(flaws, of_a_fall)
{
    flaw = AS_FALL;
    for (int side = -1; side <= 1; side += 2)
        cr_expect_lt(deepest(1, side), 0);
}

/* The way to where z rests costs more than all cells but the rest gives back: what decides is to
 * stay there. */
Test(flaws, where_z_rests)
{
    flaw = WITH_REST;
    for (int side = -1; side <= 1; side += 2)
        cr_expect_lt(deepest(1, side), 0);
}

/* The same where other velocities move z on, which costs: nothing but a hold pays, for as long as
 * the way is. */
Test(flaws, where_z_rests_halfway)
{
    flaw = WITH_REST_HALFWAY;
    for (int i = 0; i < 4; i++) {
        extent = i < 2 ? (real)LENGTH : 1;
        cr_expect_lt(deepest(1, i % 2 ? 1 : -1), 0, "over %g m", (double)extent);
    }
}

/* What is suspected does not depend on the unit of force: a power of 2 changes no digit. */
Test(flaws, of_laws_of_any_force)
{
    static const real units[] = { C(0x1p-60), 1, C(0x1p+60) };
    const real p[MODEL_MAX_PARAMS] = { 0 };
    force_at_zero = 1;
    for (flaw = WITH_BAND; flaw <= STUCK; flaw++)
        for (unsigned i = 0; i < 8; i++) {
            const struct one_state law = {
                .model = &made_up, .p = p, .side = i % 2 ? -1 : 1, .fastest = 10
            };
            const struct one_state_grid at = { i / 8.0, 0.5, 0.5, 0 };
            bool suspected[3];
            double worst[3];
            for (size_t k = 0; k < 3; k++) {
                struct state_costs costs;
                unit = units[k];
                PREC(one_state_costs)(&law, at, &costs);
                suspected[k] = PREC(one_state_may_violate)(&law, &costs, PASSIVITY);
                worst[k] = PREC(one_state_worst)(&costs);
            }
            unit = 1;
            cr_expect(suspected[0] == suspected[1] && suspected[2] == suspected[1], "%d", flaw);
            if (flaw != STUCK)
                cr_expect(worst[0] == worst[1] && worst[2] == worst[1], "%d", flaw);
        }
}

/* A state that does not leave 0 is judged there, and nowhere else. */
Test(flaws, where_z_is_stuck)
{
    const real p[MODEL_MAX_PARAMS] = { 0 };
    const struct one_state law = { .model = &made_up, .p = p, .side = 1, .fastest = 10 };
    struct state_costs costs;
    flaw = STUCK;
    for (int sign = -1; sign <= 1; sign += 2) {
        force_at_zero = (real)sign;
        PREC(one_state_costs)(&law, (struct one_state_grid){ 0.5, 0.5, 0.5, 0 }, &costs);
        cr_expect(isinf(costs.raise[0].cost) && costs.raise[0].cost > 0);
        /* the most that comes out, at the largest speed */
        cr_expect_eq(costs.rest.cost, sign < 0 ? -law.fastest : 0, "%g W", costs.rest.cost);
        cr_expect_eq(PREC(one_state_may_violate)(&law, &costs, PASSIVITY), sign < 0);
        struct candidate c = { .n = 0 };
        cr_expect_eq(PREC(cheapest_signal)(&law, &costs, PASSIVITY, SIGNAL_SHORT, &c), sign < 0);
        if (sign < 0) /* a hold at that speed */
            cr_expect(c.n == 1 && c.segments[0].kind == SEGMENT_HOLD &&
                      fabs(c.segments[0].level[0]) == law.fastest && c.segments[0].time == 1);
        for (int side = -1; side <= 1; side += 2)
            cr_expect_eq(deepest(1, side) < 0, sign < 0);
    }
}

/* Costs between the speeds of the grid are found: F v/|dz/dt| has its least at |v| = 2.27 m/s. */
Test(costs, are_least_between_speeds)
{
    flaw = WITH_SPEED;
    const real p[MODEL_MAX_PARAMS] = { 0 };
    for (unsigned i = 0; i < 8; i++) {
        const struct one_state law = { .model = &made_up, .p = p, .side = 1, .fastest = 10 };
        struct state_costs costs;
        PREC(one_state_costs)(&law, (struct one_state_grid){ 0.5, i / 8.0, 0.5, 0 }, &costs);
        for (unsigned k = 0; k < 8; k++) {
            const double w = costs.middle[k] / LENGTH;
            double a = (double)INFINITY, b = (double)INFINITY;
            for (int step = 0; step < 2000; step++) {
                const double v = 1 + 1e-3 * step;
                const double damping = 8 * v * (v - 2) * (v - 2.5);
                a = fmin(a, (w + damping) / (1 - w));
                b = fmin(b, (damping - w) / (1 + w));
            }
            /* eight golden sections leave 1.4 % of v, and with it 0.02 N */
            cr_expect_float_eq(costs.raise[k].cost, a, 0.03, "%g, %g", costs.raise[k].cost, a);
            cr_expect_float_eq(costs.lower[k].cost, b, 0.03, "%g, %g", costs.lower[k].cost, b);
        }
    }
}

/* A state without end is looked at up to some of the law's lengths, within its range. */
Test(costs, of_travel_end_somewhere)
{
    static const double far[] = { 0, 0.3, 0.6, 1 };
    const real p[MODEL_MAX_PARAMS] = { 0 };
    flaw = AS_TRAVEL;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        const struct one_state law = { .model = &made_up, .p = p, .side = 1, .fastest = 10 };
        struct state_costs costs;
        PREC(one_state_costs)(&law, (struct one_state_grid){ 0.5, 0.5, far[i], 0 }, &costs);
        const double end = fmin(LENGTH * exp2(20 * far[i] - 6), 1);
        cr_expect(costs.end[ONE_STATE_CELLS] <= end && costs.end[ONE_STATE_CELLS] > 0.999 * end);
    }
}

/* Cells are in order and cover the reach; around a focus they are finest. */
Test(costs, have_cells_in_order)
{
    const real p[MODEL_MAX_PARAMS] = { 0 };
    flaw = WITH_PULL;
    for (unsigned i = 0; i < 8; i++) {
        const struct one_state law = { .model = &made_up, .p = p, .side = 1, .fastest = 10 };
        const double focus = i % 2 ? 0.1 * i * LENGTH : 0;
        struct state_costs costs;
        for (unsigned k = 0; k <= ONE_STATE_CELLS; k++)
            costs.end[k] = NAN; /* so that none is left from before */
        PREC(one_state_costs)(&law, (struct one_state_grid){ i / 8.0, 0.5, 0.5, focus }, &costs);
        cr_expect_eq(costs.end[0], 0);
        cr_expect_float_eq(costs.end[ONE_STATE_CELLS], LENGTH, 1e-6 * LENGTH);
        for (unsigned k = 0; k < ONE_STATE_CELLS; k++) {
            const double wide = costs.end[k + 1] - costs.end[k];
            cr_expect(costs.end[k] < costs.middle[k] && costs.middle[k] < costs.end[k + 1]);
            cr_expect(costs.width[k] > 0.5 * wide && costs.width[k] <= wide * (1 + 1e-9));
            if (costs.end[k] <= focus && focus < costs.end[k + 1] && focus > 0)
                cr_expect_leq(wide, 2e-5 * LENGTH);
        }
    }
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
