/* Answers about numbers that are known to a ball: they are those about each number in it. A law is
 * judged along holds whose velocities and durations, and with parameters that, lie within balls,
 * some of them or all, and then at points of these balls with many more bits. A radius that is
 * lost, or a certainty that is none, shows here, whatever the property says. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/rigorous/guarded_test.h"
#include "properties/rigorous/rigorous.h"
#include "reference/arb/test_box.h"
#include "tools/testing/test_stack.h"

/* With few bits roundings show, too. */
enum { BITS = 128, FEW_BITS = 40, EXACT_BITS = 320, MOST_HOLDS = 4, DRAWS = 16, RAMPS = 8 };

enum { BOX, POINT };

/* A law's parameters and a signal: as balls, and at a point of them. */
struct pair {
    const struct arb_law *law;
    arb_ptr p[2], v[2], h[2];
    unsigned n, n_ramps; /* the first segments are ramps, from their velocity to the next one's */
};

struct side {
    const struct pair *of;
    int which;
};

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct side *side = numbers;
    (void)prec, (void)x0;
    _arb_vec_set(p, side->of->p[side->which], arb_law_count(side->of->law->params));
    _arb_vec_set(v, side->of->v[side->which], side->of->n);
    _arb_vec_set(h, side->of->h[side->which], side->of->n);
}

static void load_segment(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    const struct side *side = numbers;
    const struct pair *of = side->of;
    arb_ptr value = _arb_vec_init(4);
    _arb_vec_set(value, of->v[side->which] + i, i < of->n_ramps ? 2 : 1);
    arb_segment_set(segment, i < of->n_ramps ? SIGNAL_RAMP : SIGNAL_HOLD, value,
                    of->h[side->which] + i, prec);
    _arb_vec_clear(value, 4);
}

/* One number of all, or every number, has a radius: the others' would hide that it is lost. */
static double radius(unsigned long long *random, double wide)
{
    static const double radii[] = { 1e-15, 1e-9, 1e-4 };
    return wide > 0 && test_uniform(random) < wide ? radii[(size_t)(3 * test_uniform(random))] : 0;
}

static void draw_params(unsigned long long *random, struct pair *c, double wide)
{
    const struct model *model = PREC(model_find)(c->law->name);
    for (int i = 0; c->law->params[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, c->law->params[i]);
        const struct quantity *q = &model->params[k];
        const bool fixed = model_param_is_whole(model, k) || q->value <= 1.001 * q->lo ||
                           q->value >= 0.999 * q->hi;
        test_box_coordinate(random, c->p[BOX] + i, c->p[POINT] + i, q->value,
                            fixed ? 0 : q->value * radius(random, wide));
    }
}

/* Laws stick at the slow velocities and slide at the fast ones; one hold may rest. */
static void draw_signal(unsigned long long *random, struct pair *c, double wide)
{
    static const double speeds[] = { 1e-5, 3e-4, 1e-3, 0.1 }, travels[] = { 1e-6, 1e-5, 1e-3 };
    for (unsigned i = 0; i < c->n; i++) {
        const double speed = speeds[(size_t)(4 * test_uniform(random))],
                     travel = travels[(size_t)(3 * test_uniform(random))],
                     v = test_uniform(random) < 0.2   ? 0
                         : test_uniform(random) < 0.5 ? -speed
                                                      : speed;
        test_box_coordinate(random, c->v[BOX] + i, c->v[POINT] + i, v,
                            speed * radius(random, wide));
        test_box_coordinate(random, c->h[BOX] + i, c->h[POINT] + i, travel / speed,
                            travel / speed * radius(random, wide));
    }
}

/* The point has so many bits that its own radius does not count. What is not finite says nothing.
 */
static void expect_in(const struct arb_law *law, enum property property, unsigned draw,
                      const char *what, const arb_t box, const arb_t point)
{
    if (!arb_is_finite(box) || !arb_is_finite(point) || arb_overlaps(box, point))
        return;
    char *one = arb_get_str(box, 40, 0), *other = arb_get_str(point, 40, 0);
    cr_expect_fail("%s %s, draw %u: %s of the balls %s, at a point of them %s", law->name,
                   property_info[property].name, draw, what, one, other);
    flint_free(one);
    flint_free(other);
}

/* Judges the balls and the point, and returns true when the balls are decided. */
static bool judge(const struct pair *of, enum property property, bool every_hold, unsigned draw)
{
    const slong bits = draw % 4 == 3 ? FEW_BITS : BITS;
    enum answer answer[2];
    arb_t functional[2], margin[2];
    for (int which = BOX; which <= POINT; which++) {
        struct work_limit limit = work_limit_from_now(1, 0);
        const struct side side = { of, which };
        const struct rigorous_case c = { .law = of->law,
                                         .property = property,
                                         .n_segments = of->n,
                                         .load = load,
                                         .load_segment = of->n_ramps > 0 ? load_segment : NULL,
                                         .numbers = &side,
                                         .every_hold = every_hold,
                                         .limit = &limit };
        arb_init(functional[which]);
        arb_init(margin[which]);
        arb_set_si(functional[which], which == BOX ? 7 : -7); /* where nothing of it may be left */
        arb_set_si(margin[which], which == BOX ? 7 : -7);
        stack_is_dirty();
        answer[which] = rigorous_evaluate(&c, which == BOX ? bits : EXACT_BITS, functional[which],
                                          margin[which]);
    }
    if (answer[BOX] != ANSWER_UNDECIDED && answer[POINT] != ANSWER_UNDECIDED &&
        answer[BOX] != answer[POINT])
        cr_expect_fail("%s %s, draw %u: %d for the balls, %d for a point", of->law->name,
                       property_info[property].name, draw, (int)answer[BOX], (int)answer[POINT]);
    expect_in(of->law, property, draw, "functional", functional[BOX], functional[POINT]);
    expect_in(of->law, property, draw, "margin", margin[BOX], margin[POINT]);
    for (int which = BOX; which <= POINT; which++) {
        arb_clear(margin[which]);
        arb_clear(functional[which]);
    }
    return answer[BOX] != ANSWER_UNDECIDED;
}

static unsigned decided;

static void try_law(const struct arb_law *law, unsigned long long *random)
{
    /* A hold of the elastoplastic law costs a hundred times those of the others. */
    const unsigned draws = strcmp(law->name, "elastoplastic") == 0 ? DRAWS / 8 : DRAWS;
    struct pair c = { .law = law };
    for (int which = BOX; which <= POINT; which++) {
        c.p[which] = _arb_vec_init(ARB_LAW_MAX);
        c.v[which] = _arb_vec_init(MOST_HOLDS);
        c.h[which] = _arb_vec_init(MOST_HOLDS);
    }
    for (int property = 0; property < N_PROPERTIES; property++)
        for (unsigned draw = 0; draw < draws && rigorous_applicable(law, property); draw++) {
            const bool all = test_uniform(random) < 0.2;
            c.n = 1 + (unsigned)(MOST_HOLDS * test_uniform(random));
            c.n_ramps = c.n > 1 && draw % RAMPS == 0;
            draw_params(random, &c, all ? 1 : draw % 2 ? 0.1 : 0);
            draw_signal(random, &c, all ? 1 : draw % 2 ? 0 : 1.0 / c.n);
            decided += judge(&c, property, draw % 3 == 0, draw);
        }
    for (int which = BOX; which <= POINT; which++) {
        _arb_vec_clear(c.h[which], MOST_HOLDS);
        _arb_vec_clear(c.v[which], MOST_HOLDS);
        _arb_vec_clear(c.p[which], ARB_LAW_MAX);
    }
}

Test(answers, about_balls_are_those_about_their_points)
{
    unsigned long long random = test_seed();
    guard_memory();
    for (int i = 0; arb_laws[i]; i++)
        try_law(arb_laws[i], &random);
    cr_expect(decided > 1000, "%u decided", decided);
}

/* At rest nothing is exchanged, compared or moved: of an equality the margin is 0, and of all
 * else 1. */
Test(answers, about_rest_have_margins_of_whole_numbers)
{
    unsigned long long random = test_seed();
    unsigned judged = 0;
    arb_t functional, margin;
    guard_memory();
    arb_init(functional);
    arb_init(margin);
    for (int i = 0; arb_laws[i]; i++) {
        const struct arb_law *law = arb_laws[i];
        struct pair of = { .law = law, .n = 1 };
        of.p[BOX] = _arb_vec_init(ARB_LAW_MAX);
        of.p[POINT] = _arb_vec_init(ARB_LAW_MAX);
        of.v[POINT] = _arb_vec_init(1);
        of.h[POINT] = _arb_vec_init(1);
        arb_one(of.h[POINT]);
        draw_params(&random, &of, 0);
        for (int property = 0; property < N_PROPERTIES; property++) {
            const struct side side = { &of, POINT };
            const struct rigorous_case c = {
                .law = law, .property = property, .n_segments = 1, .load = load, .numbers = &side
            };
            if (!rigorous_applicable(law, property) || property == IDENTIFIABILITY ||
                property == IDENTIFIABLE_RANK)
                continue;
            const bool is_equality = property == ODD_SYMMETRY || property == RATE_INDEPENDENCE ||
                                     property == REGRESSOR || property == REGRESSOR_AS_PRINTED;
            cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO, "%s %s",
                         law->name, property_info[property].name);
            cr_expect(arb_equal_si(margin, !is_equality), "%s %s", law->name,
                      property_info[property].name);
            judged++;
        }
        _arb_vec_clear(of.h[POINT], 1);
        _arb_vec_clear(of.v[POINT], 1);
        _arb_vec_clear(of.p[POINT], ARB_LAW_MAX);
        _arb_vec_clear(of.p[BOX], ARB_LAW_MAX);
    }
    cr_expect(judged > 100, "%u", judged);
    arb_clear(margin);
    arb_clear(functional);
}
