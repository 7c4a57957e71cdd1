/* What the structure table shows, as claims with their reasons. Orders hold within 0.1: the
 * difference is the next term of the error, a few steps from where it would vanish. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/behaviour/structure.h"

static bool adaptive(const struct integrator *in) { return in->flags & INTEGRATOR_ADAPTIVE; }

static bool is(const struct integrator *in, const char *name)
{
    return strcmp(in->name, name) == 0;
}

/* Returns true when the method has a number in that column of the table. */
static bool applies(const struct integrator *in, enum order_problem which)
{
    const bool mass = order_problem(which)->mass > 0;
    return mass ? !(in->flags & INTEGRATOR_RELAXING) : !(in->flags & INTEGRATOR_SET_VALUED);
}

/* Two methods of different families agree ten times better than the smallest error measured. */
Test(structure, reference_is_known)
{
    for (unsigned i = 0; i < N_ORDERS; i++) {
        double floor;
        order_reference((enum order_problem)i, &floor);
        cr_expect(floor < 2e-12, "problem %u: %g", i, floor);
    }
}

/* The problems have no event where none should be, and all three kinds where they should: the mass
 * leaves, moves backwards, and is at rest at the end. */
Test(structure, problems_are_what_they_are_meant_to_be)
{
    double floor;
    const struct run *smooth = order_reference(ORDER_MASS, &floor);
    for (size_t i = 0; i < smooth->samples; i++)
        cr_expect_gt(smooth->x[i][1], 0.3);
    const struct run *stops = order_reference(ORDER_MASS_AWARE, &floor);
    bool forward = false, backward = false;
    for (size_t i = 0; i < stops->samples; i++) {
        forward |= stops->x[i][1] > 0.1;
        backward |= stops->x[i][1] < -0.1;
    }
    cr_expect(forward && backward);
    cr_expect_eq(stops->x[stops->samples - 1][1], 0);
}

static void expect_stated_order(const struct integrator *in, enum order_problem which)
{
    const struct measured m = structure_order(in, which);
    if (!applies(in, which)) {
        cr_expect_eq(m.status, STATUS_UNSUPPORTED, "%s", in->name);
        return;
    }
    cr_expect_eq(m.status, STATUS_OK, "%s: %s", in->name, status_text(m.status));
    if (!adaptive(in))
        cr_expect_float_eq(m.value, in->order, 0.1, "%s on problem %u: order %g, stated %u",
                           in->name, which, m.value, in->order);
    else /* The error follows the tolerance; where other limits hold the step, less closely. */
        cr_expect(m.value > 0.6 && m.value < 1.4, "%s on problem %u: tol^%g", in->name, which,
                  m.value);
}

static void expect_stated_orders(enum order_problem which)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        expect_stated_order(*in, which);
}

Test(structure, order_of_a_mass) { expect_stated_orders(ORDER_MASS); }
Test(structure, order_of_a_driven_law) { expect_stated_orders(ORDER_DRIVEN); }
Test(structure, order_across_reversals) { expect_stated_orders(ORDER_DRIVEN_AWARE); }
Test(structure, order_across_release_and_capture) { expect_stated_orders(ORDER_MASS_AWARE); }

static double error_at_step(const char *name, double step)
{
    double floor;
    const struct run *reference = order_reference(ORDER_DRIVEN, &floor);
    const struct run_settings settings = { .rtol = 1e6, .step = step };
    struct run run = { .samples = reference->samples };
    run_problem_f64(name, order_problem(ORDER_DRIVEN), &settings, &run);
    cr_assert_eq(run.status, STATUS_OK);
    return run_distance(reference, &run);
}

/* A method that chooses its steps may state an order, too: seen where nothing but the largest step
 * holds it, and samples are ends of steps. At some steps terms of the error cancel: least squares
 * over four halvings. */
Test(structure, order_of_methods_that_choose_their_steps)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        double e[5] = { 0 };
        if (!adaptive(*in) || (*in)->order == 0)
            continue;
        for (int i = 0; i < 5; i++)
            e[i] = log2(error_at_step((*in)->name, ldexp(1, -2 - i)));
        const double order = (2 * (e[0] - e[4]) + e[1] - e[3]) / 10;
        cr_expect_float_eq(order, (*in)->order, 0.1, "%s: %g", (*in)->name, order);
    }
}

/* A jump of the rate somewhere in a step gives an error of the step's size, whatever the method.
 * The constant depends on the place in the step, so that slopes scatter: 0.2 over 64 steps. */
static void expect_order_1(const struct integrator *in, enum order_problem which)
{
    const struct measured m = structure_order(in, which);
    cr_expect_eq(m.status, STATUS_OK, "%s: %s", in->name, status_text(m.status));
    cr_expect_float_eq(m.value, 1, 0.2, "%s: order %g", in->name, m.value);
}

Test(structure, ignored_reversals_leave_order_1)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        if (!adaptive(*in) && applies(*in, ORDER_DRIVEN_NAIVE))
            expect_order_1(*in, ORDER_DRIVEN_NAIVE);
}

/* A method without a stage before a quarter of the step, like the one that ARKODE takes, cannot see
 * a jump before that: its error estimate and step ignore an error that no tolerance bounds. All
 * other methods follow their tolerance, roughly. */
Test(structure, a_jump_before_the_first_stage_is_not_seen)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if (!adaptive(*in))
            continue;
        const struct measured m = structure_order(*in, ORDER_DRIVEN_NAIVE);
        cr_expect_eq(m.status, STATUS_OK, "%s", (*in)->name);
        cr_expect((m.value < 0.4) == is(*in, "arkode_dirk"), "%s: tol^%g", (*in)->name, m.value);
    }
}

/* While the mass should stick, sgn(v) has no zero that balances the force: an equation for v at the
 * end of the step has no solution, and no step is short enough for an error estimate. Methods that
 * only evaluate move back and forth, within a step's worth of velocity; time-stepping sticks. */
Test(structure, ignored_stops_leave_order_1_or_nothing)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if (!applies(*in, ORDER_MASS_NAIVE))
            continue;
        const bool newton = is(*in, "bdf2") || is(*in, "implicit_euler") || is(*in, "trapezoidal");
        const struct measured m = structure_order(*in, ORDER_MASS_NAIVE);
        if (newton)
            cr_expect_eq(m.status, STATUS_NO_CONVERGENCE, "%s", (*in)->name);
        else if (adaptive(*in))
            cr_expect_neq(m.status, STATUS_OK, "%s", (*in)->name);
        else
            expect_order_1(*in, ORDER_MASS_NAIVE);
    }
}

/* The factor of one step on the distance from rest of a relaxation, with k = rate times step: the
 * stability function R(-k). The bound is kept if and only if 0 <= R(-k) <= 1 for that k: from the
 * opposite bound R < 0 overshoots, and R > 1 goes beyond where it came from. */
static double one_minus(double k) { return 1 - k; }
static double heun(double k) { return 1 - k + k * k / 2; }
static double rk4(double k) { return 1 - k * (1 - k / 2 * (1 - k / 3 * (1 - k / 4))); }
static double implicit_euler(double k) { return 1 / (1 + k); }
static double trapezoidal(double k) { return (1 - k / 2) / (1 + k / 2); }
static double rosenbrock2(double k)
{
    const double g = 1 - sqrt(0.5);
    return (1 - (1 - 2 * g) * k) / ((1 + g * k) * (1 + g * k));
}
/* exp(-k) (1 + k/4)^6 up to its fourth power, for order 4; that of the fifth
 * is what the method's coefficients make of it. */
static double rosenbrock4(double k)
{
    const double own = 0.002158654806259985;
    const double high = 5.0 / 768 + own * k;
    return (1 + k / 2 - k * k / 16 - k * k * k / 24 + k * k * k * k * high) / pow(1 + k / 4, 6);
}
static double exact(double k) { return exp(-k); }

static const struct {
    const char *name;
    double (*factor)(double k);
    double limit; /* by hand */
} factors[] = {
    { "euler", one_minus, 1 },
    { "semi_implicit_euler", one_minus, 1 },
    { "heun", heun, 2 },
    { "rk4", rk4, 2.785293563405282 }, /* k^3 - 4 k^2 + 12 k - 24 = 0, where R = 1 */
    { "implicit_euler", implicit_euler, INFINITY },
    { "trapezoidal", trapezoidal, 2 },
    { "rosenbrock2", rosenbrock2, 2.414213562373095 }, /* 1/(1 - 2 g) = 1 + sqrt(2) */
    { "rosenbrock4", rosenbrock4, INFINITY },
    { "exponential", exact, INFINITY },
    { "exponential1", exact, INFINITY },
    { "exponential4", exact, INFINITY },
};

enum { N_FACTORS = sizeof factors / sizeof *factors };

/* One step of Dahl's law, with sigma0 = 1 N/m and Fc = 1 N, from the bound at z = -1 towards 1. */
static double one_step(const char *name, double k)
{
    char input[64];
    const struct run_problem problem = {
        .law = "dahl",
        .params = { { "sigma0", 1 } },
        .input = input,
        .start = { -1 },
        .duration = k,
    };
    const struct run_settings settings = { .step = k };
    struct run run = { .samples = 2 };
    snprintf(input, sizeof input, "hold 1 %.17g", k);
    run_problem_f64(name, &problem, &settings, &run);
    cr_assert_eq(run.status, STATUS_OK, "%s", name);
    return (1 - run.x[1][0]) / 2;
}

/* Rounding: of some terms of the size of k^4 at most, or of 1; coefficients have 16 digits. */
Test(structure, factors_are_those_of_the_methods)
{
    static const double ks[] = { 0.01, 0.3, 1, 1.9, 2.5, 4, 30 };
    for (size_t i = 0; i < N_FACTORS; i++)
        for (size_t j = 0; j < sizeof ks / sizeof *ks; j++) {
            const double r = factors[i].factor(ks[j]), got = one_step(factors[i].name, ks[j]);
            cr_expect(fabs(got - r) <= 1000 * DBL_EPSILON * fmax(1, fabs(r)),
                      "%s at k = %g: %.17g, expected %.17g", factors[i].name, ks[j], got, r);
        }
}

Test(structure, factors_leave_0_to_1_at_the_limits)
{
    for (size_t i = 0; i < N_FACTORS; i++) {
        const double limit = factors[i].limit;
        for (int j = 0; j <= 7000; j++) {
            const double k = LIMIT_LEAST * pow(10, j * 1e-3), r = factors[i].factor(k);
            if (k < limit * (1 - 1e-9))
                cr_expect(r >= 0 && r <= 1, "%s at k = %g: %g", factors[i].name, k, r);
        }
        const double beyond = factors[i].factor(limit * (1 + 1e-6));
        cr_expect(isinf(limit) || beyond < 0 || beyond > 1, "%s", factors[i].name);
    }
}

Test(structure, bound_is_kept_up_to_the_limit)
{
    for (size_t i = 0; i < N_FACTORS; i++) {
        const struct measured m = structure_bound(PREC(integrator_find)(factors[i].name));
        const double limit = factors[i].limit;
        cr_expect_eq(m.status, STATUS_OK);
        cr_expect(m.value == limit || fabs(m.value - limit) <= 1e-5 * limit, "%s: %.9g, not %.9g",
                  factors[i].name, m.value, limit);
    }
}

/* Each distance is (4 e - e before)/(3 + 2 k), with complex roots for k > 1/2: it then swings
 * through 0, after pi/atan(sqrt(2 k - 1)/2) steps or so, and each step halves it. For 40 steps,
 * which reduce it to rounding, that is k = 0.513: below that the excess over the bound cannot be
 * seen. */
Test(structure, bdf2_overshoots_beyond_a_half)
{
    const struct measured m = structure_bound(PREC(integrator_find)("bdf2"));
    cr_expect_eq(m.status, STATUS_OK);
    cr_expect(m.value > 0.5 && m.value < 0.513, "%g", m.value);
}

/* Local errors die out with z, so that only a few of them add up: each of a tolerance, by the
 * method's own estimate, which is off by a small factor. */
Test(structure, adaptive_methods_keep_the_bound_within_some_tolerances)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++)
        for (int i = 0; i < 2 && adaptive(*in); i++) {
            const double rtol = structure_tolerances[i];
            const struct measured excess = structure_bound_excess(*in, rtol);
            const struct measured deficit = structure_passivity_deficit(*in, rtol);
            cr_expect(excess.status == STATUS_OK && excess.value <= 20 * rtol, "%s: %g",
                      (*in)->name, excess.value);
            cr_expect(deficit.status == STATUS_OK && deficit.value <= 20 * rtol, "%s: %g",
                      (*in)->name, deficit.value);
        }
}

static void expect_passive(const char *name)
{
    const struct measured m = structure_passivity(PREC(integrator_find)(name));
    cr_expect(m.status == STATUS_OK && isinf(m.value), "%s: %g", name, m.value);
}

/* With sigma0 = Fc = 1 and a hold in the direction s = 1 or -1, storage S = z^2/2:
 *   implicit Euler   S+ - S <= z+ (z+ - z) = k (s z+ - z+^2) <= k s z+, the energy it computes;
 *   trapezoidal      S+ - S = m (z+ - z) = k (s m - m^2) <= k s m, with m = (z + z+)/2;
 *   exact flows      compute the law's own energy;
 *   explicit Euler   takes z from 0 to k for nothing, and then k^2 back in the next step: at any k.
 */
Test(structure, passivity_that_is_proved)
{
    static const char *const always[] = {
        "implicit_euler",
        "trapezoidal",
        "exponential",
        "exponential1",
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        expect_passive(always[i]);
    cr_expect_eq(structure_passivity(PREC(integrator_find)("euler")).value, 0);
    cr_expect_eq(structure_passivity(PREC(integrator_find)("semi_implicit_euler")).value, 0);
}

/* Their energy is not that of a known storage: measured up to the largest k. */
Test(structure, passivity_that_is_measured)
{
    static const char *const always[] = { "exponential4", "bdf2", "rosenbrock2", "rosenbrock4" };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        expect_passive(always[i]);
}

/* Beyond the limit of stability |z| grows, and a reversal returns energy that was never stored; on
 * holds of 200 steps growth needs a factor of 1.02 or so a step to matter: 1 + (k - 2) for Heun's
 * method, and 1 + 1.6 (k - 2.785) for Kutta's. */
Test(structure, explicit_methods_are_passive_as_long_as_they_are_stable)
{
    const double h = structure_passivity(PREC(integrator_find)("heun")).value;
    const double k = structure_passivity(PREC(integrator_find)("rk4")).value;
    cr_expect(h >= 2 && h < 2.03, "%g", h);
    cr_expect(k >= 2.785 && k < 2.81, "%g", k);
}

/* A step of w h = 0.01 rad loses or makes up to (w h)^(p+1) of the energy, exactly that for
 * Euler's method, and the mass moves for w T = 16 rad. Adaptive: x, v and the energy spent are each
 * off by a tolerance a step, the energies of the first two by twice that. */
Test(structure, energy_balance_is_kept_to_the_order)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        uint64_t steps;
        const struct measured m = structure_drift(*in, &steps);
        if ((*in)->flags & INTEGRATOR_RELAXING) {
            cr_expect_eq(m.status, STATUS_UNSUPPORTED);
            continue;
        }
        const double most = adaptive(*in) ? 5 * STRUCTURE_RTOL * (double)steps
                                          : 16 * pow(10 * STRUCTURE_STEP, (*in)->order);
        cr_expect_eq(m.status, STATUS_OK, "%s", (*in)->name);
        cr_expect(m.value <= most, "%s: %g, at most %g", (*in)->name, m.value, most);
    }
}

/* Two roundings a step: of the state and of its change; for a method that chooses its steps also a
 * tolerance, in either precision. The driven states forget within 1 s; those of a mass do not, and
 * its place sums up the error of its velocity, for 4 s at a speed of 1.2 of its lengths. */
static void expect_float_close(const struct integrator *in, bool mass)
{
    uint64_t steps;
    const struct measured m = structure_float(in, mass, &steps);
    const double each = 2 * (double)FLT_EPSILON + (adaptive(in) ? 2 * STRUCTURE_RTOL : 0);
    const double remembered = mass ? (double)steps * (1 + 4 * 1.2) : fmin((double)steps, 1000);
    const bool there = !(in->flags & INTEGRATOR_HOST_ONLY) &&
                       applies(in, mass ? ORDER_MASS_AWARE : ORDER_DRIVEN_AWARE);
    cr_expect_eq(m.status, there ? STATUS_OK : STATUS_UNSUPPORTED, "%s", in->name);
    cr_expect(!there || m.value <= each * remembered, "%s: %g", in->name, m.value);
}

Test(structure, float_differs_by_its_rounding)
{
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        expect_float_close(*in, false);
        expect_float_close(*in, true);
    }
}

/* Also between the ends of steps: interpolation may cost only the digit by which its terms cancel.
 * At this tolerance steps are long, and z is known far better than a float holds it. */
Test(structure, float_interpolates_to_rounding)
{
    const struct run_settings settings = { .rtol = 1e-4 };
    struct run wide = { .samples = RUN_MOST_SAMPLES }, narrow = wide;
    double apart = 0, largest = 0;
    run_problem_f64("exponential_adaptive", order_problem(ORDER_DRIVEN_AWARE), &settings, &wide);
    run_problem_f32("exponential_adaptive", order_problem(ORDER_DRIVEN_AWARE), &settings, &narrow);
    cr_assert(wide.status == STATUS_OK && narrow.status == STATUS_OK);
    cr_expect_lt(wide.steps, 40);
    for (size_t i = 0; i < wide.samples; i++) {
        apart = fmax(apart, fabs(wide.x[i][0] - narrow.x[i][0]));
        largest = fmax(largest, fabs(wide.x[i][0]));
    }
    cr_expect(apart <= 30 * (double)FLT_EPSILON * largest, "%g of %g", apart, largest);
}
