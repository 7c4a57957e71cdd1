/* What the parts of a trial share: how to go along a signal, and what rounding can do. Internal to
 * trial*.c.
 *
 * The rounding bounds. A state after n holds: each hold evaluates its flow in at most 16
 * operations of relative error <= eps each (libm's functions: 2 eps), and k exp(-k) and
 * r exp(-r) damp the relative errors of k and r below 1; the exact flow does not expand, so
 * errors add up to at most 32 n eps times the model's bound (or the travel, for a state that
 * grows with it); where it does, that times the model's magnification. The force is a sum of terms
 * whose magnitudes add up to at most force_scale: with states that accurate and at most 16 further
 * operations, it is within 32 (n+1) eps force_scale, the energy of a hold within that times |v| h,
 * and a stored energy within twice that times the length over which the states change.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_EVALUATE_PARTS_H
#define BRISTLE_PROPERTIES_SEARCH_EVALUATE_PARTS_H

#include "properties/search/evaluate_property.h"

#define TRIAL_ROUNDING (32 * R_EPSILON)

static inline real trial_path(const struct hold holds[], unsigned n)
{
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h;
    return sum;
}

/* What relative errors of n+1 operations come to at its end. */
static inline real trial_rounding(const struct model *model, const real p[],
                                  const struct hold holds[], unsigned n)
{
    return TRIAL_ROUNDING * (real)(n + 1) *
           PREC(model_magnification)(model, p, trial_path(holds, n));
}

/* One hold further, by the exact flow or as somebody else goes (by). */
static inline void evaluate_go(struct exact_state *w, const struct propagator *by, struct hold hold)
{
    if (by)
        by->hold(by->ctx, w, hold, (struct seen){ NULL });
    else
        exact_state_flow(w, hold);
}

/* Along the signal, times `speed` as fast. */
static inline void evaluate_run(struct exact_state *w, const struct model *model,
                                const struct propagator *by, const real p[], real speed,
                                const struct hold holds[], unsigned n)
{
    exact_state_start(w, model, p);
    for (unsigned i = 0; i < n; i++)
        evaluate_go(w, by, (struct hold){ speed * holds[i].v, holds[i].h / r_abs(speed) });
}

/* The part of the energy that a property of I1 to I4 is about, or -1. */
int PREC(evaluate_part)(const struct model *model, enum property property);

/* Margins by property, see evaluate_property.h; by: NULL for the exact flow. */
struct margin PREC(evaluate_energy)(const struct model *model, const struct propagator *by,
                                    const real p[], enum property property,
                                    const struct hold holds[], unsigned n);
struct margin PREC(evaluate_printed)(const struct model *model, const real p[],
                                     const struct hold holds[], unsigned n);
struct margin PREC(evaluate_dissipation)(const struct model *model, const struct propagator *by,
                                         const real p[], const struct hold holds[], unsigned n);
struct margin PREC(evaluate_state_bound)(const struct model *model, const struct propagator *by,
                                         const real p[], const struct hold holds[], unsigned n);
struct margin PREC(evaluate_stribeck_bound)(const struct model *model, const struct propagator *by,
                                            const real p[], bool over_history,
                                            const struct hold holds[], unsigned n);
struct margin PREC(evaluate_force)(const struct model *model, const struct propagator *by,
                                   const real p[], enum property property,
                                   const struct hold holds[], unsigned n);
struct margin PREC(evaluate_drift)(const struct model *model, const struct propagator *by,
                                   const real p[], const struct hold holds[], unsigned n);
struct margin PREC(evaluate_finite)(const struct model *model, const real p[],
                                    const struct hold holds[], unsigned n);

#endif
