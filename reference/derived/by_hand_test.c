/* LuGre's balls by hand are those of its text also in what laws are asked of all velocities, along
 * motions and of their parameters: which ones are valid, the slack of the state, and the equations
 * as series. */
#include <criterion/criterion.h>
#include <string.h>

#include "reference/arb/linear.h"

extern const struct arb_law arb_law_lugre_by_hand;

enum { BITS = 80, LENGTH = 5 };

static const char *const names[] = { "sigma0", "sigma1", "sigma2", "Fc", "Fs", "vs", "m" };
static const double defaults[] = { 1e5, 300, 0.5, 1, 1.5, 1e-3, 2 };
enum { N = sizeof names / sizeof *names };

static const struct arb_law *of_text(void)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++)
        if (strcmp((*law)->name, "lugre") == 0)
            return *law;
    cr_assert_fail("no lugre");
    return NULL;
}

/* Gives both laws the same parameters, each in its order. */
static void set(arb_ptr hand, arb_ptr text, size_t k, double value)
{
    arb_set_d(hand + arb_law_index(arb_law_lugre_by_hand.params, names[k]), value);
    arb_set_d(text + arb_law_index(of_text()->params, names[k]), value);
}

static void set_all(arb_ptr hand, arb_ptr text)
{
    for (size_t k = 0; k < N; k++)
        set(hand, text, k, defaults[k]);
}

static void expect_same(const arb_t a, const arb_t b, const char *what, double v)
{
    mag_t size;
    mag_init(size);
    arb_get_mag(size, b);
    mag_mul_2exp_si(size, size, 16 - BITS);
    cr_expect(arb_overlaps(a, b) && mag_cmp(arb_radref(a), size) <= 0,
              "%s at %g: %.17g +- %g, %.17g", what, v, arf_get_d(arb_midref(a), ARF_RND_NEAR),
              mag_get_d(arb_radref(a)), arf_get_d(arb_midref(b), ARF_RND_NEAR));
    mag_clear(size);
}

/* One parameter at a time is zero, of the other sign, or as large as another. */
Test(by_hand, admits_what_the_text_admits)
{
    const double values[] = { 0, -1, 1, 1.5, 2 };
    arb_ptr hand = _arb_vec_init(ARB_LAW_MAX), text = _arb_vec_init(ARB_LAW_MAX);
    set_all(hand, text);
    cr_expect_null(arb_law_lugre_by_hand.validate(hand));
    for (size_t k = 0; k < N; k++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            set_all(hand, text);
            set(hand, text, k, values[i]);
            const char *by_hand = arb_law_lugre_by_hand.validate(hand),
                       *by_text = of_text()->validate(text);
            cr_expect_eq(by_hand == NULL, by_text == NULL, "%s = %g: %s, by the text %s", names[k],
                         values[i], by_hand ? by_hand : "valid", by_text ? by_text : "valid");
        }
    _arb_vec_clear(text, ARB_LAW_MAX);
    _arb_vec_clear(hand, ARB_LAW_MAX);
}

static const double speeds[] = { 0, 1e-5, 1e-3, 2e-3, 0.1, -1e-5, -3e-3 };
enum { N_SPEEDS = sizeof speeds / sizeof *speeds };

Test(by_hand, has_the_slack_of_the_text)
{
    arb_ptr hand = _arb_vec_init(ARB_LAW_MAX), text = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, a, b;
    arb_init(v);
    arb_init(a);
    arb_init(b);
    for (int m = 1; m <= 2; m++)
        for (int i = 0; i < N_SPEEDS; i++) {
            set_all(hand, text);
            set(hand, text, N - 1, m);
            arb_set_d(v, speeds[i]);
            arb_law_lugre_by_hand.slack(a, hand, v, BITS);
            of_text()->slack(b, text, v, BITS);
            expect_same(a, b, "slack", speeds[i]);
        }
    arb_clear(b);
    arb_clear(a);
    arb_clear(v);
    _arb_vec_clear(text, ARB_LAW_MAX);
    _arb_vec_clear(hand, ARB_LAW_MAX);
}

/* With a radius in one parameter at a time the slack holds that of the text at both ends. */
Test(by_hand, holds_the_slack_of_the_text_at_ends)
{
    arb_ptr hand = _arb_vec_init(ARB_LAW_MAX), text = _arb_vec_init(ARB_LAW_MAX);
    arb_t v, a, b, radius;
    arb_init(v);
    arb_init(a);
    arb_init(b);
    arb_init(radius);
    for (size_t k = 0; k < N; k++)
        for (int i = 1; i < N_SPEEDS; i++)
            for (int side = -1; side <= 1; side += 2) {
                set_all(hand, text);
                set(hand, text, k, (1 + 0.125 * side) * defaults[k]);
                arb_ptr wide = hand + arb_law_index(arb_law_lugre_by_hand.params, names[k]);
                arb_set_d(wide, defaults[k]);
                arb_set_d(radius, 0.125 * defaults[k]);
                arb_add_error(wide, radius);
                arb_set_d(v, speeds[i]);
                arb_law_lugre_by_hand.slack(a, hand, v, BITS);
                of_text()->slack(b, text, v, 4 * (slong)BITS);
                cr_expect(arb_contains(a, b), "%s, %d, at %g", names[k], side, speeds[i]);
            }
    arb_clear(radius);
    arb_clear(b);
    arb_clear(a);
    arb_clear(v);
    _arb_vec_clear(text, ARB_LAW_MAX);
    _arb_vec_clear(hand, ARB_LAW_MAX);
}

/* Along v0 (1 + u/4), which keeps its sign. */
Test(by_hand, has_the_series_of_the_text)
{
    arb_ptr hand = _arb_vec_init(ARB_LAW_MAX), text = _arb_vec_init(ARB_LAW_MAX);
    struct arb_linear a, b;
    acb_poly_t v;
    acb_t y;
    arb_t s;
    arb_linear_init(&a);
    arb_linear_init(&b);
    acb_poly_init(v);
    acb_init(y);
    arb_init(s);
    set_all(hand, text);
    for (int i = 1; i < N_SPEEDS; i++) {
        acb_set_d(y, speeds[i]);
        acb_poly_set_coeff_acb(v, 0, y);
        acb_mul_2exp_si(y, y, -2);
        acb_poly_set_coeff_acb(v, 1, y);
        arb_set_si(s, speeds[i] < 0 ? -1 : 1);
        arb_linear_zero(&a);
        arb_linear_zero(&b);
        arb_law_lugre_by_hand.linear(&a, hand, v, s, LENGTH, BITS);
        of_text()->linear(&b, text, v, s, LENGTH, BITS);
        const acb_poly_struct *of[][2] = {
            { a.b, b.b }, { a.k, b.k }, { a.f, b.f }, { &a.c[0][0], &b.c[0][0] }
        };
        for (size_t k = 0; k < sizeof of / sizeof *of; k++)
            for (slong n = 0; n < LENGTH; n++) {
                acb_t other;
                acb_init(other);
                acb_poly_get_coeff_acb(y, of[k][0], n);
                acb_poly_get_coeff_acb(other, of[k][1], n);
                expect_same(acb_realref(y), acb_realref(other), "series", speeds[i]);
                acb_clear(other);
            }
    }
    arb_clear(s);
    acb_clear(y);
    acb_poly_clear(v);
    arb_linear_clear(&b);
    arb_linear_clear(&a);
    _arb_vec_clear(text, ARB_LAW_MAX);
    _arb_vec_clear(hand, ARB_LAW_MAX);
}
