/* Who violates a claim along a numerical trajectory: the equations, or the integrator at this
 * step? The exact solution is the judge.
 *
 * Each trial is run twice, along the law's exact flow and along the integrator's trajectory, and
 * a violation counts only beyond the rounding of that run (trial.h; of every step taken, for the
 * integrator). Where the exact solution violates, the equations do, whatever the integrator makes
 * of it; where it keeps the property and the trajectory does not, the integrator does, and an
 * integration that fails is such a case. The properties are the same for both: the trajectory,
 * too, has to settle to the steady state at the law's own rate, within the factor of two that the
 * margin allows, and a step that is kept while the speed changes fourfold counts as a dependence
 * on rate.
 */
#ifndef BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_H
#define BRISTLE_PROPERTIES_VIOLATIONS_ATTRIBUTION_H

#include "properties/verdicts/judge.h"
#include "properties/violations/integrated_trial.h"

enum violation_source {
    VIOLATION_SOURCE_NONE,
    VIOLATION_SOURCE_EQUATIONS,
    VIOLATION_SOURCE_INTEGRATOR,
    VIOLATION_SOURCE_NOT_APPLICABLE
};

/* As scripts spell them. */
extern const char *const violation_source_names[];

enum { ATTRIBUTION_STEPS = 1000 };

struct attribution {
    enum violation_source source;
    const char *reason; /* not applicable: why; otherwise NULL */
    /* The worst trial: of those where the equations violate if there are any, or else of those
     * where the integrator does, or else of all. */
    double margin;       /* along the trajectory; -INFINITY: the integration failed */
    double exact_margin; /* on the same signal; NAN, both: no trial */
    enum status status;  /* of that integration */
    double p[MODEL_MAX_PARAMS];
    struct hold holds[DRAW_MAX_HOLDS]; /* the first ones, of a stored witness */
    unsigned n_holds;
    unsigned trials;  /* run, a stored witness among them */
    bool as_declared; /* false: declared `holds`, and violated along a trajectory or at all */
};

/* Random trials, of holds of at most ATTRIBUTION_STEPS steps each, and, for a claim declared
 * refuted, its stored witness. Parameters are the model's defaults, since a step is right or wrong
 * for a stiffness, or as near to them as the claim's domain allows; random ones of that domain if
 * the scheme says everywhere. budget->trials: 0 means 500. */
void attribute_claim(const struct model *model, const struct claim *claim,
                     const struct integration_scheme *scheme, const struct search_budget *budget,
                     struct attribution *result);

#endif
