/* Functions of struct model, by the unit of a slot (slots.h). */
#include "properties/fmu/slots.h"

#include <math.h>

#include "properties/fmu/fmu_law.h"

static struct unit *opened[FMU_LAWS];

#define POINT                                                                                      \
    &(struct unit_place) { p, mem, v, s, x }

static void rate(struct unit *u, const struct unit_place *at, real dx[], real *force)
{
    real value[MODEL_MAX_STATES + 1];
    unit_respond(u, at, value);
    for (unsigned i = 0; dx && i < u->n_states; i++)
        dx[i] = value[i];
    *force = value[u->n_states];
}

static void differentiate(struct unit *u, const struct unit_place *at, struct jacobian *jac)
{
    real value[(MODEL_MAX_STATES + 1) * (MODEL_MAX_STATES + 1)];
    const unsigned n = u->n_states;
    unit_slopes(u, at, value);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++)
            jac->rate_x[i * n + j] = value[i * (n + 1) + j];
        jac->rate_v[i] = value[i * (n + 1) + n];
    }
    for (unsigned j = 0; j < n; j++)
        jac->force_x[j] = value[n * (n + 1) + j];
    jac->force_v = value[n * (n + 1) + n];
}

static void stick(struct unit *u, const real p[], const struct memory *mem, const real x[],
                  real f[2])
{
    for (int i = 0; i < 2; i++)
        rate(u, &(struct unit_place){ p, mem, 0, i == 0 ? -1 : 1, x }, NULL, &f[i]);
}

/* A state without a nominal value has the usual size, 1 in its unit (2.0.4 and 3.0.1). */
static void scales(const struct unit *u, real scale[])
{
    for (unsigned i = 0; i < u->n_states; i++)
        scale[i] = isnan(u->nominal[i]) ? 1 : r_abs(u->nominal[i]);
}

#define SLOT(id, u)                                                                                \
    static const char *id##_validate(const real p[])                                               \
    {                                                                                              \
        return unit_accepts(u, p) ? NULL : "what the unit accepts";                                \
    }                                                                                              \
    static void id##_rate(const real p[], const struct memory *mem, real v, real s,                \
                          const real x[], real dx[])                                               \
    {                                                                                              \
        real force;                                                                                \
        rate(u, POINT, dx, &force);                                                                \
    }                                                                                              \
    static real id##_force(const real p[], const struct memory *mem, real v, real s,               \
                           const real x[])                                                         \
    {                                                                                              \
        real force;                                                                                \
        rate(u, POINT, NULL, &force);                                                              \
        return force;                                                                              \
    }                                                                                              \
    static real id##_both(const real p[], const struct memory *mem, real v, real s,                \
                          const real x[], real dx[])                                               \
    {                                                                                              \
        real force;                                                                                \
        rate(u, POINT, dx, &force);                                                                \
        return force;                                                                              \
    }                                                                                              \
    static void id##_jacobian(const real p[], const struct memory *mem, real v, real s,            \
                              const real x[], struct jacobian *jac)                                \
    {                                                                                              \
        differentiate(u, POINT, jac);                                                              \
    }                                                                                              \
    static void id##_initial(const real p[], real x[]) { unit_initial(u, p, x); }                  \
    static void id##_start(const real p[], uint64_t seed, struct memory *mem)                      \
    {                                                                                              \
        (void)seed;                                                                                \
        unit_start(u, p, mem);                                                                     \
    }                                                                                              \
    static void id##_guard(const real p[], const struct memory *mem, real v, const real x[],       \
                           real g[])                                                               \
    {                                                                                              \
        unit_guards(u, &(struct unit_place){ p, mem, v, 0, x }, g);                                \
    }                                                                                              \
    static enum status id##_transition(const real p[], unsigned guard, real v, real x[],           \
                                       struct memory *mem)                                         \
    {                                                                                              \
        (void)guard;                                                                               \
        return unit_transition(u, &(struct unit_place){ p, mem, v, 0, x }, x, mem)                 \
                   ? STATUS_OK                                                                     \
                   : STATUS_NONFINITE;                                                             \
    }                                                                                              \
    static void id##_stiction(const real p[], const struct memory *mem, const real x[], real f[2]) \
    {                                                                                              \
        stick(u, p, mem, x, f);                                                                    \
    }                                                                                              \
    static real id##_force_scale(const real p[], real v, real travel)                              \
    {                                                                                              \
        return unit_scale(u, p, v, travel);                                                        \
    }                                                                                              \
    static void id##_scales(const real p[], real scale[])                                          \
    {                                                                                              \
        (void)p;                                                                                   \
        scales((u), scale);                                                                        \
    }                                                                                              \
    static const struct model id##_members = {                                                     \
        .validate = id##_validate,                                                                 \
        .rate = id##_rate,                                                                         \
        .force = id##_force,                                                                       \
        .rate_and_force = id##_both,                                                               \
        .jacobian = id##_jacobian,                                                                 \
        .initial = id##_initial,                                                                   \
        .start = id##_start,                                                                       \
        .guard = id##_guard,                                                                       \
        .transition = id##_transition,                                                             \
        .stiction = id##_stiction,                                                                 \
        .force_scale = id##_force_scale,                                                           \
        .scales = id##_scales,                                                                     \
    };

SLOT(slot0, opened[0])
SLOT(slot1, opened[1])
SLOT(slot2, opened[2])
SLOT(slot3, opened[3])
SLOT(slot4, opened[4])
SLOT(slot5, opened[5])
SLOT(slot6, opened[6])
SLOT(slot7, opened[7])

static const struct model *const slots[FMU_LAWS] = {
    &slot0_members, &slot1_members, &slot2_members, &slot3_members,
    &slot4_members, &slot5_members, &slot6_members, &slot7_members,
};

const struct model *slot_open(struct unit *unit)
{
    int i = 0;
    while (i < FMU_LAWS && opened[i])
        i++;
    if (i == FMU_LAWS)
        return NULL;
    opened[i] = unit;
    return slots[i];
}
