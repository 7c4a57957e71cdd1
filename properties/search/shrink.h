/* From a counterexample to one that a person can read aloud. */
#ifndef BRISTLE_PROPERTIES_SEARCH_SHRINK_H
#define BRISTLE_PROPERTIES_SEARCH_SHRINK_H

#include "properties/search/candidate.h"
#include "properties/search/evaluate_property.h"

/* A counterexample as its witness file will say it: every number is the shortest decimal that
 * reads back as that double. */
struct counterexample {
    double p[MODEL_MAX_PARAMS];                  /* in the model's order */
    unsigned n;                                  /* holds */
    double v[DRAW_MAX_HOLDS], h[DRAW_MAX_HOLDS]; /* m/s, s */
    double margin;                               /* of the trial in working precision */
};

/* Another way to come by margins than the trial along the law's exact solution. */
struct evaluator {
    struct margin (*margin)(void *context, const real p[], const struct hold holds[], unsigned n);
    void *context;
};

/* The numbers of a sample. A parameter at its default has the default's own decimals. */
void PREC(counterexample_set)(const struct model *model, const struct claim *claim,
                              const struct sample *sample, struct counterexample *c);

/* The counterexample in working precision. */
void PREC(counterexample_sample)(const struct model *model, const struct counterexample *c,
                                 struct sample *sample);

/* The margin of the counterexample's numbers in working precision, or 1 where they are not of
 * the claim's domain or do not violate beyond rounding. */
double PREC(counterexample_margin)(const struct model *model, const struct claim *claim,
                                   const struct counterexample *c);

/* Whether the violation is beyond the rounding of single precision, so that float code shows it
 * as well. */
bool PREC(counterexample_robust)(const struct model *model, const struct claim *claim,
                                 const struct counterexample *c);

/* Makes it simpler as long as it stays in the claim's domain and keeps that share, in (0, 1],
 * of its violation and stays robust if it was: so that a real violation never shrinks into
 * rounding. Fewer segments come
 * first, then more parameters at their defaults, then fewer digits, then exponents nearer 0. The
 * last segment of a CYCLE_SIGNAL follows from the others and is rounded in the end. Margins are the
 * evaluator's; NULL: those of trials. c->margin must be the violation to begin with. */
void PREC(shrink)(const struct model *model, const struct claim *claim, double share,
                  const struct evaluator *by, struct counterexample *c);

#endif
