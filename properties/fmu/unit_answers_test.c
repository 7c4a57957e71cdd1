/* What a unit accepts and answers, what its steps are, and that a slot's law asks it all of that.
 */
#include <limits.h>
#include <math.h>

#include "properties/fmu/counting_unit_test.h"
#include "properties/fmu/fmu_law.h"
#include "properties/fmu/slots.h"
#include "properties/fmu/steps.h"

/* Whole parameters are whole, and int can have them. */
Test(parameters, are_whole_where_the_unit_says_so)
{
    static const struct {
        double value;
        bool is_right;
    } cases[] = { { 0, true },
                  { -3, true },
                  { 2.5, false },
                  { INT_MAX, true },
                  { INT_MAX + 1.0, false },
                  { -INT_MAX, true },
                  { INT_MIN - 1.0, false },
                  { NAN, false },
                  { INFINITY, false } };
    struct unit u = unit_with(false, false);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double whole[PARAMETERS] = { 0.5, cases[i].value };
        cr_expect_eq(unit_accepts(&u, whole), cases[i].is_right, "%g", cases[i].value);
        if (cases[i].is_right)
            cr_expect_eq(((const struct instance *)u.instance)->whole, (int)cases[i].value);
    }
}

/* A unit that does not remember has an event where v changes its sign, and none else; its states
 * are those asked about after it, too. */
Test(unit, has_an_event_for_each_change_of_sign)
{
    static const double x[2] = { 3, 9 }, beyond[2] = { LEVEL + 1, 9 };
    static const double other[PARAMETERS] = { 9, 3 };
    struct unit u = unit_with(false, false);
    cr_expect_eq(force_of(&u, P, NULL, 2, x), expected(0, 1, 2, x), "as it begins at rest");
    cr_expect_eq(force_of(&u, P, NULL, -2, x), expected(-1, 2, -2, x));
    cr_expect_eq(force_of(&u, P, NULL, -4, x), expected(-1, 2, -4, x));
    cr_expect_eq(force_of(&u, P, NULL, 4, x), expected(1, 3, 4, x));
    cr_expect_eq(force_of(&u, P, NULL, 4, beyond), expected(1, 4, 4, beyond));
    cr_expect_eq(force_of(&u, other, NULL, -4, x), expected(-1, 2, -4, x) - 2, "it begins anew");
    cr_expect_eq(force_of(&u, P, NULL, 2, x), expected(0, 1, 2, x));
}

/* On either side of rest the force is that of an event there; between them it is on a line,
 * whatever has been asked before. */
Test(unit, has_a_force_for_each_selection_at_rest)
{
    static const double x[2] = { 0, 0 };
    struct unit u = unit_with(true, true);
    struct memory mem = { .ints = { 0 } };
    u.nature.has_sides = true;
    unit_start(&u, P, &mem);
    for (int i = -8; i <= 8; i++) {
        double value[VALUES];
        const double s = i / 8.0;
        unit_respond(&u, &(struct unit_place){ P, &mem, 0, s, x }, value);
        /* on either side there has been one event more than at rest, which is not their middle */
        cr_expect_eq(value[2], P[0] * s + 512, "s = %g: %g", s, value[2]);
        cr_expect_eq(value[1], 256 + s);
    }
}

/* Steps begin with parameters and velocity, in an instance of their own each time. */
Test(unit, takes_steps)
{
    double force, x[2];
    struct unit u = unit_with(false, false);
    for (int i = 0; i < 2; i++) {
        cr_assert(steps_begin(&u, P, 5, &force, x));
        cr_expect(x[0] == FIRST && x[1] == 0, "%g, %g", x[0], x[1]);
        cr_expect_eq(force, expected(0, 0, 5, x));
        cr_expect_eq(((const struct instance *)u.instance)->factor, P[0]);
        cr_assert(steps_take(&u, 3, 0.5, -2, &force, x));
        cr_expect(x[0] == FIRST + 4 * 3 + 0.5 && x[1] == -1, "%g, %g", x[0], x[1]);
        cr_expect_eq(force, expected(0, 0, -2, x));
    }
}

/* Each slot has a unit of its own, until there are no more. */
Test(slots, are_of_one_unit_each)
{
    static struct unit units[FMU_LAWS + 1];
    const struct model *models[FMU_LAWS];
    for (int i = 0; i < FMU_LAWS; i++) {
        units[i] = unit_with(false, false);
        units[i].nominal[0] = i % 2 == 0 ? i + 2 : -i - 2;
        units[i].nominal[1] = NAN;
        models[i] = slot_open(&units[i]);
        cr_assert(models[i]);
    }
    cr_expect_null(slot_open(&units[FMU_LAWS]));
    for (int i = 0; i < FMU_LAWS; i++) {
        double scale[2];
        const double p[PARAMETERS] = { i, 3 };
        models[i]->scales(p, scale);
        cr_expect(scale[0] == i + 2 && scale[1] == 1, "%g, %g", scale[0], scale[1]);
        cr_expect_null(models[i]->validate(p));
        cr_expect_eq(((const struct instance *)units[i].instance)->factor, i);
    }
}

/* Slopes by states and by v are apart in a law, row by row. */
static void expect_jacobian(const struct model *m, const struct memory *mem)
{
    struct jacobian jac;
    m->jacobian(P, mem, -2, -1, AFTER, &jac);
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 2; k++)
            cr_expect_eq(jac.rate_x[2 * i + k], 100.0 * (RATES + i) + STATES + k - 10000);
        cr_expect_eq(jac.rate_v[i], 100.0 * (RATES + i) + VELOCITY - 10000);
        cr_expect_eq(jac.force_x[i], 100.0 * FORCE + STATES + i - 10000);
    }
    cr_expect_eq(jac.force_v, 100.0 * FORCE + VELOCITY - 10000);
}

/* What a law is asked its unit is asked. */
Test(slots, are_functions_of_a_law)
{
    struct unit u = unit_with(true, true);
    struct memory mem = { .ints = { 0 } };
    double x[2] = { LEVEL + 1, 5 }, rate[2], f[2], guard[2];
    const struct model *m = slot_open(&u);
    m->initial(P, rate);
    cr_expect(rate[0] == FIRST && rate[1] == 0);
    m->start(P, 0, &mem);
    cr_expect_eq(m->transition(P, 0, -2, x, &mem), STATUS_OK);
    cr_expect(x[0] == AFTER[0] && x[1] == AFTER[1]);
    m->guard(P, &mem, -3, x, guard);
    cr_expect(guard[0] == 3 && guard[1] == 3);
    cr_expect_eq(m->force(P, &mem, -2, -1, x), expected(-1, 2, -2, x));
    m->rate(P, &mem, -2, -1, x, rate);
    cr_expect(rate[0] == 127 && rate[1] == 255);
    rate[0] = rate[1] = 0;
    cr_expect_eq(m->rate_and_force(P, &mem, 2, 1, x, rate), expected(1, 3, 2, x));
    cr_expect(rate[0] == 129 && rate[1] == 257);
    expect_jacobian(m, &mem);
    u.nature.has_sides = true;
    m->stiction(P, &mem, x, f);
    cr_expect(f[0] == m->force(P, &mem, 0, -1, x) && f[1] == m->force(P, &mem, 0, 1, x));
    cr_expect_gt(f[1], f[0]);
    u.nominal[0] = u.nominal[1] = 1; /* either state moves the force by its factor */
    cr_expect_eq(m->force_scale(P, 2, 1), P[0] + 2 * 256 + 2 + 16 + 64);
    left = 0;
    cr_expect_eq(m->transition(P, 0, -2, x, &mem), STATUS_NONFINITE);
    left = 0;
    cr_expect_str_eq(m->validate(P), "what the unit accepts");
}
