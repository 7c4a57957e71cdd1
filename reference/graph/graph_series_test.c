/* Series of a law's text: they overlap those that are stated by hand, and are at most twice as
 * wide; a series of values is what the values are; what is not analytic is not finite. */
#include "reference/graph/graph_series.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "models/language/read_test.h"
#include "models/model.h"
#include "reference/arb/law.h"
#include "reference/arb/linear.h"
#include "reference/arb/test_box.h"
#include "tools/base/cli.h"

enum { TRIALS = 40, LENGTH = 5, BITS = 128 };

extern const struct arb_law arb_law_lugre_by_hand;
const struct arb_law *const arb_own_laws[] = { &arb_law_lugre_by_hand, NULL };

struct trial {
    struct equations equations;
    struct statements statements;
    struct law_graph text;
    const struct arb_law *hand;
    arb_ptr p, hand_p;
    acb_poly_t v;
    arb_t s;
    unsigned long long random;
    unsigned compared, finite;
};

static double uniform(struct trial *t) { return test_uniform(&t->random); }

static void open_trial(struct trial *t, const struct arb_law *law)
{
    char path[256];
    snprintf(path, sizeof path, "models/laws/%s.mo", law->name);
    char *source = cli_read(path);
    cr_assert(source, "%s", path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    *t = (struct trial){ .hand = law };
    cr_assert(equations_read(&text, &t->equations) &&
                  statements_read(&text, &t->equations, &t->statements),
              "%s", text.error);
    t->text = law_graph_of(&t->equations, &t->statements);
    free(source);
    t->p = _arb_vec_init(ARB_LAW_MAX);
    t->hand_p = _arb_vec_init(ARB_LAW_MAX);
    acb_poly_init(t->v);
    arb_init(t->s);
}

static void close_trial(struct trial *t)
{
    _arb_vec_clear(t->p, ARB_LAW_MAX);
    _arb_vec_clear(t->hand_p, ARB_LAW_MAX);
    acb_poly_clear(t->v);
    arb_clear(t->s);
    statements_free(&t->statements);
    equations_free(&t->equations);
}

/* Draws a motion v(t): a series, or a disc of radius a tenth of |v|. */
static void draw(struct trial *t, bool disc)
{
    const struct model *model = PREC(model_find)(t->hand->name);
    for (unsigned i = 0; i < model->n_params; i++) {
        const struct quantity *q = &model->params[i];
        const double value = model_param_is_whole(model, i) || strcmp(q->name, "m") == 0
                                 ? q->value
                                 : fmin(fmax(q->value * pow(3, 2 * uniform(t) - 1), q->lo), q->hi);
        arb_set_d(t->p + i, value);
        arb_set(t->hand_p + arb_law_index(t->hand->params, q->name), t->p + i);
    }
    const double speed = fmin(model->speed_max, 10) * pow(1e-6, uniform(t)),
                 v = uniform(t) < 0.5 ? -speed : speed;
    acb_t coefficient;
    acb_init(coefficient);
    acb_poly_zero(t->v);
    acb_set_d(coefficient, v);
    if (disc) {
        mag_set_d(arb_radref(acb_realref(coefficient)), 0.1 * speed);
        mag_set_d(arb_radref(acb_imagref(coefficient)), 0.1 * speed);
    }
    acb_poly_set_coeff_acb(t->v, 0, coefficient);
    for (slong k = 1; !disc && k < LENGTH; k++) {
        acb_set_d(coefficient, speed * (uniform(t) - 0.5));
        acb_poly_set_coeff_acb(t->v, k, coefficient);
    }
    arb_set_si(t->s, v < 0 ? -1 : 1);
    acb_clear(coefficient);
}

/* Returns true when a part of a coefficient overlaps that by hand, and is at most twice as wide,
 * but for its last bits. */
static bool is_as_good(const arb_t text, const arb_t hand)
{
    mag_t allowed, size;
    mag_init(allowed);
    mag_init(size);
    arb_get_mag(size, hand);
    mag_mul_2exp_si(size, size, 10 - BITS);
    mag_mul_2exp_si(allowed, arb_radref(hand), 1);
    mag_add(allowed, allowed, size);
    const bool is = !arb_is_finite(hand) || (arb_is_finite(text) && arb_overlaps(text, hand) &&
                                             mag_cmp(arb_radref(text), allowed) <= 0);
    mag_clear(size);
    mag_clear(allowed);
    return is;
}

static void compare(struct trial *t, const char *what, unsigned i, const acb_poly_t text,
                    const acb_poly_t hand, slong len)
{
    acb_t one, other;
    acb_init(one);
    acb_init(other);
    for (slong k = 0; k < len; k++) {
        acb_poly_get_coeff_acb(one, text, k);
        acb_poly_get_coeff_acb(other, hand, k);
        t->compared++;
        t->finite += acb_is_finite(one) != 0;
        if (is_as_good(acb_realref(one), acb_realref(other)) &&
            is_as_good(acb_imagref(one), acb_imagref(other)))
            continue;
        char *a = arb_get_str(acb_realref(one), 20, 0), *b = arb_get_str(acb_realref(other), 20, 0);
        cr_expect_fail("%s: %s %u, coefficient %ld: %s by the text, %s by hand", t->hand->name,
                       what, i, (long)k, a, b);
        flint_free(b);
        flint_free(a);
    }
    acb_clear(other);
    acb_clear(one);
}

static void compare_all(struct trial *t, slong len)
{
    const struct law_graph *text = &t->text;
    struct arb_linear e;
    acb_poly_struct y[ARB_LINEAR_PARTS * ARB_LINEAR_STATES];
    const unsigned n = text->b.n;
    arb_linear_init(&e);
    arb_linear_zero(&e);
    t->hand->linear(&e, t->hand_p, t->v, t->s, len, BITS);
    for (unsigned i = 0; i < ARB_LINEAR_PARTS * ARB_LINEAR_STATES; i++)
        acb_poly_init(&y[i]);
    graph_series(y, text, text->b.of, n, t->p, t->v, t->s, len, BITS);
    for (unsigned i = 0; i < n; i++)
        compare(t, "b", i, &y[i], &e.b[i], len);
    graph_series(y, text, text->k.of, n, t->p, t->v, t->s, len, BITS);
    for (unsigned i = 0; i < n; i++)
        compare(t, "k", i, &y[i], &e.k[i], len);
    graph_series(y, text, text->f.of, text->f.n, t->p, t->v, t->s, len, BITS);
    for (unsigned q = 0; q < text->f.n; q++)
        compare(t, "f", q, &y[q], &e.f[q], len);
    graph_series(y, text, text->c.of, text->c.n, t->p, t->v, t->s, len, BITS);
    for (unsigned k = 0; k < text->c.n; k++)
        compare(t, "c", k, &y[k], &e.c[k / n][k % n], len);
    for (unsigned i = 0; i < ARB_LINEAR_PARTS * ARB_LINEAR_STATES; i++)
        acb_poly_clear(&y[i]);
    arb_linear_clear(&e);
}

Test(graph_series, is_as_good_as_by_hand)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct trial t;
        if (!(*law)->linear || (*law)->n_memory > 0)
            continue;
        open_trial(&t, arb_law_find((*law)->name));
        for (unsigned i = 0; i < TRIALS; i++) {
            t.random = test_seed() ^ ((unsigned long long)i << 20) ^
                       ((unsigned long long)(law - arb_laws) << 8);
            draw(&t, i % 2);
            compare_all(&t, i % 2 ? 1 : LENGTH);
        }
        cr_expect(t.finite > t.compared / 2, "%s: %u of %u", (*law)->name, t.finite, t.compared);
        close_trial(&t);
    }
}

/* Evaluates expressions of v along 0.3 + 0.5 t - 0.2 t^2, or over a disc about its beginning. */
static void evaluate(acb_poly_struct y[], struct graph *g, const expression of[], unsigned n,
                     double first, double radius, slong len)
{
    const struct law_graph law = { .nodes = g->nodes, .n = g->n, .numbers = g->numbers };
    acb_poly_t v;
    acb_t coefficient;
    arb_t s;
    acb_poly_init(v);
    acb_init(coefficient);
    arb_init(s);
    arb_one(s);
    acb_set_d(coefficient, first);
    mag_set_d(arb_radref(acb_realref(coefficient)), radius);
    mag_set_d(arb_radref(acb_imagref(coefficient)), radius);
    acb_poly_set_coeff_acb(v, 0, coefficient);
    for (slong k = 1; k < len; k++) {
        acb_set_d(coefficient, k == 1 ? 0.5 : -0.2 / (double)(k - 1));
        acb_poly_set_coeff_acb(v, k, coefficient);
    }
    graph_series(y, &law, of, n, NULL, v, s, len, BITS);
    arb_clear(s);
    acb_clear(coefficient);
    acb_poly_clear(v);
}

/* Functions after their inverses give what went in; sinh is tanh cosh. */
Test(graph_series, of_functions_invert_one_another)
{
    static const enum graph_operation pairs[][2] = {
        { GRAPH_SIN, GRAPH_ASIN }, { GRAPH_COS, GRAPH_ACOS }, { GRAPH_TAN, GRAPH_ATAN },
        { GRAPH_ASIN, GRAPH_SIN }, { GRAPH_ATAN, GRAPH_TAN }, { GRAPH_EXP, GRAPH_LOG },
        { GRAPH_LOG, GRAPH_EXP },
    };
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    for (int disc = 0; disc < 2; disc++)
        for (size_t i = 0; i <= PAIRS; i++) {
            struct graph g = { .n = 0 };
            acb_poly_struct y[2];
            const expression v = graph_symbol(&g, SYMBOL_INPUT, 0);
            expression of[2] = { v, v };
            const slong len = disc ? 1 : LENGTH;
            if (i < PAIRS)
                of[0] = graph_one(&g, pairs[i][0], graph_one(&g, pairs[i][1], v));
            else {
                of[0] = graph_two(&g, GRAPH_PRODUCT, graph_one(&g, GRAPH_TANH, v),
                                  graph_one(&g, GRAPH_COSH, v));
                of[1] = graph_one(&g, GRAPH_SINH, v);
            }
            acb_poly_init(&y[0]);
            acb_poly_init(&y[1]);
            evaluate(y, &g, of, 2, 0.3, disc ? 0.05 : 0, len);
            cr_expect(acb_poly_overlaps(&y[0], &y[1]), "pair %zu", i);
            acb_poly_sub(&y[0], &y[0], &y[1], BITS);
            for (slong k = 0; k < len; k++) {
                acb_t difference;
                acb_init(difference);
                acb_poly_get_coeff_acb(difference, &y[0], k);
                cr_expect(
                    acb_is_finite(difference) &&
                        (disc || mag_cmp_2exp_si(arb_radref(acb_realref(difference)), -90) < 0),
                    "pair %zu, coefficient %ld", i, (long)k);
                acb_clear(difference);
            }
            acb_poly_clear(&y[0]);
            acb_poly_clear(&y[1]);
            graph_free(&g);
        }
}

/* Discs in which a function has a branch point, a pole or a kink. */
Test(graph_series, are_not_finite_where_they_are_not_analytic)
{
    static const struct {
        enum graph_operation operation;
        double first, radius;
    } cases[] = {
        { GRAPH_LOG, 0.3, 0.4 },  { GRAPH_SQRT, 0.3, 0.4 }, { GRAPH_ASIN, 0.9, 0.2 },
        { GRAPH_ACOS, 0.9, 0.2 }, { GRAPH_ATAN, 0.1, 1.1 }, { GRAPH_SIGN, 0.1, 0.2 },
        { GRAPH_TAN, 1.5, 0.2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct graph g = { .n = 0 };
        acb_poly_t y;
        acb_t value;
        const expression of = graph_one(&g, cases[i].operation, graph_symbol(&g, SYMBOL_INPUT, 0));
        acb_poly_init(y);
        acb_init(value);
        evaluate(y, &g, &of, 1, cases[i].first, cases[i].radius, 1);
        acb_poly_get_coeff_acb(value, y, 0);
        cr_expect(!acb_is_finite(value), "case %zu", i);
        acb_clear(value);
        acb_poly_clear(y);
        graph_free(&g);
    }
}
