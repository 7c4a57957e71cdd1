/* Rodas5P with steps of its own choice: eight stages, order 5, an embedded result of order 4 and a
 * polynomial of order 4 between.
 *
 * G. Steinebach, "Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within
 * the Julia Differential Equations package", BIT Numer. Math. 63:27, 2023. L-stable and stiffly
 * accurate.
 *
 * Made for a few states: everything that depends on their number is unrolled for up to 5, and the
 * inverse of the matrix takes the place of its factors.
 */
#include <stddef.h>

#include "integrators/numerics/rodas5p.h"
#include "integrators/numerics/rosenbrock_stages.h"
#include "integrators/numerics/step_choice.h"

enum { STAGES = RODAS5P_STAGES, DENSE = RODAS5P_DENSE, MOST_ATTEMPTS = 60 };

struct rosenbrock {
    struct linearized l;
    struct step_choice choice;
    real t;            /* where the last step began */
    bool interpolated; /* the polynomial of the last step is computed */
    real *x0, *x1;     /* the states at its ends */
    real *f0, *ft, *f; /* f and df/dt at its beginning, and f at a stage */
    real *largest;     /* magnitude of each state since the start */
    real *u;           /* STAGES * n */
    real *polynomial;  /* (DENSE + 1) * n */
};

static size_t workspace(unsigned n)
{
    const size_t vectors = 6 + STAGES + DENSE + 1;
    return sizeof(struct rosenbrock) + (linearized_reals(n) + vectors * n) * sizeof(real);
}

static enum status open_(struct integration *in)
{
    struct rosenbrock *r = in->work;
    const unsigned n = in->ode->n;
    real *memory = (real *)(r + 1);
    *r = (struct rosenbrock){ 0 };
    linearized_place(&r->l, n, &memory);
    r->x0 = memory;
    r->x1 = r->x0 + n;
    r->f0 = r->x1 + n;
    r->ft = r->f0 + n;
    r->f = r->ft + n;
    r->largest = r->f + n;
    r->u = r->largest + n;
    r->polynomial = r->u + (size_t)STAGES * n;
    return STATUS_OK;
}

static enum status start(struct integration *in)
{
    struct rosenbrock *r = in->work;
    for (unsigned i = 0; i < in->ode->n; i++)
        r->largest[i] = r_abs(in->x[i]);
    r->choice = (struct step_choice){ .h = step_first(in, r->largest, 5, r->x1, r->f0, r->f) };
    return STATUS_OK;
}

/* Tries a step h, with its end in x1. Returns the mean square of its error in units of the
 * tolerances, NAN or infinity where the step cannot be done. */
FORCE_INLINE real try_step_n(unsigned n, struct integration *in, struct rosenbrock *r, real h)
{
    in->statistics->factorizations++;
    UNROLL
    for (unsigned i = 0; i < n * n; i++)
        r->l.matrix[i] = -(rodas5p.gamma * h) * r->l.jacobian[i];
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        r->l.matrix[i * n + i] += 1;
        r->f[i] = r->f0[i];
    }
    if (!dense_invert_n(n, r->l.matrix))
        return (real)NAN;
    rosenbrock_stages_n(n, &rodas5p, in, r->l.matrix, r->t, r->x0, h, r->ft, r->f, r->u, r->x1);
    real error = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real e = r->u[(STAGES - 1) * n + i];
        r->x1[i] += e;
        const real size = r_max(r_abs(r->x0[i]), r_abs(r->x1[i]));
        const real part = e * step_weight(in, i, size, r->largest[i]);
        error += part * part;
    }
    return n > 0 ? error / (real)n : 0;
}

static real try_step(struct integration *in, struct rosenbrock *r, real h)
{
    real error;
    FOR_SIZE(in->ode->n, error = try_step_n, in, r, h)
    return error;
}

/* Evaluates f, its Jacobian and df/dt where a step begins, which f may shorten. Returns false where
 * f is not finite. */
static bool linearize_here(struct integration *in, struct rosenbrock *r)
{
    const struct ode *ode = in->ode;
    r->t = in->t;
    r->interpolated = false;
    for (unsigned i = 0; i < ode->n; i++)
        r->x0[i] = in->x[i];
    ode_rate(ode, in->t, in->x, r->f0);
    in->statistics->rate_evals++;
    r->choice.h = r_min(r->choice.h, integration_longest(in, r->f0));
    linearize(in, &r->l, in->t, in->x, r->f0);
    rosenbrock_time_derivative(in, in->t, in->x, r->choice.h, r->f0, r->ft);
    for (unsigned i = 0; i < ode->n; i++)
        if (!isfinite(r->f0[i]))
            return false;
    return true;
}

/* Goes on to the end t of a step h that has passed, and chooses the next step. fit is the factor on
 * h that would have made the error 1. */
static void accept(struct integration *in, struct rosenbrock *r, real t, real h, real fit,
                   bool rejected)
{
    step_passed(&r->choice, h, fit, RODAS5P_SAFE, rejected);
    in->t = t;
    for (unsigned i = 0; i < in->ode->n; i++) {
        in->x[i] = r->x1[i];
        r->largest[i] = r_max(r->largest[i], r_abs(in->x[i]));
    }
    in->statistics->steps++;
}

static enum status step(struct integration *in, real stop)
{
    struct rosenbrock *r = in->work;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    if (!linearize_here(in, r))
        return STATUS_NONFINITE;
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const bool last = !(in->t + C(1.0001) * r->choice.h < stop);
        const real h = last ? stop - in->t : r->choice.h;
        if (!(in->t + h > in->t))
            return r->choice.is_cut ? STATUS_NONFINITE : STATUS_STEP_TOO_SMALL;
        const real error = try_step(in, r, h);
        const bool finite = isfinite(error);
        /* The fifth root of the error, of which this is the square, to the few digits that matter.
         */
        const real fit = finite ? (real)powf((float)r_max(error, C(1e-16)), -0.1f) : 0;
        if (finite && error <= 1) {
            accept(in, r, last ? stop : in->t + h, h, fit, attempt > 0);
            return STATUS_OK;
        }
        r->choice.h = h * r_max(STEP_LEAST, RODAS5P_SAFE * fit);
        r->choice.is_cut = !finite;
        in->statistics->rejected++;
    }
    return r->choice.is_cut ? STATUS_NONFINITE : STATUS_ERROR_TEST;
}

FORCE_INLINE void polynomial_n(unsigned n, struct rosenbrock *r)
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        r->polynomial[i] = r->x1[i] - r->x0[i];
        UNROLL
        for (unsigned k = 0; k < DENSE; k++) {
            real sum = 0;
            UNROLL
            for (unsigned s = 0; s < STAGES; s++)
                sum += rodas5p_dense[k][s] * r->u[s * n + i];
            r->polynomial[(k + 1) * n + i] = sum;
        }
    }
}

FORCE_INLINE void evaluate_n(unsigned n, const struct rosenbrock *r, real q, real x[])
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real *k = r->polynomial + i;
        x[i] = r->x0[i] +
               q * (k[0] + (1 - q) * (k[n] + q * (k[(size_t)2 * n] + q * k[(size_t)3 * n])));
    }
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    struct rosenbrock *r = in->work;
    const unsigned n = in->ode->n;
    if (!r->interpolated)
        FOR_SIZE(n, polynomial_n, r)
    r->interpolated = true;
    const real q = (t - r->t) / r->choice.h_last;
    FOR_SIZE(n, evaluate_n, r, q, x)
    return STATUS_OK;
}

const struct integrator PREC(integrator_rosenbrock) = {
    .name = "rosenbrock",
    .title = "Rodas5P, adaptive Rosenbrock of order 5",
    .source = "Steinebach, BIT 63, 2023",
    .order = 5,
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .open = open_,
    .start = start,
    .step = step,
    .interpolate = interpolate,
};
