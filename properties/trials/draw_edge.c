/* Draws parameters at the edges of a claim's domain (draw.h). */
#include <math.h>
#include <string.h>

#include "properties/trials/draw.h"

static bool is_inside(const struct model *model, const struct claim *claim,
                      const struct candidate *c)
{
    real p[MODEL_MAX_PARAMS];
    return PREC(candidate_params)(model, claim, c, p);
}

/* Returns a value between, in the logarithm where that makes sense. */
static double between(double a, double b)
{
    const double wide = 4;
    if (a * b > 0 && fmax(a / b, b / a) > wide)
        return copysign(sqrt(fabs(a)) * sqrt(fabs(b)), a);
    return a + (b - a) / 2;
}

/* The parameters that are moved: one, or all where `param` is n_params. */
static void mix(const struct model *model, unsigned param, const struct candidate *a,
                const struct candidate *b, struct candidate *to)
{
    for (unsigned i = 0; i < model->n_params; i++)
        if (param == i || param == model->n_params)
            to->p[i] = between(a->p[i], b->p[i]);
}

static bool differ(const struct model *model, const struct candidate *a, const struct candidate *b)
{
    for (unsigned i = 0; i < model->n_params; i++)
        if (a->p[i] < b->p[i] || a->p[i] > b->p[i])
            return true;
    return false;
}

/* Moves `in` to the edge of the domain, towards `out`, until there is no number in between. */
static void bisect(const struct model *model, const struct claim *claim, unsigned param,
                   struct candidate *in, struct candidate *out)
{
    enum { MOST = 120 };
    for (int i = 0; i < MOST; i++) {
        struct candidate middle = *in;
        mix(model, param, in, out, &middle);
        if (!differ(model, &middle, in) || !differ(model, &middle, out))
            break;
        *(is_inside(model, claim, &middle) ? in : out) = middle;
    }
}

bool PREC(draw_at_edge)(const struct model *model, const struct claim *claim, struct rng *rng,
                        struct candidate *c)
{
    enum { TRIES = 16 };
    struct claim wider = *claim;
    const bool joint = claim->contains && rng_below(rng, 4) > 0;
    wider.contains = NULL;
    for (int try = 0; try < TRIES; try++) {
        struct candidate other = *c, out = *c, in = *c;
        if (!PREC(draw_parameters)(model, &wider, rng, &other))
            return false;
        unsigned param = rng_below(rng, model->n_params + 1);
        if (param == model->n_params)
            out = other;
        else
            out.p[param] = other.p[param];
        if (is_inside(model, claim, &out) || (joint && !is_inside(model, &wider, &out)))
            continue;
        bisect(model, claim, param, &in, &out);
        if (rng_below(rng, 4) == 0) { /* a little inside */
            struct candidate near = in;
            const double part = rng_log_uniform(rng, 1e-9, 1);
            for (unsigned i = 0; i < model->n_params; i++)
                near.p[i] += part * (c->p[i] - near.p[i]);
            if (is_inside(model, claim, &near))
                in = near;
        }
        *c = in;
        return true;
    }
    return false;
}

bool PREC(draw_scaled_to_edge)(const struct model *model, const struct claim *claim,
                               struct rng *rng, struct candidate *c)
{
    struct candidate in = *c, out = *c;
    if (model->n_params == 0)
        return false;
    const char *unit = model->params[rng_below(rng, model->n_params)].unit;
    const double factor = rng_log_uniform(rng, 1e-3, 1e3);
    for (unsigned i = 0; i < model->n_params; i++)
        if (strcmp(model->params[i].unit, unit) == 0 && !model_param_is_whole(model, i))
            out.p[i] = factor * c->p[i];
    struct claim wider = *claim;
    wider.contains = NULL;
    if (is_inside(model, claim, &out) || !is_inside(model, &wider, &out))
        return false;
    bisect(model, claim, model->n_params, &in, &out);
    *c = in;
    return true;
}

bool PREC(move_to_edge)(const struct model *model, const struct claim *claim, unsigned param,
                        struct candidate *c)
{
    double ends[2];
    struct claim wider = *claim;
    wider.contains = NULL;
    const bool inside = is_inside(model, claim, c);
    if (!PREC(parameter_range)(model, claim, param, &ends[0], &ends[1]))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct candidate end = *c, here = *c;
        end.p[param] = ends[i];
        if (is_inside(model, claim, &end) == inside || !is_inside(model, &wider, &end))
            continue;
        bisect(model, claim, param, inside ? &here : &end, inside ? &end : &here);
        c->p[param] = inside ? here.p[param] : end.p[param];
        return true;
    }
    return false;
}
