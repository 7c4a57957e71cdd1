/* Defaults, validation and scales of any law's parameters. The laws themselves are one file each.
 */
#include "models/model.h"

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
