/* Command-line arguments that several benchmark programs take. */
#ifndef BRISTLE_BENCHMARKS_OPTIONS_OPTIONS_H
#define BRISTLE_BENCHMARKS_OPTIONS_OPTIONS_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"

/* Each refuses what it cannot use with one line, exit 2. */
const struct model *option_model(const char *text);
const struct integrator *option_integrator(const char *text);
const struct scenario *option_scenario(const char *text);

/* NAME=VALUE settings of one option, applied to defaults once it is known what they are of. */
struct assignments {
    const char *option; /* "--set" or "--plant" */
    const char *text[MODEL_MAX_PARAMS];
    unsigned n;
};
void option_assign(struct assignments *a, const char *text);

/* p[] = the model's defaults with the assignments, validated. */
void option_params(const struct model *model, const struct assignments *a, double p[]);

/* The scenario with the assignments to its plant or input. Release with setup_free. */
void option_setup(const struct scenario *scenario, const struct assignments *a,
                  struct setup *setup);

/* The law driven by a signal of the grammar. Release with setup_free. */
void option_velocity(const char *text, struct setup *setup);

/* Models, integrators and scenarios, for --list. */
void option_print_list(void);

#endif
