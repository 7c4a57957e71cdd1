/* Filters around a fit, run by run (filtered.h). */
#include "properties/fitting/filtered.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

void filter_around(const struct measured *m, const struct fit *fit, double noise, double jitter,
                   struct filtered *f)
{
    const struct model *model = fit->model;
    double scale[MODEL_MAX_STATES] = { 0 };
    f->run = memory_array(m->n_runs, sizeof *f->run);
    f->filter = memory_array(m->n_runs, sizeof *f->filter);
    f->data = (struct fit_data){ f->run, m->n_runs, 2 * m->n };
    model_scales_f64(model, fit->p, model->length ? model->length(fit->p) : 1, scale);
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        f->run[j] = m->fine[j];
        f->run[j].white = &f->filter[j];
        struct whitening *w = &f->filter[j];
        const double delay = fit->nuisances.value[DELAY];
        struct path path = { .n = 0 };
        path_make(&path, run->n, run->t, run->motion.x, run->motion.v, 1, delay);
        whitening_linearize(w, model, fit->p, fit_start(fit, &m->fine[j]), &path, &run->motion,
                            delay);
        path_free(&path);
        /* Where each of several runs begins is no variable of the fit. */
        if (m->n_runs > 1 && model->n_guards == 0)
            memcpy(w->spread, scale, sizeof scale);
        remainder_find(fit, &m->fine[j], run->again, MEASURED_AGAIN, jitter, noise, w, w->bias,
                       w->variance);
        whitening_begin(w, &run->motion, run->position ? run->position : run->motion.x, run->weight,
                        noise, m->mass);
    }
}

void filter_end(struct filtered *f)
{
    for (size_t j = 0; j < f->data.n_runs; j++)
        whitening_free(&f->filter[j]);
    free(f->filter);
    free(f->run);
    *f = (struct filtered){ .run = NULL };
}
