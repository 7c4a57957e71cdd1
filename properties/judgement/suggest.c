/* Makes signals of the places where a law's force does not oppose the motion (suggest.h). */
#include "properties/judgement/suggest.h"

#include <math.h>

static struct segment hold(double v, double time)
{
    return (struct segment){ .kind = SEGMENT_HOLD, .level = { v, v }, .time = time, .steps = 1 };
}

/* The parameters of the place; others at their defaults, or within the claim's own intervals. */
static void set_parameters(const struct law_graph *equations, const struct model *model,
                           const struct claim *claim, const struct opposed_answer *place,
                           struct candidate *c)
{
    for (unsigned i = 0; i < model->n_params; i++)
        c->p[i] = model->params[i].value;
    for (unsigned i = 0; i < claim->n_box; i++)
        c->p[claim->box[i].param] =
            fmin(fmax(c->p[claim->box[i].param], claim->box[i].lo), claim->box[i].hi);
    for (unsigned i = 0; equations->parameters[i]; i++)
        if (!isnan(place->parameter[i]))
            c->p[quantity_index(model->params, model->n_params, equations->parameters[i])] =
                place->parameter[i];
}

unsigned suggest_candidates(const struct law_graph *equations, const struct model *model,
                            const struct claim *claim, const struct opposed_answer *place,
                            struct candidate of[SUGGESTIONS])
{
    /* Before the velocity is held: nothing, rest, or the opposite velocity. */
    static const struct {
        double before, velocity, time; /* s; of the velocity at the place; s */
    } signals[SUGGESTIONS] = { { 0, 0, 1 },    { 0, 0, 1e-3 },   { 0, 0, 1e3 },
                               { 1, 0, 1e-3 }, { 1e3, 0, 1e-3 }, { 1, -1, 1e-3 } };
    if (!place->has_place)
        return 0;
    for (unsigned i = 0; i < SUGGESTIONS; i++) {
        struct candidate *c = &of[i];
        *c = (struct candidate){ .n = 0 };
        set_parameters(equations, model, claim, place, c);
        if (signals[i].before > 0)
            c->segments[c->n++] = hold(signals[i].velocity * place->v, signals[i].before);
        c->segments[c->n++] = hold(place->v, signals[i].time);
    }
    return SUGGESTIONS;
}
