/* A law that is made up so that energies, bounds and forces come with either sign in any place of a
 * signal, and a record of a motion, for tests of the margins. */
#ifndef BRISTLE_PROPERTIES_TRIALS_EVALUATE_TEST_H
#define BRISTLE_PROPERTIES_TRIALS_EVALUATE_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/trials/evaluate_property.h"
#include "properties/trials/made_up_test.h"

enum { MOST = 4, PARTS = 4, COLUMNS = 3 };

/* What the force does at the velocities -2, -1, 1 and 2 m/s: at 2 and -2 it drives, by turns. */
static inline real force_at(real v)
{
    return v == 2 ? C(-0.75) : v == 1 ? 1 : v == 0 ? 0 : v == -1 ? C(-0.5) : C(0.25);
}

static inline real part_at(unsigned part, real v)
{
    static const real at[PARTS][2] = { { 1, C(-0.5) }, { C(-0.25), 2 }, { C(-1.5), 1 }, { 3, -4 } };
    return at[part][v > 0] * (r_abs(v) > 1 ? -C(0.125) : 1);
}

/* y is the travel, q that of the last hold. */
static inline void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    x[0] += v * h;
    x[1] = v * h;
}

static inline real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s;
    return force_at(v) + x[0] / 4 - x[1] / 8;
}

static inline real work(const real p[], const struct memory *mem, real v, real s, real h,
                        const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return h * force_at(v);
}

static inline void work_parts(const real p[], const struct memory *mem, real v, real s, real h,
                              const real x[], real part[])
{
    (void)p, (void)mem, (void)s, (void)x;
    for (unsigned i = 0; i < PARTS; i++)
        part[i] = h * part_at(i, v);
}

static inline void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                        real dx[])
{
    (void)p, (void)mem, (void)s, (void)x;
    dx[0] = dx[1] = v;
}

static inline real storage(const real p[], const struct memory *mem, const real x[])
{
    (void)p, (void)mem;
    return x[0] * x[0] + r_abs(x[1]);
}

static inline real steady_force(const real p[], real v) { return (void)p, 2 * force_at(v); }
static inline real settling_rate(const real p[], real v) { return (void)p, r_abs(v); }
static inline real force_scale(const real p[], real v, real travel)
{
    (void)p;
    return 4 + r_abs(v) + travel;
}
static inline real stribeck(const real p[], real v) { return (void)p, 1 / (1 + r_abs(v)); }
static inline real break_away(const real p[]) { return (void)p, C(1.25); }
static inline real creep_resistance(const real p[]) { return (void)p, C(0.5); }
static inline real length(const real p[]) { return (void)p, C(0.5); }
static inline real printed_force(const real p[], real v) { return (void)p, C(0.125) - force_at(v); }

static inline void bound(const real p[], real b[])
{
    (void)p;
    b[0] = 2;
    b[1] = C(0.75);
}

/* U P explains the force but at 2 m/s; as printed, only at the velocity of the first motion. */
static inline void regressor(const real p[], const struct memory *mem, real v, real s,
                             const real x[], real u[])
{
    (void)p, (void)mem, (void)s;
    u[0] = v == 2 ? force_at(v) / 2 : force_at(v);
    u[1] = x[0];
    u[2] = x[1];
}

static inline void coefficients(const real p[], real c[])
{
    (void)p;
    c[0] = 1;
    c[1] = C(0.25);
    c[2] = -C(0.125);
}

static inline real printed_regressor(const real p[], real v0, real v, real s, const real x[])
{
    (void)p, (void)s;
    return force_at(v) + x[0] / 4 - x[1] / 8 + (v - v0) / 16;
}

static const char *const part_names[PARTS] = { "I3", "I1", "I4", "I2" };
static const struct quantity states[] = { { .name = "q", .hi = 1 }, { .name = "y", .hi = 1 } };

static inline struct model made_up(void)
{
    return (struct model){ .name = "made_up",
                           .speed_max = 2,
                           .states = states,
                           .n_states = 2,
                           .length = length,
                           MADE_UP_MEMBERS };
}

/* A signal, and what is recorded along it: behind hold i the states x[i + 1], its energy in parts
 * and in all, and the largest magnitude of the states since it began. */
struct record {
    unsigned n;
    struct hold hold[MOST];
    double x[MOST + 1][2], energy[MOST], part[MOST][PARTS], peak[MOST][2], path;
};

static inline void record(struct record *r, bool reported)
{
    memset(r->x, 0, sizeof r->x);
    r->path = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double v = r->hold[i].v, h = r->hold[i].h;
        r->x[i + 1][1] = v * h / (reported ? 2 : 1);
        r->x[i + 1][0] = r->x[i][0] + r->x[i + 1][1];
        r->energy[i] = reported ? 1.5 - 2 * h : v == 0 ? 0 : v * h * force_at((real)v);
        r->path += fabs(v) * h;
        for (unsigned k = 0; k < PARTS; k++)
            r->part[i][k] = reported ? k - 2 * h : v == 0 ? 0 : v * h * part_at(k, (real)v);
        for (unsigned k = 0; k < 2; k++)
            r->peak[i][k] = reported ? 1.5 * fmax(fabs(r->x[i][k]), fabs(r->x[i + 1][k]))
                                     : fabs(r->x[i + 1][k]);
    }
}

static inline bool is_energy(enum property property)
{
    return property == PASSIVITY || (property >= I1_NONNEGATIVE && property <= I4_NONNEGATIVE);
}

static inline double scale_of(double v, double travel) { return 4 + fabs(v) + travel; }

#endif
