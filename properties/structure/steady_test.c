/* Steady states are proved where states relax to them, at the rate and within the scale that the
 * law states. */
#include "properties/structure/steady.h"

#include "properties/structure/law_test.h"

static enum answer steady(const char *rate_x, const char *rate_z, const char *force,
                          const char *says)
{
    struct test_law law;
    char *source = test_law_source("", rate_x, rate_z, "", force, says);
    test_law_read(&law, source);
    const enum answer is = steady_prove(&law.graph);
    test_law_free(&law);
    free(source);
    return is;
}

#define BOUNDS "bound(x=1, z=1)"

/* x tends to sgn(v), z to exp(-|u|) sgn(v). */
Test(steady, is_where_states_relax)
{
    static const char x[] = "u - abs(u)*x", z[] = "sign(v)*exp(-abs(u)) - z";
    static const struct {
        const char *rate_x, *rate_z, *force, *says;
        bool is;
    } of[] = {
        { x, z, "c*x + d*z", BOUNDS, true },
        { x, z, "c*x - d*z + u", BOUNDS, true },
        { x, z, "c*x + d*z", "bound(x=1)", false },
        { x, z, "c*x + d*z", "bound(x=1, z=0.999999)", false }, /* left, near rest */
        { x, z, "c*x + d*z", "bound(x=2, z=1)", true },
        { x, z, "c*x^2 + d*z", BOUNDS, false },
        { x, z, "c*x*z", BOUNDS, false },
        { x, z, "c*x*u + d*z", BOUNDS, true },
        { x, z, "(if x > 0 then c else d) + z", BOUNDS, false },
        { "u + abs(u)*x", z, "c*x + d*z", BOUNDS, false },
        { "u - x", z, "c*x + d*z", BOUNDS, false }, /* u is beyond the bound */
        { "u - abs(u)*x + 1e-9", z, "c*x + d*z", BOUNDS, false },
        { "u - u*x", z, "c*x + d*z", BOUNDS, false }, /* runs away for v < 0 */
        { "u - abs(u)*x^3", z, "c*x + d*z", BOUNDS, false },
        { "u - abs(u)*x + z - z^2", z, "c*x + d*z", BOUNDS, false },
        { "u - abs(u)*x/c", z, "c*x + d*z", BOUNDS, false }, /* c may be 0 */
        { "u - abs(u)*x/d", z, "c*x + d*z", "bound(x=d, z=1)", true },
        { "u - abs(u)*x/d", z, "c*x + d*z", "bound(x=d*(1 - 1e-12), z=1)", false },
        { x, "2*sign(v)*exp(-abs(u)) - z", "c*x + d*z", BOUNDS, false }, /* beyond, when slow */
        { x, "sign(v)*exp(abs(u)) - z", "c*x + d*z", BOUNDS, false },
        { x, "sign(v)*exp(-abs(u)) - (1 - sign(v)^2)*z", "c*x + d*z", BOUNDS, false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        cr_expect_eq(steady(of[i].rate_x, of[i].rate_z, of[i].force, of[i].says),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%zu: %s, %s: %s, %s", i,
                     of[i].rate_x, of[i].rate_z, of[i].force, of[i].says);
}

/* What the law states of the steady force, the rate and the scale counts as it stands. */
Test(steady, is_what_the_law_states)
{
    static const char x[] = "u - abs(u)*x", z[] = "sign(v)*exp(-abs(u)) - z";
    static const struct {
        const char *says;
        bool is;
    } of[] = {
        { BOUNDS ", steady_force=(c + d*exp(-abs(u)))*sign(v)*one_f", true },
        { BOUNDS ", steady_force=(c + d*exp(-abs(u)) + 1e-18)*sign(v)*one_f", false },
        { BOUNDS ", steady_force=(c + d*exp(-abs(u)))*one_f", false }, /* not for v < 0 */
        { BOUNDS ", steady_force=(c + d*exp(-abs(u)^m))*sign(v)*one_f", false },
        { BOUNDS ", settling_rate=min(abs(u), 1)/one_t", true },
        { BOUNDS ", settling_rate=min(abs(u)/2, 1)/one_t", true },
        { BOUNDS ", settling_rate=min(abs(u), 1)/one_t*(1 + 1e-12)", false },
        { BOUNDS ", settling_rate=abs(u)/one_t", false },
        { BOUNDS ", settling_rate=1/one_t", false },
        { BOUNDS ", settling_rate=0/one_t", true },
        { BOUNDS ", force_scale=(c + d)*one_f", true },
        { BOUNDS ", force_scale=(c + 2*d + abs(u))*one_f", true },
        { BOUNDS ", force_scale=(c + d - 1e-12)*one_f", false },
        { BOUNDS ", force_scale=c*one_f", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        cr_expect_eq(steady(x, z, "c*x + d*z", of[i].says),
                     of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s", of[i].says);
}

/* The scale is at least the sum of the terms' magnitudes, whatever the signs of their factors. */
Test(steady, is_within_the_scale_whatever_the_signs)
{
    static const char x[] = "u - abs(u)*x", z[] = "sign(v)*exp(-abs(u)) - z";
    static const struct {
        const char *force, *scale;
        bool is;
    } of[] = {
        { "(c - d)*x + d*z", "c + 2*d", true },
        { "(c - d)*x + d*z", "c", false },
        { "d*z - c*x", "c + d", true },
        { "d*z - c*x", "d", false },
        { "d*z - c*x", "d - c", false },
        { "d*x - (c*z - d*z)", "c + 2*d", true },
        { "d*x - (c*z - d*z)", "2*d + 1", false },
        { "-d*x - c*z", "c + d", true },
        { "-d*x - c*z", "c", false },
        { "(c - d)*(d - c)*x/d + z", "(c + d)^2/d + 1", true },
        { "(c - d)*(d - c)*x/d + z", "1", false },
        { "abs(c - d)*x + z", "abs(c - d) + 1", true },
        { "abs(c - d)*x + z", "c + 1", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char says[128];
        snprintf(says, sizeof says, BOUNDS ", force_scale=(%s)*one_f", of[i].scale);
        cr_expect_eq(steady(x, z, of[i].force, says), of[i].is ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%s: %s", of[i].force, says);
    }
}

static enum answer without_states(const char *force, const char *says)
{
    static const char form[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real c(min=0, max=1e3) = 2;\n  parameter Real d(min=1e-3, max=1e3) = 1;\n"
        "  constant Real one_v(unit=\"m/s\") = 1;\n  constant Real one_f(unit=\"N\") = 1;\n"
        "protected\n  Real u = v/one_v;\nequation\n  F = one_f*(%s);\n"
        "  annotation(__Bristle(speed_max=1%s%s));\nend test;\n";
    char source[1024];
    struct test_law law;
    snprintf(source, sizeof source, form, force, *says ? ", " : "", says);
    test_law_read(&law, source);
    const enum answer is = steady_prove(&law.graph);
    test_law_free(&law);
    return is;
}

Test(steady, of_a_law_without_states_is_its_force)
{
    cr_expect_eq(without_states("c*u + d*sign(v)", ""), ANSWER_YES);
    cr_expect_eq(without_states("c*u + d*sign(v)", "steady_force=c*u*one_f + d*one_f*sign(v)"),
                 ANSWER_YES);
    cr_expect_eq(without_states("c*u + d*sign(v)", "steady_force=c*u*one_f + d*one_f"),
                 ANSWER_UNDECIDED);
    cr_expect_eq(without_states("c*abs(u)*sign(v)", "steady_force=c*u*one_f"), ANSWER_YES);
    cr_expect_eq(without_states("c*u^2/abs(u)", "steady_force=c*abs(u)*one_f"), ANSWER_YES);
    cr_expect_eq(without_states("c*u", "steady_force=c*u*one_f*(1 + 1e-15)"), ANSWER_UNDECIDED);
    cr_expect_eq(without_states("d*u/(u - 1)", ""), ANSWER_UNDECIDED);
    cr_expect_eq(without_states("d*u/(abs(u) + 1)", ""), ANSWER_YES);
    cr_expect_eq(without_states("d*u/c", ""), ANSWER_UNDECIDED);
}
