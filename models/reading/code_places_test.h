/* A law in its two statements, text and code, at one place. */
#ifndef BRISTLE_MODELS_READING_CODE_PLACES_TEST_H
#define BRISTLE_MODELS_READING_CODE_PLACES_TEST_H

#include <math.h>

#include "models/model.h"
#include "models/reading/identities.h"
#include "models/reading/texts_test.h"
#include "tools/base/rng.h"

enum { CODE_DRAWS = 320 };

/* A law in two statements, and a place. */
struct two {
    const struct model *model;
    struct equations *law;
    const struct statements *statements;
    struct graph_program motion; /* rates, force, starts, constraints */
    struct graph_program stated; /* what two_members lists */
    expression *members;
    size_t n_members;
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], memory[EQUATIONS_QUANTITIES], v, s;
    struct memory mem;
};

static inline bool two_near(double a, double b, double size)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + size);
}

static inline void two_evaluate(struct two *t, struct graph_program *program, double values[])
{
    const struct graph_point point = { .parameters = t->p,
                                       .inputs = &t->v,
                                       .states = t->x,
                                       .memory = t->memory,
                                       .selection = t->s,
                                       .travel = 1e-4,
                                       .reference = 1e-3 };
    graph_run(program, &point, values);
}

/* Integers, then reals, of the code are the discrete variables of the text in their order. */
static inline void two_share_memory(struct two *t)
{
    unsigned ints = 0, reals = 0;
    for (size_t i = 0; i < t->law->memory.n; i++)
        t->memory[i] = t->law->memory.of[i].type == TYPE_REAL ? t->mem.reals[reals++]
                                                              : (double)t->mem.ints[ints++];
}

/* A bond near the present place, in units of delta_s/2^24; one of all too far away to hold. */
static inline int64_t two_bond(const struct two *t, struct rng *rng, bool is_due)
{
    const double place = t->x[0] / t->p[2], off = (rng_uniform(rng) - 0.5) * 1.5;
    return (int64_t)((place + off + (is_due ? copysign(0.6, off) : 0)) * 0x1p24);
}

static inline void two_draw_mode(struct two *t, struct rng *rng, unsigned number)
{
    const bool is_bristle = strcmp(t->model->name, "bristle") == 0;
    const int64_t way = (int64_t)rng_below(rng, 3) - 1;
    memset(&t->mem, 0, sizeof t->mem);
    if (t->model->start)
        t->model->start(t->p, 1, &t->mem);
    for (unsigned i = 0; number % 3 > 0 && i < t->model->n_ints; i++)
        if (is_bristle)
            t->mem.ints[i] =
                i < 20 ? (int64_t)rng_below(rng, 1 << 24) - (1 << 23) : (int64_t)rng_below(rng, 9);
        else if (t->law->memory.of[i].type == TYPE_BOOLEAN)
            t->mem.ints[i] = rng_below(rng, 2);
        else
            t->mem.ints[i] = rng_below(rng, 3) > 0 ? way : 0;
    for (unsigned i = 0; number % 3 > 0 && i < t->model->n_reals; i++)
        t->mem.reals[i] = rng_uniform(rng) * 0.3;
    two_share_memory(t);
}

static inline void two_draw(struct two *t, struct rng *rng, unsigned number)
{
    const struct model *m = t->model;
    double bound[MODEL_MAX_STATES];
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        t->p[i] = q->value;
        if (number > 0 && model_param_is_whole(m, i))
            t->p[i] = q->lo + rng_below(rng, (unsigned)(q->hi - q->lo + 1));
        else if (number % 2 == 0 && number > 0 && rng_below(rng, 8) == 0)
            t->p[i] = rng_below(rng, 2) ? q->lo : q->hi;
        else if (number > 0) { /* near the defaults all conditions are fulfilled */
            const double spread = number % 2 == 0 ? 3 : 1.05;
            const double factor = q->lo < 0 && rng_below(rng, 3) == 0 ? -0.5 : 1;
            const double value = q->value != 0 ? q->value * rng_log_uniform(rng, 1 / spread, spread)
                                               : rng_uniform(rng);
            t->p[i] = fmin(fmax(factor * value, q->lo), q->hi);
        }
    }
    const double vs = m->stribeck_speed ? m->stribeck_speed(t->p) : 1e-3;
    t->v = number % 4 == 0 ? rng_log_uniform(rng, 1e-7, 100) : vs * rng_log_uniform(rng, 0.1, 3);
    t->v *= rng_below(rng, 2) == 0 ? -1 : 1;
    t->s = copysign(1, t->v);
    if (number % 16 == 8) {
        t->v = 0;
        t->s = rng_uniform(rng) * 2 - 1;
    }
    if (m->bound)
        m->bound(t->p, bound);
    for (unsigned i = 0; i < m->n_states; i++) {
        const double size = m->bound && isfinite(bound[i]) ? bound[i] : 1e-4;
        t->x[i] = number % 16 == 4 ? 0 : (rng_uniform(rng) * 2 - 1) * size;
        const bool is_turn = m->n_states > 0 && i == number / 3 % m->n_states;
        if (m->n_guards > 0 && number % 3 == 0 && is_turn && t->v != 0) /* beyond its bound */
            t->x[i] = copysign(1.4 * t->x[i], t->v);
    }
    /* Elements that are not there rest. */
    for (unsigned i = 0; i < m->n_states && m->n_states == 4 && m->n_guards == 5; i++)
        t->x[i] = i < t->p[0] ? t->x[i] : 0;
    two_draw_mode(t, rng, number);
}

#endif
