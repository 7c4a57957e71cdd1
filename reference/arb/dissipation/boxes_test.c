/* What proofs evaluate over boxes, against the same at points of them. */
#include "reference/arb/dissipation/point_test.h"
#include "reference/arb/test_box.h"
#include "tools/base/decide.h"

enum { FINE = 500, BOXES_OF_A_TEXT = 48 };

/* A box with radii of its own in each coordinate, and a point in it: [0] and [1]. */
struct boxes {
    const struct dissipation_inequality *balance;
    unsigned long long random;
    arb_ptr p[2], c[2], theta[2], w[2], out[2];
    arb_t mu[2];
    slong prec;
    bool sparse;
};

static void boxes_init(struct boxes *b, const struct dissipation_inequality *balance)
{
    *b = (struct boxes){ .balance = balance };
    for (int side = 0; side < 2; side++) {
        b->p[side] = _arb_vec_init(ARB_LAW_MAX);
        b->c[side] = _arb_vec_init(DISSIPATION_MAX_STORAGE);
        b->theta[side] = _arb_vec_init(1);
        b->w[side] = _arb_vec_init(DISSIPATION_MAX_STATES);
        b->out[side] = _arb_vec_init(DISSIPATION_MAX_STATES);
        arb_init(b->mu[side]);
    }
}

static void boxes_clear(struct boxes *b)
{
    for (int side = 0; side < 2; side++) {
        arb_clear(b->mu[side]);
        _arb_vec_clear(b->out[side], DISSIPATION_MAX_STATES);
        _arb_vec_clear(b->w[side], DISSIPATION_MAX_STATES);
        _arb_vec_clear(b->theta[side], 1);
        _arb_vec_clear(b->c[side], DISSIPATION_MAX_STORAGE);
        _arb_vec_clear(b->p[side], ARB_LAW_MAX);
    }
}

/* Draws a radius relative to the size of a coordinate. In a sparse box most coordinates have none:
 * what they add would hide what one adds. */
static double draw_radius(struct boxes *b)
{
    const double u = test_uniform(&b->random), radius = test_box_radius(&b->random);
    return b->sparse && u < 0.7 ? 0 : radius;
}

/* Draws a coordinate anywhere in [lo, hi], its ends included, and boxes around 0 or of up to half
 * the range, over which signs change. */
static void draw_in(struct boxes *b, arb_ptr ball[2], int k, double lo, double hi)
{
    const bool wide = test_uniform(&b->random) < 0.2;
    const double radius = wide ? test_uniform(&b->random) * (hi - lo) / 2 : draw_radius(b),
                 u = test_uniform(&b->random),
                 m = u < 0.1   ? lo
                     : u > 0.9 ? hi
                     : u > 0.8 ? fmax(lo, 0)
                               : lo + (hi - lo) * u;
    test_box_coordinate(&b->random, ball[0] + k, ball[1] + k,
                        fmin(fmax(m, lo + radius), hi - radius), radius);
}

static void boxes_draw(struct boxes *b, const struct point *pt)
{
    static const slong precisions[] = { 24, 53, 96 };
    b->prec = precisions[(size_t)(3 * test_uniform(&b->random))];
    b->sparse = test_uniform(&b->random) < 0.5;
    for (int i = 0; pt->law->params[i]; i++) {
        const double value = arf_get_d(arb_midref(pt->p + i), ARF_RND_NEAR);
        const bool whole = strcmp(pt->law->params[i], "n") == 0;
        test_box_coordinate(&b->random, b->p[0] + i, b->p[1] + i, value,
                            whole ? 0 : fabs(value) * draw_radius(b));
    }
    draw_in(b, b->theta, 0, 0, 1);
    for (int k = 0; k < b->balance->n_states; k++)
        draw_in(b, b->w, k, -1, 1);
    for (int k = 0; k < b->balance->n_storage; k++)
        draw_in(b, b->c, k, -1, 1);
    const double mu = test_uniform(&b->random);
    for (int side = 0; side < 2; side++)
        arb_set_d(b->mu[side], mu < 0.3 ? 0 : mu);
}

/* By hand the box is an enclosure; from a text its sign is that of its points, for it may be
 * multiplied by other positive factors. */
static void expect_held(const struct boxes *b, const char *what, unsigned i)
{
    arb_srcptr box = b->out[0], point = b->out[1];
    const bool holds =
        b->balance->text
            ? !(certainly(ball_is_nonnegative(box)) && certainly(ball_is_negative(point))) &&
                  !(certainly(ball_is_nonpositive(box)) && certainly(ball_is_positive(point)))
            : test_box_holds(box, point);
    cr_assert(holds, "%s, %s, box %u: %.17g", b->balance->law, what, i,
              arf_get_d(arb_midref(point), ARF_RND_NEAR));
}

/* Evaluates the excess, or the inflow at a face, over the box and at its point. */
static void evaluate(struct boxes *b, int face)
{
    for (int side = 0; side < 2; side++) {
        const struct dissipation_box box = { b->p[side], b->c[side], b->theta[side], b->w[side] };
        const slong prec = side == 0 ? b->prec : FINE;
        if (face < 0)
            dissipation_excess(b->balance, b->out[side], &box, b->mu[side], prec);
        else {
            arb_set_si(b->w[side] + face / 2, face % 2 == 0 ? -1 : 1);
            dissipation_inflow(b->balance, b->out[side], &box, face / 2, face % 2 == 0 ? -1 : 1,
                               prec);
        }
    }
}

/* A missing widening, union or error bound, and an end taken for both, shows here. */
Test(balance, boxes_hold_their_points)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        struct boxes b;
        if (!point_init(&pt, *law))
            continue;
        boxes_init(&b, &pt.balance);
        for (unsigned i = 0; i < (pt.balance.text ? BOXES_OF_A_TEXT : POINTS); i++) {
            b.random = test_seed() ^ ((unsigned long long)i << 16);
            point_vary(&pt, i);
            boxes_draw(&b, &pt);
            if (pt.balance.has_excess)
                evaluate(&b, -1);
            expect_held(&b, "excess", i);
            if (pt.balance.has_inflow)
                evaluate(&b, (int)(i % (2 * (unsigned)pt.balance.n_states)));
            expect_held(&b, "inflow", i);
        }
        boxes_clear(&b);
        point_clear(&pt);
    }
}

/* A state, or a speed, of which nothing is known makes no sign certain that its points have not. */
Test(balance, boxes_without_a_coordinate_know_no_more)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        struct boxes b;
        if (!point_init(&pt, *law))
            continue;
        boxes_init(&b, &pt.balance);
        for (unsigned i = 0; i < 8 && pt.balance.has_excess; i++) {
            b.random = test_seed() ^ ((unsigned long long)i << 24);
            point_vary(&pt, i);
            boxes_draw(&b, &pt);
            if (i % 2 == 0 || pt.balance.n_states == 0)
                arb_indeterminate(b.theta[0]);
            else
                arb_indeterminate(b.w[0] + i / 2 % (unsigned)pt.balance.n_states);
            evaluate(&b, -1);
            expect_held(&b, "excess", i);
        }
        boxes_clear(&b);
        point_clear(&pt);
    }
}
