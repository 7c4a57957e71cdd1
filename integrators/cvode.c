/* See the header. */
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "integrators/cvode.h"

/* Attempts at one step. A Stribeck peak a hundred nanoseconds wide may end a glide of seconds:
 * a step must be able to shrink by many orders of magnitude, where CVODE's own limit is 7. */
enum { MOST_FAILURES = 40 };

/* CVODE's own time starts at 0 with every stretch, so that short steps late in a run are not
 * lost in the rounding of t. */
struct cvode {
    real origin; /* t where its time is 0 */
    SUNContext context;
    N_Vector x, interpolated;
    real largest[ODE_MAX_STATES]; /* magnitude of each state in this stretch */
    SUNMatrix matrix;
    SUNLinearSolver solver;
    void *memory;
    bool started;
};

size_t cvode_workspace(unsigned n)
{
    (void)n;
    return sizeof(struct cvode);
}

static int rate(realtype t, N_Vector x, N_Vector dx, void *user_data)
{
    const struct integration *in = user_data;
    const struct cvode *cv = in->work;
    const struct ode *ode = in->ode;
    ode->rate(ode->ctx, cv->origin + t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
    return 0;
}

/* SUNDIALS stores columns, ode.h rows. */
static int jacobian(realtype t, N_Vector x, N_Vector fx, SUNMatrix J, void *user_data, N_Vector t1,
                    N_Vector t2, N_Vector t3)
{
    const struct integration *in = user_data;
    const struct cvode *cv = in->work;
    const struct ode *ode = in->ode;
    real jac[ODE_MAX_STATES * ODE_MAX_STATES];
    (void)fx, (void)t1, (void)t2, (void)t3;
    ode->jacobian(ode->ctx, cv->origin + t, N_VGetArrayPointer(x), jac);
    for (unsigned i = 0; i < ode->n; i++)
        for (unsigned j = 0; j < ode->n; j++)
            SM_ELEMENT_D(J, i, j) = jac[i * ode->n + j];
    return 0;
}

/* The reciprocal of what each state may err by in a step. */
static int weights(N_Vector x, N_Vector weight, void *user_data)
{
    const struct integration *in = user_data;
    const struct cvode *cv = in->work;
    for (unsigned i = 0; i < in->ode->n; i++) {
        const real size = r_abs(N_VGetArrayPointer(x)[i]);
        const real rounding = 4 * R_EPSILON * r_max(size, cv->largest[i]);
        const real tolerance = in->settings->rtol * size + in->settings->atol * in->ode->scale[i];
        N_VGetArrayPointer(weight)[i] = 1 / (tolerance + rounding);
    }
    return 0;
}

/* The status says what failed; CVODE's own text is not printed. */
static void quiet(int code, const char *module, const char *function, char *message, void *data)
{
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static enum status set_up(struct integration *in, struct cvode *cv, int family)
{
    const sunindextype n = (sunindextype)in->ode->n;
    if (n == 0)
        return STATUS_UNSUPPORTED;
    if (SUNContext_Create(NULL, &cv->context) != 0)
        return STATUS_NO_MEMORY;
    cv->x = N_VNew_Serial(n, cv->context);
    cv->interpolated = N_VNew_Serial(n, cv->context);
    cv->matrix = SUNDenseMatrix(n, n, cv->context);
    cv->memory = CVodeCreate(family, cv->context);
    if (!cv->x || !cv->interpolated || !cv->matrix || !cv->memory)
        return STATUS_NO_MEMORY;
    cv->solver = SUNLinSol_Dense(cv->x, cv->matrix, cv->context);
    for (unsigned i = 0; i < in->ode->n; i++)
        N_VGetArrayPointer(cv->x)[i] = in->x[i];
    void *m = cv->memory;
    const bool failed = !cv->solver || CVodeInit(m, rate, 0, cv->x) != CV_SUCCESS ||
                        CVodeSetErrHandlerFn(m, quiet, NULL) != CV_SUCCESS ||
                        CVodeWFtolerances(m, weights) != CV_SUCCESS ||
                        CVodeSetUserData(m, in) != CV_SUCCESS ||
                        CVodeSetLinearSolver(m, cv->solver, cv->matrix) != CVLS_SUCCESS ||
                        (in->ode->jacobian && CVodeSetJacFn(m, jacobian) != CVLS_SUCCESS) ||
                        CVodeSetMaxNumSteps(m, -1) != CV_SUCCESS ||
                        CVodeSetMaxErrTestFails(m, MOST_FAILURES) != CV_SUCCESS ||
                        CVodeSetMaxConvFails(m, MOST_FAILURES) != CV_SUCCESS;
    return failed ? STATUS_NO_MEMORY : STATUS_OK;
}

enum status cvode_open(struct integration *in, enum cvode_family family)
{
    *(struct cvode *)in->work = (struct cvode){ 0 };
    return set_up(in, in->work, family == CVODE_BDF ? CV_BDF : CV_ADAMS);
}

/* CVODE's counters restart with each re-initialisation. */
static void collect(struct integration *in)
{
    const struct cvode *cv = in->work;
    long failures = 0, rates = 0, jacobians = 0, setups = 0, difference_rates = 0;
    CVodeGetNumErrTestFails(cv->memory, &failures);
    CVodeGetNumRhsEvals(cv->memory, &rates);
    CVodeGetNumLinRhsEvals(cv->memory, &difference_rates);
    CVodeGetNumJacEvals(cv->memory, &jacobians);
    CVodeGetNumLinSolvSetups(cv->memory, &setups);
    in->statistics->rejected += (uint64_t)failures;
    in->statistics->rate_evals += (uint64_t)(rates + difference_rates);
    in->statistics->jac_evals += (uint64_t)jacobians;
    in->statistics->factorizations += (uint64_t)setups;
}

void cvode_close(struct integration *in)
{
    struct cvode *cv = in->work;
    if (cv->started)
        collect(in);
    if (cv->memory)
        CVodeFree(&cv->memory);
    if (cv->solver)
        SUNLinSolFree(cv->solver);
    if (cv->matrix)
        SUNMatDestroy(cv->matrix);
    if (cv->interpolated)
        N_VDestroy(cv->interpolated);
    if (cv->x)
        N_VDestroy(cv->x);
    if (cv->context)
        SUNContext_Free(&cv->context);
}

enum status cvode_start(struct integration *in)
{
    struct cvode *cv = in->work;
    if (cv->started)
        collect(in);
    cv->started = true;
    for (unsigned i = 0; i < in->ode->n; i++) {
        N_VGetArrayPointer(cv->x)[i] = in->x[i];
        cv->largest[i] = r_abs(in->x[i]);
    }
    cv->origin = in->t;
    return CVodeReInit(cv->memory, 0, cv->x) == CV_SUCCESS ? STATUS_OK : STATUS_NONFINITE;
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
    struct cvode *cv = in->work;
    realtype t = in->t - cv->origin;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    /* CVODE heeds a largest step when it chooses the next one, not when it takes this one. */
    real end = stop - cv->origin;
    if (in->longest < end - t)
        end = t + in->longest;
    if (CVodeSetStopTime(cv->memory, end) != CV_SUCCESS)
        return STATUS_STEP_TOO_SMALL;
    const int code = CVode(cv->memory, end, cv->x, &t, CV_ONE_STEP);
    for (unsigned i = 0; i < in->ode->n; i++) {
        in->x[i] = N_VGetArrayPointer(cv->x)[i];
        cv->largest[i] = r_max(cv->largest[i], r_abs(in->x[i]));
    }
    in->t = code == CV_TSTOP_RETURN && !(end < stop - cv->origin) ? stop : cv->origin + t;
    in->statistics->steps++;
    return status_of(code);
}

/* CVODE knows its last step more precisely than t late in a run can tell. */
enum status cvode_interpolate(struct integration *in, real t, real x[])
{
    struct cvode *cv = in->work;
    realtype now = 0, last = 0;
    CVodeGetCurrentTime(cv->memory, &now);
    CVodeGetLastStep(cv->memory, &last);
    const real local = r_max(now - last, r_min(now, t - cv->origin));
    if (CVodeGetDky(cv->memory, local, 0, cv->interpolated) != CV_SUCCESS)
        return STATUS_NONFINITE;
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] = N_VGetArrayPointer(cv->interpolated)[i];
    return STATUS_OK;
}
