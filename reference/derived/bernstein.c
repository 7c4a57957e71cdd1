/* Ranges by Bernstein coefficients (bernstein.h). Coefficients lie in a row, those of the last axis
 * next to each other. A variable that is known to most of its bits is a number, not an axis. */
#include "reference/derived/bernstein.h"

#include <stdlib.h>

#include "tools/base/decide.h"
#include "tools/base/memory.h"

enum { MOST_COEFFICIENTS = 1 << 16, BITS_OF_A_NUMBER = 40 };

struct bernstein_axis {
    unsigned degree;
    bool is_share, is_number;
    arb_t x, low, high;
    slong stride; /* between its coefficients */
};

void bernstein_open(struct bernstein *b, unsigned n_axes, slong prec)
{
    *b = (struct bernstein){ .axes = memory_array(n_axes + 1, sizeof *b->axes),
                             .size = 1,
                             .prec = prec,
                             .is_finite = true };
}

void bernstein_close(struct bernstein *b)
{
    for (unsigned i = 0; i < b->n_axes; i++) {
        arb_clear(b->axes[i].x);
        arb_clear(b->axes[i].low);
        arb_clear(b->axes[i].high);
    }
    if (b->coefficients)
        _arb_vec_clear(b->coefficients, b->size);
    free(b->axes);
}

void bernstein_axis(struct bernstein *b, const arb_t x, unsigned degree, enum bernstein_kind kind)
{
    struct bernstein_axis *axis = &b->axes[b->n_axes++];
    axis->degree = degree;
    axis->is_share = kind == BERNSTEIN_SHARE;
    axis->is_number = arb_rel_accuracy_bits(x) > BITS_OF_A_NUMBER;
    arb_init(axis->x);
    arb_init(axis->low);
    arb_init(axis->high);
    arb_set(axis->x, x);
    b->is_finite = b->is_finite && arb_is_finite(x);
    if (!b->is_finite)
        return;
    arb_get_lbound_arf(arb_midref(axis->low), x, b->prec);
    arb_get_ubound_arf(arb_midref(axis->high), x, b->prec);
    if (kind != BERNSTEIN_ANY && arf_sgn(arb_midref(axis->low)) < 0)
        arb_zero(axis->low);
    if (kind != BERNSTEIN_ANY && arf_cmp_si(arb_midref(axis->high), 1) > 0)
        arb_one(axis->high);
}

bool bernstein_ready(struct bernstein *b)
{
    for (unsigned i = b->n_axes; i-- > 0;) {
        struct bernstein_axis *axis = &b->axes[i];
        axis->stride = b->size;
        if (!axis->is_number)
            b->size *= (slong)axis->degree + 1;
        if (b->size > MOST_COEFFICIENTS)
            return false;
    }
    if (b->is_finite)
        b->coefficients = _arb_vec_init(b->size);
    return b->is_finite;
}

/* Multiplies by a number's power; of a share also by the power of the rest. */
static void multiply(arb_t c, const struct bernstein_axis *axis, unsigned exponent, slong prec)
{
    arb_t power;
    arb_init(power);
    arb_pow_ui(power, axis->x, exponent, prec);
    arb_mul(c, c, power, prec);
    if (axis->is_share) {
        arb_sub_ui(power, axis->x, 1, prec);
        arb_neg(power, power);
        arb_pow_ui(power, power, axis->degree - exponent, prec);
        arb_mul(c, c, power, prec);
    }
    arb_clear(power);
}

void bernstein_add(struct bernstein *b, const arb_t c, const unsigned char exponents[])
{
    arb_t term;
    slong at = 0;
    arb_init(term);
    arb_set(term, c);
    for (unsigned i = 0; i < b->n_axes; i++)
        if (b->axes[i].is_number)
            multiply(term, &b->axes[i], exponents[i], b->prec);
        else
            at += b->axes[i].stride * exponents[i];
    arb_add(b->coefficients + at, b->coefficients + at, term, b->prec);
    arb_clear(term);
}

static void divide_by_binomials(arb_ptr c, unsigned degree, slong prec)
{
    fmpz_t binomial;
    fmpz_init(binomial);
    for (unsigned k = 0; k <= degree; k++) {
        fmpz_bin_uiui(binomial, degree, k);
        arb_div_fmpz(c + k, c + k, binomial, prec);
    }
    fmpz_clear(binomial);
}

/* c_i <- (1 - t) c_a + t c_(a+1): the step of de Casteljau, which keeps signs. */
static void between(arb_t c, const arb_t a, const arb_t b, const arb_t t, slong prec)
{
    arb_t rest, sum;
    arb_init(rest);
    arb_init(sum);
    arb_sub_ui(rest, t, 1, prec);
    arb_neg(rest, rest);
    arb_mul(sum, rest, a, prec);
    arb_addmul(sum, t, b, prec);
    if (certainly(ball_is_nonnegative(a)) && certainly(ball_is_nonnegative(b)) &&
        arb_is_finite(sum))
        arb_nonnegative_part(sum, sum);
    arb_swap(c, sum);
    arb_clear(sum);
    arb_clear(rest);
}

/* Bernstein coefficients on [0, 1] become those on [low, high]. */
static void restrict_to(arb_ptr c, const struct bernstein_axis *axis, slong prec)
{
    const unsigned d = axis->degree;
    arb_t t;
    arb_init(t);
    if (!ball_is_exactly(axis->high, 1))
        for (unsigned r = 1; r <= d; r++)
            for (unsigned i = d; i >= r; i--)
                between(c + i, c + i - 1, c + i, axis->high, prec);
    if (!ball_is_exactly(axis->low, 0)) {
        arb_div(t, axis->low, axis->high, prec);
        for (unsigned r = 1; r <= d; r++)
            for (unsigned i = 0; i + r <= d; i++)
                between(c + i, c + i, c + i + 1, t, prec);
    }
    arb_clear(t);
}

/* Coefficients of powers become those of powers of y, x = from + width y. `from` is the end nearer
 * to 0: where it is 0 the first coefficient stays exact. */
static void shift(arb_ptr c, const struct bernstein_axis *axis, slong prec)
{
    const unsigned d = axis->degree;
    const bool is_below = certainly(ball_is_nonpositive(axis->high));
    const arb_struct *from = is_below ? axis->high : axis->low,
                     *to = is_below ? axis->low : axis->high;
    arb_t width, power;
    arb_init(width);
    arb_init(power);
    if (!ball_is_exactly(from, 0))
        for (unsigned r = 0; r < d; r++)
            for (unsigned i = d; i-- > r;)
                arb_addmul(c + i, c + i + 1, from, prec);
    arb_sub(width, to, from, prec);
    arb_one(power);
    for (unsigned k = 1; k <= d; k++) {
        arb_mul(power, power, width, prec);
        arb_mul(c + k, c + k, power, prec);
    }
    arb_clear(power);
    arb_clear(width);
}

/* b_j = sum over k <= j of C(j, k) c_k, c_k divided by C(degree, k) already: sums of neighbours. */
static void sum_up(arb_ptr c, unsigned degree, slong prec)
{
    for (unsigned r = 1; r <= degree; r++)
        for (unsigned i = degree; i >= r; i--)
            arb_add(c + i, c + i, c + i - 1, prec);
}

static void transform(arb_ptr c, const struct bernstein_axis *axis, slong prec)
{
    if (!axis->is_share)
        shift(c, axis, prec);
    divide_by_binomials(c, axis->degree, prec);
    if (axis->is_share)
        restrict_to(c, axis, prec);
    else
        sum_up(c, axis->degree, prec);
}

/* Transforms all lines of coefficients along an axis. */
static void transform_all(struct bernstein *b, const struct bernstein_axis *axis)
{
    const slong points = (slong)axis->degree + 1, block = points * axis->stride;
    arb_ptr line = _arb_vec_init(points);
    for (slong first = 0; first < b->size; first += block)
        for (slong i = 0; i < axis->stride; i++) {
            arb_ptr at = b->coefficients + first + i;
            for (slong k = 0; k < points; k++)
                arb_swap(line + k, at + k * axis->stride);
            transform(line, axis, b->prec);
            for (slong k = 0; k < points; k++)
                arb_swap(line + k, at + k * axis->stride);
        }
    _arb_vec_clear(line, points);
}

void bernstein_range(arb_t value, struct bernstein *b)
{
    arb_t other;
    arb_init(other);
    for (unsigned i = 0; i < b->n_axes; i++)
        if (!b->axes[i].is_number)
            transform_all(b, &b->axes[i]);
    arb_set(value, b->coefficients);
    arb_set(other, b->coefficients);
    for (slong k = 1; k < b->size; k++) {
        arb_min(value, value, b->coefficients + k, b->prec);
        arb_max(other, other, b->coefficients + k, b->prec);
    }
    const bool is_positive = certainly(ball_is_nonnegative(value)),
               is_negative = certainly(ball_is_nonpositive(other));
    arb_union(value, value, other, b->prec);
    if (is_negative)
        arb_neg(value, value);
    if ((is_positive || is_negative) && arb_is_finite(value))
        arb_nonnegative_part(value, value);
    if (is_negative)
        arb_neg(value, value);
    arb_clear(other);
}
