/* What implicit methods share: Newton's iteration for a step d from x,
 *
 *     d = b + w f(t, x + d)
 *
 * with the Jacobian evaluated anew in each iteration. In d, not in x + d, so that rest stays
 * rest and small steps do not drown in the rounding of x.
 */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_NEWTON_H
#define BRISTLE_INTEGRATORS_NUMERICS_NEWTON_H

#include "integrators/numerics/linearized.h"

enum { NEWTON_MOST = 20 }; /* iterations */

/* Work memory: the linearized problem, b, d, a state, a rate and a correction. */
struct newton {
    struct linearized linearized;
    real *b, *d; /* b is set by the method, d is the result */
    real *x, *f, *correction;
};

/* Reals of work memory that Newton's iteration takes. */
static inline size_t newton_reals(unsigned n) { return linearized_reals(n) + (size_t)5 * n; }

/* Places the arrays of w at *memory, and moves *memory behind them. */
static inline void newton_place(struct newton *w, unsigned n, real **memory)
{
    linearized_place(&w->linearized, n, memory);
    w->b = *memory;
    w->d = w->b + n;
    w->x = w->d + n;
    w->f = w->x + n;
    w->correction = w->f + n;
    *memory = w->correction + n;
}

static inline bool newton_finite(const real values[], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* Makes one correction of d. *size receives its largest part, relative to the size of the state.
 * Returns STATUS_NONFINITE, or STATUS_NO_CONVERGENCE where the matrix is singular. */
static inline enum status newton_correct(struct integration *in, struct newton *w, real t,
                                         real weight, real *size)
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    for (unsigned i = 0; i < n; i++)
        w->x[i] = in->x[i] + w->d[i];
    ode_rate(ode, t, w->x, w->f);
    in->statistics->rate_evals++;
    linearize(in, &w->linearized, t, w->x, w->f);
    if (!newton_finite(w->f, n) || !newton_finite(w->linearized.jacobian, n * n))
        return STATUS_NONFINITE;
    if (!linearized_factorize(in, &w->linearized, weight))
        return STATUS_NO_CONVERGENCE;
    for (unsigned i = 0; i < n; i++)
        w->correction[i] = w->b[i] + weight * w->f[i] - w->d[i];
    linearized_solve(in, &w->linearized, w->correction);
    *size = 0;
    for (unsigned i = 0; i < n; i++) {
        w->d[i] += w->correction[i];
        *size = r_max(*size, r_abs(w->correction[i]) / (r_abs(w->x[i]) + ode->scale[i]));
    }
    return newton_finite(w->d, n) ? STATUS_OK : STATUS_NONFINITE;
}

/* Solves for d, from d = 0 on. Stops when a correction is some roundings of the states; or when
 * corrections no longer shrink and the square of the last one is that small: then the rounding of f
 * is what is left. Returns STATUS_NO_CONVERGENCE after NEWTON_MOST corrections. */
static inline enum status newton_solve(struct integration *in, struct newton *w, real t,
                                       real weight)
{
    const real enough = 16 * R_EPSILON;
    real before = R_MAX;
    for (unsigned i = 0; i < in->ode->n; i++)
        w->d[i] = 0;
    for (int k = 0; k < NEWTON_MOST; k++) {
        real size = 0;
        const enum status status = newton_correct(in, w, t, weight, &size);
        if (status != STATUS_OK)
            return status;
        if (size <= enough || (size >= before && size * size <= enough))
            return STATUS_OK;
        before = size;
    }
    return STATUS_NO_CONVERGENCE;
}

/* Adds the step d to the states. */
static inline void newton_accept(struct integration *in, const struct newton *w)
{
    for (unsigned i = 0; i < in->ode->n; i++)
        in->x[i] += w->d[i];
}

#endif
