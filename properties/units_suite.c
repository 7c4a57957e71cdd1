/* Units, for any law: a law does not know in which unit of length, time or force it is told its
 * numbers. With a unit a quarter as large every parameter, state and velocity is multiplied by
 * the power of 4 that its unit in the table says, and so must be all that the law computes from
 * them, bit for bit: a power of 4 commutes with every rounding, also that of a square root, as long
 * as nothing over- or underflows, for which the points are near the defaults.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "models/model.h"
#include "properties/near.h"
#include "properties/suite_law.h"

enum { SYSTEMS = 40, BITS = 2 /* of the factor 4 */ };

/* What is compared: the base unit that changes, how much differed, and where first. */
struct comparison {
    const char *base;
    const real *p; /* for exponents that are parameters */
    unsigned differing;
    char first[160];
};

/* The power of the base unit in a unit like "N s/m" or "1/m^n". */
static int power(const char *unit, const char *base, const real p[])
{
    int sum = 0, sign = 1;
    while (*unit) {
        const size_t n = strcspn(unit, " /^");
        const bool is_base = n == strlen(base) && strncmp(unit, base, n) == 0;
        int times = is_base ? sign : 0;
        unit += n;
        if (*unit == '^') {
            const unsigned i = quantity_index(LAW.params, LAW.n_params, "n");
            cr_assert(i < LAW.n_params && strncmp(unit, "^n", 2) == 0, "unit %s", unit);
            times *= (int)p[i];
            unit += 2;
        }
        if (*unit == '/')
            sign = -1;
        unit += *unit != '\0';
        sum += times;
    }
    return sum;
}

static real scaled(const struct comparison *c, real value, const char *unit, const char *per)
{
    const int by = power(unit, c->base, c->p) - power(per, c->base, c->p);
    return (real)ldexp((double)value, BITS * by);
}

/* Of the value in the first system, in units of unit/per, and what the second one says. */
static void compare(struct comparison *c, const char *what, real value, real other,
                    const char *unit, const char *per)
{
    const real expected = scaled(c, value, unit, per);
    if (other == expected)
        return;
    if (c->differing++ == 0)
        snprintf(c->first, sizeof c->first, "%s: %a, in other units %a, not %a", what,
                 (double)value, (double)other, (double)expected);
}

static void convert(const struct comparison *c, const struct law_point *a, struct law_point *b)
{
    PREC(law_point_copy)(b, a);
    for (unsigned i = 0; i < LAW.n_params; i++)
        b->p[i] = scaled(c, a->p[i], LAW.params[i].unit, "1");
    for (unsigned i = 0; i < LAW.n_states; i++)
        b->x[i] = scaled(c, a->x[i], LAW.states[i].unit, "1");
    b->v = scaled(c, a->v, "m", "s");
    b->h = scaled(c, a->h, "s", "1");
    if (a->mem)
        LAW.start(b->p, 0, b->mem);
}

static void compare_states(struct comparison *c, const char *what, const real a[], const real b[],
                           const char *per)
{
    for (unsigned i = 0; i < LAW.n_states; i++)
        compare(c, what, a[i], b[i], LAW.states[i].unit, per);
}

static void compare_equations(struct comparison *c, const struct law_point *a,
                              const struct law_point *b)
{
    real da[MODEL_MAX_STATES], db[MODEL_MAX_STATES];
    LAW.rate(a->p, a->mem, a->v, a->s, a->x, da);
    LAW.rate(b->p, b->mem, b->v, b->s, b->x, db);
    compare_states(c, "rate", da, db, "s");
    compare(c, "force", LAW.force(a->p, a->mem, a->v, a->s, a->x),
            LAW.force(b->p, b->mem, b->v, b->s, b->x), "N", "1");
    if (LAW.storage)
        compare(c, "storage", LAW.storage(a->p, a->mem, a->x), LAW.storage(b->p, b->mem, b->x),
                "N m", "1");
    if (!LAW.relaxation)
        return;
    real steady[2][MODEL_MAX_STATES], rate[2][MODEL_MAX_STATES];
    LAW.relaxation(a->p, a->v, a->s, steady[0], rate[0]);
    LAW.relaxation(b->p, b->v, b->s, steady[1], rate[1]);
    compare_states(c, "steady state", steady[0], steady[1], "1");
    for (unsigned i = 0; i < LAW.n_states; i++)
        compare(c, "relaxation", rate[0][i], rate[1][i], "1", "s");
}

static void compare_jacobians(struct comparison *c, const struct law_point *a,
                              const struct law_point *b)
{
    struct jacobian ja, jb;
    const unsigned n = LAW.n_states;
    if (!LAW.jacobian)
        return;
    LAW.jacobian(a->p, a->mem, a->v, a->s, a->x, &ja);
    LAW.jacobian(b->p, b->mem, b->v, b->s, b->x, &jb);
    compare(c, "dF/dv", ja.force_v, jb.force_v, "N s/m", "1");
    for (unsigned i = 0; i < n; i++) {
        compare(c, "dF/dx", ja.force_x[i], jb.force_x[i], "N", LAW.states[i].unit);
        compare(c, "drate/dv", ja.rate_v[i], jb.rate_v[i], LAW.states[i].unit, "m");
        for (unsigned j = 0; j < n; j++) {
            const real expected = scaled(c, ja.rate_x[i * n + j], LAW.states[i].unit, "s");
            compare(c, "drate/dx", expected, jb.rate_x[i * n + j], "1", LAW.states[j].unit);
        }
    }
}

static void compare_scales(struct comparison *c, const struct law_point *a,
                           const struct law_point *b)
{
    const struct {
        const char *name, *unit;
        real (*of)(const real p[]);
    } scales[] = {
        { "break-away", "N", LAW.break_away },
        { "length", "m", LAW.length },
        { "Stribeck speed", "m/s", LAW.stribeck_speed },
        { "band", "m/s", LAW.stick_band },
        { "creep resistance", "N s/m", LAW.creep_resistance },
    };
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        if (scales[i].of)
            compare(c, scales[i].name, scales[i].of(a->p), scales[i].of(b->p), scales[i].unit, "1");
    if (LAW.steady_force)
        compare(c, "steady force", LAW.steady_force(a->p, a->v), LAW.steady_force(b->p, b->v), "N",
                "1");
    if (LAW.settling_rate)
        compare(c, "settling rate", LAW.settling_rate(a->p, a->v), LAW.settling_rate(b->p, b->v),
                "1", "s");
    if (LAW.force_scale) /* at the travel vh */
        compare(c, "force scale", LAW.force_scale(a->p, a->v, a->v * a->h),
                LAW.force_scale(b->p, b->v, b->v * b->h), "N", "1");
    if (LAW.bound) {
        real bound[2][MODEL_MAX_STATES];
        LAW.bound(a->p, bound[0]);
        LAW.bound(b->p, bound[1]);
        compare_states(c, "bound", bound[0], bound[1], "1");
    }
    if (LAW.stiction) {
        real f[2][2];
        LAW.stiction(a->p, a->mem, a->x, f[0]);
        LAW.stiction(b->p, b->mem, b->x, f[1]);
        compare(c, "stiction", f[0][0], f[1][0], "N", "1");
        compare(c, "stiction", f[0][1], f[1][1], "N", "1");
    }
}

/* Along the hold, which leaves states and memory where it ends. */
static void compare_holds(struct comparison *c, struct law_point *a, struct law_point *b)
{
    if (!LAW.flow)
        return;
    if (LAW.work)
        compare(c, "work", LAW.work(a->p, a->mem, a->v, a->s, a->h, a->x),
                LAW.work(b->p, b->mem, b->v, b->s, b->h, b->x), "N s", "1");
    LAW.flow(a->p, a->mem, a->v, a->s, a->h, a->x);
    LAW.flow(b->p, b->mem, b->v, b->s, b->h, b->x);
    compare_states(c, "flow", a->x, b->x, "1");
}

static void compare_systems(struct comparison *c)
{
    for (uint64_t i = 0; i < SYSTEMS; i++) {
        struct law_point a, b;
        near_draw(&a, LAW.name, i);
        c->p = a.p;
        convert(c, &a, &b);
        for (int hold = 0; hold < 2; hold++) {
            compare_equations(c, &a, &b);
            compare_jacobians(c, &a, &b);
            compare_scales(c, &a, &b);
            compare_holds(c, &a, &b);
        }
    }
}

/* Base units in which the source leaves a constant out are named in the table, and rightly. */
Test(structure, units)
{
    static const char *const bases[] = { "m", "s", "N" };
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        struct comparison c = { .base = bases[i] };
        const bool hidden = LAW.unit_constants && strstr(LAW.unit_constants, bases[i]);
        compare_systems(&c);
        cr_expect((c.differing > 0) == hidden, "%s: %s", bases[i],
                  c.differing > 0 ? c.first : "no constant is left out");
    }
}
