/* Forces that oppose the motion at all speeds, and forces that do not at some. */
#include <math.h>

#include "models/algebra/interpret.h"
#include "properties/structure/law_test.h"
#include "properties/structure/opposed.h"

/* A law of the velocity u, the parameters c in [0, 8], d in [0.1, 8], m in [0.5, 2] and the
 * states x and z, both within 1. */
struct row {
    const char *rate_x, *rate_z, *force, *where;
    enum answer is;
};

#define AGE  "(1 - x)/100 - 5*abs(u)*x", "u - abs(u)*z"
#define REST "-x", "u - abs(u)*z"

static const struct row rows[] = {
    { AGE, "d*u*(1 - 0.999*x)", "", ANSWER_YES },
    { AGE, "d*u*(1 - 1.001*x)", "", ANSWER_UNDECIDED }, /* is x reached? */
    { AGE, "sign(v)*(2 - x)", "", ANSWER_YES },
    { AGE, "sign(v)*(1 - x)", "", ANSWER_UNDECIDED },
    { AGE, "u*(1 - (abs(u)/1001)^2)", "", ANSWER_YES }, /* up to 1000 m/s */
    { AGE, "u*(1 - (abs(u)/999)^2)", "", ANSWER_UNDECIDED },
    { AGE, "d*u*(1 - 0.999*exp(-((u - 0.3)/1e-4)^2))", "", ANSWER_YES }, /* one way only */
    { AGE, "d*u*(1 - 1.001*exp(-((u - 0.3)/1e-4)^2))", "", ANSWER_UNDECIDED },
    { AGE, "d*u*(1 - 1.001*exp(-((u + 0.3)/1e-4)^2))", "", ANSWER_UNDECIDED },
    { AGE, "u*(d - 0.9*c)", "c <= d", ANSWER_YES },
    { AGE, "u*(d - 1.1*c)", "c <= d", ANSWER_UNDECIDED },
    { AGE, "u*(d - 1.1*c)", "c <= d/2", ANSWER_YES },
    { AGE, "z + u*(1 - 0.999*x)", "", ANSWER_YES }, /* a spring */
    { AGE, "-z + u*(1 - 0.999*x)", "", ANSWER_UNDECIDED },
    { AGE, "z + u*(1 - 1.001*x)", "", ANSWER_UNDECIDED },
    { AGE, "d*z + u*(1 - 0.999*x)", "", ANSWER_YES },
    { AGE, "z", "", ANSWER_UNDECIDED }, /* where z is 0 the spring costs nothing */
    { "u - abs(u)*x/d", "u - abs(u)*z", "x + z + u", "", ANSWER_UNDECIDED }, /* x > 1 for d > 1 */
    { REST, "x + u", "", ANSWER_UNDECIDED },
    { "u/100 - x", "u - abs(u)*z", "x + u", "", ANSWER_UNDECIDED }, /* x leaves 1 */
    { "-abs(u)*x", "u - abs(u)*z", "z + m*u", "", ANSWER_YES },
};

static void read_row(struct test_law *law, const struct row *row)
{
    char says[256];
    snprintf(says, sizeof says, "bound(x=1, z=1)%s%s%s",
             *row->where ? ", claims={passivity(where=" : "", row->where, *row->where ? ")}" : "");
    char *source = test_law_source("", row->rate_x, row->rate_z, "", row->force, says);
    test_law_read(law, source);
    free(source);
}

static struct opposed_answer ask(const struct test_law *law)
{
    const struct finite_place place = {
        .parameter = { { 0, 8 }, { 0.1, 8 }, { 0.5, 2 } },
        .state = { { -1, 1 }, { -1, 1 } },
        .speed = 1e3,
    };
    return opposed_prove(&law->graph, &place,
                         law->graph.n_domains > 0 ? law->graph.domains[0].where : EXPRESSION_NONE);
}

Test(opposed, at_all_speeds)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct test_law law;
        read_row(&law, &rows[i]);
        cr_expect_eq(ask(&law).is, rows[i].is, "%zu: %s", i, rows[i].force);
        test_law_free(&law);
    }
}

/* F v at the place that an answer names. */
static double power_at(const struct test_law *law, const struct opposed_answer *answer)
{
    double p[3] = { 1, 1, 1 }, x[2] = { 0, 0 }, F;
    for (unsigned i = 0; i < 3; i++)
        p[i] = isnan(answer->parameter[i]) ? p[i] : answer->parameter[i];
    for (unsigned i = 0; i < 2; i++)
        x[i] = isnan(answer->state[i]) ? x[i] : answer->state[i];
    const struct graph_point here = {
        .parameters = p, .inputs = &answer->v, .states = x, .selection = answer->v > 0 ? 1 : -1
    };
    graph_evaluate(&law->equations.graph, &here, &law->graph.force, &F, 1);
    return F * answer->v;
}

/* Where the force does not oppose the motion, that is so; a law that is proved has no such place.
 */
Test(opposed, says_where_not)
{
    unsigned places = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct test_law law;
        read_row(&law, &rows[i]);
        const struct opposed_answer answer = ask(&law);
        if (answer.has_place) {
            places++;
            cr_expect(answer.v != 0 && fabs(answer.v) <= 1e3, "%g", answer.v);
            cr_expect_leq(power_at(&law, &answer), 0, "%zu: %s", i, rows[i].force);
        }
        test_law_free(&law);
    }
    cr_expect_geq(places, 8U);
}

/* Of a law without states that is a refutation. */
Test(opposed, refutes_laws_without_states)
{
    static const struct {
        const char *force;
        enum answer is;
        double v; /* about where; 0: nowhere */
    } of[] = {
        { "F = N*w*(1 - 0.9999*exp(-((abs(w) - 0.37)/1e-4)^2));", ANSWER_YES, 0 },
        { "F = N*w*(1 - 1.0001*exp(-((w - 0.37)/1e-4)^2));", ANSWER_NO, 0.37 },
        { "F = N*w*(1 - 1.0001*exp(-((w + 0.37)/1e-4)^2));", ANSWER_NO, -0.37 },
        { "F = N*sign(w)*abs(1 - 3*w);", ANSWER_UNDECIDED, 0 }, /* 0 at V/3 */
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        static const char form[] =
            "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
            "  constant Real N(unit=\"N\") = 1, V(unit=\"m/s\") = 1;\nprotected\n  Real w = v/V;\n"
            "equation\n  %s\n  annotation(__Bristle(speed_max=1e3));\nend test;\n";
        char source[512];
        struct test_law law;
        snprintf(source, sizeof source, form, of[i].force);
        test_law_read(&law, source);
        const struct opposed_answer answer = ask(&law);
        cr_expect_eq(answer.is, of[i].is, "%s", of[i].force);
        if (of[i].is == ANSWER_NO)
            cr_expect(fabs(answer.v - of[i].v) <= 1e-4, "%g", answer.v);
        test_law_free(&law);
    }
}

/* What a law demands of its parameters holds wherever its force is asked for: each demand. */
Test(opposed, where_the_law_is_made)
{
    static const struct {
        const char *demands;
        enum answer is;
    } of[] = {
        { "assert(c <= d/2, \"c\");\n", ANSWER_YES },
        { "assert(c <= d, \"c\");\n", ANSWER_UNDECIDED },
        { "assert(m >= 1, \"m\");\n assert(c <= d/2, \"c\");\n", ANSWER_YES },
        { "assert(c <= d/2, \"c\");\n assert(m >= 1, \"m\");\n", ANSWER_YES },
        { "assert(m >= 1, \"m\");\n assert(d >= 1, \"d\");\n", ANSWER_UNDECIDED },
        { "assert(d >= c, \"d\");\n assert(d >= 3*c/2, \"c\");\n assert(m >= 1, \"m\");\n",
          ANSWER_YES },
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        struct test_law law;
        char *source = test_law_source("", "(1 - x)/100 - 5*abs(u)*x", "u - abs(u)*z",
                                       of[i].demands, "u*(d - 1.1*c)", "bound(x=1, z=1)");
        test_law_read(&law, source);
        cr_expect_eq(ask(&law).is, of[i].is, "%zu: %s", i, of[i].demands);
        test_law_free(&law);
        free(source);
    }
}
