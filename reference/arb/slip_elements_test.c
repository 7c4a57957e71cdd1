/* Elements that saturate: one of them has a closed solution; several, where one number has a
 * radius, hold what they are at points of it. */
#include "reference/arb/slip_elements.h"

#include <criterion/criterion.h>
#include <math.h>

#include "reference/arb/test_box.h"

enum { FINE = 600, BITS = 64, DRAWS = 6000, N = SLIP_ELEMENTS_MAX };

/* What elements are given, one number after the other. */
enum { K, W = K + N, G = W + N, Y = G + 1, XI = Y + N, NUMBERS };

/* Sets the state from the numbers, and follows the path. */
static void travel(arb_ptr at, arb_srcptr given, int n, bool square, slong prec)
{
    const struct slip_elements e = { n, square, given + K, given + W, given + G };
    _arb_vec_zero(at, SLIP_SIZE);
    _arb_vec_set(at, given + Y, n);
    arb_dot(at + SLIP_FORCE, NULL, 0, given + K, 1, given + Y, 1, n, prec);
    slip_elements_travel(at, &e, given + XI, prec);
}

/* Picks one of the numbers that n elements have; where some are at their limits, one that leaves
 * them there. */
static int pick(int n, bool at_limits, double u)
{
    const int k = (int)(u * (3 * n + 2));
    if (at_limits)
        return k % 3 == 0 ? Y : k % 3 == 1 ? G : XI;
    return k == 3 * n ? G : k > 3 * n ? XI : (k % 3 == 0 ? K : k % 3 == 1 ? W : Y) + k / 3;
}

/* Draws elements, the first within its limits and the others too or at them, and a level that their
 * force is below, near or beyond; one number has a radius, of which the point is an end or lies
 * within. Returns which. */
static int draw(arb_ptr box, arb_ptr point, int n, unsigned long long *random)
{
    static const double radii[] = { 1e-9, 1e-3, 0.1 }, beside[] = { 0, 1e-6, 0.05, 0.5 };
    double given[NUMBERS] = { 0 }, force = 0, most = 0;
    const bool at_limits = test_uniform(random) < 0.5;
    for (int i = 0; i < n; i++) {
        const double share = 0.1 + 0.75 * test_uniform(random);
        given[K + i] = 0.5 + test_uniform(random);
        given[Y + i] = 0.25 + test_uniform(random);
        given[W + i] = given[K + i] * given[Y + i];
        force += given[W + i];
        if (i == 0 || !at_limits)
            given[W + i] /= share;
        most += given[W + i];
    }
    const int wide = pick(n, at_limits, test_uniform(random));
    const double off = beside[(int)(4 * test_uniform(random))];
    given[G] = force * (1 + (test_uniform(random) < 0.5 ? off : -off));
    if (given[G] > most / 1.25) /* all slip far below the level, or never */
        given[G] = test_uniform(random) < 0.5 ? 1.25 * most : most / 1.25;
    given[XI] = 8 * pow(test_uniform(random), 2);
    for (int i = 0; i < NUMBERS; i++)
        test_box_coordinate(random, box + i, point + i, given[i],
                            i == wide ? radii[(int)(3 * test_uniform(random))] * given[i] : 0);
    for (int i = 0; i < n; i++) /* the products as they are, and not as doubles */
        if (at_limits && i > 0) {
            arb_mul(box + W + i, box + K + i, box + Y + i, FINE);
            arb_set(point + W + i, box + W + i);
        }
    return wide;
}

Test(elements, hold_those_at_points)
{
    unsigned long long random = test_seed();
    arb_ptr box = _arb_vec_init(NUMBERS), point = _arb_vec_init(NUMBERS),
            over = _arb_vec_init(SLIP_SIZE), is = _arb_vec_init(SLIP_SIZE);
    for (int k = 0; k < DRAWS; k++) {
        const int n = 1 + k % N, wide = draw(box, point, n, &random);
        const bool square = k / N % 2;
        travel(over, box, n, square, BITS);
        travel(is, point, n, square, FINE);
        cr_expect(arb_is_finite(over + SLIP_FORCE) && arb_is_finite(over + SLIP_INTEGRAL));
        for (int i = 0; i < SLIP_SIZE; i++)
            cr_expect(i >= n && i < SLIP_FORCE ? arb_is_zero(over + i)
                                               : test_box_holds(over + i, is + i),
                      "draw %d, number %d wide: %d is %.17g +- %g, at a point %.17g", k, wide, i,
                      arf_get_d(arb_midref(over + i), ARF_RND_NEAR),
                      mag_get_d(arb_radref(over + i)), arf_get_d(arb_midref(is + i), ARF_RND_NEAR));
    }
    _arb_vec_clear(is, SLIP_SIZE);
    _arb_vec_clear(over, SLIP_SIZE);
    _arb_vec_clear(point, NUMBERS);
    _arb_vec_clear(box, NUMBERS);
}

/* y <- the path over G/k on which w rises from w0 to w: -log((1 - w)/(1 - w0)), or atanh w - atanh
 * w0. */
static void path_between(arb_t y, const arb_t w0, const arb_t w, bool square)
{
    arb_t t;
    arb_init(t);
    if (square) {
        arb_atanh(y, w, FINE);
        arb_atanh(t, w0, FINE);
        arb_sub(y, y, t, FINE);
    } else {
        arb_sub_ui(y, w, 1, FINE);
        arb_sub_ui(t, w0, 1, FINE);
        arb_div(y, t, y, FINE);
        arb_log(y, y, FINE);
    }
    arb_clear(t);
}

/* integral <- the integral of w over that path, with k/G: w dxi = dxi - dw G/k, or of tanh. */
static void integral_between(arb_t y, const arb_t w0, const arb_t w, bool square)
{
    arb_t t;
    arb_init(t);
    if (square) {
        arb_sqr(y, w, FINE);
        arb_sub_ui(y, y, 1, FINE);
        arb_sqr(t, w0, FINE);
        arb_sub_ui(t, t, 1, FINE);
        arb_div(y, t, y, FINE);
        arb_log(y, y, FINE);
        arb_mul_2exp_si(y, y, -1);
    } else {
        path_between(y, w0, w, square);
        arb_sub(t, w, w0, FINE);
        arb_sub(y, y, t, FINE);
    }
    arb_clear(t);
}

static void expect_near(const arb_t a, const arb_t b, const char *what, bool square)
{
    cr_expect(arb_overlaps(a, b), "%s, %d: %.17g, %.17g", what, square,
              arf_get_d(arb_midref(a), ARF_RND_NEAR), arf_get_d(arb_midref(b), ARF_RND_NEAR));
    /* numbers are of the size of 1, and take fewer than a hundred roundings */
    cr_expect(mag_cmp_2exp_si(arb_radref(a), 8 - BITS) < 0, "%s: %g", what,
              mag_get_d(arb_radref(a)));
}

/* w goes from w0 to w and then, where the element slips at w, stays for a path of 1/2 more. */
static void follow(const double from, const double to, bool slips, bool square)
{
    arb_ptr given = _arb_vec_init(NUMBERS), at = _arb_vec_init(SLIP_SIZE);
    arb_t w0, w, scale, t, left;
    arb_init(w0);
    arb_init(w);
    arb_init(scale);
    arb_init(t);
    arb_init(left);
    arb_set_d(w0, from);
    arb_set_d(w, to);
    arb_set_d(given + K, 1.25);
    arb_set_d(given + G, 0.75);
    arb_set_d(given + W, slips ? 0.75 * to : 3);
    arb_div(scale, given + G, given + K, FINE);
    arb_mul(given + Y, scale, w0, FINE);
    path_between(given + XI, w0, w, square);
    arb_mul(given + XI, given + XI, scale, FINE);
    arb_set_d(left, slips ? 0.5 : 0);
    arb_add(given + XI, given + XI, left, FINE);
    travel(at, given, 1, square, BITS);

    arb_mul(t, w, given + G, FINE);
    expect_near(at + SLIP_FORCE, t, "force", square);
    arb_mul(t, w, scale, FINE);
    expect_near(at, t, "deflection", square);
    arb_sub(t, t, given + Y, FINE);
    arb_pow_ui(given + Y, w, square ? 2 : 1, FINE); /* e; w is positive where it slips */
    arb_sub_ui(given + Y, given + Y, 1, FINE);
    arb_submul(t, given + Y, left, FINE);
    expect_near(at + SLIP_GAIN, t, "gain", square);
    integral_between(t, w0, w, square);
    arb_mul(t, t, scale, FINE);
    arb_addmul(t, w, left, FINE);
    expect_near(at + SLIP_INTEGRAL, t, "integral", square);
    arb_clear(left);
    arb_clear(t);
    arb_clear(scale);
    arb_clear(w);
    arb_clear(w0);
    _arb_vec_clear(at, SLIP_SIZE);
    _arb_vec_clear(given, NUMBERS);
}

Test(elements, of_which_there_is_one_have_a_closed_solution)
{
    for (int square = 0; square < 2; square++)
        for (int slips = 0; slips < 2; slips++) {
            follow(0.125, 0.625, slips, square);
            follow(0, 0.875, slips, square);
        }
    follow(-0.5, 0.25, false, false);
    follow(1.5, 1.125, false, false); /* from beyond the level */
}

/* An element that carries just the level stays where it is. */
Test(elements, stay_at_their_level)
{
    arb_ptr given = _arb_vec_init(NUMBERS), at = _arb_vec_init(SLIP_SIZE);
    for (int square = 0; square < 2; square++) {
        arb_set_d(given + K, 0.5);
        arb_set_d(given + Y, 1.25);
        arb_set_d(given + G, 0.625);
        arb_set_d(given + W, 3);
        arb_set_d(given + XI, 7);
        mag_set_ui_2exp_si(arb_radref(given + Y), 1, -40);
        travel(at, given, 1, square, BITS);
        cr_expect(arb_contains(at, given + Y) && arb_contains(at + SLIP_FORCE, given + G));
        cr_expect(arb_contains_si(at + SLIP_GAIN, 0) && arb_contains_si(at + SLIP_INTEGRAL, 7));
        /* The force is off the level by 2^-41 at most, by which the element moves 2^-40. */
        for (int i = 0; i < SLIP_SIZE; i++)
            cr_expect(mag_cmp_2exp_si(arb_radref(at + i), i == SLIP_INTEGRAL ? -36 : -38) < 0,
                      "%d: %g", i, mag_get_d(arb_radref(at + i)));
    }
    _arb_vec_clear(at, SLIP_SIZE);
    _arb_vec_clear(given, NUMBERS);
}
