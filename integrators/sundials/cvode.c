/* Calls CVODE through the integrator interface. */
#include "integrators/sundials/cvode.h"

#include <cvode/cvode.h>

enum status cvode_open(struct integration *in, enum cvode_family family)
{
    struct sundials *s = in->work;
    const enum status status = sundials_open(in);
    if (status != STATUS_OK)
        return status;
    void *m = s->memory = CVodeCreate(family == CVODE_BDF ? CV_BDF : CV_ADAMS, s->context);
    const bool failed =
        !m || CVodeInit(m, sundials_rate, 0, s->x) != CV_SUCCESS ||
        CVodeSetErrHandlerFn(m, sundials_quiet, NULL) != CV_SUCCESS ||
        CVodeWFtolerances(m, sundials_weights) != CV_SUCCESS ||
        CVodeSetUserData(m, in) != CV_SUCCESS ||
        CVodeSetLinearSolver(m, s->solver, s->matrix) != CVLS_SUCCESS ||
        (in->ode->jacobian && CVodeSetJacFn(m, sundials_jacobian) != CVLS_SUCCESS) ||
        CVodeSetMaxErrTestFails(m, SUNDIALS_ATTEMPTS) != CV_SUCCESS ||
        CVodeSetMaxConvFails(m, SUNDIALS_ATTEMPTS) != CV_SUCCESS ||
        CVodeSetMaxStep(m, in->settings->step) != CV_SUCCESS; /* 0: none */
    return failed ? STATUS_NO_MEMORY : STATUS_OK;
}

/* CVODE's counters restart with each re-initialisation. */
static void collect(struct integration *in)
{
    const struct sundials *s = in->work;
    long failures, rates, jacobians, setups, difference_rates;
    CVodeGetNumErrTestFails(s->memory, &failures);
    CVodeGetNumRhsEvals(s->memory, &rates);
    CVodeGetNumLinRhsEvals(s->memory, &difference_rates);
    CVodeGetNumJacEvals(s->memory, &jacobians);
    CVodeGetNumLinSolvSetups(s->memory, &setups);
    in->statistics->rejected += (uint64_t)failures;
    in->statistics->rate_evals += (uint64_t)(rates + difference_rates);
    in->statistics->jac_evals += (uint64_t)jacobians;
    in->statistics->factorizations += (uint64_t)setups;
}

void cvode_close(struct integration *in)
{
    struct sundials *s = in->work;
    if (s->started)
        collect(in);
    CVodeFree(&s->memory);
    sundials_close(in);
}

enum status cvode_start(struct integration *in)
{
    struct sundials *s = in->work;
    if (s->started)
        collect(in);
    s->started = true;
    sundials_start(in);
    return CVodeReInit(s->memory, 0, s->x) == CV_SUCCESS ? STATUS_OK : STATUS_NONFINITE;
}

static enum status status_of(int code)
{
    switch (code) {
    case CV_SUCCESS:
    case CV_TSTOP_RETURN:
        return STATUS_OK;
    case CV_ERR_FAILURE:
        return STATUS_ERROR_TEST;
    case CV_CONV_FAILURE:
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
        return STATUS_NO_CONVERGENCE;
    case CV_TOO_MUCH_ACC:
    case CV_TOO_CLOSE:
        return STATUS_STEP_TOO_SMALL;
    default:
        return STATUS_NONFINITE;
    }
}

enum status cvode_step(struct integration *in, real stop)
{
    struct sundials *s = in->work;
    realtype t = 0;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    const real end = sundials_stop(in, stop);
    if (CVodeSetStopTime(s->memory, end) != CV_SUCCESS)
        return STATUS_STEP_TOO_SMALL;
    const int code = CVode(s->memory, end, s->x, &t, CV_ONE_STEP);
    const bool there = code == CV_TSTOP_RETURN && end == stop - s->origin;
    sundials_take(in, there ? stop : s->origin + t);
    return status_of(code);
}

/* CVODE knows its last step more precisely than t late in a run can tell. */
enum status cvode_interpolate(struct integration *in, real t, real x[])
{
    struct sundials *s = in->work;
    realtype now = 0, last = 0;
    CVodeGetCurrentTime(s->memory, &now);
    CVodeGetLastStep(s->memory, &last);
    const real local = r_max(now - last, r_min(now, t - s->origin));
    if (CVodeGetDky(s->memory, local, 0, s->interpolated) != CV_SUCCESS)
        return STATUS_NONFINITE;
    sundials_interpolated(in, x);
    return STATUS_OK;
}
