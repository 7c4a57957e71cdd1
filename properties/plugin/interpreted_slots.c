/* Members of struct model have no context, so that each law that is interpreted has functions of
 * its own, like one from a shared object (interpreted.h). */
#include "properties/plugin/interpreted_parts.h"
#include "tools/base/memory.h"

static struct interpreted *opened[INTERPRETED_LAWS];

/* The members that are values, by their place in law_members. */
enum {
    MEMBER_STORAGE,
    MEMBER_STEADY_FORCE,
    MEMBER_SETTLING_RATE,
    MEMBER_BOUND,
    MEMBER_FORCE_SCALE,
    MEMBER_STRIBECK,
    MEMBER_BREAK_AWAY,
    MEMBER_CREEP_RESISTANCE,
    MEMBER_LENGTH,
    MEMBER_STRIBECK_SPEED,
    MEMBER_MAGNIFICATION,
    MEMBER_STICK_BAND,
    MEMBER_REGRESSOR,
    MEMBER_COEFFICIENTS,
    MEMBER_PRINTED_FORCE,
    MEMBER_PRINTED_REGRESSOR
};

/* Where a velocity is held, s is its sign. */
static real sign_of(real v) { return (real)((v > 0) - (v < 0)); }

#define PLACE const real p[], const struct memory *mem, real v, real s, const real x[]
#define POINT                                                                                      \
    &(struct interpreted_point) { .p = p, .mem = mem, .v = v, .s = s, .x = x }
#define AT(...)                                                                                    \
    &(struct interpreted_point) { .p = p, __VA_ARGS__ }
#define HELD(...) AT(.v = v, .s = sign_of(v), __VA_ARGS__)

#define DYNAMICS(id, is)                                                                           \
    static const char *id##_validate(const real p[]) { return interpreted_validate(is, p); }       \
    static void id##_rate(PLACE, real dx[]) { interpreted_run(is, &(is)->rate, POINT, NULL, dx); } \
    static real id##_force(PLACE)                                                                  \
    {                                                                                              \
        real F;                                                                                    \
        interpreted_run(is, &(is)->force, POINT, NULL, &F);                                        \
        return F;                                                                                  \
    }                                                                                              \
    static void id##_jacobian(PLACE, struct jacobian *jac)                                         \
    {                                                                                              \
        interpreted_jacobian(is, POINT, jac);                                                      \
    }                                                                                              \
    static void id##_stiction(const real p[], const struct memory *mem, const real x[], real f[2]) \
    {                                                                                              \
        interpreted_run(is, &(is)->stiction, AT(.mem = mem, .x = x), NULL, f);                     \
    }                                                                                              \
    static void id##_initial(const real p[], real x[]) { interpreted_initial(is, p, x); }          \
    static void id##_start(const real p[], uint64_t seed, struct memory *mem)                      \
    {                                                                                              \
        (void)seed;                                                                                \
        interpreted_start(is, p, mem);                                                             \
    }                                                                                              \
    static void id##_guard(const real p[], const struct memory *mem, real v, const real x[],       \
                           real g[])                                                               \
    {                                                                                              \
        interpreted_guard(is, AT(.mem = mem, .v = v, .x = x), g);                                  \
    }                                                                                              \
    static enum status id##_transition(const real p[], unsigned guard, real v, real x[],           \
                                       struct memory *mem)                                         \
    {                                                                                              \
        return interpreted_transition(is, p, guard, v, x, mem);                                    \
    }                                                                                              \
    static void id##_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])    \
    {                                                                                              \
        interpreted_flow(is, POINT, h, x);                                                         \
    }                                                                                              \
    static void id##_relaxation(const real p[], real v, real s, real steady[], real rate[])        \
    {                                                                                              \
        interpreted_relaxation(is, AT(.v = v, .s = s), steady, rate);                              \
    }                                                                                              \
    static real id##_work(const real p[], const struct memory *mem, real v, real s, real h,        \
                          const real x[])                                                          \
    {                                                                                              \
        real work;                                                                                 \
        interpreted_work(is, &(is)->mean, POINT, h, &work);                                        \
        return work;                                                                               \
    }                                                                                              \
    static void id##_work_parts(const real p[], const struct memory *mem, real v, real s, real h,  \
                                const real x[], real part[])                                       \
    {                                                                                              \
        interpreted_work(is, &(is)->parts, POINT, h, part);                                        \
    }

#define VALUES(id, is)                                                                             \
    static real id##_storage(const real p[], const struct memory *mem, const real x[])             \
    {                                                                                              \
        return interpreted_value(is, MEMBER_STORAGE, AT(.mem = mem, .x = x));                      \
    }                                                                                              \
    static real id##_steady_force(const real p[], real v)                                          \
    {                                                                                              \
        return interpreted_value(is, MEMBER_STEADY_FORCE, HELD());                                 \
    }                                                                                              \
    static real id##_settling_rate(const real p[], real v)                                         \
    {                                                                                              \
        return interpreted_value(is, MEMBER_SETTLING_RATE, HELD());                                \
    }                                                                                              \
    static void id##_bound(const real p[], real x_bound[])                                         \
    {                                                                                              \
        interpreted_values(is, MEMBER_BOUND, AT(), x_bound);                                       \
    }                                                                                              \
    static real id##_force_scale(const real p[], real v, real travel)                              \
    {                                                                                              \
        return interpreted_value(is, MEMBER_FORCE_SCALE, HELD(.travel = travel));                  \
    }                                                                                              \
    static real id##_stribeck(const real p[], real v)                                              \
    {                                                                                              \
        return interpreted_value(is, MEMBER_STRIBECK, HELD());                                     \
    }                                                                                              \
    static real id##_break_away(const real p[])                                                    \
    {                                                                                              \
        return interpreted_value(is, MEMBER_BREAK_AWAY, AT());                                     \
    }                                                                                              \
    static real id##_creep_resistance(const real p[])                                              \
    {                                                                                              \
        return interpreted_value(is, MEMBER_CREEP_RESISTANCE, AT());                               \
    }                                                                                              \
    static real id##_length(const real p[]) { return interpreted_value(is, MEMBER_LENGTH, AT()); } \
    static real id##_stribeck_speed(const real p[])                                                \
    {                                                                                              \
        return interpreted_value(is, MEMBER_STRIBECK_SPEED, AT());                                 \
    }                                                                                              \
    static real id##_magnification(const real p[], real path)                                      \
    {                                                                                              \
        return interpreted_value(is, MEMBER_MAGNIFICATION, AT(.travel = path));                    \
    }                                                                                              \
    static real id##_stick_band(const real p[])                                                    \
    {                                                                                              \
        return interpreted_value(is, MEMBER_STICK_BAND, AT());                                     \
    }                                                                                              \
    static void id##_regressor(PLACE, real u[])                                                    \
    {                                                                                              \
        interpreted_values(is, MEMBER_REGRESSOR, POINT, u);                                        \
    }                                                                                              \
    static void id##_coefficients(const real p[], real coefficient[])                              \
    {                                                                                              \
        interpreted_values(is, MEMBER_COEFFICIENTS, AT(), coefficient);                            \
    }                                                                                              \
    static real id##_printed_force(const real p[], real v)                                         \
    {                                                                                              \
        return interpreted_value(is, MEMBER_PRINTED_FORCE, HELD());                                \
    }                                                                                              \
    static real id##_printed_regressor(const real p[], real v0, real v, real s, const real x[])    \
    {                                                                                              \
        return interpreted_value(is, MEMBER_PRINTED_REGRESSOR,                                     \
                                 AT(.v = v, .s = s, .x = x, .reference = v0));                     \
    }

#define DOMAIN(id, is, a, b)                                                                       \
    static bool id##_contains_##a##b(const real p[])                                               \
    {                                                                                              \
        return interpreted_contains(is, 8 * (a) + (b), p);                                         \
    }
#define EIGHT(of, id, is, a)                                                                       \
    of(id, is, a, 0) of(id, is, a, 1) of(id, is, a, 2) of(id, is, a, 3) of(id, is, a, 4)           \
        of(id, is, a, 5) of(id, is, a, 6) of(id, is, a, 7)
#define ALL(of, id, is)                                                                            \
    EIGHT(of, id, is, 0)                                                                           \
    EIGHT(of, id, is, 1)                                                                           \
    EIGHT(of, id, is, 2)                                                                           \
    EIGHT(of, id, is, 3)                                                                           \
    EIGHT(of, id, is, 4) EIGHT(of, id, is, 5) EIGHT(of, id, is, 6) EIGHT(of, id, is, 7)
#define NAME_OF(id, is, a, b) id##_contains_##a##b,

/* All members, of which a law has those that its text gives. */
#define SLOT(id, is)                                                                               \
    DYNAMICS(id, is)                                                                               \
    VALUES(id, is)                                                                                 \
    ALL(DOMAIN, id, is)                                                                            \
    static bool (*const id##_domains[])(const real p[]) = { ALL(NAME_OF, id, is) };                \
    static const struct model id##_members = {                                                     \
        .validate = id##_validate,                                                                 \
        .rate = id##_rate,                                                                         \
        .force = id##_force,                                                                       \
        .jacobian = id##_jacobian,                                                                 \
        .stiction = id##_stiction,                                                                 \
        .initial = id##_initial,                                                                   \
        .start = id##_start,                                                                       \
        .guard = id##_guard,                                                                       \
        .transition = id##_transition,                                                             \
        .flow = id##_flow,                                                                         \
        .relaxation = id##_relaxation,                                                             \
        .work = id##_work,                                                                         \
        .work_parts = id##_work_parts,                                                             \
        .storage = id##_storage,                                                                   \
        .steady_force = id##_steady_force,                                                         \
        .settling_rate = id##_settling_rate,                                                       \
        .bound = id##_bound,                                                                       \
        .force_scale = id##_force_scale,                                                           \
        .stribeck = id##_stribeck,                                                                 \
        .break_away = id##_break_away,                                                             \
        .creep_resistance = id##_creep_resistance,                                                 \
        .length = id##_length,                                                                     \
        .stribeck_speed = id##_stribeck_speed,                                                     \
        .magnification = id##_magnification,                                                       \
        .stick_band = id##_stick_band,                                                             \
        .regressor = id##_regressor,                                                               \
        .coefficients = id##_coefficients,                                                         \
        .printed_force = id##_printed_force,                                                       \
        .printed_regressor = id##_printed_regressor,                                               \
    };

SLOT(slot0, opened[0])
SLOT(slot1, opened[1])
SLOT(slot2, opened[2])
SLOT(slot3, opened[3])
SLOT(slot4, opened[4])
SLOT(slot5, opened[5])
SLOT(slot6, opened[6])
SLOT(slot7, opened[7])

static const struct slot {
    const struct model *members;
    bool (*const *domains)(const real p[]);
} slots[INTERPRETED_LAWS] = {
    { &slot0_members, slot0_domains }, { &slot1_members, slot1_domains },
    { &slot2_members, slot2_domains }, { &slot3_members, slot3_domains },
    { &slot4_members, slot4_domains }, { &slot5_members, slot5_domains },
    { &slot6_members, slot6_domains }, { &slot7_members, slot7_domains },
};

static void drop_events(const struct interpreted *is, struct model *m)
{
    if (law_begins_at_zero(is->law))
        m->initial = NULL;
    if (!is->structure.is_hybrid) {
        m->start = NULL;
        m->guard = NULL;
    }
    if (!is->structure.is_hybrid || !law_has_transition(is->law))
        m->transition = NULL;
    if (!law_sticks(is->statements, &is->structure))
        m->stiction = NULL;
}

static void drop_solutions(const struct interpreted *is, struct model *m)
{
    const bool relaxes = structure_relaxes(&is->structure),
               works = structure_has_work(is->law, &is->structure);
    m->flow = relaxes || is->structure.is_static ? m->flow : NULL;
    m->relaxation = relaxes ? m->relaxation : NULL;
    m->work = works ? m->work : NULL;
    m->work_parts = works && m->n_parts > 0 ? m->work_parts : NULL;
}

static void drop_values(const struct interpreted *is, struct model *m)
{
#define DROP(NAME, name) m->name = is->members[NAME].n > 0 ? m->name : NULL
    DROP(MEMBER_STORAGE, storage);
    DROP(MEMBER_STEADY_FORCE, steady_force);
    DROP(MEMBER_SETTLING_RATE, settling_rate);
    DROP(MEMBER_BOUND, bound);
    DROP(MEMBER_FORCE_SCALE, force_scale);
    DROP(MEMBER_STRIBECK, stribeck);
    DROP(MEMBER_BREAK_AWAY, break_away);
    DROP(MEMBER_CREEP_RESISTANCE, creep_resistance);
    DROP(MEMBER_LENGTH, length);
    DROP(MEMBER_STRIBECK_SPEED, stribeck_speed);
    DROP(MEMBER_MAGNIFICATION, magnification);
    DROP(MEMBER_STICK_BAND, stick_band);
    DROP(MEMBER_REGRESSOR, regressor);
    DROP(MEMBER_COEFFICIENTS, coefficients);
    DROP(MEMBER_PRINTED_FORCE, printed_force);
    DROP(MEMBER_PRINTED_REGRESSOR, printed_regressor);
#undef DROP
}

/* Drops the members that do not follow from the text. */
static void keep(struct interpreted *is, const struct slot *slot)
{
    struct model *m = &is->model;
    for (unsigned i = 0; i < m->n_claims; i++)
        if (is->statements->claims[i].where != EXPRESSION_NONE)
            is->claims[i].contains = slot->domains[i];
    drop_events(is, m);
    drop_solutions(is, m);
    drop_values(is, m);
    if (is->law->n_constraints == 0 && m->whole_params == 0)
        m->validate = NULL;
}

const struct model *interpreted_law(struct equations *law, struct statements *statements)
{
    int i = 0;
    while (i < INTERPRETED_LAWS && opened[i])
        i++;
    if (i == INTERPRETED_LAWS || statements->n_claims > INTERPRETED_CLAIMS)
        return NULL;
    struct interpreted *is = opened[i] = memory_array(1, sizeof *is);
    *is = (struct interpreted){ .law = law, .statements = statements, .model = *slots[i].members };
    structure_find(law, &is->structure);
    interpreted_programs(is);
    interpreted_tables(is);
    keep(is, &slots[i]);
    return &is->model;
}
