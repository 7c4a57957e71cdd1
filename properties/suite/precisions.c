/* Runs a law in the precision that this file is compiled in (precisions.h). */
#include "properties/suite/precisions.h"

#include "models/model.h"
#include "reference/experiments/exact.h"

struct evaluation PREC(evaluate)(size_t law, const double p[], const double v[], const double h[],
                                 unsigned n)
{
    const struct model *model = PREC(models)[law];
    struct evaluation e = { .energy = 0 };
    real q[MODEL_MAX_PARAMS], energy = 0;
    struct exact_state w = { .model = model };
    for (unsigned i = 0; i < model->n_params; i++)
        q[i] = (real)p[i];
    exact_state_start(&w, model, q);
    for (unsigned i = 0; i < n; i++)
        energy += exact_state_hold(&w, (struct hold){ (real)v[i], (real)h[i] });
    e.energy = (double)energy;
    e.force = (double)exact_state_force(&w, (real)v[n - 1]);
    for (unsigned i = 0; i < model->n_states; i++)
        e.x[i] = (double)w.x[i];
    return e;
}
