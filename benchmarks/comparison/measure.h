/* What is measured on a numerical solution beside its samples: its events, and whether it obeys
 * physics. A run has the times of the reference it is compared with. NAN: the experiment has no
 * such thing; INFINITY: the reference has it, and the run does not. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_MEASURE_H
#define BRISTLE_BENCHMARKS_COMPARISON_MEASURE_H

#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

/* s: the largest error in the time of a release, a capture or a crossing of the watched speed. */
double compare_event_error(const struct setup *setup, const struct trajectory *reference,
                           const struct trajectory *run);

/* The force applied at break-away, relative to the reference's. Break-away by the criterion of
 * speed: |v| first rises through the watched one. For masses that nothing but a force signal moves.
 */
double compare_break_away_error(const struct setup *setup, const struct trajectory *reference,
                                const struct trajectory *run);

/* A motion that repeats itself: a mass on a spring or a controller that slips forward (|v| rises
 * through the watched speed, with v > 0) twice or more. Its period is the mean time between
 * slips, over as many of them as both trajectories have (which may differ by one at the end);
 * its amplitude, the swing of the mass's distance from its place, r(t) - x, over samples between
 * the last two slips of the reference. Both errors are relative to the reference's. */
struct compare_cycle {
    double period_error, amplitude_error;
};
struct compare_cycle compare_cycle(const struct setup *setup, const struct trajectory *reference,
                                   const struct trajectory *run);

/* How far a run that has its energy is from
 *     kinetic energy + spring energy + int F v dt = work of the force, the pull and the controller
 * at the worst sample, relative to the largest of these over all samples of the reference. Work is
 * a quadrature over samples, corrected with the slopes at their ends; what that leaves is the
 * reference's imbalance, and taken off. Of a driven law: int F v dt against the reference's,
 * relative to its largest. */
double compare_energy_balance(const struct setup *setup, const struct trajectory *reference,
                              const struct trajectory *run);

/* How far F at the end is from the law's steady force, relative to that: where the velocity is
 * held at the end, and the reference has come to within 1e-9 of the steady force. */
double compare_steady_state_error(const struct model *model, const double p[],
                                  const struct setup *setup, const struct trajectory *reference,
                                  const struct trajectory *run);

#endif
