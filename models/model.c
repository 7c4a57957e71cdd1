/* Defaults, validation and scales of any law's parameters, and sticking. The laws themselves are
 * one file each. */
#include "models/model.h"

real PREC(model_stick)(const struct model *model, const real p[], const struct memory *mem,
                       const real x[], real applied, real *s)
{
    real f[2];
    model->stiction(p, mem, x, f);
    if (!(applied > f[0])) {
        *s = -1;
        return f[0];
    }
    if (!(applied < f[1])) {
        *s = 1;
        return f[1];
    }
    *s = r_max(-1, r_min(1, (2 * applied - f[0] - f[1]) / (f[1] - f[0])));
    return applied;
}

void PREC(model_scales)(const struct model *model, const real p[], real length, real scale[])
{
    for (unsigned i = 0; i < model->n_states; i++)
        scale[i] = length;
    if (model->scales)
        model->scales(p, scale);
    else if (model->bound)
        model->bound(p, scale);
    for (unsigned i = 0; i < model->n_states; i++)
        if (!isfinite(scale[i]))
            scale[i] = length;
}

void PREC(model_defaults)(const struct model *model, real p[])
{
    for (unsigned i = 0; i < model->n_params; i++)
        p[i] = (real)model->params[i].value;
}

bool PREC(model_is_valid)(const struct model *model, const real p[])
{
    unsigned param;
    const char *constraint;
    return PREC(model_valid)(model, p, &param, &constraint);
}

bool PREC(model_valid)(const struct model *model, const real p[], unsigned *param,
                       const char **constraint)
{
    *constraint = NULL;
    /* The ends are rounded like the values; a NaN is in no range. */
    for (*param = 0; *param < model->n_params; ++*param) {
        const struct quantity *q = &model->params[*param];
        if (!(p[*param] >= (real)q->lo && p[*param] <= (real)q->hi))
            return false;
    }
    if (model->validate)
        *constraint = model->validate(p);
    return *constraint == NULL;
}
