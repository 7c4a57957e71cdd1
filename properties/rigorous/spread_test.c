/* What is known to a ball is judged for every number in it: of energies, storages, durations and
 * velocities, each of which may lie anywhere in a range of its own, functional and margin hold what
 * follows of any choice of them, computed here once more. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "properties/rigorous/rigorous.h"
#include "tools/base/rng.h"
#include "tools/testing/test_stack.h"

enum { BITS = 128, HOLDS = 2, NUMBERS = 2 * HOLDS + 1, SIGNALS = 300, ENDS = 3 };

/* Any whole number from lo to hi. */
struct range {
    int lo, hi;
};

/* What is put in over each hold, and what is stored before the first, between and after, J. */
static struct range work_of[HOLDS], stored[HOLDS + 1];

static void set_range(arb_t x, const struct range *range)
{
    arb_set_si(x, range->lo + range->hi);
    mag_set_ui(arb_radref(x), (ulong)(range->hi - range->lo));
    arb_mul_2exp_si(x, x, -1);
}

/* The state counts holds. */
static void count(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h;
    arb_add_ui(x, x, 1, prec);
}

static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x1, (void)prec;
    set_range(part, &work_of[arf_get_si(arb_midref(x0), ARF_RND_NEAR)]);
}

static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    set_range(S, &stored[arf_get_si(arb_midref(x), ARF_RND_NEAR)]);
}

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    for (int i = 0; i < HOLDS; i++) {
        arb_one(v + i);
        arb_one(h + i);
    }
}

static const char *const no_params[] = { NULL }, *const states[] = { "x", NULL };
static const struct arb_law law = {
    .name = "spread",
    .params = no_params,
    .states = states,
    .flow = count,
    .work = work,
    .storage = storage,
};

/* Ranges of one number, of few, and about 0. */
static void draw(struct rng *rng, struct range *range)
{
    static const int widths[] = { 0, 0, 1, 6 };
    range->lo = (int)rng_below(rng, 13) - 6;
    range->hi = range->lo + widths[rng_below(rng, 4)];
}

/* Returns an end of a range, or 0 where that lies between. */
static int choose(const struct range *range, int end)
{
    return end == 0 ? range->lo : end == 1 || range->lo > 0 || range->hi < 0 ? range->hi : 0;
}

static void expect_holds(const arb_t said, double number, const char *what, unsigned signal)
{
    arb_t value;
    arb_init(value);
    arb_set_d(value, number);
    mag_set_d(arb_radref(value), 4 * 0x1p-53 * fabs(number));
    cr_expect(!arb_is_finite(said) || arb_overlaps(said, value), "signal %u: %s %s lacks %.17g",
              signal, what, arb_get_str(said, 20, 0), number);
    arb_clear(value);
}

/* Expects what the definition says of one choice. Returns true when that violates the property. */
static bool violates(enum property property, const int choice[NUMBERS], const arb_t functional,
                     const arb_t margin, unsigned signal)
{
    double sum = 0, size = 0, least = HUGE_VAL;
    for (int i = 0; i < HOLDS; i++) {
        const double rise = property == DISSIPATION ? choice[HOLDS + i + 1] - choice[HOLDS + i] : 0;
        sum += choice[i];
        size += abs(choice[i]) + fabs(rise);
        least = fmin(least, choice[i] - rise);
    }
    const double number = property == DISSIPATION ? least : sum;
    expect_holds(functional, number, "the functional", signal);
    if (size > 0)
        expect_holds(margin, number / size, "the margin", signal);
    return property == DISSIPATION ? number < 0 : number <= 0;
}

Test(spreads, of_energies_are_in_what_is_said)
{
    static const enum property properties[] = { PASSIVITY, DISSIPATION };
    unsigned finite = 0;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (unsigned signal = 0; signal < SIGNALS; signal++) {
        const enum property property = properties[signal % 2];
        const struct rigorous_case c = {
            .law = &law, .property = property, .n_segments = HOLDS, .load = load
        };
        struct rng rng = rng_keyed(1, "spreads", signal);
        bool all = true, any = false;
        for (int i = 0; i <= HOLDS; i++) {
            draw(&rng, &stored[i]);
            if (i < HOLDS)
                draw(&rng, &work_of[i]);
        }
        stack_is_dirty();
        const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
        finite += arb_is_finite(margin) != 0;
        for (int code = 0, codes = ENDS * ENDS * ENDS * ENDS * ENDS; code < codes; code++) {
            int choice[NUMBERS], rest = code;
            for (int i = 0; i < NUMBERS; i++, rest /= ENDS)
                choice[i] = choose(i < HOLDS ? &work_of[i] : &stored[i - HOLDS], rest % ENDS);
            const bool one = violates(property, choice, functional, margin, signal);
            all = all && one;
            any = any || one;
        }
        cr_expect(answer == ANSWER_UNDECIDED || answer == (all ? ANSWER_YES : ANSWER_NO),
                  "signal %u: %d", signal, (int)answer);
        cr_expect(answer != ANSWER_NO || !any, "signal %u", signal);
    }
    cr_expect_gt(finite, SIGNALS / 2, "%u of %d margins", finite, SIGNALS);
    arb_clear(margin);
    arb_clear(functional);
}

/* F = v as printed. */
static void linear_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    arb_set(F, v);
}

/* A segment that lasts from 1 s to 2 s. */
static void load_any_time(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    static const double values[][4] = { { 1, 3 }, { 0, 1, 0.25, 0 }, { 0, 1, 0.25, 0 }, { 2 } };
    static const enum signal_kind kinds[] = { SIGNAL_RAMP, SIGNAL_SINE, SIGNAL_COSINE,
                                              SIGNAL_HOLD };
    const int which = *(const int *)numbers;
    const struct range times = { 1, 2 };
    arb_ptr value = _arb_vec_init(4);
    arb_t t;
    (void)i;
    arb_init(t);
    for (int k = 0; k < 4; k++)
        arb_set_d(value + k, values[which][k]);
    set_range(t, &times);
    arb_segment_set(segment, kinds[which], value, t, prec);
    arb_clear(t);
    _arb_vec_clear(value, 4);
}

static void load_time(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct range times = { 1, 2 };
    (void)numbers, (void)prec, (void)p, (void)x0, (void)v;
    set_range(h, &times);
}

/* int v^2 dt over such a segment. */
static double energy_of(int which, double T)
{
    switch (which) {
    case 0: /* whatever it lasts, v goes from 1 to 3 */
        return T * (1 + 3 + 9) / 3;
    case 1:
        return T / 2 - sin(0.5 * T);
    case 2:
        return T / 2 + sin(0.5 * T);
    default:
        return 4 * T;
    }
}

Test(spreads, of_durations_are_in_printed_energies)
{
    static const struct arb_law printed = { .name = "printed",
                                            .params = no_params,
                                            .printed_force = linear_force };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int which = 0; which < 4; which++) {
        const struct rigorous_case c = { .law = &printed,
                                         .property = PASSIVITY_AS_PRINTED,
                                         .n_segments = 1,
                                         .load = load_time,
                                         .load_segment = load_any_time,
                                         .numbers = &which };
        stack_is_dirty();
        (void)rigorous_evaluate(&c, BITS, functional, margin);
        cr_expect(arb_is_finite(functional));
        for (int k = 0; k <= 8; k++)
            expect_holds(functional, energy_of(which, 1 + k / 8.0), "the energy", (unsigned)which);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* A state of which nothing is known once it moves, and which heads inwards up to 1/2 m/s. */
static void forget(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_indeterminate(x);
}

static void one_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(bound);
}

static void heads(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p;
    arb_abs(slack, v);
    arb_mul_2exp_si(slack, slack, 1);
    arb_sub_ui(slack, slack, 1, prec);
    arb_neg(slack, slack);
}

/* In quarters of 1 m/s. */
static void load_any_velocity(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                              arb_ptr h)
{
    (void)prec, (void)p, (void)x0;
    set_range(v, numbers);
    arb_mul_2exp_si(v, v, -2);
    arb_one(h);
}

Test(spreads, of_velocities_head_where_each_does)
{
    static const struct arb_law heading = { .name = "heading",
                                            .params = no_params,
                                            .states = states,
                                            .flow = forget,
                                            .bound = one_bound,
                                            .slack = heads };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int lo = -4; lo <= 4; lo++)
        for (int hi = lo; hi <= 4; hi++) {
            const struct range velocities = { lo, hi };
            const struct rigorous_case c = { .law = &heading,
                                             .property = STATE_BOUND,
                                             .n_segments = 1,
                                             .load = load_any_velocity,
                                             .numbers = &velocities };
            cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                         lo >= -2 && hi <= 2 ? ANSWER_NO : ANSWER_UNDECIDED, "%d to %d", lo, hi);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* Where the state ends: known to 2^-10 about its bound, beyond which it does not head. */
static void reach_bound(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                        slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_one(x);
    mag_set_ui_2exp_si(arb_radref(x), 1, -10);
}

static void no_slack(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_zero(slack);
}

/* What is known of it is what is not beyond the bound, from -2^-10 to 0, and all of that. */
Test(spreads, of_states_end_at_their_bounds)
{
    static const struct arb_law reaching = { .name = "reaching",
                                             .params = no_params,
                                             .states = states,
                                             .flow = reach_bound,
                                             .bound = one_bound,
                                             .slack = no_slack };
    const struct rigorous_case c = {
        .law = &reaching, .property = STATE_BOUND, .n_segments = HOLDS, .load = load
    };
    arb_t functional, margin, end;
    arb_init(functional);
    arb_init(margin);
    arb_init(end);
    cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
    for (int sign = -1; sign <= 1; sign += 2) {
        arb_srcptr said = sign < 0 ? functional : margin;
        for (int k = 0; k <= 4; k++) {
            arb_set_si(end, (slong)sign * k);
            arb_mul_2exp_si(end, end, -12);
            cr_expect(arb_contains(said, end), "%d", sign * k);
        }
        cr_expect(mag_cmp_2exp_si(arb_radref(said), -10) < 0);
    }
    arb_clear(end);
    arb_clear(margin);
    arb_clear(functional);
}

static void begin_at(arb_ptr x, arb_srcptr p) { arb_set(x, p); }

static void rest_at_zero(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                         slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_zero(x);
}

static void load_place(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    load(numbers, prec, p, x0, v, h);
    set_range(p, numbers);
    arb_mul_2exp_si(p, p, -2);
}

/* A state that begins beyond its bound violates it there, wherever it goes at once. */
Test(spreads, of_states_begin_where_they_do)
{
    static const char *const params[] = { "a", NULL };
    static const struct arb_law beginning = { .name = "beginning",
                                              .params = params,
                                              .states = states,
                                              .initial = begin_at,
                                              .flow = rest_at_zero,
                                              .bound = one_bound,
                                              .slack = no_slack };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (int lo = -8; lo <= 8; lo++)
        for (int hi = lo; hi <= 8; hi++) {
            const struct range place = { lo, hi };
            const struct rigorous_case c = { .law = &beginning,
                                             .property = STATE_BOUND,
                                             .n_segments = HOLDS,
                                             .load = load_place,
                                             .numbers = &place };
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer,
                         lo > 4 || hi < -4     ? ANSWER_YES
                         : lo >= -4 && hi <= 4 ? ANSWER_NO
                                               : ANSWER_UNDECIDED,
                         "from %d to %d quarters: %d", lo, hi, (int)answer);
            for (int k = lo; k <= hi; k++)
                expect_holds(functional, abs(k) / 4.0 - 1, "the functional", (unsigned)(hi - lo));
        }
    arb_clear(margin);
    arb_clear(functional);
}
