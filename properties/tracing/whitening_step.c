/* A law to first order around its path (whitening.h, whitening_step.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/tracing/trace.h"
#include "properties/tracing/whitening_step.h"
#include "tools/base/memory.h"

double whitening_noise(const struct motion *motion)
{
    return fmax(motion_noise(motion), WHITENING_EXACT);
}

void whitening_advance(const struct whitening *w, size_t i, double state[])
{
    const struct whitening_step s = whitening_step_of(w, i);
    const unsigned n = w->size - 3;
    double next[WHITENING_MOST];
    next[0] = w->rests[i] ? state[0] : 3 * state[0] - 3 * state[1] + state[2];
    next[1] = state[0];
    next[2] = state[1];
    for (unsigned j = 0; j < n; j++) {
        const double *row = s.next + (size_t)j * w->size;
        next[3 + j] = 0;
        for (unsigned a = 0; a < w->size; a++)
            next[3 + j] += row[a] * state[a];
    }
    memcpy(state, next, w->size * sizeof *state);
}

/* The law along the path, and beside it each of its states and the velocity moved a little. */
static void linearize(const struct whitening *w, struct exact_state *at,
                      const struct path_hold **hold, double h, double speed,
                      const double state_step[], struct whitening_step s)
{
    const unsigned n = w->size - 3;
    const struct path_hold *const begin = *hold, *end;
    const struct exact_state before = *at;
    memset(s.by_force, 0, w->size * sizeof(double));
    memset(s.next, 0, (size_t)n * w->size * sizeof(double));
    const double force = trace_cell(at, hold, 0);
    for (unsigned k = 0; k <= n; k++) {
        struct exact_state moved = before;
        moved.mem = before.mem ? &moved.memory : NULL;
        end = begin;
        if (k < n)
            moved.x[k] += state_step[k];
        const double size = k < n ? state_step[k] : speed;
        const double by = (trace_cell(&moved, &end, k < n ? 0 : speed) - force) / size;
        const bool ok = isfinite(by);
        if (k < n && ok)
            s.by_force[3 + k] = by;
        else if (ok) {
            s.by_force[0] = by / (2 * h);
            s.by_force[2] = -by / (2 * h);
        }
        for (unsigned j = 0; j < n && ok; j++) {
            const double slope = (moved.x[j] - at->x[j]) / size;
            double *row = s.next + (size_t)j * w->size;
            if (k < n)
                row[3 + k] = slope;
            else {
                row[0] = slope / (2 * h);
                row[2] = -slope / (2 * h);
            }
        }
    }
}

void whitening_linearize(struct whitening *w, const struct model *model, const double p[],
                         const double start[], const struct path *path, const struct motion *motion,
                         double delay)
{
    const size_t n = motion->n;
    double scale[MODEL_MAX_STATES] = { 0 };
    struct exact_state at;
    const struct path_hold *hold = path->hold;
    *w = (struct whitening){ .n = n, .size = 3 + model->n_states };
    w->step = memory_array(n * whitening_step_length(w->size), sizeof *w->step);
    w->drift = memory_array(n, sizeof *w->drift);
    w->seen = memory_array(n, sizeof *w->seen);
    w->bias = memory_array(n, sizeof *w->bias);
    w->variance = memory_array(n, sizeof *w->variance);
    w->log_density = memory_array(n, sizeof *w->log_density);
    w->counts = memory_array(n, sizeof *w->counts);
    w->is_linear = memory_array(n, sizeof *w->is_linear);
    w->rests = memory_array(n, sizeof *w->rests);
    w->is_far = memory_array(n, sizeof *w->is_far);
    w->h = motion_interval(motion);
    w->lag = (ptrdiff_t)lround(delay / w->h);
    model_scales_f64(model, p, model->length ? model->length(p) : 1, scale);
    for (unsigned k = 0; k < model->n_states; k++)
        scale[k] *= 1e-4;
    trace_start(&at, model, p, start);
    for (size_t i = 0; i < n; i++)
        linearize(w, &at, &hold, w->h, whitening_noise(motion) / w->h / 30, scale,
                  whitening_step_of(w, i));
}

void whitening_spread(struct whitening *w, const double scale[], double force)
{
    const double *by_force = whitening_step_of(w, 0).by_force + 3;
    for (unsigned k = 0; k + 3 < w->size; k++)
        w->spread[k] = fmin(scale[k], force / fabs(by_force[k]));
}

/* off[n] at the sample of the motion that step i has, and `more` behind it; beyond the ends as at
 * them. */
static double off_at(const struct whitening *w, const double off[], size_t i, ptrdiff_t more)
{
    const ptrdiff_t at = (ptrdiff_t)i - w->lag + more, last = (ptrdiff_t)w->n - 1;
    return off[at < 0 ? 0 : at > last ? last : at];
}

void whitening_respond(const struct whitening *w, const double off[], double force[])
{
    double state[WHITENING_MOST] = { 0 };
    for (size_t i = 0; i < w->n; i++) {
        const struct whitening_step s = whitening_step_of(w, i);
        for (ptrdiff_t a = 0; a < 3; a++)
            state[a] = off_at(w, off, i, 1 - a);
        force[i] = whitening_inner(w->size, s.by_force, state);
        whitening_advance(w, i, state);
    }
}
