/* The linearly implicit Euler method and Gragg's midpoint rule over one step, with elimination. */
#include "reference/solvers/substeps.h"

#include <math.h>
#include <string.h>

void substeps_rate(struct extrapolation *e, arb_ptr f, arb_srcptr x)
{
    e->rate(e->ctx, f, x);
    for (slong i = 0; i < e->n; i++)
        mag_zero(arb_radref(f + i));
    e->rate_evals++;
}

void substeps_jacobian(struct extrapolation *e, arb_srcptr x)
{
    const slong n = e->n;
    arf_t delta;
    arf_init(delta);
    _arb_vec_set(e->x, x, n);
    for (slong j = 0; j < n; j++) {
        const double size = e->scale[j] + fabs(arf_get_d(arb_midref(x + j), ARF_RND_NEAR));
        arf_set_d(delta, size);
        arf_mul_2exp_si(delta, delta, -e->prec / 2);
        if (arf_sgn(arb_midref(e->f + j)) < 0)
            arf_neg(delta, delta);
        arf_add(arb_midref(e->x + j), arb_midref(x + j), delta, e->prec, ARF_RND_NEAR);
        substeps_rate(e, e->work, e->x);
        for (slong i = 0; i < n; i++) {
            arf_ptr J = e->jacobian + i * n + j;
            arf_sub(J, arb_midref(e->work + i), arb_midref(e->f + i), e->prec, ARF_RND_NEAR);
            arf_div(J, J, delta, e->prec, ARF_RND_NEAR);
        }
        arb_set(e->x + j, x + j);
    }
    arf_clear(delta);
}

/* Decides by |J^16|^(1/16) <= limit/H in the norm of the largest row sum, of states in their
 * scales: four squarings, each of a matrix divided by its norm to stay within range. */
bool substeps_radius_below(const struct extrapolation *e, double H, double limit)
{
    enum { N = EXTRAPOLATION_MAX_STATES };
    const slong n = e->n;
    double a[N][N], b[N][N];
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            a[i][j] = H / limit * arf_get_d(e->jacobian + i * n + j, ARF_RND_NEAR) * e->scale[j] /
                      e->scale[i];
    double power = 1; /* what has been divided out of the present power of the matrix */
    for (int k = 0;; k++) {
        double norm = 0;
        for (slong i = 0; i < n; i++) {
            double sum = 0;
            for (slong j = 0; j < n; j++)
                sum += fabs(a[i][j]);
            norm = fmax(norm, sum);
        }
        if (norm == 0)
            return true;
        if (k == 4)
            return norm * power <= 1;
        for (slong i = 0; i < n; i++)
            for (slong j = 0; j < n; j++) {
                b[i][j] = 0;
                for (slong l = 0; l < n; l++)
                    b[i][j] += a[i][l] / norm * (a[l][j] / norm);
            }
        memcpy(a, b, sizeof a);
        power = power * norm * (power * norm);
        if (!(power <= 1e300)) /* only ever squared from here */
            return false;
    }
}

static void swap_rows(struct extrapolation *e, slong i, slong k)
{
    for (slong j = 0; j < e->n; j++)
        arf_swap(e->matrix + i * e->n + j, e->matrix + k * e->n + j);
}

/* matrix = the factors of I - h J, with the reciprocals of the pivots on the diagonal. */
static void factorize(struct extrapolation *e, const arf_t h)
{
    const slong n = e->n;
    arf_ptr a = e->matrix;
    for (slong i = 0; i < n * n; i++) {
        arf_mul(a + i, e->jacobian + i, h, e->prec, ARF_RND_NEAR);
        arf_neg(a + i, a + i);
        if (i % (n + 1) == 0)
            arf_add_ui(a + i, a + i, 1, e->prec, ARF_RND_NEAR);
    }
    for (slong k = 0; k < n; k++) {
        slong p = k;
        for (slong i = k + 1; i < n; i++)
            if (arf_cmpabs(a + i * n + k, a + p * n + k) > 0)
                p = i;
        e->pivot[k] = p;
        if (p != k)
            swap_rows(e, k, p);
        arf_ui_div(a + k * n + k, 1, a + k * n + k, e->prec, ARF_RND_NEAR);
        for (slong i = k + 1; i < n; i++) {
            arf_ptr l = a + i * n + k;
            if (arf_is_zero(l))
                continue;
            arf_mul(l, l, a + k * n + k, e->prec, ARF_RND_NEAR);
            for (slong j = k + 1; j < n; j++)
                if (!arf_is_zero(a + k * n + j))
                    arf_submul(a + i * n + j, l, a + k * n + j, e->prec, ARF_RND_NEAR);
        }
    }
}

/* b <- matrix^-1 b */
static void solve(struct extrapolation *e, arb_ptr b)
{
    const slong n = e->n;
    arf_srcptr a = e->matrix;
    for (slong k = 0; k < n; k++)
        if (e->pivot[k] != k)
            arf_swap(arb_midref(b + k), arb_midref(b + e->pivot[k]));
    for (slong i = 1; i < n; i++)
        for (slong k = 0; k < i; k++)
            if (!arf_is_zero(a + i * n + k))
                arf_submul(arb_midref(b + i), a + i * n + k, arb_midref(b + k), e->prec,
                           ARF_RND_NEAR);
    for (slong i = n - 1; i >= 0; i--) {
        for (slong j = i + 1; j < n; j++)
            if (!arf_is_zero(a + i * n + j))
                arf_submul(arb_midref(b + i), a + i * n + j, arb_midref(b + j), e->prec,
                           ARF_RND_NEAR);
        arf_mul(arb_midref(b + i), arb_midref(b + i), a + i * n + i, e->prec, ARF_RND_NEAR);
    }
}

void substeps_implicit(struct extrapolation *e, arb_srcptr x0, const arf_t H, int m, arb_ptr x,
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
            substeps_rate(e, e->work, x);
        for (slong i = 0; i < e->n; i++)
            arf_mul(arb_midref(e->work + i), arb_midref(e->work + i), h, e->prec, ARF_RND_NEAR);
        solve(e, e->work);
        for (slong i = 0; i < e->n; i++)
            arf_add(arb_midref(x + i), arb_midref(x + i), arb_midref(e->work + i), e->prec,
                    ARF_RND_NEAR);
    }
    for (slong i = 0; i < e->n; i++)
        arf_mul_ui(arb_midref(slope + i), arb_midref(e->work + i), (ulong)m, e->prec, ARF_RND_NEAR);
    arf_clear(h);
}

void substeps_explicit(struct extrapolation *e, arb_srcptr x0, const arf_t H, int m, arb_ptr x)
{
    const slong n = e->n;
    arf_t h, h2;
    arf_init(h);
    arf_init(h2);
    arf_div_ui(h, H, 2 * (ulong)m, e->prec, ARF_RND_NEAR);
    arf_mul_2exp_si(h2, h, 1);
    arb_ptr before = e->x; /* one substep back */
    _arb_vec_set(before, x0, n);
    for (slong i = 0; i < n; i++) {
        arf_mul(arb_midref(x + i), arb_midref(e->f + i), h, e->prec, ARF_RND_NEAR);
        arf_add(arb_midref(x + i), arb_midref(x + i), arb_midref(x0 + i), e->prec, ARF_RND_NEAR);
    }
    for (int k = 1; k < 2 * m; k++) {
        substeps_rate(e, e->work, x);
        for (slong i = 0; i < n; i++) {
            arf_addmul(arb_midref(before + i), arb_midref(e->work + i), h2, e->prec, ARF_RND_NEAR);
            arb_swap(before + i, x + i);
        }
    }
    substeps_rate(e, e->work, x);
    for (slong i = 0; i < n; i++) {
        arf_ptr y = arb_midref(x + i);
        arf_addmul(y, arb_midref(e->work + i), h, e->prec, ARF_RND_NEAR);
        arf_add(y, y, arb_midref(before + i), e->prec, ARF_RND_NEAR);
        arf_mul_2exp_si(y, y, -1);
    }
    arf_clear(h2);
    arf_clear(h);
}

void substeps_end(struct extrapolation *e, arb_srcptr x1, const arf_t H, arb_srcptr slope,
                  arb_ptr d)
{
    substeps_rate(e, d, x1);
    for (slong i = 0; i < e->n; i++) {
        arf_ptr w = arb_midref(d + i);
        arf_mul(w, w, H, e->prec, ARF_RND_NEAR);
        arf_sub(w, w, arb_midref(slope + i), e->prec, ARF_RND_NEAR);
    }
    solve(e, d);
}
