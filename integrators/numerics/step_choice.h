/* What methods that choose their steps share: the error allowed, the first step, and the next one.
 */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_STEP_CHOICE_H
#define BRISTLE_INTEGRATORS_NUMERICS_STEP_CHOICE_H

#include "integrators/integrator.h"

/* Returns the reciprocal of the error allowed in a step for state i of that size. A state that was
 * `largest` and returns to zero keeps the rounding of its large values. */
static inline real step_weight(const struct integration *in, unsigned i, real size, real largest)
{
    const real tolerance = in->settings->rtol * size + in->settings->atol * in->ode->scale[i];
    return 1 / (tolerance + 4 * R_EPSILON * r_max(size, largest));
}

/* The largest of |x_i| in units of its tolerance. */
static inline real step_norm(const struct integration *in, const real largest[], const real x[])
{
    real most = 0;
    for (unsigned i = 0; i < in->ode->n; i++)
        most = r_max(most, r_abs(x[i]) * step_weight(in, i, r_abs(in->x[i]), largest[i]));
    return most;
}

/* Chooses a first step for a method whose error grows with that power of it, from the sizes of
 * states, rates and second derivatives: E. Hairer, S. P. Norsett, G. Wanner, "Solving Ordinary
 * Differential Equations I", II.4. x[], f0[] and f[] are scratch. */
static inline real step_first(const struct integration *in, const real largest[], real power,
                              real x[], real f0[], real f[])
{
    const struct ode *ode = in->ode;
    ode_rate(ode, in->t, in->x, f0);
    const real d0 = step_norm(in, largest, in->x), d1 = step_norm(in, largest, f0);
    const real h0 = d0 < C(1e-5) || d1 < C(1e-5) ? C(1e-6) : C(0.01) * d0 / d1;
    for (unsigned i = 0; i < ode->n; i++)
        x[i] = in->x[i] + h0 * f0[i];
    ode_rate(ode, in->t + h0, x, f);
    in->statistics->rate_evals += 2;
    for (unsigned i = 0; i < ode->n; i++)
        f[i] = (f[i] - f0[i]) / h0;
    const real d = r_max(d1, step_norm(in, largest, f));
    const real h1 = d <= C(1e-15) ? r_max(C(1e-6), h0 * C(1e-3)) : r_pow(C(0.01) / d, 1 / power);
    return r_max(r_min(100 * h0, h1), 64 * R_EPSILON * r_abs(in->t));
}

/* The next step to try, and what is known of the last one. */
struct step_choice {
    real h;      /* s */
    real h_last; /* s; 0 after a start */
    real fit;    /* factor on the last step that would have made its error 1 */
    bool is_cut; /* steps are short since longer ones met what is no number */
};

/* The largest and the smallest factor from one step to the next. */
#define STEP_MOST  C(8.0)
#define STEP_LEAST C(0.1)
/* The largest fit that is remembered: a step that is far too short says little. */
#define STEP_MOST_FIT C(2.5)

/* Chooses the step after one of h that has passed. fit: the factor on h that would have made its
 * error 1; safe: the fraction of that to take; rejected: it was not the first attempt.
 *
 * K. Gustafsson, "Control-theoretic techniques for stepsize selection in implicit Runge-Kutta
 * methods", ACM Trans. Math. Softw. 20(4), 496-517, 1994: before a mass lets go, its acceleration
 * grows like a power of the time left, and a controller that looks at the last error only would
 * have every second step rejected. */
static inline void step_passed(struct step_choice *c, real h, real fit, real safe, bool rejected)
{
    real factor = safe * fit;
    if (c->h_last > 0) /* the error goes on changing as it did since the last step */
        factor = r_min(factor, factor * (h / c->h_last) * (fit / c->fit));
    factor = r_max(STEP_LEAST, r_min(factor, rejected ? 1 : STEP_MOST));
    /* A step cut short by the end of an interval says little about the next. */
    c->h = h < c->h ? r_max(c->h, h * factor) : h * factor;
    c->h_last = h;
    c->fit = r_min(fit, STEP_MOST_FIT);
    c->is_cut = c->is_cut && rejected;
}

#endif
