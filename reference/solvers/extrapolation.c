/* Builds the extrapolation tableau row by row and chooses method, order and step. */
#include "reference/solvers/extrapolation.h"

#include <math.h>

#include "reference/solvers/substeps.h"

/* For each method: the row that a step aims at, and the number of rows. */
enum {
    AIM_IMPLICIT = 11,
    ROWS_IMPLICIT = EXTRAPOLATION_ROWS,
    AIM_EXPLICIT = 9,
    ROWS_EXPLICIT = 11
};
enum { FIRST_CHECK = 3, GRID = 12, PROBE = 64 };

/* The factors by which a step may change. */
static const double grid[GRID] = { 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2, 3, 4 };

/* A limit in tolerances for slopes, which are known less well than states by some of the rows'
 * number. Measured where all is smooth: 1e-10 to 100; where something short is missed: 1e7 and
 * more. */
static const double END_LIMIT = 64;

/* H times the spectral radius up to which an explicit step works, and with which an implicit step,
 * whose rows cost half as much again as those of the explicit method, is no longer. */
static const double EXPLICIT_REACH = 6;

void extrapolation_init(struct extrapolation *e)
{
    const slong n = e->n;
    e->row[0] = _arb_vec_init(n * EXTRAPOLATION_ROWS);
    e->row[1] = _arb_vec_init(n * EXTRAPOLATION_ROWS);
    e->slope[0] = _arb_vec_init(n * EXTRAPOLATION_ROWS);
    e->slope[1] = _arb_vec_init(n * EXTRAPOLATION_ROWS);
    e->f = _arb_vec_init(n);
    e->x = _arb_vec_init(n);
    e->work = _arb_vec_init(n);
    e->jacobian = flint_malloc((size_t)(n * n) * sizeof(arf_struct));
    e->matrix = flint_malloc((size_t)(n * n) * sizeof(arf_struct));
    for (slong i = 0; i < n * n; i++) {
        arf_init(e->jacobian + i);
        arf_init(e->matrix + i);
    }
    e->steps = e->rejected = e->rate_evals = 0;
    e->explicit_steps = 0;
    e->is_explicit = e->has_jacobian = false;
}

void extrapolation_clear(struct extrapolation *e)
{
    const slong n = e->n;
    for (slong i = 0; i < n * n; i++) {
        arf_clear(e->jacobian + i);
        arf_clear(e->matrix + i);
    }
    flint_free(e->matrix);
    flint_free(e->jacobian);
    _arb_vec_clear(e->work, n);
    _arb_vec_clear(e->x, n);
    _arb_vec_clear(e->f, n);
    _arb_vec_clear(e->slope[1], n * EXTRAPOLATION_ROWS);
    _arb_vec_clear(e->slope[0], n * EXTRAPOLATION_ROWS);
    _arb_vec_clear(e->row[1], n * EXTRAPOLATION_ROWS);
    _arb_vec_clear(e->row[0], n * EXTRAPOLATION_ROWS);
}

void extrapolation_begin(struct extrapolation *e, arb_srcptr x)
{
    substeps_rate(e, e->f, x);
    e->has_jacobian = false;
}

/* Row j (from 1) of the tableau from row j-1, for an expansion in h or in h^2:
 * T(j,k+1) = T(j,k) + (T(j,k) - T(j-1,k)) w, w = (j-k)/k or (j-k)^2/(k (2j-k)). */
static void extrapolate(const struct extrapolation *e, arb_ptr now, arb_srcptr before, int j,
                        bool squares)
{
    const slong n = e->n;
    arf_t d;
    arf_init(d);
    for (slong k = 1; k < j; k++) {
        const slong above = squares ? (j - k) * (j - k) : j - k;
        const slong below = squares ? k * (2 * (slong)j - k) : k;
        for (slong i = 0; i < n; i++) {
            arf_srcptr here = arb_midref(now + (k - 1) * n + i);
            arf_sub(d, here, arb_midref(before + (k - 1) * n + i), e->prec, ARF_RND_NEAR);
            arf_mul_ui(d, d, (ulong)above, e->prec, ARF_RND_NEAR);
            arf_div_ui(d, d, (ulong)below, e->prec, ARF_RND_NEAR);
            arf_add(arb_midref(now + k * n + i), here, d, e->prec, ARF_RND_NEAR);
        }
    }
    arf_clear(d);
}

/* Returns the largest |d_i| in units of the tolerance at x. */
static double in_tolerances(const struct extrapolation *e, arb_srcptr d, arb_srcptr x)
{
    double worst = 0;
    for (slong i = 0; i < e->n; i++) {
        const double size = e->scale[i] + fabs(arf_get_d(arb_midref(x + i), ARF_RND_NEAR));
        const double error =
            fabs(arf_get_d(arb_midref(d + i), ARF_RND_NEAR)) / (e->tolerance * size);
        if (!(error <= worst)) /* a NaN counts as worst */
            worst = error;
    }
    return worst;
}

/* Returns the difference of the last two columns of row j, in units of the tolerance. */
static double row_error(const struct extrapolation *e, arb_srcptr x0, arb_srcptr row, slong j)
{
    const slong n = e->n;
    for (slong i = 0; i < n; i++)
        arf_sub(arb_midref(e->work + i), arb_midref(row + (j - 1) * n + i),
                arb_midref(row + (j - 2) * n + i), e->prec, ARF_RND_NEAR);
    return in_tolerances(e, e->work, x0);
}

/* Returns true when f at the end is what row j says. The rows of the explicit method have seen
 * it. */
static bool end_agrees(struct extrapolation *e, arb_srcptr x1, const arf_t H, slong j)
{
    if (e->is_explicit)
        return true;
    substeps_end(e, x1, H, e->slope[j % 2] + (j - 1) * e->n, e->work);
    return in_tolerances(e, e->work, x1) <= END_LIMIT;
}

/* Returns the largest factor on the grid that keeps an error of order `order` below a quarter. */
static double change(double error, int order)
{
    int i = GRID;
    while (--i > 0) {
        double predicted = error;
        for (int k = 0; k < order; k++)
            predicted *= grid[i];
        if (predicted <= 0.25)
            break;
    }
    return grid[i];
}

/* Returns true when the error will not reach 1 in `left` more rows: one more row divides it by at
 * least what two rows have, if it converges at all. A single row can be good or bad by chance. */
static bool hopeless(double error, double two_rows_back, int left)
{
    const double ratio = error / two_rows_back;
    for (int k = 0; k < left; k++)
        error *= ratio;
    return !(ratio < 1) || error > 1;
}

/* Computes row j of the tableau. */
static void add_row(struct extrapolation *e, arb_srcptr x0, const arf_t H, int j)
{
    arb_ptr now = e->row[j % 2], before = e->row[(j - 1) % 2];
    if (e->is_explicit) {
        substeps_explicit(e, x0, H, j, now);
        extrapolate(e, now, before, j, true);
    } else {
        substeps_implicit(e, x0, H, j, now, e->slope[j % 2]);
        extrapolate(e, now, before, j, false);
        extrapolate(e, e->slope[j % 2], e->slope[(j - 1) % 2], j, false);
    }
}

static void need_jacobian(struct extrapolation *e, arb_srcptr x0)
{
    if (!e->has_jacobian)
        substeps_jacobian(e, x0);
    e->has_jacobian = true;
}

/* Chooses the method of the next step, after a step of length H from x0 that was as long as its
 * method could do. The explicit method is for H up to its reach. When it is at its reach the
 * implicit one may do far longer steps, or not: every so often it gets a chance. */
static void choose_method(struct extrapolation *e, arb_srcptr x0, double H)
{
    if (e->is_explicit && ++e->explicit_steps % PROBE != 0)
        return;
    need_jacobian(e, x0);
    e->is_explicit = e->is_explicit ? substeps_radius_below(e, H, EXPLICIT_REACH / 4)
                                    : substeps_radius_below(e, H, EXPLICIT_REACH);
}

bool extrapolation_step(struct extrapolation *e, arb_srcptr x0, const arf_t H, arb_ptr x1,
                        double *factor)
{
    const int aim = e->is_explicit ? AIM_EXPLICIT : AIM_IMPLICIT;
    const int rows = e->is_explicit ? ROWS_EXPLICIT : ROWS_IMPLICIT;
    const int orders = e->is_explicit ? 2 : 1; /* by row */
    const double length = arf_get_d(H, ARF_RND_NEAR);
    double error = HUGE_VAL, before[2] = { HUGE_VAL, HUGE_VAL }; /* one and two rows back */
    int j = 1;
    if (!e->is_explicit)
        need_jacobian(e, x0);
    for (; j <= rows; j++) {
        add_row(e, x0, H, j);
        if (j < FIRST_CHECK)
            continue;
        error = row_error(e, x0, e->row[j % 2], j);
        /* A few rows can agree by chance near an equilibrium, where the explicit method is
         * unstable. */
        const bool early = j < aim - 2; /* the step was short for its order */
        const bool by_chance = early && e->is_explicit && before[0] > 1;
        if (error <= 1 && !by_chance) {
            _arb_vec_set(x1, e->row[j % 2] + (slong)(j - 1) * e->n, e->n);
            if (end_agrees(e, x1, H, j)) {
                e->steps++;
                *factor = early ? 4 : change(error, orders * j);
                if (!early)
                    choose_method(e, x0, length * *factor);
                return true;
            }
        }
        if (j > FIRST_CHECK + 3 / orders && hopeless(error, before[1], rows - j))
            break;
        before[1] = before[0];
        before[0] = error;
    }
    e->rejected++;
    const double wanted = change(error, orders * (j > aim ? aim : j));
    *factor = wanted < 0.65 ? wanted : 0.65;
    if (e->is_explicit) { /* where f has become stiff */
        need_jacobian(e, x0);
        e->is_explicit = substeps_radius_below(e, length, 2 * EXPLICIT_REACH);
    }
    return false;
}
