/* The stages that all Rosenbrock methods here have in common, in the form without products by
 * the Jacobian (E. Hairer, G. Wanner, "Solving Ordinary Differential Equations II", IV.7):
 *
 *     (I - gamma h J) u_i = gamma h f(t + alpha_i h, x + sum a_ij u_j)
 *                           + gamma sum c_ij u_j + gamma h^2 d_i df/dt
 *
 * The methods are stiffly accurate: the last two arguments of f are results themselves, of
 * the embedded order and of the order before the last stage, and adding the last u_i to the
 * last argument gives the result. So the last u_i estimates the error.
 */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_ROSENBROCK_STAGES_H
#define BRISTLE_INTEGRATORS_NUMERICS_ROSENBROCK_STAGES_H

#include "integrators/numerics/linearized.h"

enum { ROSENBROCK_MAX_STAGES = 8 };

/* The coefficients of a method, named as above. */
struct rosenbrock_method {
    unsigned stages;
    unsigned arguments; /* from this stage on, each argument is the last one plus the last u */
    real gamma;
    real alpha[ROSENBROCK_MAX_STAGES], d[ROSENBROCK_MAX_STAGES];
    real a[ROSENBROCK_MAX_STAGES][ROSENBROCK_MAX_STAGES];
    real c[ROSENBROCK_MAX_STAGES][ROSENBROCK_MAX_STAGES];
};

/* Writes df/dt at (t, x) to ft: the problem's own, or a forward difference over a part sqrt(eps) of
 * the step h, whose error shows in the result at about 1e-9. f is f(t, x). */
static inline void rosenbrock_time_derivative(struct integration *in, real t, const real x[],
                                              real h, const real f[], real ft[])
{
    const struct ode *ode = in->ode;
    if (ode_rate_t(ode, t, x, ft))
        return;
    const real later = t + r_max(r_sqrt(R_EPSILON) * h, 64 * R_EPSILON * r_abs(t));
    const real delta = later - t;
    ode_rate(ode, later, x, ft);
    in->statistics->rate_evals++;
    for (unsigned i = 0; i < ode->n; i++)
        ft[i] = (ft[i] - f[i]) / delta;
}

/* Computes the stages u[stages * n] of a step h from (t, x0). inverse is that of I - gamma h J, and
 * is transposed; f and ft are f and df/dt at (t, x0). x receives the result without the last stage;
 * f is overwritten. What a stage has of those before it is summed first: it is there before the
 * rates are, for which all else waits. */
FORCE_INLINE void rosenbrock_stages_n(unsigned n, const struct rosenbrock_method *m,
                                      struct integration *in, real inverse[], real t,
                                      const real x0[], real h, const real ft[], real f[], real u[],
                                      real x[])
{
    const struct ode *ode = in->ode;
    const real gh = m->gamma * h, ghh = gh * h;
    dense_transpose_n(n, inverse);
    UNROLL
    for (unsigned s = 0; s < m->stages; s++) {
        real *now = u + (size_t)s * n, sum[ODE_MAX_STATES];
        if (s > 0 && s >= m->arguments) {
            UNROLL
            for (unsigned i = 0; i < n; i++)
                x[i] += now[(int)i - (int)n];
        } else if (s > 0) {
            UNROLL
            for (unsigned i = 0; i < n; i++)
                sum[i] = x0[i];
            UNROLL
            for (unsigned k = 0; k < s; k++) {
                UNROLL
                for (unsigned i = 0; i < n; i++)
                    sum[i] += m->a[s][k] * u[k * n + i];
            }
            UNROLL
            for (unsigned i = 0; i < n; i++)
                x[i] = sum[i];
        }
        if (s > 0)
            ode_rate(ode, t + m->alpha[s] * h, x, f);
        UNROLL
        for (unsigned i = 0; i < n; i++)
            sum[i] = 0;
        UNROLL
        for (unsigned k = 0; k < s; k++) {
            UNROLL
            for (unsigned i = 0; i < n; i++)
                sum[i] += m->gamma * m->c[s][k] * u[k * n + i];
        }
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            if (m->d[s] != 0)
                sum[i] += m->d[s] * ghh * ft[i];
            sum[i] += gh * f[i];
        }
        dense_multiply_transposed_n(n, inverse, sum, now);
    }
    in->statistics->rate_evals += m->stages - 1;
}

#endif
