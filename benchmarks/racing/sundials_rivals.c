/* One leg by a solver of SUNDIALS. */
#include "benchmarks/racing/sundials_rivals.h"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { MOST_STEPS = 2000000 };

const char *sundials_version(void) { return SUNDIALS_VERSION; }

static int rate(realtype t, N_Vector x, N_Vector dx, void *ctx)
{
    return run_rate(ctx, t, NV_DATA_S(x), NV_DATA_S(dx)) ? 0 : -1;
}

static int jacobian(realtype t, N_Vector x, N_Vector fx, SUNMatrix matrix, void *ctx, N_Vector a,
                    N_Vector b, N_Vector c)
{
    const struct ode *ode = ((const struct run *)ctx)->ode;
    double rows[ODE_MAX_STATES * ODE_MAX_STATES];
    (void)fx, (void)a, (void)b, (void)c;
    ode->jacobian(ode->ctx, t, NV_DATA_S(x), rows);
    for (unsigned i = 0; i < ode->n; i++)
        for (unsigned j = 0; j < ode->n; j++)
            SM_ELEMENT_D(matrix, i, j) = rows[i * ode->n + j];
    return 0;
}

static int guard(realtype t, N_Vector x, realtype g[], void *ctx)
{
    const struct ode *ode = ((const struct run *)ctx)->ode;
    ode->guard(ode->ctx, t, NV_DATA_S(x), g);
    return 0;
}

static void silent(int code, const char *module, const char *function, char *message, void *ctx)
{
    (void)code, (void)module, (void)function, (void)message, (void)ctx;
}

/* The four solvers differ by the names of their functions. */
struct solver {
    int (*go)(void *memory, realtype end, N_Vector x, realtype *t, int task);
    int (*roots)(void *memory, int found[]);
    int (*stop_at)(void *memory, realtype t);
    int normal, root; /* codes */
};

static const struct solver cvode = { CVode, CVodeGetRootInfo, CVodeSetStopTime, CV_NORMAL,
                                     CV_ROOT_RETURN };
static const struct solver arkstep = { ARKStepEvolve, ARKStepGetRootInfo, ARKStepSetStopTime,
                                       ARK_NORMAL, ARK_ROOT_RETURN };
static const struct solver erkstep = { ERKStepEvolve, ERKStepGetRootInfo, ERKStepSetStopTime,
                                       ARK_NORMAL, ARK_ROOT_RETURN };

/* The leg, by a solver that is set up. */
static bool go(const struct solver *s, void *memory, N_Vector x, struct run *run, struct leg *leg)
{
    const unsigned n = run->ode->n;
    realtype t = leg->t;
    if (s->stop_at(memory, leg->end) != 0)
        return false;
    while (t < leg->end) {
        const double target = run_target(run, leg->end);
        const int code = s->go(memory, target, x, &t, s->normal);
        if (code < 0)
            return false;
        leg->is_event = code == s->root;
        if (leg->is_event) {
            int found[ODE_MAX_GUARDS];
            s->roots(memory, found);
            leg->guard = 0;
            while (leg->guard + 1 < run->ode->n_guards && !(found[leg->guard] < 0))
                leg->guard++;
            break;
        }
        if (target < leg->end)
            run_output(run, NV_DATA_S(x));
    }
    leg->t = t;
    for (unsigned i = 0; i < n; i++)
        leg->x[i] = NV_DATA_S(x)[i];
    return true;
}

/* What all of them need, made and released for each leg, as a restart is a fresh start. */
struct parts {
    SUNContext context;
    N_Vector x, tolerance;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    int falling[ODE_MAX_GUARDS];
    unsigned guards;
};

static bool parts_open(struct parts *p, const struct run *run, const struct leg *leg)
{
    const unsigned n = run->ode->n;
    *p = (struct parts){ 0 };
    if (SUNContext_Create(NULL, &p->context) != 0)
        return false;
    p->x = N_VNew_Serial(n, p->context);
    p->tolerance = N_VNew_Serial(n, p->context);
    p->matrix = SUNDenseMatrix(n, n, p->context);
    p->linear = SUNLinSol_Dense(p->x, p->matrix, p->context);
    p->guards = run->handling >= HANDLING_EVENTS ? run->ode->n_guards : 0;
    for (unsigned i = 0; i < n; i++) {
        NV_DATA_S(p->x)[i] = leg->x[i];
        NV_DATA_S(p->tolerance)[i] = run->atol[i];
    }
    for (unsigned i = 0; i < p->guards; i++)
        p->falling[i] = -1;
    return p->linear != NULL;
}

static void parts_close(struct parts *p)
{
    SUNLinSolFree(p->linear);
    SUNMatDestroy(p->matrix);
    N_VDestroy(p->tolerance);
    N_VDestroy(p->x);
    SUNContext_Free(&p->context);
}

static bool cvode_leg(int family, struct run *run, struct leg *leg)
{
    struct parts p;
    bool done = parts_open(&p, run, leg);
    void *m = CVodeCreate(family, p.context);
    done = done && m && CVodeInit(m, rate, leg->t, p.x) == 0 &&
           CVodeSetErrHandlerFn(m, silent, NULL) == 0 &&
           CVodeSVtolerances(m, run->rtol, p.tolerance) == 0 && CVodeSetUserData(m, run) == 0 &&
           CVodeSetMaxNumSteps(m, MOST_STEPS) == 0 &&
           CVodeSetLinearSolver(m, p.linear, p.matrix) == 0 &&
           (!run->ode->jacobian || CVodeSetJacFn(m, jacobian) == 0) &&
           CVodeRootInit(m, (int)p.guards, guard) == 0 &&
           (p.guards == 0 || CVodeSetRootDirection(m, p.falling) == 0) &&
           CVodeSetNoInactiveRootWarn(m) == 0 && go(&cvode, m, p.x, run, leg);
    CVodeFree(&m);
    parts_close(&p);
    return done;
}

bool cvode_bdf_leg(struct run *run, struct leg *leg) { return cvode_leg(CV_BDF, run, leg); }
bool cvode_adams_leg(struct run *run, struct leg *leg) { return cvode_leg(CV_ADAMS, run, leg); }

/* With the usual 0.1 for Newton's iteration, errors of stick-slip stay above 1e-6 at any tolerance.
 */
bool arkode_dirk_leg(struct run *run, struct leg *leg)
{
    struct parts p;
    bool done = parts_open(&p, run, leg);
    void *m = ARKStepCreate(NULL, rate, leg->t, p.x, p.context);
    done = done && m && ARKStepSetErrHandlerFn(m, silent, NULL) == 0 &&
           ARKStepSVtolerances(m, run->rtol, p.tolerance) == 0 && ARKStepSetUserData(m, run) == 0 &&
           ARKStepSetMaxNumSteps(m, MOST_STEPS) == 0 && ARKStepSetOrder(m, 5) == 0 &&
           ARKStepSetNonlinConvCoef(m, 1e-3) == 0 &&
           ARKStepSetLinearSolver(m, p.linear, p.matrix) == 0 &&
           (!run->ode->jacobian || ARKStepSetJacFn(m, jacobian) == 0) &&
           ARKStepRootInit(m, (int)p.guards, guard) == 0 &&
           (p.guards == 0 || ARKStepSetRootDirection(m, p.falling) == 0) &&
           ARKStepSetNoInactiveRootWarn(m) == 0 && go(&arkstep, m, p.x, run, leg);
    ARKStepFree(&m);
    parts_close(&p);
    return done;
}

bool arkode_erk_leg(struct run *run, struct leg *leg)
{
    struct parts p;
    bool done = parts_open(&p, run, leg);
    void *m = ERKStepCreate(rate, leg->t, p.x, p.context);
    done = done && m && ERKStepSetErrHandlerFn(m, silent, NULL) == 0 &&
           ERKStepSVtolerances(m, run->rtol, p.tolerance) == 0 && ERKStepSetUserData(m, run) == 0 &&
           ERKStepSetMaxNumSteps(m, MOST_STEPS) == 0 && ERKStepSetOrder(m, 5) == 0 &&
           ERKStepRootInit(m, (int)p.guards, guard) == 0 &&
           (p.guards == 0 || ERKStepSetRootDirection(m, p.falling) == 0) &&
           ERKStepSetNoInactiveRootWarn(m) == 0 && go(&erkstep, m, p.x, run, leg);
    ERKStepFree(&m);
    parts_close(&p);
    return done;
}
