/* From a counterexample to one that a person can easily read. */
#ifndef BRISTLE_PROPERTIES_SEARCH_SHRINK_H
#define BRISTLE_PROPERTIES_SEARCH_SHRINK_H

#include "properties/trials/candidate.h"
#include "properties/trials/evaluate_property.h"

/* A counterexample as its witness file will state it: every number is the shortest decimal that
 * reads back as that double. */
struct counterexample {
    double p[MODEL_MAX_PARAMS];                  /* in the model's order */
    unsigned n;                                  /* holds */
    double v[DRAW_MAX_HOLDS], h[DRAW_MAX_HOLDS]; /* m/s, s */
    double margin;                               /* of the trial in working precision */
};

/* A way to compute margins other than the trial along the law's exact solution. */
struct evaluator {
    struct margin (*margin)(void *context, const real p[], const struct hold holds[], unsigned n);
    void *context;
};

/* Sets the numbers of a sample. A parameter at its default gets the default's own decimals. */
void PREC(counterexample_set)(const struct model *model, const struct claim *claim,
                              const struct sample *sample, struct counterexample *c);

/* Converts the counterexample to working precision. */
void PREC(counterexample_sample)(const struct model *model, const struct counterexample *c,
                                 struct sample *sample);

/* Returns the margin of the counterexample's numbers in working precision, or 1 if they are not in
 * the claim's domain or do not violate beyond rounding. */
double PREC(counterexample_margin)(const struct model *model, const struct claim *claim,
                                   const struct counterexample *c);

/* Returns true when the violation is beyond the rounding of single precision, so that float code
 * shows it as well. */
bool PREC(counterexample_robust)(const struct model *model, const struct claim *claim,
                                 const struct counterexample *c);

/* Makes the counterexample simpler as long as it stays in the claim's domain, keeps that share, in
 * (0, 1], of its violation and stays robust if it was: so a real violation never shrinks into
 * rounding. It first removes segments, then sets parameters to their defaults, then removes digits,
 * then moves exponents towards 0. The last segment of a CYCLE_SIGNAL follows from the others and is
 * rounded in the end. The evaluator computes the margins; NULL: trials do. c->margin must be the
 * violation at the beginning. */
void PREC(shrink)(const struct model *model, const struct claim *claim, double share,
                  const struct evaluator *by, struct counterexample *c);

#endif
