/* The place that a deviation names is the one where it was found, and what a law loses where its
 * numbers cancel is explained by the directions in which its operations round. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/self_check/deviation.h"

enum { PARAMS = 3 };

static const struct quantity params[PARAMS] = { { "first", "N", 6, 5, 8, "" },
                                                { "middle", "N", 2, 1, 4, "" },
                                                { "last", "N", 0.5, 0, 1, "" } },
                             states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" } };

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s, (void)x;
    dx[0] = v;
}

static real sum(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)x;
    return p[0] * s + p[1] * v + p[2];
}

static unsigned blind; /* the parameter by which nothing changes */

static real wrong_sum(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real q[PARAMS];
    memcpy(q, p, sizeof q);
    q[blind] = (real)params[blind].value;
    return sum(q, mem, v, s, x);
}

static struct model law(real (*force)(const real[], const struct memory *, real, real,
                                      const real[]))
{
    return (struct model){ .name = "sum",
                           .params = params,
                           .n_params = PARAMS,
                           .speed_max = 1,
                           .states = states,
                           .n_states = 1,
                           .rate = rate,
                           .force = force };
}

/* Returns the number that the line gives for the name, or the value that it need not give. */
static real said(const char *line, const char *name, double otherwise)
{
    char words[32];
    snprintf(words, sizeof words, " %s = ", name);
    const char *at = strstr(line, words);
    return (real)(at ? strtod(at + strlen(words), NULL) : otherwise);
}

/* Whichever parameter matters: at the numbers of the line both laws give the line's values. */
Test(place, of_a_deviation_shows_it)
{
    const struct model text = law(sum), code = law(wrong_sum);
    for (blind = 0; blind < PARAMS; blind++)
        for (unsigned seed = 0; seed < 8; seed++) {
            struct deviation d;
            real p[PARAMS], x[] = { 0 };
            PREC(deviation_find)(&text, &code, seed, &d);
            cr_assert(d.any && strcmp(d.what, "force") == 0, "%s", d.line);
            for (unsigned i = 0; i < PARAMS; i++)
                p[i] = said(d.line, params[i].name, params[i].value);
            x[0] = said(d.line, "x", NAN);
            const real v = said(d.line, "v", NAN), s = said(d.line, "s", NAN);
            cr_expect_eq(d.text, (double)sum(p, NULL, v, s, x), "%s", d.line);
            cr_expect_eq(d.code, (double)wrong_sum(p, NULL, v, s, x), "%s", d.line);
            cr_expect_neq(p[blind], (real)params[blind].value, "%s", d.line);
        }
}

/* Much larger than the parameter, so that the sum keeps a few digits of it. */
static const real LARGE = 0x1p20;
static real times; /* what is lost */

static real cancelling(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)v, (void)x;
    const real large = p[0] * s + LARGE;
    return large - LARGE;
}

static real exact(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real left = cancelling(p, mem, v, s, x), lost = p[0] * s - left;
    return left + times * lost;
}

/* No number that the law is given tells how much is lost, which is up to half a rounding of the
 * large one. The two directions are a whole one apart, and 32 of these are allowed. Float's are not
 * asked. */
Test(directions, explain_what_cancels)
{
    static const struct {
        double times;
        bool any;
    } cases[] = { { 0, false },   { 1, false },  { 63, false },
                  { -63, false }, { 100, true }, { -100, true } };
    const struct model text = law(cancelling), code = law(exact);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct deviation d;
        times = (real)cases[i].times;
        PREC(deviation_find)(&text, &code, 3, &d);
        if (sizeof(real) == sizeof(double))
            cr_expect_eq(d.any, cases[i].any, "%g times: %s", cases[i].times, d.line);
    }
}

static real away; /* in roundings of the travel */

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    x[0] += v * h;
}

static void flow_away(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    x[0] += v * h * (1 + away * R_EPSILON);
}

/* A state without a bound is as large as it is and as it travels, whichever the direction: by
 * itself travel may be off by 32 roundings of the two values and of its size, 32 of the velocity,
 * 32 of the time, and some of two directions. */
Test(flow, may_be_off_by_its_travel)
{
    static const struct {
        double away;
        bool any;
    } cases[] = { { 0, false }, { 150, false }, { -150, false }, { 400, true }, { -400, true } };
    struct model text = law(sum), code = law(sum);
    text.flow = flow;
    code.flow = flow_away;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct deviation d;
        away = (real)cases[i].away;
        PREC(deviation_find)(&text, &code, 3, &d);
        cr_expect_eq(d.any, cases[i].any, "%g roundings: %s", cases[i].away, d.line);
    }
}
