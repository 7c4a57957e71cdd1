/* See the header. */
#include "reference/arb/extrapolation.h"

#include <math.h>

/* The row a step aims at, and the ways to change a step. */
enum { AIM = 11, FIRST_CHECK = 3, GRID = 12 };
/* Slopes are known less well than states by some of the rows' number. Measured where all is
 * smooth: 1e-10 to 100; where something short is missed: 1e7 and more. */
static const double END_LIMIT = 64;
static const double grid[GRID] = { 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.6, 2, 3, 4 };

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

/* f at the midpoints, without radii: they would only cost precision. */
static void rate(struct extrapolation *e, arb_ptr f, arb_srcptr x)
{
    e->rate(e->ctx, f, x);
    for (int i = 0; i < e->n; i++)
        mag_zero(arb_radref(f + i));
    e->rate_evals++;
}

void extrapolation_begin(struct extrapolation *e, arb_srcptr x)
{
    const int n = e->n;
    arf_t delta;
    arf_init(delta);
    rate(e, e->f, x);
    _arb_vec_set(e->x, x, n);
    for (int j = 0; j < n; j++) {
        const double size = e->scale[j] + fabs(arf_get_d(arb_midref(x + j), ARF_RND_NEAR));
        arf_set_d(delta, size);
        arf_mul_2exp_si(delta, delta, -e->prec / 2);
        if (arf_sgn(arb_midref(e->f + j)) < 0)
            arf_neg(delta, delta);
        arf_add(arb_midref(e->x + j), arb_midref(x + j), delta, e->prec, ARF_RND_NEAR);
        rate(e, e->work, e->x);
        for (int i = 0; i < n; i++) {
            arf_ptr J = e->jacobian + i * n + j;
            arf_sub(J, arb_midref(e->work + i), arb_midref(e->f + i), e->prec, ARF_RND_NEAR);
            arf_div(J, J, delta, e->prec, ARF_RND_NEAR);
        }
        arb_set(e->x + j, x + j);
    }
    arf_clear(delta);
}

static void swap_rows(struct extrapolation *e, int i, int k)
{
    for (int j = 0; j < e->n; j++)
        arf_swap(e->matrix + i * e->n + j, e->matrix + k * e->n + j);
}

/* matrix = the factors of I - h J, with the reciprocals of the pivots on the diagonal. */
static void factorize(struct extrapolation *e, const arf_t h)
{
    const int n = e->n;
    arf_ptr a = e->matrix;
    for (int i = 0; i < n * n; i++) {
        arf_mul(a + i, e->jacobian + i, h, e->prec, ARF_RND_NEAR);
        arf_neg(a + i, a + i);
        if (i % (n + 1) == 0)
            arf_add_ui(a + i, a + i, 1, e->prec, ARF_RND_NEAR);
    }
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (arf_cmpabs(a + i * n + k, a + p * n + k) > 0)
                p = i;
        e->pivot[k] = p;
        if (p != k)
            swap_rows(e, k, p);
        arf_ui_div(a + k * n + k, 1, a + k * n + k, e->prec, ARF_RND_NEAR);
        for (int i = k + 1; i < n; i++) {
            arf_ptr l = a + i * n + k;
            if (arf_is_zero(l))
                continue;
            arf_mul(l, l, a + k * n + k, e->prec, ARF_RND_NEAR);
            for (int j = k + 1; j < n; j++)
                if (!arf_is_zero(a + k * n + j))
                    arf_submul(a + i * n + j, l, a + k * n + j, e->prec, ARF_RND_NEAR);
        }
    }
}

/* b <- matrix^-1 b */
static void solve(struct extrapolation *e, arb_ptr b)
{
    const int n = e->n;
    arf_srcptr a = e->matrix;
    for (int k = 0; k < n; k++)
        if (e->pivot[k] != k)
            arf_swap(arb_midref(b + k), arb_midref(b + e->pivot[k]));
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!arf_is_zero(a + i * n + k))
                arf_submul(arb_midref(b + i), a + i * n + k, arb_midref(b + k), e->prec,
                           ARF_RND_NEAR);
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            if (!arf_is_zero(a + i * n + j))
                arf_submul(arb_midref(b + i), a + i * n + j, arb_midref(b + j), e->prec,
                           ARF_RND_NEAR);
        arf_mul(arb_midref(b + i), arb_midref(b + i), a + i * n + i, e->prec, ARF_RND_NEAR);
    }
}

/* x <- the result of m substeps from x0 over H, slope <- H times the slope of the last one. */
static void substeps(struct extrapolation *e, arb_srcptr x0, const arf_t H, int m, arb_ptr x,
                     arb_ptr slope)
{
    arf_t h;
    arf_init(h);
    arf_div_ui(h, H, (ulong)m, e->prec, ARF_RND_NEAR);
    factorize(e, h);
    _arb_vec_set(x, x0, e->n);
    for (int k = 0; k < m; k++) {
        if (k == 0)
            _arb_vec_set(e->work, e->f, e->n);
        else
            rate(e, e->work, x);
        for (int i = 0; i < e->n; i++)
            arf_mul(arb_midref(e->work + i), arb_midref(e->work + i), h, e->prec, ARF_RND_NEAR);
        solve(e, e->work);
        for (int i = 0; i < e->n; i++)
            arf_add(arb_midref(x + i), arb_midref(x + i), arb_midref(e->work + i), e->prec,
                    ARF_RND_NEAR);
    }
    for (int i = 0; i < e->n; i++)
        arf_mul_ui(arb_midref(slope + i), arb_midref(e->work + i), (ulong)m, e->prec, ARF_RND_NEAR);
    arf_clear(h);
}

/* Row j (from 1) of the tableau from row j-1: with 1, 2, 3, ... substeps,
 * T(j,k+1) = T(j,k) + (T(j,k) - T(j-1,k)) (j-k)/k. */
static void extrapolate(const struct extrapolation *e, arb_ptr now, arb_srcptr before, int j)
{
    const int n = e->n;
    arf_t d;
    arf_init(d);
    for (int k = 1; k < j; k++)
        for (int i = 0; i < n; i++) {
            arf_srcptr here = arb_midref(now + (k - 1) * n + i);
            arf_sub(d, here, arb_midref(before + (k - 1) * n + i), e->prec, ARF_RND_NEAR);
            arf_mul_ui(d, d, (ulong)(j - k), e->prec, ARF_RND_NEAR);
            arf_div_ui(d, d, (ulong)k, e->prec, ARF_RND_NEAR);
            arf_add(arb_midref(now + k * n + i), here, d, e->prec, ARF_RND_NEAR);
        }
    arf_clear(d);
}

/* The last two columns of row j against each other, in tolerances. */
static double row_error(const struct extrapolation *e, arb_srcptr x0, arb_srcptr row, int j)
{
    const int n = e->n;
    double worst = 0;
    arf_t d;
    arf_init(d);
    for (int i = 0; i < n; i++) {
        arf_sub(d, arb_midref(row + (j - 1) * n + i), arb_midref(row + (j - 2) * n + i), e->prec,
                ARF_RND_NEAR);
        const double size = e->scale[i] + fabs(arf_get_d(arb_midref(x0 + i), ARF_RND_NEAR));
        const double error = fabs(arf_get_d(d, ARF_RND_NEAR)) / (e->tolerance * size);
        if (!(error <= worst)) /* a NaN counts as worst */
            worst = error;
    }
    arf_clear(d);
    return worst;
}

/* How far H f at the end is from the extrapolated slope of the last substeps, in tolerances;
 * what f amplifies of an error of x1 in stiff directions the matrix of the last row takes back. */
static double end_error(struct extrapolation *e, arb_srcptr x1, const arf_t H, int j)
{
    arb_srcptr slope = e->slope[j % 2] + (j - 1) * e->n;
    rate(e, e->work, x1);
    for (int i = 0; i < e->n; i++) {
        arf_ptr w = arb_midref(e->work + i);
        arf_mul(w, w, H, e->prec, ARF_RND_NEAR);
        arf_sub(w, w, arb_midref(slope + i), e->prec, ARF_RND_NEAR);
    }
    solve(e, e->work);
    double worst = 0;
    for (int i = 0; i < e->n; i++) {
        const double size = e->scale[i] + fabs(arf_get_d(arb_midref(x1 + i), ARF_RND_NEAR));
        const double error =
            fabs(arf_get_d(arb_midref(e->work + i), ARF_RND_NEAR)) / (e->tolerance * size);
        if (!(error <= worst))
            worst = error;
    }
    return worst;
}

/* The largest change on the grid that keeps an error of order `order` below a quarter. */
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

/* Whether the error will not reach 1 in `left` more rows: one more row divides it by at least
 * what two rows have, if it converges at all. A single row can be good or bad by chance. */
static bool hopeless(double error, double two_rows_back, int left)
{
    const double ratio = error / two_rows_back;
    for (int k = 0; k < left; k++)
        error *= ratio;
    return !(ratio < 1) || error > 1;
}

bool extrapolation_step(struct extrapolation *e, arb_srcptr x0, const arf_t H, arb_ptr x1,
                        double *factor)
{
    double error = HUGE_VAL, before[2] = { HUGE_VAL, HUGE_VAL }; /* one and two rows back */
    int j = 1;
    for (; j <= EXTRAPOLATION_ROWS; j++) {
        arb_ptr now = e->row[j % 2];
        substeps(e, x0, H, j, now, e->slope[j % 2]);
        extrapolate(e, now, e->row[(j - 1) % 2], j);
        extrapolate(e, e->slope[j % 2], e->slope[(j - 1) % 2], j);
        if (j < FIRST_CHECK)
            continue;
        error = row_error(e, x0, now, j);
        if (error <= 1) {
            _arb_vec_set(x1, now + (j - 1) * e->n, e->n);
            if (end_error(e, x1, H, j) <= END_LIMIT) {
                e->steps++;
                /* Accepted early: the step was short for its order. */
                *factor = j < AIM - 2 ? 4 : change(error, j);
                return true;
            }
        }
        if (j > FIRST_CHECK + 3 && hopeless(error, before[1], EXTRAPOLATION_ROWS - j))
            break;
        before[1] = before[0];
        before[0] = error;
    }
    e->rejected++;
    const double wanted = change(error, j > AIM ? AIM : j);
    *factor = wanted < 0.65 ? wanted : 0.65;
    return false;
}
