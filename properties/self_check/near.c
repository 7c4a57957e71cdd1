/* Draws samples near the defaults, by a seed. */
#include "properties/self_check/near.h"

#include <string.h>

#include "tools/base/rng.h"

/* Octaves around a law's own length. */
static const double OCTAVES = 8;

/* Draws parameters. Numbers without a unit, often exponents, keep their defaults; a whole number
 * may become any smaller one. */
static void draw_params(const struct model *model, real p[], struct rng *rng)
{
    enum { FEWER = 20, MOST = 1000 }; /* MOST: attempts; after those the defaults serve */
    unsigned param, attempt = 0;
    const char *constraint;
    do {
        for (unsigned i = 0; i < model->n_params; i++) {
            const struct quantity *q = &model->params[i];
            const double factor = strcmp(q->unit, "1") == 0 ? 1 : exp2(2 * rng_uniform(rng) - 1);
            p[i] = (real)(q->value * factor);
            if (model_param_is_whole(model, i) && q->value >= 1 && attempt < FEWER)
                p[i] = (real)(1 + rng_below(rng, (unsigned)q->value));
        }
        attempt++;
    } while (!PREC(model_valid)(model, p, &param, &constraint) && attempt < MOST);
    if (attempt == MOST)
        PREC(model_defaults)(model, p);
}

void PREC(sample_near_defaults)(const struct model *model, struct model_sample *a,
                                const char *label, uint64_t seed, uint64_t index)
{
    struct rng rng = rng_keyed(2 * seed, label, index);
    draw_params(model, a->p, &rng);
    PREC(model_sample_turn)(model, &rng, OCTAVES, a);
    const struct hold hold = { a->v, a->h };
    a->mem = model->start ? &a->memory : NULL;
    PREC(model_begin)(model, a->p, 0, a->mem, a->x);
    if (!model->start)
        PREC(model_sample_states)(model, a->p, &hold, 1, &rng, a->x);
}

void PREC(near_turn)(const struct model *model, struct model_sample *a, const char *label,
                     uint64_t seed, uint64_t index)
{
    struct rng rng = rng_keyed(2 * seed + 1, label, index);
    PREC(model_sample_turn)(model, &rng, OCTAVES, a);
}

unsigned PREC(near_neighbours)(const struct model *model)
{
    return 2 * (model->n_params + model->n_states);
}

bool PREC(near_neighbour)(const struct model *model, struct model_sample *to,
                          const struct model_sample *from, unsigned k)
{
    const unsigned i = k / 2;
    PREC(model_sample_copy)(to, from);
    if (i < model->n_params && model_param_is_whole(model, i))
        return false;
    real *const number = i < model->n_params ? &to->p[i] : &to->x[i - model->n_params];
    *number *= 1 + (real)(k % 2 ? NEIGHBOURHOOD : -NEIGHBOURHOOD);
    return *number != 0;
}
