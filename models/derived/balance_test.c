/* Laws for which D >= 0 at v != 0 says nothing of all motions: energy appears where the storage
 * jumps, or at rest, and states leave their bounds where the rate is steep. Each has a law beside
 * it that differs in that place only, and has its inequality. */
#include "models/derived/balance.h"
#include "models/language/read_test.h"

/* Whether a law of z within b has its inequality of energy, and that of its bound. */
static void find(const char *rate, const char *force, const char *storage, bool *excess,
                 bool *inflow)
{
    char source[2048];
    snprintf(source, sizeof source,
             "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
             "  parameter Real k(unit=\"N/m\", min=1, max=9) = 2;\n"
             "  parameter Real r(unit=\"m/s\", min=0, max=9) = 1;\n"
             "  parameter Real w(unit=\"N\", min=0, max=9) = 1;\n"
             "  constant Real b(unit=\"m\") = 1;\n  constant Real P(unit=\"W\") = 1;\n"
             "  Real z(unit=\"m\", start=0, fixed=true, min=-1, max=1);\nequation\n"
             "  der(z) = %s;\n  F = %s;\n"
             "  annotation(__Bristle(source=\"made up\", bound(z=b), length=b, storage=%s));\n"
             "end test;\n",
             rate, force, storage);
    struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements = { .source = "" };
    struct structure structure;
    cr_assert(equations_read(&text, &law), "%s", text.error);
    cr_assert(statements_read(&text, &law, &statements), "%s", text.error);
    structure_find(&law, &structure);
    const struct law_balance balance = law_balance_of(&law, &statements, &structure);
    *excess = balance.has_excess;
    *inflow = balance.has_inflow;
    statements_free(&statements);
    equations_free(&law);
}

#define DAHL    "v - abs(v)*z/b"
#define ELASTIC "k*z^2/2"

Test(inequality, is_of_laws_that_do_not_jump)
{
    static const struct {
        const char *rate, *force, *storage;
        bool has, inflow; /* both inequalities; that of the bound */
    } known[] = {
        { DAHL, "k*z + w*sign(v)", ELASTIC, true, true },
        /* The storage falls by a jump where the force has pushed. */
        { DAHL, "k*z", ELASTIC "*(if abs(z) > b/2 then 2 else 1)", false, true },
        { DAHL, "k*z", ELASTIC " + (if abs(z) > b/2 then k*b^2*exp(-(z/b)^2) else 0)", false,
          true },
        { DAHL, "k*z", ELASTIC "*(if abs(z) > 2*b then 2 else 1)", false, true },
        { DAHL, "k*z", ELASTIC "*exp(-(z/b)^2)", true, true },
        /* The state passes a bound where its rate is 0 and steep, or jumps. */
        { "v*(1 - sign(v)*z/b)^3", "k*z", ELASTIC, true, true },
        { "v*(1 - sign(v)*z/b)*abs(1 - sign(v)*z/b)^(-0.5)*sign(1 - sign(v)*z/b)", "k*z", ELASTIC,
          false, false },
        { "v*sqrt(abs(1 - sign(v)*z/b))", "k*z", ELASTIC, false, false },
        { "v*sign(b - sign(v)*z)", "k*z", ELASTIC, false, false },
        /* It is charged at rest, without work; or loses what it has. */
        { DAHL " + (1 - sign(v)^2)*r*z/b", "k*z", ELASTIC, false, false },
        { DAHL " + (1 - abs(sign(v)))*r*z/b", "k*z", ELASTIC, false, false },
        { DAHL " + (if v == 0 then r*z/b else 0)", "k*z", ELASTIC, false, false },
        { DAHL " - r*z/b", "k*z", ELASTIC, true, true },
        /* A force without limit works at any speed. */
        { DAHL " + r*z/b", "k*z + P/v", ELASTIC, false, false },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        bool excess, inflow;
        find(known[i].rate, known[i].force, known[i].storage, &excess, &inflow);
        cr_expect_eq(excess && inflow, known[i].has, "%s; %s; %s", known[i].rate, known[i].force,
                     known[i].storage);
        cr_expect_eq(inflow, known[i].inflow, "%s; %s; %s: inflow", known[i].rate, known[i].force,
                     known[i].storage);
    }
}
