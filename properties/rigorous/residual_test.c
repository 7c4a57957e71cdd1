/* What is left between a force and its regressor, along signals of holds with whole numbers: the
 * largest at any end of a hold, and the largest of what it is of the law's scale there, computed
 * here once more. The state is the travel, in m; no two terms of force, regressor and scale are
 * alike. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "properties/rigorous/holds_test.h"
#include "tools/base/rng.h"

enum { BITS = 128, SIGNALS = 300, COLUMNS = 2 };

/* F = 3 x + 2 v + s. */
static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p;
    arb_mul_ui(F, x, 3, prec);
    arb_addmul_ui(F, v, 2, prec);
    arb_add(F, F, s, prec);
}

/* U = [x, v], P = [3, 1]: v + s is left. */
static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)s, (void)prec;
    arb_set(u, x);
    arb_set(u + 1, v);
}

static void coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(coefficient, 3);
    arb_one(coefficient + 1);
}

/* 4 x + 2 v + s as printed, away from the constant: x is left. */
static void printed(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                    arb_srcptr x, slong prec)
{
    (void)v0;
    force(F, p, v, s, x, prec);
    arb_add(F, F, x, prec);
}

/* 100 + 5 |v| + the path. */
static void scale(arb_t of, arb_srcptr p, const arb_t v, const arb_t path, slong prec)
{
    (void)p;
    arb_abs(of, v);
    arb_mul_ui(of, of, 5, prec);
    arb_add(of, of, path, prec);
    arb_add_ui(of, of, 100, prec);
}

static const char *const no_params[] = { NULL }, *const states[] = { "x", NULL };
static const struct arb_law law = {
    .name = "residual",
    .params = no_params,
    .states = states,
    .flow = flow,
    .force = force,
    .regressor = regressor,
    .coefficients = coefficients,
    .n_regressors = COLUMNS,
    .printed_regressor = printed,
    .force_scale = scale,
};

struct left {
    double most, share;
};

static void look(struct left *left, double residual, double v, double path)
{
    left->most = fmax(left->most, residual);
    left->share = fmax(left->share, residual / (100 + 5 * fabs(v) + path));
}

static double sign(double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

/* At rest a printed form is not asked: its selection is any. The state at the two ends of a hold.
 */
static struct left by_hand(enum property property)
{
    struct left left = { 0, 0 };
    double x = 0, path = 0;
    for (unsigned i = 0; i < HOLDS; i++) {
        const double v = given.v[i], h = given.h[i];
        path += fabs(v) * h;
        for (int end = 0; end < 2; end++) {
            if (property == REGRESSOR)
                look(&left, fabs(v + sign(v)), v, path);
            else if (fabs(v) > 0)
                look(&left, fabs(x), v, path);
            x += end == 0 ? v * h : 0;
        }
    }
    return left;
}

static void expect(const arb_t said, double number, const char *what, unsigned signal)
{
    arb_t value;
    arb_init(value);
    arb_set_d(value, number);
    mag_set_d(arb_radref(value), 1e-14 * fabs(number)); /* of some roundings of doubles */
    cr_expect(arb_overlaps(said, value) && mag_cmp_2exp_si(arb_radref(said), -64) < 0,
              "signal %u: %s is %s, not %g", signal, what, arb_get_str(said, 10, 0), number);
    arb_clear(value);
}

Test(residual, is_the_largest_at_any_end)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        struct rng rng = rng_keyed(1, "residual", signal);
        for (unsigned i = 0; i < HOLDS; i++) {
            given.v[i] = (int)rng_below(&rng, 7) - 3;
            given.h[i] = 1 + (int)rng_below(&rng, 4);
        }
        for (int as_printed = 0; as_printed < 2; as_printed++) {
            const enum property property = as_printed ? REGRESSOR_AS_PRINTED : REGRESSOR;
            const struct rigorous_case c = {
                .law = &law, .property = property, .n_segments = HOLDS, .load = load
            };
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            const struct left left = by_hand(property);
            cr_expect_eq(answer, left.most > 0 ? ANSWER_YES : ANSWER_NO, "signal %u, %d", signal,
                         as_printed);
            expect(functional, left.most, "what is left", signal);
            expect(margin, -left.share, "the margin", signal);
        }
    }
    arb_clear(margin);
    arb_clear(functional);
}
