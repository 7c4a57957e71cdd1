/* Which number deviates: of a law whose functions all are different numbers, with its states in
 * another order, each number in turn is off by a thousandth. What is told names it, with its unit,
 * both values and what roundings explain. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "properties/self_check/deviation.h"
#include "properties/self_check/deviation_law_test.h"

/* What must be told of number i: its name and unit. Where the function is asked, at rest, in motion
 * or both; `knows` where what roundings explain is known from both values alone. */
struct told {
    const char *name[(STATES + 1) * (STATES + 1)], *unit[(STATES + 1) * (STATES + 1)];
    unsigned n;
    bool everywhere, knows;
};

#define ONE(is, in) .n = 1, .name = { is }, .unit = { in }
#define BY_STATE(is, a, b, c)                                                                      \
    .n = STATES, .name = { is " of alpha", is " of beta", is " of gamma" }, .unit = { a, b, c }
#define RATE_ROW(of)                                                                               \
    RATE_BY(of, "alpha"), RATE_BY(of, "beta"), RATE_BY(of, "gamma"), RATE_BY(of, "v")
#define RATE_BY(of, by) "Jacobian entry d(rate of " of ")/d" by

static const struct told told[N_MEMBERS] = {
    [RATE] = { BY_STATE("rate", "m/s", "N/s", "K/s"), .everywhere = true, .knows = true },
    [FORCE] = { ONE("force", "N"), .everywhere = true, .knows = true },
    [RESPONSE] = { .n = STATES + 1,
                   .name = { "rate and force at once: rate of alpha",
                             "rate and force at once: rate of beta",
                             "rate and force at once: rate of gamma",
                             "rate and force at once: force" },
                   .unit = { "", "", "", "" },
                   .everywhere = true,
                   .knows = true },
    [GUARD] = { .n = GUARDS,
                .name = { "sign of guard 0", "sign of guard 1" },
                .unit = { "1", "1" } },
    [EVENTS] = { ONE("number of events", "") },
    [AFTER] = { BY_STATE("state after events", "m", "N", "K") },
    [JACOBIAN] = { .n = (STATES + 1) * (STATES + 1),
                   .name = { RATE_ROW("alpha"), RATE_ROW("beta"), RATE_ROW("gamma"),
                             "Jacobian entry dF/dalpha", "Jacobian entry dF/dbeta",
                             "Jacobian entry dF/dgamma", "Jacobian entry dF/dv" },
                   .everywhere = true,
                   .knows = true },
    [STICTION] = { .n = 2,
                   .name = { "force at rest at s = -1", "force at rest at s = 1" },
                   .unit = { "N", "N" },
                   .knows = true },
    [STICK_BAND] = { ONE("band of sticking", "m/s"), .knows = true },
    [FLOW] = { BY_STATE("flow", "m", "N", "K"), .everywhere = true },
    [WORK] = { ONE("work", "N s") },
    [RELAXATION] = { .n = 2 * STATES,
                     .name = { "relaxation of alpha: steady value",
                               "relaxation of beta: steady value",
                               "relaxation of gamma: steady value", "relaxation of alpha: rate",
                               "relaxation of beta: rate", "relaxation of gamma: rate" },
                     .everywhere = true,
                     .knows = true },
    [STEADY_FORCE] = { ONE("steady force", "N"), .knows = true },
    [SETTLING_RATE] = { ONE("settling rate", "1/s"), .knows = true },
    [STORAGE] = { ONE("storage", "J"), .everywhere = true, .knows = true },
    [BOUND] = { BY_STATE("bound", "m", "N", "K"), .knows = true },
    [STRIBECK] = { ONE("Stribeck decay", "1"), .knows = true },
    [BREAK_AWAY] = { ONE("break-away", "N"), .knows = true },
    [CREEP] = { ONE("creep resistance", "N s/m"), .knows = true },
    [PRINTED_FORCE] = { ONE("printed force", "N"), .knows = true },
    [COLUMN] = { .n = COLUMNS,
                 .name = { "regressor 0", "regressor 1", "regressor 2" },
                 .everywhere = true,
                 .knows = true },
    [COEFFICIENT] = { .n = COLUMNS,
                      .name = { "coefficient 0", "coefficient 1", "coefficient 2" },
                      .knows = true },
    [WORK_PART] = { .n = PARTS,
                    .name = { "part of work, stored", "part of work, lost" },
                    .unit = { "N s", "N s" } },
    [PRINTED_REGRESSOR] = { ONE("printed regressor", "N"), .knows = true },
};

/* Roundings of both values and of what they are sums of; the rest is that `allowed` is computed. */
static double roundings(double text, double code, double scale)
{
    return DEVIATION_ROUNDINGS * (double)R_EPSILON * (fabs(text) + fabs(code) + scale);
}

/* Returns the number that a line tells under that name. */
static double told_number(const char *line, const char *name)
{
    char key[32];
    double value = NAN;
    snprintf(key, sizeof key, ", %s = ", name);
    const char *at = strstr(line, key);
    cr_assert(at && sscanf(at + strlen(key), "%lf", &value) == 1, "%s", line);
    return value;
}

/* The scale of forces at the place that the line tells: after the travel of the hold, and of what
 * the states have travelled before. */
static double scale_at(const char *line, double time)
{
    const double speed = fabs(told_number(line, "v"));
    double travel = speed * time;
    for (unsigned i = 0; i < STATES; i++)
        travel += fabs(told_number(line, text_states[i].name));
    return SCALE * (1 + 16 * speed + travel);
}

static void expect_allowed(const struct deviation *d)
{
    const double near = 1e-5 * d->allowed;
    const char *h = strstr(d->line, ", h = ");
    double time, scale = 0;
    cr_expect_eq(h != NULL, flaw.member == FLOW || flaw.member == WORK, "%s", d->line);
    if (flaw.member == FLOW)
        scale = (double)right(BOUND, flaw.i);
    else if (flaw.member == WORK && h && sscanf(h, ", h = %lf", &time) == 1)
        scale = time * scale_at(d->line, time);
    else if (!told[flaw.member].knows)
        return;
    cr_expect_float_eq(d->allowed, roundings(d->text, d->code, scale), near, "%s: %g", d->what,
                       d->allowed);
}

static void expect_place(const struct deviation *d)
{
    double v, s, x;
    const char *at = strstr(d->line, "; at the default parameters, v = ");
    cr_assert(at, "%s", d->line);
    cr_assert_eq(sscanf(at, "; at the default parameters, v = %lf", &v), 1);
    at = strstr(at, ", s = ");
    cr_assert(at && sscanf(at, ", s = %lf", &s) == 1, "%s", d->line);
    cr_expect(v == 0 ? fabs(s) <= 1 : s == copysign(1, v), "%s", d->line);
    for (unsigned i = 0; i < STATES; i++) {
        char name[16];
        snprintf(name, sizeof name, ", %s = ", text_states[i].name);
        at = strstr(at, name);
        cr_assert(at && sscanf(at + strlen(name), "%lf", &x) == 1, "%s", d->line);
        /* within its bound, or where its event has left it */
        cr_expect(fabs(x) <= (double)right(BOUND, i), "%s", d->line);
    }
}

static void expect_told(void)
{
    struct deviation d;
    char unit[64];
    const struct told *told_of = &told[flaw.member];
    const struct model text = law_with(text_params, text_states),
                       code = law_with(code_params, code_states);
    PREC(deviation_find)(&text, &code, 7, &d);
    cr_assert(d.any, "%s is not found", told_of->name[flaw.i]);
    cr_expect_str_eq(d.what, told_of->name[flaw.i]);
    const char *by = told_of->unit[flaw.i] ? told_of->unit[flaw.i] : "";
    snprintf(unit, sizeof unit, ")%s%s by the text, ", *by ? " " : "", by);
    cr_expect(strstr(d.line, unit), "%s: not \"%s\"", d.line, unit);
    cr_expect(d.deviating > 0 && d.deviating <= d.places && d.places > 1000, "%s", d.line);
    expect_place(&d);
    if (flaw.member == GUARD || flaw.member == EVENTS)
        return;
    cr_expect(!strstr(d.line, "and so"), "%s", d.line);
    cr_expect_eq(d.text, (double)right(flaw.member, flaw.i), "%s: %g", d.what, d.text);
    cr_expect_eq(d.code, (double)wrong(flaw.member, flaw.i), "%s: %g", d.what, d.code);
    cr_expect(!told_of->everywhere || d.deviating == d.places, "%s", d.line);
    expect_allowed(&d);
}

Test(deviation, names_each_number)
{
    for (flaw.member = 0; flaw.member < N_MEMBERS; flaw.member++)
        for (flaw.i = 0; flaw.i < told[flaw.member].n; flaw.i++)
            expect_told();
}

static real one_by_one(AT, const real x[], real dx[])
{
    rate(p, mem, v, s, x, dx);
    return force(p, mem, v, s, x);
}

/* What follows from a flaw is told behind it; without one nothing is. */
Test(deviation, names_what_follows)
{
    struct model text = law_with(text_params, text_states),
                 code = law_with(code_params, code_states);
    struct deviation d;
    flaw.member = N_MEMBERS;
    PREC(deviation_find)(&text, &code, 7, &d);
    cr_expect(!d.any && !*d.line && d.places == 2000, "%u places: %s", d.places, d.line);
    cr_expect_str_eq(d.left_out, "");
    flaw.member = FORCE;
    flaw.i = 0;
    text.rate_and_force = NULL;
    code.rate_and_force = one_by_one;
    PREC(deviation_find)(&text, &code, 7, &d);
    cr_expect_str_eq(d.what, "force");
    cr_expect(strstr(d.line, " places, and so rate and force at once") ==
                  d.line + strlen(d.line) - strlen(" places, and so rate and force at once"),
              "%s", d.line);
}
