/* The computation of `simulate`: in this process or, for the law of a shared object, in a process
 * of its own. */
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
    enum status status;             /* of the integrator; STATUS_CRASHED: the law crashed */
    struct statistics statistics;   /* of the integrator */
    const char *no_reference;       /* why there is no reference, or NULL */
    struct uncertainty uncertainty; /* of the reference */
    char failure[SUBPROCESS_TEXT];  /* STATUS_CRASHED: text */
};

/* Computes the trajectory at its times, and fills in *outcome. */
void simulate_run(const struct simulation *simulation, struct trajectory *trajectory,
                  struct outcome *outcome);

#endif
