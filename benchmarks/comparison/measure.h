/* Measures on a numerical solution other than errors at samples: its events, and whether it obeys
 * physics. The run must have the times of the reference. NAN: the experiment has no such quantity;
 * INFINITY: the reference has it, and the run does not. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_MEASURE_H
#define BRISTLE_BENCHMARKS_COMPARISON_MEASURE_H

#include "models/model.h"
#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

/* Returns the largest error in the time of a release, a capture or a crossing of the watched speed,
 * s. */
double compare_event_error(const struct setup *setup, const struct trajectory *reference,
                           const struct trajectory *run);

/* Returns the error of the force applied at break-away, relative to the reference's. Break-away is
 * the instant at which |v| first rises through the watched speed. For masses that only a force
 * signal moves. */
double compare_break_away_error(const struct setup *setup, const struct trajectory *reference,
                                const struct trajectory *run);

/* The errors of a periodic motion, relative to the reference's period and amplitude: a mass on a
 * spring or a controller that slips forward (|v| rises through the watched speed, with v > 0) at
 * least twice. The period is the mean time between slips, over the slips that both trajectories
 * have (the run may have one more or less at the end). The amplitude is the swing of the mass's
 * distance from its place, r(t) - x, over samples between the last two slips of the reference. */
struct compare_cycle {
    double period_error, amplitude_error;
};
struct compare_cycle compare_cycle(const struct setup *setup, const struct trajectory *reference,
                                   const struct trajectory *run);

/* Returns how far a run that has its energy is from
 *     kinetic energy + spring energy + int F v dt = work of the force, the pull and the controller
 * at the worst sample, relative to the largest of these over all samples of the reference. Work is
 * a quadrature over samples, corrected with the slopes at their ends; the remaining error is the
 * reference's imbalance, which is subtracted. For a driven law: int F v dt against the reference's,
 * relative to its largest. */
double compare_energy_balance(const struct setup *setup, const struct trajectory *reference,
                              const struct trajectory *run);

/* Returns the distance of F at the end from the law's steady force, relative to that force, if the
 * velocity is held at the end and the reference has come to within 1e-9 of the steady force. */
double compare_steady_state_error(const struct model *model, const double p[],
                                  const struct setup *setup, const struct trajectory *reference,
                                  const struct trajectory *run);

#endif
