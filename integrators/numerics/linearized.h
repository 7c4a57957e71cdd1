/* What implicit and Rosenbrock methods share: the Jacobian, and the matrix I - w J. */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_LINEARIZED_H
#define BRISTLE_INTEGRATORS_NUMERICS_LINEARIZED_H

#include "integrators/integrator.h"
#include "integrators/numerics/dense.h"

/* Work memory of a linearized problem: the Jacobian, the factors, a state and a rate. */
struct linearized {
    real *jacobian, *matrix; /* n x n each */
    real *x, *f;             /* n each: scratch of the differences */
    unsigned row[ODE_MAX_STATES];
};

/* Reals of work memory that a linearized problem takes. */
static inline size_t linearized_reals(unsigned n) { return (size_t)2 * n * (n + 1); }

/* Places the arrays of l at *memory, and moves *memory behind them. */
static inline void linearized_place(struct linearized *l, unsigned n, real **memory)
{
    l->jacobian = *memory;
    l->matrix = l->jacobian + (size_t)n * n;
    l->x = l->matrix + (size_t)n * n;
    l->f = l->x + n;
    *memory = l->f + n;
}

/* The Jacobian at (t, x): the problem's own, or forward differences over
 * sqrt(eps) (|x_j| + scale_j) in each state, of f which is f(t, x). */
static inline void linearize(struct integration *in, struct linearized *l, real t, const real x[],
                             const real f[])
{
    const struct ode *ode = in->ode;
    const unsigned n = ode->n;
    in->statistics->jac_evals++;
    if (ode_jacobian(ode, t, x, l->jacobian))
        return;
    for (unsigned i = 0; i < n; i++)
        l->x[i] = x[i];
    for (unsigned j = 0; j < n; j++) {
        l->x[j] = x[j] + r_sqrt(R_EPSILON) * (r_abs(x[j]) + ode->scale[j]);
        const real delta = l->x[j] - x[j];
        ode_rate(ode, t, l->x, l->f);
        for (unsigned i = 0; i < n; i++)
            l->jacobian[i * n + j] = (l->f[i] - f[i]) / delta;
        l->x[j] = x[j];
    }
    in->statistics->rate_evals += n;
}

/* matrix = I - w J, soon to be factorized. */
static inline void linearized_matrix(struct integration *in, struct linearized *l, real w)
{
    const unsigned n = in->ode->n;
    in->statistics->factorizations++;
    for (unsigned i = 0; i < n * n; i++)
        l->matrix[i] = l->jacobian[i] == 0 ? 0 : -w * l->jacobian[i];
    for (unsigned i = 0; i < n; i++)
        l->matrix[i * n + i] += 1;
}

/* matrix <- factors of I - w J. Returns false where it is singular or not finite. */
static inline bool linearized_factorize(struct integration *in, struct linearized *l, real w)
{
    linearized_matrix(in, l, w);
    return dense_factorize(in->ode->n, l->matrix, l->row);
}

/* b <- the solution of (I - w J) x = b, by the factors. */
static inline void linearized_solve(const struct integration *in, const struct linearized *l,
                                    real b[])
{
    dense_solve(in->ode->n, l->matrix, l->row, b);
}

#endif
