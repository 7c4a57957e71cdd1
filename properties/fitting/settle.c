/* Takes the last steps (settle.h). */
#include "properties/fitting/settle.h"

#include <math.h>
#include <string.h>

void settle_widen(const struct fit *rest, struct estimate *e)
{
    for (unsigned k = 0; k < e->fit.n; k++)
        for (unsigned i = 0; i < rest->n; i++)
            if (rest->kind[i] == e->fit.kind[k] && rest->of[i] == e->fit.of[k])
                e->deviation[k] =
                    hypot(e->deviation[k], fit_variable(rest, i) - fit_variable(&e->fit, k));
}

/* Returns true where slopes would move what is known by less than half a deviation. */
static bool is_settled(const struct estimate *e)
{
    static const double SETTLED = 0.5;
    bool is_off = false;
    for (unsigned k = 0; k < e->fit.n; k++)
        is_off |= e->knowledge[k] == KNOWN && fabs(e->unsettled[k]) > SETTLED;
    return !is_off;
}

void settle_where_slopes_ask(const struct fit_data *data, struct estimate *e)
{
    enum { SLOPES = 6 };
    double step[FIT_MOST] = { 0 };
    for (unsigned k = 0; k < e->fit.n; k++)
        if (e->knowledge[k] == KNOWN && isfinite(e->unsettled[k]))
            step[k] = e->unsettled[k] * e->deviation[k];
    if (is_settled(e))
        return;
    struct fit moved = fit_moved(&e->fit, step);
    fit_improve(&moved, data, SLOPES, FIT_DONE);
    if (moved.is_finite && moved.loss < e->fit.loss)
        estimate_from(&moved, data, e);
}

void settle_back(const struct fit *before, const struct fit_data *data, struct estimate *e)
{
    enum { SLOPES = 6 };
    /* As a logarithm, a factor of 100; of what is left, in squares of deviations. */
    static const double FAR = 4.6, AS_WELL = 3.84;
    struct fit back = e->fit;
    struct estimate other;
    bool is_far = false;
    unsigned n = 0;
    memcpy(back.p, before->p, sizeof back.p);
    for (unsigned k = e->fit.n; k-- > 0;)
        if (e->knowledge[k] != KNOWN && fit_is_parameter(&e->fit, k)) {
            const double way = fit_variable(&back, k) - fit_variable(&e->fit, k);
            is_far |= e->fit.kind[k] == FIT_LOG && fabs(way) > FAR;
            fit_hold(&back, k);
            n++;
        }
    if (!is_far)
        return;
    fit_improve(&back, data, SLOPES, FIT_DONE);
    if (!back.is_finite || (back.loss - e->fit.loss) * (double)data->n > n * AS_WELL)
        return;
    struct fit moved = e->fit;
    memcpy(moved.p, back.p, sizeof moved.p);
    memcpy(moved.start, back.start, sizeof moved.start);
    moved.nuisances = back.nuisances;
    fit_measure(&moved, data);
    estimate_from(&moved, data, &other);
    if (is_settled(&other))
        *e = other;
}
