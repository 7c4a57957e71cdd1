/* The damping of small vibrations, against closed forms. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/search/resonance.h"

/* A mass on a spring, moved by its foot: dx/dt = u W, du/dt = W (-x - (u - v)/Q), F = v - K u. */
static double W, Q, K;

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    dx[0] = (real)W * x[1];
    dx[1] = (real)W * (-x[0] - (x[1] - v) / (real)Q);
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    *jac = (struct jacobian){ .rate_x = { 0, (real)W, -(real)W, -(real)(W / Q) },
                              .rate_v = { 0, (real)(W / Q) },
                              .force_x = { 0, -(real)K },
                              .force_v = 1 };
}

static const struct quantity states[] = { { "x", "m", 0, -1, 1, "" },
                                          { "u", "m/s", 0, -1, 1, "" } };
static const struct model law = { .name = "mass",
                                  .speed_max = 1,
                                  .states = states,
                                  .n_states = 2,
                                  .rate = rate,
                                  .jacobian = jacobian };

/* u/v = 1/(1 + j Q (r - 1/r)), r = omega/W: its real part is 1/(1 + Q^2 (r - 1/r)^2). */
Test(resonance, is_that_of_a_mass_on_a_spring)
{
    struct jacobian jac;
    K = 3;
    for (int a = -2; a <= 5; a++)
        for (int b = -1; b <= 6; b++) {
            W = pow(10, a);
            Q = pow(2, b);
            jacobian(NULL, NULL, 0, 0, NULL, &jac);
            for (int c = -3; c <= 3; c++) {
                const double r = pow(2, c);
                const double expected = 1 - K / (1 + pow(Q * (r - 1 / r), 2));
                const double damping = PREC(resonance_damping)(&jac, 2, r * W);
                cr_expect(fabs(damping - expected) <= 1e-12, "%g, not %g", damping, expected);
            }
        }
}

/* Least is taken at W, wherever that lies between the frequencies of the line: to within a part in
 * 10^6 of the width 1/Q, as golden section sees parabolas to the root of the rounding. */
Test(resonance, is_found)
{
    struct exact_state at;
    exact_state_start(&at, &law, NULL);
    K = 3;
    Q = 8;
    for (int i = 0; i < 16; i++) {
        W = 1e-3 * pow(3.7, i);
        const double omega = PREC(resonance)(&at, 0, fmod(W, 1));
        cr_expect(fabs(omega / W - 1) <= 1e-6, "%g, not %g", omega, W);
    }
}

/* Where nothing is least between the ends there is none: here it is at 0 and at infinity. */
Test(resonance, may_not_be_there)
{
    struct exact_state at;
    exact_state_start(&at, &law, NULL);
    W = 10;
    Q = 8;
    K = -3;
    cr_expect_eq(PREC(resonance)(&at, 0, 0.5), 0);
    struct model silent = law;
    silent.jacobian = NULL;
    exact_state_start(&at, &silent, NULL);
    K = 3;
    cr_expect_eq(PREC(resonance)(&at, 0, 0.5), 0);
}
