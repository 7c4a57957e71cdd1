/* Solves for the curve (smoother.h). */
#include "properties/measurement/smoother.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { BAND = 4 };

/* Part of the diagonal, well above rounding: the matrix stays positive definite. */
static const double LEAST_SLACK = 1e-14;

static void differences(size_t n, const double t[], size_t order, double (*d)[BAND])
{
    const double h = (t[n - 1] - t[0]) / (double)(n - 1), factorial = order == 3 ? 6 : 2;
    for (size_t i = 0; i + order < n; i++)
        for (size_t a = 0; a <= order; a++) {
            double product = 1;
            for (size_t b = 0; b <= order; b++)
                if (b != a)
                    product *= (t[i + a] - t[i + b]) / h;
            d[i][a] = factorial / product;
        }
}

void smoother_begin(struct smoother *s, size_t n, const double t[], size_t order)
{
    *s = (struct smoother){ .n = n, .order = order, .lambda = 1 };
    /* Second differences have a fourth coefficient, which is 0, for one number behind the last. */
    s->w = memory_array(n + 1, sizeof *s->w);
    s->w[n] = 1;
    s->u = memory_array(n, sizeof *s->u);
    s->g = memory_array(n, sizeof *s->g);
    s->slack = memory_array(n, sizeof *s->slack);
    s->given = memory_array(n, sizeof *s->given);
    s->d = memory_array(n, sizeof *s->d);
    s->l = memory_array(n, sizeof *s->l);
    for (size_t i = 0; i < n; i++)
        s->w[i] = s->u[i] = 1;
    differences(n, t, order, s->d);
}

void smoother_free(struct smoother *s)
{
    free(s->w);
    free(s->u);
    free(s->g);
    free(s->slack);
    free(s->given);
    free(s->d);
    free(s->l);
    *s = (struct smoother){ .n = 0 };
}

void smoother_give(struct smoother *s, size_t i, double slack) { s->given[i] = slack; }

bool smoother_is_given(const struct smoother *s, size_t i) { return s->given[i] > 0; }

void smoother_hold(struct smoother *s, size_t i, double slack)
{
    static const double last[BAND] = { 0, 0, -1, 1 };
    memcpy(s->d[i], last, sizeof last);
    smoother_give(s, i, slack);
}

bool smoother_is_held(const struct smoother *s, size_t i) { return s->d[i][0] == 0; }

double smoother_difference(const struct smoother *s, size_t i, const double x[])
{
    /* Coefficients add up to nothing but for rounding, which a place far from 0 would multiply. */
    const double *d = s->d[i];
    const double second = d[1] * (x[i + 1] - x[i]) + d[2] * (x[i + 2] - x[i]);
    return s->order == 3 ? second + d[3] * (x[i + 3] - x[i]) : second;
}

/* Factors as L P L', row by row: l[i][k - 1] is L(i, i - k), l[i][3] is the pivot P(i). */
void smoother_factor(struct smoother *s)
{
    static const double none[BAND] = { 0, 0, 0, 1 };
    for (size_t i = 0; i + s->order < s->n; i++) {
        const double *const w = s->w + i, *const d = s->d[i];
        const double by[BAND] = { d[0] / w[0], d[1] / w[1], d[2] / w[2], d[3] / w[3] };
        const double *const d1 = i > 0 ? s->d[i - 1] : none, *const l1 = i > 0 ? s->l[i - 1] : none;
        const double *const d2 = i > 1 ? s->d[i - 2] : none, *const l2 = i > 1 ? s->l[i - 2] : none;
        const double *const d3 = i > 2 ? s->d[i - 3] : none, *const l3 = i > 2 ? s->l[i - 3] : none;
        const double c3 = i > 2 ? by[0] * d3[3] : 0;
        const double c2 = i > 1 ? by[0] * d2[2] + by[1] * d2[3] - c3 * l2[0] : 0;
        const double whole = by[0] * d1[1] + by[1] * d1[2] + by[2] * d1[3];
        const double c1 = i > 0 ? whole - c3 * l1[1] - c2 * l1[0] : 0;
        double *const l = s->l[i];
        l[0] = c1 / l1[3];
        l[1] = c2 / l2[3];
        l[2] = c3 / l3[3];
        const double gram = by[0] * d[0] + by[1] * d[1] + by[2] * d[2] + by[3] * d[3];
        const double slack = smoother_is_given(s, i) ? s->given[i] : 1 / (s->lambda * s->u[i]);
        s->slack[i] = fmax(slack, LEAST_SLACK * gram);
        l[3] = s->slack[i] + gram - c1 * l[0] - c2 * l[1] - c3 * l[2];
    }
}

/* Turns g from D x into the solution. */
static void solve(const struct smoother *s)
{
    const size_t m = s->n - s->order;
    double *const g = s->g;
    for (size_t i = 0; i < m; i++)
        for (size_t k = 1; k < BAND && k <= i; k++)
            g[i] -= s->l[i][k - 1] * g[i - k];
    for (size_t i = 0; i < m; i++)
        g[i] /= s->l[i][3];
    for (size_t i = m; i-- > 0;)
        for (size_t k = 1; k < BAND && i + k < m; k++)
            g[i] -= s->l[i + k][k - 1] * g[i + k];
}

double smoother_solve(struct smoother *s, const double x[], double smooth[])
{
    const size_t n = s->n, order = s->order;
    double sum = 0;
    for (size_t i = 0; i + order < n; i++)
        s->g[i] = smoother_difference(s, i, x);
    solve(s);
    for (size_t i = 0; i + order < n; i++)
        sum += s->g[i] * s->g[i] * s->slack[i];
    for (size_t i = 0; i < n; i++) {
        double off = 0;
        for (size_t k = 0; k <= order; k++)
            if (i >= k && i - k + order < n)
                off += s->d[i - k][k] * s->g[i - k];
        sum += off * off / s->w[i];
        smooth[i] = x[i] - off / s->w[i];
    }
    return sum;
}
