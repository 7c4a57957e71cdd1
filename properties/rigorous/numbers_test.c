/* The law of given numbers (numbers_test.h), and such laws with a function that no law of Bristle
 * has. */
#include "properties/rigorous/numbers_test.h"

#include <criterion/criterion.h>

#include "properties/rigorous/rigorous.h"

enum { BITS = 320 };

struct given given;

/* Hold i has the velocity 2^(5i), so that it is known by its velocity in other runs, too: those
 * that are mirrored, and those at four times the speed. */
static slong exponent(const arb_t v)
{
    arf_t size;
    arf_init(size);
    arf_abs(size, arb_midref(v));
    const slong e = arf_abs_bound_lt_2exp_si(size) - 1;
    arf_clear(size);
    return e;
}

static slong hold_at(const arb_t v) { return exponent(v) / 5; }
static bool is_other_run(const arb_t v) { return arb_is_negative(v) || exponent(v) % 5 == 2; }

/* excess <- the excess at v, times 2^shift */
static void excess_at(arb_t excess, const arb_t v, slong shift)
{
    const struct excess *e = &given.excess[hold_at(v)];
    arb_set_si(excess, e->lo + e->hi);
    mag_set_ui(arb_radref(excess), (ulong)(e->hi - e->lo));
    arb_mul_2exp_si(excess, excess, NUMBERS_UNIT - 1 + shift);
}

/* The law: |y| <= 1/2. The Stribeck curve rises from hold to hold for the bound by its present
 * value, and falls for the bound by its history. */
static void level_at(arb_t g, const arb_t v)
{
    const slong i = hold_at(v);
    arb_set_si(g, given.property == STRIBECK_HISTORY_BOUND ? NUMBERS_HOLDS - i : i + 1);
}

static void stribeck(arb_t g, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    level_at(g, v);
}

static void bound(arb_ptr y, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_d(y, 0.5);
}

static void flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)s, (void)h;
    arb_t e;
    if (given.property == CREEPING) { /* how many holds there have been, one after the other */
        arb_set_si(x, arb_equal_si(x, hold_at(v)) ? hold_at(v) + 1 : -1);
        return;
    }
    arb_init(e);
    excess_at(e, v, 0);
    level_at(x, v);
    if (given.property == STRIBECK_HISTORY_BOUND)
        arb_set_si(x, NUMBERS_HOLDS);
    else if (given.property == STATE_BOUND)
        arb_one(x);
    if (given.property != DISSIPATION)
        arb_add(x, x, e, prec);
    if (hold_at(v) == 1 && given.property != DISSIPATION)
        arb_neg(x, x); /* bounds are those of magnitudes */
    arb_mul_2exp_si(x, x, -1);
    arb_clear(e);
}

static void storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_mul_2exp_si(S, x, 1); /* one more with every hold */
}

/* What is put in over a hold is -excess, beside what is stored: in one part, or in all, of which
 * the others cancel. */
static void work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    static const slong others[] = { 5, 0, 2, -7 };
    (void)p, (void)s, (void)h, (void)x0, (void)x1;
    arb_t e;
    arb_init(e);
    excess_at(e, v, -5 * hold_at(v));
    for (int i = 0; i < 4; i++)
        arb_set_si(part + i, others[i]);
    const bool is_part = given.property >= I1_NONNEGATIVE && given.property <= I4_NONNEGATIVE;
    const int asked = is_part ? (int)(given.property - I1_NONNEGATIVE) : 1;
    arb_neg(part + asked, e);
    if (given.property == DISSIPATION) {
        arb_inv(e, v, prec);
        arb_add(part + asked, part + asked, e, prec);
    }
    arb_clear(e);
}

static void force_scale(arb_t scale, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    (void)p, (void)v, (void)travel, (void)prec;
    arb_one(scale);
    arb_mul_2exp_si(scale, scale, NUMBERS_SCALE);
}

/* F <- 2^-60 of the scale, and the excess */
static void beyond_tolerance(arb_t F, const arb_t v, slong prec)
{
    arb_t e;
    arb_init(e);
    excess_at(e, v, 0);
    arb_one(F);
    arb_mul_2exp_si(F, F, NUMBERS_SCALE - 60);
    arb_add(F, F, e, prec);
    arb_clear(e);
}

/* Of two runs that should have forces of one magnitude, the other run's is off. U P is 3, and
 * steady sliding takes 3 less than what 2 scale exp(0) allow. Creep counts after all holds. */
static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)s;
    arb_zero(F);
    if (given.property == CREEPING) {
        excess_at(F, v, 0);
        arb_addmul_si(F, v, 2, prec);
        arb_add(F, F, x, prec);
        arb_sub_si(F, F, NUMBERS_HOLDS, prec);
    } else if (given.property != ODD_SYMMETRY && given.property != RATE_INDEPENDENCE)
        beyond_tolerance(F, v, prec);
    else if (is_other_run(v)) {
        beyond_tolerance(F, v, prec);
        arb_neg(F, F);
    }
    arb_add_si(F, F, given.property == ODD_SYMMETRY && is_other_run(v) ? -3 : 3, prec);
    if (given.property == CREEPING)
        arb_sub_si(F, F, 3, prec);
}

static void steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set_si(F, 3 - (2L << NUMBERS_SCALE));
}

static void settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)v, (void)prec;
    arb_zero(rate);
}

static void creep_resistance(arb_t R, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(R, 2);
}

static void printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    excess_at(F, v, -5 * hold_at(v));
    arb_neg(F, F);
}

static void regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                      slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(u, 7);
    arb_set_si(u + 1, -2);
}

static void coefficients(arb_ptr c, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_set_si(c, 1);
    arb_set_si(c + 1, 2);
}

/* The form as printed is right at the velocity of the first hold, and is 3 beside it. */
static void printed_regressor(arb_t F, arb_srcptr p, const arb_t v0, const arb_t v, const arb_t s,
                              arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)x, (void)prec;
    arb_set_si(F, arb_is_one(v0) ? 3 : 100);
}

void numbers_load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    for (int i = 0; i < NUMBERS_HOLDS; i++) {
        arb_one(v + i);
        arb_mul_2exp_si(v + i, v + i, (slong)5 * i);
        arb_one(h + i);
    }
}

static const char *const none[] = { NULL }, *const states[] = { "y", NULL },
                         *const parts[] = { "I1", "I2", "I3", "I4", NULL };
const struct arb_law numbers_law = {
    .name = "numbers",
    .params = none,
    .states = states,
    .parts = parts,
    .force = force,
    .flow = flow,
    .work = work,
    .steady_force = steady_force,
    .settling_rate = settling_rate,
    .bound = bound,
    .force_scale = force_scale,
    .storage = storage,
    .creep_resistance = creep_resistance,
    .printed_force = printed_force,
    .n_regressors = 2,
    .regressor = regressor,
    .coefficients = coefficients,
    .printed_regressor = printed_regressor,
    .stribeck = stribeck,
};

/* A force as printed that is no number at rest, and a signal that moves for a second only. */
static void inverse_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p;
    arb_inv(F, v, prec);
}

static void load_rests(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    numbers_load(NULL, prec, p, x0, v, h);
    for (int i = 0; i < NUMBERS_HOLDS; i++)
        if (i != *(const int *)numbers)
            arb_zero(v + i);
}

/* What is at rest needs no force as printed, and exchanges no energy. */
Test(limits, of_printed_forces_are_those_of_motion)
{
    struct arb_law law = numbers_law;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    law.printed_force = inverse_force;
    for (int moving = -1; moving < NUMBERS_HOLDS; moving++) {
        const struct rigorous_case c = { .law = &law,
                                         .property = PASSIVITY_AS_PRINTED,
                                         .n_segments = NUMBERS_HOLDS,
                                         .load = load_rests,
                                         .numbers = &moving };
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
        cr_expect(arb_equal_si(functional, moving >= 0) && arb_is_one(margin), "hold %d", moving);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* From nothing the law stores any energy from 1 J to 3 J, of 4 J that are put in. */
static void any_storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_zero(S);
    if (arb_is_zero(x))
        return;
    arb_set_si(S, 2);
    mag_set_ui(arb_radref(S), 1);
}

static void four(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                 arb_srcptr x0, arb_srcptr x1, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)x0, (void)x1, (void)prec;
    _arb_vec_zero(part, 4);
    arb_set_si(part, 4);
}

static void load_one(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    (void)numbers, (void)prec, (void)p, (void)x0;
    arb_one(v);
    arb_one(h);
}

/* What is lost is then from 1 J to 3 J, of 7 J to 5 J that are exchanged. */
Test(limits, of_losses_are_those_of_any_storage)
{
    static const int ends[][2] = { { 1, 7 }, { 3, 5 } };
    struct arb_law law = numbers_law;
    arb_t functional, margin, end;
    arb_init(functional);
    arb_init(margin);
    arb_init(end);
    law.storage = any_storage;
    law.work = four;
    const struct rigorous_case c = {
        .law = &law, .property = DISSIPATION, .n_segments = 1, .load = load_one
    };
    cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin), ANSWER_NO);
    for (int i = 0; i < 2; i++) {
        cr_expect(arb_contains_si(functional, ends[i][0]));
        arb_set_si(end, ends[i][0]);
        arb_div_si(end, end, ends[i][1], BITS);
        cr_expect(arb_overlaps(margin, end), "%d of %d", ends[i][0], ends[i][1]);
    }
    arb_clear(end);
    arb_clear(margin);
    arb_clear(functional);
}

/* A loss that is zero, or as given, from the state before a hold to the state after it. */
static int loss_given;

static void loss(arb_t of, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, arb_srcptr x0,
                 arb_srcptr x1, slong prec)
{
    const double i = (double)hold_at(v);
    (void)p, (void)s, (void)h, (void)prec;
    arb_set_si(of, loss_given);
    if (arf_cmp_d(arb_midref(x0), i / 2) != 0 || arf_cmp_d(arb_midref(x1), (i + 1) / 2) != 0)
        arb_indeterminate(of);
}

/* Where balls cannot tell whether energy is lost, the law's own formula tells, by the states at
 * both ends of each hold, as long as balls do not contradict it. */
Test(limits, of_losses_are_by_the_states_at_both_ends)
{
    const struct excess any = { -3, 3 };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    given = (struct given){ DISSIPATION, { any, any, any } };
    for (int k = -2; k < 2; k++) { /* no formula; a gain, nothing, and a loss, beyond the balls */
        struct arb_law law = numbers_law;
        law.loss = k == -2 ? NULL : loss;
        loss_given = k;
        const struct rigorous_case c = {
            .law = &law, .property = DISSIPATION, .n_segments = NUMBERS_HOLDS, .load = numbers_load
        };
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                     k == 0 ? ANSWER_NO : ANSWER_UNDECIDED, "loss %d", k);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* A law whose state is the travel, and stores what is known to 1 J; what is put in is 4 J. At rest
 * its state may move on. */
static int resting_at;

static void travel(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)s;
    arb_addmul(x, v, h, prec);
}

static void blurred_storage(arb_t S, arb_srcptr p, arb_srcptr x, slong prec)
{
    (void)p, (void)prec;
    arb_set(S, x);
    mag_set_ui(arb_radref(S), 1);
}

static void rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s;
    arb_sub_si(dx, x, resting_at, prec);
}

/* Nothing is gained at rest where no state moves: at the state that has been reached. */
Test(limits, of_rest_are_by_the_state_that_is_reached)
{
    int moving = 0;
    struct arb_law law = numbers_law;
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    law.flow = travel;
    law.storage = blurred_storage;
    law.work = four;
    law.rate = rate;
    for (resting_at = 0; resting_at < 2; resting_at++) { /* it comes to 1 */
        const struct rigorous_case c = { .law = &law,
                                         .property = DISSIPATION,
                                         .n_segments = NUMBERS_HOLDS,
                                         .load = load_rests,
                                         .numbers = &moving };
        cr_expect_eq(rigorous_evaluate(&c, BITS, functional, margin),
                     resting_at == 1 ? ANSWER_NO : ANSWER_UNDECIDED, "resting at %d", resting_at);
    }
    arb_clear(margin);
    arb_clear(functional);
}
