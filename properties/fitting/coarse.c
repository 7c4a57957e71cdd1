/* The best of several starts (coarse.h). */
#include "properties/fitting/coarse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fitting/start.h"
#include "tools/base/memory.h"

/* A start on its way, and what it leaves. */
struct begun {
    struct fit fit;
    double *residual;
};

static int less_loss_first(const void *a, const void *b)
{
    const struct begun *x = a, *y = b;
    return (x->fit.loss > y->fit.loss) - (x->fit.loss < y->fit.loss);
}

/* Returns true where two fits leave the same but for a thousandth of its squares: more data may
 * tell them apart, the better one would then be found from either. */
static bool leave_the_same(const struct begun *a, const struct begun *b, size_t n)
{
    static const double SAME = 1e-3;
    double squares = 0;
    for (size_t i = 0; i < n; i++)
        squares += (a->residual[i] - b->residual[i]) * (a->residual[i] - b->residual[i]);
    return squares < SAME * a->fit.loss * (double)n;
}

/* Improves fits to coarse data: first each of them to near its least sum of squares, then, those
 * that leave something else than better ones, with residuals beyond three times the least usual
 * size counting linearly. The best by that comes first. */
static void improve_coarse(const struct fit_data *data, unsigned n, struct begun begun[])
{
    enum { SLOPES = 10 };
    double usual = INFINITY;
    for (unsigned i = 0; i < n; i++) {
        struct fit *fit = &begun[i].fit;
        fit_improve_in_turns(fit, data, SLOPES, FIT_NEAR);
        usual = fmin(usual, fit_usual(fit, data));
    }
    for (unsigned i = 0; i < n; i++) {
        begun[i].fit.usual = usual;
        fit_measure(&begun[i].fit, data);
        fit_residuals(&begun[i].fit, data, begun[i].residual);
    }
    qsort(begun, n, sizeof *begun, less_loss_first);
    for (unsigned i = 0; i < n; i++) {
        bool is_known = false;
        for (unsigned j = 0; j < i; j++)
            is_known |= leave_the_same(&begun[j], &begun[i], data->n);
        if (is_known)
            continue;
        fit_improve_in_turns(&begun[i].fit, data, SLOPES, FIT_NEAR);
        fit_residuals(&begun[i].fit, data, begun[i].residual);
    }
    qsort(begun, n, sizeof *begun, less_loss_first);
}

bool coarse_best_of(const struct fit_data *data, unsigned n, const struct fit start[],
                    struct fit *fit)
{
    struct begun begun[MODEL_MAX_PARAMS];
    double *residuals = memory_array(n * data->n, sizeof *residuals);
    for (unsigned i = 0; i < n; i++)
        begun[i] = (struct begun){ start[i], residuals + i * data->n };
    improve_coarse(data, n, begun);
    free(residuals);
    if (n > 0)
        *fit = begun[0].fit;
    return n > 0 && fit->is_finite;
}

/* Fills start[] with the best of that many draws. Returns how many there are. */
static unsigned draw(const struct fit_setup *setup, unsigned draws, const struct measured *m,
                     struct fit start[START_MOST])
{
    const struct start_range range = { { m->speed[0], m->speed[1] },
                                       { m->length[0], m->length[1] } };
    return start_fits(setup, &m->coarse_data, &range, draws, start);
}

/* Returns the number of the other law's parameter with the same name and unit; its number of
 * parameters: there is none. */
static unsigned same_parameter(const struct quantity *own, const struct model *other)
{
    for (unsigned i = 0; i < other->n_params; i++)
        if (strcmp(other->params[i].name, own->name) == 0 &&
            strcmp(other->params[i].unit, own->unit) == 0)
            return i;
    return other->n_params;
}

unsigned coarse_shared(const struct fit_setup *setup, const struct model *other)
{
    unsigned n = 0;
    for (unsigned i = 0; i < setup->model->n_params; i++)
        n += setup->is_free[i] && same_parameter(&setup->model->params[i], other) < other->n_params;
    return n;
}

/* Fills start[] with starts of which parameters that another fit has, too, are as there; the other
 * ones, and those that are_drawn, unless NULL, are drawn around their defaults, or around what
 * makes the law as long and as fast as that of the other fit. Returns how many there are. */
static unsigned draw_beside(const struct fit_setup *setup, const bool are_drawn[], bool is_scaled,
                            unsigned draws, const struct fit *from, const struct measured *m,
                            struct fit start[START_MOST])
{
    struct fit_setup held = *setup, all = *setup;
    if (is_scaled)
        start_scale_as(setup->model, setup->is_free, from->model, from->p, held.p);
    for (unsigned i = 0; i < setup->model->n_params; i++) {
        const struct quantity *own = &setup->model->params[i];
        const unsigned at = same_parameter(own, from->model);
        if (!setup->is_free[i] || at == from->model->n_params || (are_drawn && are_drawn[i]))
            continue;
        held.p[i] = fmin(fmax(from->p[at], own->lo), own->hi);
        held.is_free[i] = false;
    }
    const unsigned n = draw(&held, draws, m, start);
    for (unsigned i = 0; i < n; i++) {
        memcpy(all.p, start[i].p, sizeof all.p);
        all.nuisances = start[i].nuisances;
        fit_begin(&start[i], &all);
    }
    return n;
}

bool coarse_is_better(const struct fit_data *data, struct fit *fit, struct fit *than)
{
    fit->usual = than->usual = fmin(fit->usual, than->usual);
    fit_measure(fit, data);
    fit_measure(than, data);
    return fit->loss < than->loss;
}

/* A law that is nearly another one, as where an elastic range is next to nothing, has no slope that
 * leads away from there: looks for values of what hardly makes a force beside the others. */
static void look_beside(const struct fit_setup *setup, unsigned draws, const struct measured *m,
                        struct fit *fit)
{
    enum { PART = 2, GO_ON = 2 };
    struct fit_setup around = *setup;
    struct fit start[START_MOST], other;
    double defaults[MODEL_MAX_PARAMS];
    bool is_weak[FIT_MOST], are_drawn[MODEL_MAX_PARAMS] = { false };
    if (fit_find_weak(fit, &m->coarse_data, is_weak) == 0)
        return;
    model_defaults_f64(setup->model, defaults);
    for (unsigned k = 0; k < fit->n; k++)
        if (is_weak[k]) {
            are_drawn[fit->of[k]] = true;
            around.p[fit->of[k]] = defaults[fit->of[k]];
        }
    const unsigned n = draw_beside(&around, are_drawn, true, draws / PART, fit, m, start);
    if (coarse_best_of(&m->coarse_data, n < GO_ON ? n : GO_ON, start, &other) &&
        coarse_is_better(&m->coarse_data, &other, fit))
        *fit = other;
}

bool coarse_fit(const struct fit_setup *setup, unsigned draws, const struct measured *m,
                struct fit *fit)
{
    struct fit start[START_MOST];
    const unsigned n = draw(setup, draws, m, start);
    if (!coarse_best_of(&m->coarse_data, n, start, fit))
        return false;
    look_beside(setup, draws, m, fit);
    return true;
}

bool coarse_borrow(const struct fit_setup *setup, unsigned draws, const struct fit *from,
                   const struct measured *m, struct fit *fit)
{
    enum { BEST = START_MOST / 2 };
    struct fit start[BEST + START_MOST];
    unsigned n = 0;
    for (int is_scaled = 0; is_scaled <= 1; is_scaled++) {
        const unsigned more = draw_beside(setup, NULL, is_scaled, draws / 2, from, m, start + n);
        n += more < BEST ? more : BEST;
    }
    return coarse_best_of(&m->coarse_data, n, start, fit);
}
