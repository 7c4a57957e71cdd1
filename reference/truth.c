/* See the header. */
#include "reference/truth.h"

#include <math.h>
#include <string.h>

#include "reference/arb/driven.h"

enum { PREC_BITS = 128 };

struct collector {
    const struct model *model;
    int state[ARB_LAW_MAX]; /* the law's state i is the model's state[i] */
    struct truth *truth;
    mag_t radius[ARB_LAW_MAX + 1]; /* largest, by state; F last */
    double largest[ARB_LAW_MAX + 1];
};

static double round_ball(struct collector *c, size_t column, const arb_t ball)
{
    const double value = arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    mag_max(c->radius[column], c->radius[column], arb_radref(ball));
    c->largest[column] = fmax(c->largest[column], fabs(value));
    return value;
}

static void collect(void *ctx, size_t i, arb_srcptr x, const arb_t F, const arb_t energy)
{
    struct collector *c = ctx;
    const size_t n = c->model->n_states;
    for (size_t k = 0; k < n; k++)
        c->truth->x[i * n + (size_t)c->state[k]] = round_ball(c, k, x + k);
    c->truth->F[i] = arb_is_finite(F) ? round_ball(c, n, F) : nan("");
    if (c->truth->energy)
        c->truth->energy[i] =
            arb_is_finite(energy) ? arf_get_d(arb_midref(energy), ARF_RND_NEAR) : nan("");
}

/* A number of the model by the name the law uses, or -1. */
static int find(const struct quantity *quantities, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++)
        if (strcmp(quantities[i].name, name) == 0)
            return (int)i;
    return -1;
}

bool truth_driven(const struct model *model, const double p[], const struct signal *signal,
                  const double times[], size_t n, struct truth *truth)
{
    const struct arb_law *law = arb_law_find(model->name);
    if (!law)
        return false;
    struct collector c = { .model = model, .truth = truth };
    arb_ptr balls = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; law->params[i]; i++)
        arb_set_d(balls + i, p[find(model->params, model->n_params, law->params[i])]);
    for (unsigned i = 0; i < model->n_states; i++)
        c.state[i] = find(model->states, model->n_states, law->states[i]);
    for (size_t i = 0; i <= model->n_states; i++)
        mag_init(c.radius[i]);
    const bool ok = arb_driven(law, balls, signal, times, n, PREC_BITS, collect, &c);
    truth->floor = 0x1p-53;
    for (size_t i = 0; i <= model->n_states; i++) {
        if (c.largest[i] > 0)
            truth->floor = fmax(truth->floor, mag_get_d(c.radius[i]) / c.largest[i]);
        mag_clear(c.radius[i]);
    }
    _arb_vec_clear(balls, ARB_LAW_MAX);
    return ok;
}
