/* Takes the holds of a path in rounds of lanes, and the samples between them likewise
 * (trace_lanes.h). */
#include "properties/tracing/trace_lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/lanes/lane_law.h"
#include "tools/base/memory.h"

struct trace_lanes {
    const struct model *model;
    struct lane_law *law;
    lane_runner *run;
    uint16_t param[MODEL_MAX_PARAMS]; /* rows, in the model's order */
};

struct trace_lanes *trace_lanes_new(const struct law_graph *from, const struct model *model)
{
    struct lane_law *law =
        from && model->n_guards == 0 && !model->start ? lane_law_new(from) : NULL;
    if (!law)
        return NULL;
    struct trace_lanes *lanes = memory_array(1, sizeof *lanes);
    *lanes = (struct trace_lanes){ .model = model, .law = law, .run = lane_run_best() };
    if (lane_law_params(law, from, model, lanes->param))
        return lanes;
    trace_lanes_free(lanes);
    return NULL;
}

void trace_lanes_free(struct trace_lanes *lanes)
{
    if (!lanes)
        return;
    lane_law_free(lanes->law);
    free(lanes);
}

/* Samples whose forces are to be computed. */
struct samples {
    unsigned n;
    double v[LANES], x[MODEL_MAX_STATES][LANES];
};

/* A law on its way. */
struct walk {
    const struct trace_lanes *lanes;
    const double *p;
    struct lane_motion motion;
    struct samples samples;
    double *force; /* of the first of them */
    bool is_finite;
};

/* Computes the forces of all samples that wait. At rest a force is of no direction, which lanes do
 * not know. */
static void show(struct walk *w)
{
    const struct model *model = w->lanes->model;
    const struct lane_rows *rows = &w->lanes->law->rows;
    struct samples *s = &w->samples;
    memcpy(w->motion.rows[rows->v], s->v, sizeof s->v);
    for (unsigned i = 0; i < model->n_states; i++)
        memcpy(w->motion.rows[rows->x[i]], s->x[i], sizeof s->x[i]);
    lane_motion_force(&w->motion);
    for (unsigned l = 0; l < s->n; l++) {
        double at_rest[MODEL_MAX_STATES];
        for (unsigned i = 0; s->v[l] == 0 && i < model->n_states; i++)
            at_rest[i] = s->x[i][l];
        w->force[l] =
            s->v[l] != 0 ? w->motion.rows[rows->force][l] : model->force(w->p, NULL, 0, 0, at_rest);
        w->is_finite &= isfinite(w->force[l]) != 0;
    }
    w->force += s->n;
    s->n = 0;
}

/* Holds of one round, and the samples behind them. */
struct round {
    unsigned n, n_samples;
    unsigned behind[LANES]; /* how many holds of the round are before a sample */
    double v[LANES];        /* m/s, there */
};

/* Goes along the holds, whose rows are written, and keeps what their samples need. */
static void go(struct walk *w, struct round *round)
{
    const struct lane_rows *rows = &w->lanes->law->rows;
    const unsigned n_states = w->lanes->model->n_states;
    double before[MODEL_MAX_STATES];
    memcpy(before, w->motion.x, sizeof before);
    if (n_states > 0 && round->n > 0)
        lane_motion_flow(&w->motion, NULL, round->n);
    struct samples *s = &w->samples;
    double x[MODEL_MAX_STATES][LANES];
    for (unsigned i = 0; i < n_states; i++)
        memcpy(x[i], w->motion.rows[rows->x[i]], sizeof x[i]);
    for (unsigned k = 0; k < round->n_samples; k++) {
        const unsigned behind = round->behind[k];
        for (unsigned i = 0; i < n_states; i++)
            s->x[i][s->n] = behind > 0 ? x[i][behind - 1] : before[i];
        s->v[s->n++] = round->v[k];
        if (s->n == LANES)
            show(w);
    }
    round->n = round->n_samples = 0;
}

bool trace_lanes_force(const struct trace_lanes *lanes, const double p[], const double x[],
                       const struct path *path, double force[])
{
    const struct lane_rows *rows = &lanes->law->rows;
    struct walk w = { .lanes = lanes, .p = p, .force = force, .is_finite = true };
    struct round round = { 0 };
    lane_motion_open(&w.motion, lanes->law, lanes->run);
    for (unsigned i = 0; i < lanes->model->n_params; i++)
        for (unsigned l = 0; l < LANES; l++)
            w.motion.rows[lanes->param[i]][l] = p[i];
    memcpy(w.motion.x, x, lanes->model->n_states * sizeof *x);
    for (const struct path_hold *h = path->hold; h < path->hold + path->n && w.is_finite; h++) {
        if (h->h > 0) {
            w.motion.rows[rows->v][round.n] = h->v;
            w.motion.rows[rows->h][round.n++] = h->h;
        }
        if (h->is_sample) {
            round.behind[round.n_samples] = round.n;
            round.v[round.n_samples++] = h->v_there;
        }
        if (round.n == LANES || round.n_samples == LANES)
            go(&w, &round);
    }
    go(&w, &round);
    show(&w);
    lane_motion_close(&w.motion);
    return w.is_finite;
}
