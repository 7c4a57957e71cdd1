/* Takes the holds of a path in rounds of lanes, and the samples between them likewise
 * (trace_lanes.h). */
#include "properties/tracing/trace_lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/lanes/lane_law.h"
#include "models/lanes/lane_tangents.h"
#include "tools/base/memory.h"

struct trace_lanes {
    const struct model *model;
    struct lane_law *law;
    struct lane_tangents *tangents; /* NULL: none */
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
    *lanes = (struct trace_lanes){
        .model = model, .law = law, .tangents = lane_tangents_new(from), .run = lane_run_best()
    };
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
    lane_tangents_free(lanes->tangents);
    free(lanes);
}

/* Samples whose forces are to be computed. */
struct samples {
    unsigned n;
    double v[LANES], x[MODEL_MAX_STATES][LANES];
};

/* Slopes on their way. */
struct slopes {
    const struct lane_tangents *of;
    double *at;                     /* of states, where the last round ended */
    lane_row *ends, *there, *force; /* at ends of holds; at samples; of the force there */
    double *slope;                  /* of the next sample */
    size_t n_samples;               /* from column to column */
};

/* A law on its way. */
struct walk {
    const struct trace_lanes *lanes;
    const struct lane_law *law;
    const double *p;
    struct lane_motion motion;
    struct samples samples;
    double *force;         /* of the next sample */
    struct slopes *slopes; /* NULL: forces only */
    bool is_finite;
};

/* At rest a force is of no direction, which lanes do not know. */
static void show_forces(struct walk *w)
{
    const struct model *model = w->lanes->model;
    const struct samples *s = &w->samples;
    lane_motion_force(&w->motion);
    for (unsigned l = 0; l < s->n; l++) {
        double at_rest[MODEL_MAX_STATES];
        for (unsigned i = 0; s->v[l] == 0 && i < model->n_states; i++)
            at_rest[i] = s->x[i][l];
        w->force[l] = s->v[l] != 0 ? w->motion.rows[w->law->rows.force][l]
                                   : model->force(w->p, NULL, 0, 0, at_rest);
        w->is_finite &= isfinite(w->force[l]) != 0;
    }
    w->force += s->n;
}

static void show_slopes(struct walk *w)
{
    struct slopes *s = w->slopes;
    const struct model *model = w->lanes->model;
    lane_tangents_force(s->of, &w->motion, s->there, s->force);
    for (unsigned j = 0; j < model->n_params + model->n_states; j++) {
        const unsigned from =
            j < model->n_params ? (unsigned)(w->lanes->param[j] - w->law->rows.p) : j;
        memcpy(s->slope + j * s->n_samples, s->force[from], w->samples.n * sizeof(double));
    }
    s->slope += w->samples.n;
}

/* Computes what is asked for of all samples that wait. */
static void show(struct walk *w)
{
    const struct lane_rows *rows = &w->law->rows;
    struct samples *s = &w->samples;
    memcpy(w->motion.rows[rows->v], s->v, sizeof s->v);
    for (unsigned i = 0; i < w->law->n_states; i++)
        memcpy(w->motion.rows[rows->x[i]], s->x[i], sizeof s->x[i]);
    (w->slopes ? show_slopes : show_forces)(w);
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
    const struct lane_rows *rows = &w->law->rows;
    const unsigned n_states = w->law->n_states;
    const size_t n_slopes = w->slopes ? lane_tangents_rows(w->slopes->of) : 0;
    double before[MODEL_MAX_STATES], x[MODEL_MAX_STATES][LANES];
    double slope_before[MODEL_MAX_STATES * (MODEL_MAX_PARAMS + 1)];
    memcpy(before, w->motion.x, sizeof before);
    for (size_t j = 0; j < n_slopes; j++)
        slope_before[j] = w->slopes->at[j];
    if (n_states > 0 && round->n > 0 && w->slopes)
        lane_tangents_flow(w->slopes->of, &w->motion, round->n, w->slopes->at, w->slopes->ends);
    else if (n_states > 0 && round->n > 0)
        lane_motion_flow(&w->motion, NULL, round->n);
    struct samples *s = &w->samples;
    for (unsigned i = 0; i < n_states; i++)
        memcpy(x[i], w->motion.rows[rows->x[i]], sizeof x[i]);
    for (unsigned k = 0; k < round->n_samples; k++) {
        const unsigned behind = round->behind[k];
        for (unsigned i = 0; i < n_states; i++)
            s->x[i][s->n] = behind > 0 ? x[i][behind - 1] : before[i];
        for (size_t j = 0; j < n_slopes; j++)
            w->slopes->there[j][s->n] =
                behind > 0 ? w->slopes->ends[j][behind - 1] : slope_before[j];
        s->v[s->n++] = round->v[k];
        if (s->n == LANES)
            show(w);
    }
    round->n = round->n_samples = 0;
}

/* Goes along the path with a motion that is open, and closes it. */
static void walk_along(struct walk *w, const double x[], const struct path *path)
{
    const struct lane_rows *rows = &w->law->rows;
    struct round round = { 0 };
    w->is_finite = true;
    for (unsigned i = 0; i < w->law->n_params; i++)
        for (unsigned l = 0; l < LANES; l++)
            w->motion.rows[w->lanes->param[i]][l] = w->p[i];
    memcpy(w->motion.x, x, w->law->n_states * sizeof *x);
    for (const struct path_hold *h = path->hold; h < path->hold + path->n && w->is_finite; h++) {
        if (h->h > 0) {
            w->motion.rows[rows->v][round.n] = h->v;
            w->motion.rows[rows->h][round.n++] = h->h;
        }
        if (h->is_sample) {
            round.behind[round.n_samples] = round.n;
            round.v[round.n_samples++] = h->v_there;
        }
        if (round.n == LANES || round.n_samples == LANES)
            go(w, &round);
    }
    go(w, &round);
    show(w);
    lane_motion_close(&w->motion);
}

bool trace_lanes_force(const struct trace_lanes *lanes, const double p[], const double x[],
                       const struct path *path, double force[])
{
    struct walk w = { .lanes = lanes, .law = lanes->law, .p = p, .force = force };
    lane_motion_open(&w.motion, w.law, lanes->run);
    walk_along(&w, x, path);
    return w.is_finite;
}

bool trace_lanes_slopes(const struct trace_lanes *lanes, const double p[], const double x[],
                        const struct path *path, double slope[])
{
    if (!lanes->tangents)
        return false;
    const struct model *model = lanes->model;
    const size_t n = lane_tangents_rows(lanes->tangents), n_params = model->n_params;
    struct slopes s = { .of = lanes->tangents, .slope = slope, .n_samples = path->n_samples };
    struct walk w = { .lanes = lanes, .law = s.of->law, .p = p, .slopes = &s };
    s.at = memory_array(n, sizeof *s.at);
    s.ends = memory_array(n, sizeof *s.ends);
    s.there = memory_array(n, sizeof *s.there);
    s.force = memory_array(n_params + model->n_states, sizeof *s.force);
    for (unsigned i = 0; i < model->n_states; i++)
        s.at[i * (n_params + 1) + n_params] = 1;
    lane_tangents_open(s.of, &w.motion, lanes->run);
    walk_along(&w, x, path);
    free(s.at);
    free(s.ends);
    free(s.there);
    free(s.force);
    return true;
}
