/* F = U P is proved of identities only, and rate independence of what is homogeneous only. */
#include "properties/structure/law_test.h"
#include "properties/structure/path.h"
#include "properties/structure/regressor.h"
#include "reference/derived/graph_law.h"

static const struct law_graph *find(const char *name)
{
    for (const struct law_graph *const *law = law_equations; *law; law++)
        if (strcmp((*law)->name, name) == 0)
            return *law;
    cr_assert(false, "%s", name);
    return NULL;
}

static unsigned parameter(const struct law_graph *law, const char *name)
{
    unsigned i = 0;
    while (law->parameters[i] && strcmp(law->parameters[i], name) != 0)
        i++;
    cr_assert(law->parameters[i], "%s", name);
    return i;
}

Test(regressor, of_all_laws_that_state_one)
{
    for (const struct law_graph *const *law = law_equations; *law; law++)
        cr_expect_eq(regressor_prove(*law),
                     (*law)->stated[STATEMENT_REGRESSOR].n > 0 ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%s", (*law)->name);
}

Test(regressor, as_printed_only_where_its_constant_is_one)
{
    const struct law_graph *law = find("martinez_rosas");
    struct fixed fixed = { .n = 0 };
    cr_expect_eq(regressor_prove_printed(law, &fixed), ANSWER_UNDECIDED);
    fixed.n = 1;
    fixed.of[0].parameter = parameter(law, "vs");
    fixed.of[0].value = 1;
    cr_expect_eq(regressor_prove_printed(law, &fixed), ANSWER_YES);
    fixed.of[0].value = 2;
    cr_expect_eq(regressor_prove_printed(law, &fixed), ANSWER_UNDECIDED);
    fixed.of[0].parameter = parameter(law, "m");
    fixed.of[0].value = 1;
    cr_expect_eq(regressor_prove_printed(law, &fixed), ANSWER_UNDECIDED);
}

static enum answer regressor_of(const char *force, const char *U, const char *P)
{
    struct test_law law;
    char says[512];
    snprintf(says, sizeof says, "regressor={%s}, coefficients={%s}", U, P);
    char *source = test_law_source("", "u", "u - abs(u)*z", "", force, says);
    test_law_read(&law, source);
    const enum answer is = regressor_prove(&law.graph);
    test_law_free(&law);
    free(source);
    return is;
}

/* Some of the columns are defined nowhere, or not everywhere, or off by a hair. */
Test(regressor, is_an_identity)
{
    static const struct {
        const char *force, *U, *P;
        bool is;
    } of[] = {
        { "c*x + d*z", "x, z", "c, d", true },
        { "c*x + d*z", "x, z", "d, c", false },
        { "c*x + d*z", "x, z", "c, d + 1e-18", false },
        { "c*x + d*z", "x, z, u", "c, d, 1e-18", false },
        { "c*x + d*z + 1e-30", "x, z", "c, d", false },
        { "c*(x - z)^2", "x^2, x*z, z^2", "c, -2*c, c", true },
        { "c*(x - z)^2", "x^2, x*z, z^2", "c, -2*c, -c", false },
        { "c*x", "x*d, 1", "c/d, 0", true },
        { "c*d", "d/c", "c^2", false }, /* c may be 0 */
        { "c*x", "x*u/u", "c", false }, /* not at rest */
        { "c*x", "x*x/x", "c", false },
        { "c*abs(u)", "u*sign(v)", "c", false }, /* the selection may differ from the sign */
        { "c*u*sign(v)", "u*sign(v)", "c", true },
        { "exp(x)*exp(-z)*c", "exp(x - z)", "c", true },
        { "exp(x)*exp(z)*c", "exp(x - z)", "c", false },
        { "c*sqrt(x)", "sqrt(x)", "c", false }, /* x < 0 */
        { "c*sqrt(abs(x))", "sqrt(abs(x))", "c", true },
        { "c*log(d)", "1", "c*log(d)", true },
        { "c*log(c)", "1", "c*log(c)", false },
        { "c*log(d + abs(x))", "log(d + abs(x))", "c", true },
        { "if x > 0 then c*x else d*x", "if x > 0 then x else 0, if x > 0 then 0 else x", "c, d",
          true },
        { "if x > 0 then c*x else d*x", "if x > 0 then x else 0, if x >= 0 then 0 else x", "c, d",
          false }, /* it is, but that x is 0 there is not seen */
        { "if x > 0 then c else d", "if x > 0 then 1 else 0, if x >= 0 then 0 else 1", "c, d",
          false },
        { "min(x, z)*c", "min(z, x)", "c", true },
        { "min(x, z)*c", "max(z, x)", "c", false },
        { "c*x/(d + x^2)", "x/(d + x^2)", "c", true },
        { "c*x/(c + x^2)", "x/(c + x^2)", "c", false }, /* 0/0 at c = 0 */
        { "c*x/(d - x^2)", "x/(d - x^2)", "c", false },
        { "c*abs(x)^m", "abs(x)^m", "c", true },
        { "c*tan(x)", "tan(x)", "c", false },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const enum answer is = regressor_of(of[i].force, of[i].U, of[i].P);
        cr_expect_eq(is, of[i].is ? ANSWER_YES : ANSWER_UNDECIDED, "%s = {%s} {%s}: %d",
                     of[i].force, of[i].U, of[i].P, (int)is);
    }
}

static enum answer path_of(const char *name, const char *const names[], const long values[],
                           unsigned n)
{
    const struct law_graph *law = find(name);
    struct fixed fixed = { .n = n };
    for (unsigned i = 0; i < n; i++) {
        fixed.of[i].parameter = parameter(law, names[i]);
        fixed.of[i].value = values[i];
    }
    return path_prove(law, &fixed);
}

Test(path, of_laws)
{
    static const char *const always[] = { "bliman_sorine", "bouc_wen", "bristle", "coulomb",
                                          "dahl" },
                             *const never[] = { "alvarez_icaza", "armstrong",
                                                "brown_mcphee",  "coulomb_viscous",
                                                "exponential",   "leuven",
                                                "lugre",         "martinez_rosas",
                                                "maxwell_slip",  "reset_integrator",
                                                "stribeck",      "viscous" };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        cr_expect_eq(path_of(always[i], NULL, NULL, 0), ANSWER_YES, "%s", always[i]);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        cr_expect_eq(path_of(never[i], NULL, NULL, 0), ANSWER_UNDECIDED, "%s", never[i]);
}

/* Without damping, and with one level. */
Test(path, of_laws_at_some_parameters)
{
    static const char *const names[] = { "sigma1", "sigma2", "Fs", "Fc" };
    static const long values[] = { 0, 0, 1, 1 }, off[] = { 0, 0, 2, 1 }, damped[] = { 0, 1, 1, 1 };
    static const char *const laws[] = { "lugre", "elastoplastic" };
    for (size_t i = 0; i < 2; i++) {
        cr_expect_eq(path_of(laws[i], names, values, 4), ANSWER_YES, "%s", laws[i]);
        cr_expect_eq(path_of(laws[i], names, values, 3), ANSWER_UNDECIDED, "%s", laws[i]);
        cr_expect_eq(path_of(laws[i], names, off, 4), ANSWER_UNDECIDED, "%s", laws[i]);
        cr_expect_eq(path_of(laws[i], names, damped, 4), ANSWER_UNDECIDED, "%s", laws[i]);
    }
    static const char *const of_leuven[] = { "sigma1", "sigma2", "Fs", "Fc", "n" };
    static const long first[] = { 0, 0, 1, 1, 1 }, second[] = { 0, 0, 1, 1, 2 };
    cr_expect_eq(path_of("leuven", of_leuven, first, 5), ANSWER_YES);
    cr_expect_eq(path_of("leuven", of_leuven, second, 5), ANSWER_YES);
    cr_expect_eq(path_of("leuven", of_leuven, first, 4), ANSWER_YES);
}

Test(path, is_homogeneous)
{
    static const struct {
        const char *rate_x, *rate_z, *force;
        bool is;
    } of[] = {
        { "u", "abs(u)", "x*z", true },
        { "u", "abs(u)", "x*z + sign(v)", true },
        { "u", "abs(u)", "x*z + 1e-30*u", false },
        { "u", "abs(u)", "x*z + u/abs(u)", false }, /* no value at rest */
        { "u + 1e-30*u^2", "abs(u)", "x", false },
        { "u*abs(u)", "abs(u)", "x", false },
        { "u + 1e-30", "abs(u)", "x", false },
        { "u", "abs(u) - z", "x", false },
        { "u", "abs(u)*(1 - z)", "x", true },
        { "sqrt(u^2)", "u", "x", false }, /* so, but not seen */
        { "u", "max(u, 0)", "z", true },
        { "u", "max(u, 1e-12)", "z", false },
        { "u", "if u > 0 then u else 2*u", "z", true },
        { "u", "if u > 1e-12 then u else 2*u", "z", false },
        { "u", "if x > 0 then u else 2*u", "z", true },
        { "u", "u", "if u*x > 0 then x else 2*x", true },
        { "u", "u", "if u*x > u then x else 2*x", true },
        { "u", "u", "if u*x > u^2 then x else 2*x", false },
        { "u", "u", "x/z", false }, /* no value at z = 0 */
        { "u", "u", "x/(1 + z^2)", true },
        { "u", "u", "exp(x)", true },
        { "u", "u", "exp(u)", false },
        { "u", "u", "x^3*(c + 1)", true },
        { "u", "u", "0*u + x", true },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct test_law law;
        const struct fixed none = { .n = 0 };
        char *source = test_law_source("", of[i].rate_x, of[i].rate_z, "", of[i].force, "");
        test_law_read(&law, source);
        cr_expect_eq(path_prove(&law.graph, &none), of[i].is ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%s, %s: %s", of[i].rate_x, of[i].rate_z, of[i].force);
        test_law_free(&law);
        free(source);
    }
}

Test(path, is_kept_by_events)
{
    static const struct {
        const char *events;
        bool is;
    } with[] = {
        { "when pre(n) == 0 and 1 - x <= 0 then\n n = 1;\n end when;\n", true },
        { "when pre(n) == 0 and 1 - u <= 0 then\n n = 1;\n end when;\n", false },
        { "when pre(n) == 0 and 2 - 1/(1 + x^2) <= 0 then\n n = 1;\n end when;\n", true },
        { "when pre(n) == 0 and 2 - 1/x <= 0 then\n n = 1;\n end when;\n", false }, /* at 0 */
        { "when pre(n) == 0 and x*u - z*u <= 0 then\n n = 1;\n end when;\n", true },
        { "when pre(n)*v <= 0 then\n n = sign(v);\n end when;\n", true },
        { "when pre(n) == 0 and 1 - x <= 0 then\n n = 1;\n reinit(x, u);\n end when;\n", false },
        { "when pre(n) == 0 and 1 - x <= 0 then\n n = 1;\n reinit(x, sign(v)/2);\n end when;\n",
          true },
    };
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        struct test_law law;
        const struct fixed none = { .n = 0 };
        char *source = test_law_source("Integer n(start=0, fixed=true);\n", "u", "u",
                                       with[i].events, "x + n", "");
        test_law_read(&law, source);
        cr_expect_eq(path_prove(&law.graph, &none), with[i].is ? ANSWER_YES : ANSWER_UNDECIDED,
                     "%s", with[i].events);
        test_law_free(&law);
        free(source);
    }
}
