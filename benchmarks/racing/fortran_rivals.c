/* One leg by a Fortran solver. Arguments are named as in the solvers' own documentation, which is
 * in their sources; `rpar`, which is the caller's, is the run. */
#include "benchmarks/racing/fortran_rivals.h"

#include <stdio.h>
#include <string.h>

enum {
    N = ODE_MAX_STATES,
    MOST_STEPS = 200000,
    REALS = 50 + 30 * N + 16 * N * N,
    INTS = 100 + 4 * N,
};

typedef void rate_function(int *n, double *t, double *x, double *dx, double *rpar, int *ipar);
typedef void jacobian_function(int *n, double *t, double *x, int *ml, int *mu, double *pd,
                               int *rows, double *rpar, int *ipar);
typedef void guard_function(int *n, double *t, double *x, int *guards, double *g);

void radau5_(int *n, rate_function *, double *t, double *x, double *end, double *h, double *rtol,
             double *atol, int *itol, jacobian_function *, int *ijac, int *ml, int *mu,
             void (*mass)(void), int *imas, int *mlmas, int *mumas,
             void (*solout)(int *step, double *before, double *t, double *x, double *cont, int *lrc,
                            int *n, double *rpar, int *ipar, int *stop),
             int *iout, double *work, int *lwork, int *iwork, int *liwork, double *rpar, int *ipar,
             int *idid);
void contr5_(int *n, double *t, double *cont, int *lrc, double *x);
void dlsodar_(rate_function *, int *n, double *x, double *t, double *tout, int *itol, double *rtol,
              double *atol, int *itask, int *istate, int *iopt, double *rwork, int *lrw, int *iwork,
              int *liw, jacobian_function *, int *jt, guard_function *, int *ng, int *jroot,
              double *rpar, int *ipar);
void dvode_(rate_function *, int *n, double *x, double *t, double *tout, int *itol, double *rtol,
            double *atol, int *itask, int *istate, int *iopt, double *rwork, int *lrw, int *iwork,
            int *liw, jacobian_function *, int *mf, double *rpar, int *ipar);
void ddaspk_(void (*residual)(double *t, double *x, double *dx, double *cj, double *delta,
                              int *ires, double *rpar, int *ipar),
             int *n, double *t, double *x, double *dx, double *tout, int *info, double *rtol,
             double *atol, int *idid, double *rwork, int *lrw, int *iwork, int *liw, double *rpar,
             int *ipar,
             void (*jac)(double *t, double *x, double *dx, double *pd, double *cj, double *rpar,
                         int *ipar),
             void (*psol)(void));

/* The solvers' messages go through R, which is not there: nothing is printed. */
void Rprintf(const char *format, ...);
void Rprintf(const char *format, ...) { (void)format; }

/* As the package states it beside its library; the libraries have no function for it. */
const char *desolve_version(void)
{
    static _Thread_local char version[64] = "not known";
    char line[256];
    FILE *file = fopen("/usr/lib/R/site-library/deSolve/DESCRIPTION", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "Version: %63s", version) == 1)
            break;
    if (file)
        fclose(file);
    return version;
}

static const struct ode *ode_of(const double *rpar)
{
    return ((const struct run *)(const void *)rpar)->ode;
}

static void rate(int *n, double *t, double *x, double *dx, double *rpar, int *ipar)
{
    (void)n, (void)ipar;
    (void)run_rate((struct run *)(void *)rpar, *t, x, dx);
}

/* Columns of *rows each. */
static void jacobian(int *n, double *t, double *x, int *ml, int *mu, double *pd, int *rows,
                     double *rpar, int *ipar)
{
    const struct ode *ode = ode_of(rpar);
    double all[N * N];
    (void)n, (void)ml, (void)mu, (void)ipar;
    ode->jacobian(ode->ctx, *t, x, all);
    for (unsigned i = 0; i < ode->n; i++)
        for (unsigned j = 0; j < ode->n; j++)
            pd[j * (unsigned)*rows + i] = all[i * ode->n + j];
}

/* Work memory and the tolerances of one leg. The number of states comes first: guards are told
 * nothing else that could lead to the run. */
struct work {
    int n;
    struct run *run;
    double reals[REALS], rtol[N], atol[N];
    int ints[INTS], lreals, lints;
};

static void guards(int *n, double *t, double *x, int *ng, double *g)
{
    const struct ode *ode = ((struct work *)(void *)n)->run->ode;
    (void)ng;
    ode->guard(ode->ctx, *t, x, g);
}

static void work_open(struct work *w, struct run *run)
{
    *w = (struct work){ .lreals = REALS, .lints = INTS, .n = (int)run->ode->n, .run = run };
    for (unsigned i = 0; i < run->ode->n; i++) {
        w->rtol[i] = run->rtol;
        w->atol[i] = run->atol[i];
    }
}

static double *rpar_of(struct run *run) { return (double *)(void *)run; }

static void take_outputs(int *step, double *before, double *t, double *x, double *cont, int *lrc,
                         int *n, double *rpar, int *ipar, int *stop)
{
    struct run *run = (struct run *)(void *)rpar;
    double at[N];
    (void)step, (void)before, (void)x, (void)ipar;
    *stop = 0;
    while (run->next < run->n && run->times[run->next] < *t) {
        double when = run->times[run->next];
        contr5_(n, &when, cont, lrc, at);
        run_output(run, at);
    }
}

bool radau5_leg(struct run *run, struct leg *leg)
{
    struct work w;
    int itol = 1, ijac = run->ode->jacobian != NULL, imas = 0, iout = 1, idid = 0, none = 0;
    int whole = (int)run->ode->n;
    double h = 1e-6 * (leg->end - leg->t);
    work_open(&w, run);
    w.ints[1] = MOST_STEPS;
    radau5_(&w.n, rate, &leg->t, leg->x, &leg->end, &h, w.rtol, w.atol, &itol, jacobian, &ijac,
            &whole, &whole, NULL, &imas, &none, &none, take_outputs, &iout, w.reals, &w.lreals,
            w.ints, &w.lints, rpar_of(run), &none, &idid);
    return idid > 0;
}

/* Two that share a calling sequence: both interpolate outputs, and stop at the leg's end. */
bool lsoda_leg(struct run *run, struct leg *leg)
{
    struct work w;
    int itol = 4, itask = 4, istate = 1, iopt = 1, ipar = 0, found[ODE_MAX_GUARDS];
    int jt = run->ode->jacobian ? 1 : 2;
    int ng = run->handling >= HANDLING_EVENTS ? (int)run->ode->n_guards : 0;
    work_open(&w, run);
    w.reals[0] = leg->end;
    w.ints[5] = MOST_STEPS;
    while (leg->t < leg->end) {
        double target = run_target(run, leg->end);
        dlsodar_(rate, &w.n, leg->x, &leg->t, &target, &itol, w.rtol, w.atol, &itask, &istate,
                 &iopt, w.reals, &w.lreals, w.ints, &w.lints, jacobian, &jt, guards, &ng, found,
                 rpar_of(run), &ipar);
        if (istate < 0 || run->rates_left == 0)
            return false;
        if (istate == 3) {
            leg->is_event = true;
            leg->guard = 0;
            while (leg->guard + 1 < run->ode->n_guards && found[leg->guard] == 0)
                leg->guard++;
            return true;
        }
        if (target < leg->end)
            run_output(run, leg->x);
    }
    return true;
}

bool vode_leg(struct run *run, struct leg *leg)
{
    struct work w;
    int itol = 4, itask = 4, istate = 1, iopt = 1, ipar = 0;
    int mf = run->ode->jacobian ? 21 : 22;
    work_open(&w, run);
    w.reals[0] = leg->end;
    w.ints[5] = MOST_STEPS;
    while (leg->t < leg->end) {
        double target = run_target(run, leg->end);
        dvode_(rate, &w.n, leg->x, &leg->t, &target, &itol, w.rtol, w.atol, &itask, &istate, &iopt,
               w.reals, &w.lreals, w.ints, &w.lints, jacobian, &mf, rpar_of(run), &ipar);
        if (istate < 0 || run->rates_left == 0)
            return false;
        if (target < leg->end)
            run_output(run, leg->x);
    }
    return true;
}

/* x' - f(t, x) = 0. */
static void residual(double *t, double *x, double *dx, double *cj, double *delta, int *ires,
                     double *rpar, int *ipar)
{
    const struct ode *ode = ode_of(rpar);
    (void)cj, (void)ires, (void)ipar;
    (void)run_rate((struct run *)(void *)rpar, *t, x, delta);
    for (unsigned i = 0; i < ode->n; i++)
        delta[i] = dx[i] - delta[i];
}

static void residual_jacobian(double *t, double *x, double *dx, double *pd, double *cj,
                              double *rpar, int *ipar)
{
    const struct ode *ode = ode_of(rpar);
    double all[N * N];
    (void)dx, (void)ipar;
    ode->jacobian(ode->ctx, *t, x, all);
    for (unsigned i = 0; i < ode->n; i++)
        for (unsigned j = 0; j < ode->n; j++)
            pd[j * ode->n + i] = (i == j ? *cj : 0) - all[i * ode->n + j];
}

static void no_preconditioner(void) {}

/* DASPK returns after 500 steps and is called again. */
bool daspk_leg(struct run *run, struct leg *leg)
{
    struct work w;
    double dx[N];
    int info[30] = { 0 }, idid = 0, ipar = 0;
    work_open(&w, run);
    info[1] = 1; /* tolerances are arrays */
    info[3] = 1; /* stops at reals[0] */
    info[4] = run->ode->jacobian != NULL;
    w.reals[0] = leg->end;
    run->ode->rate(run->ode->ctx, leg->t, leg->x, dx);
    for (unsigned calls = 0; leg->t < leg->end;) {
        double target = run_target(run, leg->end);
        ddaspk_(residual, &w.n, &leg->t, leg->x, dx, &target, info, w.rtol, w.atol, &idid, w.reals,
                &w.lreals, w.ints, &w.lints, rpar_of(run), &ipar, residual_jacobian,
                no_preconditioner);
        info[0] = 1; /* goes on */
        if (idid == -1 && ++calls < MOST_STEPS / 500 && run->rates_left > 0)
            continue;
        if (idid < 0 || run->rates_left == 0)
            return false;
        if (target < leg->end && leg->t >= target)
            run_output(run, leg->x);
    }
    return true;
}
