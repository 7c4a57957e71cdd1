/* Draws parameters that a person would write (draw.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/trials/draw.h"

/* Returns a number of few digits within [lo, hi]; `other` where it finds none. */
static double few_digits(struct rng *rng, double lo, double hi, double other)
{
    enum { TRIES = 8 };
    const unsigned digits = 1 + rng_below(rng, 3);
    const double most = fmax(fabs(lo), fabs(hi)), least = lo > 0 ? lo : 1e-6 * most;
    for (int i = 0; i < TRIES && isfinite(most); i++) {
        double size = rng_uniform(rng) * most;
        if (rng_below(rng, 2) == 0)
            size = rng_log_uniform(rng, least, most);
        const int decade = (int)floor(log10(size)) - (int)digits + 1;
        const double scale = pow(10, abs(decade));
        double value = decade < 0 ? round(size * scale) / scale : round(size / scale) * scale;
        if (lo < 0 && rng_below(rng, 2) == 0)
            value = -value;
        if (value >= lo && value <= hi)
            return value;
    }
    return other;
}

/* Draws one parameter anew: a number of few digits, a power of ten, a whole number, a simple part
 * of the range, or what another one of the same unit is. */
static double redrawn(const struct model *model, const struct candidate *c, struct rng *rng,
                      unsigned param, double lo, double hi)
{
    const double here = c->p[param];
    double value = here;
    switch (rng_below(rng, 6)) {
    case 0:
    case 1:
        value = few_digits(rng, lo, hi, here);
        break;
    case 2:
        if (hi > 0)
            value = pow(10, round(log10(rng_log_uniform(rng, lo > 0 ? lo : 1e-9 * hi, hi))));
        break;
    case 3:
        value = round(lo + (hi - lo) * rng_uniform(rng));
        break;
    case 4:
        value = lo + (hi - lo) * (1 + rng_below(rng, 7)) / 8;
        break;
    default: {
        const unsigned other = rng_below(rng, model->n_params);
        if (strcmp(model->params[other].unit, model->params[param].unit) == 0)
            value = c->p[other];
    }
    }
    if (model_param_is_whole(model, param))
        value = round(value);
    return value >= lo && value <= hi ? value : here;
}

static bool is_inside(const struct model *model, const struct claim *claim,
                      const struct candidate *c)
{
    real p[MODEL_MAX_PARAMS];
    return PREC(candidate_params)(model, claim, c, p);
}

static uint64_t divisor(uint64_t a, uint64_t b) { return b == 0 ? a : divisor(b, a % b); }

bool PREC(draw_count)(const struct model *model, const struct claim *claim, unsigned index,
                      struct candidate *c)
{
    unsigned whole[MODEL_MAX_PARAMS], n = 0;
    double lo, hi;
    for (unsigned i = 0; i < model->n_params; i++)
        if (model_param_is_whole(model, i) && PREC(parameter_range)(model, claim, i, &lo, &hi) &&
            hi - lo < 1e9)
            whole[n++] = i;
    if (n == 0)
        return false;
    const unsigned param = whole[index % n];
    PREC(parameter_range)(model, claim, param, &lo, &hi);
    const uint64_t values = (uint64_t)(floor(hi) - ceil(lo)) + 1;
    if (values == 0)
        return false;
    uint64_t step = (uint64_t)(0.6180339887498949 * (double)values);
    while (divisor(values, step) > 1)
        step++;
    struct candidate next = *c;
    next.p[param] = ceil(lo) + (double)((index / n + 1) * step % values);
    if (!is_inside(model, claim, &next))
        return false;
    *c = next;
    return true;
}

bool PREC(draw_readable)(const struct model *model, const struct claim *claim, struct rng *rng,
                         struct candidate *c)
{
    enum { TRIES = 32 };
    if (!PREC(draw_parameters)(model, claim, rng, c))
        return false;
    const struct candidate drawn = *c;
    for (int try = 0; try < TRIES; try++) {
        struct candidate next = drawn;
        for (unsigned i = 0; i < model->n_params; i++) {
            double lo, hi;
            if (rng_below(rng, 2) == 0 && PREC(parameter_range)(model, claim, i, &lo, &hi))
                next.p[i] = redrawn(model, &next, rng, i, lo, hi);
        }
        if (is_inside(model, claim, &next)) {
            *c = next;
            break;
        }
    }
    for (unsigned edges = rng_below(rng, 3); edges > 0; edges--)
        if (rng_below(rng, 2) == 0 || !PREC(draw_scaled_to_edge)(model, claim, rng, c))
            PREC(draw_at_edge)(model, claim, rng, c);
    return true;
}
