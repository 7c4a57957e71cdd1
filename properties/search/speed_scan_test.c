/* Special speeds of laws made up are found to the digit, and nowhere else. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/search/speed_scan.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

/* dx/dt = v - |v| x + what stands out, F = v (1 - what stands out in the force). */
static double middle, width, in_rate, in_force;

static double bump(double v) { return exp(-pow((fabs(v) / middle - 1) / width, 2)); }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    dx[0] = v - r_abs(v) * x[0] + (real)(in_rate * bump((double)v));
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return v * (1 - (real)(in_force * bump((double)v)));
}

/* The scale of a travel grows with the speed, so that its share is least elsewhere. */
static real force_scale(const real p[], real v, real travel)
{
    (void)p;
    return (1 + r_abs(v)) * (1 + 1000 * travel * r_abs(v));
}

static const struct quantity state = { "x", "1", 0, -1, 1, "" };
static const struct model law = { .name = "bump",
                                  .speed_max = 1000,
                                  .states = &state,
                                  .n_states = 1,
                                  .rate = rate,
                                  .force = force,
                                  .force_scale = force_scale };

static struct speed_scan scanned(struct speed_line line)
{
    struct exact_state at;
    struct speed_scan scan;
    exact_state_start(&at, &law, NULL);
    stack_is_dirty();
    PREC(speed_scan)(&at, line, &scan);
    cr_expect(scan.calls >= SPEED_SCAN_POINTS && scan.n_narrow <= scan.n_special &&
              scan.n_special <= SPEED_SCAN_SPECIAL);
    return scan;
}

/* Returns how far off the nearest special speed is, relatively. */
static double nearest(const struct speed_scan *scan)
{
    double least = 1;
    for (unsigned i = 0; i < scan->n_special; i++)
        least = fmin(least, fabs(scan->special[i] / middle - 1));
    return least;
}

/* Points of the line lie 9 per cent apart. One that sees the bump from 5 widths away, where it is
 * exp(-25), is enough to find its middle: to a tenth of a width, within which it is flat to a per
 * cent. */
Test(speed_scan, finds_what_one_point_sees)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (int exponent = -2; exponent >= -6; exponent--)
            for (int side = -5; side <= 5; side++) {
                struct speed_line line = { 1e-7, 1e3, side % 2 ? -1 : 1, kind };
                const double step = log(line.hi / line.lo) / (SPEED_SCAN_POINTS - 1);
                width = pow(10, exponent);
                middle = 1e-7 * exp((100 + 10 * side) * step) / (1 + side * width);
                in_rate = kind == 0 ? middle : 0;
                in_force = kind == 1 ? 3 : 0;
                const struct speed_scan scan = scanned(line);
                cr_expect_leq(nearest(&scan), 0.1 * width, "width %g, %d widths off: %g of %u",
                              width, side, nearest(&scan), scan.n_special);
                if (exponent <= -3)
                    cr_expect_gt(scan.n_narrow, 0);
            }
}

/* A smooth law has no special speed, wherever the line lies. */
Test(speed_scan, finds_nothing_where_there_is_nothing)
{
    in_rate = in_force = 0;
    middle = width = 1;
    for (unsigned i = 0; i < 400; i++) {
        struct rng rng = rng_keyed(i, "smooth", 0);
        struct speed_line line = { rng_log_uniform(&rng, 1e-24, 1e-3), 0, i % 2 ? -1 : 1, i };
        line.hi = line.lo * rng_log_uniform(&rng, 2, 1e3);
        const struct speed_scan scan = scanned(line);
        cr_expect(scan.n_special == 0 && scan.strongest == 0 && scan.surest == 0,
                  "from %g to %g: %g", line.lo, line.hi, scan.special[0]);
    }
}

/* What is broad is found as an extreme value, and where the law pushes, it says so. */
Test(speed_scan, finds_what_is_broad)
{
    in_rate = 0;
    width = 0.5;
    middle = 0.1;
    in_force = 0.5;
    struct speed_scan scan = scanned((struct speed_line){ 1e-3, 10, 1, 0 });
    cr_expect(scan.n_narrow == 0 && scan.strongest == 0 && scan.surest == 0);
    /* of F over the speed: golden section sees parabolas to the root of the rounding */
    cr_expect_leq(nearest(&scan), 1e-6, "%g", nearest(&scan));
    in_force = 3;
    scan = scanned((struct speed_line){ 1e-3, 10, 1, 0 });
    cr_expect(fabs(scan.strongest / middle - 1) < width && scan.strongest > scan.surest / 2);
    cr_expect_lt(scan.strongest * (1 - 3 * bump(scan.strongest)), 0);
    cr_expect_lt(scan.surest * (1 - 3 * bump(scan.surest)), 0);
}

/* Where F v, and its share of the scale without travel, is least along the line: at a point. */
Test(speed_scan, says_where_the_law_pushes_most)
{
    in_rate = 0;
    width = 0.5;
    middle = 0.1;
    in_force = 3;
    for (int direction = -1; direction <= 1; direction += 2) {
        const struct speed_line line = { 1e-3, 10, direction, 0 };
        const struct speed_scan scan = scanned(line);
        double least = 0, surest = 0, strongest_at = 0, surest_at = 0;
        for (int i = 0; i < SPEED_SCAN_POINTS; i++) {
            const double v = line.lo * pow(line.hi / line.lo, (double)i / (SPEED_SCAN_POINTS - 1));
            const double F = v * (1 - in_force * bump(v)), share = F / (1 + v);
            if (F * v < least) {
                least = F * v;
                strongest_at = v;
            }
            if (share < surest) {
                surest = share;
                surest_at = v;
            }
        }
        cr_expect(strongest_at > surest_at);
        cr_expect_float_eq(scan.strongest, strongest_at, 1e-9 * strongest_at, "%g, not %g",
                           scan.strongest, strongest_at);
        cr_expect_float_eq(scan.surest, surest_at, 1e-9 * surest_at, "%g, not %g", scan.surest,
                           surest_at);
    }
}
