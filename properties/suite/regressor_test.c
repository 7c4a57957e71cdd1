/* The linear parametrisation F = U P: its rigorous evaluation, and what is known about it in closed
 * form. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/checker/witness_text.h"
#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"

#define HOLD(v, t) "{\"kind\":\"hold\",\"v\":\"" v "\",\"t\":\"" t "\"}"
#define SIGNAL     HOLD("0.0001", "5") "," HOLD("-0.001", "0.005") "," HOLD("0.002", "0.5")

static void compose(char text[2048], const char *property, const char *signal, const char *null)
{
    snprintf(text, 2048,
             "{\"format\":\"witness-1\",\"model\":\"martinez_rosas\",\"params\":{\"sigma0\":"
             "\"100000\",\"sigma1\":\"316.2\",\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1.5\","
             "\"vs\":\"0.001\",\"m\":\"2\",\"alpha\":\"1000000000\"},\"property\":\"%s\","
             "\"x0\":[\"0\",\"0\"],\"signal\":[%s]%s%s}",
             property, signal, null ? ",\"null\":" : "", null ? null : "");
}

static enum answer check(const char *text)
{
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s: %s", text, error.text);
    const enum answer answer = witness_check(&w, 1024, NULL).confirmed;
    witness_free(&w);
    return answer;
}

Test(null_vector, is_checked)
{
    static const struct {
        const char *null;
        enum answer answer;
    } cases[] = {
        { "[\"0\",\"0\",\"0\",\"1\",\"1\",\"0\"]", ANSWER_YES },
        { "[\"0\",\"0\",\"0\",\"-7\",\"-7\",\"0\"]", ANSWER_YES },
        { "[\"0\",\"0\",\"0\",\"1\",\"-1\",\"0\"]", ANSWER_NO },
        { "[\"0\",\"0\",\"1\",\"1\",\"1\",\"0\"]", ANSWER_NO },
        { "[\"1\",\"0\",\"0\",\"0\",\"0\",\"0\"]", ANSWER_NO },
        { "[\"0\",\"0\",\"0\",\"0\",\"0\",\"0\"]", ANSWER_NO },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        compose(text, "identifiability", SIGNAL, cases[i].null);
        cr_expect_eq(check(text), cases[i].answer, "%s", cases[i].null);
    }
}

/* A signal that excites nothing proves nothing: at rest all columns of LuGre's U are zero, and at
 * the one speed of this signal sigma0 |v|/G is 1, so that z + dz/dt - v = 0 along it. */
Test(null_vector, must_hold_off_the_signal)
{
    static const char *const parts[][2] = {
        { HOLD("0", "1"), "[\"0\",\"0\",\"1\"]" },
        { HOLD("1", "1") "," HOLD("1", "0.5") "," HOLD("1", "2"), "[\"1\",\"1\",\"-1\"]" },
    };
    for (size_t i = 0; i < 2; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 "{\"format\":\"witness-1\",\"model\":\"lugre\",\"params\":{\"sigma0\":\"1\","
                 "\"sigma1\":\"1\",\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1\",\"vs\":\"1\","
                 "\"m\":\"2\"},\"property\":\"identifiability\",\"x0\":[\"0\"],\"signal\":[%s],"
                 "\"null\":%s}",
                 parts[i][0], parts[i][1]);
        cr_expect_eq(check(text), ANSWER_NO, "%s", text);
    }
}

Test(null_vector, is_demanded_where_it_belongs)
{
    static const struct {
        const char *property, *null, *said;
    } cases[] = {
        { "identifiability", NULL, "\"null\" with 6 integers" },
        { "identifiability", "[\"1\",\"1\"]", "\"null\" with 6 integers" },
        { "identifiability", "\"1\"", "\"null\" with 6 integers" },
        { "identifiability", "[\"0\",\"0\",\"0\",\"0.5\",\"1\",\"0\"]", "null[3]" },
        { "identifiability", "[\"0\",\"0\",\"0\",1,\"1\",\"0\"]", "null[3]" },
        { "identifiability", "[\"12345678901\",\"0\",\"0\",\"1\",\"1\",\"0\"]", "null[0]" },
        { "passivity", "[\"0\",\"0\",\"0\",\"1\",\"1\",\"0\"]", "belongs to" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        struct witness w;
        struct file_error error;
        compose(text, cases[i].property, SIGNAL, cases[i].null);
        cr_expect(!witness_parse(text, strlen(text), &w, &error), "%s", text);
        cr_expect(strstr(error.text, cases[i].said), "expected '%s' in: %s", cases[i].said,
                  error.text);
    }
}

/* A witness written by the search contains the vector. */
Test(null_vector, is_written)
{
    const struct arb_law *law = arb_law_find("martinez_rosas");
    const double p[] = { 1e5, 316.2, 0.4, 1, 1.5, 1e-3, 2, 1e9 }, v[] = { 1e-3 }, h[] = { 1 };
    char *text = witness_text(law, p, IDENTIFIABILITY, v, h, 1);
    cr_assert(text && strstr(text, "\"null\": [\"0\", \"0\", \"0\", \"1\", \"1\", \"0\"]"), "%s",
              text);
    cr_expect_eq(check(text), ANSWER_YES);
    free(text);
}

/* F - U P = (alpha/sigma0) s [g(v) - beta exp(-|v|^m)], whatever the states are; with
 * beta = g(v0) exp(v0^2). */
Test(printed_regressor, is_off_by_the_closed_form)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct hold holds[] = { { 0, 1 }, { -1e-4, 5 }, { 1e-3, 0.5 } };
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    const struct margin m = PREC(evaluate_property)(model, p, REGRESSOR_AS_PRINTED, holds, 3);
    const double off = 1e4 * (exp(-1) - exp(-1e-2 + 1e-8 - 1e-6));
    const double margin = -fabs(off) / model->force_scale(p, 1e-3, 1e-3);
    cr_expect(fabs(m.value - margin) <= m.rounding && m.rounding < 1e-13, "%.17g, %.17g", m.value,
              margin);
}

/* sigma0 only rescales z and y. It changes neither the excitation's shape in units of the law nor
 * the volume: the paper's earlier model, with sigma0 = 1, has the same volume. */
Test(volume, does_not_depend_on_the_units)
{
    const struct model *a = PREC(model_find)("alvarez_icaza");
    const struct model *b = PREC(model_find)("martinez_rosas");
    const struct hold hold = { 0, 1 };
    double pa[MODEL_MAX_PARAMS], pb[MODEL_MAX_PARAMS];
    PREC(model_defaults)(a, pa);
    PREC(model_defaults)(b, pb);
    cr_assert(quantity_set(b->params, b->n_params, "sigma0", 1, pb));
    const struct margin ma = PREC(evaluate_property)(a, pa, IDENTIFIABLE_RANK, &hold, 1);
    const struct margin mb = PREC(evaluate_property)(b, pb, IDENTIFIABLE_RANK, &hold, 1);
    cr_expect(fabs(ma.value - mb.value) <= ma.rounding && ma.value > 0.1, "%g, %g", ma.value,
              mb.value);
}

static void flow_blown_up(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                          slong prec)
{
    arb_law_find("lugre")->flow(x, p, v, s, h, prec);
    arb_zero_pm_one(x);
    arb_mul_ui(x, x, 1000000000, prec);
}

/* LuGre whose enclosures are 10^9 m around 0, where dz/dt is v: they allow any z, so that the
 * evaluation can decide nothing about the columns, which are independent. */
Test(blown_up_enclosures, decide_nothing)
{
    char text[2048];
    snprintf(text, sizeof text,
             "{\"format\":\"witness-1\",\"model\":\"lugre\",\"params\":{\"sigma0\":\"100000\","
             "\"sigma1\":\"316.2\",\"sigma2\":\"0.4\",\"Fc\":\"1\",\"Fs\":\"1.5\",\"vs\":\"0.001\","
             "\"m\":\"2\"},\"property\":\"identifiability\",\"x0\":[\"0\"],\"signal\":[%s],"
             "\"null\":[\"0\",\"1\",\"-1\"]}",
             SIGNAL);
    struct arb_law law = *arb_law_find("lugre");
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_expect_eq(witness_check(&w, 1024, NULL).confirmed, ANSWER_NO);
    law.flow = flow_blown_up;
    law.slack = NULL; /* a slack would decide without balls of the state */
    w.law = &law;
    cr_expect_eq(witness_check(&w, 1024, NULL).confirmed, ANSWER_UNDECIDED);
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    static const enum property properties[] = { IDENTIFIABILITY,   IDENTIFIABLE_RANK, REGRESSOR,
                                                DISSIPATION,       STATE_BOUND,       STEADY_STATE,
                                                RATE_INDEPENDENCE, ODD_SYMMETRY,      NO_DRIFT };
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        struct rigorous_case c = witness_case(&w);
        c.property = properties[i];
        c.null = NULL;
        cr_expect_eq(rigorous_violated(&c, 512, functional, margin), ANSWER_UNDECIDED, "%s",
                     property_info[properties[i]].name);
    }
    arb_clear(margin);
    arb_clear(functional);
    witness_free(&w);
}

/* Loads Table I, a hold that may be at rest, and one that moves. */
static void load_near_rest(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v,
                           arb_ptr h)
{
    static const double table[] = { 1e5, 316.2, 0.4, 1, 1.5, 1e-3, 2, 1e9 };
    (void)numbers;
    (void)prec;
    (void)x0;
    for (int i = 0; i < 8; i++)
        arb_set_d(p + i, table[i]);
    arb_zero_pm_one(v);
    arb_mul_2exp_si(v, v, -100);
    arb_set_d(v + 1, 1e-3);
    arb_one(h);
    arb_one(h + 1);
}

/* A flow that moves nothing: the error of the printed form does not depend on the states. */
static void flow_nowhere(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                         slong prec)
{
    (void)x;
    (void)p;
    (void)v;
    (void)s;
    (void)h;
    (void)prec;
}

/* If the first hold is at rest, it does not count: the second fixes the constant and the printed
 * form is right. If the first hold moves, however slowly, it fixes the constant and the form is
 * wrong in the second. */
Test(printed_regressor, is_undecided_where_motion_is)
{
    struct arb_law law = *arb_law_find("martinez_rosas");
    law.flow = flow_nowhere;
    const struct rigorous_case c = {
        .law = &law,
        .property = REGRESSOR_AS_PRINTED,
        .n_segments = 2,
        .load = load_near_rest,
    };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    cr_expect_eq(rigorous_violated(&c, 512, functional, margin), ANSWER_UNDECIDED);
    arb_clear(margin);
    arb_clear(functional);
}
