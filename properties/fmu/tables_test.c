/* Tables of laws are what the description of a unit says. */
#include "properties/fmu/tables.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static char empty[1], meters[] = "m", damping[] = "N.s/m.rad", note[] = "viscous", name[] = "any";

enum { V, F, C, N_WHOLE, Z, X, VARIABLES };

static struct fmu_variable variables[VARIABLES];
static size_t states[] = { Z, X };

static struct fmu_description description(void)
{
    for (int i = 0; i < VARIABLES; i++)
        variables[i] = (struct fmu_variable){
            .name = name, .unit = empty, .note = empty, .lo = -INFINITY, .hi = INFINITY
        };
    variables[C] = (struct fmu_variable){
        .name = name, .unit = damping, .note = note, .start = 3, .lo = 1, .hi = 5
    };
    variables[N_WHOLE].type = FMU_WHOLE;
    variables[N_WHOLE].start = 4;
    variables[Z] = (struct fmu_variable){
        .name = name, .unit = meters, .note = empty, .start = 9, .lo = -2, .hi = 7
    };
    return (struct fmu_description){ .name = name,
                                     .title = empty,
                                     .tool = empty,
                                     .variables = variables,
                                     .n = VARIABLES,
                                     .states = states,
                                     .n_states = 2 };
}

static struct fmu_mapping mapping(void)
{
    return (struct fmu_mapping){ .velocity = V,
                                 .force = F,
                                 .parameters = { C, N_WHOLE },
                                 .n_parameters = 2,
                                 .parameter_names = { "c", "n" },
                                 .state_names = { "z", "x" } };
}

static struct model tables(const struct fmu_description *d)
{
    struct model model = { .name = NULL };
    const struct fmu_mapping m = mapping();
    tables_fill(d, &m, "a.fmu", &model);
    return model;
}

static void expect_quantity(const struct quantity *q, const char *id, const char *unit,
                            double value, double lo, double hi, const char *text)
{
    cr_expect_str_eq(q->name, id);
    cr_expect_str_eq(q->unit, unit);
    cr_expect_str_eq(q->note, text);
    cr_expect(q->value == value && q->lo == lo && q->hi == hi, "%s: %g, %g to %g", id, q->value,
              q->lo, q->hi);
}

/* Parameters have their start values, states begin at 0; products in units have blanks. */
Test(tables, have_quantities)
{
    const struct fmu_description d = description();
    const struct model model = tables(&d);
    cr_assert(model.n_params == 2 && model.n_states == 2);
    expect_quantity(&model.params[0], "c", "N s/m rad", 3, 1, 5, "viscous");
    expect_quantity(&model.params[1], "n", "", 4, -INFINITY, INFINITY, "");
    expect_quantity(&model.states[0], "z", "m", 0, -2, 7, "");
    expect_quantity(&model.states[1], "x", "", 0, -INFINITY, INFINITY, "");
    cr_expect_eq(model.whole_params, 2);
}

/* The largest speed is one that both directions have; else there is none, and the usual one. */
Test(tables, have_a_speed)
{
    static const struct {
        double lo, hi, speed;
    } cases[] = { { -3, 2, 2 },          { -2, 3, 2 },
                  { -0.25, 0.25, 0.25 }, { 0, 2, 0 },
                  { -2, 0, 0 },          { 1, 2, 0 },
                  { -2, -1, 0 },         { -INFINITY, 2, 2 },
                  { -2, INFINITY, 2 },   { -INFINITY, INFINITY, 0 } };
    struct fmu_description d = description();
    const struct fmu_mapping m = mapping();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        variables[V].lo = cases[i].lo;
        variables[V].hi = cases[i].hi;
        cr_expect_eq(tables_speed(&d, &m), cases[i].speed, "case %zu", i);
        cr_expect_eq(tables(&d).speed_max, cases[i].speed > 0 ? cases[i].speed : 1, "%zu", i);
    }
}

Test(tables, have_names)
{
    char long_name[] = "Block 1 (of the 2nd rig), as it has been measured in the old hall",
         tool[] = "T 1", title[] = "a block";
    struct fmu_description d = description();
    struct model model = tables(&d);
    cr_expect_str_eq(model.name, "any");
    cr_expect_str_eq(model.title, "any");
    cr_expect_str_eq(model.source, "a.fmu, a unit");
    d.name = long_name;
    d.title = title;
    d.tool = tool;
    model = tables(&d);
    cr_expect_str_eq(model.name, "Block_1__of_the_2nd_rig___as_it_has_been_measured_in_the_old");
    cr_expect_str_eq(model.title, "a block");
    cr_expect_str_eq(model.source, "a.fmu, a unit made by T 1");
    d.name = empty;
    cr_expect_str_eq(tables(&d).name, "unit");
}

/* What any unit is asked declares nothing; forces over ranges only where all states have them. */
Test(tables, have_claims)
{
    static const enum property asked[] = { PASSIVITY, ODD_SYMMETRY, FINITE_FORCE };
    struct fmu_description d = description();
    for (int i = 0; i < 8; i++) {
        variables[Z].lo = i & 1 ? -INFINITY : -2;
        variables[X].lo = i & 2 ? -INFINITY : -2;
        variables[X].hi = i & 4 ? INFINITY : 3;
        const struct model model = tables(&d);
        cr_assert_eq(model.n_claims, i == 0 ? 3 : 2);
        for (unsigned k = 0; k < model.n_claims; k++) {
            const struct claim *claim = &model.claims[k];
            cr_expect(claim->property == asked[k] && claim->declared == UNKNOWN &&
                      claim->base == AT_DEFAULTS);
            cr_expect_str_eq(claim->domain, "at its start values");
        }
    }
}
