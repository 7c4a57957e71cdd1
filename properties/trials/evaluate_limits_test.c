/* What margins are apart from a signal: volumes of regressors, finite forces, and roundings. */
#include <stddef.h>

#include "properties/rigorous/excitation.h"
#include "properties/trials/evaluate_test.h"
#include "tools/testing/test_stack.h"

/* The columns of U along the excitation, each of length 1, after `n` holds. */
static void columns(const struct model *model, const struct hold holds[], unsigned n,
                    double u[][EXCITATION_HOLDS])
{
    real x[2] = { 0 };
    for (unsigned i = 0; i < n; i++)
        flow(NULL, NULL, holds[i].v, 0, holds[i].h, x);
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        /* vs is 1 m/s for a law without one, and the bound of the first state is 2 */
        const struct excitation *e = &excitation[i];
        const double v = e->sign * ldexp(1, e->speed);
        const double h = e->timed ? ldexp(1, e->size) : ldexp(2, e->size) / fabs(v);
        real row[COLUMNS];
        flow(NULL, NULL, (real)v, 0, (real)h, x);
        model->regressor(NULL, NULL, (real)v, v < 0 ? -1 : 1, x, row);
        for (unsigned j = 0; j < COLUMNS; j++)
            u[j][i] = (double)row[j];
    }
    for (unsigned j = 0; j < COLUMNS; j++) {
        double square = 0;
        for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
            square += u[j][i] * u[j][i];
        for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
            u[j][i] /= sqrt(square);
    }
}

/* Returns the root of Gram's determinant of three columns: the volume that they span. */
static double volume(double u[][EXCITATION_HOLDS])
{
    double g[COLUMNS][COLUMNS] = { { 0 } };
    for (unsigned j = 0; j < COLUMNS; j++)
        for (unsigned k = 0; k < COLUMNS; k++)
            for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
                g[j][k] += u[j][i] * u[k][i];
    return sqrt(g[0][0] * (g[1][1] * g[2][2] - g[1][2] * g[2][1]) -
                g[0][1] * (g[1][0] * g[2][2] - g[1][2] * g[2][0]) +
                g[0][2] * (g[1][0] * g[2][1] - g[1][1] * g[2][0]));
}

static void smooth(const real p[], const struct memory *mem, real v, real s, const real x[],
                   real u[])
{
    (void)p, (void)mem, (void)s;
    u[0] = 1 + v * v / 4;
    u[1] = x[0];
    u[2] = x[1] + v / 8;
}

/* The third column is the difference of the others. */
static void dependent(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    smooth(p, mem, v, s, x, u);
    u[2] = u[0] - u[1];
}

Test(margins, of_independence_are_volumes)
{
    static const struct hold holds[] = { { 2, 1 }, { -1, C(0.5) }, { 1, 3 } };
    struct model model = made_up();
    double u[COLUMNS][EXCITATION_HOLDS], last = -1;
    model.regressor = smooth;
    for (unsigned n = 1; n <= 3; n++) {
        columns(&model, holds, n, u);
        stack_is_dirty();
        const struct margin m = PREC(evaluate_property)(&model, NULL, IDENTIFIABILITY, holds, n);
        const double expected = volume(u);
        cr_expect_float_eq((double)m.value, expected, (double)m.rounding);
        cr_expect(m.rounding > 0 && m.rounding < C(1e-10), "rounding %g", (double)m.rounding);
        cr_expect(expected > 1e-3 && fabs(expected - last) > 1e-6, "%g tells nothing", expected);
        last = expected;
    }
    model.regressor = dependent;
    static const struct {
        unsigned identifiable;
        bool is_rank, is_violated;
    } cases[] = { { 0, false, true }, { 0, true, true }, { 2, false, true },
                  { 2, true, false }, { 1, true, true }, { 3, true, true } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        model.n_identifiable = cases[i].identifiable;
        const enum property property = cases[i].is_rank ? IDENTIFIABLE_RANK : IDENTIFIABILITY;
        const struct margin m = PREC(evaluate_property)(&model, NULL, property, holds, 2);
        cr_expect(cases[i].is_violated ? m.value == -1 : m.value > 0 && m.value < 1,
                  "case %zu: margin %g", i, (double)m.value);
    }
}

/* Where a force or a rate is not finite: at which velocity and selection, and with the first state
 * at which end of its range (2: anywhere). */
static struct {
    double v;
    int s, end;
    bool is_rate;
} hole;

static bool is_hole(double v, double s, const real x[])
{
    return v == hole.v && s == hole.s && (hole.end == 2 || (double)x[0] == hole.end);
}

static real holed_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem;
    return !hole.is_rate && is_hole((double)v, (double)s, x) ? (real)NAN : 1;
}

static void holed_rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                       real dx[])
{
    (void)p, (void)mem;
    dx[0] = 1;
    dx[1] = hole.is_rate && is_hole((double)v, (double)s, x) ? (real)INFINITY : 1;
}

/* A force that is not finite is found at rest on both sides, at the smallest numbers, at the
 * signal's velocity and its share of the largest, and at the largest, of either sign. */
Test(margins, of_finite_forces_look_at_the_ends)
{
    static const struct hold holds[] = { { C(0.75), 1 }, { C(-0.5), 1 }, { C(0.25), 1 } };
    const double speeds[] = { 0, (double)R_TRUE_MIN, (double)R_MIN, 0.75, 1.5, 2 };
    struct model model = made_up();
    model.force = holed_force;
    model.rate = holed_rate;
    unsigned found = 0;
    for (unsigned k = 0; k < sizeof speeds / sizeof *speeds; k++)
        for (int s = -1; s <= 1; s += 2)
            for (hole.end = 0; hole.end <= 2; hole.end++)
                for (int is_rate = 0; is_rate < 2; is_rate++) {
                    hole.v = s * speeds[k];
                    hole.s = s;
                    hole.is_rate = is_rate;
                    const struct margin m =
                        PREC(evaluate_property)(&model, NULL, FINITE_FORCE, holds, 3);
                    found += m.value == -1;
                    cr_expect(hole.end < 2 || m.value == -1, "at %g, side %d", hole.v, s);
                }
    cr_expect_gt(found, 36, "at the ends of the states' ranges %u of 48", found - 24);
    hole.v = 0.3;
    cr_expect_eq(PREC(evaluate_property)(&model, NULL, FINITE_FORCE, holds, 3).value, 1);
    hole.v = 3; /* a share of 1.5 of the largest speed, which is 2, is none */
    const struct hold fast = { C(1.5), 1 };
    cr_expect_eq(PREC(evaluate_property)(&model, NULL, FINITE_FORCE, &fast, 1).value, 1);
}

/* Returns the largest share of the force's scale that the terms of U P have in all at an end of a
 * hold, or of the form as printed: that has the terms of the force twice, and itself. */
static double terms_of(const struct record *r, bool as_printed)
{
    double most = 0, travel = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double v = (double)r->hold[i].v, F = (double)force_at((real)v);
        travel += fabs(v) * (double)r->hold[i].h;
        for (unsigned k = i; k <= i + 1; k++) {
            const double *x = r->x[k], scale = scale_of(v, travel);
            const double printed = F + x[0] / 4 - x[1] / 8 + (v - (double)r->hold[0].v) / 16;
            const double terms = fabs(v == 2 ? F / 2 : F) + fabs(x[0]) / 4 + fabs(x[1]) / 8;
            most = fmax(most, (as_printed ? 2 * scale + fabs(printed) : terms) / scale);
        }
    }
    return most;
}

/* The roundings are those that evaluate_parts.h derives, no more: 32 eps for each hold and one
 * more, of what the force, the energies and the states can be. */
Test(margins, have_the_roundings_that_are_derived)
{
    static const struct hold holds[] = { { 2, C(0.5) }, { -1, 2 }, { 1, C(0.25) } };
    enum { N = sizeof holds / sizeof *holds };
    const struct model model = made_up();
    const double path = 3.25, unit = 32 * (double)R_EPSILON * (N + 1);
    double most = 0, exchanged = 0, total = 0;
    struct record r = { .n = N };
    memcpy(r.hold, holds, sizeof holds);
    record(&r, false);
    for (unsigned i = 0; i < N; i++) {
        const double v = fabs((double)holds[i].v);
        most += v * (double)holds[i].h * scale_of(v, path);
        exchanged += fabs(r.energy[i]);
        total += fabs(r.energy[i]) + fabs(r.x[i + 1][0] * r.x[i + 1][0] + fabs(r.x[i + 1][1]) -
                                          r.x[i][0] * r.x[i][0] - fabs(r.x[i][1]));
    }
    const struct {
        enum property property;
        double rounding;
    } cases[] = {
        { PASSIVITY, unit * most / exchanged + 32 * (double)R_EPSILON * N },
        { DISSIPATION,
          unit * (most + 2 * scale_of(0, path) * 0.5) / total + 32 * (double)R_EPSILON },
        { STATE_BOUND, unit },
        { STRIBECK_STATE_BOUND, unit },
        { STRIBECK_HISTORY_BOUND, unit },
        { PASSIVITY_AS_PRINTED, unit },
        { STEADY_STATE, 2 * unit },
        { ODD_SYMMETRY, 2 * unit },
        { RATE_INDEPENDENCE, 2 * unit },
        { CREEPING, unit * (1 + scale_of(1, path) / 0.5) },
        { REGRESSOR, 32 * (double)R_EPSILON * (1 + terms_of(&r, false)) },
        { REGRESSOR_AS_PRINTED, 32 * (double)R_EPSILON * (1 + terms_of(&r, true)) },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stack_is_dirty();
        const struct margin m = PREC(evaluate_property)(&model, NULL, cases[i].property, holds, N);
        cr_expect_float_eq((double)m.rounding, cases[i].rounding, 1e-6 * cases[i].rounding,
                           "%s: rounding %g, derived %g", property_info[cases[i].property].name,
                           (double)m.rounding, cases[i].rounding);
    }
}

/* The members that properties need, each of which can be taken from a law. */
static const struct {
    const char *name;
    size_t offset;
} members[] = {
#define MEMBER(name)                                                                               \
    {                                                                                              \
#name, offsetof(struct model, name)                                                        \
    }
    MEMBER(flow),          MEMBER(work),          MEMBER(work_parts),   MEMBER(force_scale),
    MEMBER(storage),       MEMBER(length),        MEMBER(bound),        MEMBER(stribeck),
    MEMBER(steady_force),  MEMBER(settling_rate), MEMBER(break_away),   MEMBER(creep_resistance),
    MEMBER(printed_force), MEMBER(regressor),     MEMBER(coefficients), MEMBER(printed_regressor),
#undef MEMBER
};

/* Returns true when the list, "a, b and c", names the member. */
static bool is_listed(const char *list, const char *member)
{
    const size_t n = strlen(member);
    for (const char *at = list; (at = strstr(at, member)); at++)
        if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ',' || at[n] == ' '))
            return true;
    return false;
}

/* What is said to lack is what is taken away, where the property needs it, and nothing else. */
static void expect_lacking(const struct model *less, enum property property, const char *expected)
{
    char lacking[PROPERTY_LACKING];
    PREC(property_lacking)(less, property, lacking);
    cr_expect_str_eq(lacking, expected, "%s: '%s', not '%s'", property_info[property].name, lacking,
                     expected);
}

/* A property needs each of the members that are listed for it, and none else. */
Test(properties, need_what_is_listed)
{
    static const struct quantity without_y[] = { { .name = "q" }, { .name = "x" } };
    for (enum property property = 0; property < N_PROPERTIES; property++) {
        const char *name = property_info[property].name, *list = PREC(property_members)(property);
        const struct model model = made_up();
        if (property == EXPERIMENT)
            continue;
        cr_expect(PREC(property_applicable)(&model, property), "%s", name);
        expect_lacking(&model, property, "");
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            struct model less = model;
            memset((char *)&less + members[i].offset, 0, sizeof less.flow);
            cr_expect_neq(PREC(property_applicable)(&less, property),
                          is_listed(list, members[i].name), "%s without %s; listed: %s", name,
                          members[i].name, list);
            expect_lacking(&less, property,
                           is_listed(list, members[i].name) ? members[i].name : "");
        }
        struct model less = model;
        less.states = without_y;
        cr_expect_neq(PREC(property_applicable)(&less, property), is_listed(list, "a state y"));
        less.n_states = 0;
        cr_expect_neq(PREC(property_applicable)(&less, property),
                      is_listed(list, "states") || is_listed(list, "a state y"), "%s", name);
        less = model;
        less.n_parts = 0;
        cr_expect_neq(PREC(property_applicable)(&less, property), is_listed(list, "work_parts"));
    }
}

/* Functions that give no number, and whether one was asked. */
static bool asked;

static real nothing(void) { return asked = true, (real)NAN; }

static void no_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h;
    x[0] = x[1] = nothing();
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    return nothing();
}

static real no_work(const real p[], const struct memory *mem, real v, real s, real h,
                    const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
    return nothing();
}

static void no_parts(const real p[], const struct memory *mem, real v, real s, real h,
                     const real x[], real part[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
    for (unsigned i = 0; i < PARTS; i++)
        part[i] = nothing();
}

static real no_storage(const real p[], const struct memory *mem, const real x[])
{
    (void)p, (void)mem, (void)x;
    return nothing();
}

static real none_of_parameters(const real p[]) { return (void)p, nothing(); }
static real none_of_velocity(const real p[], real v) { return (void)p, (void)v, nothing(); }
static real no_scale(const real p[], real v, real travel)
{
    return (void)p, (void)v, (void)travel, nothing();
}

static void no_bound(const real p[], real b[]) { (void)p, b[0] = b[1] = nothing(); }

static void no_row(const real p[], const struct memory *mem, real v, real s, const real x[],
                   real u[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    u[0] = u[1] = u[2] = nothing();
}

static void no_coefficients(const real p[], real c[]) { (void)p, c[0] = c[1] = c[2] = nothing(); }

static real no_printed_row(const real p[], real v0, real v, real s, const real x[])
{
    (void)p, (void)v0, (void)v, (void)s, (void)x;
    return nothing();
}

/* What gives no number makes no margin: of every function that a property asks. Energies of the
 * made-up law do not depend on its states. Columns that are no
 * numbers have a volume within 1 of 0; what never turns does not drift, whatever its bounds. */
Test(margins, of_no_numbers_are_none)
{
    static const struct hold holds[] = { { 1, C(0.0625) }, { -1, C(0.125) }, { 1, C(0.25) } };
    const struct model true_law = made_up();
    enum { MEMBERS = 17 };
    struct model lying[MEMBERS];
    for (unsigned i = 0; i < MEMBERS; i++)
        lying[i] = true_law;
    lying[0].flow = no_flow;
    lying[1].force = no_force;
    lying[2].work = no_work;
    lying[3].work_parts = no_parts;
    lying[4].storage = no_storage;
    lying[5].length = none_of_parameters;
    lying[6].break_away = none_of_parameters;
    lying[7].creep_resistance = none_of_parameters;
    lying[8].steady_force = none_of_velocity;
    lying[9].settling_rate = none_of_velocity;
    lying[10].stribeck = none_of_velocity;
    lying[11].printed_force = none_of_velocity;
    lying[12].force_scale = no_scale;
    lying[13].bound = no_bound;
    lying[14].regressor = no_row;
    lying[15].coefficients = no_coefficients;
    lying[16].printed_regressor = no_printed_row;
    for (enum property property = 0; property < N_PROPERTIES; property++)
        for (unsigned i = 0; property != EXPERIMENT && i < MEMBERS; i++)
            for (unsigned n = 1; n <= 3; n++) {
                asked = false;
                const struct margin m =
                    PREC(evaluate_property)(&lying[i], NULL, property, holds, n);
                const bool is_volume =
                    (property == IDENTIFIABILITY || property == IDENTIFIABLE_RANK) &&
                    m.value - m.rounding <= 0 && m.value + m.rounding >= 1;
                cr_expect(!asked || !isfinite(m.value) || isnan(m.rounding) || is_volume ||
                              (property == FINITE_FORCE && m.value == -1) ||
                              (i == 0 && is_energy(property)) || (n == 1 && property == NO_DRIFT),
                          "%s, function %u, %u holds: margin %g +- %g",
                          property_info[property].name, i, n, (double)m.value, (double)m.rounding);
            }
}

Test(names, are_found_or_not)
{
    const struct model model = made_up();
    cr_expect_eq(PREC(trial_state_index)(&model, "q"), 0);
    cr_expect_eq(PREC(trial_state_index)(&model, "y"), 1);
    cr_expect_eq(PREC(trial_state_index)(&model, "z"), -1);
    for (int i = 0; i < PARTS; i++)
        cr_expect_eq(PREC(trial_part_index)(&model, part_names[i]), i);
    cr_expect_eq(PREC(trial_part_index)(&model, "I5"), -1);
}
