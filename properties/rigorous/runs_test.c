/* What is compared along a signal and at its end: a law whose force is the distance gone so far,
 * also before the signal, so that each hold and the beginning count. Some tests replace one of its
 * functions. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "properties/rigorous/holds_test.h"
#include "properties/rigorous/ramps_test.h"
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/rng.h"

enum { BITS = 128, SIGNALS = 100 };

static int distance(void)
{
    int x = 0;
    for (unsigned i = 0; i < HOLDS; i++)
        x += given.v[i] * given.h[i];
    return x;
}

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set(F, x);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(F, given.x0 + distance());
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_set_si(rate, 1000);
}

static void one(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
}

static const char *const no_params[] = { NULL }, *const states[] = { "x", NULL },
                         *const y[] = { "y", NULL };
static const struct arb_law law = {
    .name = "distance",
    .params = no_params,
    .states = states,
    .flow = flow,
    .force = force,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .force_scale = one,
};

/* What the checker says; along the holds that are given, or along what the case loads. */
struct said {
    enum answer answer;
    arb_t functional, margin;
};

static void said_clear(struct said *said)
{
    arb_clear(said->margin);
    arb_clear(said->functional);
}

static struct said judge(const struct rigorous_case *c)
{
    struct said said;
    arb_init(said.functional);
    arb_init(said.margin);
    said.answer = rigorous_evaluate(c, BITS, said.functional, said.margin);
    return said;
}

static struct rigorous_case along_holds(const struct arb_law *of, enum property property)
{
    return (
        struct rigorous_case){ .law = of, .property = property, .n_segments = HOLDS, .load = load };
}

static void give_equal_holds(void)
{
    given.x0 = 0;
    for (unsigned i = 0; i < HOLDS; i++)
        given.v[i] = given.h[i] = 1;
}

static void expect(enum property property, int functional)
{
    const struct rigorous_case c = along_holds(&law, property);
    struct said said = judge(&c);
    cr_expect_eq(said.answer, functional != 0 ? ANSWER_YES : ANSWER_NO, "property %d",
                 (int)property);
    cr_expect(arb_contains_si(said.functional, functional) &&
                  mag_cmp_2exp_si(arb_radref(said.functional), -64) < 0,
              "property %d: %s, not %d", (int)property, arb_get_str(said.functional, 10, 0),
              functional);
    said_clear(&said);
}

/* Mirrored, the beginning is not: the forces' sum is twice that. At another rate all is the same.
 */
Test(runs, begin_where_the_signal_does_and_count_each_hold)
{
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        struct rng rng = rng_keyed(1, "runs", signal);
        given.x0 = (int)rng_below(&rng, 7) - 3;
        for (unsigned i = 0; i < HOLDS; i++) {
            given.v[i] = (int)rng_below(&rng, 6) - 3;
            given.v[i] += given.v[i] >= 0;
            given.h[i] = 1 + (int)rng_below(&rng, 4);
        }
        expect(STEADY_STATE, 0);
        expect(ODD_SYMMETRY, abs(2 * given.x0));
        expect(RATE_INDEPENDENCE, 0);
    }
}

static void velocity(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s, (void)x, (void)prec;
    arb_set(F, v);
}

/* The other run is four times as fast: what is proportional to velocity differs by three times the
 * last one. */
Test(runs, of_another_rate_are_four_times_as_fast)
{
    struct arb_law of = law;
    of.force = velocity;
    for (int v = -3; v <= 3; v++) {
        give_equal_holds();
        given.v[HOLDS - 1] = v;
        const struct rigorous_case c = along_holds(&of, RATE_INDEPENDENCE);
        struct said said = judge(&c);
        cr_expect(arb_equal_si(said.functional, 3L * abs(v)), "%d: %s", v,
                  arb_get_str(said.functional, 10, 0));
        cr_expect_eq(said.answer, v != 0 ? ANSWER_YES : ANSWER_NO);
        said_clear(&said);
    }
}

/* A hold costs about a thousandth of a step along a smooth motion, which is the unit of work. */
Test(runs, cost_little_work)
{
    struct work_limit limit = work_limit_from_now(1, 0);
    struct rigorous_case c = along_holds(&law, STEADY_STATE);
    c.limit = &limit;
    give_equal_holds();
    struct said said = judge(&c);
    const double used = (1 - limit.units) / HOLDS;
    cr_expect(used > 1e-4 && used < 1e-2, "%g units for a hold", used);
    said_clear(&said);
}

static void one_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(bound);
}

static void one_level(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_one(g);
}

/* Nothing is said of bounds along a motion that is not followed to its end. */
Test(runs, that_do_not_end_leave_bounds_undecided)
{
    static const enum property properties[] = { STATE_BOUND, STRIBECK_STATE_BOUND,
                                                STRIBECK_HISTORY_BOUND };
    static const struct ramp ramp = { 0, 1 };
    struct arb_law bounded = law;
    bounded.states = y;
    bounded.bound = one_bound;
    bounded.stribeck = one_level;
    for (size_t i = 0; i < 3; i++) {
        const struct rigorous_case c = along_ramp(&bounded, properties[i], &ramp);
        struct said said = judge(&c);
        cr_expect_eq(said.answer, ANSWER_UNDECIDED, "property %d", (int)properties[i]);
        cr_expect_not(arb_is_finite(said.functional), "property %d", (int)properties[i]);
        said_clear(&said);
    }
}

/* As printed the force is its constant, the first velocity of motion; the true force is 0. */
static void no_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_zero(F);
}
static void origin(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                   arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set(F, v0);
}
static void zero(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_zero(scale);
}

/* A ramp's beginning comes before its end. Beside a scale of 0 every residual is too large, and
 * none has a margin. */
Test(runs, begin_with_the_beginning_of_a_ramp_unless_that_is_at_rest)
{
    for (int code = 0; code < 50; code++) {
        const struct ramp ramp = { code % 5 - 2, code / 5 % 5 - 2 };
        const int first = ramp.from != 0 ? ramp.from : ramp.to;
        struct arb_law printed = law;
        printed.force = no_force;
        printed.printed_regressor = origin;
        if (code >= 25)
            printed.force_scale = zero;
        const struct rigorous_case c = along_ramp(&printed, REGRESSOR_AS_PRINTED, &ramp);
        struct said said = judge(&c);
        cr_expect_eq(said.answer, first != 0 ? ANSWER_YES : ANSWER_NO, "case %d", code);
        cr_expect(arb_equal_si(said.functional, abs(first)), "case %d", code);
        cr_expect(arb_equal_si(said.margin, code < 25 ? -abs(first) : 0), "case %d", code);
        said_clear(&said);
    }
}

/* The first hold's level is 1 + 2^-90, that of the others 1 + 2^-100. The state is 1. */
static void level_by_velocity(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p;
    arb_one(g);
    arb_mul_2exp_si(g, g, arb_equal_si(v, 1) ? -90 : -100);
    arb_add_ui(g, g, 1, prec);
}
static void reach_one(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_one(x);
}

Test(runs, remember_the_highest_level_however_little_higher)
{
    struct arb_law levels = law;
    levels.states = y;
    levels.bound = one_bound;
    levels.stribeck = level_by_velocity;
    levels.flow = reach_one;
    give_equal_holds();
    given.v[1] = given.v[2] = 3;
    const struct rigorous_case c = along_holds(&levels, STRIBECK_HISTORY_BOUND);
    struct said said = judge(&c);
    cr_expect_eq(said.answer, ANSWER_NO);
    arb_mul_2exp_si(said.functional, said.functional, 90);
    cr_expect(arb_contains_si(said.functional, -1) &&
                  mag_cmp_2exp_si(arb_radref(said.functional), -20) < 0,
              "%s", arb_get_str(said.functional, 10, 0));
    said_clear(&said);
}

static void work_of_one(arb_ptr work, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                        arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    arb_one(work);
}

/* What there is no work left for has no energy, and decides nothing. */
Test(runs, without_work_decide_nothing)
{
    static const enum property properties[] = { PASSIVITY,    STEADY_STATE, ODD_SYMMETRY,
                                                FINITE_FORCE, EXPERIMENT,   N_PROPERTIES };
    struct arb_law working = law;
    working.work = work_of_one;
    give_equal_holds();
    for (size_t k = 0; k < sizeof properties / sizeof *properties; k++)
        for (int enough = 0; enough < 2; enough++) {
            struct work_limit limit = work_limit_from_now(enough ? 1 : 1e-9, 0);
            struct rigorous_case c = along_holds(&working, properties[k]);
            c.limit = &limit;
            struct said said = judge(&c);
            cr_expect_eq(said.answer != ANSWER_UNDECIDED, enough && k < 3, "property %d: %d",
                         (int)properties[k], (int)said.answer);
            said_clear(&said);
        }
}

/* Without a limit of the caller's the answer depends on work alone: it is the same on any machine.
 */
Test(runs, have_no_deadline_of_their_own)
{
    const struct rigorous_case c = along_holds(&law, STEADY_STATE);
    struct rigorous_run r;
    give_equal_holds();
    rigorous_run_init(&r, &c, BITS);
    cr_expect(r.limit->deadline == 0 && r.limit->units == RIGOROUS_UNITS);
    rigorous_run_clear(&r);
}

/* About how many events holds have, at velocities that are numbers. */
static double many_events(arb_srcptr p, const arb_t v, const arb_t h)
{
    (void)p, (void)h;
    cr_expect(arb_is_finite(v), "events of no hold");
    return 1e9;
}

/* Only holds are asked how many events they have: along a ramp the motion itself takes work. */
Test(runs, along_ramps_are_not_asked_for_events)
{
    for (int to = 0; to < 2; to++) { /* a hold, and a ramp */
        const struct ramp ramp = { 0, to };
        struct arb_law eventful = law;
        eventful.force = no_force;
        eventful.printed_regressor = origin;
        eventful.events = many_events;
        const struct rigorous_case c = along_ramp(&eventful, REGRESSOR_AS_PRINTED, &ramp);
        struct said said = judge(&c);
        cr_expect_eq(said.answer, to == 0 ? ANSWER_UNDECIDED : ANSWER_YES, "to %d", to);
        said_clear(&said);
    }
}

static int vague_at;

/* What is stored is known to 1 J at one place. */
static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_set(S, x);
    if (arb_equal_si(x, vague_at))
        mag_one(arb_radref(S));
}

/* A quarter more than what is stored. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)s, (void)x0, (void)x1;
    arb_mul(part, v, h, prec);
    arb_mul_ui(part, part, 5, prec);
    arb_mul_2exp_si(part, part, -2);
}

/* What is lost is known as far as what is stored: at the beginning, between holds, at the end. */
Test(runs, store_no_more_than_is_known)
{
    struct arb_law storing = law;
    storing.storage = storage;
    storing.work = work;
    give_equal_holds();
    for (vague_at = -1; vague_at <= (int)HOLDS; vague_at++) {
        const struct rigorous_case c = along_holds(&storing, DISSIPATION);
        struct said said = judge(&c);
        cr_expect_eq(said.answer, vague_at < 0 ? ANSWER_NO : ANSWER_UNDECIDED, "at %d", vague_at);
        said_clear(&said);
    }
}
