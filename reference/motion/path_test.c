/* Laws by path up to an end that is a ball: what is enclosed holds the states and energies at both
 * of its ends, and is as wide as these are apart. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/motion/motion.h"

enum { BITS = 64, FINE = 200, NUMBERS = 4 };

static const struct {
    enum signal_kind kind;
    double value[NUMBERS], duration;
} segments[] = {
    { SIGNAL_RAMP, { 1e-3, 2e-3 }, 0.01 },
    { SIGNAL_RAMP, { 1e-3, -2e-3 }, 0.02 },
    { SIGNAL_RAMP, { 2e-3, 1e-9 }, 0.02 }, /* comes to zero within what is not known of the end */
    { SIGNAL_SINE, { 1e-5, 1e-3, 70, 0.2 }, 0.2 },
    { SIGNAL_SINE, { 0, 0.0009765625, 8, 0 }, 785.5 }, /* 1000 periods, and an eighth */
};
enum { SEGMENTS = sizeof segments / sizeof *segments, FEW = SEGMENTS - 1 };

/* Dahl's law with z = Fc/sigma0 as its length, along a segment from rest until `end`. */
static bool run(arb_ptr x, arb_ptr energy, int segment, const arb_t end, slong prec)
{
    struct arb_law law = *arb_law_find("dahl");
    struct work_limit limit = work_limit_from_now(1e4, 0);
    struct arb_segment along;
    arb_ptr p = _arb_vec_init(2), v = _arb_vec_init(NUMBERS);
    arb_t duration;
    law.linear = NULL;
    law.by_path = true;
    arb_init(duration);
    arb_segment_init(&along);
    arb_set_d(p + arb_law_index(law.params, "sigma0"), 1e5);
    arb_set_d(p + arb_law_index(law.params, "Fc"), 1);
    for (int i = 0; i < NUMBERS; i++)
        arb_set_d(v + i, segments[segment].value[i]);
    arb_set_d(duration, segments[segment].duration);
    arb_segment_set(&along, segments[segment].kind, v, duration, (slong)4 * FINE);
    arb_zero(x);
    arb_zero(energy);
    struct arb_taylor m = {
        .law = &law, .p = p, .prec = prec, .x = x, .energy = energy, .limit = &limit
    };
    const bool ok = arb_taylor_run(&m, &along, end, NULL, 0);
    arb_segment_clear(&along);
    arb_clear(duration);
    _arb_vec_clear(v, NUMBERS);
    _arb_vec_clear(p, 2);
    return ok;
}

Test(path, holds_both_ends_of_a_time)
{
    arb_t end, at, x, energy, box, box_energy, radius;
    arb_init(end);
    arb_init(at);
    arb_init(x);
    arb_init(energy);
    arb_init(box);
    arb_init(box_energy);
    arb_init(radius);
    for (int i = 0; i < FEW; i++)
        for (int k = 10; k <= 40; k += 10) {
            arb_set_d(end, segments[i].duration);
            arb_mul_2exp_si(radius, end, -k);
            arb_sub(end, end, radius, FINE);
            arb_add_error(end, radius); /* up to the duration */
            if (!run(box, box_energy, i, end, BITS)) {
                cr_expect_eq(segments[i].value[1], 1e-9, "%d, 2^-%d", i, k);
                continue;
            }
            for (int side = 0; side < 2; side++) {
                (side ? arb_get_ubound_arf : arb_get_lbound_arf)(arb_midref(at), end, FINE);
                cr_assert(run(x, energy, i, at, FINE));
                cr_expect(arb_contains(box, x), "%d, 2^-%d: state at end %d", i, k, side);
                cr_expect(arb_contains(box_energy, energy), "%d, 2^-%d: energy at end %d", i, k,
                          side);
            }
            /* Up to twice forth and back at 3e-3 m/s, at most. */
            cr_expect(mag_get_d(arb_radref(box)) <= 4 * 3e-3 * ldexp(segments[i].duration, 1 - k),
                      "%d, 2^-%d: %g", i, k, mag_get_d(arb_radref(box)));
        }
    arb_clear(radius);
    arb_clear(box_energy);
    arb_clear(box);
    arb_clear(energy);
    arb_clear(x);
    arb_clear(at);
    arb_clear(end);
}

/* Dahl's law along a wave of a thousand periods: z is sgn(v) L (1 - 2 exp(-s/L)/(1 + q)) a
 * path s after a reversal, q = exp(-S/L) after a half wave of path S, and a period dissipates as
 * much as the one before. */
Test(path, goes_on_for_many_periods)
{
    const int many = SEGMENTS - 1;
    arb_t end, x, energy, longer, path, expected;
    arb_init(end);
    arb_init(x);
    arb_init(energy);
    arb_init(longer);
    arb_init(path);
    arb_init(expected);
    arb_set_d(end, segments[many].duration);
    cr_assert(run(x, energy, many, end, BITS));
    arb_set_d(path,
              segments[many].value[2]); /* A/w (1 - cos(w t)), after an even number of zeros */
    arb_mul(path, path, end, FINE);
    arb_cos(path, path, FINE);
    arb_sub_ui(path, path, 1, FINE);
    arb_neg(path, path);
    arb_set_d(expected, segments[many].value[1] / segments[many].value[2]); /* exact: w is 8 */
    arb_mul(path, path, expected, FINE);
    arb_mul_si(path, path, -100000, FINE);
    arb_exp(expected, path, FINE);
    arb_set_d(longer, -2e5 * segments[many].value[1] / segments[many].value[2]);
    arb_exp(longer, longer, FINE); /* what is left of a half wave's beginning */
    arb_add_ui(longer, longer, 1, FINE);
    arb_div(expected, expected, longer, FINE);
    arb_mul_si(expected, expected, -2, FINE);
    arb_add_ui(expected, expected, 1, FINE);
    arb_div_ui(expected, expected, 100000, FINE);
    cr_expect(arb_contains(x, expected), "%.17g, not %.17g", arf_get_d(arb_midref(x), ARF_RND_NEAR),
              arf_get_d(arb_midref(expected), ARF_RND_NEAR));
    cr_expect_leq(mag_get_d(arb_radref(x)), 1e-20);
    cr_expect_leq(mag_get_d(arb_radref(energy)), 1e-17);
    arb_const_pi(longer, FINE); /* ten periods less */
    arb_mul_ui(longer, longer, 20, FINE);
    arb_div_ui(longer, longer, 8, FINE);
    arb_sub(end, end, longer, 128);
    cr_assert(run(x, path, many, end, 128));
    arb_sub(path, energy, path, FINE);
    arb_set_d(end, segments[many].duration / 2); /* some hundred periods before, and ten less */
    cr_assert(run(x, expected, many, end, 128));
    arb_sub(end, end, longer, 128);
    cr_assert(run(x, longer, many, end, 128));
    arb_sub(expected, expected, longer, FINE);
    cr_expect(arb_overlaps(path, expected), "a period's energy");
    arb_clear(expected);
    arb_clear(path);
    arb_clear(longer);
    arb_clear(energy);
    arb_clear(x);
    arb_clear(end);
}
