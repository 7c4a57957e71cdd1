/* What is said of a ramp's ends: at each it is the velocity and the state of that end that count.
 */
#include "properties/rigorous/ramps_test.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/rigorous/holds_test.h"
#include "properties/rigorous/rigorous_run.h"

enum { BITS = 128, MOST = 3, STRENGTH = 2 };

static const char *const no_params[] = { NULL }, *const states[] = { "x", NULL };

static void strength(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s, (void)x, (void)v, (void)prec;
    arb_set_si(F, STRENGTH);
}

static void resistance(arb_t R, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(R);
}

/* |F| - R |v| is that of the last velocity, of either sign. */
Test(ramps, creep_at_their_end)
{
    static const struct arb_law law = {
        .name = "strength", .params = no_params, .force = strength, .creep_resistance = resistance
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int from = -MOST; from <= MOST; from++)
        for (int to = -MOST; to <= MOST; to++) {
            const struct ramp ramp = { from, to };
            const struct rigorous_case c = along_ramp(&law, CREEPING, &ramp);
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer, abs(to) < STRENGTH ? ANSWER_YES : ANSWER_NO, "from %d to %d: %d",
                         from, to, (int)answer);
            cr_expect(arb_equal_si(functional, STRENGTH - abs(to)), "from %d to %d", from, to);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* 4 N and 1 N s/m. */
static void by_velocity(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)travel;
    arb_abs(scale, v);
    arb_add_si(scale, scale, 4, prec);
}

/* A force of one sign, there and mirrored, is off by twice itself, at the scale of the last
 * velocity. */
Test(ramps, are_judged_at_the_scale_of_their_end)
{
    static const struct arb_law law = {
        .name = "strength", .params = no_params, .force = strength, .force_scale = by_velocity
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int from = -MOST; from <= MOST; from++)
        for (int to = -MOST; to <= MOST; to++) {
            const struct ramp ramp = { from, to };
            const struct rigorous_case c = along_ramp(&law, ODD_SYMMETRY, &ramp);
            cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_YES);
            cr_expect(arb_equal_si(functional, 2L * STRENGTH), "from %d to %d", from, to);
            arb_mul_si(margin, margin, 4 + abs(to), BITS);
            cr_expect(arb_contains_si(margin, -2L * STRENGTH), "from %d to %d", from, to);
        }
    arb_clear(margin);
    arb_clear(functional);
}

static void no_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}

static void one(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
}

/* 0 where nothing has been travelled, and where the travel is that of a second on a ramp. */
static void apart(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s, arb_srcptr x,
                  slong prec)
{
    (void)p, (void)s;
    arb_add(F, v, v0, prec);
    arb_mul_2exp_si(F, F, -1);
    arb_sub(F, x, F, prec);
    arb_mul(F, F, x, prec);
}

/* A regressor that is right at both ends is right, whatever it is at the velocity of one and the
 * state of the other. */
Test(ramps, have_states_with_their_velocities)
{
    static const struct arb_law law = { .name = "travel",
                                        .params = no_params,
                                        .states = states,
                                        .force = no_force,
                                        .flow = flow,
                                        .force_scale = one,
                                        .printed_regressor = apart,
                                        .by_path = true };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int from = 1; from <= MOST; from++)
        for (int to = 0; to <= MOST; to++)
            for (int sign = -1; sign <= 1; sign += 2) {
                const struct ramp ramp = { sign * from, sign * to };
                const struct rigorous_case c = along_ramp(&law, REGRESSOR_AS_PRINTED, &ramp);
                const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
                cr_expect_eq(answer, ANSWER_NO, "from %d to %d: %d", from, to, (int)answer);
            }
    arb_clear(margin);
    arb_clear(functional);
}

/* break_away; the limit of what may drift. */
static void most_force(arb_t F, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(F, 2L * STRENGTH);
}

static void no_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_pos_inf(bound);
}

/* A law that nobody can follow along a ramp may drift there, if the ramp turns back; where its
 * state is the travel itself, if it does not come back to where it began. */
Test(ramps, that_are_not_followed_may_drift)
{
    struct arb_law law = { .name = "strength",
                           .params = no_params,
                           .states = states,
                           .force = strength,
                           .flow = flow,
                           .break_away = most_force };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int i = 0; i < 2; i++) {
        law.bound = i == 0 ? NULL : no_bound;
        for (int from = -MOST; from <= MOST; from++)
            for (int to = -MOST; to <= MOST; to++) {
                const struct ramp ramp = { from, to };
                const struct rigorous_case c = along_ramp(&law, NO_DRIFT, &ramp);
                const bool may = from * to < 0 && (i == 0 || from + to != 0);
                const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
                cr_expect_eq(answer, may ? ANSWER_UNDECIDED : ANSWER_NO, "from %d to %d: %d", from,
                             to, (int)answer);
            }
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* The force of one hold, N; of the others it is 0. */
static int strong_hold, strong;

static void force_of_one(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                         slong prec)
{
    (void)p, (void)s, (void)x, (void)prec;
    arb_zero(F);
    if (arb_equal_si(v, given.v[strong_hold]))
        arb_set_si(F, strong);
}

/* break_away: from 9 N to 11 N. */
static void any_force(arb_t F, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(F, 10);
    mag_one(arb_radref(F));
}

static void no_limit(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(F, 20);
}

static void stay(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)x, (void)p, (void)v, (void)s, (void)h, (void)prec;
}

/* Forces count where they are below 0.9 of all that break-away may be: in motion, and at rest. */
Test(drift, is_that_below_any_break_away)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    given.x0 = 5; /* where it stays */
    for (unsigned i = 0; i < HOLDS; i++) {
        given.v[i] = 2 - 2 * (int)i + (i == 2); /* forth, at rest, and half the way back */
        given.h[i] = 1;
    }
    for (int sliding = 0; sliding < 2; sliding++)
        for (strong_hold = 0; strong_hold < HOLDS; strong_hold++)
            for (strong = 8; strong <= 10; strong++) { /* 8.1 N to 9.9 N may be the limit */
                const struct arb_law law = { .name = "strong",
                                             .params = no_params,
                                             .states = states,
                                             .force = force_of_one,
                                             .flow = stay,
                                             .steady_force = sliding ? no_limit : NULL,
                                             .break_away = any_force };
                const struct rigorous_case c = {
                    .law = &law, .property = NO_DRIFT, .n_segments = HOLDS, .load = load
                };
                const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
                cr_expect_eq(answer,
                             strong == 8   ? ANSWER_YES
                             : strong == 9 ? ANSWER_UNDECIDED
                                           : ANSWER_NO,
                             "%d N in hold %d: %d", strong, strong_hold, (int)answer);
            }
    arb_clear(margin);
    arb_clear(functional);
}

/* A wave that goes forth for 1 s and then back, for a duration that is known to a ball. */
struct wave {
    double least, most; /* s */
};

static void load_wave(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    const struct wave *wave = numbers;
    arb_ptr value = _arb_vec_init(4);
    arb_t t, end;
    arb_init(t);
    arb_init(end);
    (void)i;
    arb_one(value + 1);
    arb_const_pi(value + 2, prec);
    arb_set_d(t, wave->least);
    arb_set_d(end, wave->most);
    arb_union(t, t, end, prec);
    arb_segment_set(segment, SIGNAL_SINE, value, t, prec);
    arb_clear(end);
    arb_clear(t);
    _arb_vec_clear(value, 4);
}

/* What lasts so long or longer goes back for certain only if the shortest does, and may if the
 * longest does. */
Test(waves, go_where_they_go_however_long_they_last)
{
    static const double times[] = { 0.5, 0.875, 0.9375, 1.0625, 1.125, 1.5 };
    enum { TIMES = sizeof times / sizeof *times };
    for (int i = 0; i < TIMES * TIMES; i++) {
        const struct wave wave = { times[i / TIMES], times[i % TIMES] };
        const struct rigorous_case c = { .law = arb_law_find("coulomb"),
                                         .n_segments = 1,
                                         .load = load_nothing,
                                         .load_segment = load_wave,
                                         .numbers = &wave };
        struct rigorous_run r;
        if (wave.least > wave.most)
            continue;
        rigorous_run_init(&r, &c, BITS);
        cr_expect(rigorous_moves(&r, 0, 1) && rigorous_may_move(&r, 0, 1));
        cr_expect_eq(rigorous_moves(&r, 0, -1), wave.least > 1, "%g s to %g s", wave.least,
                     wave.most);
        cr_expect(wave.most < 1 || rigorous_may_move(&r, 0, -1), "%g s to %g s", wave.least,
                  wave.most);
        rigorous_run_clear(&r);
    }
}

/* The ball of memory that changes at rest, or is not known; -1: none. */
enum { MEMORY = 3 };
static int changing, unknown;
static bool moving; /* the state, although it rests */

static void remember(arb_ptr x, arb_srcptr p)
{
    (void)p;
    _arb_vec_zero(x, MEMORY);
    if (unknown >= 0)
        mag_one(arb_radref(x + unknown));
}

static void flow_with_memory(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                             slong prec)
{
    flow(x, p, v, s, h, prec);
    if (arb_is_zero(v) && changing >= 0)
        arb_add_ui(x + 1 + changing, x + 1 + changing, 1, prec);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    cr_expect(arb_is_zero(v) && arb_is_zero(s) && arb_is_one(x), "asked at rest, after a hold");
    arb_set_si(dx, moving);
}

/* It stores the travel, which balls know to 1 J. */
static void blurred(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_set(S, x);
    mag_set_ui(arb_radref(S), 1);
}

static void four(arb_ptr work, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    arb_set_si(work, 4);
}

/* A law rests where its state and all of its memory are known and stay: only then is nothing lost
 * for certain. */
Test(rests, are_those_of_all_memory)
{
    static const struct arb_law law = { .name = "memory",
                                        .params = no_params,
                                        .states = states,
                                        .n_memory = MEMORY,
                                        .start = remember,
                                        .rate = rate,
                                        .flow = flow_with_memory,
                                        .work = four,
                                        .storage = blurred };
    const struct rigorous_case c = {
        .law = &law, .property = DISSIPATION, .n_segments = HOLDS, .load = load
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    given.x0 = 0;
    for (unsigned i = 0; i < HOLDS; i++) {
        given.v[i] = i == 0; /* then it rests */
        given.h[i] = 1;
    }
    for (changing = -1; changing < MEMORY; changing++)
        for (unknown = -1; unknown < MEMORY; unknown++) {
            moving = false;
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer, changing < 0 && unknown < 0 ? ANSWER_NO : ANSWER_UNDECIDED,
                         "%d changes, %d is not known: %d", changing, unknown, (int)answer);
            moving = true;
            cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_UNDECIDED);
        }
    arb_clear(margin);
    arb_clear(functional);
}
