/* Small vibrations by the law's Jacobian (resonance.h). */
#include "properties/search/resonance.h"

#include <math.h>

#include "integrators/numerics/dense.h"

/* Re (j omega - A)^-1 b = -A (A^2 + omega^2)^-1 b. */
double PREC(resonance_damping)(const struct jacobian *jac, unsigned n, double omega)
{
    real m[MODEL_MAX_STATES * MODEL_MAX_STATES], u[MODEL_MAX_STATES];
    const real *A = jac->rate_x;
    unsigned row[MODEL_MAX_STATES];
    real sum = jac->force_v;
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            m[i * n + j] = i == j ? (real)(omega * omega) : 0;
            for (unsigned k = 0; k < n; k++)
                m[i * n + j] += A[i * n + k] * A[k * n + j];
        }
        u[i] = jac->rate_v[i];
    }
    if (!dense_factorize_n(n, m, row))
        return (double)NAN;
    dense_solve_n(n, m, row, u);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < n; k++)
            sum -= jac->force_x[i] * A[i * n + k] * u[k];
    return isfinite(sum) ? (double)sum : (double)NAN;
}

double PREC(resonance)(const struct exact_state *at, double v, double shift)
{
    enum { POINTS = 88, SHORTENINGS = 40 };
    const double slowest = 1e-4, ratio = pow(10, 0.125), golden = 0.3819660112501051;
    const unsigned n = at->model->n_states;
    struct jacobian jac;
    double least = (double)INFINITY;
    int best = 0;
    if (!at->model->jacobian || n < 2)
        return 0;
    at->model->jacobian(at->p, at->mem, (real)v, r_sign((real)v), at->x, &jac);
    for (int i = 0; i < POINTS; i++) {
        const double damping = PREC(resonance_damping)(&jac, n, slowest * pow(ratio, i + shift));
        if (damping < least) {
            least = damping;
            best = i;
        }
    }
    if (best == 0 || best == POINTS - 1)
        return 0;
    double lo = best - 1, hi = best + 1, middle = best;
    for (int k = 0; k < SHORTENINGS; k++) {
        const bool left = middle - lo > hi - middle;
        const double place =
            left ? middle - golden * (middle - lo) : middle + golden * (hi - middle);
        const double damping =
            PREC(resonance_damping)(&jac, n, slowest * pow(ratio, place + shift));
        if (damping < least) {
            *(left ? &hi : &lo) = middle;
            middle = place;
            least = damping;
        } else
            *(left ? &lo : &hi) = place;
    }
    return slowest * pow(ratio, middle + shift);
}
