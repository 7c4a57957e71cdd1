/* Calls ARKStep through the integrator interface. */
#include "integrators/sundials/arkode.h"

#include <arkode/arkode_arkstep.h>

static bool is_stiff(const struct integration *in, unsigned i) { return in->ode->stiff >> i & 1; }

/* Evaluates one of two parts of the problem: the rates of the stiff states, or of the others. */
static int part(realtype t, N_Vector x, N_Vector dx, void *user_data, bool stiff)
{
    const struct integration *in = user_data;
    const int code = sundials_rate(t, x, dx, user_data);
    for (unsigned i = 0; i < in->ode->n; i++)
        if (is_stiff(in, i) != stiff)
            N_VGetArrayPointer(dx)[i] = 0;
    return code;
}

static int stiff_rate(realtype t, N_Vector x, N_Vector dx, void *user_data)
{
    return part(t, x, dx, user_data, true);
}

static int other_rate(realtype t, N_Vector x, N_Vector dx, void *user_data)
{
    return part(t, x, dx, user_data, false);
}

static int stiff_jacobian(realtype t, N_Vector x, N_Vector fx, SUNMatrix J, void *user_data,
                          N_Vector t1, N_Vector t2, N_Vector t3)
{
    const struct integration *in = user_data;
    const int code = sundials_jacobian(t, x, fx, J, user_data, t1, t2, t3);
    for (unsigned i = 0; i < in->ode->n; i++)
        for (unsigned j = 0; j < in->ode->n && !is_stiff(in, i); j++)
            SM_ELEMENT_D(J, i, j) = 0;
    return code;
}

static ARKRhsFn explicit_part(enum arkode_family family)
{
    return family == ARKODE_ERK ? sundials_rate : family == ARKODE_IMEX ? other_rate : NULL;
}

static ARKRhsFn implicit_part(enum arkode_family family)
{
    return family == ARKODE_DIRK ? sundials_rate : family == ARKODE_IMEX ? stiff_rate : NULL;
}

static bool set_up_newton(struct integration *in, enum arkode_family family)
{
    const struct sundials *s = in->work;
    if (ARKStepSetLinearSolver(s->memory, s->solver, s->matrix) != ARKLS_SUCCESS)
        return false;
    /* A dense matrix of a few states is cheap, and half-converged stages are not errors that the
     * step control sees. */
    if (ARKStepSetNonlinConvCoef(s->memory, 1e-3) != ARK_SUCCESS ||
        ARKStepSetLSetupFrequency(s->memory, 1) != ARK_SUCCESS ||
        ARKStepSetJacEvalFrequency(s->memory, 1) != ARK_SUCCESS)
        return false;
    const ARKLsJacFn jacobian = family == ARKODE_IMEX ? stiff_jacobian : sundials_jacobian;
    return !in->ode->jacobian || ARKStepSetJacFn(s->memory, jacobian) == ARKLS_SUCCESS;
}

enum status arkode_open(struct integration *in, enum arkode_family family)
{
    struct sundials *s = in->work;
    const enum status status = sundials_open(in);
    if (status != STATUS_OK)
        return status;
    void *m = s->memory =
        ARKStepCreate(explicit_part(family), implicit_part(family), 0, s->x, s->context);
    const bool failed = !m || ARKStepSetErrHandlerFn(m, sundials_quiet, NULL) != ARK_SUCCESS ||
                        ARKStepWFtolerances(m, sundials_weights) != ARK_SUCCESS ||
                        ARKStepSetUserData(m, in) != ARK_SUCCESS ||
                        (family != ARKODE_ERK && !set_up_newton(in, family)) ||
                        ARKStepSetMaxErrTestFails(m, SUNDIALS_ATTEMPTS) != ARK_SUCCESS ||
                        ARKStepSetMaxConvFails(m, SUNDIALS_ATTEMPTS) != ARK_SUCCESS ||
                        ARKStepSetMaxStep(m, in->settings->step) != ARK_SUCCESS; /* 0: none */
    return failed ? STATUS_NO_MEMORY : STATUS_OK;
}

/* ARKODE's counters restart with each re-initialisation. */
static void collect(struct integration *in)
{
    const struct sundials *s = in->work;
    long failures, explicit_rates, implicit_rates, setups;
    long difference_rates = 0, jacobians = 0; /* which explicit methods do not have */
    ARKStepGetNumErrTestFails(s->memory, &failures);
    ARKStepGetNumRhsEvals(s->memory, &explicit_rates, &implicit_rates);
    ARKStepGetNumLinRhsEvals(s->memory, &difference_rates);
    ARKStepGetNumJacEvals(s->memory, &jacobians);
    ARKStepGetNumLinSolvSetups(s->memory, &setups);
    in->statistics->rejected += (uint64_t)failures;
    in->statistics->rate_evals += (uint64_t)(explicit_rates + implicit_rates + difference_rates);
    in->statistics->jac_evals += (uint64_t)jacobians;
    in->statistics->factorizations += (uint64_t)setups;
}

void arkode_close(struct integration *in)
{
    struct sundials *s = in->work;
    if (s->started)
        collect(in);
    ARKStepFree(&s->memory);
    sundials_close(in);
}

enum status arkode_start(struct integration *in, enum arkode_family family)
{
    struct sundials *s = in->work;
    if (s->started)
        collect(in);
    s->started = true;
    sundials_start(in);
    const int code =
        ARKStepReInit(s->memory, explicit_part(family), implicit_part(family), 0, s->x);
    return code == ARK_SUCCESS ? STATUS_OK : STATUS_NONFINITE;
}

static enum status status_of(int code)
{
    switch (code) {
    case ARK_SUCCESS:
    case ARK_TSTOP_RETURN:
        return STATUS_OK;
    case ARK_ERR_FAILURE:
        return STATUS_ERROR_TEST;
    case ARK_CONV_FAILURE:
    case ARK_LSETUP_FAIL:
    case ARK_LSOLVE_FAIL:
        return STATUS_NO_CONVERGENCE;
    case ARK_TOO_MUCH_ACC:
    case ARK_TOO_CLOSE:
        return STATUS_STEP_TOO_SMALL;
    default:
        return STATUS_NONFINITE;
    }
}

enum status arkode_step(struct integration *in, real stop)
{
    struct sundials *s = in->work;
    realtype t = 0;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    const real end = sundials_stop(in, stop);
    if (ARKStepSetStopTime(s->memory, end) != ARK_SUCCESS)
        return STATUS_STEP_TOO_SMALL;
    const int code = ARKStepEvolve(s->memory, end, s->x, &t, ARK_ONE_STEP);
    const bool there = code == ARK_TSTOP_RETURN && end == stop - s->origin;
    sundials_take(in, there ? stop : s->origin + t);
    return status_of(code);
}

enum status arkode_interpolate(struct integration *in, real t, real x[])
{
    struct sundials *s = in->work;
    realtype now = 0, last = 0;
    ARKStepGetCurrentTime(s->memory, &now);
    ARKStepGetLastStep(s->memory, &last);
    const real local = r_max(now - last, r_min(now, t - s->origin));
    if (ARKStepGetDky(s->memory, local, 0, s->interpolated) != ARK_SUCCESS)
        return STATUS_NONFINITE;
    sundials_interpolated(in, x);
    return STATUS_OK;
}
