/* See the header. */
#include "properties/law_point.h"

#include <string.h>

#include "properties/draw.h"
#include "properties/trial.h"

void PREC(law_point_settle)(const struct model *model, const real p[], real v, const real x[],
                            struct memory *mem)
{
    struct walk w = { .model = model, .p = p, .mem = mem };
    memcpy(w.x, x, sizeof w.x);
    if (model->guard)
        walk_settle(&w, v);
}

bool PREC(law_point_draw)(const struct model *model, uint64_t index, struct law_point *pt)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct rng rng = rng_keyed(0, model->name, index);
    struct hold holds[DRAW_MAX_HOLDS];
    real bound[MODEL_MAX_STATES] = { 0 };
    *pt = (struct law_point){ .v = 0 };
    if (!PREC(draw_params)(model, &anywhere, &rng, pt->p))
        return false;
    do
        PREC(draw_signal)(model, pt->p, ANY_SIGNAL, &rng, holds);
    while (holds[0].v == 0);
    pt->v = holds[0].v;
    pt->h = holds[0].h;
    pt->s = r_sign(pt->v);
    if (model->bound)
        model->bound(pt->p, bound);
    for (unsigned i = 0; i < model->n_states; i++) {
        /* travel is unbounded; with bonds to come, it starts where they do */
        const real range = isfinite(bound[i])               ? bound[i]
                           : model->start || !model->length ? 0
                                                            : model->length(pt->p);
        pt->x[i] = range * (real)(2 * rng_uniform(&rng) - 1);
    }
    if (model->start) {
        pt->mem = &pt->memory;
        model->start(pt->p, 0, pt->mem);
        PREC(law_point_settle)(model, pt->p, pt->v, pt->x, pt->mem);
    }
    return true;
}
