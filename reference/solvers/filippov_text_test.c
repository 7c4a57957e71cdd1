/* A mass on a law whose text states events moves as on the same law by hand: two statements of the
 * equations, of their guards and of what happens there. */
#include "reference/solvers/filippov_test.h"

/* The balls of the text in place of those by hand. */
static void record_text(struct record *r, const char *law)
{
    record_init(r, law);
    r->law = arb_law_along(r->law);
    cr_assert(r->law != arb_law_find(law), "%s has no text with events", law);
    r->motion.law = r->law;
}

static const char *const laws[] = { "armstrong", "reset_integrator", "maxwell_slip" };
enum { LAWS = sizeof laws / sizeof *laws };

typedef void scene(struct record *r);

/* Pulled by a spring, it sticks and slips. */
static void spring(struct record *r)
{
    r->plant.stiffness = 2;
    r->plant.pull = 1;
}

/* Held where it is wanted, beyond which it hunts. */
static void loop(struct record *r)
{
    r->plant.stiffness = 3;
    r->plant.integral = 4;
    r->plant.damping = 6;
    r->plant.place = 1;
}

/* Pushed below break-away, back, and beyond. */
static void push(struct record *r)
{
    record_signal(&r->plant.force,
                  "ramp 0 0.9 0.1; ramp 0.9 -0.9 0.2; ramp -0.9 3 0.2; hold 0 0.1");
}

static void expect_columns(const struct record *a, arb_srcptr of_a, arb_srcptr of_b,
                           const char *what)
{
    const double bound = 1e-12 * largest(of_a, a->n);
    for (size_t i = 0; i < a->n; i++)
        cr_expect(distance(of_a + i, of_b + i) <= bound, "%s, %s at %g s: %.17g by hand, %.17g",
                  a->law->name, what, a->t[i], middle(of_a + i), middle(of_b + i));
}

static void expect_same(const char *law, scene *set, double end)
{
    struct record hand, text;
    record_init(&hand, law);
    record_text(&text, law);
    set(&hand);
    set(&text);
    record_run(&hand, end, 101);
    record_run(&text, end, 101);
    cr_assert_eq(hand.status, FILIPPOV_OK, "%s", law);
    cr_assert_eq(text.status, FILIPPOV_OK, "%s: %d", law, (int)text.status);
    expect_columns(&hand, hand.x, text.x, "x");
    expect_columns(&hand, hand.v, text.v, "v");
    expect_columns(&hand, hand.F, text.F, "F");
    expect_columns(&hand, hand.energy, text.energy, "energy");
    cr_expect(largest(hand.x, hand.n) > 1e-3, "%s hardly moves", law);
    record_clear(&hand);
    record_clear(&text);
}

Test(motion_text, sticks_and_slips_as_by_hand)
{
    for (int i = 0; i < LAWS; i++)
        expect_same(laws[i], spring, 3);
}

Test(motion_text, hunts_as_by_hand)
{
    for (int i = 0; i < LAWS; i++)
        expect_same(laws[i], loop, 3);
}

Test(motion_text, is_pushed_as_by_hand)
{
    for (int i = 0; i < LAWS; i++)
        expect_same(laws[i], push, 0.6);
}
