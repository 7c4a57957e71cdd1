/* Radau IIA with five stages and steps of its own choice: order 9, an embedded result of order 5,
 * and the polynomial of the stages, of that order, between.
 *
 * E. Hairer, G. Wanner, "Stiff differential equations solved by Radau methods", J. Comput. Appl.
 * Math. 111, 93-111, 1999. L-stable and stiffly accurate. The rates of all stages are needed at
 * once: they do not wait for each other, as those of a Rosenbrock method do, and a processor works
 * on several of them at a time. Before a mass lets go, its velocity grows like one over the time
 * left; of that time a step of this order may take half.
 *
 * What the stages change, z, is found by Newton's iteration with one Jacobian, in variables
 * w = T^-1 z in which the equations fall apart into a real system and two complex ones. It begins
 * where the polynomial of the step before leads to, and leaves a part of the tolerance: at a loose
 * one the method is of no order.
 *
 * Made for a few states: everything that depends on their number is unrolled for up to 5, and
 * inverses take the place of factors.
 */
#include <stddef.h>

#include "integrators/numerics/linearized.h"
#include "integrators/numerics/radau.h"
#include "integrators/numerics/step_choice.h"

enum { STAGES = RADAU_STAGES, PAIRS = RADAU_PAIRS, MOST_ATTEMPTS = 60, MOST_ITERATIONS = 10 };

/* The fraction taken of the step that would just pass the error test; the part of the tolerance
 * that Newton's iteration may leave. */
static const real SAFE = C(0.9), LEFT = C(0.2);

struct radau {
    struct linearized l;
    struct step_choice choice;
    real t;              /* where the last step began */
    bool follows;        /* the last step ended where this one begins */
    unsigned iterations; /* of the last step */
    real *x0;            /* the states where the last step began */
    real *f0;            /* f there */
    real *largest;       /* magnitude of each state since the start */
    real *change;        /* of the states over the last step */
    real *path;          /* STAGES * n: its polynomial */
    real *tried;         /* STAGES * n: z of the step that is tried */
    real *inverse;       /* of radau_real - h J */
    real *pair;          /* real and imaginary parts of those of radau_alpha + i radau_beta - h J */
};

static size_t workspace(unsigned n)
{
    const size_t vectors = 4 + 2 * STAGES, matrices = 1 + 2 * PAIRS;
    return sizeof(struct radau) +
           (linearized_reals(n) + vectors * n + matrices * n * n) * sizeof(real);
}

static enum status open_(struct integration *in)
{
    struct radau *r = in->work;
    const unsigned n = in->ode->n;
    real *memory = (real *)(r + 1);
    *r = (struct radau){ 0 };
    linearized_place(&r->l, n, &memory);
    r->x0 = memory;
    r->f0 = r->x0 + n;
    r->largest = r->f0 + n;
    r->change = r->largest + n;
    r->path = r->change + n;
    r->tried = r->path + (size_t)STAGES * n;
    r->inverse = r->tried + (size_t)STAGES * n;
    r->pair = r->inverse + (size_t)n * n;
    return STATUS_OK;
}

static enum status start(struct integration *in)
{
    struct radau *r = in->work;
    for (unsigned i = 0; i < in->ode->n; i++)
        r->largest[i] = r_abs(in->x[i]);
    r->choice = (struct step_choice){ .h = step_first(in, r->largest, STAGES + 1, r->x0, r->f0,
                                                      r->change) };
    r->follows = false;
    return STATUS_OK;
}

/* Inverts the matrices of Newton's iteration. Returns false where one is singular. */
FORCE_INLINE bool invert_n(unsigned n, struct integration *in, struct radau *r, real h)
{
    const real *J = r->l.jacobian;
    in->statistics->factorizations++;
    UNROLL
    for (unsigned i = 0; i < n * n; i++)
        r->inverse[i] = -h * J[i];
    UNROLL
    for (unsigned i = 0; i < n; i++)
        r->inverse[i * n + i] += radau_real;
    if (!dense_invert_n(n, r->inverse))
        return false;
    for (unsigned p = 0; p < PAIRS; p++) {
        real *a = r->pair + (size_t)2 * p * n * n, *b = a + (size_t)n * n;
        UNROLL
        for (unsigned i = 0; i < n * n; i++) {
            a[i] = -h * J[i];
            b[i] = 0;
        }
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            a[i * n + i] += radau_alpha[p];
            b[i * n + i] = radau_beta[p];
        }
        if (!dense_invert_complex_n(n, a, b))
            return false;
    }
    return true;
}

/* to <- matrix from: rows of n states, one for each stage. */
FORCE_INLINE void transform_n(unsigned n, const real matrix[STAGES][STAGES], const real from[],
                              real to[])
{
    UNROLL
    for (unsigned s = 0; s < STAGES; s++) {
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            real sum = matrix[s][0] * from[i];
            UNROLL
            for (unsigned k = 1; k < STAGES; k++)
                sum += matrix[s][k] * from[k * n + i];
            to[s * n + i] = sum;
        }
    }
}

/* The change of the states over the part q of the last step. */
FORCE_INLINE void evaluate_n(unsigned n, const struct radau *r, real q, real x[])
{
    const real c = 2 * q - 1;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        real sum = r->path[(STAGES - 1) * n + i];
        UNROLL
        for (unsigned k = STAGES - 1; k-- > 0;)
            sum = r->path[k * n + i] + c * sum;
        x[i] = q * sum;
    }
}

/* Where the last step's polynomial leads to: z of a step h that follows it. */
FORCE_INLINE void guess_n(unsigned n, const struct radau *r, real h, real z[])
{
    const real ratio = h / r->choice.h_last;
    UNROLL
    for (unsigned s = 0; s < STAGES; s++) {
        evaluate_n(n, r, 1 + radau_node[s] * ratio, z + (size_t)s * n);
        UNROLL
        for (unsigned i = 0; i < n; i++)
            z[s * n + i] -= r->change[i];
    }
}

/* Evaluates what is left of the equations at z = T w, and replaces it by the correction of w. */
FORCE_INLINE void correction_n(unsigned n, struct integration *in, const struct radau *r, real h,
                               const real z[], const real w[], real g[])
{
    real x[ODE_MAX_STATES], f[STAGES * ODE_MAX_STATES];
    UNROLL
    for (unsigned s = 0; s < STAGES; s++) {
        UNROLL
        for (unsigned i = 0; i < n; i++)
            x[i] = r->x0[i] + z[s * n + i];
        ode_rate(in->ode, r->t + radau_node[s] * h, x, f + (size_t)s * n);
    }
    in->statistics->rate_evals += STAGES;
    transform_n(n, radau_from_stages, f, g);
    UNROLL
    for (unsigned i = 0; i < n; i++)
        g[i] = h * g[i] - radau_real * w[i];
    dense_multiply_n(n, r->inverse, g);
    UNROLL
    for (unsigned p = 0; p < PAIRS; p++) {
        const unsigned re = (1 + 2 * p) * n, im = re + n;
        const real *a = r->pair + (size_t)2 * p * n * n;
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            const real u = w[re + i], v = w[im + i];
            g[re + i] = h * g[re + i] - (radau_alpha[p] * u - radau_beta[p] * v);
            g[im + i] = h * g[im + i] - (radau_beta[p] * u + radau_alpha[p] * v);
        }
        dense_multiply_complex_n(n, a, a + (size_t)n * n, g + re, g + im);
    }
}

/* Whether Newton's iteration has arrived, goes on, or does not get there. `size` is that of the
 * last correction, `before` of the one before it (0: none), in units of what may be left. */
enum progress { ARRIVED, UNDER_WAY, LOST };

static inline enum progress progress(real size, real before, unsigned iterations)
{
    if (!isfinite(size))
        return LOST;
    if (!(before > 0)) /* nothing is known yet of how corrections shrink */
        return size <= 1 ? ARRIVED : UNDER_WAY;
    const real theta = size / before;
    real left = theta / (1 - theta) * size;
    if (theta < 1 && left <= 1)
        return ARRIVED;
    for (; iterations < MOST_ITERATIONS; iterations++)
        left *= theta;
    return theta < C(0.9) && left <= 1 ? UNDER_WAY : LOST;
}

/* Solves for z of a step h, from the guess where there is one. Returns false where that fails. */
FORCE_INLINE bool solve_n(unsigned n, struct integration *in, struct radau *r, real h, bool guessed,
                          real z[])
{
    real w[STAGES * ODE_MAX_STATES], g[STAGES * ODE_MAX_STATES], unit[ODE_MAX_STATES], before = 0;
    if (guessed)
        transform_n(n, radau_from_stages, z, w);
    else
        for (unsigned k = 0; k < STAGES * n; k++)
            w[k] = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real size = r_abs(r->x0[i]);
        const real rounding = 16 * R_EPSILON * r_max(size, r->largest[i]);
        unit[i] = 1 / (LEFT / step_weight(in, i, size, r->largest[i]) + rounding);
    }
    for (r->iterations = 1;; r->iterations++) {
        real size = 0;
        correction_n(n, in, r, h, z, w, g);
        UNROLL
        for (unsigned k = 0; k < STAGES * n; k++)
            w[k] += g[k];
        transform_n(n, radau_to_stages, w, g);
        UNROLL
        for (unsigned s = 0; s < STAGES; s++) {
            real sum = 0;
            UNROLL
            for (unsigned i = 0; i < n; i++) {
                const real d = (g[s * n + i] - z[s * n + i]) * unit[i];
                z[s * n + i] = g[s * n + i];
                sum += d * d;
            }
            size += sum;
        }
        const enum progress now = progress(r_sqrt(size), before, r->iterations);
        if (now != UNDER_WAY)
            return now == ARRIVED;
        before = r_sqrt(size);
    }
}

/* Tries a step h; `guess`: from where the last one leads to. Returns the mean square of its error
 * in units of the tolerances, NAN where the step cannot be done. */
FORCE_INLINE real try_step_n(unsigned n, struct integration *in, struct radau *r, real h,
                             bool guess)
{
    real *z = r->tried, x[ODE_MAX_STATES], error = 0;
    if (guess)
        guess_n(n, r, h, z);
    else
        for (unsigned k = 0; k < STAGES * n; k++)
            z[k] = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++)
        x[i] = r->x0[i] + z[STAGES / 2 * n + i];
    const real t = r->t + (guess ? radau_node[STAGES / 2] * h : 0);
    /* Differences, where there is no Jacobian, are from the rate at the same place. */
    if (guess && !in->ode->jacobian) {
        ode_rate(in->ode, t, x, r->l.matrix);
        in->statistics->rate_evals++;
    }
    linearize(in, &r->l, t, x, guess && !in->ode->jacobian ? r->l.matrix : r->f0);
    if (!invert_n(n, in, r, h) || !solve_n(n, in, r, h, guess, z))
        return (real)NAN;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        x[i] = h * r->f0[i];
        UNROLL
        for (unsigned s = 0; s < STAGES; s++)
            x[i] += radau_error[s] * z[s * n + i];
    }
    dense_multiply_n(n, r->inverse, x);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real end = r->x0[i] + z[(STAGES - 1) * n + i];
        const real size = r_max(r_abs(r->x0[i]), r_abs(end));
        const real part = x[i] * step_weight(in, i, size, r->largest[i]);
        error += part * part;
    }
    return n > 0 ? error / (real)n : 0;
}

static real try_step(struct integration *in, struct radau *r, real h, bool guess)
{
    real error;
    FOR_SIZE(in->ode->n, error = try_step_n, in, r, h, guess)
    return error;
}

/* Goes on to the end t of a step h that has passed, and chooses the next step: shorter where many
 * iterations were needed, which cost more than shorter steps. */
static void accept(struct integration *in, struct radau *r, real t, real h, real fit, bool rejected)
{
    const unsigned n = in->ode->n;
    const real *z_end = r->tried + (size_t)(STAGES - 1) * n;
    const real safe =
        SAFE * (2 * MOST_ITERATIONS + 1) / (real)(2 * MOST_ITERATIONS + r->iterations);
    step_passed(&r->choice, h, fit, safe, rejected);
    FOR_SIZE(n, transform_n, radau_path, r->tried, r->path)
    in->t = t;
    for (unsigned i = 0; i < n; i++) {
        r->change[i] = z_end[i];
        in->x[i] = r->x0[i] + z_end[i];
        r->largest[i] = r_max(r->largest[i], r_abs(in->x[i]));
    }
    r->follows = true;
    in->statistics->steps++;
}

static enum status step(struct integration *in, real stop)
{
    struct radau *r = in->work;
    if (in->statistics->steps >= in->settings->max_steps)
        return STATUS_TOO_MANY_STEPS;
    r->t = in->t;
    for (unsigned i = 0; i < in->ode->n; i++)
        r->x0[i] = in->x[i];
    ode_rate(in->ode, in->t, in->x, r->f0);
    in->statistics->rate_evals++;
    r->choice.h = r_min(r->choice.h, integration_longest(in, r->f0));
    bool finite = true;
    for (unsigned i = 0; i < in->ode->n; i++)
        finite &= isfinite(r->f0[i]);
    if (!finite)
        return STATUS_NONFINITE;
    bool guess = r->follows;
    for (unsigned attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
        const bool last = !(in->t + C(1.0001) * r->choice.h < stop);
        const real h = last ? stop - in->t : r->choice.h;
        if (!(in->t + h > in->t))
            return r->choice.is_cut ? STATUS_NONFINITE : STATUS_STEP_TOO_SMALL;
        const real error = try_step(in, r, h, guess && h < 4 * r->choice.h_last);
        finite = isfinite(error);
        /* The sixth root of the error, of which this is the square. */
        const real fit = finite ? (real)powf((float)r_max(error, C(1e-24)), -1.0f / 12) : 0;
        if (finite && error <= 1) {
            accept(in, r, last ? stop : in->t + h, h, fit, attempt > 0);
            return STATUS_OK;
        }
        r->choice.h = h * (finite ? r_max(STEP_LEAST, SAFE * fit) : C(0.5));
        r->choice.is_cut = !finite;
        guess &= finite; /* where the iteration fails it had better begin elsewhere */
        in->statistics->rejected++;
    }
    return finite ? STATUS_ERROR_TEST : STATUS_NO_CONVERGENCE;
}

static enum status interpolate(struct integration *in, real t, real x[])
{
    const struct radau *r = in->work;
    const real q = (t - r->t) / r->choice.h_last;
    FOR_SIZE(in->ode->n, evaluate_n, r, q, x)
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] += r->x0[i];
    return STATUS_OK;
}

const struct integrator PREC(integrator_radau) = {
    .name = "radau",
    .title = "Radau IIA of order 9, adaptive",
    .source = "Hairer & Wanner, J. Comput. Appl. Math. 111, 1999",
    .flags = INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT,
    .workspace = workspace,
    .open = open_,
    .start = start,
    .step = step,
    .interpolate = interpolate,
};
