/* The computation of `simulate`: in this process, or, for the law of a shared object, in one of its
 * own. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_RUN_H
#define BRISTLE_BENCHMARKS_SIMULATION_SIMULATE_RUN_H

#include "integrators/integrator.h"
#include "properties/plugin/law_choice.h"
#include "reference/solutions/reference_solution.h"
#include "tools/base/subprocess.h"

struct simulation {
    struct law_choice law;
    double timeout;                      /* s, of a law from a file */
    const struct integrator *integrator; /* NULL: the reference */
    const struct settings *settings;
    const double *p;
    const struct setup *setup;
};

struct outcome {
    enum status status;             /* of the integrator; STATUS_CRASHED: of the law */
    struct statistics statistics;   /* of the integrator */
    const char *no_reference;       /* why there is none, or NULL */
    struct uncertainty uncertainty; /* of the reference */
    char failure[SUBPROCESS_TEXT];  /* STATUS_CRASHED: how */
};

/* Fills in the trajectory at its times, and how that went. */
void simulate_run(const struct simulation *simulation, struct trajectory *trajectory,
                  struct outcome *outcome);

#endif
