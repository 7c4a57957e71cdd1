/* Fits of logs that were made, for tests. */
#ifndef BRISTLE_PROPERTIES_FITTING_FOUND_TEST_H
#define BRISTLE_PROPERTIES_FITTING_FOUND_TEST_H

#include "properties/fitting/law_fit.h"
#include "properties/measurement/rig_test.h"

/* Returns a law with these parameters changed: name, value, ..., NULL. */
static inline const struct model *law(const char *name, const char *const names[],
                                      const double values[], double p[])
{
    const struct model *model = model_find_f64(name);
    cr_assert(model);
    model_defaults_f64(model, p);
    for (int i = 0; names[i]; i++)
        cr_assert(quantity_set(model->params, model->n_params, names[i], values[i], p));
    cr_assert(model_is_valid_f64(model, p));
    return model;
}

struct found {
    struct log log;
    struct measured measured;
    struct law_fit fit;
};

static inline void find(const struct rig *rig, double hold_out, struct found *f)
{
    struct law_fit_settings settings;
    f->log = (struct log){ .n_runs = 0 };
    rig_measure(rig, &f->log);
    measured_from(&f->log, rig->mass, hold_out, &f->measured);
    law_fit_defaults(rig->model, &f->measured, &settings);
    settings.draws = 64;
    law_fit_coarse(&settings, &f->measured, &f->fit);
    cr_assert(f->fit.is_finite);
    law_fit_finish(&f->measured, &f->fit);
    cr_assert(f->fit.is_finished);
}

static inline void forget(struct found *f)
{
    law_fit_free(&f->fit);
    measured_free(&f->measured);
    log_free(&f->log);
}

static inline double value_of(const struct found *f, const char *name)
{
    const struct model *model = f->fit.model;
    return f->fit.estimate.fit.p[quantity_index(model->params, model->n_params, name)];
}

#endif
