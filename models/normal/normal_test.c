/* Normal forms show what algebra shows, and nothing that is false. */
#include <math.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "models/language/read_test.h"
#include "models/normal/normal.h"
#include "tools/base/cli.h"

/* Reads a as the force and b as the rate; both are numbers. */
static void read_two(const char *a, const char *b, struct equations *law)
{
    char source[4096];
    snprintf(source, sizeof source,
             "model test input Real v(unit=\"m/s\"); output Real F(unit=\"N\");\n"
             "parameter Real c(unit=\"m/s\", min=1e-6) = 1; parameter Real d = 1;\n"
             "parameter Real p(min=0.1) = 1; parameter Real m(min=0.5) = 2;\n"
             "constant Real N(unit=\"N\") = 1; constant Real T(unit=\"s\") = 1;\n"
             "Real z(start=0, fixed=true); Real w = v/c;\n"
             "equation T*der(z) = %s; F = N*(%s); end test;",
             b, a);
    read_law(source, law);
}

static double value_of(const struct equations *law, expression e, double v, double z)
{
    static const double parameters[] = { 0.7, -1.3, 0.4, 1.6 };
    const struct graph_point point = {
        .parameters = parameters, .inputs = &v, .states = &z, .selection = v > 0 ? 1 : -1
    };
    double value;
    graph_evaluate(&law->graph, &point, &e, &value, 1);
    return value;
}

static const struct {
    const char *a, *b;
} same[] = {
    { "z*(d + 2)", "2*z + d*z" },
    { "(z + d)^2", "z^2 + 2*z*d + d^2" },
    { "(z^2 - d^2)/(z - d)", "d + z" },
    { "1/(1 + 1/z)", "z/(z + 1)" },
    { "z^(-2)*z^3", "z" },
    { "z*1^m", "z" },
    { "z/3 + z/6", "z/2" },
    { "abs(w)*abs(w)", "w^2" },
    { "abs(w)*sign(w)", "w" },
    { "abs(w)/w", "sign(v/c)" },
    { "w/abs(w)", "sign(w)" },
    { "1/(2 + sign(w))", "(2 - sign(w))/3" },
    { "abs(-3*p*z)", "3*p*abs(z)" },
    { "abs(z - d)", "abs(d - z)" },
    { "sign(z - d)", "-sign(d - z)" },
    { "sign(z*p)", "sign(z)" },
    { "abs(z^2)", "z^2" },
    { "abs(1/z)", "1/abs(z)" },
    { "abs(z*d)^m", "(abs(d)*abs(z))^m" },
    { "exp(z + d)", "exp(d)*exp(z)" },
    { "exp(-2*z)*exp(z)^3", "exp(z)" },
    { "abs(exp(z))", "exp(z)" },
    { "tanh(-z)", "-tanh(z)" },
    { "tanh(2*z)*(1 + tanh(z)^2)", "2*tanh(z)" },
    { "exp(-abs(w)^m)*exp(abs(v/c)^m)", "1 + 0*z" },
    { "sin(-z)", "-sin(z)" },
    { "cos(d - z)", "cos(z - d)" },
    { "tanh(z - d) + tanh(d - z)", "0*z" },
    { "max(z, d)", "max(d, z)" },
    { "if z > d then w*(d + 1) else z", "if d < z then w + w*d else z" },
    { "if z > d then w - w*d else w*(1 - d)", "w*(1 - d)" },
    { "if z > d then z else 0*z", "z - (if z <= d then z else 0*z)" },
    { "if z > d and w > 1 then z else d", "if z > d then (if 2*w > 2 then z else d) else d" },
    { "if z > d or z <= d then w else 3*w", "w" },
    { "if not z == d then z else d", "if d == z then d else z" },
    { "1/(if z > d then 2 else 3 + w^2)", "if z > d then 1/2 else 1/(3 + w^2)" },
    { "(if z > d then w else 2)^2", "if z > d then w^2 else 4 + 0*w" },
},
  different[] = {
      { "z", "d" },
      { "z^2", "z^3" },
      { "z + d", "z - d" },
      { "abs(z)", "z" },
      { "sign(z)^2", "1 + 0*z" }, /* not at z = 0 */
      { "sign(z^2)", "1 + 0*z" },
      { "abs(w)", "w" },
      { "sign(d*z)", "sign(z)" },
      { "exp(z*d)", "exp(z)*exp(d)" },
      { "exp(z/2)", "exp(z)" },
      { "exp(z)^2", "exp(z^2)" },
      { "cos(z)", "-cos(-z)" },
      { "sin(z)", "sin(-z)" },
      { "log(-z)", "-log(z)" },
      { "max(z, d)", "min(z, d)" },
      { "if z > d then z else d", "if z > d then d else z" },
      { "if z > d then z else d", "if z >= d then z else d + 0*z" },
      { "if z > d then z else d", "if z > 2*d then z else d" },
      { "z^m", "m^z" },
      { "abs(z)^m", "abs(z)^p" },
};

Test(normal_forms, show_what_is_equal)
{
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct equations law;
        read_two(same[i].a, same[i].b, &law);
        struct normal *normal = normal_new(&law);
        cr_expect(normal_same(normal, law.force, law.rate[0]), "%s = %s", same[i].a, same[i].b);
        normal_free(normal);
        static const double velocities[] = { -1.7, 1.2 };
        for (size_t k = 0; k < 2; k++) { /* as numbers, too */
            const double v = velocities[k];
            const double a = value_of(&law, law.force, v, 0.6),
                         b = value_of(&law, law.rate[0], v, 0.6);
            cr_expect(fabs(a - b) <= 1e-14 * (1 + fabs(a)), "%s is %.17g, %s is %.17g", same[i].a,
                      a, same[i].b, b);
        }
        equations_free(&law);
    }
}

Test(normal_forms, show_nothing_else)
{
    for (size_t i = 0; i < sizeof different / sizeof *different; i++) {
        struct equations law;
        read_two(different[i].a, different[i].b, &law);
        struct normal *normal = normal_new(&law);
        cr_expect_not(normal_same(normal, law.force, law.rate[0]), "%s = %s", different[i].a,
                      different[i].b);
        normal_free(normal);
        equations_free(&law);
    }
}

/* What is too large, in terms, coefficients or degree, has no form, which is found in time. */
Test(normal_forms, end)
{
    static const char *const growing[][3] = {
        { "1", "*(z + %d*w + d*exp(z*%d*d))", "" },
        { "", "((((", "3^64))^64 + z)^32)^32" },
        { "", "((((", "z))^32)^32)^32" },
    };
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++) {
        char a[4000];
        snprintf(a, sizeof a, "%s", growing[i][0]);
        for (int k = 0; k < (i == 0 ? 60 : 1); k++)
            snprintf(a + strlen(a), sizeof a - strlen(a), growing[i][1], k, k);
        snprintf(a + strlen(a), sizeof a - strlen(a), "%s", growing[i][2]);
        struct equations law;
        read_two(a, "z", &law);
        struct normal *normal = normal_new(&law);
        cr_expect_not(normal_same(normal, law.force, law.force), "%s", a);
        cr_expect(normal_same(normal, law.rate[0], law.rate[0]));
        normal_free(normal);
        equations_free(&law);
    }
}

/* A sum of products of two statements. */
static expression product_of(struct equations *law, const struct statement_values *a,
                             const struct statement_values *b)
{
    expression e = graph_integer(&law->graph, 0);
    for (size_t i = 0; i < a->n; i++)
        e = graph_two(&law->graph, GRAPH_SUM, e,
                      b ? graph_two(&law->graph, GRAPH_PRODUCT, a->e[i], b->e[i]) : a->e[i]);
    return e;
}

static void check_law(const char *name, unsigned *regressors, unsigned *parts)
{
    char path[256];
    struct equations law;
    struct statements statements;
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    char *source = cli_read(path);
    cr_assert(source, "%s", path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, &law) && statements_read(&text, &law, &statements), "%s",
              text.error);
    const struct statement_values *U = &statements.values[STATEMENT_REGRESSOR],
                                  *P = &statements.values[STATEMENT_COEFFICIENTS],
                                  *parts_of = &statements.values[STATEMENT_PARTS];
    struct normal *normal = normal_new(&law);
    if (U->n > 0) {
        cr_assert_eq(U->n, P->n, "%s", name);
        cr_expect(normal_same(normal, product_of(&law, U, P), law.force), "%s: F = U P", name);
        ++*regressors;
    }
    if (parts_of->n > 0) {
        cr_expect(normal_same(normal, product_of(&law, parts_of, NULL), law.force),
                  "%s: the parts of F", name);
        ++*parts;
    }
    normal_free(normal);
    statements_free(&statements);
    equations_free(&law);
    free(source);
}

/* F = U P, and F the sum of its parts, are shown of all laws that state them. */
Test(laws, are_what_they_state)
{
    static const char *const laws[] = {
        "alvarez_icaza", "bliman_sorine",   "bouc_wen",      "bristle",          "brown_mcphee",
        "coulomb",       "coulomb_viscous", "dahl",          "elastoplastic",    "exponential",
        "lugre",         "lugre_increment", "leuven",        "karnopp",          "martinez_rosas",
        "maxwell_slip",  "stribeck",        "tanh_stribeck", "reset_integrator", "viscous",
    };
    unsigned regressors = 0, parts = 0;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        check_law(laws[i], &regressors, &parts);
    cr_expect_geq(regressors, 17);
    cr_expect_eq(parts, 2);
}
