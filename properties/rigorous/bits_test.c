/* What few bits leave undecided is decided by more: as many as it needs, as many as are allowed,
 * and no more. The law's state is as given, and its force the distance gone. */
#include <criterion/criterion.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/witness_text.h"
#include "properties/rigorous/holds_test.h"
#include "properties/rigorous/rigorous_run.h"
#include "reference/arb/linear.h"

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

/* A law that never says where its state is: by a closed form, or by equations that no step can
 * follow. It is asked for its bound with as many bits as it is judged with. */
static slong least_asked, most_asked;

static void ask_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p;
    least_asked = prec < least_asked ? prec : least_asked;
    most_asked = prec > most_asked ? prec : most_asked;
    arb_one(bound);
}

static void forget(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h, slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_indeterminate(x);
}

static void no_equations(struct arb_linear *e, arb_srcptr p, const acb_poly_t v, const arb_t s,
                         slong len, slong prec)
{
    acb_t unknown;
    (void)p, (void)v, (void)s, (void)len, (void)prec;
    acb_init(unknown);
    acb_indeterminate(unknown);
    acb_poly_set_acb(&e->b[0], unknown);
    acb_clear(unknown);
}

static const char *all_valid(arb_srcptr p)
{
    (void)p;
    return NULL;
}

static const struct arb_law closed = { .name = "forgets",
                                       .params = no_params,
                                       .states = states,
                                       .validate = all_valid,
                                       .flow = forget,
                                       .bound = ask_bound },
                            stepped = { .name = "forgets",
                                        .params = no_params,
                                        .states = states,
                                        .validate = all_valid,
                                        .linear = no_equations,
                                        .bound = ask_bound };

static void expect_bits(slong least, slong most, const char *what)
{
    cr_expect(least_asked == least && most_asked == most, "%s: from %ld to %ld bits", what,
              least_asked, most_asked);
    least_asked = LONG_MAX;
    most_asked = 0;
}

/* Steps cost more with each bit: of laws that move by them, or along what is no hold, fewer are
 * tried, by the search, by the checker, and where a file is written. */
Test(bits, of_what_moves_by_steps_are_few)
{
    static const struct {
        const struct arb_law *law;
        const char *segment;
        slong most_checked, most_written;
    } cases[] = {
        { &closed, "{\"kind\":\"hold\",\"v\":\"1\",\"t\":\"1\"}", 4096, 1024 },
        { &stepped, "{\"kind\":\"hold\",\"v\":\"1\",\"t\":\"1\"}", 384, 256 },
        { &closed, "{\"kind\":\"ramp\",\"v0\":\"1\",\"v1\":\"2\",\"t\":\"1\"}", 384, 256 },
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    give_equal_holds();
    least_asked = LONG_MAX;
    for (int is_stepped = 0; is_stepped < 2; is_stepped++) {
        const struct rigorous_case c = { .law = is_stepped ? &stepped : &closed,
                                         .property = STATE_BOUND,
                                         .n_segments = HOLDS,
                                         .load = load };
        struct rigorous_run r;
        cr_expect_eq(rigorous_violated(&c, 1024, functional, margin), ANSWER_UNDECIDED);
        expect_bits(is_stepped ? 80 : 128, is_stepped ? 160 : 1024, "searched");
        rigorous_run_init(&r, &c, 128);
        cr_expect_eq(r.limit->units, is_stepped ? RIGOROUS_STEPPED_UNITS : RIGOROUS_UNITS);
        rigorous_run_clear(&r);
        least_asked = LONG_MAX;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        struct witness w;
        struct file_error error;
        snprintf(text, sizeof text,
                 "{\"format\":\"witness-1\",\"model\":\"forgets\",\"params\":{},\"property\":"
                 "\"state_bound\",\"x0\":[\"0\"],\"signal\":[%s]}",
                 cases[i].segment);
        cr_assert(witness_parse_by(cases[i].law, text, strlen(text), &w, &error), "%s", error.text);
        cr_expect_eq(witness_check(&w, 4096, NULL).confirmed, ANSWER_UNDECIDED);
        expect_bits(128, cases[i].most_checked, "checked");
        const struct witness_numbers numbers = witness_numbers_of(&w);
        char *written = witness_write(&numbers);
        cr_expect(written && !strstr(written, "claims"), "%s", written);
        expect_bits(128, cases[i].most_written, "written");
        free(written);
        witness_free(&w);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* The vector of a regressor: as it is given, or one that is found. */
static void equal_columns(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s, arb_srcptr x,
                          slong prec)
{
    (void)p, (void)s, (void)x, (void)prec;
    arb_set(u, v);
    arb_set(u + 1, v);
    arb_one(u + 2);
}

Test(bits, of_vectors_are_those_given)
{
    static const struct arb_law law = { .name = "columns",
                                        .params = no_params,
                                        .validate = all_valid,
                                        .n_regressors = 3,
                                        .regressor = equal_columns };
    static const char *const v[] = { "1" }, *const h[] = { "2" };
    static const long vector[] = { 7, -7, 0 };
    for (int given_one = 0; given_one < 2; given_one++) {
        char *text = witness_write(&(struct witness_numbers){ .law = &law,
                                                              .property = IDENTIFIABILITY,
                                                              .param = v,
                                                              .v = v,
                                                              .h = h,
                                                              .n_segments = 1,
                                                              .null = given_one ? vector : NULL });
        struct witness w;
        struct file_error error;
        cr_assert(text && witness_parse_by(&law, text, strlen(text), &w, &error), "%s",
                  text ? text : "none");
        cr_expect(w.null[0] == (given_one ? 7 : -1) && w.null[1] == -w.null[0] && w.null[2] == 0,
                  "%s", text);
        cr_expect_eq(witness_check(&w, 1024, NULL).confirmed, ANSWER_YES);
        witness_free(&w);
        free(text);
    }
}
