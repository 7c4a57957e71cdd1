/* A segment's series, slopes, discs and distances against its formula at points, real and complex,
 * in FINE bits; of each kind and of numbers with radii. */
#include "reference/taylor/segment.h"

#include <criterion/criterion.h>
#include <math.h>

#include "reference/arb/test_box.h"

enum { BITS = 64, FINE = 500, LENGTH = 60, KINDS = 5, DRAWS = 200 };

static const enum signal_kind kinds[KINDS] = { SIGNAL_HOLD, SIGNAL_RAMP, SIGNAL_SINE, SIGNAL_COSINE,
                                               SIGNAL_CHIRP };

/* The grammar's numbers, and the duration. */
enum { DURATION = 4, NUMBERS };

/* A segment in numbers of which one has a radius, and one of a point of these. */
struct pair {
    enum signal_kind kind;
    struct arb_segment box, point;
    arb_ptr value[2];
    arb_t centre, reach;
};

static void open_pair(struct pair *m)
{
    arb_segment_init(&m->box);
    arb_segment_init(&m->point);
    for (int i = 0; i < 2; i++)
        m->value[i] = _arb_vec_init(NUMBERS);
    arb_init(m->centre);
    arb_init(m->reach);
}

static void close_pair(struct pair *m)
{
    arb_clear(m->reach);
    arb_clear(m->centre);
    for (int i = 0; i < 2; i++)
        _arb_vec_clear(m->value[i], NUMBERS);
    arb_segment_clear(&m->point);
    arb_segment_clear(&m->box);
}

/* Draws a segment of 2 s, a time in it, and a reach of up to 1/2 s. Frequencies are up to 4 rad/s,
 * and up to 2 rad/s more within a chirp. */
static void draw(struct pair *m, int k, unsigned long long *random)
{
    static const double radii[] = { 0, 1e-12, 1e-3 };
    const double frequency = 8 * test_uniform(random) - 4;
    const double given[NUMBERS] = { test_uniform(random) - 0.5, 2 * test_uniform(random) - 1,
                                    frequency,
                                    kinds[k] == SIGNAL_CHIRP
                                        ? frequency + 4 * test_uniform(random) - 2
                                        : 6 * test_uniform(random),
                                    2 };
    const int wide = (int)(NUMBERS * test_uniform(random));
    m->kind = kinds[k];
    for (int i = 0; i < NUMBERS; i++)
        test_box_coordinate(random, m->value[0] + i, m->value[1] + i, given[i],
                            i == wide ? radii[(int)(3 * test_uniform(random))] : 0);
    arb_segment_set(&m->box, m->kind, m->value[0], m->value[0] + DURATION, BITS);
    arb_segment_set(&m->point, m->kind, m->value[1], m->value[1] + DURATION, FINE);
    arb_set_d(m->centre, 2 * test_uniform(random));
    arb_set_d(m->reach, ldexp(1, -1 - (int)(20 * test_uniform(random))));
}

/* y <- v at a complex time, by the grammar. */
static void velocity(acb_t y, const struct pair *m, const acb_t tau)
{
    arb_srcptr a = m->value[1];
    arb_t t;
    acb_t q;
    arb_init(t);
    acb_init(q);
    switch (m->kind) {
    case SIGNAL_HOLD:
        acb_set_arb(y, a);
        break;
    case SIGNAL_RAMP:
        arb_sub(t, a + 1, a, FINE);
        arb_div(t, t, a + DURATION, FINE);
        acb_mul_arb(y, tau, t, FINE);
        acb_add_arb(y, y, a, FINE);
        break;
    case SIGNAL_CHIRP: /* a frequency that is linear in time: w0 tau + (w1 - w0) tau^2/(2 T) */
        arb_sub(t, a + 3, a + 2, FINE);
        arb_div(t, t, a + DURATION, FINE);
        arb_mul_2exp_si(t, t, -1);
        acb_mul_arb(q, tau, t, FINE);
        acb_add_arb(q, q, a + 2, FINE);
        acb_mul(q, q, tau, FINE);
        acb_sin(q, q, FINE);
        acb_mul_arb(y, q, a + 1, FINE);
        acb_add_arb(y, y, a, FINE);
        break;
    default:
        acb_mul_arb(q, tau, a + 2, FINE);
        acb_add_arb(q, q, a + 3, FINE);
        if (m->kind == SIGNAL_SINE)
            acb_sin(q, q, FINE);
        else
            acb_cos(q, q, FINE);
        acb_mul_arb(y, q, a + 1, FINE);
        acb_add_arb(y, y, a, FINE);
    }
    acb_clear(q);
    arb_clear(t);
}

static void expect_in(const arb_t box, const arb_t is, const char *what, int draw)
{
    cr_expect(test_box_holds(box, is) && arb_is_finite(box), "draw %d: %s %.17g +- %g, is %.17g",
              draw, what, arf_get_d(arb_midref(box), ARF_RND_NEAR), mag_get_d(arb_radref(box)),
              arf_get_d(arb_midref(is), ARF_RND_NEAR));
}

/* The disc holds v at its edge, and is no wider than a few times what v changes by at most: the
 * reach times the frequency, where also its square may be as large as e^4. */
Test(segment, discs_hold_complex_times)
{
    unsigned long long random = test_seed();
    struct pair m;
    acb_t disc, tau, v, angle;
    open_pair(&m);
    acb_init(disc);
    acb_init(tau);
    acb_init(v);
    acb_init(angle);
    for (int k = 0; k < DRAWS; k++) {
        draw(&m, k % KINDS, &random);
        arb_segment_disc(disc, &m.box, m.centre, m.reach, BITS);
        for (int i = 0; i < 16; i++) {
            arb_set_d(acb_imagref(angle), 0.3926990816987241548 * i); /* pi/8 */
            acb_exp(tau, angle, FINE);
            acb_get_mid(tau, tau);
            acb_mul_arb(tau, tau, m.reach, FINE);
            arb_add(acb_realref(tau), acb_realref(tau), m.centre, FINE);
            velocity(v, &m, tau);
            expect_in(acb_realref(disc), acb_realref(v), "real part", k);
            expect_in(acb_imagref(disc), acb_imagref(v), "imaginary part", k);
        }
        const double reach = arf_get_d(arb_midref(m.reach), ARF_RND_NEAR);
        cr_expect_leq(mag_get_d(arb_radref(acb_imagref(disc))), 200 * reach, "draw %d", k);
    }
    acb_clear(angle);
    acb_clear(v);
    acb_clear(tau);
    acb_clear(disc);
    close_pair(&m);
}

/* Next to a double zero v = A (1 - cos) is as small as the square of the reach: A (w r)^2/2 with
 * some room. */
Test(segment, discs_are_sharp_at_a_double_zero)
{
    arb_ptr value = _arb_vec_init(NUMBERS);
    struct arb_segment segment;
    arb_t reach, zero;
    acb_t disc;
    arb_segment_init(&segment);
    arb_init(reach);
    arb_init(zero);
    acb_init(disc);
    arb_set_d(value, 0.5);
    arb_set_d(value + 1, -0.5);
    arb_set_d(value + 2, 4);
    arb_set_d(value + DURATION, 2);
    arb_segment_set(&segment, SIGNAL_COSINE, value, value + DURATION, FINE);
    for (int k = 4; k <= 20; k += 4) {
        mag_t most;
        mag_init(most);
        arb_one(reach);
        arb_mul_2exp_si(reach, reach, -k);
        arb_segment_disc(disc, &segment, zero, reach, BITS);
        acb_get_mag(most, disc);
        cr_expect(mag_get_d(most) >= ldexp(4, -2 * k) && mag_get_d(most) <= ldexp(32, -2 * k),
                  "2^-%d: %g", k, mag_get_d(most));
        mag_clear(most);
    }
    acb_clear(disc);
    arb_clear(zero);
    arb_clear(reach);
    arb_segment_clear(&segment);
    _arb_vec_clear(value, NUMBERS);
}

/* What LENGTH terms leave out, a frequency of 6 rad/s and its change over a reach of 1/2 at most,
 * is below 7^60/60!, or 2^-100. */
Test(segment, series_are_values_along_the_way)
{
    unsigned long long random = test_seed();
    struct pair m;
    arb_poly_t series;
    arb_t u, tau, y;
    acb_t at, v;
    open_pair(&m);
    arb_poly_init(series);
    arb_init(u);
    arb_init(tau);
    arb_init(y);
    acb_init(at);
    acb_init(v);
    for (int k = 0; k < DRAWS; k++) {
        draw(&m, k % KINDS, &random);
        arb_segment_series(series, &m.box, m.centre, m.reach, LENGTH, BITS);
        for (int i = -2; i <= 2; i++) {
            arb_set_d(u, i / 2.);
            arb_poly_evaluate(y, series, u, BITS);
            arb_add_error_2exp_si(y, -100);
            arb_mul(tau, u, m.reach, FINE);
            arb_add(tau, tau, m.centre, FINE);
            acb_set_arb(at, tau);
            velocity(v, &m, at);
            expect_in(y, acb_realref(v), "series", k);
            arb_segment_velocity(y, &m.box, tau, BITS);
            expect_in(y, acb_realref(v), "velocity", k);
        }
        /* Slopes at the middle, from the series over a reach of 1 s. */
        arb_one(u);
        arb_segment_series(series, &m.point, m.centre, u, 3, FINE);
        arb_poly_get_coeff_arb(tau, series, 1);
        arb_segment_slope(y, &m.box, m.centre, BITS);
        expect_in(y, tau, "slope", k);
        arb_poly_get_coeff_arb(tau, series, 2);
        arb_mul_2exp_si(tau, tau, 1);
        arb_segment_curvature(y, &m.box, m.centre, BITS);
        expect_in(y, tau, "curvature", k);
    }
    acb_clear(v);
    acb_clear(at);
    arb_clear(y);
    arb_clear(tau);
    arb_clear(u);
    arb_poly_clear(series);
    close_pair(&m);
}

/* Distances over a reach either way are the integral of the series, and add up. */
Test(segment, distances_are_integrals)
{
    unsigned long long random = test_seed();
    struct pair m;
    arb_poly_t series;
    arb_t from, to, y, is;
    open_pair(&m);
    arb_poly_init(series);
    arb_init(from);
    arb_init(to);
    arb_init(y);
    arb_init(is);
    for (int k = 0; k < DRAWS; k++) {
        draw(&m, k % KINDS, &random);
        arb_segment_series(series, &m.point, m.centre, m.reach, LENGTH, FINE);
        arb_poly_integral(series, series, FINE);
        arb_sub(from, m.centre, m.reach, FINE);
        arb_add(to, m.centre, m.reach, FINE);
        arb_set_si(y, -1);
        arb_poly_evaluate(is, series, y, FINE);
        arb_one(y);
        arb_poly_evaluate(y, series, y, FINE);
        arb_sub(is, y, is, FINE);
        arb_mul(is, is, m.reach, FINE);
        arb_segment_distance(y, &m.box, from, to, BITS);
        arb_add_error_2exp_si(y, -100); /* what the series leaves out */
        expect_in(y, is, "distance", k);
        cr_expect_leq(mag_get_d(arb_radref(y)), 0x1p-50 + 1e-2, "draw %d", k);
        arb_segment_distance(is, &m.point, to, from, FINE);
        arb_neg(is, is);
        expect_in(y, is, "distance back", k);
    }
    arb_clear(is);
    arb_clear(y);
    arb_clear(to);
    arb_clear(from);
    arb_poly_clear(series);
    close_pair(&m);
}
