/* What stands between a trial in working precision and a verdict: ball arithmetic. */
#ifndef BRISTLE_PROPERTIES_VERDICTS_CERTIFY_H
#define BRISTLE_PROPERTIES_VERDICTS_CERTIFY_H

#include "properties/checker/rigorous.h"
#include "properties/checker/witness.h"
#include "properties/search/candidate.h"
#include "properties/search/evaluate_property.h"
#include "properties/search/shrink.h"

struct certificate {
    enum answer violated; /* by the law's ball model at exactly these numbers */
    bool agrees;          /* its margin is that of the code, up to the code's rounding */
    double margin; /* lower end of its enclosure; 0: cannot be told from 0; NAN: not enclosed */
};

/* Judges a trial of the model by the ball model of its law, at the very numbers that the
 * code saw, with at most max_prec bits. */
struct certificate PREC(certify)(const struct model *model, const struct arb_law *law,
                                 enum property property, const struct sample *sample,
                                 struct margin margin, slong max_prec);

/* The witness file of the counterexample, to be freed; NULL when memory ran out. *confirmed:
 * whether the checker confirms it. */
char *PREC(witness_of)(const struct model *model, const struct arb_law *law, enum property property,
                       const struct counterexample *c, bool *confirmed);

/* The witness's numbers in working precision. Returns false when it is not for the model, longer
 * than a trial, or not all holds. */
bool PREC(witness_sample)(const struct witness *witness, const struct model *model,
                          struct sample *sample);

#endif
