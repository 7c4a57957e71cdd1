/* BDF2: the backward differentiation formula of two steps, by Newton's method.
 *
 *     x+ = x + (r^2 (x - x-) + (1 + r) h f(t + h, x+))/(1 + 2 r),   r = h/h-
 *
 * with the state x- a step h- before: in increments, so that rest stays rest. The first step of a
 * smooth interval is one of implicit Euler, whose error of h^2/2 x'' leaves the order at 2.
 * C. F. Curtiss, J. O. Hirschfelder, "Integration of stiff equations", Proc. Natl. Acad. Sci. 38,
 * 235-243, 1952. L-stable in equal steps. Steps that are cut short change r: it may be large now
 * and then, and the product of all r^2/(1 + 2 r), by which differences grow, stays below 1.
 */
#include "integrators/numerics/fixed_step.h"
#include "integrators/numerics/newton.h"

/* The history, in front of the work memory: h-, or 0 where there is none, and x-. */
static size_t history(unsigned n) { return ((size_t)n + 1) * sizeof(real); }

static size_t workspace(unsigned n) { return history(n) + newton_reals(n) * sizeof(real); }

static enum status start(struct integration *in)
{
    real *h_before = in->work;
    *h_before = 0;
    return STATUS_OK;
}

static enum status step(struct integration *in, real h)
{
    const unsigned n = in->ode->n;
    real *h_before = in->work, *before = h_before + 1, *memory = before + n;
    struct newton w;
    newton_place(&w, n, &memory);
    const real r = *h_before > 0 ? h / *h_before : 0;
    for (unsigned i = 0; i < n; i++)
        w.b[i] = r > 0 ? r * r / (1 + 2 * r) * (in->x[i] - before[i]) : 0;
    const enum status status = newton_solve(in, &w, in->t + h, (1 + r) / (1 + 2 * r) * h);
    if (status != STATUS_OK)
        return status;
    *h_before = h;
    for (unsigned i = 0; i < n; i++)
        before[i] = in->x[i];
    newton_accept(in, &w);
    return STATUS_OK;
}

static enum status advance(struct integration *in, real target)
{
    return fixed_step_advance(in, target, step);
}

const struct integrator PREC(integrator_bdf2) = {
    .name = "bdf2",
    .title = "BDF of order 2",
    .source = "Curtiss & Hirschfelder, Proc. Natl. Acad. Sci. 38, 1952",
    .order = 2,
    .flags = INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .history = history,
    .start = start,
    .advance = advance,
};
