/* What the evaluations of the properties share: how to go along a signal, and how much rounding can
 * change. Only the files evaluate_*.c and lane_trials.c include this header.
 *
 * The rounding bounds. A state after n holds: each hold evaluates its flow in at most 16 operations
 * of relative error <= eps each (libm's functions: 2 eps), and k exp(-k) and r exp(-r) damp the
 * relative errors of k and r below 1; the exact flow does not expand, so errors add up to at most
 * 32 n eps times the model's bound (or the travel, for a state that grows with it); where the flow
 * does expand, that times the model's magnification. The force is a sum of terms whose magnitudes
 * add up to at most force_scale: with states that accurate and at most 16 further operations, it is
 * within 32 (n+1) eps force_scale, the energy of a hold within that times |v| h, and a stored
 * energy within twice that times the length over which the states change.
 *
 * Where a law's motion has no closed form, what some steps by numbers may be off takes the place of
 * 32 eps. */
#ifndef BRISTLE_PROPERTIES_TRIALS_EVALUATE_PARTS_H
#define BRISTLE_PROPERTIES_TRIALS_EVALUATE_PARTS_H

#include "properties/trials/evaluate_property.h"

#define TRIAL_ROUNDING (32 * R_EPSILON)

/* Steps of a hold by numbers whose errors add up, before they die out or the hold ends: three times
 * the worst of 200 random places of every law of the catalogue with a closed form, 68
 * (held_test.c with SAMPLES = 200). */
enum { TRIAL_STEPS = 200 };

/* Returns what a hold may be off, relative to bounds and scales; by is NULL for the exact flow. */
static inline real trial_inaccuracy(const struct model *model, const struct propagator *by)
{
    if (by)
        return by->inaccuracy > 0 ? by->inaccuracy : TRIAL_ROUNDING;
    return exact_state_is_exact(model) ? TRIAL_ROUNDING : TRIAL_STEPS * HELD_FINE;
}

/* Moves by numbers, less accurately than NULL does. */
extern const struct propagator PREC(quick_propagator);

/* Returns the way along which a search goes first. */
static inline const struct propagator *trial_quick(const struct model *model)
{
    return model->flow ? NULL : &PREC(quick_propagator);
}

/* Return the smaller and the larger one; no number where one of them is none, so that it is never
 * passed over. */
static inline real trial_least(real a, real b) { return a < b || isnan(a) ? a : b; }
static inline real trial_most(real a, real b) { return a > b || isnan(a) ? a : b; }

/* Returns the path of n holds, m. */
static inline real trial_path(const struct hold holds[], unsigned n)
{
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h;
    return sum;
}

/* Returns the relative error after n + 1 operations, each magnified up to the end. */
static inline real trial_rounding(const struct model *model, const struct propagator *by,
                                  const real p[], const struct hold holds[], unsigned n)
{
    return trial_inaccuracy(model, by) * (real)(n + 1) *
           PREC(model_magnification)(model, p, trial_path(holds, n));
}

/* Moves over one hold: along the exact flow if by is NULL, otherwise by the propagator. */
static inline void evaluate_go(struct exact_state *w, const struct propagator *by, struct hold hold)
{
    if (by)
        by->hold(by->ctx, w, hold, (struct seen){ NULL });
    else
        exact_state_flow(w, hold);
}

/* Moves along the signal, from zero state, with velocities times `speed` and durations divided by
 * |speed|. */
static inline void evaluate_run(struct exact_state *w, const struct model *model,
                                const struct propagator *by, const real p[], real speed,
                                const struct hold holds[], unsigned n)
{
    exact_state_start(w, model, p);
    for (unsigned i = 0; i < n; i++)
        evaluate_go(w, by, (struct hold){ speed * holds[i].v, holds[i].h / r_abs(speed) });
}

/* Returns the part of the energy that a property i1_nonnegative to i4_nonnegative is about, or
 * -1. */
int PREC(evaluate_part)(const struct model *model, enum property property);

/* Return margins by property (evaluate_property.h); by is NULL for the exact flow. */
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
