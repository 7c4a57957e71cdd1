/* How far two implementations may be apart: of products of numbers it is known what roundings
 * explain, and where a number hides from the comparison. What the tables say is told as it is. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "properties/self_check/deviation.h"

/* By how many roundings the implementation is off, in the product of which number. */
static enum product { NONE, A_V, A_S, A_X, A_V_H, A_R, N_PRODUCTS } wrong;
static double off; /* in R_EPSILON */

/* The parameters fall by the text and rise by the implementation, which tells the two apart. */
static bool is_code(const real p[]) { return p[0] < p[1]; }
static real a_of(const real p[]) { return is_code(p) ? p[1] : p[0]; }

static const struct quantity text_params[] = { { "a", "N", 6, 5, 8, "" },
                                               { "b", "N", 2, 1, 4, "" } },
                             code_params[] = { { "b", "N", 2, 1, 4, "" },
                                               { "a", "N", 6, 5, 8, "" } },
                             states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" } };

static real product(const real p[], enum product which, real value)
{
    return is_code(p) && wrong == which ? value * (1 + (real)off * R_EPSILON) : value;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)mem, (void)s, (void)x;
    dx[0] = product(p, A_V, a_of(p) * v);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)x;
    return v != 0 ? a_of(p) * s : product(p, A_S, a_of(p) * s);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    (void)mem;
    return product(p, A_X, a_of(p) * x[0]);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    (void)mem, (void)s, (void)x;
    return product(p, A_V_H, a_of(p) * v * h);
}

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed;
    mem->reals[0] = C(1.375);
}

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    (void)v, (void)s, (void)x;
    u[0] = product(p, A_R, a_of(p) * mem->reals[0]);
}

static void coefficients(const real p[], real y[])
{
    (void)p;
    y[0] = 1;
}

static struct model law(const struct quantity params[])
{
    return (struct model){ .name = "products",
                           .params = params,
                           .n_params = 2,
                           .speed_max = 1,
                           .states = states,
                           .n_states = 1,
                           .rate = rate,
                           .force = force,
                           .n_reals = 1,
                           .start = start,
                           .work = work,
                           .storage = storage,
                           .n_regressors = 1,
                           .regressor = regressor,
                           .coefficients = coefficients };
}

static struct deviation found(void)
{
    const struct model text = law(text_params), code = law(code_params);
    struct deviation d;
    PREC(deviation_find)(&text, &code, 5, &d);
    return d;
}

/* Of a product of m numbers roundings of the two values explain 64 R_EPSILON of it, each number 32,
 * and the directions of the m - 1 roundings between nothing and 32 each, in double. What is taken
 * as right here stays some roundings below, what is taken as wrong above. */
Test(roundings, explain_what_they_should)
{
    static const struct {
        double numbers;
        const char *name;
    } known[N_PRODUCTS] = {
        [A_V] = { 2, "rate of x" }, [A_S] = { 2, "force" },       [A_X] = { 2, "storage" },
        [A_V_H] = { 3, "work" },    [A_R] = { 2, "regressor 0" },
    };
    for (wrong = A_V; wrong < N_PRODUCTS; wrong++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double m = known[wrong].numbers, margin = 4;
            const char *name = known[wrong].name;
            cr_assert(name);
            const double least = DEVIATION_ROUNDINGS * (2 + m);
            const double most = least + DEVIATION_ROUNDINGS * (m - 1);
            off = sign * (least - margin);
            struct deviation d = found();
            cr_expect(!d.any, "off by %g roundings: %s", off, d.line);
            off = sign * (most + margin);
            d = found();
            cr_expect(d.any && strcmp(d.what, name) == 0, "%s, off by %g roundings: %s",
                      known[wrong].name, off, d.line);
            const double unit = (double)R_EPSILON * fabs(d.text);
            cr_expect(d.allowed >= (least - margin) * unit && d.allowed <= (most + margin) * unit,
                      "%s: roundings allow %g, not %g to %g", name, d.allowed, least * unit,
                      most * unit);
            /* the places where numbers are all 0 are few */
            cr_expect(wrong == A_S || d.deviating > d.places / 2, "%s", d.line);
        }
}

/* What is told of the tables when the implementation has others. */
static void expect_tables(const struct model *text, const struct model *code, const char *what,
                          const char *words)
{
    struct deviation d;
    PREC(deviation_find)(text, code, 1, &d);
    cr_expect(d.any, "%s", what);
    cr_expect_str_eq(d.what, what);
    cr_expect(strstr(d.line, words), "%s: not \"%s\"", d.line, words);
    cr_expect_eq(d.places, 0);
}

Test(tables, are_told_as_they_are)
{
    struct quantity params[3], more[2] = { states[0], { "y", "m", 0, 0, 0, "" } };
    const struct model text = law(text_params);
    struct model code = law(params);
    memcpy(params, code_params, sizeof code_params);
    wrong = NONE;
    params[0].lo = 1.5;
    expect_tables(&text, &code, "lower end of the range of b",
                  " is 1 (0x1p+0) N by the text, 1.5 (0x1.8p+0) by the implementation, off by 0.5");
    params[0] = code_params[0];
    params[1].hi = 9;
    expect_tables(&text, &code, "upper end of the range of a",
                  " is 8 (0x1p+3) N by the text, 9 (0x1.2p+3) by the implementation, off by 1");
    params[1] = code_params[1];
    params[2] = (struct quantity){ "c", "N", 1, 0, 2, "" };
    code.n_params = 3;
    expect_tables(&text, &code, "parameter c",
                  "the implementation has a parameter c, which the text has not: 2 by the text, 3 "
                  "by the implementation");
    code.n_params = 1;
    expect_tables(&text, &code, "parameter a",
                  "the implementation has no parameter a, which the text has: 2 by the text, 1 by "
                  "the implementation");
    code.n_params = 2;
    code.whole_params = 1;
    expect_tables(&text, &code, "parameter b",
                  "parameter b is any number by the text, a whole number by the implementation");
    code.whole_params = 0;
    params[0].unit = "s";
    expect_tables(&text, &code, "unit of parameter b",
                  "unit of parameter b is N by the text, s by the implementation");
    params[0].unit = "N";
    code.states = more;
    code.n_states = 2;
    expect_tables(&text, &code, "state y",
                  "the implementation has a state y, which the text has not: 1 by the text, 2 by "
                  "the implementation");
    code.n_states = 1;
    more[0].unit = "s";
    expect_tables(&text, &code, "unit of state x",
                  "unit of state x is m by the text, s by the implementation");
    more[0].unit = "furlong";
    expect_tables(&text, &code, "unit of state x",
                  "unit of state x is m by the text, furlong by the implementation, which is no "
                  "unit that is known");
    more[0].unit = "m";
    code.n_guards = 3;
    expect_tables(
        &text, &code, "number of guards",
        "number of guards is 0 (0x0p+0)  by the text, 3 (0x1.8p+1) by the implementation, "
        "off by 3");
}

/* Numbers of tables may be as far apart as roundings of a decimal. */
Test(tables, may_be_some_roundings_apart)
{
    struct quantity params[2];
    const struct model text = law(text_params), code = law(params);
    wrong = NONE;
    for (int which = 0; which < 3; which++)
        for (int side = -1; side <= 1; side += 2)
            for (int far = 0; far < 2; far++) {
                struct deviation d;
                memcpy(params, code_params, sizeof params);
                double *const numbers[] = { &params[1].value, &params[1].lo, &params[1].hi };
                *numbers[which] *= 1 + side * (far ? 34 : 30) * DBL_EPSILON;
                PREC(deviation_find)(&text, &code, 1, &d);
                cr_expect_eq(d.any, far, "number %d: %s", which, d.line);
            }
}

/* Joint constraints: one that refuses what the text takes is told, the other way round too; at the
 * edge itself roundings decide. */
static double edge; /* b <= edge by the implementation */

static const char *text_constraint(const real p[]) { return p[1] <= 2 ? NULL : "b > 2"; }
static const char *code_constraint(const real p[])
{
    return (double)p[0] <= edge ? NULL : "b is too large";
}

Test(constraints, are_compared_both_ways)
{
    static const struct {
        double edge;
        const char *words;
    } cases[] = {
        { 1.25, "parameters are valid by the text, refused by the implementation (" R_NAME
                "); b is too large; at a = " },
        { 3.9, "parameters are refused by the text, valid by the implementation (" R_NAME
               "); b > 2; at a = " },
        { 2, NULL },
        { 2 - 1e-6, NULL }, /* refuses the text's default, 2, which is at its edge */
    };
    struct model text = law(text_params), code = law(code_params);
    text.validate = text_constraint;
    code.validate = code_constraint;
    wrong = NONE;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct deviation d;
        double a, b;
        edge = cases[i].edge;
        PREC(deviation_find)(&text, &code, 3, &d);
        cr_expect_eq(d.any, cases[i].words != NULL, "%s", d.line);
        if (!d.any || !cases[i].words)
            continue;
        cr_expect_str_eq(d.what, "constraint");
        cr_assert(strstr(d.line, cases[i].words) == d.line, "%s", d.line);
        cr_assert_eq(sscanf(strstr(d.line, "at a = "), "at a = %lf, b = %lf", &a, &b), 2);
        cr_expect(a >= 5 && a <= 8 && b >= fmin(edge, 2) && b <= fmax(4, edge), "%s", d.line);
        cr_expect_neq(b <= 2, b <= edge, "%s", d.line);
    }
}

/* Parts of the work, and columns of a regressor, are compared where both mean the same. */
Test(functions, are_compared_where_they_mean_the_same)
{
    static const char *const names[][3] = {
        { "p", "q", "r" }, { "p", "q", "r" }, { "o", "q", "r" },
        { "p", "o", "r" }, { "p", "q", "o" },
    };
    struct model text = law(text_params), code = law(code_params);
    wrong = NONE;
    text.part_names = names[0];
    text.n_parts = 3;
    for (size_t i = 1; i < sizeof names / sizeof *names; i++)
        for (unsigned n = 2; n <= 3; n++) {
            struct deviation d;
            code.part_names = names[i];
            code.n_parts = n;
            code.n_regressors = n - 1; /* 1 is as many as the text has */
            code.work_parts = text.work_parts = NULL;
            PREC(deviation_find)(&text, &code, 1, &d);
            cr_expect_eq(strstr(d.compared, "regressor") != NULL, n == 2, "%s", d.compared);
            cr_expect_eq(strstr(d.left_out, "regressor") != NULL, n != 2, "%s", d.left_out);
            cr_expect(strstr(d.compared, "rate, force, work, storage"), "%s", d.compared);
        }
}
