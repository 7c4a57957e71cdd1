/* Laws of given numbers (numbers_test.h) with a function that no law of Bristle has. */
#include <criterion/criterion.h>

#include "properties/rigorous/numbers_test.h"
#include "properties/rigorous/rigorous.h"

enum { BITS = 320 };

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
    const double i = (double)numbers_hold_at(v);
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
