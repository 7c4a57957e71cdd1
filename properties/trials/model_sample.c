/* Draws a sample of a law, copies it with its memory, changes its velocity (model_sample.h). */
#include "properties/trials/model_sample.h"

#include <string.h>

#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"

void PREC(model_sample_settle)(const struct model *model, const real p[], real v, const real x[],
                               struct memory *mem)
{
    struct exact_state w = { .model = model, .p = p, .mem = mem };
    memcpy(w.x, x, sizeof w.x);
    if (model->guard)
        exact_state_settle(&w, v);
}

real PREC(model_sample_length)(const struct model *model, const real p[])
{
    return model->length ? model->length(p) : C(1e-5);
}

void PREC(model_sample_copy)(struct model_sample *to, const struct model_sample *from)
{
    *to = *from;
    to->mem = from->mem ? &to->memory : NULL;
}

void PREC(model_sample_turn)(const struct model *model, struct rng *rng, double octaves,
                             struct model_sample *pt)
{
    const real length = PREC(model_sample_length)(model, pt->p);
    const real speed = model->stribeck_speed ? model->stribeck_speed(pt->p) : C(1e-3);
    pt->s = rng_uniform(rng) < 0.5 ? -1 : 1;
    pt->v = pt->s * r_min(speed * (real)exp2(8 * rng_uniform(rng) - 4), (real)model->speed_max);
    pt->h = length / r_abs(pt->v) * (real)exp2(octaves * (rng_uniform(rng) - 0.5));
}

/* What states go through, by numbers, as far as these go. */
static void reach(const struct model *model, const real p[], const struct hold holds[], unsigned n,
                  real lo[], real hi[])
{
    enum { FEW = 8 };
    real x[MODEL_MAX_STATES];
    PREC(model_initial)(model, p, x);
    memcpy(lo, x, model->n_states * sizeof *x);
    memcpy(hi, x, model->n_states * sizeof *x);
    for (unsigned k = 0; k < n && k < FEW; k++) {
        if (isnan(PREC(held_motion)(model, p, NULL, holds[k].v, r_sign(holds[k].v), holds[k].h,
                                    HELD_QUICK, x)))
            return;
        for (unsigned i = 0; i < model->n_states; i++) {
            lo[i] = r_min(lo[i], x[i]);
            hi[i] = r_max(hi[i], x[i]);
        }
    }
}

void PREC(model_sample_states)(const struct model *model, const real p[], const struct hold holds[],
                               unsigned n, struct rng *rng, real x[])
{
    /* for a law with bonds travel starts where they form */
    const real usual = model->start ? 0 : PREC(model_sample_length)(model, p);
    real lo[MODEL_MAX_STATES] = { 0 }, hi[MODEL_MAX_STATES] = { 0 };
    if (model->bound)
        model->bound(p, hi);
    else if (!model->start)
        reach(model, p, holds, n, lo, hi);
    for (unsigned i = 0; i < model->n_states; i++) {
        const bool moves = model->bound ? isfinite(hi[i]) : lo[i] < hi[i];
        const real from = !moves ? -usual : model->bound ? -hi[i] : lo[i];
        const real to = moves ? hi[i] : usual;
        x[i] = (from + to) / 2 + (to - from) / 2 * (real)(2 * rng_uniform(rng) - 1);
    }
}

bool PREC(model_sample_draw)(const struct model *model, uint64_t index, struct model_sample *pt)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct rng rng = rng_keyed(0, model->name, index);
    struct hold holds[DRAW_MAX_HOLDS];
    unsigned n;
    *pt = (struct model_sample){ .v = 0 };
    if (!PREC(draw_params)(model, &anywhere, &rng, pt->p))
        return false;
    do
        n = PREC(sample_signal)(model, pt->p, ANY_SIGNAL, &rng, holds);
    while (holds[0].v == 0);
    pt->v = holds[0].v;
    pt->h = holds[0].h;
    pt->s = r_sign(pt->v);
    PREC(model_sample_states)(model, pt->p, holds, n, &rng, pt->x);
    if (model->start) {
        pt->mem = &pt->memory;
        model->start(pt->p, 0, pt->mem);
        PREC(model_sample_settle)(model, pt->p, pt->v, pt->x, pt->mem);
    }
    return true;
}

void PREC(model_sample_walk)(const struct model *model, uint64_t index, struct model_sample *pt)
{
    struct rng rng = rng_keyed(1, model->name, index);
    for (unsigned holds = 1 + rng_below(&rng, 4); holds > 0; holds--) {
        PREC(model_sample_turn)(model, &rng, 6, pt);
        model->flow(pt->p, pt->mem, pt->v, pt->s, pt->h, pt->x);
    }
    PREC(model_sample_turn)(model, &rng, 6, pt);
    struct exact_state w = { .model = model, .p = pt->p, .mem = pt->mem };
    memcpy(w.x, pt->x, sizeof w.x);
    if (model->guard)
        exact_state_settle(&w, pt->v);
    memcpy(pt->x, w.x, sizeof w.x);
}
