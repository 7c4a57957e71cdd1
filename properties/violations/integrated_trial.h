/* A law along a signal as an integrator computes it: a propagator for trials (trial.h).
 *
 * Each hold is one smooth interval of equal steps, none longer than the one asked for, by the
 * driver of //integrators with its events. The energy is one more state of the system that is
 * integrated, so that its quadrature is the method's own. Energies by part are integrals of the
 * parts' power by the trapezoidal rule. States and power are looked at where steps end
 * (every few of them in a hold of more than 65536); of adaptive methods that are not asked to keep
 * to a step, at 16 instants of the hold.
 */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_INTEGRATED_TRIAL_H
#define BRISTLE_PROPERTIES_VIOLATIONS_INTEGRATED_TRIAL_H

#include "integrators/integrator.h"
#include "properties/search/evaluate_property.h"
#include "reference/experiments/driven.h"

struct integration_scheme {
    const struct integrator *integrator;
    struct settings settings; /* step: needed by methods with steps of given size */
    bool everywhere;          /* parameters from a claim's whole domain, not the model's defaults */
};

/* An integration of trials' holds. */
struct numerical {
    struct propagator propagator; /* to hand to a trial; points back here */
    const struct integration_scheme *scheme;
    enum status status; /* the first failure since numerical_reset; then nothing moves any more */
    uint64_t steps;     /* since numerical_reset */
    uint64_t most;      /* steps of one hold; more is STATUS_TOO_MANY_STEPS */
    struct driven driven;
    struct signal signal;
    void *work;
    double *times;
    size_t room;
};

/* Sets it up for the method; most: see above. Returns false when memory ran out. It must not be
 * moved, and is to be released by numerical_close. */
bool numerical_open(struct numerical *n, const struct integration_scheme *scheme, uint64_t most);
void numerical_close(struct numerical *n);

/* Before each trial. */
void numerical_reset(struct numerical *n);

/* NULL, or why the property of the model cannot be judged along the scheme's trajectories. */
const char *numerical_obstacle(const struct integration_scheme *scheme, const struct model *model,
                               enum property property);

/* The trial along the scheme's trajectory. Its rounding is that of the steps taken; where the
 * method failed the margin is -INFINITY, and n->status says why. */
struct margin integrated_trial(struct numerical *n, const struct model *model, const double p[],
                               enum property property, const struct hold holds[], unsigned n_holds);

#endif
