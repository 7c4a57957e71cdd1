/* Radau IIA with five stages and steps of its own choice: order 9, an embedded result of order 5,
 * and the polynomial of the stages, of that order, between.
 *
 * E. Hairer, G. Wanner, "Stiff differential equations solved by Radau methods", J. Comput. Appl.
 * Math. 111, 93-111, 1999. L-stable and stiffly accurate. The rates of all stages are needed at
 * once: they do not wait for each other, as those of a Rosenbrock method do, and a processor works
 * on several of them at a time. Before a mass lets go, its velocity grows like one over the time
 * left; of that time a step of this order may take half.
 *
 * What the stages change, z = h A f, is found by Newton's iteration with one Jacobian, in variables
 * w = T^-1 z in which the equations fall apart into a real system and two complex ones, without the
 * integrals that a mass has (integrators/numerics/integrals.h). It begins where the polynomial of
 * the step before leads to, and leaves a part of the tolerance: at a loose one the method is of no
 * order.
 *
 * Made for a few states: everything that depends on their number is unrolled for up to 5, inverses
 * take the place of factors, and what is done for each stage is done for two at a time.
 */
#include <stddef.h>

#include "integrators/numerics/integrals.h"
#include "integrators/numerics/linearized.h"
#include "integrators/numerics/radau.h"
#include "integrators/numerics/step_choice.h"

enum {
    STAGES = RADAU_STAGES,
    PAIRS = RADAU_PAIRS,
    ROW = RADAU_ROW,
    MOST_ATTEMPTS = 60,
    MOST_ITERATIONS = 10
};

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
    real *path;          /* n * ROW: its polynomial */
    real *tried;         /* n * ROW: z of the step that is tried */
};

static size_t workspace(unsigned n)
{
    const size_t vectors = 4 + 2 * ROW;
    return sizeof(struct radau) + (linearized_reals(n) + vectors * n) * sizeof(real);
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
    r->tried = r->path + (size_t)ROW * n;
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

/* The linear systems of Newton's iteration: the real one, and both complex ones. */
struct systems {
    struct reduced one;
    struct reduced_pairs two;
};

FORCE_INLINE bool reduce_systems_n(unsigned n, unsigned c, const real J[], real h,
                                   struct systems *to)
{
    return reduce_n(n, c, J, radau_real, h, &to->one) &&
           reduce_pairs_n(n, c, J, radau_alpha, radau_beta, h, &to->two);
}

/* Prepares the systems of a step h. Returns false where one is singular. */
static bool reduce_systems(const struct ode *ode, const real J[], real h, struct systems *to)
{
    bool regular;
    FOR_INTEGRALS(ode->n, ode->integrals, regular = reduce_systems_n, J, h, to)
    return regular;
}

FORCE_INLINE void solve_systems_n(unsigned n, unsigned c, const struct systems *by, real one[],
                                  pair re[], pair im[])
{
    reduced_solve_n(n, c, &by->one, one);
    reduced_solve_pairs_n(n, c, &by->two, re, im);
}

/* one[n], re[n] + i im[n] <- the solutions for them. */
static void solve_systems(const struct ode *ode, const struct systems *by, real one[], pair re[],
                          pair im[])
{
    const unsigned n = ode->n;
    FOR_INTEGRALS(n, ode->integrals, solve_systems_n, by, one, re, im)
}

/* one[n] <- the solution of the real system for it. */
static void solve_real(const struct ode *ode, const struct systems *by, real one[])
{
    const unsigned n = ode->n;
    FOR_INTEGRALS(n, ode->integrals, reduced_solve_n, &by->one, one)
}

/* to[n * ROW] <- sums, for each state, of the rows of a matrix times what is in `from`: for state
 * i, row k times from[i * row + k * next]. */
FORCE_INLINE void transform_n(unsigned n, const pair matrix[STAGES][PAIRS], const real from[],
                              size_t row, size_t next, real to[])
{
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        UNROLL
        for (size_t p = 0; p < PAIRS; p++) {
            pair sum = matrix[0][p] * pair_of(from[i * row]);
            UNROLL
            for (unsigned k = 1; k < STAGES; k++)
                sum += matrix[k][p] * pair_of(from[i * row + k * next]);
            pair_put(sum, to + (size_t)i * ROW + 2 * p);
        }
    }
}

/* The change of a state over the part q of the last step; path: its polynomial. */
FORCE_INLINE real change_at(const real path[], real q)
{
    const real c = 2 * q - 1;
    real sum = path[STAGES - 1];
    UNROLL
    for (unsigned k = STAGES - 1; k-- > 0;)
        sum = path[k] + c * sum;
    return q * sum;
}

/* Where the last step's polynomial leads to: z of a step h that follows it. */
FORCE_INLINE void guess_n(unsigned n, const struct radau *r, real h, real z[])
{
    const pair ratio = pair_of(h / r->choice.h_last), one = pair_of(1);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real *path = r->path + (size_t)i * ROW;
        UNROLL
        for (size_t p = 0; p < PAIRS; p++) {
            const pair q = one + radau_node[p] * ratio, c = q + q - one;
            pair sum = pair_of(path[STAGES - 1]);
            UNROLL
            for (unsigned k = STAGES - 1; k-- > 0;)
                sum = pair_of(path[k]) + c * sum;
            pair_put(q * sum - pair_of(r->change[i]), z + (size_t)i * ROW + 2 * p);
        }
        z[i * ROW + STAGES] = 0;
    }
}

/* Writes the correction of z to d[n * ROW]: from what is left of the equations z = h A f
 * themselves, since T^-1 has large numbers, which would magnify roundings of z. */
FORCE_INLINE void correction_n(unsigned n, struct integration *in, const struct radau *r, real h,
                               const struct systems *by, const real z[], real d[])
{
    real x[ODE_MAX_STATES], f[STAGES * ODE_MAX_STATES], w[ROW * ODE_MAX_STATES];
    real one[ODE_MAX_STATES];
    pair re[ODE_MAX_STATES], im[ODE_MAX_STATES];
    UNROLL
    for (unsigned s = 0; s < STAGES; s++) {
        UNROLL
        for (unsigned i = 0; i < n; i++)
            x[i] = r->x0[i] + z[i * ROW + s];
        ode_rate(in->ode, r->t + radau_node[s / 2][s % 2] * h, x, f + (size_t)s * n);
    }
    in->statistics->rate_evals += STAGES;
    transform_n(n, radau_rates, f, 1, n, d);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        UNROLL
        for (size_t p = 0; p < PAIRS; p++) {
            const size_t at = (size_t)i * ROW + 2 * p;
            pair_put(pair_of(h) * pair_at(d + at) - pair_at(z + at), d + at);
        }
    }
    transform_n(n, radau_from_stages, d, ROW, 1, w);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real *own = w + (size_t)i * ROW;
        const pair u = pair_at(own), v = pair_at(own + 2);
        re[i] = radau_alpha * u - radau_beta * v;
        im[i] = radau_beta * u + radau_alpha * v;
        one[i] = radau_real * own[4];
    }
    solve_systems(in->ode, by, one, re, im);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        real *own = w + (size_t)i * ROW;
        pair_put(re[i], own);
        pair_put(im[i], own + 2);
        own[4] = one[i];
    }
    transform_n(n, radau_to_stages, w, ROW, 1, d);
}

/* Whether Newton's iteration has arrived, goes on, or does not get there. `size` is that of the
 * last correction, `before` of the one before it (0: none), in units of what may be left. */
enum progress { ARRIVED, UNDER_WAY, LOST };

static inline enum progress progress(real size, real before, unsigned iterations)
{
    if (!isfinite(size))
        return LOST;
    if (!(before > 0)) /* how corrections shrink is not known yet: what rests would drift */
        return size <= C(0.1) ? ARRIVED : UNDER_WAY;
    const real theta = size / before;
    real left = theta / (1 - theta) * size;
    if (theta < 1 && left <= 1)
        return ARRIVED;
    for (; iterations < MOST_ITERATIONS; iterations++)
        left *= theta;
    return theta < C(0.9) && left <= 1 ? UNDER_WAY : LOST;
}

/* Solves for z of a step h, from what is in z. Returns false where that fails. */
FORCE_INLINE bool solve_n(unsigned n, struct integration *in, struct radau *r, real h,
                          const struct systems *by, real z[])
{
    real d[ROW * ODE_MAX_STATES], unit[ODE_MAX_STATES], before = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real size = r_abs(r->x0[i]);
        const real rounding = 16 * R_EPSILON * r_max(size, r->largest[i]);
        unit[i] = 1 / (LEFT / step_weight(in, i, size, r->largest[i]) + rounding);
    }
    for (r->iterations = 1;; r->iterations++) {
        pair square = pair_of(0);
        correction_n(n, in, r, h, by, z, d);
        UNROLL
        for (unsigned i = 0; i < n; i++) {
            UNROLL
            for (size_t p = 0; p < PAIRS; p++) {
                real *own = z + (size_t)i * ROW + 2 * p;
                const pair change = pair_at(d + (size_t)i * ROW + 2 * p);
                const pair part = change * pair_of(unit[i]);
                pair_put(pair_at(own) + change, own);
                square += part * part;
            }
        }
        const real size = r_sqrt(pair_sum(square));
        const enum progress now = progress(size, before, r->iterations);
        if (now != UNDER_WAY)
            return now == ARRIVED;
        before = size;
    }
}

/* Tries a step h; `guess`: from where the last one leads to. Returns the mean square of its error
 * in units of the tolerances, NAN where the step cannot be done. */
FORCE_INLINE real try_step_n(unsigned n, struct integration *in, struct radau *r, real h,
                             bool guess)
{
    enum { MIDDLE = STAGES / 2, END = STAGES - 1 };
    real *z = r->tried, x[ODE_MAX_STATES], error = 0;
    struct systems by;
    if (guess)
        guess_n(n, r, h, z);
    else
        for (unsigned k = 0; k < ROW * n; k++)
            z[k] = 0;
    UNROLL
    for (unsigned i = 0; i < n; i++)
        x[i] = r->x0[i] + z[i * ROW + MIDDLE];
    const real t = r->t + (guess ? radau_node[MIDDLE / 2][MIDDLE % 2] * h : 0);
    /* Differences, where there is no Jacobian, are from the rate at the same place. */
    if (guess && !in->ode->jacobian) {
        ode_rate(in->ode, t, x, r->l.matrix);
        in->statistics->rate_evals++;
    }
    linearize(in, &r->l, t, x, guess && !in->ode->jacobian ? r->l.matrix : r->f0);
    in->statistics->factorizations++;
    if (!reduce_systems(in->ode, r->l.jacobian, h, &by) || !solve_n(n, in, r, h, &by, z))
        return (real)NAN;
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real *own = z + (size_t)i * ROW;
        pair sum = radau_error[0] * pair_at(own);
        UNROLL
        for (size_t p = 1; p < PAIRS; p++)
            sum += radau_error[p] * pair_at(own + 2 * p);
        x[i] = h * r->f0[i] + pair_sum(sum);
    }
    solve_real(in->ode, &by, x);
    UNROLL
    for (unsigned i = 0; i < n; i++) {
        const real end = r->x0[i] + z[i * ROW + END];
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
    const real safe =
        SAFE * (2 * MOST_ITERATIONS + 1) / (real)(2 * MOST_ITERATIONS + r->iterations);
    step_passed(&r->choice, h, fit, safe, rejected);
    FOR_SIZE(n, transform_n, radau_path, r->tried, ROW, 1, r->path)
    in->t = t;
    for (unsigned i = 0; i < n; i++) {
        r->change[i] = r->tried[i * ROW + STAGES - 1];
        in->x[i] = r->x0[i] + r->change[i];
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
    for (unsigned i = 0; i < in->ode->n; i++)
        x[i] = r->x0[i] + change_at(r->path + (size_t)i * ROW, q);
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
