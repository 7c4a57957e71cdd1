/* Windows of drift: of several states the one that moves most counts, and of forces that lie
 * anywhere in a range all of them. */
#include <criterion/criterion.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "properties/rigorous/holds_test.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

enum { BITS = 128, STATES = 4, SIGNALS = 400 };

static const char *const no_params[] = { NULL };

/* The states count holds, and are what is given after each, mm; the second has no bound. */
static int given_state[HOLDS + 1][STATES];

static void step(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    const slong i = arf_get_si(arb_midref(x), ARF_RND_NEAR);
    arb_set_si(x, i + 1);
    for (int k = 1; k < STATES; k++)
        arb_set_si(x + k, given_state[i + 1][k]);
}

static void bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_pos_inf(of);
    arb_pos_inf(of + 1);
    for (int k = 2; k < STATES; k++)
        arb_one(of + k);
}

static void no_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}

static void one_newton(arb_t F, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(F);
}

/* Returns |net travel| - 1000 max |dx| of holds i..j-1. */
static long drift_of(int i, int j, bool bounded)
{
    long travel = 0;
    int gap = 0;
    for (int k = i; k < j; k++)
        travel += (long)given.v[k] * given.h[k];
    for (int k = bounded ? 2 : 0; k < STATES; k++)
        gap = abs(given_state[j][k] - given_state[i][k]) > gap
                  ? abs(given_state[j][k] - given_state[i][k])
                  : gap;
    return labs(travel) - 1000L * gap;
}

static bool reverses(int i, int j)
{
    bool forth = false, back = false;
    for (int k = i; k < j; k++) {
        forth |= given.v[k] > 0;
        back |= given.v[k] < 0;
    }
    return forth && back;
}

/* Without bounds every state counts, the number of holds included. */
Test(windows, end_where_no_state_has_moved_far)
{
    static const char *const names[] = { "count", "a", "b", "c", NULL };
    unsigned judged = 0, drifting = 0;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        struct rng rng = rng_keyed(1, "windows", signal);
        const bool bounded = signal % 2;
        const struct arb_law law = { .name = "several",
                                     .params = no_params,
                                     .states = names,
                                     .force = no_force,
                                     .flow = step,
                                     .bound = bounded ? bound : NULL,
                                     .break_away = one_newton };
        const struct rigorous_case c = {
            .law = &law, .property = NO_DRIFT, .n_segments = HOLDS, .load = load
        };
        long most = LONG_MIN;
        given.x0 = 0;
        for (int i = 0; i < HOLDS; i++) {
            given.v[i] = (int)rng_below(&rng, 5) - 2;
            given.h[i] = 1000 * (1 + (int)rng_below(&rng, 4));
            given_state[i + 1][0] = i + 1;
            for (int k = 1; k < STATES; k++)
                given_state[i + 1][k] = (int)rng_below(&rng, 9) - 4;
        }
        for (int j = 1; j <= HOLDS; j++)
            for (int i = 0; i < j; i++)
                if (reverses(i, j) && drift_of(i, j, bounded) > most)
                    most = drift_of(i, j, bounded);
        stack_is_dirty();
        const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
        cr_expect_eq(answer, most > 0 ? ANSWER_YES : ANSWER_NO, "signal %u: %d", signal,
                     (int)answer);
        if (most != LONG_MIN)
            cr_expect(arb_equal_si(functional, most), "signal %u: %s, not %ld", signal,
                      arb_get_str(functional, 10, 0), most);
        judged += most != LONG_MIN;
        drifting += most > 0;
    }
    cr_expect(judged > SIGNALS / 3 && drifting > 10, "%u, %u", judged, drifting);
    arb_clear(margin);
    arb_clear(functional);
}

/* A force in one hold; break-away is 20 N, and sliding takes from 9 N to 11 N, of the sign of v. */
static struct {
    unsigned hold;
    int force;
} strong;

static void force_of_one(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                         slong prec)
{
    static const int middles[] = { 1, 0, -8 };
    (void)p, (void)s, (void)x, (void)prec;
    arb_zero(F);
    if (arf_cmp_si(arb_midref(v), middles[strong.hold]) == 0)
        arb_set_si(F, strong.force);
}

static void count(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h;
    arb_add_ui(x, x, 1, prec);
}

static void no_bound(arb_ptr of, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_pos_inf(of);
}

static void twenty(arb_t F, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(F, 20);
}

static void about_ten(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v;
    arb_set_si(F, 10);
    mag_one(arb_radref(F));
    arb_mul(F, F, s, prec);
}

/* Forth; then perhaps either way, or at rest; and farther back. */
static void load_windows(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                         arb_ptr h)
{
    (void)prec, (void)p, (void)x0;
    for (int i = 0; i < 3; i++)
        arb_one(h + i);
    arb_one(v);
    arb_set_si(v + 2, -8);
    if (*(const bool *)numbers)
        mag_one(arb_radref(v + 1));
}

/* A hold counts where its force is below 0.9 of all that sliding may take, and of break-away: at
 * rest of that alone, and where it may slide or rest of either. */
Test(windows, have_forces_below_all_that_sliding_may_take)
{
    static const char *const states[] = { "count", NULL };
    static const struct arb_law law = { .name = "sliding",
                                        .params = no_params,
                                        .states = states,
                                        .force = force_of_one,
                                        .flow = count,
                                        .bound = no_bound,
                                        .steady_force = about_ten,
                                        .break_away = twenty };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int either = 0; either < 2; either++)
        for (strong.hold = 0; strong.hold < 3; strong.hold++)
            for (strong.force = 1; strong.force < 24; strong.force++) {
                const bool numbers = either, between = strong.hold == 1;
                /* 8.1 N to 9.9 N, and 18 N, of which an unknown direction leaves any */
                const int least = between && !either ? 18 : 8, most = between ? 18 : 9;
                const struct rigorous_case c = { .law = &law,
                                                 .property = NO_DRIFT,
                                                 .n_segments = 3,
                                                 .load = load_windows,
                                                 .numbers = &numbers };
                /* without one end the middle hold may be the way there, or back */
                const enum answer beyond = either && !between ? ANSWER_UNDECIDED : ANSWER_NO,
                                  expected = strong.force <= least ? ANSWER_YES
                                             : strong.force > most ? beyond
                                                                   : ANSWER_UNDECIDED,
                                  answer = rigorous_evaluate(&c, BITS, functional, margin);
                cr_expect_eq(answer, expected, "hold %u, %d N%s: %d", strong.hold, strong.force,
                             either ? ", perhaps moving" : "", (int)answer);
            }
    arb_clear(margin);
    arb_clear(functional);
}

/* What each of these properties needs, and what is said where that is missing. */
Test(windows, need_states_and_forces)
{
    static const char *const states[] = { "x", NULL };
    static const struct arb_law whole = { .name = "whole",
                                          .params = no_params,
                                          .states = states,
                                          .force = no_force,
                                          .flow = count,
                                          .bound = no_bound,
                                          .break_away = twenty };
    for (int k = 0; k < 4; k++) {
        static const char *const names[] = { NULL, "states", "break_away", "flow" };
        struct arb_law law = whole;
        law.states = k == 1 ? NULL : states;
        law.break_away = k == 2 ? NULL : twenty;
        law.flow = k == 3 ? NULL : count;
        const char *missing = rigorous_missing(&law, NO_DRIFT);
        cr_expect(names[k] ? missing && strcmp(missing, names[k]) == 0 : !missing, "%s: %s",
                  names[k] ? names[k] : "nothing", missing ? missing : "nothing");
    }
    struct arb_law stateless = whole;
    stateless.states = NULL;
    stateless.stribeck = NULL;
    cr_expect_str_eq(rigorous_missing(&stateless, STATE_BOUND), "states");
    cr_expect_str_eq(rigorous_missing(&whole, STRIBECK_STATE_BOUND), "a state y");
    cr_expect_str_eq(rigorous_missing(&whole, STRIBECK_HISTORY_BOUND), "a state y");
}
