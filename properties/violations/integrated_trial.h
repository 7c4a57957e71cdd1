/* A law along a signal as an integrator computes it: a propagator for trials
 * (properties/trials/evaluate_property.h).
 *
 * Each hold is one smooth interval of equal steps, none longer than the given step, by the driver
 * of //integrators with its events. The energy is one more state of the integrated system, so
 * that its quadrature is the method's own. Energies by part are integrals of the parts' power by
 * the trapezoidal rule. States and power are evaluated at the ends of steps (of every few steps
 * in a hold of more than 65536); of adaptive methods without a given step, at 16 instants of the
 * hold. */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_INTEGRATED_TRIAL_H
#define BRISTLE_PROPERTIES_VIOLATIONS_INTEGRATED_TRIAL_H

#include "integrators/integrator.h"
#include "properties/trials/evaluate_property.h"
#include "reference/experiments/driven.h"

struct integration_scheme {
    const struct integrator *integrator;
    struct settings settings; /* step, s: needed by methods with steps of given size */
    bool everywhere;          /* parameters from a claim's whole domain, not the model's defaults */
};

/* The integration of a trial's holds. */
struct numerical {
    struct propagator propagator; /* for the trial; its ctx points to this struct */
    const struct integration_scheme *scheme;
    enum status status; /* first failure since numerical_reset; later holds do nothing */
    uint64_t steps;     /* since numerical_reset */
    uint64_t most;      /* of one hold; more is STATUS_TOO_MANY_STEPS */
    struct driven driven;
    struct signal signal;
    void *work;
    double *times;
    size_t room;
};

/* Sets up the integration with at most `most` steps in a hold. *n must not be moved;
 * numerical_close releases it. */
void numerical_open(struct numerical *n, const struct integration_scheme *scheme, uint64_t most);
void numerical_close(struct numerical *n);

/* Resets status and steps; call before each trial. */
void numerical_reset(struct numerical *n);

/* Returns NULL, or why the property of the model cannot be judged along the scheme's trajectories
 * (static text). */
const char *numerical_obstacle(const struct integration_scheme *scheme, const struct model *model,
                               enum property property);

/* Evaluates the property along the scheme's trajectory. The rounding is that of the steps taken. If
 * the method failed the margin is -INFINITY, and n->status says why. */
struct margin integrated_trial(struct numerical *n, const struct model *model, const double p[],
                               enum property property, const struct hold holds[], unsigned n_holds);

#endif
