/* Logs of a rig that moves a law, for tests: by many small holds, not by a path. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_RIG_TEST_H
#define BRISTLE_PROPERTIES_MEASUREMENT_RIG_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "reference/experiments/exact.h"
#include "reference/inputs/signal.h"
#include "reference/logs/log.h"
#include "tools/base/memory.h"
#include "tools/base/rng.h"

/* Slow and fast, back and forth, at the lengths and speeds of most laws' defaults. */
#define RIG_RICH                                                                                   \
    "sine 0 5e-5 6.283185307179586 0 2; sine 0 0.0005 6.283185307179586 0 2; "                     \
    "sine 0 0.01 6.283185307179586 0 2; ramp 0 0.2 1; ramp 0.2 -0.01 1"

#define RIG_SHORT                                                                                  \
    "sine 0 5e-5 12.566370614359172 0 1; sine 0 0.002 12.566370614359172 0 1; "                    \
    "sine 0 0.1 12.566370614359172 0 1"

struct rig {
    const struct model *model;
    const double *p;
    const char *velocity;
    double rate;           /* samples a second */
    double encoder, noise; /* m, N */
    double offset, delay;  /* N, s */
    uint64_t seed;
    double mass; /* kg: the force is applied to it; 0: the friction force is measured */
};

/* Appends a run to the log. */
static inline void rig_measure(const struct rig *rig, struct log *log)
{
    enum { PARTS = 20 };
    struct signal signal;
    struct exact_state w;
    char error[SIGNAL_TEXT];
    double pair[2] = { 0, 0 };
    struct rng rng = rng_keyed(rig->seed, "rig", log->n_runs);
    cr_assert(signal_parse(rig->velocity, &signal, error), "%s", error);
    const size_t n = (size_t)(signal.duration * rig->rate) + 1;
    const double place = rng_uniform(&rng) * rig->encoder, h = 1 / rig->rate / PARTS;
    log->runs = memory_resized(log->runs, log->n_runs + 1, sizeof *log->runs);
    struct log_run *run = &log->runs[log->n_runs++];
    *run = (struct log_run){ .file = "made", .n = n };
    run->t = memory_array(n, sizeof(double));
    run->x = memory_array(n, sizeof(double));
    run->force = memory_array(n, sizeof(double));
    exact_state_start(&w, rig->model, rig->p);
    for (size_t i = 0; i < n; i++) {
        const double t = (double)i / rig->rate, x = signal_distance(&signal, t);
        if (i % 2 == 0)
            rng_normal_pair(&rng, pair);
        run->t[i] = t;
        run->x[i] = rig->encoder > 0 ? rint((x + place) / rig->encoder) * rig->encoder - place : x;
        for (int k = 0; i > 0 && k < PARTS; k++) {
            const double from = t - rig->delay - (PARTS - k) * h;
            if (from + h / 2 > 0)
                exact_state_flow(&w, (struct hold){ signal_velocity(&signal, from + h / 2), h });
        }
        const double v = signal_velocity(&signal, fmax(0, t - rig->delay));
        run->force[i] = exact_state_force(&w, v) + rig->offset + rig->noise * pair[i % 2] +
                        rig->mass * signal_slope(&signal, fmax(0, t - rig->delay));
    }
    if (rig->mass > 0) {
        run->applied = run->force;
        run->force = NULL;
    }
    signal_free(&signal);
}

#endif
