/* The problems against their published end values, by methods that share nothing with each other,
 * and their Jacobians against differences. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "integrators/integrator.h"
#include "integrators/problems/ivp.h"

static void ignore(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* Returns the largest error at the end, relative to the published values. */
static double end_error(const char *method, const struct ivp *ivp, double rtol)
{
    const struct integrator *in = PREC(integrator_find)(method);
    const struct ode ode = PREC(ivp_ode)(ivp);
    const struct settings settings = { .rtol = rtol };
    const real times[] = { 0, ivp->t_end };
    struct statistics statistics;
    real x[IVP_MAX_STATES];
    double error = 0;
    void *work = malloc(in->workspace(ode.n));
    for (unsigned i = 0; i < ivp->n; i++)
        x[i] = ivp->begin[i];
    cr_assert_eq(PREC(drive)(in, &ode, &settings, times, 2, x, work, ignore, NULL, &statistics),
                 STATUS_OK, "%s, %s", ivp->name, method);
    free(work);
    for (unsigned i = 0; i < ivp->n; i++)
        error = fmax(error, fabs((double)(x[i] / ivp->end[i] - 1)));
    return error;
}

/* The published values have 11 digits at least. What errors of single steps add up to is up to the
 * problem: four digits are left for that. */
Test(ivp, published_end_values_are_reached)
{
    for (const struct ivp *const *ivp = PREC(ivps); *ivp; ivp++) {
        static const char *const methods[] = { "rosenbrock", "cvode_bdf" };
        for (size_t i = 0; i < 2; i++) {
            const double error = end_error(methods[i], *ivp, 1e-10);
            cr_expect(error <= 1e-6, "%s, %s: %.2e", (*ivp)->name, methods[i], error);
        }
    }
}

/* Central differences over a part d of a state of size s err by d^2/6 of the third derivative,
 * which polynomials of degree 3 in states near 1 keep below 1e2 of the entry's size, and by
 * rounding over d: 1e-16/1e-5. */
Test(ivp, jacobians_are_the_derivatives)
{
    for (const struct ivp *const *one = PREC(ivps); *one; one++) {
        const struct ivp *ivp = *one;
        const struct ode ode = PREC(ivp_ode)(ivp);
        real x[IVP_MAX_STATES], jac[IVP_MAX_STATES * IVP_MAX_STATES];
        for (unsigned i = 0; i < ivp->n; i++)
            x[i] = 1 + C(0.1) * (real)i;
        ode.jacobian(ode.ctx, 0, x, jac);
        for (unsigned j = 0; j < ivp->n; j++) {
            const real d = C(1e-5), at = x[j];
            real above[IVP_MAX_STATES], below[IVP_MAX_STATES];
            x[j] = at + d;
            ode.rate(ode.ctx, 0, x, above);
            x[j] = at - d;
            ode.rate(ode.ctx, 0, x, below);
            x[j] = at;
            for (unsigned i = 0; i < ivp->n; i++) {
                const double difference = (double)((above[i] - below[i]) / (2 * d));
                const double size = fabs((double)above[i]) + fabs((double)below[i]) + 1;
                cr_expect(fabs(difference - (double)jac[i * ivp->n + j]) <= 1e-9 * size,
                          "%s, row %u, column %u: %g, by differences %g", ivp->name, i, j,
                          (double)jac[i * ivp->n + j], difference);
            }
        }
    }
}
