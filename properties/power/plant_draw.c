/* Draws where a flaw is planted (plant.h). */
#include <math.h>

#include "properties/power/plant.h"
#include "properties/trials/draw.h"
#include "tools/base/rng.h"

/* Lists the parameters that the claim leaves free over a part of their range above 0. */
static unsigned free_params(const struct model *model, const struct claim *claim,
                            unsigned params[MODEL_MAX_PARAMS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < model->n_params; i++) {
        double lo, hi;
        if (parameter_range_f64(model, claim, i, &lo, &hi) && hi > 0 &&
            !model_param_is_whole(model, i))
            params[n++] = i;
    }
    return n;
}

static double upper_end(const struct model *model, const struct claim *claim, unsigned param)
{
    double lo, hi;
    parameter_range_f64(model, claim, param, &lo, &hi);
    return hi;
}

/* Chooses the parameters that the flaw depends on. Returns false where the claim has too few. */
static bool place(const struct model *model, const struct claim *claim, struct rng *rng,
                  struct plant *plant)
{
    static const unsigned needed[POWER_KINDS] = { [POWER_VALUE] = 1, [POWER_CORNER] = 2 };
    unsigned params[MODEL_MAX_PARAMS];
    const unsigned n = free_params(model, claim, params), needs = needed[plant->kind];
    if (n < needs)
        return false;
    for (unsigned i = 0; i < needs; i++) {
        unsigned k = rng_below(rng, n);
        while (i == 1 && params[k] == plant->param[0])
            k = (k + 1) % n;
        plant->param[i] = params[k];
        if (plant->kind == POWER_CORNER)
            plant->p[params[k]] = upper_end(model, claim, params[k]);
    }
    return true;
}

bool plant_draw(const struct model *model, const struct claim *claim, enum power_kind kind,
                unsigned level, unsigned number, struct plant *plant)
{
    enum { TRIES = 200, DECADES = 2 };
    const unsigned index = ((unsigned)kind * POWER_LEVELS + level) * 1000 + number;
    struct rng rng = rng_keyed(index, model->name, (uint64_t)claim->property);
    for (unsigned i = 0; i < TRIES; i++) {
        *plant = (struct plant){ .kind = kind, .level = level };
        if (!draw_params_f64(model, claim, &rng, plant->p) || !place(model, claim, &rng, plant))
            return false;
        const double speed = model->stribeck_speed ? model->stribeck_speed(plant->p) : 1e-2;
        plant->speed =
            fmin(speed * pow(10, DECADES * (2 * rng_uniform(&rng) - 1)), model->speed_max / 10);
        if (model->force_scale)
            plant->push = 3 * model->force_scale(plant->p, plant->speed, 1);
        if (kind == POWER_REST)
            plant->holds[plant->n_holds++] =
                (struct hold){ 0, 3 * power_difficulty(POWER_REST, level) };
        /* As far as a tenth of what wears a rest off. */
        plant->holds[plant->n_holds++] = (struct hold){ plant->speed, 1e-3 / plant->speed };
        if ((kind != POWER_VALUE || plant->p[plant->param[0]] > 0) &&
            in_domain_f64(model, claim, plant->p, plant->holds, plant->n_holds))
            return true;
    }
    return false;
}
