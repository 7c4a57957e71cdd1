/* Rankings of logs that were made, for tests. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_RANKED_TEST_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_RANKED_TEST_H

#include "properties/identification/ranking.h"
#include "properties/measurement/rig_test.h"

enum { MOST_LAWS = 8 };

struct ranked_log {
    struct log log;
    struct measured measured;
    struct law_choice laws[MOST_LAWS];
    struct law_fit_settings settings[MOST_LAWS];
    struct trace_lanes *lanes[MOST_LAWS];
    struct ranking ranking;
    size_t n;
};

/* Ranks laws by the log that is there. */
static inline void rank_log(const char *const names[], struct ranked_log *r)
{
    size_t n = 0;
    measured_from(&r->log, 0, 0.25, &r->measured);
    for (; names[n]; n++) {
        r->laws[n] = law_choice_of(model_find_f64(names[n]));
        law_fit_defaults(r->laws[n].model, &r->measured, &r->settings[n]);
        r->lanes[n] = trace_lanes_new(r->laws[n].equations, r->laws[n].model);
        r->settings[n].setup.lanes = r->lanes[n];
        r->settings[n].draws = 48;
    }
    r->n = n;
    ranking_make(r->laws, r->settings, n, &r->measured, 2, &r->ranking);
}

static inline void rank(const struct rig *rig, const char *const names[], struct ranked_log *r)
{
    r->log = (struct log){ .n_runs = 0 };
    rig_measure(rig, &r->log);
    rank_log(names, r);
}

/* Ranks laws by a log that one has made at its defaults, with an encoder of 1 um, that many samples
 * a second and that noise, N. */
static inline void rank_made(const char *made, const char *velocity, double rate, double noise,
                             uint64_t seed, const char *const names[], struct ranked_log *r)
{
    double p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64(made);
    model_defaults_f64(model, p);
    rank(&(struct rig){ model, p, velocity, rate, 1e-6, noise, 0, 0, seed, 0 }, names, r);
}

static inline void release(struct ranked_log *r)
{
    ranking_free(&r->ranking);
    for (size_t i = 0; i < r->n; i++)
        trace_lanes_free(r->lanes[i]);
    measured_free(&r->measured);
    log_free(&r->log);
}

#endif
