/* Laws as printed from their texts, and as written by hand, at random places. */
#ifndef BRISTLE_MODELS_DERIVED_COMPARE_TEST_H
#define BRISTLE_MODELS_DERIVED_COMPARE_TEST_H

#include <criterion/criterion.h>

#include "models/derived/derived.h"
#include "tools/base/rng.h"

/* Laws that have C by hand, as their texts say them; ended by NULL (generated). */
extern const struct model *const PREC(derived_laws)[];

enum { DRAWS = 300 };

/* A place: parameters, what the law remembers after some events, states within bounds. */
struct place {
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s, h;
    struct memory memory;
};

/* Draws valid parameters: the defaults, numbers within a decade of them, ends of ranges. Returns
 * false when they are not valid together. */
static inline bool draw_parameters(const struct model *model, struct rng *rng, unsigned number,
                                   real p[])
{
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        p[i] = (real)q->value;
        if (number == 0)
            continue;
        if (model_param_is_whole(model, i))
            p[i] = (real)(q->lo + (double)rng_below(rng, (unsigned)(q->hi - q->lo) + 1));
        else if (rng_below(rng, 6) == 0)
            p[i] = (real)(rng_below(rng, 2) == 0 ? q->lo : q->hi);
        else if (q->value != 0)
            p[i] = (real)fmin(fmax(q->value * rng_log_uniform(rng, 0.1, 10), q->lo), q->hi);
    }
    return !model->validate || !model->validate(p);
}

/* Lets the first guard that is not positive fire, until all are. Returns how many have. */
static inline unsigned fire(const struct model *model, struct place *at)
{
    real g[MODEL_MAX_GUARDS];
    unsigned fired = 0;
    for (unsigned i = 0; i < model->n_guards && fired < MODEL_MAX_GUARDS;) {
        model->guard(at->p, &at->memory, at->v, at->x, g);
        for (i = 0; i < model->n_guards && g[i] > 0; i++)
            continue;
        if (i < model->n_guards) {
            fired++;
            cr_assert_eq(model->transition(at->p, i, at->v, at->x, &at->memory), STATUS_OK);
        }
    }
    return fired;
}

/* Draws a velocity, its selection and states. */
static inline void draw_motion(const struct model *model, struct rng *rng, struct place *at)
{
    real bound[MODEL_MAX_STATES];
    const real speed = rng_below(rng, 8) == 0 ? 0 : (real)rng_log_uniform(rng, 1e-7, 100);
    at->v = rng_below(rng, 2) == 0 ? -speed : speed;
    at->s = at->v != 0 ? r_sign(at->v) : (real)(2 * rng_uniform(rng) - 1);
    if (model->bound)
        model->bound(at->p, bound);
    for (unsigned i = 0; i < model->n_states; i++) {
        const bool has_bound = model->bound && isfinite(bound[i]);
        at->x[i] = (real)(2 * rng_uniform(rng) - 1) * (has_bound ? bound[i] : model->length(at->p));
    }
}

/* Velocities are 0, or 1e-7 to 100 m/s; times up to 10 s. */
static inline bool draw_place(const struct model *model, struct rng *rng, unsigned number,
                              struct place *at)
{
    if (!draw_parameters(model, rng, number, at->p))
        return false;
    memset(&at->memory, 0, sizeof at->memory);
    if (model->start)
        model->start(at->p, 1, &at->memory);
    for (uint64_t events = rng_below(rng, 4); events > 0; events--) {
        draw_motion(model, rng, at);
        fire(model, at);
    }
    draw_motion(model, rng, at);
    if (model->n_guards > 0 && number % 2 == 0) /* else events are due */
        fire(model, at);
    at->h = (real)rng_log_uniform(rng, 1e-9, 10);
    return true;
}

/* Both round some dozen times what is as large as `scale`. */
static inline bool near(real a, real b, real scale)
{
    const real size = r_abs(a) > r_abs(b) ? r_abs(a) : r_abs(b);
    return a == b || (isnan(a) && isnan(b)) ||
           r_abs(a - b) <= 32 * R_EPSILON * (size + r_abs(scale)) + R_MIN;
}

/* Expects a number of a law, of that index where there are several, to be near. */
static inline void expect_near(const struct model *law, const char *what, unsigned index,
                               const struct place *at, real text, real code, real scale)
{
    if (!near(text, code, scale)) /* a thousand times cheaper than an assertion that holds */
        cr_expect_fail("%s: %s %u at %g m/s for %g s: %.17g by the text, %.17g by hand (scale %g)",
                       law->name, what, index, (double)at->v, (double)at->h, (double)text,
                       (double)code, (double)scale);
}

/* Calls `compare` for each law that has both forms. */
static inline void each_law(void (*compare)(const struct model *text, const struct model *code))
{
    for (const struct model *const *text = PREC(derived_laws); *text; text++) {
        const struct model *code = PREC(model_find)((*text)->name);
        cr_assert(code, "%s", (*text)->name);
        compare(*text, code);
    }
}

/* Calls `compare` at random places of a law. */
static inline void each_place(const struct model *text, const struct model *code,
                              void (*compare)(const struct model *text, const struct model *code,
                                              const struct place *at))
{
    struct rng rng = rng_keyed(7, code->name, 0);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct place at;
        if (draw_place(code, &rng, i, &at))
            compare(text, code, &at);
    }
}

#endif
