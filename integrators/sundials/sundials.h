/* What the integrators of SUNDIALS share: its vectors and matrices over our states.
 *
 * A. C. Hindmarsh et al., "SUNDIALS: suite of nonlinear and differential/algebraic equation
 * solvers", ACM Trans. Math. Softw. 31(3), 363-396, 2005. Newton's method with a dense direct
 * solver, analytic Jacobian where the problem has one, absolute tolerance scaled by each state's
 * size, re-initialised at the start of every smooth interval, never stepping past its end.
 *
 * A state that was large in an interval and returns to zero keeps the rounding of its large
 * values: no step can be accurate to less, so that is added to the tolerance.
 */
#ifndef BRISTLE_INTEGRATORS_SUNDIALS_SUNDIALS_H
#define BRISTLE_INTEGRATORS_SUNDIALS_SUNDIALS_H

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "integrators/integrator.h"

/* Attempts at one step. A Stribeck peak a hundred nanoseconds wide may end a glide of seconds:
 * a step must be able to shrink by many orders of magnitude, where the libraries' own limit is
 * 7 or 10. */
enum { SUNDIALS_ATTEMPTS = 40 };

/* At the beginning of the work memory. SUNDIALS' own time starts at 0 with every interval, so that
 * short steps late in a run are not lost in the rounding of t. */
struct sundials {
    real origin; /* t at which SUNDIALS' time is 0 */
    SUNContext context;
    N_Vector x, interpolated;
    real largest[ODE_MAX_STATES]; /* magnitude of each state in this interval */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    void *memory; /* of the integrator */
    bool started;
};

/* Bytes of work memory for n states. */
size_t sundials_workspace(unsigned n);

/* Makes everything but `memory`. sundials_close releases what was made, also after a failure. */
enum status sundials_open(struct integration *in) MUST_CHECK;
void sundials_close(struct integration *in);

/* start takes the state of *in where an interval begins. take sets the state of *in to that of a
 * step at SUNDIALS' x, at its time t, and counts the step. */
void sundials_start(struct integration *in);
void sundials_take(struct integration *in, real t);

/* Returns where the next step ends at the latest, in SUNDIALS' time. The libraries heed a largest
 * step, settings->step, only where they choose a step; the problem may want a shorter one. */
real sundials_stop(const struct integration *in, real stop);

/* Copies the interpolated state to x[]. */
void sundials_interpolated(const struct integration *in, real x[]);

/* Callbacks; user_data is the struct integration. */
int sundials_rate(realtype t, N_Vector x, N_Vector dx, void *user_data);
int sundials_jacobian(realtype t, N_Vector x, N_Vector fx, SUNMatrix J, void *user_data,
                      N_Vector t1, N_Vector t2, N_Vector t3);
/* The reciprocal of what each state may err by in a step. */
int sundials_weights(N_Vector x, N_Vector weight, void *user_data);
/* The status says what failed; the libraries' own text is not printed. */
void sundials_quiet(int code, const char *module, const char *function, char *message, void *data);

#endif
