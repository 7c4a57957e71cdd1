/* Filters around a fit, run by run (filtered.h). */
#include "properties/fitting/filtered.h"

#include <stdlib.h>

#include "tools/base/memory.h"

void filter_around(const struct measured *m, const struct fit *fit, double noise, double jitter,
                   struct filtered *f)
{
    f->run = memory_array(m->n_runs, sizeof *f->run);
    f->filter = memory_array(m->n_runs, sizeof *f->filter);
    f->data = (struct fit_data){ f->run, m->n_runs, 2 * m->n };
    for (size_t j = 0; j < m->n_runs; j++) {
        const struct measured_run *run = &m->run[j];
        f->run[j] = m->fine[j];
        f->run[j].white = &f->filter[j];
        struct whitening *w = &f->filter[j];
        const double delay = fit->nuisances.value[DELAY];
        struct path path = { .n = 0 };
        path_make(&path, run->n, run->t, run->motion.x, run->motion.v, 1, delay);
        whitening_linearize(w, fit->model, fit->p, fit->start, &path, &run->motion, delay);
        path_free(&path);
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
}
