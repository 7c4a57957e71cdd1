/* For tests: a comparison at a law's defaults. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_COMPARE_TEST_H
#define BRISTLE_BENCHMARKS_COMPARISON_COMPARE_TEST_H

#include "benchmarks/comparison/compare.h"

static inline struct comparison comparison(const char *scenario, const char *law)
{
    const struct model *model = PREC(model_find)(law);
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    return comparison_new(scenario_find(scenario), model, p);
}

#endif
