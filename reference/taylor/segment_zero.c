/* Finds zeros of a segment and certifies the sign of its velocity. */
#include <math.h>

#include "reference/taylor/segment.h"
#include "tools/base/decide.h"

static double number(const arb_t x) { return arf_get_d(arb_midref(x), ARF_RND_NEAR); }

/* Returns the first time after tau at which q0 + q1 t + q2 t^2 has that value, or infinity. */
static double next_at(const double q[3], double value, double tau)
{
    const double discriminant = q[1] * q[1] - 4 * q[2] * (q[0] - value);
    if (!(discriminant >= 0))
        return HUGE_VAL;
    const double w = -(q[1] + copysign(sqrt(discriminant), q[1])) / 2;
    const double roots[] = { w / q[2], (q[0] - value) / w };
    double next = HUGE_VAL;
    for (int i = 0; i < 2; i++)
        if (roots[i] > tau)
            next = fmin(next, roots[i]);
    return next;
}

/* Finds a zero in double: where q passes b or pi - b, b = asin(-mean/amplitude), modulo 2 pi. The
 * next such level on either side of q is the next one met, also where q turns. Levels nearer than
 * `near` count as passed. */
static double next_zero(const struct arb_segment *segment, double tau)
{
    static const double pi = 3.14159265358979323846, near = 1e-9;
    const double q[3] = { number(segment->q), number(segment->q + 1), number(segment->q + 2) };
    if (!segment->is_wave)
        return q[1] == 0 ? HUGE_VAL : next_at(q, 0, tau);
    const double ratio = -number(segment->mean) / number(segment->amplitude);
    if (!(fabs(ratio) <= 1))
        return HUGE_VAL;
    const double base[] = { asin(ratio), pi - asin(ratio) };
    const double now = q[0] + tau * (q[1] + tau * q[2]);
    double next = HUGE_VAL;
    for (int i = 0; i < 2; i++) {
        const double turns = (now - base[i]) / (2 * pi);
        const double above = base[i] + 2 * pi * ceil(turns + near);
        const double below = base[i] + 2 * pi * floor(turns - near);
        const double here = base[i] + 2 * pi * nearbyint(turns);
        next = fmin(next, fmin(next_at(q, above, tau), next_at(q, below, tau)));
        if (q[2] != 0) /* to come back to */
            next = fmin(next, next_at(q, here, tau + near * number(segment->duration)));
    }
    return next;
}

typedef void quantity(arb_t y, const struct arb_segment *segment, const arb_t tau, slong prec);

/* Newton's iteration for a zero of f near `rough`. `rough` itself is the answer where the iteration
 * runs away, or nears a double zero by halves. */
static bool refine(arb_t zero, double rough, quantity *f, quantity *slope_of,
                   const struct arb_segment *segment, slong prec)
{
    arb_t y, slope, at;
    arb_init(y);
    arb_init(slope);
    arb_init(at);
    arb_set_d(at, rough);
    arb_set(zero, at);
    for (slong bits = 40; bits < 2 * prec; bits *= 2) {
        f(y, segment, at, prec);
        slope_of(slope, segment, at, prec);
        arb_div(y, y, slope, prec);
        mag_zero(arb_radref(y));
        arb_sub(at, at, y, prec);
        mag_zero(arb_radref(at));
    }
    const double last = number(y), scale = fabs(rough) + number(segment->duration);
    arb_sub(y, at, zero, prec);
    const bool found = arb_is_finite(at) && fabs(number(y)) <= 1e-9 * scale &&
                       fabs(last) <= ldexp(scale, -(int)(prec / 2)); /* half its digits */
    if (found)
        arb_swap(zero, at);
    arb_clear(at);
    arb_clear(slope);
    arb_clear(y);
    return found;
}

static bool is_of_sign(const arb_t v, int sign)
{
    return sign > 0 ? certainly(ball_is_nonnegative(v)) : certainly(ball_is_nonpositive(v));
}

/* Returns true when a line certainly has that sign between its ends, which are what they are
 * exactly.
 */
static bool is_line_of_sign(const struct arb_segment *segment, int sign, slong prec)
{
    arb_t first;
    arb_init(first);
    arb_segment_velocity(first, segment, first, prec);
    const bool is = !segment->is_wave && is_of_sign(first, sign) &&
                    is_of_sign(segment->last, sign) &&
                    (!possibly(ball_is_zero(first)) || !possibly(ball_is_zero(segment->last)));
    arb_clear(first);
    return is;
}

bool arb_segment_is_one_sided(const struct arb_segment *segment)
{
    enum { BITS = 64 };
    if (!segment->is_wave)
        return is_line_of_sign(segment, 1, BITS) || is_line_of_sign(segment, -1, BITS);
    arb_t mean, amplitude;
    arb_init(mean);
    arb_init(amplitude);
    arb_abs(mean, segment->mean);
    arb_abs(amplitude, segment->amplitude);
    const bool is = certainly(ball_at_most(amplitude, mean));
    arb_clear(amplitude);
    arb_clear(mean);
    return is;
}

/* Where v only touches zero, its slope is zero. */
bool arb_segment_near_zero(arb_t zero, const struct arb_segment *segment, const arb_t tau,
                           slong prec)
{
    const double rough = next_zero(segment, number(tau));
    if (!(rough < number(segment->duration)))
        return false;
    if ((segment->is_wave && arb_segment_is_one_sided(segment)) ||
        !refine(zero, rough, arb_segment_velocity, arb_segment_slope, segment, prec))
        refine(zero, rough, arb_segment_slope, arb_segment_curvature, segment, prec);
    return true;
}

/* Returns the sign that a wave has but for instants, 0 where it has none or may stay at zero. */
static int only_sign(const struct arb_segment *segment)
{
    const bool has =
        segment->is_wave && !arb_segment_is_held(segment) && arb_segment_is_one_sided(segment);
    return has ? ball_sign(segment->mean) : 0;
}

int arb_segment_direction(const struct arb_segment *segment, const arb_t tau, slong prec)
{
    static quantity *const derivatives[] = { arb_segment_velocity, arb_segment_slope,
                                             arb_segment_curvature };
    arb_t y;
    arb_init(y);
    int sign = 0;
    for (int k = 0; k < 3; k++) {
        derivatives[k](y, segment, tau, prec);
        sign = ball_sign(y);
        if (certainly(ball_is_zero(y)))
            continue;
        if (sign == 0) /* v is too near to zero to be told from it */
            sign = only_sign(segment);
        break;
    }
    arb_clear(y);
    return sign;
}

static bool is_of_sign_at(const struct arb_segment *segment, int sign, const arb_t tau, slong prec)
{
    arb_t v;
    arb_init(v);
    arb_segment_velocity(v, segment, tau, prec);
    const bool is = sign > 0 ? certainly(ball_is_positive(v)) : certainly(ball_is_negative(v));
    arb_clear(v);
    return is;
}

/* From one place to the other by what v and its slope are over all of it. */
static bool has_sign_over(const struct arb_segment *segment, int sign, const arb_t tau0,
                          const arb_t tau1, slong prec)
{
    arb_t v, tau;
    arb_init(v);
    arb_init(tau);
    arb_union(tau, tau0, tau1, prec);
    arb_segment_velocity(v, segment, tau, prec);
    bool has = sign > 0 ? certainly(ball_is_positive(v)) : certainly(ball_is_negative(v));
    if (!has) { /* monotone, between two values of that sign of which one may be 0 */
        arb_segment_slope(v, segment, tau, prec);
        has = !possibly(ball_is_zero(v));
        arb_segment_velocity(v, segment, tau0, prec);
        has = has && is_of_sign(v, sign);
        arb_segment_velocity(v, segment, tau1, prec);
        has = has && is_of_sign(v, sign);
    }
    arb_clear(tau);
    arb_clear(v);
    return has;
}

/* Decides by halves: next to a zero that v only touches, as short as the time to it. */
static bool has_sign_by_halves(const struct arb_segment *segment, int sign, const arb_t tau0,
                               const arb_t tau1, slong prec, slong depth)
{
    if (has_sign_over(segment, sign, tau0, tau1, prec))
        return true;
    arb_t middle;
    arb_init(middle);
    arb_add(middle, tau0, tau1, ARF_PREC_EXACT);
    arb_mul_2exp_si(middle, middle, -1);
    const bool has = depth > 0 && is_of_sign_at(segment, sign, middle, prec) &&
                     has_sign_by_halves(segment, sign, middle, tau1, prec, depth - 1) &&
                     has_sign_by_halves(segment, sign, tau0, middle, prec, depth - 1);
    arb_clear(middle);
    return has;
}

bool arb_segment_has_sign(const struct arb_segment *segment, int sign, const arb_t tau0,
                          const arb_t tau1, slong prec)
{
    if (is_line_of_sign(segment, sign, prec) && possibly(ball_at_most(tau1, segment->duration)))
        return true;
    return has_sign_by_halves(segment, sign, tau0, tau1, prec, prec);
}
