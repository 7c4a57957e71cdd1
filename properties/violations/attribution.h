/* What violates a claim along a trajectory: the equations, or the integrator at this step? The
 * exact solution decides.
 *
 * Each trial runs twice, along the law's exact flow and along the integrator's trajectory, and a
 * violation counts only beyond the rounding of that run (properties/trials/evaluate_property.h; for
 * the integrator, the rounding of every step taken). Where the exact solution violates the
 * property, the equations are the source, whatever the integrator computes. Where the exact
 * solution keeps the property and the trajectory does not, or the integration fails, the integrator
 * is the source. The properties are the same for both: the trajectory, too, has to settle to the
 * steady state at the law's own rate, within the factor of two that the margin allows, and a step
 * that stays the same while the speed changes fourfold counts as a dependence on rate. */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_H
#define BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_H

#include "properties/judgement/judge.h"
#include "properties/violations/integrated_trial.h"

enum violation_source {
    VIOLATION_SOURCE_NONE,
    VIOLATION_SOURCE_EQUATIONS,
    VIOLATION_SOURCE_INTEGRATOR,
    VIOLATION_SOURCE_NOT_APPLICABLE
};

/* The names of sources in CSV and JSON. */
extern const char *const violation_source_names[];

enum { ATTRIBUTION_STEPS = 1000 }; /* of a random hold, at most */

struct attribution {
    enum violation_source source;
    const char *reason; /* why the claim is not applicable; otherwise NULL */
    /* The worst trial: among those where the equations violate the property if there are any, else
     * among those where the integrator does, else among all. */
    double margin;       /* along the trajectory; -INFINITY: the integration failed */
    double exact_margin; /* on the same signal; NAN, like margin: no trial */
    enum status status;  /* of the integration */
    double p[MODEL_MAX_PARAMS];
    struct hold holds[DRAW_MAX_HOLDS]; /* the first holds, if a stored witness has more */
    unsigned n_holds;
    unsigned trials;  /* number of trials, a stored witness included */
    bool as_declared; /* false: violated although declared `holds` */
};

/* Runs random trials with holds of at most ATTRIBUTION_STEPS steps each, and, for a claim declared
 * refuted, its stored witness. Parameters are the model's defaults, since a step is right or wrong
 * for a stiffness, or as near to them as the claim's domain allows; random ones of the domain if
 * scheme->everywhere. budget->trials: 0 means 500. */
void attribute_claim(const struct model *model, const struct claim *claim,
                     const struct integration_scheme *scheme, const struct search_budget *budget,
                     struct attribution *result);

#endif
