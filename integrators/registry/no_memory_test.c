/* Methods of libraries return an error when an allocation fails, and release what they have
 * allocated: every call that may allocate when a run is opened fails once. The program's own
 * functions of the same names stand in front of the libraries'. */
#define _GNU_SOURCE
#include <arkode/arkode_arkstep.h>
#include <criterion/criterion.h>
#include <cvode/cvode.h>
#include <dlfcn.h>
#include <malloc.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "integrators/registry/problems_test.h"

/* The call after `granted` others fails; -1: none. */
static long granted = -1, calls;

static bool fails(void) { return calls++ == granted; }

/* The library's function of that name, as *function. */
static void find(const char *name, void *function)
{
    void *const at = dlsym(RTLD_NEXT, name);
    cr_assert(at, "%s", name);
    memcpy(function, &at, sizeof at);
}

#define IN_FRONT(type, name, list, arguments, failure)                                             \
    type name list                                                                                 \
    {                                                                                              \
        type(*function) list; /* NOLINT(bugprone-macro-parentheses): a declaration */              \
        find(#name, &function);                                                                    \
        return fails() ? (failure) : function arguments;                                           \
    }

IN_FRONT(int, SUNContext_Create, (void *comm, SUNContext *context), (comm, context), -1)
IN_FRONT(N_Vector, N_VNew_Serial, (sunindextype n, SUNContext context), (n, context), NULL)
IN_FRONT(SUNMatrix, SUNDenseMatrix, (sunindextype m, sunindextype n, SUNContext context),
         (m, n, context), NULL)
IN_FRONT(SUNLinearSolver, SUNLinSol_Dense, (N_Vector x, SUNMatrix matrix, SUNContext context),
         (x, matrix, context), NULL)
IN_FRONT(void *, CVodeCreate, (int family, SUNContext context), (family, context), NULL)
IN_FRONT(int, CVodeInit, (void *m, CVRhsFn f, realtype t, N_Vector x), (m, f, t, x), CV_MEM_FAIL)
IN_FRONT(int, CVodeSetLinearSolver, (void *m, SUNLinearSolver solver, SUNMatrix matrix),
         (m, solver, matrix), CVLS_MEM_FAIL)
IN_FRONT(void *, ARKStepCreate,
         (ARKRhsFn outer, ARKRhsFn inner, realtype t, N_Vector x, SUNContext context),
         (outer, inner, t, x, context), NULL)
IN_FRONT(int, ARKStepSetLinearSolver, (void *m, SUNLinearSolver solver, SUNMatrix matrix),
         (m, solver, matrix), ARKLS_MEM_FAIL)

/* Opens a run and closes it, as the driver does. */
static enum status open_and_close(const struct integrator *integrator, long limit)
{
    struct problem p;
    const struct ode ode = problem_relaxing(&p, 4);
    const struct settings settings = { .rtol = C(1e-4), .atol = C(1e-4) };
    struct statistics statistics = { 0 };
    real x[PROBLEM_MAX] = { 0 };
    struct integration in = {
        .ode = &ode, .settings = &settings, .statistics = &statistics, .x = x, .work = problem_work
    };
    granted = limit;
    calls = 0;
    const enum status status = integrator->open(&in);
    integrator->close(&in);
    return status;
}

/* Bytes of the heap in use. (Sanitizers find leaks by themselves; here the number is 0 then.) */
static size_t in_use(void) { return mallinfo2().uordblks; }

Test(memory, is_released)
{
    const struct settings settings = { .step = C(0.125), .rtol = C(1e-4) };
    enum { RUNS = 500, SLACK = 16 }; /* less than any object has, each run */
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        size_t before = 0;
        for (int run = 0; run < RUNS; run++) {
            struct problem p;
            struct statistics s;
            const struct ode ode = problem_relaxing(&p, 4);
            real x[PROBLEM_MAX] = { 0 };
            p.jump = C(1.2345);
            if (integrator_fits(*in, &ode))
                cr_assert_eq(problem_run(*in, &ode, &settings, x, &s), STATUS_OK, "%s",
                             (*in)->name);
            if (run == 0) /* the first run may allocate what stays */
                before = in_use();
        }
        cr_expect(in_use() <= before + (size_t)SLACK * RUNS, "%s: %zu bytes more after %d runs",
                  (*in)->name, in_use() - before, RUNS - 1);
    }
}

Test(memory, that_is_missing_is_told)
{
    unsigned methods = 0;
    for (const struct integrator *const *in = PREC(integrators); *in; in++) {
        if (!((*in)->flags & INTEGRATOR_HOST_ONLY))
            continue;
        cr_assert_eq(open_and_close(*in, -1), STATUS_OK, "%s", (*in)->name);
        const long all = calls;
        cr_expect(all > 5, "%s: %ld", (*in)->name, all);
        for (long k = 0; k < all; k++) {
            const enum status status = open_and_close(*in, k);
            cr_expect_eq(status, STATUS_NO_MEMORY, "%s, call %ld of %ld: %s", (*in)->name, k, all,
                         status_text(status));
        }
        methods++;
    }
    cr_expect(methods > 3);
}
