/* Last steps of a fit, of estimates that are set by hand. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/fitting/settle.h"

enum { LEFT_OUT = 2 }; /* parameter that the other fit holds */

static struct fit begin(bool all)
{
    struct fit_setup setup = { .model = model_find_f64("lugre") };
    struct fit fit;
    model_defaults_f64(setup.model, setup.p);
    for (unsigned i = 0; i < setup.model->n_params; i++)
        setup.is_free[i] = all || i != LEFT_OUT;
    setup.nuisances.is_free[OFFSET] = true;
    setup.nuisances.size[OFFSET] = 0.5;
    fit_begin(&fit, &setup);
    return fit;
}

/* Each variable is as far from where the other fit has it as its deviation tells at least, whatever
 * its place there; what the other fit does not have stays. */
Test(settle, variables_are_known_no_better_than_they_differ)
{
    static const double DEVIATION = 0.03;
    struct estimate e = { .fit = begin(true) };
    struct fit rest = begin(false);
    double off[FIT_MOST] = { 0 };
    cr_assert_eq(rest.n + 1, e.fit.n);
    for (unsigned k = 0; k < e.fit.n; k++)
        e.deviation[k] = DEVIATION;
    for (unsigned i = 0; i < rest.n; i++) {
        off[i] = -0.01 * (i + 1); /* no range begins there */
        fit_set_variable(&rest, i, fit_variable(&rest, i) + off[i]);
    }
    settle_widen(&rest, &e);
    for (unsigned k = 0; k < e.fit.n; k++) {
        const bool is_left_out = k == LEFT_OUT;
        const double expected = is_left_out ? DEVIATION : hypot(DEVIATION, off[k - (k > LEFT_OUT)]);
        cr_expect_float_eq(e.deviation[k], expected, 1e-12, "variable %u: %g, not %g", k,
                           e.deviation[k], expected);
    }
}
