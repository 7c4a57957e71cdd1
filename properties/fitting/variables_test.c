/* Variables of a fit: there and back, within ranges and what a law allows. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/fitting/fit.h"

static struct fit begin(const char *name)
{
    struct fit_setup setup = { .model = model_find_f64(name) };
    struct fit fit;
    model_defaults_f64(setup.model, setup.p);
    memset(setup.is_free, true, sizeof setup.is_free);
    for (int i = 0; i < N_NUISANCES; i++) {
        setup.nuisances.is_free[i] = true;
        setup.nuisances.size[i] = 0.5 + i;
    }
    fit_begin(&fit, &setup);
    return fit;
}

Test(variables, come_back)
{
    struct fit fit = begin("lugre");
    for (unsigned k = 0; k < fit.n; k++) {
        const double u = fit_variable(&fit, k);
        struct fit moved = fit;
        cr_expect_float_eq(fit_set_variable(&moved, k, u - 1e-3), 0, 1e-12);
        cr_expect_float_eq(fit_variable(&moved, k), u - 1e-3, 1e-12);
        fit_set_variable(&moved, k, u);
        for (unsigned j = 0; j < fit.n; j++)
            cr_expect_float_eq(fit_variable(&moved, j), fit_variable(&fit, j), 1e-12);
    }
    /* Seven parameters, all nuisances, one state. */
    cr_expect_eq(fit.n, 7 + N_NUISANCES + 1);
}

Test(variables, stay_in_range)
{
    struct fit fit = begin("dahl");
    const double most = log(fit.model->params[0].hi);
    cr_expect_float_eq(fit_set_variable(&fit, 0, most + 2), 2, 1e-12);
    cr_expect_float_eq(fit.p[0], fit.model->params[0].hi, 1e-3);
}

/* Where Fs < Fc would not be allowed, one of the two moves and the other stays as it is asked for;
 * what is asked for and where it is differ by `outside`. */
Test(variables, one_brings_parameters_back)
{
    const struct fit fit = begin("lugre");
    const unsigned Fc = 3, Fs = 4;
    double u[FIT_MOST], outside[FIT_MOST];
    for (unsigned k = 0; k < fit.n; k++)
        u[k] = fit_variable(&fit, k);
    u[Fs] = log(0.9);
    const struct fit moved = fit_set_variables(&fit, u, outside);
    cr_expect(fit_allows(fit.model, NULL, moved.p));
    cr_expect_float_eq(moved.p[Fs], moved.p[Fc], 1e-6);
    cr_expect((fabs(moved.p[Fs] - 0.9) < 1e-9) != (fabs(moved.p[Fc] - 1) < 1e-9));
    for (unsigned k = 0; k < fit.n; k++)
        cr_expect_float_eq(u[k] - outside[k], fit_variable(&moved, k), 1e-9);
}

/* The domain of a claim is kept in the same way. */
Test(variables, a_claim_keeps_them_in)
{
    struct fit fit = begin("lugre");
    double step[FIT_MOST] = { 0 };
    for (unsigned i = 0; i < fit.model->n_claims; i++)
        if (claim_is(&fit.model->claims[i], PASSIVITY, "window"))
            fit.within = &fit.model->claims[i];
    cr_assert(fit.within);
    cr_expect_not(fit_allows(fit.model, fit.within, fit.p));
    const struct fit moved = fit_moved(&fit, step);
    cr_expect(fit_allows(fit.model, fit.within, moved.p));
    cr_expect(fit_allows(fit.model, NULL, fit.p));
}
