/* The scale of a force is no less than the terms of the force, wherever states are within their
 * bounds, also where they stand in denominators; there is none where these may vanish. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "models/algebra/interpret.h"
#include "models/derived/values.h"
#include "models/language/read_test.h"
#include "tools/testing/test_random.h"

static const char form[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real Fc(unit=\"N\", min=1e-3) = 2;\n"
    "  parameter Real Fs(unit=\"N\", min=1e-3) = 3;\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 100;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\n"
    "  Real a(unit=\"1\", start=0, fixed=true, min=0, max=1);\n"
    "equation\n  assert(Fs >= Fc, \"Fs >= Fc\");\n  der(z) = v;\n  der(a) = -a*abs(v)*k/Fc;\n"
    "  F = %s;\n"
    "  annotation(__Bristle(speed_max=1, bound(z=Fs/k, a=1)));\nend test;\n";

struct law {
    char source[1024];
    struct equations equations;
    struct statements statements;
    expression scale;
};

static void open_law(struct law *law, const char *force)
{
    snprintf(law->source, sizeof law->source, form, force);
    struct text text = { .name = "test.mo", .at = law->source, .n = strlen(law->source) };
    cr_assert(equations_read(&text, &law->equations), "%s", text.error);
    cr_assert(statements_read(&text, &law->equations, &law->statements), "%s", text.error);
    struct structure structure;
    structure_find(&law->equations, &structure);
    law->scale = law_values_find(&law->equations, &law->statements, &structure).force_scale;
}

static void close_law(struct law *law)
{
    statements_free(&law->statements);
    equations_free(&law->equations);
}

/* Each force beside the sum of its terms, by hand; z is up to 0.03 m, a up to 1. */
static double by_quotient(double z, double a) { return fabs(200 * z / (2 + a)); }
static double by_sum(double z, double a) { return fabs(100 * z * 2 / (2 + 3 * a * a)) + 2; }
static double by_exp(double z, double a) { return fabs(2 / exp(-z * 100 / 3 * a)); }
static double by_max(double z, double a) { return fabs(100 * z / fmax(a, 0.5)); }
static double by_select(double z, double a) { return fabs(100 * z / (z > 0 ? 1 + a : 2)); }
static double by_root(double z, double a) { return fabs(100 * z / sqrt(1 + z * z * 1e4 / 9 + a)); }

Test(force_scale, bounds_the_terms_of_the_force)
{
    enum { DRAWS = 1000 };
    static const struct {
        const char *force;
        double (*terms)(double z, double a);
        double scale; /* all terms at their largest, all denominators at their least */
    } laws[] = {
        { "k*z*Fc/(Fc + (Fs - Fc)*a)", by_quotient, 200 * 0.03 / 2 },
        { "k*z*Fc/(Fc + Fs*a^2) + Fc", by_sum, 100 * 0.03 * 2 / 2.0 + 2 },
        { "Fc/exp(-k*z/Fs*a)", by_exp, 2 * 2.718281828459045 },
        { "k*z/max(a, 1/2)", by_max, 3 / 0.5 },
        { "k*z/(if z > 0 then 1 + a else 2)", by_select, 3 },
        { "k*z/sqrt(1 + (k*z)^2/Fs^2 + a)", by_root, 3 },
    };
    unsigned long long random = test_seed();
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        struct law law;
        open_law(&law, laws[i].force);
        cr_assert_neq(law.scale, EXPRESSION_NONE, "%s", laws[i].force);
        const double p[] = { 2, 3, 100 };
        const struct graph_point at = { .parameters = p, .selection = 1 };
        double scale, most = 0;
        graph_evaluate(&law.equations.graph, &at, &law.scale, &scale, 1);
        for (int k = 0; k < DRAWS; k++) {
            const double z = (2 * test_uniform(&random) - 1) * 0.03, a = test_uniform(&random);
            most = fmax(most, laws[i].terms(z, a));
        }
        cr_expect_leq(most, scale * (1 + 1e-12), "%s: %g, scale %g", laws[i].force, most, scale);
        cr_expect_float_eq(scale, laws[i].scale, 1e-12 * scale, "%s: %g, by hand %g", laws[i].force,
                           scale, laws[i].scale);
        close_law(&law);
    }
}

Test(force_scale, is_none_where_a_denominator_may_vanish)
{
    static const char *const forces[] = { "k*z/a",
                                          "k*z/(a - 1/2)",
                                          "k*z/(1 - a)",
                                          "k*z/min(a, 1/2)",
                                          "k*z/(if z > 0 then a else 1)",
                                          "k*z/(k*z/Fc + 1)" };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct law law;
        open_law(&law, forces[i]);
        cr_expect_eq(law.scale, EXPRESSION_NONE, "%s", forces[i]);
        close_law(&law);
    }
}
