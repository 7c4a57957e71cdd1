/* Command-line arguments that several benchmark programs take. */
#ifndef BRISTLE_BENCHMARKS_OPTIONS_OPTIONS_H
#define BRISTLE_BENCHMARKS_OPTIONS_OPTIONS_H

#include "integrators/integrator.h"
#include "models/model.h"
#include "reference/experiments/scenario.h"

/* Return what the text names. Each ends the program with one line, exit 2, if nothing has that
 * name. */
const struct model *option_model(const char *text);
const struct integrator *option_integrator(const char *text);
const struct scenario *option_scenario(const char *text);

/* The NAME=VALUE settings of one option, kept until it is known which law or plant they set. */
struct assignments {
    const char *option; /* "--set" or "--plant" */
    const char *text[MODEL_MAX_PARAMS];
    unsigned n;
};
/* Adds a setting; borrows the text. */
void option_assign(struct assignments *a, const char *text);

/* Sets p[] to the model's defaults with the assignments; ends the program if they are not valid. */
void option_params(const struct model *model, const struct assignments *a, double p[]);

/* Sets up the scenario with the assignments to its plant or input. setup_free releases it. */
void option_setup(const struct scenario *scenario, const struct assignments *a,
                  struct setup *setup);

/* Sets up a law driven by a signal of the velocity grammar. setup_free releases it. */
void option_velocity(const char *text, struct setup *setup);

/* Prints models, integrators and scenarios. */
void option_print_list(void);

#endif
