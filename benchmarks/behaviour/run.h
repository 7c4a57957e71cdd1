/* One run of one integrator on one friction problem, in the precision of this compilation, with
 * results in double, so that one program can run both precisions. */
#ifndef BRISTLE_BENCHMARKS_BEHAVIOUR_RUN_H
#define BRISTLE_BENCHMARKS_BEHAVIOUR_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "models/real.h"
#include "models/status.h"

enum { RUN_MOST_SAMPLES = 401, RUN_MOST_STATES = 16, RUN_MOST_PARAMS = 64 };

/* A law, driven by a velocity or with a mass. */
struct run_problem {
    const char *law;
    const void *table; /* struct model of that precision; NULL: Bristle's law of that name */
    struct {
        const char *name;
        double value;
    } params[RUN_MOST_PARAMS]; /* changed ones, ended by a NULL name */
    const char *input;         /* velocity (m/s), or force (N) on the mass, in signal.h's grammar */
    double mass;               /* kg; 0: a driven law, without the next three */
    double stiffness;          /* N/m, of a spring to the mass */
    double place, pull;        /* m, m/s: its end at t = 0, and the end's speed */
    bool with_energy;          /* int F v dt as the last state, J */
    double start[RUN_MOST_STATES];
    double duration; /* s */
};

/* Zero means the integrator's default. */
struct run_settings {
    double step, rtol;
    bool naive; /* ignores events */
    uint64_t max_steps;
};

/* The result, at equally spaced samples over the duration, both ends included. */
struct run {
    enum status status;
    size_t samples; /* set by the caller, at most RUN_MOST_SAMPLES */
    unsigned n;     /* states */
    uint64_t steps;
    double x[RUN_MOST_SAMPLES][RUN_MOST_STATES];
};

/* Runs the integrator of that name. STATUS_UNSUPPORTED: it does not apply, or does not exist in
 * this precision. */
void PREC(run_problem)(const char *integrator, const struct run_problem *problem,
                       const struct run_settings *settings, struct run *run);
void run_problem_f32(const char *integrator, const struct run_problem *problem,
                     const struct run_settings *settings, struct run *run);

#endif
