/* Logs that laws have made, for measuring how well they are found again: 20 s at 1 kHz, slow and
 * fast, an encoder of 1 um, which begins anywhere in a step, and a noise of 1 % of the largest
 * force. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_MADE_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_MADE_H

#include <stdint.h>

#include "models/model.h"
#include "properties/fitting/law_fit.h"
#include "reference/logs/log.h"

struct made {
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    struct trace_lanes *lanes; /* of fits, which must not outlive it */
    size_t n;
    double *t, *x, *force; /* s, m, N: exact */
    double noise;          /* N, standard deviation of what made_measure adds */
};

/* Follows a law; to be freed. */
void made_by(const struct model *model, struct made *made);

void made_free(struct made *made);

/* Returns the log that a rig would have measured; to be freed. */
struct log_run made_measure(const struct made *made, uint64_t seed);

/* Fits the law to such a log, from the values that it was made with. is_free tells of each
 * parameter whether it is fitted; NULL: all that are no whole numbers. Intervals are those that a
 * user would see: wide ones end where profiles do. law_fit_free ends a fit that is finished. */
void made_fit(const struct made *made, uint64_t seed,
              bool (*is_free)(const struct model *model, unsigned param), struct law_fit *fit);

void made_run_free(struct log_run *run);

#endif
