/* The check of units by itself: a number with a unit that hides in a single function of a law is
 * found, and said to be in that function; each function is asked. */
#include <criterion/criterion.h>
#include <string.h>

#include "properties/self_check/self_check.h"

static const struct model *law;
static unsigned changes; /* how often a number of the law has been changed */

/* Returns the number and a little more, by how much depends on the unit of another. */
static real by(real value, real other)
{
    const real more = value * (1 + C(1e-3) * r_abs(other));
    changes += more != value;
    return more;
}

/* The same, by the unit of the first parameter that has one. */
static real by_param(real value, const real p[])
{
    unsigned i = 0;
    while (strcmp(law->params[i].unit, "1") == 0)
        i++;
    return by(value, p[i]);
}

#define ARGUMENTS const real p[], const struct memory *mem, real v, real s

static void rate(ARGUMENTS, const real x[], real dx[])
{
    law->rate(p, mem, v, s, x, dx);
    if (law->n_states > 0) /* the last */
        dx[law->n_states - 1] = by(dx[law->n_states - 1], v);
}

static real force(ARGUMENTS, const real x[]) { return by(law->force(p, mem, v, s, x), v); }

static real storage(const real p[], const struct memory *mem, const real x[])
{
    return by_param(law->storage(p, mem, x), p);
}

static void steady(const real p[], real v, real s, real steady[], real rate[])
{
    law->relaxation(p, v, s, steady, rate);
    steady[law->n_states - 1] = by(steady[law->n_states - 1], v);
}

static void relaxation(const real p[], real v, real s, real steady[], real rate[])
{
    law->relaxation(p, v, s, steady, rate);
    rate[law->n_states - 1] = by(rate[law->n_states - 1], v);
}

#define JACOBIAN(name, n, part)                                                                    \
    static void name(ARGUMENTS, const real x[], struct jacobian *jac)                              \
    {                                                                                              \
        law->jacobian(p, mem, v, s, x, jac);                                                       \
        if ((n) > 0)                                                                               \
            jac->part = by(jac->part, v);                                                          \
    }
JACOBIAN(force_v, 1, force_v)
JACOBIAN(force_x, law->n_states, force_x[law->n_states - 1])
JACOBIAN(rate_v, law->n_states, rate_v[law->n_states - 1])
JACOBIAN(rate_x, law->n_states, rate_x[(size_t)law->n_states * law->n_states - 1])

#define SCALE(name)                                                                                \
    static real name(const real p[]) { return by_param(law->name(p), p); }
SCALE(break_away)
SCALE(length)
SCALE(stribeck_speed)
SCALE(stick_band)
SCALE(creep_resistance)

static real steady_force(const real p[], real v) { return by(law->steady_force(p, v), v); }
static real settling_rate(const real p[], real v) { return by(law->settling_rate(p, v), v); }

static real force_scale(const real p[], real v, real travel)
{
    return by(law->force_scale(p, v, travel), v);
}

/* The scale of forces by its travel alone. */
static real travel_scale(const real p[], real v, real travel)
{
    return by(law->force_scale(p, v, travel), travel);
}

static void bound(const real p[], real bound[])
{
    law->bound(p, bound);
    for (unsigned i = 0; i < law->n_states; i++)
        bound[i] = by_param(bound[i], p);
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    law->stiction(p, mem, x, f);
    f[1] = by_param(f[1], p);
}

static real work(ARGUMENTS, real h, const real x[]) { return by(law->work(p, mem, v, s, h, x), v); }

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    law->flow(p, mem, v, s, h, x);
    if (law->n_states > 0)
        x[law->n_states - 1] = by(x[law->n_states - 1], v);
}

/* The member, the function in its place, and what is said of it. */
#define MEMBERS(X)                                                                                 \
    X(rate, rate, "rate")                                                                          \
    X(force, force, "force")                                                                       \
    X(storage, storage, "storage")                                                                 \
    X(relaxation, steady, "steady state")                                                          \
    X(relaxation, relaxation, "relaxation")                                                        \
    X(jacobian, force_v, "dF/dv")                                                                  \
    X(jacobian, force_x, "dF/dx")                                                                  \
    X(jacobian, rate_v, "drate/dv")                                                                \
    X(jacobian, rate_x, "drate/dx")                                                                \
    X(break_away, break_away, "break-away")                                                        \
    X(length, length, "length")                                                                    \
    X(stribeck_speed, stribeck_speed, "Stribeck speed")                                            \
    X(stick_band, stick_band, "band")                                                              \
    X(creep_resistance, creep_resistance, "creep resistance")                                      \
    X(steady_force, steady_force, "steady force")                                                  \
    X(settling_rate, settling_rate, "settling rate")                                               \
    X(force_scale, force_scale, "force scale")                                                     \
    X(force_scale, travel_scale, "force scale")                                                    \
    X(bound, bound, "bound")                                                                       \
    X(stiction, stiction, "stiction")                                                              \
    X(work, work, "work")                                                                          \
    X(flow, flow, "flow")

enum {
#define X(member, function, words) MEMBER_##function,
    MEMBERS(X)
#undef X
        N_MEMBERS
};

/* Puts function number i of the list in place of the law's. Returns what is said of it, or NULL
 * when the law has none. */
static const char *corrupt(struct model *model, int i)
{
#define X(member, function, words)                                                                 \
    if (i == MEMBER_##function) {                                                                  \
        if (!model->member)                                                                        \
            return NULL;                                                                           \
        model->member = function;                                                                  \
        return words;                                                                              \
    }
    MEMBERS(X)
#undef X
    return NULL;
}

Test(units, are_found_hidden_in_any_function)
{
    for (int i = 0; i < N_MEMBERS; i++) {
        unsigned asked = 0;
        for (const struct model *const *m = PREC(models); *m; m++) {
            struct model changed = **m;
            struct self_check t = { .model = &changed, .seed = 1 };
            const char *words = corrupt(&changed, i);
            law = *m;
            changes = 0;
            if (!words || law->unit_constants)
                continue;
            PREC(self_check_units)(&t);
            cr_expect(changes > 0 ? strstr(t.first, words) != NULL : t.failures == 0,
                      "%s, %s, changed %u times: \"%s\"", law->name, words, changes, t.first);
            asked += changes;
        }
        cr_expect_gt(asked, 0, "member %d of the list is never asked", i);
    }
}

/* The exponent of a unit may be a parameter: where it is 2, 1/m^n is a square. */
Test(units, have_parameters_as_exponents)
{
    struct model other = *PREC(model_find)("bouc_wen");
    struct quantity params[MODEL_MAX_PARAMS];
    const unsigned n = quantity_index(other.params, other.n_params, "n");
    cr_assert_lt(n, other.n_params);
    memcpy(params, other.params, other.n_params * sizeof *params);
    other.params = params;
    for (int exponent = 1; exponent <= 2; exponent++) {
        struct self_check t = { .model = &other, .seed = 1 };
        params[n].value = exponent;
        PREC(self_check_units)(&t);
        cr_expect_eq(t.failures, 0, "n = %d: %s", exponent, t.first);
    }
}

static real cubed(real x, const real p[]) { return p[0] * x + p[1] * x * x * x; }

static real cubic_force(ARGUMENTS, const real x[])
{
    (void)mem;
    (void)v;
    (void)s;
    return cubed(x[0], p);
}

static void cubic_rate(ARGUMENTS, const real x[], real dx[])
{
    (void)mem;
    (void)s;
    dx[0] = v - r_abs(v) * cubed(x[0], p) / p[2];
}

static real cubic_length(const real p[]) { return p[2] / p[0]; }

/* Units of any product of powers, in SI's own words too; one that is wrong by a power is found. */
Test(units, are_products_of_powers)
{
    static const struct quantity state = {
        .name = "z", .unit = "m", .value = 0, .lo = -1, .hi = 1
    };
    static const struct {
        const char *stiffness, *cubic;
        bool right;
    } units[] = { { "N/m", "N/m3", true },      { "kg/s2", "kg.m-2.s-2", true },
                  { "Pa m", "J/m4", true },     { "N m-1", "Pa/m", true },
                  { "N/m", "N/m2", false },     { "N", "N/m3", false },
                  { "J/m2", "J/(m3.s)", false } };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const struct quantity params[] = {
            { .name = "k", .unit = units[i].stiffness, .value = 1e5, .lo = 1, .hi = 1e9 },
            { .name = "k3", .unit = units[i].cubic, .value = 1e15, .lo = 1, .hi = 1e18 },
            { .name = "G", .unit = "N", .value = 1, .lo = 1e-6, .hi = 1e6 },
        };
        const struct model cubic = { .name = "cubic",
                                     .params = params,
                                     .n_params = 3,
                                     .states = &state,
                                     .n_states = 1,
                                     .speed_max = 1e3,
                                     .rate = cubic_rate,
                                     .length = cubic_length,
                                     .force = cubic_force };
        struct self_check t = { .model = &cubic, .seed = 1 };
        PREC(self_check_units)(&t);
        cr_expect_eq(t.failures == 0, units[i].right, "%s, %s: %s", units[i].stiffness,
                     units[i].cubic, t.first);
    }
}
