/* A race: one problem, whoever solves it, and what each of them needs for an error. */
#ifndef BRISTLE_BENCHMARKS_RACING_RACE_H
#define BRISTLE_BENCHMARKS_RACING_RACE_H

#include "benchmarks/racing/rival.h"
#include "benchmarks/timing/timing.h"
#include "integrators/integrator.h"
#include "reference/experiments/experiment.h"

struct ivp;

/* A problem with its outputs and their reference. Owned arrays; race_close releases them. */
struct race {
    const char *name, *law; /* law NULL: none */
    const struct model *model;
    double p[MODEL_MAX_PARAMS];
    struct setup setup; /* in use with a law */
    const struct ivp *ivp;
    unsigned n; /* states */
    double begin[ODE_MAX_STATES], scale[ODE_MAX_STATES];
    size_t outputs;
    double *times, *reference, *out; /* rows of n states */
    /* Errors are the largest, over these states, of differences from the reference at outputs,
     * relative to the state's largest magnitude there; or, where only the end is known, to each
     * state's own size there. */
    unsigned measured; /* bit i: state i */
    bool only_end;
};

/* A solver in a race: one of theirs, or one of ours. */
struct racer {
    const struct rival *rival;           /* or */
    const struct integrator *integrator; /* one of ours */
    const char *name, *library;
};

/* How a racer reaches an error soonest. */
struct setting {
    double rtol;
    enum handling handling;
    double error, seconds; /* INFINITY: it does not reach it */
};

/* Opens a race of a law in a scenario, t_end in s, with so many outputs; alpha: where the law has
 * that parameter. Returns NULL, or why there is none. */
const char *race_open(struct race *race, const char *scenario, const char *law, double t_end,
                      size_t outputs);

/* The same for a problem of integrators/problems, whose only outputs are its ends. */
void race_open_ivp(struct race *race, const struct ivp *ivp);
void race_close(struct race *race);

/* Lets a racer fill in the outputs, race->out. Returns false where it gives up. */
bool race_solve(struct race *race, const struct racer *racer, double rtol, enum handling handling);

/* Runs a racer once; returns its error, or INFINITY where it gives up. Writes the CPU time in s to
 * *seconds unless that is NULL. */
double race_run(struct race *race, const struct racer *racer, double rtol, enum handling handling,
                double *seconds);

/* Tries tolerances and ways of handling events; best[i] receives the fastest of those whose error
 * is at most target[i]. */
void race_tune(struct race *race, const struct racer *racer, const double target[], size_t n,
               struct setting best[]);

#endif
