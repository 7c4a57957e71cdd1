/* A law that settles, but by no closed form, is judged by its own motion: of two states that go to
 * L and M 2^(1/3), each at a rate of its own, and one that stays at 0, what is left of the force
 * is what the text says. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "properties/rigorous/guarded_test.h"
#include "properties/rigorous/rigorous.h"
#include "reference/derived/text_balls.h"
#include "tools/base/memory.h"
#include "tools/testing/test_stack.h"

enum { BITS = 128, WORK = 200 /* more than what settles takes */ };

#define STATE(x) "  Real " x "(unit=\"m\", start=0, fixed=true);\n"
#define SETTLES(states)                                                                            \
    "model settles\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                 \
    "  parameter Real k(unit=\"N/m\", min=1, max=1e9) = 1e5;\n"                                    \
    "  parameter Real L(unit=\"m\", min=1e-9, max=1) = 1e-5;\n"                                    \
    "  parameter Real M(unit=\"m\", min=1e-9, max=1) = 2.5e-6;\n" states                           \
    "equation\n  der(a) = v - abs(v)*(a/L)^3;\n  der(b) = 2*v - abs(v)*(b/M)^3;\n"                 \
    "  der(c) = -abs(v)*c/L;\n  F = k*a + k*b + k*c;\n  "                                          \
    "annotation(__Bristle(force_scale=k*L));\nend settles;\n"

/* The state that settles last stands first, in the middle, and last. */
static const char *const settles[] = {
    SETTLES(STATE("a") STATE("b") STATE("c")),
    SETTLES(STATE("b") STATE("a") STATE("c")),
    SETTLES(STATE("c") STATE("b") STATE("a")),
};

static double travel;         /* in L */
static double last = 0x1p-19; /* parameter */
static int direction = 1;
static const char *scale = "k*L/8";

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)x0;
    arb_set_d(p, 0x1p17);
    arb_set_d(p + 1, 0x1p-17);
    arb_set_d(p + 2, last);
    arb_set_d(v, direction * 0x1p-10);
    arb_set_d(h, travel * 0x1p-7);
}

/* With y = a/L of the travel x in L, dy/dx = 1 - y^3, and 1 - y nears sqrt(3) exp(sqrt(3) pi/6 - 3
 * x), which is off by its square; b is at its end long before. k L is 1 N. */
Test(steady_state, is_where_the_motion_goes)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int k = 0; k < 4; k++) {
        const struct text_balls text = text_balls_load("settles.mo", settles[k % 3]);
        cr_assert(text.rigorous && !text.rigorous->steady_force);
        travel = k < 3 ? 2 : 8;
        const struct rigorous_case c = {
            .law = text.rigorous, .property = STEADY_STATE, .n_segments = 1, .load = load
        };
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO, "%g", travel);
        const double left = sqrt(3) * exp(sqrt(3) * acos(-1) / 6 - 3 * travel),
                     found = arf_get_d(arb_midref(functional), ARF_RND_NEAR);
        cr_expect(fabs(found - left) <= 2 * left * left, "%g: %.17g N, expected %.17g", travel,
                  found, left);
        cr_expect(mag_get_d(arb_radref(functional)) <= 1e-12 * left);
        cr_expect(arb_is_finite(margin), "%g", travel);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* Where it has settled the force is that of the end to far more digits than counts: what is left is
 * below exp(-297), and the ball of the difference has it. */
Test(steady_state, is_no_nearer_than_it_is_known)
{
    const struct text_balls text = text_balls_load("settles.mo", settles[0]);
    const struct rigorous_case c = {
        .law = text.rigorous, .property = STEADY_STATE, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arf_t least;
    arb_init(functional);
    arb_init(margin);
    arf_init(least);
    travel = 100;
    cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
    arb_get_lbound_arf(least, functional, BITS);
    cr_expect(arf_cmp_d(least, exp(-297)) <= 0, "%g", arf_get_d(least, ARF_RND_NEAR));
    arf_clear(least);
    arb_clear(margin);
    arb_clear(functional);
}

/* Where what is left is more than roundings, and less than what counts as settled, the force tends
 * to a ball that has the end: the functional holds what is left. */
Test(steady_state, is_known_as_far_as_it_has_settled)
{
    arb_t functional, margin, left;
    arb_init(functional);
    arb_init(margin);
    arb_init(left);
    const struct text_balls text = text_balls_load("settles.mo", settles[1]);
    const struct rigorous_case c = {
        .law = text.rigorous, .property = STEADY_STATE, .n_segments = 1, .load = load
    };
    travel = 17;
    cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
    const double exact = sqrt(3) * exp(sqrt(3) * acos(-1) / 6 - 3 * travel);
    arb_set_d(left, exact);
    mag_set_d(arb_radref(left), 1e-9 * exact);
    cr_expect(arb_overlaps(functional, left), "%.17g +- %g, expected %.17g",
              arf_get_d(arb_midref(functional), ARF_RND_NEAR), mag_get_d(arb_radref(functional)),
              exact);
    cr_expect_leq(mag_get_d(arb_radref(functional)), 64 * exact);
    arb_clear(left);
    arb_clear(margin);
    arb_clear(functional);
}

static enum answer judged(const struct text_balls *text)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    struct work_limit limit = work_limit_from_now(WORK, 0);
    const struct rigorous_case c = { .law = text->rigorous,
                                     .property = STEADY_STATE,
                                     .n_segments = 1,
                                     .load = load,
                                     .limit = &limit };
    stack_is_dirty();
    const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
    arb_clear(margin);
    arb_clear(functional);
    return answer;
}

/* A state that goes on for ever leads nowhere, and neither does one that some motion takes away:
 * what the force tends to is not known, whatever it is. */
Test(steady_state, is_undecided_where_nothing_settles)
{
    static const char *const rates[] = { "v + 0*a*a*abs(v)/L^2", "v*(1 + (a/L)^2)",
                                         "v - abs(v)*cos(a/L)" };
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        char *source = memory_text(
            "model goes_on%zu\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
            "  parameter Real k(unit=\"N/m\", min=1, max=1e9) = 1e5;\n"
            "  parameter Real L(unit=\"m\", min=1e-9, max=1) = 1e-5;\n"
            "  parameter Real M(unit=\"m\", min=1e-9, max=1) = 2.5e-6;\n"
            "  Real a(unit=\"m\", start=0, fixed=true);\nequation\n  der(a) = %s;\n"
            "  F = k*a;\n  annotation(__Bristle(force_scale=k*L));\nend goes_on%zu;\n",
            i, rates[i], i);
        const struct text_balls text = text_balls_load("goes_on.mo", source);
        travel = 0.5;
        cr_expect_eq(judged(&text), ANSWER_UNDECIDED, "%s", rates[i]);
        free(source);
    }
}

static struct text_balls law_of(const char *name, const char *equations, const char *stated)
{
    char *source =
        memory_text("model %s\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
                    "  parameter Real k(unit=\"N/m\", min=1, max=1e9) = 1e5;\n"
                    "  parameter Real L(unit=\"m\", min=1e-9, max=1) = 1e-5;\n"
                    "  parameter Real T(unit=\"s\", min=1e-9, max=1) = 1e-3;\n"
                    "  Real a(unit=\"m\", start=0, fixed=true);\n"
                    "  Real b(unit=\"m\", start=0, fixed=true);\nequation\n%s"
                    "  F = k*a + k*b;\n  annotation(__Bristle(force_scale=%s%s));\nend %s;\n",
                    name, equations, scale, stated, name);
    const struct text_balls result = text_balls_load("law.mo", source);
    free(source);
    cr_assert(result.rigorous, "%s", name);
    cr_assert_eq(result.rigorous->steady_force != NULL, *stated != 0, "%s", name);
    return result;
}

/* With a = v T (1 - exp(-t/T)) and T = h/2, 2/e of the way is left after half the time, of 0.5 N.
 * exp(-2) of these is 0.07 N, below the 2/e of the scale, of 0.125 N. */
Test(steady_state, lags_behind_by_time)
{
    const char *const equations = "  der(a) = v - a/T;\n  der(b) = -b/T*(1 + (b/L)^2);\n";
    const struct text_balls found = law_of("lags", equations, ""),
                            stated = law_of("says", equations, ", steady_force=k*v*T"),
                            lies = law_of("lies", equations, ", steady_force=2*k*v*T");
    travel = 1;
    last = 0x1p-8;
    cr_expect_eq(judged(&found), ANSWER_NO);
    cr_expect_eq(judged(&stated), ANSWER_NO);
    cr_expect_eq(judged(&lies), ANSWER_YES);
}

/* y <- exp(x), or 1 - tanh(x), to more bits than are judged with. */
static void set_exp(arb_t y, double x)
{
    arb_set_d(y, x);
    arb_exp(y, y, (slong)4 * BITS);
}

static void set_short_of_one(arb_t y, double x)
{
    set_exp(y, 2 * x);
    arb_add_ui(y, y, 1, (slong)4 * BITS);
    arb_ui_div(y, 2, y, (slong)4 * BITS);
}

/* Of two states at rates of their own the slower one tells how far the force may still be off, of
 * its scale: twice what it lacks after half the time. One is v T (1 - exp(-t/T)), the other L
 * tanh(x) after x L, of which v T exp(-h/T) and L (1 - tanh(x)) are left: in either order,
 * whichever is slower, in either direction; also where both have just settled to the bits that are
 * asked for. Of a large scale the margin shows what is known of the lag. */
Test(steady_state, lags_behind_by_the_slowest_state)
{
    static const char *const equations[] = {
        "  der(a) = v - a/T;\n  der(b) = v - v*(b/L)^2;\n",
        "  der(a) = v - v*(a/L)^2;\n  der(b) = v - b/T;\n",
    };
    static const struct {
        double travel, T;
        bool linear_is_slower;
    } cases[] = { { 2, 0x1p-10, false }, { 2, 0x1p-6, true }, { 6.125, 0x1p-10, false } };
    const slong bits = 4L * BITS;
    arb_t functional, margin, left, lag;
    guard_memory();
    arb_init(functional);
    arb_init(margin);
    arb_init(left);
    arb_init(lag);
    struct text_balls text[4];
    for (int i = 0; i < 4; i++) {
        scale = i / 2 ? "1024*k*L" : "k*L/8";
        text[i] = law_of(i % 2 ? "lags_b" : "lags_a", equations[i % 2], "");
    }
    for (int k = 0; k < 12; k++) {
        const bool large = k % 4 / 2;
        const struct rigorous_case c = {
            .law = text[k % 4].rigorous, .property = STEADY_STATE, .n_segments = 1, .load = load
        };
        travel = cases[k / 4].travel;
        last = cases[k / 4].T;
        direction = (k + k / 2) % 2 ? -1 : 1;
        const double times = travel * 0x1p-7 / last; /* T that it lasts */
        set_exp(left, -times);
        arb_mul_2exp_si(left, left, last > 0x1p-8 ? 1 : -3); /* k v T, N */
        set_short_of_one(lag, travel);
        arb_add(left, left, lag, bits);
        if (cases[k / 4].linear_is_slower)
            set_exp(lag, -times / 2);
        else
            set_short_of_one(lag, travel / 2);
        arb_mul_2exp_si(lag, lag, 1);
        stack_is_dirty();
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin) == ANSWER_YES,
                     !large && k / 4 == 1, "%d", k);
        cr_expect(arb_contains(functional, left), "%d: %s", k, arb_get_str(functional, 40, 0));
        arb_mul_2exp_si(left, left, large ? -10 : 3);
        arb_sub(lag, lag, left, bits);
        cr_expect(arb_contains(margin, lag), "%d: %s, not %s", k, arb_get_str(margin, 40, 0),
                  arb_get_str(lag, 40, 0));
        cr_expect(mag_cmp_2exp_si(arb_radref(margin), -60) < 0, "%d", k);
    }
    scale = "k*L/8";
    direction = 1;
    arb_clear(lag);
    arb_clear(left);
    arb_clear(margin);
    arb_clear(functional);
}

/* Two states that push each other away: from rest they stay alike, and settle at L/3; from
 * anywhere else they do not, and what is left of rest is nothing that a law settles to. */
Test(steady_state, is_none_that_states_keep_by_balance_only)
{
    const struct text_balls parted = law_of(
        "parted", "  der(a) = v - abs(v)*(a + 2*b)/L;\n  der(b) = v - abs(v)*(b + 2*a)/L;\n", "");
    const struct text_balls coupled = law_of(
        "coupled", "  der(a) = v - abs(v)*(a + b/4)/L;\n  der(b) = v - abs(v)*(b + a/4)/L;\n", "");
    /* At 1 m/s they hardly feel each other. */
    const struct text_balls slowly = law_of("slowly",
                                            "  der(a) = v - abs(v)*(a + 2*b/(1 + (v*T/L)^2))/L;\n"
                                            "  der(b) = v - abs(v)*(b + 2*a/(1 + (v*T/L)^2))/L;\n",
                                            "");
    travel = 4;
    last = 0x1p-8; /* (v T/L)^2 is 1/4 */
    cr_expect_eq(judged(&slowly), ANSWER_UNDECIDED);
    cr_expect_eq(judged(&parted), ANSWER_UNDECIDED);
    cr_expect_eq(judged(&coupled), ANSWER_NO);
}

/* The motion tells what a text does not say. */
Test(steady_state, is_asked_of_texts_that_move_by_steps)
{
    const struct text_balls text = text_balls_load("settles.mo", settles[0]);
    cr_expect(rigorous_applicable(text.rigorous, STEADY_STATE), "%s is missing",
              rigorous_missing(text.rigorous, STEADY_STATE));
}
