/* What a ball model encloses: its values over a box contain the values at points of the box, found
 * with many more bits. Boxes have radii of their own in each coordinate, also none, and points are
 * corners of the box as well as points inside. A union, a widening or an error bound that is
 * missing, and an end of an interval taken for both, shows here, whatever the equations are. */
#include "reference/arb/law.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/model.h"
#include "reference/arb/linear.h"
#include "reference/arb/test_box.h"

enum { EXACT_BITS = 600, BOXES = 500, MOST_HOLDS = 3, SERIES = 4 };

struct box {
    const struct arb_law *law;
    const struct model *model;
    unsigned long long random;
    arb_ptr p[2], x[2], out[2], x1[2]; /* of the box, of the point */
    arb_t v[2], s[2], h[2];
    slong prec;
    bool sparse;
    int only; /* the coordinate, counted as it is drawn, that alone has a radius; -1: any */
    int drawn;
    unsigned compared, finite;
};

enum { BOX, POINT };

static double uniform(struct box *b) { return test_uniform(&b->random); }

static slong bits(const struct box *b, int side) { return side == BOX ? b->prec : EXACT_BITS; }

/* Sets a coordinate of the box, with a relative radius, and of the point. */
static void set_pair(struct box *b, arb_t ball, arb_t point, double m, double r)
{
    test_box_coordinate(&b->random, ball, point, m, fabs(m) * r);
}

/* In every other box few coordinates have a radius, in some a single one: the others' would hide
 * one that is lost. */
static double draw_radius(struct box *b)
{
    const double radius = test_box_radius(&b->random);
    if (b->only >= 0)
        return b->drawn++ == b->only ? 1e-3 : 0;
    return b->sparse && test_uniform(&b->random) < 0.8 ? 0 : radius;
}

static double draw_log(struct box *b, double lo, double hi)
{
    return lo * pow(hi / lo, uniform(b));
}

/* Draws parameters near the defaults, or anywhere within three decades of them; where the default
 * is 0, up to 1. Returns false where
 * they are not valid. */
static bool draw_params(struct box *b)
{
    const bool near = uniform(b) < 0.5;
    for (int i = 0; b->law->params[i]; i++) {
        const unsigned k = quantity_index(b->model->params, b->model->n_params, b->law->params[i]);
        const struct quantity *q = &b->model->params[k];
        const bool whole = model_param_is_whole(b->model, k);
        double value = q->value;
        if (whole) /* an exponent is 1 or 2 */
            value = uniform(b) < 0.5 ? value : 3 - value;
        else if (value != 0)
            value *= near ? 1 + 0.2 * (2 * uniform(b) - 1) : draw_log(b, 0.03, 30);
        else if (!near)
            value = uniform(b) * fmin(q->hi, 1);
        value = fmin(fmax(value, q->lo), q->hi);
        /* Radii end within the range. */
        const double r =
            whole || value * (1 - 0.04) < q->lo || value * (1 + 0.04) > q->hi ? 0 : draw_radius(b);
        set_pair(b, b->p[BOX] + i, b->p[POINT] + i, value, r);
    }
    return !b->law->validate || (!b->law->validate(b->p[POINT]) && !b->law->validate(b->p[BOX]));
}

/* Draws any speed, or one near which the law changes, so that boxes lie on both sides. */
static void draw_velocity(struct box *b)
{
    const double most = fmin(b->model->speed_max, 10);
    double speed = draw_log(b, 1e-6 * most, most), p[ARB_LAW_MAX];
    if (b->model->stribeck_speed && uniform(b) < 0.2) {
        for (int i = 0; b->law->params[i]; i++)
            p[quantity_index(b->model->params, b->model->n_params, b->law->params[i])] =
                arf_get_d(arb_midref(b->p[POINT] + i), ARF_RND_NEAR);
        speed = b->model->stribeck_speed(p) * (0.98 + 0.04 * uniform(b));
    }
    const double v = uniform(b) < 0.5 ? -speed : speed;
    set_pair(b, b->v[BOX], b->v[POINT], v, draw_radius(b));
    set_pair(b, b->h[BOX], b->h[POINT], draw_log(b, 1e-8, 1e-1) / speed, draw_radius(b));
    for (int side = 0; side < 2; side++)
        arb_sgn(b->s[side], b->v[POINT]);
}

/* Expects n values of the point to lie in those of the box, and counts what is finite. */
static void expect_in(struct box *b, const char *what, arb_srcptr box, arb_srcptr point, int n)
{
    for (int i = 0; i < n; i++) {
        b->compared++;
        if (!arb_is_finite(box + i) || !arb_is_finite(point + i))
            continue;
        b->finite++;
        if (test_box_holds(box + i, point + i))
            continue;
        char *one = arb_get_str(box + i, 20, 0), *other = arb_get_str(point + i, 20, 0);
        cr_expect(false, "%s: %s of the box, %d: %s; at a point of it: %s", b->law->name, what, i,
                  one, other);
        flint_free(one);
        flint_free(other);
    }
}

static int n_parts(const struct arb_law *law) { return law->parts ? arb_law_count(law->parts) : 1; }

/* Moves box and point through the same holds, from rest. Returns false where that is not decided.
 */
static bool move(struct box *b)
{
    bool decided = true;
    arb_ptr energy[2] = { _arb_vec_init(n_parts(b->law)), _arb_vec_init(n_parts(b->law)) };
    const int n = arb_law_size(b->law), n_states = arb_law_count(b->law->states);
    for (int side = 0; side < 2; side++) {
        _arb_vec_zero(b->x[side], ARB_LAW_MAX);
        if (b->law->start)
            b->law->start(b->x[side] + n_states, b->p[side]);
    }
    const int most = b->only < 0 ? MOST_HOLDS : MOST_HOLDS / 2; /* long paths make states large */
    for (int k = (int)(uniform(b) * (most + 1)); decided && k > 0; k--) {
        draw_velocity(b);
        if (b->law->events && b->law->events(b->p[BOX], b->v[BOX], b->h[BOX]) > 200)
            continue;
        for (int side = 0; side < 2; side++)
            arb_law_hold(b->law, b->p[side], b->v[side], b->h[side], b->x[side], energy[side],
                         bits(b, side));
        expect_in(b, "states", b->x[BOX], b->x[POINT], n_states);
        expect_in(b, "energy", energy[BOX], energy[POINT], n_parts(b->law));
        decided = _arb_vec_is_finite(b->x[BOX], n) && _arb_vec_is_finite(b->x[POINT], n);
    }
    for (int side = 0; side < 2; side++)
        _arb_vec_clear(energy[side], n_parts(b->law));
    return decided;
}

/* Draws states anywhere within their bounds, for laws without memory. */
static void draw_states(struct box *b)
{
    if (b->law->n_memory > 0 || !b->law->bound || uniform(b) < 0.3)
        return;
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    b->law->bound(bound, b->p[POINT], 64);
    for (int i = 0; i < arb_law_count(b->law->states); i++) {
        const double most = arf_get_d(arb_midref(bound + i), ARF_RND_NEAR);
        if (most > 0 && isfinite(most))
            set_pair(b, b->x[BOX] + i, b->x[POINT] + i, most * 0.95 * (2 * uniform(b) - 1),
                     draw_radius(b));
    }
    _arb_vec_clear(bound, ARB_LAW_MAX);
}

#define BOTH(what, n, call)                                                                        \
    do {                                                                                           \
        for (int side = 0; side < 2; side++) {                                                     \
            arb_srcptr p = b->p[side], x = b->x[side];                                             \
            arb_ptr out = b->out[side];                                                            \
            const arb_struct *v = b->v[side], *s = b->s[side];                                     \
            const slong prec = bits(b, side);                                                      \
            (void)p, (void)x, (void)v, (void)s, (void)prec;                                        \
            _arb_vec_zero(out, ARB_LAW_MAX);                                                       \
            call;                                                                                  \
        }                                                                                          \
        expect_in(b, what, b->out[BOX], b->out[POINT], n);                                         \
    } while (0)

static void compare_force(struct box *b)
{
    const struct arb_law *law = b->law;
    const int n = arb_law_count(law->states);
    BOTH("force", 1, law->force(out, p, v, s, x, prec));
    if (law->rate)
        BOTH("rate", n, law->rate(out, p, v, s, x, prec));
    if (law->switches)
        BOTH("switches", law->n_switches, law->switches(out, p, v, s, x, prec));
    if (law->storage)
        BOTH("storage", 1, law->storage(out, p, x, prec));
    if (law->regressor)
        BOTH("regressor", law->n_regressors, law->regressor(out, p, v, s, x, prec));
    if (law->printed_regressor)
        BOTH("printed_regressor", 1, law->printed_regressor(out, p, b->v[side], v, s, x, prec));
}

static void compare_curves(struct box *b)
{
    const struct arb_law *law = b->law;
    const int n = arb_law_count(law->states);
    if (law->steady_force)
        BOTH("steady_force", 1, law->steady_force(out, p, v, s, prec));
    if (law->settling_rate)
        BOTH("settling_rate", 1, law->settling_rate(out, p, v, prec));
    if (law->bound)
        BOTH("bound", n, law->bound(out, p, prec));
    if (law->slack)
        BOTH("slack", n, law->slack(out, p, v, prec));
    if (law->stribeck)
        BOTH("stribeck", 1, law->stribeck(out, p, v, prec));
    if (law->printed_force)
        BOTH("printed_force", 1, law->printed_force(out, p, v, prec));
    if (law->force_scale)
        BOTH("force_scale", 1, law->force_scale(out, p, v, b->h[side], prec));
    if (law->stick_band)
        BOTH("stick_band", 1, law->stick_band(out, p));
    if (law->break_away)
        BOTH("break_away", 1, law->break_away(out, p, prec));
    if (law->creep_resistance)
        BOTH("creep_resistance", 1, law->creep_resistance(out, p, prec));
    if (law->coefficients)
        BOTH("coefficients", law->n_regressors, law->coefficients(out, p, prec));
}

/* Compares a hold from the present states: its end, its work, what it loses. */
static void compare_hold(struct box *b)
{
    const struct arb_law *law = b->law;
    const int n = arb_law_count(law->states), size = arb_law_size(law);
    if (law->events && law->events(b->p[BOX], b->v[BOX], b->h[BOX]) > 200)
        return;
    for (int side = 0; side < 2; side++) {
        _arb_vec_set(b->x1[side], b->x[side], size);
        if (size > 0)
            law->flow(b->x1[side], b->p[side], b->v[side], b->s[side], b->h[side], bits(b, side));
    }
    expect_in(b, "flow", b->x1[BOX], b->x1[POINT], n);
    BOTH("work", n_parts(law), law->work(out, p, v, s, b->h[side], x, b->x1[side], prec));
    if (law->loss)
        BOTH("loss", 1, law->loss(out, p, v, s, b->h[side], x, b->x1[side], prec));
}

static void expect_series(struct box *b, const char *what, const acb_poly_struct *box,
                          const acb_poly_struct *point)
{
    for (slong k = 0; k < SERIES; k++) {
        acb_t one, other;
        acb_init(one);
        acb_init(other);
        acb_poly_get_coeff_acb(one, box, k);
        acb_poly_get_coeff_acb(other, point, k);
        expect_in(b, what, acb_realref(one), acb_realref(other), 1);
        acb_clear(other);
        acb_clear(one);
    }
}

/* Compares the equations as series along v(t), which is no constant. */
static void compare_series(struct box *b)
{
    struct arb_linear e[2];
    acb_poly_t v[2];
    const double c[] = { uniform(b) - 0.5, uniform(b) - 0.5 };
    if (!b->law->linear)
        return;
    for (int side = 0; side < 2; side++) {
        acb_t coefficient;
        acb_init(coefficient);
        acb_poly_init(v[side]);
        arb_linear_init(&e[side]);
        arb_linear_zero(&e[side]);
        acb_set_arb(coefficient, b->v[side]);
        acb_poly_set_coeff_acb(v[side], 0, coefficient);
        for (int k = 0; k < 2; k++) {
            acb_set_d(coefficient, c[k]);
            acb_poly_set_coeff_acb(v[side], k + 1, coefficient);
        }
        b->law->linear(&e[side], b->p[side], v[side], b->s[side], SERIES, bits(b, side));
        acb_clear(coefficient);
    }
    for (int i = 0; i < ARB_LINEAR_STATES; i++) {
        expect_series(b, "series of b", &e[BOX].b[i], &e[POINT].b[i]);
        expect_series(b, "series of k", &e[BOX].k[i], &e[POINT].k[i]);
    }
    for (int q = 0; q < ARB_LINEAR_PARTS; q++) {
        expect_series(b, "series of f", &e[BOX].f[q], &e[POINT].f[q]);
        for (int i = 0; i < ARB_LINEAR_STATES; i++)
            expect_series(b, "series of c", &e[BOX].c[q][i], &e[POINT].c[q][i]);
    }
    for (int side = 0; side < 2; side++) {
        arb_linear_clear(&e[side]);
        acb_poly_clear(v[side]);
    }
}

static void open_box(struct box *b, const struct arb_law *law)
{
    *b = (struct box){
        .law = law, .model = PREC(model_find)(law->name), .random = test_seed(), .only = -1
    };
    for (int side = 0; side < 2; side++) {
        b->p[side] = _arb_vec_init(ARB_LAW_MAX);
        b->x[side] = _arb_vec_init(ARB_LAW_MAX);
        b->x1[side] = _arb_vec_init(ARB_LAW_MAX);
        b->out[side] = _arb_vec_init(ARB_LAW_MAX);
        arb_init(b->v[side]);
        arb_init(b->s[side]);
        arb_init(b->h[side]);
    }
}

static void close_box(struct box *b)
{
    for (int side = 0; side < 2; side++) {
        _arb_vec_clear(b->p[side], ARB_LAW_MAX);
        _arb_vec_clear(b->x[side], ARB_LAW_MAX);
        _arb_vec_clear(b->x1[side], ARB_LAW_MAX);
        _arb_vec_clear(b->out[side], ARB_LAW_MAX);
        arb_clear(b->v[side]);
        arb_clear(b->s[side]);
        arb_clear(b->h[side]);
    }
}

Test(containment, values_over_boxes_hold_their_points)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct box b;
        open_box(&b, *law);
        for (unsigned i = 0; i < BOXES; i++) {
            static const slong precisions[] = { 30, 53, 128 };
            b.random =
                test_seed() ^ ((unsigned long long)i << 20) ^ (unsigned long long)(law - arb_laws);
            b.prec = precisions[i % 3];
            b.sparse = i % 2;
            b.only = i % 4 == 1 ? (int)(i / 4) % (arb_law_count(b.law->params) + 3) : -1;
            b.drawn = 0;
            if (!draw_params(&b))
                continue;
            if (!move(&b))
                continue;
            draw_velocity(&b);
            draw_states(&b);
            compare_force(&b);
            compare_curves(&b);
            compare_series(&b);
            compare_hold(&b);
        }
        /* Most boxes are small enough to be decided. */
        cr_expect(b.finite > b.compared / 2 && b.compared > BOXES, "%s: %u of %u are finite",
                  (*law)->name, b.finite, b.compared);
        close_box(&b);
    }
}

/* Elements whose limits are known to a few per cent, over paths on which the force settles: whether
 * an element slips is not decided for most of the way. */
Test(containment, holds_where_elements_slip_at_uncertain_limits)
{
    struct box b;
    open_box(&b, arb_law_find("leuven"));
    for (unsigned i = 0; i < 4 * BOXES; i++) {
        b.random = test_seed() ^ ((unsigned long long)i << 20) ^ 0x51;
        b.prec = i % 2 ? 53 : 128;
        if (!draw_params(&b))
            continue;
        for (int k = 0; b.law->params[k]; k++)
            if (b.law->params[k][0] == 'W')
                set_pair(&b, b.p[BOX] + k, b.p[POINT] + k,
                         arf_get_d(arb_midref(b.p[BOX] + k), ARF_RND_NEAR), 0.03);
        if (b.law->validate(b.p[BOX]) || !move(&b))
            continue;
        draw_velocity(&b);
        compare_force(&b);
        compare_hold(&b);
    }
    cr_expect(b.finite > b.compared / 2 && b.compared > BOXES, "%u of %u are finite", b.finite,
              b.compared);
    close_box(&b);
}
