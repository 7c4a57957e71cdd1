/* What hardly makes a force apart from the rest (fit.h): it goes far in each step, where slopes are
 * no longer those, and keeps steps of all variables from being taken. */
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/fit.h"
#include "tools/base/memory.h"

unsigned fit_find_weak(const struct fit *fit, const struct fit_data *data, bool is_weak[])
{
    static const double WELL = 0.1;
    double *slopes = memory_array(data->n * fit->n, sizeof *slopes);
    unsigned n = 0;
    fit_slopes(fit, data, false, slopes);
    for (unsigned k = 0; k < fit->n; k++) {
        double squares = 0;
        for (size_t i = 0; i < data->n; i++)
            squares += slopes[k * data->n + i] * slopes[k * data->n + i];
        is_weak[k] = fit_is_parameter(fit, k) && squares * WELL * WELL < fit->usual * fit->usual;
        n += is_weak[k];
    }
    free(slopes);
    return n;
}

/* Improves the fit by those of its variables that are chosen. */
static void improve_some(const struct fit_data *data, const bool is_chosen[], int most,
                         struct fit *fit)
{
    struct fit some = *fit;
    for (unsigned k = fit->n; k-- > 0;)
        if (!is_chosen[k])
            fit_hold(&some, k);
    if (some.n == 0)
        return;
    fit_improve(&some, data, most, FIT_DONE);
    if (!some.is_finite || !(some.loss < fit->loss))
        return;
    memcpy(fit->p, some.p, sizeof fit->p);
    fit->nuisances = some.nuisances;
    fit_measure(fit, data);
}

void fit_improve_apart(struct fit *fit, const struct fit_data *data)
{
    enum { TURNS = 2, SLOPES = 6, SLOPES_OF_ONE = 3 };
    bool is_weak[FIT_MOST] = { false }, is_chosen[FIT_MOST] = { false };
    if (fit_find_weak(fit, data, is_weak) == 0)
        return;
    for (int turn = 0; turn < TURNS; turn++) {
        for (unsigned k = 0; k < fit->n; k++)
            is_chosen[k] = !is_weak[k];
        improve_some(data, is_chosen, SLOPES, fit);
        memset(is_chosen, 0, sizeof is_chosen);
        for (unsigned k = 0; k < fit->n; k++) {
            is_chosen[k] = is_weak[k];
            if (is_weak[k])
                improve_some(data, is_chosen, SLOPES_OF_ONE, fit);
            is_chosen[k] = false;
        }
    }
}
