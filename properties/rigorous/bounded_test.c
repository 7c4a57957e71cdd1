/* A state bound that balls along the signal do not decide, and an argument about all states does.
 */
#include <criterion/criterion.h>

#include "properties/rigorous/rigorous.h"

/* A law of which each state ends within its bound, or just beyond, and never moves outwards unless
 * one state says so. */
enum { STATES = 3 };

static struct { /* the state that starts elsewhere, has no bound, moves outwards; -1: none */
    int starts, unbounded, outwards;
    double from; /* where it starts, to 2^-10 */
} odd;

static void move_to_bound(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                          slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    for (int i = 0; i < STATES; i++) {
        arb_one(x + i);
        mag_set_ui_2exp_si(arb_radref(x + i), 1, -10);
    }
}

static void bound_of_one(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    for (int i = 0; i < STATES; i++)
        arb_one(bound + i);
    if (odd.unbounded >= 0)
        arb_pos_inf(bound + odd.unbounded);
}

static void slack_of_one(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    for (int i = 0; i < STATES; i++)
        arb_zero(slack + i);
    if (odd.outwards >= 0)
        arb_set_si(slack + odd.outwards, -1);
}

static void load_hold(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p;
    if (odd.starts >= 0) {
        arb_set_d(x0 + odd.starts, odd.from);
        mag_set_ui_2exp_si(arb_radref(x0 + odd.starts), 1, -10);
    }
    arb_one(v);
    arb_one(h);
}

/* The argument that states move towards values within their bounds takes every state that has a
 * bound, and every one from where it certainly is within it. */
Test(bounds, are_kept_by_the_argument_for_every_state)
{
    static const char *const none[] = { NULL }, *const states[] = { "a", "b", "c", NULL };
    static const struct arb_law law = {
        .name = "bounded",
        .params = none,
        .states = states,
        .flow = move_to_bound,
        .bound = bound_of_one,
        .slack = slack_of_one,
    };
    const struct rigorous_case c = {
        .law = &law, .property = STATE_BOUND, .n_segments = 1, .load = load_hold
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    static const double places[] = { 0.5, -0.998, 1, -1, 1.5 }; /* the first two are within */
    enum { WITHIN = 2, PLACES = sizeof places / sizeof *places };
    for (int i = 0; i < PLACES * (STATES + 1) * (STATES + 1) * (STATES + 1); i++) {
        odd.starts = i % (STATES + 1) - 1;
        odd.unbounded = i / (STATES + 1) % (STATES + 1) - 1;
        odd.outwards = i / (STATES + 1) / (STATES + 1) % (STATES + 1) - 1;
        const int place = i / (STATES + 1) / (STATES + 1) / (STATES + 1);
        odd.from = places[place];
        const bool begins = odd.starts < 0 || place < WITHIN || odd.starts == odd.unbounded,
                   kept = begins && (odd.outwards < 0 || odd.outwards == odd.unbounded);
        const enum answer answer = rigorous_evaluate(&c, 128, functional, margin);
        cr_expect_eq(answer, kept ? ANSWER_NO : ANSWER_UNDECIDED,
                     "state %d from %g, without bound %d, outwards %d: %d", odd.starts, odd.from,
                     odd.unbounded, odd.outwards, (int)answer);
    }
    arb_clear(margin);
    arb_clear(functional);
}
