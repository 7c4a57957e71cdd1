/* From a trial in working precision to a certificate: ball arithmetic. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_CERTIFY_H
#define BRISTLE_PROPERTIES_JUDGEMENT_CERTIFY_H

#include "properties/checker/witness.h"
#include "properties/rigorous/rigorous.h"
#include "properties/search/shrink.h"
#include "properties/trials/candidate.h"
#include "properties/trials/evaluate_property.h"

struct certificate {
    enum answer violated; /* by the law's ball model at exactly the trial's numbers */
    bool agrees;          /* the ball model's margin is the code's, up to the code's rounding */
    double margin;        /* lower end of the enclosure; 0: cannot be told from 0; NAN: none */
};

/* Evaluates a trial's sample with the ball model of the law, at the very numbers that the code
 * used, with at most max_prec bits. */
struct certificate PREC(certify)(const struct model *model, const struct arb_law *law,
                                 enum property property, const struct sample *sample,
                                 struct margin margin, slong max_prec);

/* Returns the witness file of the counterexample, to be freed; NULL when that would not be valid.
 * *confirmed tells whether the checker confirms it. */
char *PREC(witness_of)(const struct model *model, const struct arb_law *law, enum property property,
                       const struct counterexample *c, bool *confirmed);

/* Writes the witness's numbers in working precision. Returns false when the witness is not for the
 * model, has more holds than a sample, or has segments that are not holds. */
bool PREC(witness_sample)(const struct witness *witness, const struct model *model,
                          struct sample *sample);

#endif
