/* Transitions in kernels, in both precisions. The law made for this test has one guard, which fires
 * where the direction is not the one remembered. */
#include <criterion/criterion.h>

#include "integrators/kernels/kernel.h"
#include "integrators/numerics/fixed_step.h"

/* As in the files that fused_kernels makes, the method's source is part of this one. */
#undef PREC
#define PREC(name) static name
#include "integrators/methods/euler.c" /* NOLINT(bugprone-suspicious-include) */

enum { ANSWER, RATE, N_PARAMS };
enum { DIRECTION, N_INTS };

/* What the transition does, by the parameter ANSWER. */
enum { TURNS, STAYS, FAILS };

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)mem, (void)v, (void)s;
    dx[0] = -p[RATE] * x[0];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)v, (void)s;
    return (real)mem->ints[DIRECTION] * x[0];
}

static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)x;
    g[0] = v * (real)mem->ints[DIRECTION];
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    (void)index, (void)v;
    if (p[ANSWER] == FAILS)
        return STATUS_STACK_FULL;
    if (p[ANSWER] == TURNS) {
        mem->ints[DIRECTION] = -mem->ints[DIRECTION];
        x[0] += 1;
    }
    return STATUS_OK;
}

static const struct model turning = {
    .n_params = N_PARAMS,
    .n_states = 1,
    .n_ints = N_INTS,
    .n_guards = 1,
    .rate = rate,
    .force = force,
    .guard = guard,
    .transition = transition,
};

#define KERNEL_LAW        turning
#define KERNEL_METHOD     integrator_euler
#define KERNEL_NAME       turning_advance
#define KERNEL_FORCE_NAME turning_force
#define KERNEL_STEP_NAME  turning_step
#include "integrators/kernels/kernel_body.h"

/* Takes a step of a quarter of a second from state 1 in direction 1, by both functions of the
 * kernel; all numbers are exact. */
static void check(real v0, real v1, real state, int direction)
{
    const real p[KERNEL_MAX_PARAMS] = { [ANSWER] = TURNS, [RATE] = 1 }, h = C(0.25),
               v[] = { v0, v1 };
    struct memory mem[2] = { { .ints = { 1 } }, { .ints = { 1 } } };
    real x[2][MODEL_MAX_STATES] = { { 1 }, { 1 } };
    cr_expect_eq(turning_advance(p, &mem[0], h, v, 1, x[0]), STATUS_OK);
    cr_expect_eq(turning_step(p, &mem[1], h, v0, v1, x[1]), (real)direction * state);
    for (int k = 0; k < 2; k++) {
        cr_expect_eq(x[k][0], state, "from %g to %g: %a", (double)v0, (double)v1, (double)x[k][0]);
        cr_expect_eq(mem[k].ints[DIRECTION], direction, "from %g to %g", (double)v0, (double)v1);
    }
}

/* A transition due at the beginning comes before the step, one due at the end after it. */
Test(turning, is_settled_where_it_is_due)
{
    check(0, 1, C(0.75), 1);
    check(0, -1, C(1.5), -1);
    check(1, -1, C(1.75), -1);
    check(1, 0, C(0.75), 1);
    check(-1, 0, C(1.75), -1);
}

/* In motion a guard that is below zero at the beginning is left for the end: the step before would
 * have settled it. */
Test(turning, is_looked_at_once_in_a_step) { check(-1, 1, C(0.75), 1); }

static void expect_refused(real answer, real v0, real v1, enum status expected)
{
    const real p[KERNEL_MAX_PARAMS] = { [ANSWER] = answer, [RATE] = 1 }, v[] = { v0, v1 };
    struct memory mem[2] = { { .ints = { 1 } }, { .ints = { 1 } } };
    real x[2][MODEL_MAX_STATES] = { { 1 }, { 1 } };
    const enum status status = turning_advance(p, &mem[0], C(0.25), v, 1, x[0]);
    cr_expect_eq(status, expected, "%s", status_text(status));
    cr_expect(isnan(turning_step(p, &mem[1], C(0.25), v0, v1, x[1])));
}

Test(turning, says_what_goes_wrong)
{
    expect_refused(FAILS, 0, -1, STATUS_STACK_FULL);
    expect_refused(FAILS, 1, -1, STATUS_STACK_FULL);
    expect_refused(STAYS, 0, -1, STATUS_CHATTER);
    expect_refused(STAYS, 1, -1, STATUS_CHATTER);
}
