/* Relaxing and curved problems, with every part of the interface and exact solutions. */
#include "integrators/registry/problems_test.h"

#include "models/relaxation.h"

static union {
    max_align_t alignment;
    char bytes[PROBLEM_WORK];
} memory;

void *const problem_work = &memory;

static const real ones[PROBLEM_MAX] = { 1, 1, 1, 1, 1, 1 };

static real stiffness(unsigned i) { return (real)(i + 1); }

static void relaxing(const struct problem *p, real t, const real x[], real dx[])
{
    for (unsigned i = 0; i + 1 < p->n; i++)
        dx[i] = p->sign * r_cos(t) - stiffness(i) * x[i];
    dx[p->n - 1] = x[0];
}

static void relaxing_rate(void *ctx, real t, const real x[], real dx[])
{
    struct problem *p = ctx;
    p->rates++;
    relaxing(p, t, x, dx);
}

static void relaxing_jacobian(void *ctx, real t, const real x[], real jac[])
{
    struct problem *p = ctx;
    (void)t, (void)x;
    p->jacobians++;
    for (unsigned i = 0; i < p->n * p->n; i++)
        jac[i] = 0;
    for (unsigned i = 0; i + 1 < p->n; i++)
        jac[i * p->n + i] = -stiffness(i);
    jac[(size_t)(p->n - 1) * p->n] = 1;
}

static void relaxing_rate_t(void *ctx, real t, const real x[], real ft[])
{
    const struct problem *p = ctx;
    (void)x;
    for (unsigned i = 0; i + 1 < p->n; i++)
        ft[i] = -p->sign * r_sin(t);
    ft[p->n - 1] = 0;
}

static void relaxing_flow(void *ctx, real t, real h, real c, real x[])
{
    struct problem *p = ctx;
    const real input = p->sign * r_cos(t + c * h);
    p->flows++;
    x[p->n - 1] += input * h + (x[0] - input) * h * decay_mean(h);
    for (unsigned i = 0; i + 1 < p->n; i++)
        x[i] = relaxed(x[i], input / stiffness(i), stiffness(i) * h);
}

static void relaxing_relaxation(void *ctx, real t, real steady[], real rate[])
{
    struct problem *p = ctx;
    p->flows++;
    for (unsigned i = 0; i + 1 < p->n; i++) {
        rate[i] = stiffness(i);
        steady[i] = p->sign * r_cos(t) / rate[i];
    }
}

static enum status relaxing_inclusion(void *ctx, real t, real h, real x[])
{
    struct problem *p = ctx;
    p->flows++;
    for (unsigned i = 0; i + 1 < p->n; i++)
        x[i] = (x[i] + h * p->sign * r_cos(t + h)) / (1 + h * stiffness(i));
    x[p->n - 1] += h * x[0];
    return STATUS_OK;
}

static real interval(void *ctx, real t, const real x[])
{
    struct problem *p = ctx;
    (void)x;
    p->sign = (t < p->jump) != p->mirrored ? 1 : -1;
    return t < p->jump ? p->jump : (real)INFINITY;
}

static real longest(void *ctx, real t, const real x[], const real dx[])
{
    struct problem *p = ctx;
    real own[PROBLEM_MAX];
    relaxing(p, t, x, own);
    for (unsigned i = 0; dx && i < p->n; i++)
        p->misled |= dx[i] != own[i];
    return p->longest;
}

struct ode problem_relaxing(struct problem *p, unsigned n)
{
    *p = (struct problem){ .n = n, .jump = (real)INFINITY, .sign = 1, .longest = (real)INFINITY };
    return (struct ode){
        .n = n,
        .ctx = p,
        .rate = relaxing_rate,
        .jacobian = relaxing_jacobian,
        .rate_t = relaxing_rate_t,
        .flow = relaxing_flow,
        .n_relaxing = n - 1,
        .relaxation = relaxing_relaxation,
        .inclusion = relaxing_inclusion,
        .longest = longest,
        .interval = interval,
        .stiff = 2,
        .scale = ones,
    };
}

/* (k cos t + sin t)/(1+k^2), which x' = cos t - k x keeps to. */
static double particular(double k, double t) { return (k * cos(t) + sin(t)) / (1 + k * k); }

/* The integral follows from x0' = +-cos t - x0. */
void problem_relaxed(const struct problem *p, double t, double x[])
{
    const double jump = fmin((double)p->jump, t);
    for (unsigned i = 0; i + 1 < p->n; i++) {
        const double k = (double)stiffness(i);
        x[i] = particular(k, jump) - particular(k, 0) * exp(-k * jump);
        if (t > jump)
            x[i] = -particular(k, t) + (x[i] + particular(k, jump)) * exp(-k * (t - jump));
    }
    x[p->n - 1] = 2 * sin(jump) - sin(t) - x[0];
    if (t <= (double)p->jump)
        x[p->n - 1] = sin(t) - x[0];
}

static void curved_rate(void *ctx, real t, const real x[], real dx[])
{
    struct problem *p = ctx;
    p->rates++;
    dx[0] = x[0] * x[1];
    dx[1] = -x[2];
    dx[2] = x[1];
    dx[3] = -x[3] * x[3] * r_cos(t);
}

static void curved_jacobian(void *ctx, real t, const real x[], real jac[])
{
    struct problem *p = ctx;
    p->jacobians++;
    for (unsigned i = 0; i < PROBLEM_CURVED * PROBLEM_CURVED; i++)
        jac[i] = 0;
    jac[0] = x[1];
    jac[1] = x[0];
    jac[PROBLEM_CURVED + 2] = -1;
    jac[2 * PROBLEM_CURVED + 1] = 1;
    jac[3 * PROBLEM_CURVED + 3] = -2 * x[3] * r_cos(t);
}

static void curved_rate_t(void *ctx, real t, const real x[], real ft[])
{
    (void)ctx;
    ft[0] = ft[1] = ft[2] = 0;
    ft[3] = x[3] * x[3] * r_sin(t);
}

struct ode problem_curved(struct problem *p, bool known)
{
    *p = (struct problem){ .n = PROBLEM_CURVED };
    return (struct ode){
        .n = PROBLEM_CURVED,
        .ctx = p,
        .rate = curved_rate,
        .jacobian = known ? curved_jacobian : NULL,
        .rate_t = known ? curved_rate_t : NULL,
        .stiff = 2,
        .scale = ones,
    };
}

void problem_begin_curved(real x[])
{
    x[0] = x[1] = 1;
    x[2] = 0;
    x[3] = C(0.5);
}

void problem_curve(double t, double x[])
{
    x[0] = exp(sin(t));
    x[1] = cos(t);
    x[2] = sin(t);
    x[3] = 1 / (2 + sin(t));
}

static void nothing(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

enum status problem_run(const struct integrator *integrator, const struct ode *ode,
                        const struct settings *settings, real x[], struct statistics *statistics)
{
    const real times[] = { 0, 2 };
    return PREC(drive)(integrator, ode, settings, times, 2, x, problem_work, nothing, NULL,
                       statistics);
}
