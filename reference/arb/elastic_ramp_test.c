/* A deflection with an elastic range: it follows its equation, as a quadrature of 1/g by small
 * steps says; holds those at points where numbers have radii; and is known in closed form off the
 * ramp. */
#include "reference/arb/elastic_ramp.h"

#include <criterion/criterion.h>
#include <math.h>

#include "reference/arb/test_box.h"

enum { FINE = 200, BITS = 64, DRAWS = 400, NUMBERS = RAMP_LEVELS + 2 };
enum { W = RAMP_LEVELS, PATH };

static void travel(struct elastic_ramp *m, arb_srcptr given, slong prec)
{
    arb_set(m->w, given + W);
    arb_set(m->left, given + PATH);
    arb_zero(m->integral);
    m->sums = true;
    elastic_ramp_travel(m, given, prec);
}

static void open_ramp(struct elastic_ramp *m)
{
    arb_init(m->w);
    arb_init(m->left);
    arb_init(m->integral);
}

static void close_ramp(struct elastic_ramp *m)
{
    arb_clear(m->integral);
    arb_clear(m->left);
    arb_clear(m->w);
}

/* Draws a ramp, wide or narrow, a place before, on or beyond it, and a path. Radii are up to 0.4 of
 * the ramp's width, in one number, in the levels or in all. */
static void draw(arb_ptr box, arb_ptr point, unsigned long long *random)
{
    static const double radii[] = { 1e-12, 1e-3, 0.25, 0.4 }, widths[] = { 0.5, 0.1, 0.01 };
    const double width = widths[(int)(3 * test_uniform(random))],
                 from = 1 + width * (4 * test_uniform(random) - 3),
                 path = (test_uniform(random) < 0.5 ? 4 * width : 2) * test_uniform(random);
    const double given[NUMBERS] = { 1 - width, 1, 1.5, from, path };
    const double radius = width * radii[(int)(4 * test_uniform(random))];
    const int wide = (int)(test_uniform(random) * (NUMBERS + 2));
    for (int i = 0; i < NUMBERS; i++)
        test_box_coordinate(random, box + i, point + i, given[i],
                            i == wide || wide > NUMBERS || (wide == NUMBERS && i < W)
                                ? fmin(radius, given[PATH])
                                : 0);
}

Test(ramp, holds_those_at_points)
{
    unsigned long long random = test_seed();
    arb_ptr box = _arb_vec_init(NUMBERS), point = _arb_vec_init(NUMBERS);
    struct elastic_ramp over, is;
    unsigned finite = 0;
    open_ramp(&over);
    open_ramp(&is);
    for (int k = 0; k < DRAWS; k++) {
        draw(box, point, &random);
        travel(&over, box, BITS);
        travel(&is, point, FINE);
        finite += arb_is_finite(over.w) && arb_is_finite(over.integral);
        cr_expect(test_box_holds(over.w, is.w), "draw %d: w is %.17g +- %g, at a point %.17g", k,
                  arf_get_d(arb_midref(over.w), ARF_RND_NEAR), mag_get_d(arb_radref(over.w)),
                  arf_get_d(arb_midref(is.w), ARF_RND_NEAR));
        cr_expect(test_box_holds(over.integral, is.integral), "draw %d: %.17g +- %g, %.17g", k,
                  arf_get_d(arb_midref(over.integral), ARF_RND_NEAR),
                  mag_get_d(arb_radref(over.integral)),
                  arf_get_d(arb_midref(is.integral), ARF_RND_NEAR));
    }
    cr_expect_gt(finite, DRAWS / 2);
    close_ramp(&is);
    close_ramp(&over);
    _arb_vec_clear(point, NUMBERS);
    _arb_vec_clear(box, NUMBERS);
}

/* dw/dxi, by definition. */
static double slope(double w)
{
    const double y = (w - 0.5) / 0.5, alpha = y <= 0   ? 0
                                              : y >= 1 ? 1
                                                       : pow(sin(acos(-1) * y / 2), 2);
    return 1 - alpha * w / 1.5;
}

/* Steps of Runge and Kutta's method of order 4 in doubles, a thousand for a path of 2. */
static void by_steps(double *w, double *integral, double path)
{
    enum { STEPS = 1000 };
    const double h = path / STEPS;
    *integral = 0;
    for (int k = 0; k < STEPS; k++) {
        const double a = slope(*w), b = slope(*w + h / 2 * a), c = slope(*w + h / 2 * b),
                     d = slope(*w + h * c);
        *integral += h / 6 * (6 * *w + h * (a + b + c));
        *w += h / 6 * (a + 2 * b + 2 * c + d);
    }
}

Test(ramp, is_what_small_steps_give)
{
    arb_ptr given = _arb_vec_init(NUMBERS);
    struct elastic_ramp m;
    open_ramp(&m);
    for (int from = -4; from <= 14; from++)
        for (int path = 1; path <= 16; path += 3) {
            double w = from / 8., integral;
            arb_set_d(given + RAMP_BA, 0.5);
            arb_set_d(given + RAMP_MAX, 1);
            arb_set_d(given + RAMP_SS, 1.5);
            arb_set_d(given + W, w);
            arb_set_d(given + PATH, path / 8.);
            travel(&m, given, BITS);
            by_steps(&w, &integral, path / 8.);
            /* The slope is smooth but for its second derivative: errors of h^3 at two bends. */
            cr_expect(fabs(arf_get_d(arb_midref(m.w), ARF_RND_NEAR) - w) < 1e-7, "%d, %d: %.17g",
                      from, path, w);
            cr_expect(fabs(arf_get_d(arb_midref(m.integral), ARF_RND_NEAR) - integral) < 1e-7,
                      "%d, %d: %.17g", from, path, integral);
            cr_expect(mag_get_d(arb_radref(m.w)) < 0x1p-50 &&
                          mag_get_d(arb_radref(m.integral)) < 0x1p-50,
                      "%d, %d", from, path);
        }
    close_ramp(&m);
    _arb_vec_clear(given, NUMBERS);
}
