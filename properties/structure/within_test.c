/* Bounds of states, the Stribeck curve as a bound, and the passivity of laws without states: proved
 * where they hold, and not where they fail by a hair. */
#include "properties/structure/creep.h"
#include "properties/structure/law_test.h"
#include "properties/structure/passive.h"
#include "properties/structure/within.h"

/* The state y of a law, its bound and its curve. */
static void read_curve(struct test_law *law, const char *rate, const char *bound, const char *curve)
{
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real c(min=0, max=1e3) = 2;\n  parameter Real d(min=1e-3, max=1e3) = 1;\n"
        "  parameter Real m(min=0.5, max=2) = 2;\n"
        "  constant Real one_v(unit=\"m/s\") = 1;\n  constant Real one_f(unit=\"N\") = 1;\n"
        "  constant Real one_t(unit=\"s\") = 1;\n"
        "  Real y(start=0, fixed=true, min=-1, max=1);\nprotected\n"
        "  Real u = v/one_v;\nequation\n  one_t*der(y) = %s;\n  F = y*one_f;\n"
        "  annotation(__Bristle(speed_max=1, bound(y=%s), stribeck(y=%s)));\nend test;\n";
    char source[1024];
    snprintf(source, sizeof source, form, rate, bound, curve);
    test_law_read(law, source);
}

static const struct {
    const char *rate, *bound, *curve;
    bool is_bounded, is_history, is_slowing;
} states[] = {
    { "sign(v)*exp(-abs(u)^m) - y", "1", "exp(-abs(u)^m)", true, true, true },
    { "sign(v)*exp(-abs(u)^m) - y", "0.999999", "0.999999*exp(-abs(u)^m)", false, false, false },
    { "sign(v)*exp(-abs(u)^m) - y", "1", "0.999999*exp(-abs(u)^m)", true, false, false },
    { "sign(v)*exp(-abs(u)^m) - y", "2", "2*exp(-abs(u)^m)", true, true, true },
    { "sign(v)*exp(-abs(u)) - y", "1", "exp(-abs(u)^m)", true, false, false },
    { "sign(v)*exp(-abs(u)^m)*d - d*y", "1", "exp(-abs(u)^m)", true, true, true },
    { "sign(v)*exp(-abs(u)^m)*d - c*y", "1", "exp(-abs(u)^m)", false, false, false },
    { "sign(v)*exp(-abs(u)^m) + y", "1", "exp(-abs(u)^m)", false, false, false },
    { "sign(v)*exp(-abs(u)^m) - abs(u)*y", "1", "exp(-abs(u)^m)", false, false, false },
    { "u*exp(-abs(u)^m) - abs(u)*y", "1", "exp(-abs(u)^m)", true, true, true },
    { "sign(v)*exp(-abs(u)^m) - y + 1e-9", "1", "exp(-abs(u)^m)", false, false, false },
    { "sign(v)^3*exp(-abs(u)^m) - y", "1", "exp(-abs(u)^m)", false, false, false }, /* not seen */
    { "sign(v)/2 - y", "1", "1/2 + 0*u", true, true, true },
    { "sign(v)*exp(-u^2) - y", "1", "exp(-u^2)", true, true, false }, /* falls, but is not seen */
    { "sign(v)*abs(tanh(u)) - y", "1", "abs(tanh(u))", true, true, false }, /* rises with speed */
    { "sign(v)*exp(-abs(u)) - y", "1", "exp(-abs(u))*(if v > 0 then 1 else 1)", true, true, true },
    { "sign(v)*exp(-abs(u)) - y", "1", "exp(-abs(u - 1))", true, false, false },
    { "sign(v)*d*exp(-abs(u)) - y", "d", "d*exp(-abs(u))", true, true, true },
    { "sign(v)*d*exp(-abs(u)) - y", "d", "exp(-abs(u))*d", true, true, true },
    { "sign(v)*exp(-abs(u)) - y", "1", "(1 + c)*exp(-abs(u))/(1 + c)", true, true, true },
    { "sign(v)*exp(-c*abs(u)) - y", "1", "exp(-c*abs(u))", true, true, true },
    { "sign(v)*exp(-abs(u)*c) - y", "1", "exp(-abs(u)*c)", true, true, true },
    { "sign(v)*exp(c*abs(u)) - y", "1", "exp(c*abs(u))", false, true, false },
    { "sign(v)*exp(-abs(u) - u) - y", "1", "exp(-abs(u) - u)", true, true, false }, /* not even */
    { "(sign(v) - y^3)", "1", "1 + 0*u", true, false, false }, /* it does not relax by itself */
    { "(sign(v) - y^3)", "0.999999", "1 + 0*u", false, false, false },
    { "(sign(v) - y^3 + 1e-9)", "1", "1 + 0*u", false, false, false },
    { "sign(v)*d - d*y", "1 + c*0", "1 + 0*u", true, true, true },
    { "sign(v)/d - y", "1/d", "1/d + 0*u", true, true, true },
    { "sign(v)/d - y", "1/c", "1/c + 0*u", false, false, false },
};

Test(within, is_what_points_inward)
{
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct test_law law;
        read_curve(&law, states[i].rate, states[i].bound, states[i].curve);
        const struct law_graph *g = &law.graph;
        cr_expect_eq(within_prove_bounds(g, EXPRESSION_NONE),
                     states[i].is_bounded ? ANSWER_YES : ANSWER_UNDECIDED, "%zu: %s, %s", i,
                     states[i].rate, states[i].bound);
        cr_expect_eq(within_prove_curve(g, true, ANY_SIGNAL),
                     states[i].is_history ? ANSWER_YES : ANSWER_UNDECIDED, "%zu: %s, %s", i,
                     states[i].rate, states[i].curve);
        cr_expect_eq(within_prove_curve(g, false, SLOWING_SIGNAL),
                     states[i].is_slowing ? ANSWER_YES : ANSWER_UNDECIDED, "%zu: %s, %s", i,
                     states[i].rate, states[i].curve);
        cr_expect_eq(within_prove_curve(g, false, ANY_SIGNAL), ANSWER_UNDECIDED);
        cr_expect_eq(within_prove_curve(g, false, ONE_WAY_SIGNAL), ANSWER_UNDECIDED);
        test_law_free(&law);
    }
}

/* A law without states, which states a resistance. */
static void read_force(struct test_law *law, const char *force, const char *resistance)
{
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real c(min=0, max=1e3) = 2;\n  parameter Real d(min=1e-3, max=1e3) = 1;\n"
        "  parameter Real a = 1;\n"
        "  constant Real one_v(unit=\"m/s\") = 1;\n  constant Real one_f(unit=\"N\") = 1;\n"
        "  Boolean is_slow(start=true, fixed=true);\n"
        "protected\n  Real u = v/one_v;\nequation\n  assert(c >= d, \"c >= d\");\n"
        "  when pre(is_slow) and d - abs(u) <= 0 then\n    is_slow = false;\n"
        "  elsewhen not pre(is_slow) and abs(u) - d < 0 then\n    is_slow = true;\n  end when;\n"
        "  F = one_f*(%s);\n"
        "  annotation(__Bristle(speed_max=1, creep_resistance=(%s)*one_f/one_v));\nend test;\n";
    char source[1200];
    snprintf(source, sizeof source, form, force, resistance);
    test_law_read(law, source);
}

static enum answer passive(const char *force)
{
    struct test_law law;
    read_force(&law, force, "1");
    const enum answer is = passive_prove(&law.graph);
    test_law_free(&law);
    return is;
}

Test(passive, is_a_force_against_the_motion)
{
    static const struct {
        const char *force;
        bool is;
    } of[] = {
        { "d*u", true },
        { "c*u", true },        /* c >= d > 0 */
        { "(c - d)*u", false }, /* may be 0 */
        { "(c - d)*u + d*sign(v)", true },
        { "(d - c)*u + d*sign(v)", false },
        { "a*u", false },
        { "a^2*u", false },
        { "(a^2 + d)*u", true },
        { "d*u^2", false },
        { "d*u*abs(u)", true },
        { "d*u + 1e-9", false },
        { "d*tanh(u/d) + c*sign(v)*exp(-u^2)", true },
        { "d*tanh(u/d) - 1e-9*sign(v)", false },
        { "d*sin(u)", false },
        { "if is_slow then c*sign(v) else d*u", true },
        { "if is_slow then c*sign(v) else (c - d)*u", false },
        { "if is_slow then c*sign(v) else -1e-9*u", false },
        { "d*u/(c - d)", false },
        { "d*u/c", true },
        { "if u > 1 then d*u else d*u", true },
        { "if abs(u) > 1 then d*u else 2*d*u", true },
        { "if u > 1 then d*u else 2*d*u", false }, /* is not odd */
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        cr_expect_eq(passive(of[i].force), of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s",
                     of[i].force);
}

Test(creep, is_within_the_resistance)
{
    static const struct {
        const char *force, *resistance;
        bool is;
    } of[] = {
        { "c*u", "c", true },
        { "c*u", "c*(1 - 1e-15)", false },
        { "c*u", "c + d", true },
        { "c*sign(v)", "c", false },
        { "c*u + 1e-12*sign(v)", "2*c", false },
        { "c*tanh(3*u/d)", "3*c/d", true },
        { "c*tanh(3*u/d)", "2.999999999*c/d", false },
        { "c*tanh(u)*exp(-u^2) + d*u", "c + d", true },
        { "c*tanh(u)*exp(u^2) + d*u", "c + d", false },
        { "c*atan(u)", "c", true },
        { "c*sinh(u)", "c", false },
        { "c*u/(1 + u^2)^2", "c", true },
        { "c*u/(1/2 + u^2)^2", "4*c", true },
        { "c*u/(1/2 + u^2)^2", "3.999999*c", false },
        { "c*u*abs(u)", "c", false },
        { "if u == 0 then c*sign(v) else c*u", "c", false }, /* at rest */
        { "-c*u", "c", false }, /* so, but the force is against nothing */
        { "(c - d)*u", "c", true },
        { "(d - c)*u", "d", false },
        { "sqrt(2*exp(1))*u/sqrt(2)", "sqrt(exp(1))", true },
        { "sqrt(2*exp(1))*u/sqrt(2)", "sqrt(exp(1))*(1 - 1e-15)", false },
        { "c*u^2", "c", false },
        { "if is_slow then c*u else d*u", "c", false }, /* it is, but that is not seen */
        { "if is_slow then c*u else d*u", "d", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct test_law law;
        read_force(&law, of[i].force, of[i].resistance);
        cr_expect_eq(creep_prove(&law.graph), of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s, %s",
                     of[i].force, of[i].resistance);
        test_law_free(&law);
    }
}

/* What states store comes back: of a law with states neither is said, whatever the force. */
Test(passive, is_said_of_laws_without_states)
{
    struct test_law law;
    char *source = test_law_source("", "u", "u", "", "d*u", "creep_resistance=d*one_f/one_v");
    test_law_read(&law, source);
    cr_expect_eq(passive_prove(&law.graph), ANSWER_UNDECIDED);
    cr_expect_eq(creep_prove(&law.graph), ANSWER_UNDECIDED);
    test_law_free(&law);
    free(source);
    read_force(&law, "d*u", "d");
    law.graph.stated[STATEMENT_CREEP_RESISTANCE].n = 0;
    cr_expect_eq(creep_prove(&law.graph), ANSWER_UNDECIDED, "no resistance is stated");
    test_law_free(&law);
}
