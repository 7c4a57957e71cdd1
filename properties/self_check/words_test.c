/* What the self-check says of a law that is wrong is read back: the place, both numbers, and how
 * often. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/self_check/flow_consistency.h"
#include "properties/self_check/self_check.h"

static const struct model *lugre(void) { return PREC(model_find)("lugre"); }
static const struct model *rosas(void) { return PREC(model_find)("martinez_rosas"); }

/* By which part what is wrong is off: exact, and far from all tolerances. */
static const real OFF = C(0x1p-5);

#define LAW_AT const real p[], const struct memory *mem, real v, real s

static void slow_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    lugre()->flow(p, mem, v, s, h * (1 - OFF), x);
}

static void slow_flow_back(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    lugre()->flow(p, mem, v, s, v < 0 ? h * (1 - OFF) : h, x);
}

static real more_work(LAW_AT, real h, const real x[])
{
    return lugre()->work(p, mem, v, s, h, x) * (1 + OFF);
}

/* A sample with one parameter beside its default, on its way. */
static struct model_sample sample_with(unsigned param, real v)
{
    struct model_sample pt;
    memset(&pt, 0, sizeof pt);
    PREC(model_defaults)(lugre(), pt.p);
    pt.p[param] *= C(1.25);
    pt.v = v;
    pt.s = r_sign(v);
    pt.h = C(0.01);
    pt.x[0] = C(-3e-6);
    return pt;
}

static void expect_near(double a, double b, double part, const char *text)
{
    cr_expect(fabs(a - b) <= part * fabs(b), "%.17g, not %.17g: %s", a, b, text);
}

/* Reads "; at v = V m/s for H s, NAME = P" and returns H. */
static double read_place(const char *text, const struct model_sample *pt, unsigned param)
{
    double v = NAN, h = NAN, value = NAN;
    char name[64] = "";
    const char *at = strstr(text, "; at v = ");
    cr_assert(at && sscanf(at, "; at v = %lf m/s for %lf s, %63s = %lf", &v, &h, name, &value) == 4,
              "%s", text);
    expect_near(v, (double)pt->v, 1e-8, text);
    expect_near(value, (double)pt->p[param], 1e-8, text);
    cr_expect_str_eq(name, lugre()->params[param].name);
    cr_expect(h > 0 && h < (double)pt->h, "%s", text);
    return h;
}

/* States and work as the law has them, and as its rates and force make them: those are right, and
 * so is LuGre's own flow. Numbers are told by 9 or 15 digits, times by 9. */
Test(words, of_a_flow_are_its_numbers)
{
    for (unsigned param = 0; param < lugre()->n_params; param++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const struct model_sample pt = sample_with(param, (real)sign * C(1e-3));
            struct model law = *lugre();
            char text[FLOW_CONSISTENCY_TEXT];
            double from = NAN, to = NAN, by_rate = NAN, work = NAN, integral = NAN;
            law.flow = slow_flow;
            law.work = NULL;
            cr_assert_eq(PREC(flow_consistent_at)(&law, &pt, text), NOT_SOLVED);
            cr_assert_eq(sscanf(text, "flow() takes z from %lf to %lf, its rate() to %lf;", &from,
                                &to, &by_rate),
                         3, "%s", text);
            double h = read_place(text, &pt, param);
            real own[1] = { pt.x[0] }, right[1] = { pt.x[0] };
            slow_flow(pt.p, NULL, pt.v, pt.s, (real)h, own);
            lugre()->flow(pt.p, NULL, pt.v, pt.s, (real)h, right);
            expect_near(from, (double)pt.x[0], 1e-14, text);
            expect_near(to - from, (double)(own[0] - pt.x[0]), 1e-7, text);
            /* rates along a motion that is slower by OFF */
            expect_near(by_rate - from, (double)(right[0] - pt.x[0]), (double)OFF, text);
            cr_expect(fabs(by_rate - from) > fabs(to - from), "%s", text);
            law = *lugre();
            law.work = more_work;
            cr_assert_eq(PREC(flow_consistent_at)(&law, &pt, text), NOT_SOLVED);
            cr_assert_eq(
                sscanf(text, "work() is %lf, the integral of force() %lf;", &work, &integral), 2,
                "%s", text);
            h = read_place(text, &pt, param);
            const double exact = (double)lugre()->work(pt.p, NULL, pt.v, pt.s, (real)h, pt.x);
            expect_near(work, (1 + (double)OFF) * exact, 1e-7, text);
            expect_near(integral, exact, 1e-7, text);
        }
}

/* At how many points, and on which side, is counted. */
Test(words, count_the_points)
{
    struct model law = *lugre();
    char text[FLOW_CONSISTENCY_TEXT], at[FLOW_CONSISTENCY_TEXT];
    for (int both = 0; both < 2; both++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            unsigned wrong = 0, counted = 0, of = 0;
            law.flow = both ? slow_flow : slow_flow_back;
            law.work = NULL;
            for (unsigned i = 0; i < FLOW_CONSISTENCY_POINTS; i++) {
                struct model_sample pt;
                cr_assert(PREC(model_sample_draw)(&law, (seed << 32) + i, &pt));
                wrong += PREC(flow_consistent_at)(&law, &pt, at) == NOT_SOLVED;
            }
            cr_expect_not(PREC(solves)(&law, seed, text));
            cr_assert_eq(sscanf(text, "at %u of %u points", &counted, &of), 2, "%s", text);
            cr_expect(counted == wrong && of == FLOW_CONSISTENCY_POINTS && wrong > 20, "%u: %s",
                      wrong, text);
            cr_expect_eq(strstr(text, " points, all with v < 0, flow() takes") != NULL, !both, "%s",
                         text);
            cr_expect_eq(strstr(text, " points flow() takes") != NULL, both, "%s", text);
        }
}

static real seen_from; /* the speed below which rates are no numbers, m/s */

static void rate_with_hole(LAW_AT, const real x[], real dx[])
{
    lugre()->rate(p, mem, v, s, x, dx);
    if (r_abs(v) < seen_from)
        dx[0] = (real)NAN;
}

static int by_size(const void *a, const void *b)
{
    const real x = *(const real *)a, y = *(const real *)b;
    return (x > y) - (x < y);
}

/* Up to a twentieth of the points may show nothing. What is wrong is told before what is not seen,
 * and counted by itself. */
Test(words, tell_what_is_not_seen_apart)
{
    enum { MOST = FLOW_CONSISTENCY_POINTS / 20 };
    static const unsigned unseen[] = { 0, 1, MOST, MOST + 1, 5 * MOST };
    struct model law = *lugre();
    real speed[FLOW_CONSISTENCY_POINTS];
    char text[FLOW_CONSISTENCY_TEXT];
    law.work = NULL;
    law.rate = rate_with_hole;
    for (unsigned i = 0; i < FLOW_CONSISTENCY_POINTS; i++) {
        struct model_sample pt;
        cr_assert(PREC(model_sample_draw)(&law, i, &pt));
        speed[i] = r_abs(pt.v);
    }
    qsort(speed, FLOW_CONSISTENCY_POINTS, sizeof *speed, by_size);
    for (size_t k = 0; k < sizeof unseen / sizeof *unseen; k++) {
        unsigned counted = 0;
        seen_from = speed[unseen[k]];
        law.flow = lugre()->flow;
        const bool is_right = PREC(solves)(&law, 0, text);
        cr_expect_eq(is_right, unseen[k] <= MOST, "%u points are not seen: %s", unseen[k], text);
        if (!is_right)
            cr_expect(sscanf(text, "at %u of", &counted) == 1 && counted == unseen[k] &&
                          strstr(text, "not a number"),
                      "%u points are not seen: %s", unseen[k], text);
        law.flow = slow_flow;
        cr_expect_not(PREC(solves)(&law, 0, text));
        cr_expect(sscanf(text, "at %u of", &counted) == 1 && strstr(text, "flow() takes") &&
                      counted > 20 && counted <= FLOW_CONSISTENCY_POINTS - unseen[k],
                  "%u points are not seen: %s", unseen[k], text);
    }
}

static const char *nothing_is_valid(const real p[])
{
    (void)p;
    return "Fs < 0";
}

/* Whatever the text has held before, it is what this question comes to. */
Test(words, begin_anew)
{
    struct model law = *lugre();
    char text[FLOW_CONSISTENCY_TEXT] = "what was said before";
    cr_expect(PREC(solves)(&law, 0, text));
    cr_expect_str_empty(text);
    snprintf(text, sizeof text, "what was said before");
    law.validate = nothing_is_valid;
    cr_expect_not(PREC(solves)(&law, 0, text));
    cr_expect_str_eq(text, "no valid parameters were found");
}

static real off_force(LAW_AT, const real x[], real dx[])
{
    return lugre()->rate_and_force(p, mem, v, s, x, dx) * (1 + OFF);
}

static real off_rate(LAW_AT, const real x[], real dx[])
{
    const real force = lugre()->rate_and_force(p, mem, v, s, x, dx);
    dx[0] *= 1 + OFF;
    return force;
}

static void off_relaxation(const real p[], real v, real s, real steady[], real rate[])
{
    lugre()->relaxation(p, v, s, steady, rate);
    rate[0] *= 1 + OFF;
}

static real off_steady_force(const real p[], real v)
{
    return lugre()->steady_force(p, v) * (1 + OFF);
}

static void off_parts(LAW_AT, real h, const real x[], real part[])
{
    rosas()->work_parts(p, mem, v, s, h, x, part);
    for (unsigned i = 0; i < rosas()->n_parts; i++)
        part[i] *= 1 + OFF;
}

static void off_jacobian(LAW_AT, const real x[], struct jacobian *jac)
{
    lugre()->jacobian(p, mem, v, s, x, jac);
    jac->rate_x[0] *= 1 + OFF;
}

static real off_unit(const real p[]) { return lugre()->length(p) + C(0x1p-10); }

/* What is said of one member that is off: words with two numbers, the first of which is `first`
 * times as large as the second. */
static void expect_words(const struct model *law, void (*check)(struct self_check *),
                         const char *format, double first, double tolerance)
{
    struct self_check t = { .model = law, .seed = 4 };
    double a = NAN, b = NAN;
    check(&t);
    cr_assert_gt(t.failures, 0, "%s", format);
    /* of the numbers before the two only their places matter */
    cr_assert_eq(sscanf(t.first, format, &a, &b), 2, "%s: %s", format, t.first);
    cr_expect(fabs(a / b - first) <= tolerance, "%g: %s", a / b, t.first);
}

Test(words, of_identities_are_their_numbers)
{
    const double more = 1 + (double)OFF;
    struct model law = *lugre();
    law.rate_and_force = off_force;
    expect_words(&law, PREC(self_check_identities),
                 "force at %*a m/s: %la with the rates, %la alone", more, 1e-9);
    law.rate_and_force = off_rate;
    expect_words(&law, PREC(self_check_identities),
                 "rate of z at %*a m/s: %la with the force, %la alone", more, 1e-9);
    law = *lugre();
    law.relaxation = off_relaxation;
    expect_words(&law, PREC(self_check_identities), "z at %*a m/s: rate %la, by relaxation %la",
                 1 / more, 1e-9);
    law = *lugre();
    law.steady_force = off_steady_force;
    expect_words(&law, PREC(self_check_identities), "steady force %la at %*a m/s, settled %la",
                 more, 1e-9);
    law = *rosas();
    law.work_parts = off_parts;
    expect_words(&law, PREC(self_check_identities),
                 "work over %*a s at %*a m/s: %la, of its parts %la", 1 / more, 1e-9);
    law = *lugre();
    law.jacobian = off_jacobian;
    /* six digits, and a difference that is known to 1e-4 */
    expect_words(&law, PREC(self_check_identities), "drate/dx is %lf, by differences %lf", more,
                 1e-3);
    law = *lugre();
    law.work = more_work;
    expect_words(&law, PREC(self_check_identities), "force %la at %*a m/s, by its work %la",
                 1 / more, 1e-3);
}

/* A constant with a unit: what the law says in other units, and what it should. */
Test(words, of_units_are_their_numbers)
{
    struct self_check t = { .model = NULL, .seed = 1 };
    struct model law = *lugre();
    double value = NAN, other = NAN, expected = NAN;
    law.length = off_unit;
    t.model = &law;
    PREC(self_check_units)(&t);
    cr_assert_eq(sscanf(t.first, "the unit m: length: %la, in other units %la, not %la", &value,
                        &other, &expected),
                 3, "%s", t.first);
    /* a metre becomes four of the other units */
    cr_expect_eq(expected, 4 * value, "%s", t.first);
    cr_expect_float_eq(expected - other, 3 * 0x1p-10, 1e-12, "%s", t.first);
}
