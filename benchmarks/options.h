/* Command-line arguments that several benchmark programs take. */
#ifndef BRISTLE_BENCHMARKS_OPTIONS_H
#define BRISTLE_BENCHMARKS_OPTIONS_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/signal.h"

/* Each refuses what it cannot use with one line, exit 2. */
const struct model *option_model(const char *text);
const struct integrator *option_integrator(const char *text);
/* The caller releases the signal with signal_free. */
void option_signal(const char *option, const char *text, struct signal *signal);

/* NAME=VALUE settings, applied to the defaults once the model is known. */
struct assignments {
    const char *text[MODEL_MAX_PARAMS];
    unsigned n;
};
void option_assign(struct assignments *a, const char *text);

/* p[] = defaults with the assignments, validated. */
void option_params(const struct model *model, const struct assignments *a, double p[]);

/* Models, integrators and scenarios, for --list. */
void option_print_list(void);

#endif
