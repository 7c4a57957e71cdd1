/* Stiff problems that the field compares solvers on, with the end values that it publishes.
 *
 * F. Mazzia, C. Magherini, "Test Set for Initial Value Problem Solvers", release 2.4, University of
 * Bari, 2008, from which equations and end values are; E. Hairer, G. Wanner, "Solving Ordinary
 * Differential Equations II", IV.10. All of them begin at t = 0.
 */
#ifndef BRISTLE_INTEGRATORS_PROBLEMS_IVP_H
#define BRISTLE_INTEGRATORS_PROBLEMS_IVP_H

#include "integrators/ode.h"

enum { IVP_MAX_STATES = 8 };

/* A problem. Numbers are in the units of its source. */
struct ivp {
    const char *name, *title;
    unsigned n; /* states */
    real t_end;
    real begin[IVP_MAX_STATES], end[IVP_MAX_STATES]; /* states at 0 and at t_end */
    real scale[IVP_MAX_STATES];                      /* typical sizes of the states */
    void (*rate)(void *ctx, real t, const real x[], real dx[]);
    void (*jacobian)(void *ctx, real t, const real x[], real jac[]);
};

/* ROBER, HIRES, VDPOL, OREGO; ended by NULL. */
extern const struct ivp *const PREC(ivps)[];

/* Returns the problem as integrators see it. Borrows ivp. */
struct ode PREC(ivp_ode)(const struct ivp *ivp);

#endif
