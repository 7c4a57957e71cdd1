/* Typos of small laws, known by hand, and the statement that notices each. */
#include <string.h>

#include "models/language/read_test.h"
#include "models/reading/reading.h"
#include "tools/base/memory.h"

/* Friction a sign(v) with a statement, and a second level b that is not used. */
#define LEVEL_OF(statements)                                                                       \
    "model level\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                   \
    "  parameter Real a(unit=\"N\", min=1, max=10) = 2;\n"                                         \
    "  parameter Real b(unit=\"N\", min=1, max=10) = 3;\n"                                         \
    "equation\n  F = a*sign(v);\n  annotation(__Bristle(" statements "));\nend level;\n"

/* Dahl's law. */
#define DAHL_OF(statements)                                                                        \
    "model d\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                       \
    "  parameter Real k(unit=\"N/m\", min=1, max=9) = 2;\n"                                        \
    "  parameter Real f(unit=\"N\", min=1, max=9) = 1;\n"                                          \
    "  parameter Real h(unit=\"N\", min=1, max=9) = 4;\n"                                          \
    "  Real z(unit=\"m\", start=0, fixed=true);\n"                                                 \
    "equation\n  der(z) = v - k*abs(v)/f*z;\n  F = k*z;\n"                                         \
    "  annotation(__Bristle(" statements "));\nend d;\n"

struct one {
    char *source;
    struct text text;
    struct reading reading;
};

static void open_one(struct one *o, const char *source)
{
    o->text = (struct text){ .name = "test.mo", .at = source, .n = strlen(source) };
    cr_assert(reading_open(&o->reading, &o->text, 1), "%s", o->text.error);
}

/* Returns what becomes of the typo with these words, the n-th of them. */
static const struct judgement *judged(const struct one *o, const char *says, unsigned n)
{
    for (size_t i = 0; i < o->reading.spots.n; i++)
        if (strcmp(o->reading.spots.of[i].typo.says, says) == 0 && n-- == 0)
            return &o->reading.spots.of[i];
    cr_assert_fail("there is no typo %s", says);
    return NULL;
}

Test(typos, are_these)
{
    static const struct {
        const char *says;
        enum typo_kind kind;
        enum fate fate;
    } known[] = {
        { "'-' added", TYPO_SIGN, FATE_SURVIVES },
        { "'b' for 'a'", TYPO_NAME, FATE_SURVIVES },
        { "'/' for '*'", TYPO_OPERATOR, FATE_NOTHING },
        { "'*sign(v)' left out", TYPO_FACTOR, FATE_SURVIVES },
        { "'a*' left out", TYPO_FACTOR, FATE_REFUSED },
        { "'sign' left out", TYPO_FUNCTION, FATE_REFUSED },
        { "'-' added", TYPO_SIGN, FATE_SURVIVES },
        { "'F' for 'v'", TYPO_NAME, FATE_REFUSED },
    };
    struct one o;
    open_one(&o, LEVEL_OF("source=\"none\""));
    bool used[64] = { false };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t i = 0;
        while (i < o.reading.spots.n &&
               (used[i] || strcmp(o.reading.spots.of[i].typo.says, known[k].says) != 0))
            i++;
        cr_assert(i < o.reading.spots.n, "no %s", known[k].says);
        used[i] = true;
        cr_expect_eq(o.reading.spots.of[i].typo.kind, known[k].kind, "%s", known[k].says);
        cr_expect_eq(o.reading.spots.of[i].fate, known[k].fate, "%s", known[k].says);
    }
    for (size_t i = 0; i < o.reading.spots.n; i++) /* F on the left is a name as well */
        cr_expect(used[i] || o.reading.spots.of[i].fate == FATE_REFUSED, "%s",
                  o.reading.spots.of[i].typo.says);
    reading_close(&o.reading);
}

/* Each statement notices the typo, or does not; without it nothing does. */
static void expect_noticed(const char *source, const char *says, const char *word)
{
    struct one o;
    open_one(&o, source);
    const struct judgement *j = judged(&o, says, 0);
    cr_expect_eq(j->fate, *word ? FATE_NOTICED : FATE_SURVIVES, "%s: %s", says, source);
    cr_expect_str_eq(j->word, word);
    reading_close(&o.reading);
}

#define B_FOR_A "'b' for 'a'"
#define NO_SIGN "'*sign(v)' left out"
#define MINUS   "'-' added"

Test(typos, of_the_force_are_noticed)
{
    expect_noticed(LEVEL_OF("speed_max=1"), B_FOR_A, "");
    expect_noticed(LEVEL_OF("regressor={sign(v)}, coefficients={a}"), B_FOR_A, "regressor");
    expect_noticed(LEVEL_OF("regressor={sign(v)}, coefficients={a}"), NO_SIGN, "regressor");
    expect_noticed(LEVEL_OF("parts(I1=a*sign(v))"), B_FOR_A, "parts");
    expect_noticed(LEVEL_OF("force_scale=a"), B_FOR_A, "force_scale");
    expect_noticed(LEVEL_OF("force_scale=a"), MINUS, "");
    expect_noticed(LEVEL_OF("break_away=a"), B_FOR_A, "break_away");
    expect_noticed(LEVEL_OF("steady_force=a*sign(v)"), NO_SIGN, "steady_force");
    expect_noticed(LEVEL_OF("claims={odd_symmetry(source=\"x\")}"), NO_SIGN, "odd_symmetry");
    expect_noticed(LEVEL_OF("claims={odd_symmetry(source=\"x\")}"), MINUS, "");
    expect_noticed(LEVEL_OF("claims={passivity(source=\"x\")}"), MINUS, "passivity");
    expect_noticed(LEVEL_OF("claims={passivity(source=\"x\")}"), B_FOR_A, "");
    expect_noticed(LEVEL_OF("claims={passivity(verdict=false, source=\"x\")}"), MINUS, "");
    expect_noticed(LEVEL_OF("checks={check(v=1, F=2)}"), B_FOR_A, "check");
    expect_noticed(LEVEL_OF("checks={check(v=1, F=2)}"), MINUS, "check");
    expect_noticed(LEVEL_OF("checks={check(v=1, F=2)}"), NO_SIGN, "");
    expect_noticed(LEVEL_OF("checks={check(v=-1, F=-2)}"), NO_SIGN, "check");
    expect_noticed(LEVEL_OF("checks={check(v=1, F=2.4, tolerance=1.5)}"), B_FOR_A, "");
}

Test(typos, of_the_rates_are_noticed)
{
#define PLUS            "'+' for '-'"
#define H_FOR_F         "'h' for 'f'"
#define NO_ABS          "'abs' left out"
#define CLAIM(property) "claims={" property "(source=\"x\")}"
    expect_noticed(DAHL_OF("length=f/k"), PLUS, "");
    expect_noticed(DAHL_OF("length=f/k"), H_FOR_F, "");
    expect_noticed(DAHL_OF("length=f/k, bound(z=f/k), " CLAIM("state_bound")), PLUS, "bound");
    expect_noticed(DAHL_OF("length=f/k, bound(z=f/k), " CLAIM("state_bound")), H_FOR_F, "bound");
    expect_noticed(DAHL_OF("length=f/k, bound(z=f/k)"), H_FOR_F, "");
    expect_noticed(DAHL_OF("steady(z=f/k*sign(v))"), H_FOR_F, "steady");
    expect_noticed(DAHL_OF("length=f/k, storage=k*z^2/2, " CLAIM("dissipation")), PLUS,
                   "dissipation");
    expect_noticed(DAHL_OF("length=f/k, storage=k*z^2/2, " CLAIM("dissipation")), NO_ABS,
                   "dissipation");
    expect_noticed(DAHL_OF("length=f/k, storage=k*z^2/2, " CLAIM("dissipation")), H_FOR_F, "");
    expect_noticed(DAHL_OF("storage=k*z^2/2, balance=(k*z)^2*abs(v)/f"), H_FOR_F, "balance");
    expect_noticed(DAHL_OF("steady(z=f/k*sign(v)), settling_rate=abs(v)*k/f"), H_FOR_F, "steady");
    expect_noticed(DAHL_OF("length=f/k, " CLAIM("odd_symmetry")), NO_ABS, "odd_symmetry");
    expect_noticed(DAHL_OF("length=f/k, " CLAIM("odd_symmetry")), PLUS, "");
    expect_noticed(DAHL_OF("break_away=f"), H_FOR_F, "break_away");
    expect_noticed(DAHL_OF("checks={check(v=0.1, F=1)}"), H_FOR_F, "check");
}

/* Numbers of the source. */
static void expect_checks(const char *source, int status, double force)
{
    struct one o;
    open_one(&o, source);
    cr_expect_eq(reading_status(&o.reading), status, "%s", source);
    cr_expect(o.reading.checks[0].force == force ||
              (force != force && o.reading.checks[0].force != o.reading.checks[0].force));
    reading_close(&o.reading);
}

Test(checks, are_the_steady_force)
{
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=2)}"), 0, 2);
    expect_checks(LEVEL_OF("checks={check(v=-0.5, F=-2.0)}"), 0, -2);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=2.5)}"), 1, 2);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=2.04)}"), 1, 2);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=2.0e0)}"), 0, 2);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=0.5e1, at=At(a=4.75))}"), 0, 4.75);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=5.0, at=At(a=4.75))}"), 1, 4.75);
    expect_checks(LEVEL_OF("checks={check(v=0.5, F=5.0, tolerance=0.25, at=At(a=4.75))}"), 0, 4.75);
    expect_checks(DAHL_OF("checks={check(v=0.5, F=1.0)}"), 0, 1);
    expect_checks(DAHL_OF("checks={check(v=-0.5, F=-6, at=At(f=6))}"), 0, -6);
    /* Only a second of two fails. */
    struct one o;
    open_one(&o, LEVEL_OF("checks={check(v=1, F=2, source=\"(1)\"), check(v=1, F=3)}"));
    cr_expect_eq(reading_status(&o.reading), 1);
    cr_expect(o.reading.checks[0].holds && !o.reading.checks[1].holds);
    cr_expect_str_eq(o.reading.checks[0].check->source, "(1)");
    struct memory_stream stream;
    reading_write(memory_open(&stream), &o.reading);
    char *table = memory_close(&stream);
    cr_expect(strstr(table, "\n  v = 1 m/s: F = 2 N to 0.5 N; the equations say 2 N: holds\n"));
    cr_expect(strstr(table, "\n  v = 1 m/s: F = 3 N to 0.5 N; the equations say 2 N: does not "
                            "hold\n"));
    free(table);
    reading_close(&o.reading);
}

/* A law of which the steady force is not known. */
Test(checks, may_be_undecided)
{
    static const char source[] =
        "model u\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real k(unit=\"N/m\", min=1, max=9) = 2;\n"
        "  Real z(unit=\"m\", start=0, fixed=true);\n"
        "equation\n  der(z) = v*(2 - (k*z/(k*z))^2*exp(z/z));\n  F = k*z*z/z;\n"
        "  annotation(__Bristle(checks={check(v=1, F=2)}));\nend u;\n";
    expect_checks(source, 3, 0.0 / 0.0);
}

Test(checks, are_refused_where_they_are_wrong)
{
    static const char *const errors[][2] = {
        { LEVEL_OF("checks=1"), "expected checks = {check(v = ..., F = ...), ...}" },
        { LEVEL_OF("checks={1}"), "expected check(v = ..., F = ...)" },
        { LEVEL_OF("checks={chick(v=1, F=2)}"), "expected check(v = ..., F = ...)" },
        { LEVEL_OF("checks={check(1)}"), "expected NAME = value" },
        { LEVEL_OF("checks={check(v=1)}"), "a check needs v, not 0, and F" },
        { LEVEL_OF("checks={check(v=0, F=1)}"), "a check needs v, not 0, and F" },
        { LEVEL_OF("checks={check(F=1)}"), "a check needs v, not 0, and F" },
        { LEVEL_OF("checks={check(v=1, F=1+1)}"), "a tolerance above 0, or F as a decimal" },
        { LEVEL_OF("checks={check(v=1, F=2, tolerance=-1)}"), "a tolerance above 0" },
        { LEVEL_OF("checks={check(v=1, F=2, to=1)}"),
          "a check has v, F, tolerance, at and source" },
        { LEVEL_OF("checks={check(v=1, F=2, at=1)}"), "expected At(parameter = value, ...)" },
        { LEVEL_OF("checks={check(v=1, F=2, at=At(c=1))}"), "expected parameter = value" },
        { LEVEL_OF("checks={check(v=1, F=2, at=At(a=11))}"), "11 is not in the range [1, 10]" },
        { LEVEL_OF("checks={check(v=1, F=2, source=3)}"), "expected a string" },
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        char error[TEXT_ERROR];
        error_of(errors[i][0], error);
        cr_expect(strstr(error, errors[i][1]), "'%s', not '%s'", error, errors[i][1]);
    }
}

/* A text that says two things at once. */
Test(contradictions, are_told)
{
    struct one o;
    open_one(&o, LEVEL_OF("regressor={sign(v)}, coefficients={b}"));
    cr_assert_eq(o.reading.examination.n_contradictions, 1);
    const struct contradiction *c = &o.reading.examination.contradictions[0];
    cr_expect_str_eq(c->identity.word, "regressor");
    cr_expect_eq(c->left, c->place.parameters[1] * c->place.selection);
    cr_expect_eq(c->right, c->place.parameters[0] * c->place.selection);
    cr_expect_eq(reading_status(&o.reading), 1);
    reading_close(&o.reading);
}

/* The same seed gives the same bytes. */
Test(typos, depend_on_the_seed_only)
{
    char *tables[2];
    for (size_t i = 0; i < 2; i++) {
        struct one o;
        struct memory_stream stream;
        open_one(&o, DAHL_OF("length=f/k, storage=k*z^2/2, " CLAIM("dissipation")));
        reading_write_json(memory_open(&stream), &o.reading);
        tables[i] = memory_close(&stream);
        reading_close(&o.reading);
    }
    cr_expect_str_eq(tables[0], tables[1]);
    free(tables[0]);
    free(tables[1]);
}
