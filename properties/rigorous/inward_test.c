/* States that begin within their bounds stay there when at each face of the box of all states the
 * rate points inwards: the motion itself need not be known. One face at which it does not, or may
 * not, leaves all undecided, unless its state has no bound. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/rigorous/ramps_test.h"
#include "properties/rigorous/rigorous.h"
#include "tools/testing/test_stack.h"

enum { STATES = 3, BITS = 128, LOG_RADIUS = -4, SPEED = 2 };

/* What is odd about one face; which state has no bound, -1: none. */
enum oddity { NOTHING, STAYS, OUTWARDS, ALONG, PERHAPS, FARTHER, ODDITIES };
static struct {
    int state, side;
    enum oddity is;
    int unbounded;
} odd;

static void bound(arb_ptr x_bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    for (int j = 0; j < STATES; j++) {
        arb_set_si(x_bound + j, 2 + j);
        mag_set_ui_2exp_si(arb_radref(x_bound + j), 1, LOG_RADIUS);
    }
    if (odd.unbounded >= 0)
        arb_pos_inf(x_bound + odd.unbounded);
}

/* Each rate is -x_j, and so of either sign within, but for the odd one at its face: one state
 * stays wherever it is, or at its face the rate is outwards, along, perhaps either, or so only
 * where the bound is largest. */
static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    cr_expect(arb_equal_si(v, SPEED) && arb_is_one(s));
    for (int j = 0; j < STATES; j++)
        arb_neg(dx + j, x + j);
    if (odd.is == STAYS)
        arb_zero(dx + odd.state);
    const arb_struct *face = x + odd.state;
    if (odd.is <= STAYS || arf_cmp_si(arb_midref(face), (slong)odd.side * (2 + odd.state)) != 0 ||
        (odd.is == FARTHER && mag_cmp_2exp_si(arb_radref(face), LOG_RADIUS) < 0))
        return;
    if (odd.is == OUTWARDS)
        arb_set_si(dx + odd.state, odd.side);
    else if (odd.is == ALONG)
        arb_zero(dx + odd.state);
    else
        arb_zero_pm_one(dx + odd.state);
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_set_si(v, SPEED);
    arb_one(h);
}

Test(bounds, are_kept_where_all_faces_point_inwards)
{
    static const char *const no_params[] = { NULL }, *const names[] = { "a", "b", "c", NULL };
    static const struct arb_law law = {
        .name = "inward",
        .params = no_params,
        .states = names,
        .bound = bound,
        .rate = rate,
        .force = force,
    };
    const struct rigorous_case c = {
        .law = &law, .property = STATE_BOUND, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (odd.unbounded = -1; odd.unbounded < STATES; odd.unbounded++)
        for (int i = 0; i < ODDITIES * 2 * STATES; i++) {
            odd.is = (enum oddity)(i % ODDITIES);
            odd.side = i / ODDITIES % 2 ? 1 : -1;
            odd.state = i / ODDITIES / 2;
            const bool kept = odd.is <= STAYS || odd.state == odd.unbounded;
            stack_is_dirty();
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer, kept ? ANSWER_NO : ANSWER_UNDECIDED,
                         "state %d at %d, oddity %d, without bound %d: %d", odd.state, odd.side,
                         (int)odd.is, odd.unbounded, (int)answer);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* A velocity, or the end of another state, at which the state in question moves outwards at its
 * faces; NAN: none. */
static struct {
    double at_velocity, at_end;
    int other;
} outwards;

static bool has(const arb_t ball, double number)
{
    arb_t point;
    arb_init(point);
    arb_set_d(point, number);
    const bool is = arb_contains(ball, point);
    arb_clear(point);
    return is;
}

/* The first state alone; it moves inwards elsewhere. The selection holds the sign of any velocity
 * that is asked for. */
static void rate_of_first(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                          slong prec)
{
    arb_t sign;
    (void)p, (void)prec;
    arb_init(sign);
    arb_sgn(sign, v);
    cr_expect(arb_contains(s, sign));
    for (int j = 0; j < STATES; j++)
        arb_neg(dx + j, x + j);
    if ((!isnan(outwards.at_velocity) && has(v, outwards.at_velocity)) ||
        (!isnan(outwards.at_end) && has(x + outwards.other, outwards.at_end)))
        arb_zero_pm_one(dx);
    arb_clear(sign);
}

static const char *const none[] = { NULL }, *const states[] = { "a", "b", "c", NULL };
static const struct arb_law first_moves = {
    .name = "first",
    .params = none,
    .states = states,
    .bound = bound,
    .rate = rate_of_first,
    .force = force,
};

/* Wherever the other states are within their bounds, of which each is known to 2^-4. */
Test(bounds, are_kept_wherever_other_states_are)
{
    const double least = ldexp(1, LOG_RADIUS);
    const struct rigorous_case c = {
        .law = &first_moves, .property = STATE_BOUND, .n_segments = 1, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    odd.unbounded = -1;
    outwards.at_velocity = NAN;
    for (outwards.other = 1; outwards.other < STATES; outwards.other++)
        for (int side = -1; side <= 1; side += 2)
            for (int k = -1; k <= 2; k++) { /* 2: just beyond the bound */
                outwards.at_end = side * (2 + outwards.other + k * least * (k == 2 ? 0.55 : 1));
                cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                             k == 2 ? ANSWER_NO : ANSWER_UNDECIDED, "state %d at %g",
                             outwards.other, outwards.at_end);
            }
    arb_clear(margin);
    arb_clear(functional);
}

/* At every velocity that a ramp has, at its ends and between. */
Test(bounds, are_kept_at_all_velocities)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    odd.unbounded = -1;
    outwards.at_end = NAN;
    for (int from = -2; from <= 2; from++)
        for (int to = -2; to <= 2; to++)
            for (int halves = -5; halves <= 5; halves++) {
                const struct ramp ramp = { from, to };
                const struct rigorous_case c = along_ramp(&first_moves, STATE_BOUND, &ramp);
                const double at = halves / 2.0;
                outwards.at_velocity = at;
                stack_is_dirty();
                cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                             (at - from) * (at - to) <= 0 ? ANSWER_UNDECIDED : ANSWER_NO,
                             "from %d to %d, outwards at %g", from, to, at);
            }
    arb_clear(margin);
    arb_clear(functional);
}

static void load_dahl(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct arb_law *law = arb_law_find("dahl");
    (void)numbers, (void)prec, (void)x0, (void)v, (void)h;
    arb_set_si(p + arb_law_index(law->params, "sigma0"), 4);
    arb_one(p + arb_law_index(law->params, "Fc"));
}

/* Along a ramp from rest to v in 1 s Dahl's z comes to 1 - exp(-2 v) of its bound, which it never
 * leaves: that, less 1, is the largest functional, at the end. */
Test(bounds, hold_the_largest_value_along_a_ramp)
{
    arb_t functional, margin, is;
    arb_init(functional);
    arb_init(margin);
    arb_init(is);
    for (int to = 1; to <= 3; to++) {
        const struct ramp ramp = { 0, to };
        struct rigorous_case c = along_ramp(arb_law_find("dahl"), STATE_BOUND, &ramp);
        c.load = load_dahl;
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
        arb_set_si(is, -2 * (slong)to);
        arb_exp(is, is, (slong)2 * BITS);
        arb_neg(is, is);
        cr_expect(arb_contains(functional, is), "%d: %.17g +- %g", to,
                  arf_get_d(arb_midref(functional), ARF_RND_NEAR),
                  mag_get_d(arb_radref(functional)));
        arb_neg(is, is);
        cr_expect(arb_contains(margin, is), "%d", to);
    }
    arb_clear(is);
    arb_clear(margin);
    arb_clear(functional);
}
