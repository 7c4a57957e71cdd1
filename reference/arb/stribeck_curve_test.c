/* The Stribeck curve over balls of velocities, against 1,000 bits of it at points in them. */
#include "reference/arb/stribeck_curve.h"

#include <criterion/criterion.h>

#include "reference/arb/test_box.h"

enum { DRAWS = 3000, FINE = 1000, BITS = 64 };

/* Sets g to exp(-|v/vs|^m), at exact numbers. */
static void curve(arb_t g, const arb_t v, const arb_t vs, const arb_t m)
{
    arb_div(g, v, vs, FINE);
    arb_abs(g, g);
    if (arb_is_zero(g)) {
        arb_one(g);
        return;
    }
    arb_pow(g, g, m, FINE);
    arb_neg(g, g);
    arb_exp(g, g, FINE);
}

/* Velocities from one side, from both, at rest and from rest on; up to 8 vs, where the curve has
 * fallen to nothing. */
static void draw(unsigned long long *random, arb_ptr ball, arb_ptr point)
{
    const double speed = 8 * test_uniform(random), u = test_uniform(random);
    const double radius = u < 0.3   ? speed
                          : u < 0.5 ? speed * (1 + test_uniform(random))
                                    : speed * test_box_radius(random);
    const double sign = test_uniform(random) < 0.5 ? -1 : 1;
    test_box_coordinate(random, ball, point, sign * speed, radius);
    for (int i = 1; i < 3; i++) /* vs and m */
        test_box_coordinate(random, ball + i, point + i, i == 1 ? 1 : 0.5 + 1.5 * (u < 0.7 ? u : 1),
                            0.2 * test_box_radius(random));
}

Test(stribeck, curve_holds_its_points)
{
    arb_ptr ball = _arb_vec_init(3), point = _arb_vec_init(3);
    arb_t held, exact;
    unsigned long long random = test_seed();
    arb_init(held);
    arb_init(exact);
    for (unsigned i = 0; i < DRAWS; i++) {
        draw(&random, ball, point);
        arb_stribeck_curve(held, ball, ball + 1, ball + 2, BITS);
        curve(exact, point, point + 1, point + 2);
        cr_expect(arb_overlaps(held, exact), "draw %u: %s not in %s", i, arb_get_str(exact, 20, 0),
                  arb_get_str(held, 20, 0));
        /* and about those of no other velocity: the curve is between 0 and 1, and an exponent of up
         * to 8^2 / 0.99^2 loses 7 bits, of roundings up to 2^5 */
        arb_stribeck_curve(held, point, point + 1, point + 2, BITS);
        cr_expect(arb_overlaps(held, exact) && mag_cmp_2exp_si(arb_radref(held), 12 - BITS) <= 0,
                  "draw %u", i);
    }
    /* over both signs it reaches from its least value to 1 and no farther, but for the 30 bits that
     * a radius has: 2^-29 or 2e-9 of it each way, rounded up a few times */
    arb_zero(ball);
    mag_set_ui(arb_radref(ball), 2);
    arb_one(ball + 1);
    arb_one(ball + 2);
    arb_stribeck_curve(held, ball, ball + 1, ball + 2, BITS);
    arb_set_si(exact, -2);
    arb_exp(exact, exact, BITS);
    arb_get_lbound_arf(arb_midref(ball), held, BITS);
    cr_expect_float_eq(arf_get_d(arb_midref(ball), ARF_RND_NEAR),
                       arf_get_d(arb_midref(exact), ARF_RND_NEAR), 1e-8);
    arb_get_ubound_arf(arb_midref(ball), held, BITS);
    cr_expect_float_eq(arf_get_d(arb_midref(ball), ARF_RND_NEAR), 1, 1e-8);
    arb_clear(exact);
    arb_clear(held);
    _arb_vec_clear(point, 3);
    _arb_vec_clear(ball, 3);
}
