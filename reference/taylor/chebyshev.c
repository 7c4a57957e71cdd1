/* Polynomials in Chebyshev's basis (chebyshev.h). */
#include "reference/taylor/chebyshev.h"

#include <stdlib.h>

#include "tools/base/memory.h"

/* y[m] <- cos(pi m/n) for m = 0 .. 2 n - 1; a quarter of them is computed. */
static void set_cosines(arb_ptr y, slong n, slong prec)
{
    fmpq_t x;
    fmpq_init(x);
    for (slong m = 0; 2 * m <= n; m++) {
        fmpq_set_si(x, m, (ulong)n);
        arb_cos_pi_fmpq(y + m, x, prec);
    }
    for (slong m = n / 2 + 1; m <= n; m++)
        arb_neg(y + m, y + n - m);
    for (slong m = n + 1; m < 2 * n; m++)
        arb_set(y + m, y + 2 * n - m);
    fmpq_clear(x);
}

static double middle(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* Node j is cos(pi (n - j)/n), so that T_k is cos(pi k (n - j)/n). */
static void set_nodes(struct chebyshev *t)
{
    const slong n = t->degree, period = 2 * n;
    arb_ptr cosines = _arb_vec_init(period);
    set_cosines(cosines, n, t->prec);
    for (slong j = 0; j <= n; j++) {
        arb_set(t->node + j, cosines + n - j);
        for (slong k = 0; k <= n; k++)
            arb_set(t->at_node + j * (n + 1) + k, cosines + k * (n - j) % period);
    }
    _arb_vec_clear(cosines, period);
}

/* Sample j is cos(pi (2 j + 1)/(2 n)). */
static void set_samples(struct chebyshev *t)
{
    const slong n = t->samples, period = 4 * n;
    arb_ptr cosines = _arb_vec_init(period);
    set_cosines(cosines, 2 * n, t->prec);
    for (slong j = 0; j < n; j++) {
        arb_set(t->sample + j, cosines + 2 * j + 1);
        for (slong k = 0; k < n; k++)
            arb_set(t->at_sample + j * n + k, cosines + k * (2 * j + 1) % period);
    }
    _arb_vec_clear(cosines, period);
}

/* c_k = (2/n) sum over j of f_j T_k(j), with the first and last of j and k halved. */
static void set_transform(struct chebyshev *t)
{
    const slong n = t->degree;
    for (slong k = 0; k <= n; k++)
        for (slong j = 0; j <= n; j++) {
            const double ends = (k == 0 || k == n ? 0.5 : 1) * (j == 0 || j == n ? 0.5 : 1);
            t->transform[k * (n + 1) + j] =
                2 * ends * middle(t->at_node + j * (n + 1) + k) / (double)n;
        }
}

/* The slopes at the nodes of the polynomials that are 1 at one of them. */
static void set_slopes(struct chebyshev *t)
{
    const slong n = t->degree;
    for (slong i = 0; i <= n; i++) {
        double sum = 0;
        for (slong j = 0; j <= n; j++) {
            const double ci = i == 0 || i == n ? 2 : 1, cj = j == 0 || j == n ? 2 : 1,
                         gap = middle(t->node + i) - middle(t->node + j);
            const double d = i == j ? 0 : ci / cj * ((i + j) % 2 ? -1 : 1) / gap;
            t->slope[i * (n + 1) + j] = d;
            sum += d;
        }
        t->slope[i * (n + 1) + i] = -sum;
    }
}

void chebyshev_init(struct chebyshev *t, slong degree, slong samples, slong prec)
{
    const size_t square = (size_t)(degree + 1) * (size_t)(degree + 1);
    *t = (struct chebyshev){ degree, samples, prec, NULL, NULL, NULL, NULL, NULL, NULL };
    t->node = _arb_vec_init(degree + 1);
    t->at_node = _arb_vec_init((slong)square);
    t->sample = _arb_vec_init(samples);
    t->at_sample = _arb_vec_init(samples * samples);
    t->transform = memory_array(2 * square, sizeof *t->transform);
    t->slope = t->transform + square;
    set_nodes(t);
    set_samples(t);
    set_transform(t);
    set_slopes(t);
}

void chebyshev_clear(struct chebyshev *t)
{
    free(t->transform);
    _arb_vec_clear(t->at_sample, t->samples * t->samples);
    _arb_vec_clear(t->sample, t->samples);
    _arb_vec_clear(t->at_node, (t->degree + 1) * (t->degree + 1));
    _arb_vec_clear(t->node, t->degree + 1);
}

/* T_(k+1) = 2 s T_k - T_(k-1), in which radii grow by 1 + sqrt(2), below 2^(4/3), each time. */
void chebyshev_evaluate(arb_t y, arb_srcptr c, slong n, const arb_t s, slong prec)
{
    const slong fine = prec + 4 * n / 3 + 8;
    arb_ptr T = _arb_vec_init(n + 2);
    arb_t twice;
    arb_init(twice);
    arb_mul_2exp_si(twice, s, 1);
    arb_one(T);
    arb_set(T + 1, s);
    for (slong k = 2; k < n; k++) {
        arb_mul(T + k, twice, T + k - 1, fine);
        arb_sub(T + k, T + k, T + k - 2, fine);
    }
    arb_dot(y, NULL, 0, c, 1, T, 1, n, prec);
    arb_clear(twice);
    _arb_vec_clear(T, n + 2);
}

/* d_(k-1) = d_(k+1) + 2 k c_k, and half of that for k = 1. */
void chebyshev_slope(arb_ptr d, arb_srcptr c, slong n, slong prec)
{
    arb_t twice;
    arb_init(twice);
    if (n > 0)
        arb_zero(d + n - 1);
    for (slong k = n - 1; k > 0; k--) {
        arb_mul_si(twice, c + k, 2 * k, prec);
        if (k + 1 < n)
            arb_add(d + k - 1, d + k + 1, twice, prec);
        else
            arb_set(d + k - 1, twice);
    }
    if (n > 0)
        arb_mul_2exp_si(d, d, -1);
    arb_clear(twice);
}

/* d_k = (c_(k-1) - c_(k+1))/(2 k), c_0 twice for k = 1; d_0 such that it is 0 at -1. */
void chebyshev_integral(arb_ptr d, arb_srcptr c, slong n, slong prec)
{
    arb_zero(d);
    for (slong k = 1; k <= n; k++) {
        arb_mul_2exp_si(d + k, c + k - 1, k == 1 ? 1 : 0);
        if (k + 1 < n)
            arb_sub(d + k, d + k, c + k + 1, prec);
        arb_div_si(d + k, d + k, 2 * k, prec);
    }
    for (slong k = 1; k <= n; k++)
        if (k % 2)
            arb_add(d, d, d + k, prec);
        else
            arb_sub(d, d, d + k, prec);
}

void chebyshev_interpolant(arb_ptr c, arb_srcptr values, const struct chebyshev *t)
{
    const slong n = t->samples;
    for (slong k = 0; k < n; k++) {
        arb_dot(c + k, NULL, 0, values, 1, t->at_sample + k, n, n, t->prec);
        arb_mul_2exp_si(c + k, c + k, k == 0 ? 0 : 1);
        arb_div_si(c + k, c + k, n, t->prec);
    }
}

/* y <- Lebesgue's constant, or more. */
static void set_lebesgue(mag_t y, const struct chebyshev *t)
{
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_set_si(a, t->samples);
    arb_log(a, a, 64);
    arb_mul_2exp_si(a, a, 1);
    arb_const_pi(b, 64);
    arb_div(a, a, b, 64);
    arb_add_ui(a, a, 1, 64);
    arb_get_mag(y, a);
    arb_clear(b);
    arb_clear(a);
}

void chebyshev_interpolant_of_middles(arb_ptr c, mag_t rest, arb_srcptr values,
                                      const struct chebyshev *t)
{
    arb_ptr middles = _arb_vec_init(t->samples);
    mag_t constant;
    mag_init(constant);
    mag_zero(rest);
    for (slong j = 0; j < t->samples; j++) {
        arb_get_mid_arb(middles + j, values + j);
        mag_max(rest, rest, arb_radref(values + j));
    }
    chebyshev_interpolant(c, middles, t);
    set_lebesgue(constant, t);
    if (!mag_is_zero(rest))
        mag_mul(rest, rest, constant);
    mag_clear(constant);
    _arb_vec_clear(middles, t->samples);
}

/* |T_k| is at most r^k in the ellipse. */
void chebyshev_size(mag_t sum, arb_srcptr c, slong first, slong n, slong log_r)
{
    mag_t term;
    mag_init(term);
    mag_zero(sum);
    for (slong k = first; k < n; k++) {
        arb_get_mag(term, c + k);
        mag_mul_2exp_si(term, term, k * log_r);
        mag_add(sum, sum, term);
    }
    mag_clear(term);
}

/* Taylor's formula with the second slope, which T_k has at most k^2 (k^2 - 1)/3. */
void chebyshev_range(arb_t y, arb_srcptr c, slong n, const arb_t middle, const mag_t radius,
                     slong prec)
{
    arb_ptr d = _arb_vec_init(n + 1);
    arb_t slope;
    mag_t bend, term;
    arb_init(slope);
    mag_init(bend);
    mag_init(term);
    chebyshev_slope(d, c, n, prec);
    chebyshev_evaluate(slope, d, n, middle, prec);
    for (slong k = 2; k < n; k++) {
        arb_get_mag(term, c + k);
        mag_mul_ui(term, term, (ulong)(k * k) * (ulong)(k * k - 1));
        mag_div_ui(term, term, 3);
        mag_add(bend, bend, term);
    }
    mag_mul(bend, bend, radius);
    mag_mul_2exp_si(bend, bend, -1);
    arb_get_mag(term, slope);
    mag_add(term, term, bend);
    mag_mul(term, term, radius);
    chebyshev_evaluate(y, c, n, middle, prec);
    arb_add_error_mag(y, term);
    mag_clear(term);
    mag_clear(bend);
    arb_clear(slope);
    _arb_vec_clear(d, n + 1);
}

/* r - 1 >= r/2. */
void chebyshev_error(mag_t error, const mag_t bound, slong log_r, const struct chebyshev *t)
{
    mag_mul_2exp_si(error, bound, 3 - log_r * t->samples);
}
