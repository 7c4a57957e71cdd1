/* Trajectories to many digits: a law driven by a velocity signal, or with a mass.
 *
 * A law with a mass is a Filippov system where its force jumps at v = 0: the surface sticks
 * while the applied force lies between the forces at s = -1 and s = +1, with the selection s
 * at which they balance, and leaves when it no longer does. Everything else that is not
 * smooth, a reversal or a law's own switch, is an instant too at which the integration stops
 * and begins anew. Instants are located to the precision of the arithmetic.
 * A. F. Filippov, "Differential Equations with Discontinuous Righthand Sides", Kluwer, 1988.
 *
 * This is not an enclosure: the error is that of the integrator at its tolerance, estimated
 * step by step. It shares no code with models/, integrators/ and their event driver, and so
 * the two can be held against each other.
 */
#ifndef BRISTLE_REFERENCE_SOLVERS_FILIPPOV_H
#define BRISTLE_REFERENCE_SOLVERS_FILIPPOV_H

#include "reference/arb/law.h"
#include "reference/inputs/plant.h"
#include "reference/inputs/signal.h"

/* The problem. Exactly one of signal and plant is set. All that it points to is the caller's;
 * the numbers in it are taken as exact. */
struct filippov {
    const struct arb_law *law;
    arb_srcptr p; /* the law's parameters in its order */
    const struct signal *signal;
    const struct plant *plant;
    double watched_speed; /* a speed whose crossings are reported, m/s; 0: none (plants only) */
    slong prec;           /* bits; 128 go with a tolerance down to 1e-20 */
    double tolerance; /* of a step, relative to the largest size of each state so far; 1e-18 leaves
                         1e-15 of each signal's maximum
                         (reference/solvers/filippov_convergence_test.c) */
    unsigned long max_steps; /* attempts included; 1e6 is far more than the experiments need */
};

/* A sample: balls without radii, in SI units. F is not finite where the force is an interval. */
struct filippov_sample {
    arb_srcptr x, v, energy, states;
    arb_srcptr F;
};

/* Returns the balls by which filippov_run can follow the law: those given, those of its text, or
 * NULL where neither tells when its equations change, or where it rests in a band of velocities. */
const struct arb_law *filippov_law(const struct arb_law *law);

typedef void filippov_observer(void *ctx, size_t i, const struct filippov_sample *sample);
typedef void filippov_event_observer(void *ctx, enum plant_event event, const arb_t t);

/* How a run ended. */
enum filippov_status {
    FILIPPOV_OK,
    /* The law is none that filippov_law returns; or, with a mass, its rates jump at v = 0 while its
       force does not. */
    FILIPPOV_UNSUPPORTED,
    FILIPPOV_TOO_MANY_STEPS,
    FILIPPOV_STALLED /* event upon event at one instant */
};

/* Runs from zero state through n rising times (the first is 0); an input that has ended goes on by
 * its last formula. on_event may be NULL. Events come in order of time, each between the samples
 * between which it lies. The observers' arguments are valid during their calls. *steps receives the
 * number of steps. Where the result is not FILIPPOV_OK, samples from some time on are missing. */
enum filippov_status filippov_run(const struct filippov *motion, const double times[], size_t n,
                                  filippov_observer *observe, filippov_event_observer *on_event,
                                  void *ctx, unsigned long *steps);

#endif
