/* Problems of several states with known solutions, for the tests of all integrators. */
#ifndef BRISTLE_INTEGRATORS_REGISTRY_PROBLEMS_TEST_H
#define BRISTLE_INTEGRATORS_REGISTRY_PROBLEMS_TEST_H

#include "integrators/integrator.h"

/* A problem's parameters, and how often each of its functions has been called. */
struct problem {
    uint64_t rates, jacobians, flows;
    unsigned n;    /* states */
    real jump;     /* relaxing: the input changes sign at this time; INFINITY: never */
    real sign;     /* relaxing: of the input now */
    real longest;  /* what longest() answers, s */
    bool mirrored; /* relaxing: the input is - cos t */
    bool misled;   /* relaxing: longest() was given rates that are not those of the problem */
};

enum { PROBLEM_MAX = 6 };

/* n - 1 states that relax at rates 1, 2, 3, ... under the input cos t, and the integral of the
 * first; all 0 at t = 0. With everything that a problem can tell of itself. */
struct ode problem_relaxing(struct problem *p, unsigned n);
/* The solution at t. */
void problem_relaxed(const struct problem *p, double t, double x[]);

/* x' = x y, y' = -z, z' = y, w' = -w^2 cos t, from 1, 1, 0, 1/2: exp(sin t), cos t, sin t, 1/(2 +
 * sin t). Nonlinear, and not autonomous. Unless `known`, the problem has no Jacobian and no df/dt,
 * so that methods use differences. */
enum { PROBLEM_CURVED = 4 };
struct ode problem_curved(struct problem *p, bool known);
void problem_begin_curved(real x[]);
void problem_curve(double t, double x[]);

/* Work memory for any method, aligned, and its size. */
extern void *const problem_work;
enum { PROBLEM_WORK = 1 << 16 };

/* Runs from 0 to 2 without an observer; x[] receives the final states. */
enum status problem_run(const struct integrator *integrator, const struct ode *ode,
                        const struct settings *settings, real x[], struct statistics *statistics);

#endif
