/* The sums that proofs evaluate, against the laws themselves: force, rates and a storage that is
 * differentiated by its own formula. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "reference/arb/dissipation/dissipation.h"
#include "reference/arb/law.h"
#include "reference/arb/test_box.h"
#include "tools/base/decide.h"

enum { PREC = 128, FINE = 500, POINTS = 400, WIDE = 24 /* boxes in all parameters at once */ };

/* Parameters of Table I, and values for those that it lacks. */
static double value_of(const char *name)
{
    static const struct {
        const char *name;
        double value;
    } values[] = {
        { "sigma0", 1e5 },   { "sigma1", 316.25 }, { "sigma2", 0.4 }, { "Fc", 1 },
        { "Fs", 1.5 },       { "vs", 1e-3 },       { "m", 2 },        { "alpha", 5e4 },
        { "k", 1e5 },        { "p0", 1e-5 },       { "a0", 0.5 },     { "b", 300 },
        { "z_ba", 7e-6 },    { "z_max", 9e-6 },    { "c", 0.25 },     { "A", 0.75 },
        { "beta", 3e4 },     { "gamma", 7e4 },     { "n", 1 },        { "v_brk", 1e-3 },
        { "v_t", 1e-3 },     { "f1", 3.75 },       { "f2", 2.75 },    { "eta", 0.5 },
        { "epsilon", 5e-5 },
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strcmp(values[i].name, name) == 0)
            return values[i].value;
    cr_assert_fail("no value for %s", name);
    return 0;
}

struct point {
    struct dissipation_inequality balance;
    const struct arb_law *law;
    arb_ptr p, c, theta, w, bound, x;
    arb_t V, v, s;
};

/* Sets up a law's test point; bound is sup |x_i| by the law. Returns false for a law without a
 * dissipation inequality, and nothing to clear. */
static bool point_init(struct point *pt, const struct arb_law *law)
{
    *pt = (struct point){ .balance = dissipation_find(law->name), .law = law };
    if (!pt->balance.law)
        return false;
    pt->p = _arb_vec_init(ARB_LAW_MAX);
    pt->c = _arb_vec_init(DISSIPATION_MAX_STORAGE);
    pt->theta = _arb_vec_init(1);
    pt->w = _arb_vec_init(DISSIPATION_MAX_STATES);
    pt->bound = _arb_vec_init(ARB_LAW_MAX);
    pt->x = _arb_vec_init(ARB_LAW_MAX);
    arb_init(pt->V);
    arb_init(pt->v);
    arb_init(pt->s);
    for (int i = 0; pt->law->params[i]; i++)
        arb_set_d(pt->p + i, value_of(pt->law->params[i]));
    if (strcmp(law->name, "lugre_increment") == 0) { /* levels in m */
        arb_set_d(pt->p + arb_law_index(pt->law->params, "Fc"), 1e-5);
        arb_set_d(pt->p + arb_law_index(pt->law->params, "Fs"), 0.5e-5);
    }
    if (pt->law->bound)
        pt->law->bound(pt->bound, pt->p, PREC);
    return true;
}

static void point_clear(struct point *pt)
{
    arb_clear(pt->s);
    arb_clear(pt->v);
    arb_clear(pt->V);
    _arb_vec_clear(pt->x, ARB_LAW_MAX);
    _arb_vec_clear(pt->bound, ARB_LAW_MAX);
    _arb_vec_clear(pt->w, DISSIPATION_MAX_STATES);
    _arb_vec_clear(pt->theta, 1);
    _arb_vec_clear(pt->c, DISSIPATION_MAX_STORAGE);
    _arb_vec_clear(pt->p, ARB_LAW_MAX);
}

/* Bouc and Wen's exponents and classes. */
static void point_vary(struct point *pt, unsigned seed)
{
    const int n = arb_law_index(pt->law->params, "n");
    const int gamma = arb_law_index(pt->law->params, "gamma");
    if (n < 0 || gamma < 0)
        return;
    arb_set_ui(pt->p + n, 1 + seed / 4 % 2);
    arb_set_d(pt->p + gamma, seed / 8 % 2 == 0 ? 7e4 : -1e4);
    pt->law->bound(pt->bound, pt->p, PREC);
}

/* theta and w on a grid of 64ths that leaves out 0 and 1 (where v is), c in quarters. */
static void point_draw(struct point *pt, unsigned seed)
{
    srand(seed);
    point_vary(pt, seed);
    arb_set_si(pt->theta, 1 + rand() % 63);
    arb_mul_2exp_si(pt->theta, pt->theta, -6);
    for (int i = 0; i < pt->balance.n_states; i++) {
        arb_set_si(pt->w + i, rand() % 127 - 63);
        arb_mul_2exp_si(pt->w + i, pt->w + i, -6);
    }
    for (int k = 0; k < pt->balance.n_storage; k++) {
        arb_set_si(pt->c + k, rand() % 9 - 4);
        arb_mul_2exp_si(pt->c + k, pt->c + k, -2);
    }
    arb_set_si(pt->s, rand() % 2 == 0 ? 1 : -1);
    dissipation_speed(&pt->balance, pt->V, pt->p, PREC);
    arb_t rest;
    arb_init(rest);
    arb_sub_ui(rest, pt->theta, 1, PREC);
    arb_div(pt->v, pt->theta, rest, PREC);
    arb_mul(pt->v, pt->v, pt->V, PREC);
    arb_neg(pt->v, pt->v);
    arb_mul(pt->v, pt->v, pt->s, PREC);
    for (int i = 0; i < pt->balance.n_states; i++) {
        arb_mul(pt->x + i, pt->w + i, pt->bound + i, PREC);
        arb_mul(pt->x + i, pt->x + i, pt->s, PREC);
    }
    arb_clear(rest);
}

static struct dissipation_box box_of(const struct point *pt)
{
    return (struct dissipation_box){ pt->p, pt->c, pt->theta, pt->w };
}

/* dS/dx_0 where c = 1, 0, ...: of the law's own storage, by differences over a relative 2^-60,
 * whose error is their square's; for a law that declares none, S has the unit Fc/sigma0, or Fc
 * where z has none. */
static void declared_slope(arb_t slope, const struct point *pt)
{
    arb_t step, t;
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    arb_init(step);
    arb_init(t);
    if (pt->law->storage) {
        _arb_vec_set(x, pt->x, ARB_LAW_MAX);
        arb_mul_2exp_si(step, pt->bound, -60);
        arb_add(x, pt->x, step, (slong)4 * PREC);
        pt->law->storage(slope, pt->p, x, (slong)4 * PREC);
        arb_sub(x, pt->x, step, (slong)4 * PREC);
        pt->law->storage(t, pt->p, x, (slong)4 * PREC);
        arb_sub(slope, slope, t, (slong)4 * PREC);
        arb_div(slope, slope, step, (slong)4 * PREC);
        arb_mul_2exp_si(slope, slope, -1);
        arb_mul_2exp_si(t, slope, -100);
        arb_add_error(slope, t);
    } else {
        const int sigma0 = arb_law_index(pt->law->params, "sigma0");
        arb_set(slope, pt->p + arb_law_index(pt->law->params, "Fc"));
        if (sigma0 >= 0)
            arb_div(slope, slope, pt->p + sigma0, PREC);
        arb_mul(slope, slope, pt->x, PREC);
        arb_div(slope, slope, pt->bound, PREC);
        arb_div(slope, slope, pt->bound, PREC);
    }
    arb_clear(t);
    arb_clear(step);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

/* (1-theta) (F v - dS/dt)/|v| by force and rate: c_k multiplies the declared slope by w^(2k). */
static void by_the_law(arb_t D, const struct point *pt)
{
    arb_t F, t, power, slope;
    arb_ptr dx = _arb_vec_init(ARB_LAW_MAX);
    arb_init(F);
    arb_init(t);
    arb_init(power);
    arb_init(slope);
    pt->law->force(F, pt->p, pt->v, pt->s, pt->x, PREC);
    arb_mul(D, F, pt->s, PREC);
    if (pt->balance.n_storage > 0) {
        pt->law->rate(dx, pt->p, pt->v, pt->s, pt->x, PREC);
        for (int k = pt->balance.n_storage - 1; k >= 0; k--) {
            arb_sqr(power, pt->w, PREC);
            arb_mul(slope, slope, power, PREC);
            arb_add(slope, slope, pt->c + k, PREC);
        }
        declared_slope(t, pt);
        arb_mul(slope, slope, t, PREC);
        arb_mul(slope, slope, dx, PREC);
        arb_abs(t, pt->v);
        arb_div(slope, slope, t, PREC);
        arb_sub(D, D, slope, PREC);
    }
    arb_sub_ui(t, pt->theta, 1, PREC);
    arb_neg(t, t);
    arb_mul(D, D, t, PREC);
    arb_clear(slope);
    arb_clear(power);
    arb_clear(t);
    arb_clear(F);
    _arb_vec_clear(dx, ARB_LAW_MAX);
}

Test(balance, excess_is_what_force_and_rate_give)
{
    arb_t mine, theirs, mu;
    arb_init(mine);
    arb_init(theirs);
    arb_init(mu);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_excess && i < POINTS; i++) {
            point_draw(&pt, i);
            const struct dissipation_box box = box_of(&pt);
            dissipation_value(q, mine, &box, mu, PREC);
            by_the_law(theirs, &pt);
            cr_assert(arb_overlaps(mine, theirs), "%s, point %u: %.17g, by force and rate %.17g",
                      q->law, i, arf_get_d(arb_midref(mine), ARF_RND_NEAR),
                      arf_get_d(arb_midref(theirs), ARF_RND_NEAR));
            cr_assert(mag_cmp_2exp_si(arb_radref(mine), -60) < 0, "%s", q->law);
            dissipation_excess(q, theirs, &box, mu, PREC);
            cr_assert(arb_contains_zero(mine) || ball_sign(theirs) == ball_sign(mine),
                      "%s, point %u: another sign", q->law, i);
        }
        point_clear(&pt);
    }
    arb_clear(mu);
    arb_clear(theirs);
    arb_clear(mine);
}

/* At the bounds, where it is used, and with the sign of the true rate elsewhere. */
Test(balance, inflow_has_the_sign_of_the_rate)
{
    arb_ptr dx = _arb_vec_init(ARB_LAW_MAX);
    arb_t mine;
    arb_init(mine);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_inflow && i < POINTS; i++) {
            point_draw(&pt, i);
            const int k = (int)(i % (unsigned)q->n_states), side = i % 4 < 2 ? -1 : 1;
            arb_set_si(pt.w + k, side);
            arb_mul(pt.x + k, pt.bound + k, pt.s, PREC);
            arb_mul_si(pt.x + k, pt.x + k, side, PREC);
            const struct dissipation_box box = box_of(&pt);
            dissipation_inflow(q, mine, &box, k, side, PREC);
            pt.law->rate(dx, pt.p, pt.v, pt.s, pt.x, PREC);
            arb_mul(dx + k, dx + k, pt.s, PREC);
            arb_mul_si(dx + k, dx + k, -side, PREC);
            cr_assert(arb_contains_zero(dx + k) ||
                          arf_sgn(arb_midref(mine)) == arf_sgn(arb_midref(dx + k)),
                      "%s, state %d at %d: %g, rate %g", q->law, k, side,
                      arf_get_d(arb_midref(mine), ARF_RND_NEAR),
                      arf_get_d(arb_midref(dx + k), ARF_RND_NEAR));
        }
        point_clear(&pt);
    }
    arb_clear(mine);
    _arb_vec_clear(dx, ARB_LAW_MAX);
}

/* A box with radii of its own in each coordinate, and a point in it: [0] and [1]. */
struct boxes {
    const struct dissipation_inequality *balance;
    unsigned long long random;
    arb_ptr p[2], c[2], theta[2], w[2], out[2];
    arb_t mu[2];
    slong prec;
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

/* Draws a coordinate anywhere in [lo, hi], its ends included. */
static void draw_in(struct boxes *b, arb_ptr ball[2], int k, double lo, double hi)
{
    const double radius = test_box_radius(&b->random), u = test_uniform(&b->random),
                 m = u < 0.1   ? lo
                     : u > 0.9 ? hi
                               : lo + (hi - lo) * u;
    test_box_coordinate(&b->random, ball[0] + k, ball[1] + k,
                        fmin(fmax(m, lo + radius), hi - radius), radius);
}

static void boxes_draw(struct boxes *b, const struct point *pt)
{
    static const slong precisions[] = { 24, 53, 96 };
    b->prec = precisions[(size_t)(3 * test_uniform(&b->random))];
    for (int i = 0; pt->law->params[i]; i++) {
        const double value = arf_get_d(arb_midref(pt->p + i), ARF_RND_NEAR);
        const bool whole = strcmp(pt->law->params[i], "n") == 0;
        test_box_coordinate(&b->random, b->p[0] + i, b->p[1] + i, value,
                            whole ? 0 : fabs(value) * test_box_radius(&b->random));
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
        for (unsigned i = 0; i < (pt.balance.text ? WIDE : POINTS); i++) {
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

/* mu takes away in proportion, nothing at rest, and something of every motion with w_0 > 0. */
Test(balance, mu_takes_away_in_proportion)
{
    arb_t with[3], mu, taken;
    arb_init(mu);
    arb_init(taken);
    for (int k = 0; k < 3; k++)
        arb_init(with[k]);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_excess && i < POINTS; i++) {
            point_draw(&pt, i);
            const struct dissipation_box box = box_of(&pt);
            for (int k = 0; k < 3; k++) {
                arb_set_si(mu, k);
                dissipation_value(q, with[k], &box, mu, PREC);
            }
            arb_sub(taken, with[0], with[1], PREC);
            const bool moves = q->n_states == 0 || arb_is_positive(pt.w);
            cr_assert(moves ? arb_is_positive(taken) : !arb_is_negative(taken), "%s, point %u",
                      q->law, i);
            arb_addmul_si(with[2], taken, 2, PREC);
            cr_assert(arb_overlaps(with[2], with[0]), "%s, point %u", q->law, i);
        }
        point_clear(&pt);
    }
    for (int k = 0; k < 3; k++)
        arb_clear(with[k]);
    arb_clear(taken);
    arb_clear(mu);
}
