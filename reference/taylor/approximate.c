/* Approximates a motion over a step by a polynomial: collocation at Chebyshev's nodes, by Newton's
 * iteration (general.h). Corrections are computed in double, what they correct in balls, so that
 * each iteration gains the bits of a double. */
#include <math.h>
#include <string.h>

#include "reference/taylor/general.h"

/* Newton's iterations, and those in which the Jacobian is taken anew, unless the last correction
 * was NEAR already. */
enum { MOST_ITERATIONS = 12, NEW_JACOBIANS = 3 };
static const double NEAR = 0x1p-26;

/* Bits in which an iteration computes: at first, and more by GAIN with each; GAINED is what a
 * correction in double can leave of the one before, at best. */
enum { FIRST_BITS = 64, GAIN = 48 };
static const double GAINED = 0x1p-48;

/* What may be left of a polynomial's size in its last coefficients, at first. */
static const double UNRESOLVED = 0x1p-18;
enum { TAIL = 3, SPARE_BITS = 20 };

/* What an iteration starts from: half the step's length, the velocities at the nodes, and the
 * states at the beginning. */
struct newton {
    arb_t half;
    arb_ptr v;
    arb_srcptr x;
};

static double middle(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* Factors a in place, n x n row by row; false where it is singular. */
static bool factor(double *a, size_t pivot[], size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        pivot[k] = best;
        if (!(fabs(a[best * n + k]) > 0) || !isfinite(a[best * n + k]))
            return false;
        for (size_t j = 0; best != k && j < n; j++) {
            const double t = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = t;
        }
        for (size_t i = k + 1; i < n; i++) {
            const double f = a[i * n + k] /= a[k * n + k];
            for (size_t j = k + 1; f != 0 && j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
        }
    }
    return true;
}

static void substitute(const double *a, const size_t pivot[], size_t n, double *b)
{
    for (size_t k = 0; k < n; k++) {
        const double t = b[pivot[k]];
        b[pivot[k]] = b[k];
        b[k] = t;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            b[i] -= a[i * n + k] * b[k];
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

/* Unknown (i, j): the correction of state i at node j + 1. */
static void set_matrix(struct general_step *g, double half)
{
    const size_t n = g->n_states, N = (size_t)g->table->degree, all = n * N;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < N; j++) {
            double *row = g->matrix + (i * N + j) * all;
            memset(row, 0, all * sizeof *row);
            for (size_t k = 0; k < N; k++)
                row[i * N + k] = g->table->slope[(j + 1) * (N + 1) + k + 1];
            for (size_t l = 0; l < n; l++)
                row[l * N + j] -= half * g->slopes[(i * n + l) * (N + 1) + j + 1];
        }
}

/* Takes the slopes of all rates at node j, where the tape has been evaluated. */
static void take_slopes(struct general_step *g, size_t j)
{
    const size_t n = g->n_states, N = (size_t)g->table->degree;
    for (unsigned i = 0; i < n; i++) {
        graph_tape_slopes(&g->tape, g->law->rate.of[i], 53);
        for (unsigned l = 0; l < n; l++) {
            const expression state = graph_tape_state(&g->tape, l);
            g->slopes[(i * n + l) * (N + 1) + j] =
                state == EXPRESSION_NONE ? 0 : middle(g->tape.slope + state);
        }
    }
}

/* Computes by how much p misses the equations at the nodes, and the slopes there. */
static void miss(struct general_step *g, const struct newton *by, bool with_slopes, slong prec)
{
    const slong N = g->table->degree, row = N + 1, n = g->n_states;
    arb_ptr slope = _arb_vec_init(n * row), x = _arb_vec_init(n);
    arb_t t;
    arb_init(t);
    for (slong i = 0; i < n; i++)
        chebyshev_slope(slope + i * row, g->c + i * row, row, prec);
    for (slong j = 1; j <= N; j++) {
        arb_srcptr T = g->table->at_node + j * row;
        for (slong i = 0; i < n; i++)
            arb_dot(x + i, NULL, 0, g->c + i * row, 1, T, 1, row, prec);
        graph_tape_at(&g->tape, by->v + j, g->s, x, prec);
        for (slong i = 0; i < n; i++) {
            arb_dot(t, NULL, 0, slope + i * row, 1, T, 1, row, prec);
            arb_neg(t, t);
            arb_addmul(t, g->tape.value + g->law->rate.of[i], by->half, prec);
            g->residual[i * N + j - 1] = middle(t);
        }
        if (with_slopes)
            take_slopes(g, (size_t)j);
    }
    arb_clear(t);
    _arb_vec_clear(x, n);
    _arb_vec_clear(slope, n * row);
}

/* Adds a correction of values at the nodes to state i's polynomial, which begins at x. */
static void correct(struct general_step *g, slong i, const arb_t x)
{
    const slong N = g->table->degree, row = N + 1;
    arb_ptr c = g->c + i * row;
    arb_t t;
    arb_init(t);
    for (slong k = 0; k <= N; k++) {
        double sum = 0;
        for (slong j = 1; j <= N; j++)
            sum += g->table->transform[k * row + j] * g->residual[i * N + j - 1];
        arb_set_d(t, sum);
        arb_add(c + k, c + k, t, g->prec);
        mag_zero(arb_radref(c + k));
    }
    arb_get_mid_arb(t, x);
    for (slong k = 0; k <= N; k++) /* T_k(-1) = (-1)^k */
        if (k % 2)
            arb_add(t, t, c + k, g->prec);
        else
            arb_sub(t, t, c + k, g->prec);
    arb_add(c, c, t, g->prec);
    mag_zero(arb_radref(c));
    arb_clear(t);
}

/* The magnitude of state i's polynomial, or its largest so far. */
static double size_of(const struct general_step *g, slong i)
{
    const slong row = g->table->degree + 1;
    double sum = 0;
    for (slong k = 0; k < row; k++)
        sum += fabs(middle(g->c + i * row + k));
    return fmax(sum, mag_get_d(g->scale + i));
}

static double tail_of(const struct general_step *g, slong i)
{
    const slong row = g->table->degree + 1;
    double tail = 0;
    for (slong k = row - TAIL; k < row; k++)
        tail = fmax(tail, fabs(middle(g->c + i * row + k)));
    return tail;
}

/* Returns the largest correction beside what it corrects; infinity where there is none. */
static double iterate(struct general_step *g, const struct newton *by, bool anew, slong prec)
{
    const slong N = g->table->degree, n = g->n_states;
    const size_t all = (size_t)(n * N);
    miss(g, by, anew, prec);
    if (anew) {
        set_matrix(g, middle(by->half));
        if (!factor(g->matrix, g->pivot, all))
            return (double)INFINITY;
    }
    substitute(g->matrix, g->pivot, all, g->residual);
    double worst = 0;
    for (slong i = 0; i < n; i++) {
        double most = 0;
        for (slong j = 0; j < N; j++) {
            if (!isfinite(g->residual[i * N + j]))
                return (double)INFINITY;
            most = fmax(most, fabs(g->residual[i * N + j]));
        }
        correct(g, i, by->x + i);
        if (most > 0)
            worst = fmax(worst, most / size_of(g, i));
    }
    return worst;
}

static bool is_resolved(const struct general_step *g, double limit)
{
    for (slong i = 0; i < g->n_states; i++)
        if (!(tail_of(g, i) <= limit * size_of(g, i)))
            return false;
    return true;
}

/* Returns true when rates and forces have a bound in the ellipse of p as it is. */
static bool is_bounded(const struct general_step *g, const struct arb_segment *segment)
{
    const unsigned n = g->n_states + g->n_parts;
    mag_ptr bound = _mag_vec_init(n);
    mag_t speed;
    mag_init(speed);
    general_step_ellipse(bound, speed, g, segment, g->tape.of, n);
    bool is = true;
    for (unsigned i = 0; i < n; i++)
        is = is && mag_is_finite(bound + i);
    mag_clear(speed);
    _mag_vec_clear(bound, n);
    return is;
}

/* Corrects p until the next correction would be less than all that counts. What shows on the way
 * that p cannot be resolved, or its error not be bounded, ends it. */
static bool converge(struct general_step *g, const struct arb_segment *segment,
                     const struct newton *by)
{
    const double enough = ldexp(1, -(int)g->bits - SPARE_BITS),
                 resolved = ldexp(1, -(int)g->bits * 3 / 4);
    double last, now = 1, next = 1;
    bool was_bounded = false;
    slong prec = 0;
    for (int k = 0; k < MOST_ITERATIONS && (next > enough || prec < g->prec); k++) {
        prec = FLINT_MIN(g->prec, FIRST_BITS + k * GAIN);
        last = now;
        now = iterate(g, by, k == 0 || (k < NEW_JACOBIANS && now > NEAR), prec);
        next = k == 0 ? now : now * fmax(fmin(1, now / last), GAINED);
        if (!isfinite(now) || (k >= NEW_JACOBIANS && now > last / 4) ||
            !is_resolved(g, k == 0 ? UNRESOLVED : fmax(now, resolved)))
            return false;
        if (!was_bounded && k > 0 && now < UNRESOLVED) {
            was_bounded = is_bounded(g, segment);
            if (!was_bounded)
                return false;
        }
    }
    return next <= enough && prec == g->prec && is_resolved(g, resolved);
}

bool general_step_approximate(struct general_step *g, const struct arb_segment *segment,
                              arb_srcptr x)
{
    const slong row = g->table->degree + 1;
    struct newton by = { .v = _arb_vec_init(row), .x = x };
    arb_init(by.half);
    arb_mul_2exp_si(by.half, g->reach, -2);
    for (slong j = 0; j < row; j++)
        general_step_velocity(by.v + j, g, segment, g->table->node + j);
    for (slong i = 0; i < g->n_states; i++) {
        _arb_vec_zero(g->c + i * row, row);
        arb_get_mid_arb(g->c + i * row, x + i);
    }
    const bool ok = converge(g, segment, &by);
    arb_clear(by.half);
    _arb_vec_clear(by.v, row);
    return ok;
}
