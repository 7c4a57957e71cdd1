/* Whether slopes hold as far as a parameter is to be told (estimate.h). */
#include <math.h>
#include <stdlib.h>

#include "properties/fitting/estimate.h"
#include "tools/base/memory.h"

/* As a logarithm, or as a part of a usual size: what a reader would call next to a value. */
static const double NEXT = 0.01;

/* Fills r[n] with the residuals where variable k is `way` off; returns false where they are not
 * finite. */
static bool residuals_off(const struct fit *fit, const struct fit_data *data, unsigned k,
                          double way, double r[])
{
    double step[FIT_MOST] = { 0 };
    step[k] = way;
    const struct fit moved = fit_moved(fit, step);
    return fit_residuals(&moved, data, r);
}

/* Returns true where half of what slopes tell of variable k is told by residuals which change by
 * half to one and a half times as much as slopes say, from the value next to it below to that
 * above. */
static bool slopes_hold(const struct fit *fit, const struct fit_data *data, unsigned k,
                        const double slope[])
{
    static const double LEAST = 0.5;
    const size_t n = data->n;
    double *below = memory_array(n, sizeof *below), *above = memory_array(n, sizeof *above);
    double all = 0, holds = 0;
    const bool is_finite =
        residuals_off(fit, data, k, -NEXT, below) && residuals_off(fit, data, k, NEXT, above);
    for (size_t i = 0; i < n && is_finite; i++) {
        const double expected = NEXT * slope[i], change = (below[i] - above[i]) / 2;
        all += expected * expected;
        holds += fabs(change - expected) <= fabs(expected) / 2 ? expected * expected : 0;
    }
    free(below);
    free(above);
    return is_finite && holds >= LEAST * all;
}

void estimate_doubt(const struct fit_data *data, struct estimate *e)
{
    const unsigned n = e->fit.n;
    e->jumps = false;
    if (e->fit.model->n_guards == 0)
        return;
    double *slopes = memory_array(data->n * n, sizeof *slopes);
    fit_slopes(&e->fit, data, true, slopes);
    for (unsigned k = 0; k < n; k++)
        if (e->knowledge[k] == KNOWN && fit_is_parameter(&e->fit, k))
            e->jumps |= !slopes_hold(&e->fit, data, k, slopes + (size_t)k * data->n);
    for (unsigned k = 0; k < n && e->jumps; k++)
        if (e->knowledge[k] == KNOWN) {
            e->knowledge[k] = NOT_KNOWN;
            e->deviation[k] = INFINITY;
        }
    free(slopes);
}
