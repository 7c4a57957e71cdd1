/* One leg by a stepper of GSL. */
#include "benchmarks/racing/gsl_rivals.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>

enum { MOST_STEPS = 2000000 };

const char *gsl_rivals_version(void) { return gsl_version; }

static int rate(double t, const double x[], double dx[], void *ctx)
{
    return run_rate(ctx, t, x, dx) ? GSL_SUCCESS : GSL_EBADFUNC;
}

static int jacobian(double t, const double x[], double *rows, double ft[], void *ctx)
{
    const struct ode *ode = ((const struct run *)ctx)->ode;
    ode->jacobian(ode->ctx, t, x, rows);
    ode->rate_t(ode->ctx, t, x, ft);
    return GSL_SUCCESS;
}

/* The control of steps takes one tolerance for all states, with a scale for each. */
static bool gsl_leg(const gsl_odeiv2_step_type *type, struct run *run, struct leg *leg)
{
    const struct ode *ode = run->ode;
    gsl_odeiv2_system system = { rate, jacobian, ode->n, run };
    gsl_set_error_handler_off();
    gsl_odeiv2_driver *d = gsl_odeiv2_driver_alloc_scaled_new(
        &system, type, 1e-6 * (leg->end - leg->t), 1, run->rtol, 1, 0, run->atol);
    if (!d)
        return false;
    bool done = gsl_odeiv2_driver_set_nmax(d, MOST_STEPS) == GSL_SUCCESS;
    while (done && leg->t < leg->end) {
        const double target = run_target(run, leg->end);
        done = gsl_odeiv2_driver_apply(d, &leg->t, target, leg->x) == GSL_SUCCESS;
        if (done && target < leg->end)
            run_output(run, leg->x);
    }
    gsl_odeiv2_driver_free(d);
    return done;
}

bool gsl_msbdf_leg(struct run *run, struct leg *leg)
{
    return gsl_leg(gsl_odeiv2_step_msbdf, run, leg);
}

bool gsl_rk4imp_leg(struct run *run, struct leg *leg)
{
    return gsl_leg(gsl_odeiv2_step_rk4imp, run, leg);
}

bool gsl_bsimp_leg(struct run *run, struct leg *leg)
{
    return gsl_leg(gsl_odeiv2_step_bsimp, run, leg);
}

bool gsl_rk8pd_leg(struct run *run, struct leg *leg)
{
    return gsl_leg(gsl_odeiv2_step_rk8pd, run, leg);
}
