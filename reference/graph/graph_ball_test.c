/* Balls of a law's text: over boxes they hold their points, they overlap the balls that are stated
 * by hand, and are at most twice as wide. */
#include "reference/graph/graph_ball.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/model.h"
#include "reference/arb/law.h"
#include "reference/arb/test_box.h"
#include "tools/base/cli.h"

enum { BOXES = 200, EXACT_BITS = 600 };
enum { BOX, POINT };

extern const struct arb_law arb_law_lugre_by_hand;
const struct arb_law *const arb_own_laws[] = { &arb_law_lugre_by_hand, NULL };

struct trial {
    struct equations equations;
    struct statements statements;
    struct law_graph text;
    const struct arb_law *hand;
    const struct model *model;
    unsigned long long random;
    /* In the text's order, and in that of the law by hand. */
    arb_ptr p[2], x[2], hand_p, hand_x;
    arb_t v[2], s[2], v0;
    arb_ptr variable[2]; /* GRAPH_TIME, GRAPH_END */
    arb_ptr ball, at_point, by_hand;
    slong prec;
    unsigned compared, finite;
};

static double uniform(struct trial *t) { return test_uniform(&t->random); }

static void open_trial(struct trial *t, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    char *source = cli_read(path);
    cr_assert(source, "%s", path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    *t = (struct trial){ .hand = arb_law_find(name), .model = PREC(model_find)(name) };
    cr_assert(equations_read(&text, &t->equations) &&
                  statements_read(&text, &t->equations, &t->statements),
              "%s", text.error);
    t->text = law_graph_of(&t->equations, &t->statements);
    free(source);
    for (int side = 0; side < 2; side++) {
        t->p[side] = _arb_vec_init(ARB_LAW_MAX);
        t->x[side] = _arb_vec_init(ARB_LAW_MAX);
        arb_init(t->v[side]);
        arb_init(t->s[side]);
        t->variable[side] = _arb_vec_init(ARB_LAW_MAX);
    }
    t->hand_p = _arb_vec_init(ARB_LAW_MAX);
    t->hand_x = _arb_vec_init(ARB_LAW_MAX);
    t->ball = _arb_vec_init(ARB_LAW_MAX);
    t->at_point = _arb_vec_init(ARB_LAW_MAX);
    t->by_hand = _arb_vec_init(ARB_LAW_MAX);
    arb_init(t->v0);
}

static void close_trial(struct trial *t)
{
    for (int side = 0; side < 2; side++) {
        _arb_vec_clear(t->p[side], ARB_LAW_MAX);
        _arb_vec_clear(t->x[side], ARB_LAW_MAX);
        arb_clear(t->v[side]);
        arb_clear(t->s[side]);
        _arb_vec_clear(t->variable[side], ARB_LAW_MAX);
    }
    _arb_vec_clear(t->hand_p, ARB_LAW_MAX);
    _arb_vec_clear(t->hand_x, ARB_LAW_MAX);
    _arb_vec_clear(t->ball, ARB_LAW_MAX);
    _arb_vec_clear(t->at_point, ARB_LAW_MAX);
    _arb_vec_clear(t->by_hand, ARB_LAW_MAX);
    arb_clear(t->v0);
    statements_free(&t->statements);
    equations_free(&t->equations);
}

static void draw_coordinate(struct trial *t, arb_t ball, arb_t point, double m, double radius)
{
    test_box_coordinate(&t->random, ball, point, m, fabs(m) * radius);
}

/* Draws parameters about the defaults, speeds over their decades, states within a metre's worth of
 * what the law bounds. Returns false where the parameters are not valid for certain. */
static bool draw(struct trial *t)
{
    const struct model *model = t->model;
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        const bool whole = model_param_is_whole(model, i);
        const double value =
            whole ? q->value
                  : fmin(fmax(q->value * pow(30, 2 * uniform(t) - 1), q->lo * 1.04), q->hi * 0.96);
        const double radius = whole ? 0 : test_box_radius(&t->random);
        draw_coordinate(t, t->p[BOX] + i, t->p[POINT] + i, value, radius);
        arb_set(t->hand_p + arb_law_index(t->hand->params, q->name), t->p[BOX] + i);
    }
    if (t->hand->validate && t->hand->validate(t->hand_p))
        return false;
    const double top = fmin(model->speed_max, 10), speed = top * pow(1e-6, uniform(t));
    draw_coordinate(t, t->v[BOX], t->v[POINT], uniform(t) < 0.5 ? -speed : speed,
                    test_box_radius(&t->random));
    for (int side = 0; side < 2; side++)
        arb_sgn(t->s[side], t->v[POINT]);
    draw_coordinate(t, t->variable[BOX], t->variable[POINT], 1e-8 * pow(1e7, uniform(t)) / speed,
                    test_box_radius(&t->random));
    arb_set_d(t->v0, 0.5 * speed);
    if (!t->hand->bound)
        return true;
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    t->hand->bound(bound, t->hand_p, 64);
    for (unsigned i = 0; i < model->n_states; i++) {
        const int k = arb_law_index(t->hand->states, model->states[i].name);
        const double most = arf_get_d(arb_midref(bound + k), ARF_RND_NEAR);
        draw_coordinate(t, t->x[BOX] + i, t->x[POINT] + i, 0.95 * most * (2 * uniform(t) - 1),
                        test_box_radius(&t->random));
        arb_set(t->hand_x + k, t->x[BOX] + i);
    }
    _arb_vec_clear(bound, ARB_LAW_MAX);
    return true;
}

/* Evaluates over the box and at its point, and expects the one to hold the other. */
static void evaluate(struct trial *t, const char *what, const expression of[], unsigned n)
{
    for (int side = 0; side < 2; side++) {
        const struct ball_point at = { .p = t->p[side],
                                       .x = t->x[side],
                                       .v = t->v[side],
                                       .s = t->s[side],
                                       .variable = t->variable[side],
                                       .travel = t->variable[side],
                                       .v0 = t->v0 };
        graph_ball(side == BOX ? t->ball : t->at_point, &t->text, of, n, &at,
                   side == BOX ? t->prec : EXACT_BITS);
    }
    for (unsigned i = 0; i < n; i++) {
        t->compared++;
        t->finite += arb_is_finite(t->ball + i) != 0;
        cr_expect(test_box_holds(t->ball + i, t->at_point + i),
                  "%s: %s, %u: the box does not hold its point", t->text.name, what, i);
    }
}

/* Returns true when a ball by hand, by_hand[k], says as much as that of the text, ball[i]. */
static bool is_as_good(const struct trial *t, unsigned i, int k)
{
    const arb_struct *ball = t->ball + i, *hand = t->by_hand + k;
    if (!arb_is_finite(hand))
        return true;
    if (!arb_is_finite(ball) || !arb_overlaps(ball, hand))
        return false;
    /* Both are rounded: a few units of the value's last bit are no width. */
    mag_t allowed, size;
    mag_init(allowed);
    mag_init(size);
    arb_get_mag(size, hand);
    mag_mul_2exp_si(size, size, 6 - t->prec);
    mag_mul_2exp_si(allowed, arb_radref(hand), 1);
    mag_add(allowed, allowed, size);
    const bool narrow = mag_cmp(arb_radref(ball), allowed) <= 0;
    mag_clear(size);
    mag_clear(allowed);
    return narrow;
}

static void expect_as_good(struct trial *t, const char *what, unsigned i, int k)
{
    if (is_as_good(t, i, k))
        return;
    char *ball = arb_get_str(t->ball + i, 20, 0), *hand = arb_get_str(t->by_hand + k, 20, 0);
    cr_expect_fail("%s: %s, %u: %s by the text, %s by hand", t->text.name, what, i, ball, hand);
    flint_free(hand);
    flint_free(ball);
}

/* Compares values by state. */
static void compare_states(struct trial *t, const char *what, const struct law_list *of)
{
    evaluate(t, what, of->of, of->n);
    for (unsigned i = 0; i < of->n; i++)
        expect_as_good(t, what, i, arb_law_index(t->hand->states, t->text.states[i]));
}

static void compare_values(struct trial *t, const char *what, const struct law_list *of)
{
    if (of->n == 0)
        return;
    evaluate(t, what, of->of, of->n);
    for (unsigned i = 0; i < of->n; i++)
        expect_as_good(t, what, i, (int)i);
}

/* Compares curves over velocity, and what is known of them. */
static void compare_values_of_law(struct trial *t)
{
    const struct arb_law *hand = t->hand;
    const struct law_values *values = &t->text.values;
    const struct law_list steady_force = { &values->steady_force, 1 },
                          settling_rate = { &values->settling_rate, 1 },
                          force_scale = { &values->force_scale, 1 },
                          stribeck = { &values->stribeck, 1 },
                          printed = { &values->printed_regressor, 1 };
    if (hand->steady_force && values->steady_force != EXPRESSION_NONE) {
        hand->steady_force(t->by_hand, t->hand_p, t->v[BOX], t->s[BOX], t->prec);
        compare_values(t, "steady_force", &steady_force);
    }
    if (hand->settling_rate && values->settling_rate != EXPRESSION_NONE) {
        hand->settling_rate(t->by_hand, t->hand_p, t->v[BOX], t->prec);
        compare_values(t, "settling_rate", &settling_rate);
    }
    if (hand->force_scale && values->force_scale != EXPRESSION_NONE) {
        hand->force_scale(t->by_hand, t->hand_p, t->v[BOX], t->variable[BOX], t->prec);
        evaluate(t, "force_scale", force_scale.of, 1); /* a scale may be wider */
        if (!arb_overlaps(t->ball, t->by_hand))
            cr_expect_fail("%s: another force scale", t->text.name);
    }
    if (hand->stribeck) {
        hand->stribeck(t->by_hand, t->hand_p, t->v[BOX], t->prec);
        compare_values(t, "stribeck", &stribeck);
    }
    if (hand->printed_regressor) {
        hand->printed_regressor(t->by_hand, t->hand_p, t->v0, t->v[BOX], t->s[BOX], t->hand_x,
                                t->prec);
        compare_values(t, "printed_regressor", &printed);
    }
}

/* Compares the end of a hold, and the work until then. */
static void compare_hold(struct trial *t)
{
    const struct arb_law *hand = t->hand;
    arb_ptr x1 = _arb_vec_init(ARB_LAW_MAX);
    const unsigned n = t->text.flow.n;
    _arb_vec_set(x1, t->hand_x, ARB_LAW_MAX);
    if (n > 0) {
        hand->flow(x1, t->hand_p, t->v[BOX], t->s[BOX], t->variable[BOX], t->prec);
        _arb_vec_set(t->by_hand, x1, ARB_LAW_MAX);
        compare_states(t, "flow", &t->text.flow);
    }
    for (unsigned i = 0; i < n; i++) {
        arb_set(t->variable[BOX] + GRAPH_END + i, t->ball + i);
        arb_set(t->variable[POINT] + GRAPH_END + i, t->at_point + i);
        arb_set(x1 + arb_law_index(hand->states, t->text.states[i]), t->ball + i);
    }
    if (t->text.work.n > 0) {
        hand->work(t->by_hand, t->hand_p, t->v[BOX], t->s[BOX], t->variable[BOX], t->hand_x, x1,
                   t->prec);
        compare_values(t, "work", &t->text.work);
    }
    _arb_vec_clear(x1, ARB_LAW_MAX);
}

static void compare(struct trial *t)
{
    const struct arb_law *hand = t->hand;
    const struct law_list *stated = t->text.stated, force = { &t->text.force, 1 };
    if (hand->rate) {
        hand->rate(t->by_hand, t->hand_p, t->v[BOX], t->s[BOX], t->hand_x, t->prec);
        compare_states(t, "rate", &t->text.rate);
    }
    hand->force(t->by_hand, t->hand_p, t->v[BOX], t->s[BOX], t->hand_x, t->prec);
    compare_values(t, "force", &force);
    if (hand->bound) {
        hand->bound(t->by_hand, t->hand_p, t->prec);
        compare_states(t, "bound", &stated[STATEMENT_BOUND]);
    }
    if (hand->storage) {
        hand->storage(t->by_hand, t->hand_p, t->hand_x, t->prec);
        compare_values(t, "storage", &stated[STATEMENT_STORAGE]);
    }
    if (hand->break_away) {
        hand->break_away(t->by_hand, t->hand_p, t->prec);
        compare_values(t, "break_away", &stated[STATEMENT_BREAK_AWAY]);
    }
    if (hand->creep_resistance) {
        hand->creep_resistance(t->by_hand, t->hand_p, t->prec);
        compare_values(t, "creep_resistance", &stated[STATEMENT_CREEP_RESISTANCE]);
    }
    if (hand->printed_force) {
        hand->printed_force(t->by_hand, t->hand_p, t->v[BOX], t->prec);
        compare_values(t, "printed_force", &stated[STATEMENT_PRINTED_FORCE]);
    }
    if (hand->regressor) {
        hand->regressor(t->by_hand, t->hand_p, t->v[BOX], t->s[BOX], t->hand_x, t->prec);
        compare_values(t, "regressor", &stated[STATEMENT_REGRESSOR]);
        hand->coefficients(t->by_hand, t->hand_p, t->prec);
        compare_values(t, "coefficients", &stated[STATEMENT_COEFFICIENTS]);
    }
}

Test(graph_ball, is_as_good_as_by_hand)
{
    static const slong precisions[] = { 53, 128 };
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct trial t;
        if ((*law)->n_memory > 0)
            continue;
        open_trial(&t, (*law)->name);
        for (unsigned i = 0; t.equations.memory.n == 0 && i < BOXES; i++) {
            t.random = test_seed() ^ ((unsigned long long)i << 20) ^
                       ((unsigned long long)(law - arb_laws) << 8);
            t.prec = precisions[i % 2];
            if (!draw(&t))
                continue;
            compare(&t);
            compare_values_of_law(&t);
            compare_hold(&t);
        }
        cr_expect(t.finite >= t.compared / 2, "%s: %u of %u", (*law)->name, t.finite, t.compared);
        close_trial(&t);
    }
}
