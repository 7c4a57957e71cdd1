/* A law whose functions all are different numbers, of which one of the implementation is off by a
 * thousandth: to see which one a comparison names. */
#ifndef BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_LAW_TEST_H
#define BRISTLE_PROPERTIES_SELF_CHECK_DEVIATION_LAW_TEST_H

#include <math.h>

#include "models/model.h"
#include "properties/trials/made_up_test.h"

enum { STATES = 3, GUARDS = 2, PARTS = 2, COLUMNS = 3, SCALE = 4096 };

/* The functions, in the order in which a deviation prefers them. */
enum member {
    RATE,
    FORCE,
    RESPONSE,
    GUARD,
    EVENTS,
    AFTER,
    JACOBIAN,
    STICTION,
    STICK_BAND,
    FLOW,
    WORK,
    RELAXATION,
    STEADY_FORCE,
    SETTLING_RATE,
    STORAGE,
    BOUND,
    STRIBECK,
    BREAK_AWAY,
    CREEP,
    PRINTED_FORCE,
    COLUMN,
    COEFFICIENT,
    WORK_PART,
    PRINTED_REGRESSOR,
    N_MEMBERS
};

/* The number of the implementation that is off, by the text's order of states. */
static struct {
    enum member member;
    unsigned i;
} flaw;

static bool is_off(enum member member, unsigned i) { return flaw.member == member && flaw.i == i; }

/* The text has its parameters in falling order, the implementation in rising order: their ranges do
 * not meet. So each function sees whose it is. */
static bool is_code(const real p[]) { return p[0] < p[1]; }

static const struct quantity text_params[] = { { "a", "N", 6, 5, 8, "" },
                                               { "b", "N", 2, 1, 4, "" } },
                             code_params[] = { { "b", "N", 2, 1, 4, "" },
                                               { "a", "N", 6, 5, 8, "" } };

#define TABLE_A                                                                                    \
    {                                                                                              \
        "alpha", "m", 0, -INFINITY, INFINITY, ""                                                   \
    }
#define TABLE_B                                                                                    \
    {                                                                                              \
        "beta", "N", 0, -INFINITY, INFINITY, ""                                                    \
    }
#define TABLE_C                                                                                    \
    {                                                                                              \
        "gamma", "K", 0, -INFINITY, INFINITY, ""                                                   \
    }
static const struct quantity text_states[STATES] = { TABLE_A, TABLE_B, TABLE_C },
                             code_states[STATES] = { TABLE_B, TABLE_C, TABLE_A };
static const char *const part_names[PARTS] = { "stored", "lost" };

/* Number i of a function. All are exact and differ. */
static real right(enum member member, unsigned i) { return 1 + (real)member + (real)i / 32; }

static real wrong(enum member member, unsigned i) { return right(member, i) * C(1.001); }

static real number(const real p[], enum member member, unsigned i)
{
    return is_code(p) && is_off(member, i) ? wrong(member, i) : right(member, i);
}

static void numbers(const real p[], enum member member, unsigned n, real y[])
{
    for (unsigned i = 0; i < n; i++)
        y[i] = number(p, member, i);
}

/* Which number the text gives to a law's state. */
static unsigned place(const real p[], unsigned i) { return is_code(p) ? (i + 1) % STATES : i; }

static void by_state(const real p[], enum member member, unsigned from, real y[])
{
    for (unsigned i = 0; i < STATES; i++)
        y[i] = number(p, member, from + place(p, i));
}

#define AT     const real p[], const struct memory *mem, real v, real s
#define UNUSED (void)mem, (void)v, (void)s

static void rate(AT, const real x[], real dx[])
{
    UNUSED, (void)x;
    by_state(p, RATE, 0, dx);
}

static real force(AT, const real x[])
{
    UNUSED, (void)x;
    return number(p, FORCE, 0);
}

static real rate_and_force(AT, const real x[], real dx[])
{
    UNUSED, (void)x;
    by_state(p, RESPONSE, 0, dx);
    return number(p, RESPONSE, STATES);
}

static void jacobian(AT, const real x[], struct jacobian *jac)
{
    UNUSED, (void)x;
    for (unsigned i = 0; i < STATES; i++) {
        const unsigned row = (STATES + 1) * place(p, i);
        by_state(p, JACOBIAN, row, &jac->rate_x[(size_t)STATES * i]);
        jac->rate_v[i] = number(p, JACOBIAN, row + STATES);
    }
    by_state(p, JACOBIAN, STATES * (STATES + 1), jac->force_x);
    jac->force_v = number(p, JACOBIAN, (STATES + 1) * (STATES + 1) - 1);
}

/* The first guard fires once. */
static void start(const real p[], uint64_t seed, struct memory *mem)
{
    (void)p, (void)seed;
    mem->ints[0] = 0;
}

static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)v, (void)x;
    const int times = is_code(p) && is_off(EVENTS, 0) ? 2 : 1;
    for (unsigned i = 0; i < GUARDS; i++) {
        g[i] = i == 0 && mem->ints[0] < times ? -1 : 1;
        if (is_code(p) && is_off(GUARD, i) && mem->ints[0] == 0)
            g[i] = -g[i];
    }
}

static enum status transition(const real p[], unsigned guard, real v, real x[], struct memory *mem)
{
    (void)guard, (void)v;
    mem->ints[0]++;
    by_state(p, AFTER, 0, x);
    return STATUS_OK;
}

static void stiction(const real p[], const struct memory *mem, const real x[], real f[2])
{
    (void)mem, (void)x;
    numbers(p, STICTION, 2, f);
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    UNUSED, (void)h;
    by_state(p, FLOW, 0, x);
}

static void relaxation(const real p[], real v, real s, real steady[], real rate[])
{
    (void)v, (void)s;
    by_state(p, RELAXATION, 0, steady);
    by_state(p, RELAXATION, STATES, rate);
}

static real work(AT, real h, const real x[])
{
    UNUSED, (void)h, (void)x;
    return number(p, WORK, 0);
}

static void work_parts(AT, real h, const real x[], real part[])
{
    UNUSED, (void)h, (void)x;
    numbers(p, WORK_PART, PARTS, part);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    (void)mem, (void)x;
    return number(p, STORAGE, 0);
}

static void bound(const real p[], real y[]) { by_state(p, BOUND, 0, y); }

/* Far from all other numbers; tells speed and travel apart. */
static real force_scale(const real p[], real v, real travel)
{
    (void)p;
    return SCALE * (1 + 16 * r_abs(v) + travel);
}

static void regressor(AT, const real x[], real u[])
{
    UNUSED, (void)x;
    numbers(p, COLUMN, COLUMNS, u);
}

static void coefficients(const real p[], real y[]) { numbers(p, COEFFICIENT, COLUMNS, y); }

static real printed_regressor(const real p[], real v0, real v, real s, const real x[])
{
    (void)v0, (void)v, (void)s, (void)x;
    return number(p, PRINTED_REGRESSOR, 0);
}

#define OF_VELOCITY(name, member)                                                                  \
    static real name(const real p[], real v)                                                       \
    {                                                                                              \
        (void)v;                                                                                   \
        return number(p, member, 0);                                                               \
    }
OF_VELOCITY(steady_force, STEADY_FORCE)
OF_VELOCITY(settling_rate, SETTLING_RATE)
OF_VELOCITY(stribeck, STRIBECK)
OF_VELOCITY(printed_force, PRINTED_FORCE)

static real stick_band(const real p[]) { return number(p, STICK_BAND, 0); }
static real break_away(const real p[]) { return number(p, BREAK_AWAY, 0); }
static real creep_resistance(const real p[]) { return number(p, CREEP, 0); }

static struct model law_with(const struct quantity params[], const struct quantity states[])
{
    return (struct model){ .name = "numbers",
                           .params = params,
                           .n_params = 2,
                           .speed_max = 1,
                           .states = states,
                           .n_states = STATES,
                           .rate_and_force = rate_and_force,
                           .jacobian = jacobian,
                           .n_ints = 1,
                           .n_guards = GUARDS,
                           .start = start,
                           .guard = guard,
                           .transition = transition,
                           .stiction = stiction,
                           .stick_band = stick_band,
                           .relaxation = relaxation,
                           MADE_UP_MEMBERS };
}

#endif
