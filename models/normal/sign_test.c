/* What is never negative is shown by algebra, and nothing that is negative somewhere. */
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "models/language/read_test.h"
#include "models/normal/forms.h"
#include "tools/testing/test_random.h"

enum { PARAMETERS = 7, TRIALS = 2000 };

/* Reads an expression of parameters with 0 < a, a <= b, b + 1 <= c, any d, 0 <= e <= a f, and
 * 0 <= g <= 2. */
static void read_one(const char *e, struct equations *law)
{
    char source[2048];
    snprintf(source, sizeof source,
             "model test input Real v(unit=\"m/s\"); output Real F(unit=\"N\");\n"
             "parameter Real a(min=0.1, max=2) = 1; parameter Real b(min=0.1, max=4) = 1;\n"
             "parameter Real c(min=0.1, max=9) = 3; parameter Real d = 1;\n"
             "parameter Real e(min=0, max=9) = 1; parameter Real f(min=0.1, max=9) = 3;\n"
             "parameter Real g(min=0, max=2) = 1;\n"
             "constant Real N(unit=\"N\") = 1; constant Real V(unit=\"m/s\") = 1; Real w = v/V;\n"
             "equation assert(b >= a, \"b >= a\"); assert(b + 1 <= c, \"b + 1 <= c\");\n"
             "assert(e <= a*f, \"e <= a*f\"); assert(g <= 2, \"g <= 2\");\n"
             "F = N*(%s); end test;",
             e);
    read_law(source, law);
}

static const char *const shown[] = {
    "a",
    "b - a",
    "c - a",
    "c - b - 1/2",
    "c^2 - a*b",
    "1 - a/b",
    "d^2",
    "w^2",
    "abs(w)*w^2",
    "w*sign(v)",
    "abs(w)^a + b",
    "1 - exp(-abs(w)^a)",
    "1 - exp(-w^2)*exp(-abs(w))",
    "b - (a + (b - a)*exp(-abs(w)^c))",
    "1 - (a + (b - a)*exp(-abs(w/c)^b))/b",
    "1 - abs(sign(v)*(a + (b - a)*exp(-w^2)))/b",
    "a/(c - b)",
    "-a/(b - c)",
    "1 - a/(a + abs(w))",
    "sqrt(a) + max(a, d)",
    "tanh(abs(w))",
    "a*f - e",
    "b*f - e",
    "a*f^2 - e*f + w^2",
    "1 - exp(-(w/0.1)^2)",
    "1 - exp(-(1000*w)^2)",
    "2 - g",
    "4 - g^2",
    "(2 - g)*(a*f - e)",
};
static const char *const not_shown[] = {
    "d",
    "-a",
    "a - b",
    "b - c",
    "c - b - 2",
    "w",
    "w*sign(v) - a",
    "w^3",
    "exp(-w^2) - 1",
    "1 - exp(abs(w))",
    "1 - exp(-w)",
    "1 - exp(-w^2)*2",
    "a - (a + (b - a)*exp(-w^2))",
    "1 - abs(d)/b",
    "a*(b - a)*(b - c)",
    "a/(b - c)",
    "min(a, d)",
    "tanh(w)",
    "sin(2*abs(w))",
    "a*f - 1.001*e",
    "f - e",
    "1 - exp((1000*w)^2)",
    "a*f - e - 1e-3",
    "1.999 - g",
    "3 - g^2",
    "(2 - g)*(e - a*f)",
};

/* Positive, and not only never negative: where a demand holds with equality, too. */
static const struct {
    const char *e;
    bool is_positive;
} signs[] = {
    { "a", true },
    { "b - a", false },
    { "c - b", true },
    { "a*f - e", false },
    { "a*f - e + a", true },
    { "2 - g", false },
    { "3 - g", false /* is, but is not seen */ },
    { "2 - g + a", false /* as well */ },
    { "(2 - g)*a + e", false },
    { "a + (b - a)*exp(-w^2)", true },
    { "b - a*exp(-w^2)", false }, /* 0 at w = 0 where a = b */
    { "1 - exp(-w^2)", false },
};

/* Returns true when the expression is negative somewhere. */
static bool is_negative_somewhere(const struct equations *law)
{
    unsigned long long random = 3;
    for (int i = 0; i < TRIALS; i++) {
        const double a = 0.1 + 1.9 * test_uniform(&random), b = a + 2 * test_uniform(&random),
                     c = b + 1 + 5 * test_uniform(&random), d = 8 * test_uniform(&random) - 4,
                     f = 0.1 + 5 * test_uniform(&random),
                     e = a * f * fmin(1, 1.1 * test_uniform(&random)),
                     g = fmin(2, 2.2 * test_uniform(&random)), v = 6 * test_uniform(&random) - 3;
        const double parameters[PARAMETERS] = { a, b, c, d, e, f, g };
        const struct graph_point point = { .parameters = parameters,
                                           .inputs = &v,
                                           .selection = v > 0 ? 1 : -1 };
        double value;
        graph_evaluate(&law->graph, &point, &law->force, &value, 1);
        if (value < -1e-14)
            return true;
    }
    return false;
}

static void expect(const char *e, bool is_shown)
{
    struct equations law;
    read_one(e, &law);
    struct normal *normal = normal_new(&law);
    cr_expect_eq(normal_never_negative(normal, law.force), is_shown, "%s", e);
    cr_expect_neq(is_negative_somewhere(&law), is_shown, "%s", e);
    normal_free(normal);
    equations_free(&law);
}

Test(signs, are_positive)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        struct equations law;
        read_one(signs[i].e, &law);
        struct normal *normal = normal_new(&law);
        cr_expect_eq(form_positive(normal, normal_form(normal, law.force)), signs[i].is_positive,
                     "%s", signs[i].e);
        normal_free(normal);
        equations_free(&law);
    }
}

Test(signs, are_shown)
{
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        expect(shown[i], true);
}

Test(signs, are_not_shown_of_what_has_both)
{
    for (size_t i = 0; i < sizeof not_shown / sizeof *not_shown; i++)
        expect(not_shown[i], false);
}
