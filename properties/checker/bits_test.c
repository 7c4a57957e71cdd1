/* What few bits leave undecided is decided by more: as many as it needs, as many as are allowed,
 * and no more. The law's state is as given, and its force the distance gone. */
#include <criterion/criterion.h>

#include "properties/checker/holds_test.h"

static void force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    (void)p, (void)v, (void)s, (void)prec;
    arb_set(F, x);
}

static void one_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(bound);
}

static void give_equal_holds(void)
{
    given.x0 = 0;
    for (unsigned i = 0; i < HOLDS; i++)
        given.v[i] = given.h[i] = 1;
}

static const char *const no_params[] = { NULL }, *const states[] = { "x", NULL };

/* Beyond its bound, or within it, by 2^-200 of it, and the most bits that this took. */
static int beyond;
static slong most_bits;
static void nearly_reach(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                         slong prec)
{
    arb_t tiny;
    (void)p, (void)v, (void)s, (void)h;
    most_bits = prec > most_bits ? prec : most_bits;
    arb_init(tiny);
    arb_one(x);
    arb_set_si(tiny, beyond);
    arb_mul_2exp_si(tiny, tiny, -200);
    arb_add(x, x, tiny, prec);
    arb_clear(tiny);
}

/* What few bits leave undecided is decided with more, as soon as they suffice, with no more than
 * these, and up to as many as are allowed. */
Test(bits, are_as_many_as_an_answer_needs)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    give_equal_holds();
    static const struct arb_law near = { .name = "near",
                                         .params = no_params,
                                         .states = states,
                                         .flow = nearly_reach,
                                         .bound = one_bound };
    const struct rigorous_case c = {
        .law = &near, .property = STATE_BOUND, .n_segments = HOLDS, .load = load
    };
    for (beyond = -1; beyond <= 1; beyond += 2)
        for (slong bits = 128; bits <= 1024; bits += 32) {
            const enum answer truth = beyond > 0 ? ANSWER_YES : ANSWER_NO;
            most_bits = 0;
            cr_expect_eq(rigorous_violated(&c, bits, functional, margin),
                         bits >= 256 ? truth : ANSWER_UNDECIDED, "%ld bits", bits);
            cr_expect(arb_is_finite(margin), "%ld bits", bits);
            cr_expect_eq(most_bits, bits >= 256 ? 256 : 128, "%ld of %ld bits", most_bits, bits);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* 2^-200, known to all bits but two: with few bits it may be 0. */
static void tiny_resistance(arb_t R, arb_srcptr p, slong prec)
{
    (void)p;
    arb_one(R);
    arb_mul_2exp_si(R, R, -200);
    arb_add_error_2exp_si(R, 2 - prec);
}

/* The answer is certain with few bits, but its margin is a quotient by what may be 0. */
Test(bits, are_as_many_as_a_margin_needs)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    give_equal_holds();
    static const struct arb_law creeping = { .name = "creeping",
                                             .params = no_params,
                                             .states = states,
                                             .flow = flow,
                                             .force = force,
                                             .creep_resistance = tiny_resistance };
    const struct rigorous_case c = {
        .law = &creeping, .property = CREEPING, .n_segments = HOLDS, .load = load
    };
    for (slong bits = 128; bits <= 512; bits += 64) {
        cr_expect_eq(rigorous_violated(&c, bits, functional, margin), ANSWER_YES, "%ld bits", bits);
        cr_expect_eq(arb_is_finite(margin) != 0, bits >= 256, "%ld bits", bits);
    }
    arb_clear(margin);
    arb_clear(functional);
}
