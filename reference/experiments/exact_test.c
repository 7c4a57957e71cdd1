/* The state along holds of a law made up, with a guard on each of its states: guards that are close
 * are noticed whichever state they are about, transitions that are due are made, each once, and the
 * force is that after them. */
#include "reference/experiments/exact.h"

#include <criterion/criterion.h>
#include <math.h>

enum { STATES = 3 };

/* Guard i fires where state i is below the last limit, and then goes up by one. */
static real levels[STATES];
static unsigned made[STATES];

static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)v;
    for (unsigned i = 0; i < STATES; i++)
        g[i] = x[i] - levels[i] + (real)mem->ints[i];
}

static enum status transition(const real p[], unsigned i, real v, real x[], struct memory *mem)
{
    (void)p, (void)v, (void)x;
    mem->ints[i]++;
    made[i]++;
    return STATUS_OK;
}

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed;
    for (unsigned i = 0; i < STATES; i++)
        mem->ints[i] = 0;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)v, (void)x;
    return s * (real)(1 + mem->ints[0] + 8 * mem->ints[1] + 64 * mem->ints[2]);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    for (unsigned i = 0; i < STATES; i++)
        x[i] += (real)(i + 1) * v * h;
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return h * force(p, mem, v, s, x);
}

static const struct model law = { .name = "levels",
                                  .n_states = STATES,
                                  .n_ints = STATES,
                                  .n_guards = STATES,
                                  .start = start,
                                  .guard = guard,
                                  .transition = transition,
                                  .force = force,
                                  .flow = flow,
                                  .work = work };

static void begin(struct exact_state *w, const real at[STATES])
{
    exact_state_start(w, &law, NULL);
    for (unsigned i = 0; i < STATES; i++) {
        levels[i] = at[i];
        made[i] = 0;
    }
}

/* A guard that is exactly zero, and a law without guards, are not close to any. */
Test(exact_state, is_near_the_guard_of_any_state)
{
    const real far = C(0.5), close = C(0x1p-10), slack = C(0x1p-9);
    for (unsigned i = 0; i < STATES; i++)
        for (int side = -1; side <= 1; side++) {
            real at[STATES] = { far, -far, far };
            struct exact_state w;
            at[i] = (real)side * close;
            begin(&w, at);
            cr_expect_eq(exact_state_near_guard(&w, 1, slack), side != 0, "guard %u, %d", i, side);
            cr_expect_not(exact_state_near_guard(&w, 1, close / 2), "guard %u, %d", i, side);
        }
    const struct model without = { .n_states = STATES };
    struct exact_state w;
    exact_state_start(&w, &without, NULL);
    cr_expect_not(exact_state_near_guard(&w, 1, slack));
}

/* The force is that after the transitions that are due, which leave the state itself alone. */
Test(exact_state, makes_the_transitions_that_are_due)
{
    for (unsigned due = 0; due < 1 << STATES; due++)
        for (int s = -1; s <= 1; s++) {
            real at[STATES];
            struct exact_state w;
            real expected = 1;
            for (unsigned i = 0; i < STATES; i++) {
                at[i] = due >> i & 1 ? C(0.5) : C(-0.5);
                expected += due >> i & 1 ? (real)(1 << 3 * i) : 0;
            }
            begin(&w, at);
            cr_expect_eq(exact_state_force(&w, (real)s), (real)s * expected, "%u due", due);
            for (unsigned i = 0; i < STATES; i++) {
                cr_expect_eq(made[i], due >> i & 1);
                cr_expect_eq(w.mem->ints[i], 0);
            }
            exact_state_settle(&w, (real)s);
            for (unsigned i = 0; i < STATES; i++)
                cr_expect_eq(w.mem->ints[i], due >> i & 1);
        }
}

/* A hold moves the states, and its energy is v times the impulse, nothing at rest. */
Test(exact_state, goes_on_by_holds)
{
    static const struct hold holds[] = { { C(0.5), 2 }, { -C(0.25), 1 }, { 0, 4 }, { 2, C(0.5) } };
    static const real far[STATES] = { -64, -64, -64 };
    struct exact_state w;
    real travel = 0;
    begin(&w, far);
    for (size_t k = 0; k < sizeof holds / sizeof *holds; k++) {
        const real v = holds[k].v, h = holds[k].h;
        cr_expect_eq(exact_state_hold(&w, holds[k]), r_abs(v) * h);
        travel += v * h;
        for (unsigned i = 0; i < STATES; i++)
            cr_expect_eq(w.x[i], (real)(i + 1) * travel);
    }
}

/* Two states that drive each other: dx/dt = k (y - x), dy/dt = k (x - y) - y, F = x. */
static void driving_rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                         real dx[])
{
    (void)mem, (void)v, (void)s;
    dx[0] = p[0] * (x[1] - x[0]);
    dx[1] = p[0] * (x[0] - x[1]) - x[1];
}

static real driving_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s;
    return x[0];
}

/* Returns x after h from x = 1, y = 0. The matrix has the eigenvalues -(2k + 1)/2 +- r; with q that
 * of the slow one, x is a sum of exp(-q h) and exp(-(2k + 1 - q) h). */
static double driven(double k, double h, double *integral)
{
    const double r = sqrt(k * k + 0.25), fast = k + 0.5 + r,
                 slow = k / fast; /* their product is k */
    const double of_fast = (k - slow) / (fast - slow), of_slow = 1 - of_fast;
    *integral = -of_fast * expm1(-fast * h) / fast - of_slow * expm1(-slow * h) / slow;
    return of_fast * exp(-fast * h) + of_slow * exp(-slow * h);
}

/* Iterations that are wrong find steps too short to come to an end. Errors of earlier steps decay
 * with the states. */
Test(held, states_that_drive_each_other_are_followed)
{
    static const struct model driving = {
        .name = "driving", .n_states = 2, .rate = driving_rate, .force = driving_force
    };
    static const double stiff[] = { 1, 10, 100, 1000 };
    for (size_t i = 0; i < sizeof stiff / sizeof *stiff; i++) {
        const double k = stiff[i];
        const real p[] = { k };
        double exact;
        real x[2] = { 1, 0 };
        const real integral = PREC(held_motion)(&driving, p, NULL, 1, 1, 2, HELD_FINE, x);
        const double end = driven(k, 2, &exact);
        cr_expect(fabs(x[0] - end) <= HELD_FINE, "k = %g: %.17g, exactly %.17g", k, x[0], end);
        cr_expect(fabs(integral - exact) <= HELD_FINE * exact, "k = %g: %.17g, exactly %.17g", k,
                  integral, exact);
    }
}
