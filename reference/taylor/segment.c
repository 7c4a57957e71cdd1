/* Evaluates a segment, its derivatives, its integral and its power series. */
#include "reference/taylor/segment.h"
#include "tools/base/decide.h"

#include <acb_calc.h>

void arb_segment_init(struct arb_segment *segment)
{
    segment->is_wave = false;
    arb_init(segment->mean);
    arb_init(segment->amplitude);
    arb_init(segment->last);
    arb_init(segment->duration);
    for (int i = 0; i < 3; i++)
        arb_init(segment->q + i);
}

void arb_segment_clear(struct arb_segment *segment)
{
    for (int i = 0; i < 3; i++)
        arb_clear(segment->q + i);
    arb_clear(segment->duration);
    arb_clear(segment->last);
    arb_clear(segment->amplitude);
    arb_clear(segment->mean);
}

/* (b - a)/t */
static void slope_of(arb_t q, const arb_t a, const arb_t b, const arb_t t, slong prec)
{
    arb_sub(q, b, a, prec);
    arb_div(q, q, t, prec);
}

void arb_segment_set(struct arb_segment *segment, enum signal_kind kind, arb_srcptr value,
                     const arb_t duration, slong prec)
{
    segment->is_wave = kind != SIGNAL_HOLD && kind != SIGNAL_RAMP;
    arb_set(segment->duration, duration);
    arb_zero(segment->q + 1);
    arb_zero(segment->q + 2);
    if (segment->is_wave) {
        arb_set(segment->mean, value);
        arb_set(segment->amplitude, value + 1);
    }
    switch (kind) {
    case SIGNAL_HOLD:
        arb_set(segment->q, value);
        arb_set(segment->last, value);
        break;
    case SIGNAL_RAMP:
        arb_set(segment->q, value);
        arb_set(segment->last, value + 1);
        slope_of(segment->q + 1, value, value + 1, duration, prec);
        break;
    case SIGNAL_COSINE: /* cos q = sin(q + pi/2) */
        arb_const_pi(segment->q, prec);
        arb_mul_2exp_si(segment->q, segment->q, -1);
        arb_add(segment->q, segment->q, value + 3, prec);
        arb_set(segment->q + 1, value + 2);
        break;
    case SIGNAL_CHIRP:
        arb_zero(segment->q);
        arb_set(segment->q + 1, value + 2);
        slope_of(segment->q + 2, value + 2, value + 3, duration, prec);
        arb_mul_2exp_si(segment->q + 2, segment->q + 2, -1);
        break;
    default:
        arb_set(segment->q, value + 3);
        arb_set(segment->q + 1, value + 2);
    }
}

void arb_segment_set_line(struct arb_segment *segment, const arb_t t0, const arb_t v0,
                          const arb_t t1, const arb_t v1, slong prec)
{
    arb_t t;
    arb_init(t);
    segment->is_wave = false;
    arb_sub(t, t1, t0, prec);
    slope_of(segment->q + 1, v0, v1, t, prec);
    arb_mul(t, segment->q + 1, t0, prec);
    arb_sub(segment->q, v0, t, prec);
    arb_zero(segment->q + 2);
    arb_set(segment->last, v1);
    arb_set(segment->duration, t1);
    arb_clear(t);
}

void arb_segment_scale(struct arb_segment *segment, slong speed, slong prec)
{
    const slong rate = speed < 0 ? -speed : speed;
    if (segment->is_wave) {
        arb_mul_si(segment->mean, segment->mean, speed, prec);
        arb_mul_si(segment->amplitude, segment->amplitude, speed, prec);
    } else {
        for (int i = 0; i < 3; i++)
            arb_mul_si(segment->q + i, segment->q + i, speed, prec);
        arb_mul_si(segment->last, segment->last, speed, prec);
    }
    arb_mul_si(segment->q + 1, segment->q + 1, rate, prec);
    arb_mul_si(segment->q + 2, segment->q + 2, rate * rate, prec);
    arb_div_si(segment->duration, segment->duration, rate, prec);
}

bool arb_segment_is_held(const struct arb_segment *segment)
{
    const bool stands =
        certainly(ball_is_zero(segment->q + 1)) && certainly(ball_is_zero(segment->q + 2));
    return stands || (segment->is_wave && certainly(ball_is_zero(segment->amplitude)));
}

void arb_segment_held_velocity(arb_t v, const struct arb_segment *segment, slong prec)
{
    arb_t start;
    arb_init(start);
    arb_segment_velocity(v, segment, start, prec);
    arb_clear(start);
}

bool arb_segment_period(arb_t period, const struct arb_segment *segment, slong prec)
{
    if (!segment->is_wave || !certainly(ball_is_zero(segment->q + 2)) ||
        possibly(ball_is_zero(segment->q + 1)))
        return false;
    arb_t omega;
    arb_init(omega);
    arb_abs(omega, segment->q + 1);
    arb_const_pi(period, prec);
    arb_mul_2exp_si(period, period, 1);
    arb_div(period, period, omega, prec);
    arb_clear(omega);
    return true;
}

/* q at tau. */
static void argument(arb_t q, const struct arb_segment *segment, const arb_t tau, slong prec)
{
    arb_t sum;
    arb_init(sum);
    arb_mul(sum, segment->q + 2, tau, prec);
    arb_add(sum, sum, segment->q + 1, prec);
    arb_mul(sum, sum, tau, prec);
    arb_add(q, sum, segment->q, prec);
    arb_clear(sum);
}

/* dq/dtau at tau. */
static void argument_slope(arb_t dq, const struct arb_segment *segment, const arb_t tau, slong prec)
{
    arb_t sum;
    arb_init(sum);
    arb_mul(sum, segment->q + 2, tau, prec);
    arb_mul_2exp_si(sum, sum, 1);
    arb_add(dq, sum, segment->q + 1, prec);
    arb_clear(sum);
}

void arb_segment_velocity(arb_t v, const struct arb_segment *segment, const arb_t tau, slong prec)
{
    argument(v, segment, tau, prec);
    if (!segment->is_wave)
        return;
    arb_sin(v, v, prec);
    arb_mul(v, v, segment->amplitude, prec);
    arb_add(v, v, segment->mean, prec);
}

void arb_segment_last_velocity(arb_t v, const struct arb_segment *segment, slong prec)
{
    if (segment->is_wave)
        arb_segment_velocity(v, segment, segment->duration, prec);
    else
        arb_set(v, segment->last);
}

void arb_segment_slope(arb_t slope, const struct arb_segment *segment, const arb_t tau, slong prec)
{
    arb_t q;
    arb_init(q);
    argument(q, segment, tau, prec);
    argument_slope(slope, segment, tau, prec);
    if (segment->is_wave) {
        arb_cos(q, q, prec);
        arb_mul(slope, slope, q, prec);
        arb_mul(slope, slope, segment->amplitude, prec);
    }
    arb_clear(q);
}

/* 2 q2, or amplitude (2 q2 cos q - q'^2 sin q). */
void arb_segment_curvature(arb_t curvature, const struct arb_segment *segment, const arb_t tau,
                           slong prec)
{
    arb_t s, c, dq;
    arb_init(s);
    arb_init(c);
    arb_init(dq);
    argument(s, segment, tau, prec);
    argument_slope(dq, segment, tau, prec);
    arb_mul_2exp_si(curvature, segment->q + 2, 1);
    if (segment->is_wave) {
        arb_sin_cos(s, c, s, prec);
        arb_mul(c, c, curvature, prec);
        arb_sqr(dq, dq, prec);
        arb_submul(c, dq, s, prec);
        arb_mul(curvature, c, segment->amplitude, prec);
    }
    arb_clear(dq);
    arb_clear(c);
    arb_clear(s);
}

/* The coefficients of q(centre + reach u) in u. */
static void argument_series(arb_ptr q, const struct arb_segment *segment, const arb_t centre,
                            const arb_t reach, slong prec)
{
    argument(q, segment, centre, prec);
    argument_slope(q + 1, segment, centre, prec);
    arb_mul(q + 1, q + 1, reach, prec);
    arb_mul(q + 2, segment->q + 2, reach, prec);
    arb_mul(q + 2, q + 2, reach, prec);
}

void arb_segment_series(arb_poly_t v, const struct arb_segment *segment, const arb_t centre,
                        const arb_t reach, slong len, slong prec)
{
    arb_poly_fit_length(v, 3);
    argument_series(v->coeffs, segment, centre, reach, prec);
    _arb_poly_set_length(v, 3);
    _arb_poly_normalise(v);
    arb_poly_truncate(v, len);
    if (!segment->is_wave)
        return;
    arb_poly_sin_series(v, v, len, prec);
    arb_poly_scalar_mul(v, v, segment->amplitude, prec);
    arb_t first;
    arb_init(first);
    arb_poly_get_coeff_arb(first, v, 0);
    arb_add(first, first, segment->mean, prec);
    arb_poly_set_coeff_arb(v, 0, first);
    arb_clear(first);
}

/* With q = q_c + w: sin q = sin q_c - 2 sin q_c sin^2(w/2) + cos q_c sin w, which is sharp also
 * next to a double zero of v. */
void arb_segment_disc(acb_t v, const struct arb_segment *segment, const arb_t centre,
                      const arb_t reach, slong prec)
{
    arb_ptr q = _arb_vec_init(3);
    arb_t s, c;
    acb_t w, t;
    arb_init(s);
    arb_init(c);
    acb_init(w);
    acb_init(t);
    mag_one(arb_radref(acb_realref(t)));
    mag_one(arb_radref(acb_imagref(t)));
    argument_series(q, segment, centre, reach, 2 * prec);
    acb_mul_arb(w, t, q + 2, prec);
    acb_add_arb(w, w, q + 1, prec);
    acb_mul(w, w, t, prec);
    if (segment->is_wave) {
        arb_sin_cos(s, c, q, 2 * prec);
        arb_mul(s, s, segment->amplitude, 2 * prec);
        arb_mul(c, c, segment->amplitude, 2 * prec);
        acb_mul_2exp_si(t, w, -1);
        acb_sin(t, t, prec);
        acb_sqr(t, t, prec);
        acb_mul_arb(t, t, s, prec);
        acb_mul_2exp_si(t, t, 1);
        acb_sin(w, w, prec);
        acb_mul_arb(w, w, c, prec);
        acb_sub(w, w, t, prec);
        arb_add(q, s, segment->mean, 2 * prec);
    }
    acb_add_arb(v, w, q, prec);
    acb_clear(t);
    acb_clear(w);
    arb_clear(c);
    arb_clear(s);
    _arb_vec_clear(q, 3);
}

/* sin(q(t)), entire: an acb_calc function. */
static int sine_of_argument(acb_ptr out, const acb_t t, void *context, slong order, slong prec)
{
    const struct arb_segment *segment = context;
    (void)order; /* entire: no order asks for more */
    acb_mul_arb(out, t, segment->q + 2, prec);
    acb_add_arb(out, out, segment->q + 1, prec);
    acb_mul(out, out, t, prec);
    acb_add_arb(out, out, segment->q, prec);
    acb_sin(out, out, prec);
    return 0;
}

/* The integral of sin(q) over a chirp, by quadrature. */
static void chirp_integral(arb_t sum, const struct arb_segment *segment, const arb_t tau0,
                           const arb_t tau1, slong prec)
{
    acb_t from, to, integral;
    mag_t tolerance;
    acb_init(from);
    acb_init(to);
    acb_init(integral);
    mag_init(tolerance);
    acb_set_arb(from, tau0);
    acb_set_arb(to, tau1);
    mag_set_ui_2exp_si(tolerance, 1, -prec);
    arb_sub(sum, tau1, tau0, prec);
    mag_t length;
    mag_init(length);
    arb_get_mag(length, sum);
    mag_mul(tolerance, tolerance, length);
    mag_clear(length);
    struct arb_segment copy = *segment; /* the context is not const */
    acb_calc_integrate(integral, sine_of_argument, &copy, from, to, prec, tolerance, NULL, prec);
    arb_set(sum, acb_realref(integral));
    mag_clear(tolerance);
    acb_clear(integral);
    acb_clear(to);
    acb_clear(from);
}

/* With the difference h and the middle c: q is linear, so that the integral of q is h q(c), and
 * that of sin(q) is h sin(q(c)) sinc(q1 h/2). */
void arb_segment_distance(arb_t distance, const struct arb_segment *segment, const arb_t tau0,
                          const arb_t tau1, slong prec)
{
    arb_t h, c, sum;
    arb_init(h);
    arb_init(c);
    arb_init(sum);
    arb_sub(h, tau1, tau0, prec);
    arb_add(c, tau0, tau1, prec);
    arb_mul_2exp_si(c, c, -1);
    if (segment->is_wave && !certainly(ball_is_zero(segment->q + 2))) {
        chirp_integral(sum, segment, tau0, tau1, prec);
        arb_mul(sum, sum, segment->amplitude, prec);
        arb_addmul(sum, segment->mean, h, prec);
    } else if (segment->is_wave) {
        argument(c, segment, c, prec);
        arb_sin(c, c, prec);
        arb_mul(sum, segment->q + 1, h, prec);
        arb_mul_2exp_si(sum, sum, -1);
        arb_sinc(sum, sum, prec);
        arb_mul(sum, sum, c, prec);
        arb_mul(sum, sum, segment->amplitude, prec);
        arb_add(sum, sum, segment->mean, prec);
        arb_mul(sum, sum, h, prec);
    } else {
        argument(c, segment, c, prec);
        arb_mul(sum, c, h, prec);
    }
    arb_swap(distance, sum);
    arb_clear(sum);
    arb_clear(c);
    arb_clear(h);
}
