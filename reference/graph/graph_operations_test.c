/* Each operation of expressions, in balls and as slopes over boxes, against the same in MPFR at
 * points: a box's value holds the values at its points, what has none somewhere is not finite, and
 * what cancels to first order is of second order. */
#include "reference/graph/graph_ball.h"
#include "reference/graph/graph_node_ball.h"
#include "reference/graph/graph_slopes.h"
#include "reference/graph/pointwise_test.h"

enum { BITS = 200 };

static void ball_of(arb_t value, const struct graph *g, expression e, arb_srcptr box, slong prec)
{
    const struct law_graph law = { .nodes = g->nodes, .n = g->n, .numbers = g->numbers };
    const struct ball_point at = { .p = box };
    graph_ball(value, &law, &e, 1, &at, prec);
}

Test(operations, hold_their_points)
{
    enum { EXPRESSIONS = 3000, POINTS = 4, DEPTH = 4 };
    unsigned long long random = test_seed();
    unsigned finite = 0, nowhere = 0;
    arb_ptr box = _arb_vec_init(SYMBOLS), at = _arb_vec_init(SYMBOLS);
    arb_t ball, point;
    arb_init(ball);
    arb_init(point);
    for (int n = 0; n < EXPRESSIONS; n++) {
        struct graph g = { 0 };
        const expression e = draw(&g, &random, 1 + n % DEPTH, false);
        double m[SYMBOLS], radius[SYMBOLS];
        for (int i = 0; i < SYMBOLS; i++) {
            m[i] = n % 7 == i ? 0 : 4 * test_uniform(&random) - 2;
            radius[i] = test_box_radius(&random) * (n % 3 ? 1 : 10);
        }
        for (int k = 0; k < POINTS; k++) {
            for (int i = 0; i < SYMBOLS; i++)
                test_box_coordinate(&random, box + i, at + i, m[i], radius[i]);
            ball_of(ball, &g, e, box, BITS);
            const enum pointwise is = value_at(point, &g, e, at);
            finite += is == HAS_VALUE && arb_is_finite(ball);
            nowhere += is == HAS_NONE;
            if (is == IS_HUGE ||
                (is == HAS_VALUE ? !arb_is_finite(ball) || arb_overlaps(ball, point)
                                 : !arb_is_finite(ball)))
                continue;
            char *text = text_of(&g, e);
            cr_expect(false, "%s at %g +- %g, %g +- %g", text, m[0], radius[0], m[1], radius[1]);
            free(text);
        }
        graph_free(&g);
    }
    cr_expect(finite > EXPRESSIONS && nowhere > EXPRESSIONS / 20, "%u values, %u without", finite,
              nowhere);
    arb_clear(point);
    arb_clear(ball);
    _arb_vec_clear(at, SYMBOLS);
    _arb_vec_clear(box, SYMBOLS);
}

/* Sets f(x) or f(x, y) plus `sign` times its tangent at m[]. */
static expression with_tangent(struct graph *g, enum graph_operation operation, const double m[],
                               int sign)
{
    const expression x = symbol(g, 0), y = symbol(g, 1);
    const unsigned n = graph_arguments(operation);
    const expression f = n == 1 ? graph_one(g, operation, x) : graph_two(g, operation, x, y);
    expression sum = f;
    arb_ptr at = _arb_vec_init(SYMBOLS);
    arb_ptr value = _arb_vec_init(2);
    for (unsigned i = 0; i < n; i++) {
        for (int k = 0; k < 2; k++) { /* a difference over 2^-299 */
            arb_t step;
            arb_init(step);
            for (int j = 0; j < SYMBOLS; j++)
                arb_set_d(at + j, m[j]);
            arb_set_si(step, k == 0 ? -1 : 1);
            arb_mul_2exp_si(step, step, -300);
            arb_add(at + i, at + i, step, ARF_PREC_EXACT);
            cr_assert_eq(value_at(value + k, g, f, at), HAS_VALUE);
            arb_clear(step);
        }
        arb_sub(value, value + 1, value, HIGH_BITS);
        arb_mul_2exp_si(value, value, 299);
        const double slope = arf_get_d(arb_midref(value), ARF_RND_NEAR);
        sum = graph_two(g, GRAPH_SUM, sum,
                        graph_two(g, GRAPH_PRODUCT, graph_real(g, sign * slope), i == 0 ? x : y));
    }
    _arb_vec_clear(value, 2);
    _arb_vec_clear(at, SYMBOLS);
    return sum;
}

/* Over a box about m[] what is left without the tangent is of second order, and with twice the
 * tangent all corners are held. */
static void check_slopes(enum graph_operation operation, const double m[])
{
    static const double radii[] = { 1e-2, 1e-4, 1e-7 };
    arb_ptr box = _arb_vec_init(SYMBOLS), at = _arb_vec_init(SYMBOLS);
    arb_t ball, point;
    arb_init(ball);
    arb_init(point);
    for (int sign = -1; sign <= 1; sign += 2)
        for (size_t r = 0; r < sizeof radii / sizeof *radii; r++) {
            struct graph g = { 0 };
            const expression e = with_tangent(&g, operation, m, sign);
            for (int corner = 0; corner < 4; corner++) {
                for (int i = 0; i < SYMBOLS; i++) {
                    arb_set_d(box + i, m[i]);
                    mag_set_d(arb_radref(box + i), radii[r]);
                    arb_set_d(at + i, m[i] + (corner >> i & 1 ? 1 : -1) * radii[r]);
                }
                ball_of(ball, &g, e, box, BITS);
                cr_assert(value_at(point, &g, e, at) == HAS_VALUE && arb_is_finite(ball));
                char *text = text_of(&g, e);
                cr_expect(arb_overlaps(ball, point), "%s at %g, %g +- %g", text, m[0], m[1],
                          radii[r]);
                /* second derivatives are below 50 at these points */
                cr_expect(sign > 0 || mag_get_d(arb_radref(ball)) <= 200 * radii[r] * radii[r],
                          "%s at %g, %g +- %g: %g wide", text, m[0], m[1], radii[r],
                          mag_get_d(arb_radref(ball)));
                free(text);
            }
            graph_free(&g);
        }
    arb_clear(point);
    arb_clear(ball);
    _arb_vec_clear(at, SYMBOLS);
    _arb_vec_clear(box, SYMBOLS);
}

Test(operations, have_their_slopes)
{
    static const double points[][SYMBOLS] = { { 0.25, 0.625 },  { 0.75, -1.5 },    { 0.5, 2 },
                                              { -0.375, 0.75 }, { -0.625, -0.25 }, { 1.5, 3 } };
    for (enum graph_operation operation = GRAPH_NEGATED; operation <= GRAPH_MAX; operation++) {
        unsigned tried = 0;
        for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
            const double x = points[k][0];
            const bool is_real =
                operation == GRAPH_POWER || operation == GRAPH_SQRT || operation == GRAPH_LOG
                    ? x > 0
                    : true;
            const bool is_inverse = operation == GRAPH_ASIN || operation == GRAPH_ACOS;
            if (!is_real || (is_inverse && fabs(x) > 0.9) || (operation == GRAPH_TAN && x > 1))
                continue;
            check_slopes(operation, points[k]);
            tried++;
        }
        cr_expect_geq(tried, 3u);
    }
}

/* Writes the slope of x^n by x over the ball x. */
static void slope_of_power(arb_t slope, const arb_t x, double n)
{
    struct graph g = { 0 };
    const expression base = symbol(&g, 0),
                     power = graph_two(&g, GRAPH_POWER, base, graph_real(&g, n));
    const struct law_graph law = { .nodes = g.nodes, .n = g.n, .numbers = g.numbers };
    arb_ptr value = _arb_vec_init((slong)g.n), slopes = _arb_vec_init((slong)g.n);
    const struct ball_point at = { .p = x };
    for (size_t i = 0; i < g.n; i++)
        graph_node_ball(value, &law, i, &at, BITS);
    graph_slopes(slopes, value, &law, power, NULL, BITS);
    arb_set(slope, slopes + base);
    _arb_vec_clear(slopes, (slong)g.n);
    _arb_vec_clear(value, (slong)g.n);
    graph_free(&g);
}

/* Over [-r, r] the slope of x^n is all of n x^(n-1), for a whole n, and over [0, r] for any n > 1:
 * finite also where the ball has its middle, or its end, at 0. */
Test(operations, powers_have_slopes_about_zero)
{
    static const double powers[] = { 1, 2, 3, 4, 1.5, 2.5 };
    arb_t x, slope;
    arb_init(x);
    arb_init(slope);
    for (size_t k = 0; k < sizeof powers / sizeof *powers; k++)
        for (int log_r = -60; log_r <= 0; log_r += 20) {
            const double n = powers[k], r = ldexp(1, log_r), most = n * pow(r, n - 1);
            arb_set_d(x, floor(n) == n ? 0 : r / 2);
            arb_add_error_2exp_si(x, floor(n) == n ? log_r : log_r - 1);
            arb_nonnegative_part(slope, x);
            slope_of_power(slope, floor(n) == n ? x : slope, n);
            const double from = arf_get_d(arb_midref(slope), ARF_RND_NEAR) -
                                mag_get_d(arb_radref(slope)),
                         to = arf_get_d(arb_midref(slope), ARF_RND_NEAR) +
                              mag_get_d(arb_radref(slope));
            const double least = n == 1 ? 1 : n == 2 || n == 4 ? -most : 0;
            /* radii have 30 bits, and are rounded up a few times */
            const double slack = ldexp(most, -26);
            cr_expect(from <= least && from >= least - slack, "x^%g over 2^%d: from %g", n, log_r,
                      from);
            cr_expect(to >= most && to <= most + slack, "x^%g over 2^%d: to %g", n, log_r, to);
        }
    arb_clear(slope);
    arb_clear(x);
}
