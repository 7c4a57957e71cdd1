/* See the header. */
#include "properties/near.h"

#include <string.h>

#include "properties/rng.h"
#include "properties/suite_law.h"

/* Around a law's own length. */
static const double OCTAVES = 8;

/* Numbers without a unit, often exponents, stay as they are, but for a count of elements, N, where
 * fewer are valid. */
static void draw_params(real p[], struct rng *rng)
{
    enum { FEWER = 20 }; /* attempts */
    unsigned param, attempt = 0;
    const char *constraint;
    do {
        for (unsigned i = 0; i < LAW.n_params; i++) {
            const struct quantity *q = &LAW.params[i];
            const double factor = strcmp(q->unit, "1") == 0 ? 1 : exp2(2 * rng_uniform(rng) - 1);
            p[i] = (real)(q->value * factor);
            if (strcmp(q->name, "N") == 0 && attempt < FEWER)
                p[i] = (real)(1 + rng_below(rng, (unsigned)q->value));
        }
        attempt++;
    } while (!PREC(model_valid)(&LAW, p, &param, &constraint));
}

void near_draw(struct law_point *a, const char *label, uint64_t index)
{
    struct rng rng = rng_keyed(0, label, index);
    real bound[MODEL_MAX_STATES] = { 0 };
    draw_params(a->p, &rng);
    PREC(law_point_turn)(&LAW, &rng, OCTAVES, a);
    if (LAW.bound)
        LAW.bound(a->p, bound);
    for (unsigned i = 0; i < LAW.n_states; i++)
        a->x[i] = (isfinite(bound[i]) ? bound[i] : PREC(law_point_length)(&LAW, a->p)) *
                  (real)(2 * rng_uniform(&rng) - 1);
    a->mem = NULL;
    if (!LAW.start)
        return;
    a->mem = &a->memory;
    LAW.start(a->p, 0, a->mem);
    for (unsigned i = 0; i < LAW.n_states; i++)
        a->x[i] = 0;
}

void near_turn(struct law_point *a, const char *label, uint64_t index)
{
    struct rng rng = rng_keyed(1, label, index);
    PREC(law_point_turn)(&LAW, &rng, OCTAVES, a);
}
