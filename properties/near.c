/* See the header. */
#include "properties/near.h"

#include <string.h>

#include "properties/rng.h"
#include "properties/suite_law.h"

static real length_of(const real p[]) { return LAW.length ? LAW.length(p) : C(1e-5); }

static void draw_motion(struct near_point *a, struct rng *rng)
{
    const real speed = LAW.stribeck_speed ? LAW.stribeck_speed(a->p) : C(1e-3);
    a->s = rng_uniform(rng) < 0.5 ? -1 : 1;
    a->v = a->s * speed * (real)exp2(8 * rng_uniform(rng) - 4);
    a->h = length_of(a->p) / r_abs(a->v) * (real)exp2(8 * rng_uniform(rng) - 4);
}

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

void near_draw(struct near_point *a, const char *label, uint64_t index)
{
    struct rng rng = rng_keyed(0, label, index);
    real bound[MODEL_MAX_STATES] = { 0 };
    draw_params(a->p, &rng);
    draw_motion(a, &rng);
    if (LAW.bound)
        LAW.bound(a->p, bound);
    for (unsigned i = 0; i < LAW.n_states; i++)
        a->x[i] =
            (isfinite(bound[i]) ? bound[i] : length_of(a->p)) * (real)(2 * rng_uniform(&rng) - 1);
    a->mem = NULL;
    if (!LAW.start)
        return;
    a->mem = &a->memory;
    LAW.start(a->p, 0, a->mem);
    for (unsigned i = 0; i < LAW.n_states; i++)
        a->x[i] = 0;
}

void near_copy(struct near_point *to, const struct near_point *from)
{
    *to = *from;
    to->mem = from->mem ? &to->memory : NULL;
}

void near_turn(struct near_point *a, const char *label, uint64_t index)
{
    struct rng rng = rng_keyed(1, label, index);
    draw_motion(a, &rng);
}
