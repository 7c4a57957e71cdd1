/* Small faults in one function of a law at a time: of each law and each function, in places that
 * take turns with the seed. What contradicts another function of the same law must be found. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/self_check/self_check.h"
#include "tools/testing/test_random.h"

/* The law, and where its function is off by a thousandth. */
enum where { EVERYWHERE, BACKWARDS, FAST, SLOW, STRETCHED, N_PLACES };

static struct {
    const struct model *model;
    enum where where;
    real length, speed;
    real off;       /* by which part of itself */
    unsigned entry; /* of what has several */
    unsigned asked; /* how often it was off */
} at;

/* A thousandth. */
static const real OFF = C(1e-3);

static bool is_there(real v, const real x[])
{
    switch (at.where) {
    case BACKWARDS:
        return v < 0;
    case FAST:
        return r_abs(v) > at.speed;
    case SLOW:
        return r_abs(v) < at.speed;
    case STRETCHED:
        return at.model->n_states > 0 && r_abs(x[0]) > at.length / 4;
    default:
        return true;
    }
}

/* Returns a number that is off where it should be. */
static real off(real value, real v, const real x[])
{
    if (value == 0 || !is_there(v, x))
        return value;
    at.asked++;
    return value * (1 + at.off);
}

#define ARGUMENTS const real p[], const struct memory *mem, real v, real s

static real off_force(ARGUMENTS, const real x[])
{
    return off(at.model->force(p, mem, v, s, x), v, x);
}

static void off_rate(ARGUMENTS, const real x[], real dx[])
{
    at.model->rate(p, mem, v, s, x, dx);
    if (at.entry < at.model->n_states)
        dx[at.entry] = off(dx[at.entry], v, x);
}

static void off_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    real before[MODEL_MAX_STATES] = { 0 };
    memcpy(before, x, at.model->n_states * sizeof *x);
    at.model->flow(p, mem, v, s, h, x);
    const unsigned i = at.entry;
    if (i < at.model->n_states)
        x[i] = before[i] + off(x[i] - before[i], v, before);
}

static real off_work(ARGUMENTS, real h, const real x[])
{
    return off(at.model->work(p, mem, v, s, h, x), v, x);
}

static void off_parts(ARGUMENTS, real h, const real x[], real part[])
{
    at.model->work_parts(p, mem, v, s, h, x, part);
    part[at.entry] = off(part[at.entry], v, x);
}

static real off_both(ARGUMENTS, const real x[], real dx[])
{
    const real force = at.model->rate_and_force(p, mem, v, s, x, dx);
    if (at.entry == 0) /* the force, and then the rates */
        return off(force, v, x);
    dx[at.entry - 1] = off(dx[at.entry - 1], v, x);
    return force;
}

static void off_jacobian(ARGUMENTS, const real x[], struct jacobian *jac)
{
    const unsigned n = at.model->n_states, i = at.entry;
    at.model->jacobian(p, mem, v, s, x, jac);
    real *const entry = i < n           ? &jac->rate_v[i]
                        : i == n        ? &jac->force_v
                        : i < 2 * n + 1 ? &jac->force_x[i - n - 1]
                                        : &jac->rate_x[i - 2 * n - 1];
    *entry = off(*entry, v, x);
}

static real off_steady(const real p[], real v)
{
    const real rest[MODEL_MAX_STATES] = { 0 };
    return off(at.model->steady_force(p, v), v, rest);
}

static void off_relaxation(const real p[], real v, real s, real steady[], real rate[])
{
    const real rest[MODEL_MAX_STATES] = { 0 };
    const unsigned n = at.model->n_states, i = at.entry;
    at.model->relaxation(p, v, s, steady, rate);
    real *const entry = i < n ? &rate[i] : &steady[i - n];
    *entry = off(*entry, v, rest);
}

/* The functions that are off, one at a time. */
#define MEMBERS(X)                                                                                 \
    X(force, off_force)                                                                            \
    X(rate, off_rate)                                                                              \
    X(flow, off_flow)                                                                              \
    X(work, off_work)                                                                              \
    X(work_parts, off_parts)                                                                       \
    X(rate_and_force, off_both)                                                                    \
    X(jacobian, off_jacobian)                                                                      \
    X(steady_force, off_steady)                                                                    \
    X(relaxation, off_relaxation)

enum {
#define X(member, function) MEMBER_##member,
    MEMBERS(X)
#undef X
        N_MEMBERS
};

/* Puts function number i of the list in place of the law's. Returns its name, or NULL when the law
 * has none. */
static const char *corrupt(struct model *model, int i)
{
#define X(member, function)                                                                        \
    if (i == MEMBER_##member) {                                                                    \
        if (!model->member)                                                                        \
            return NULL;                                                                           \
        model->member = function;                                                                  \
        return #member;                                                                            \
    }
    MEMBERS(X)
#undef X
    return "";
}

/* Makes the law's function off at a place. */
static void set_place(const struct model *model, enum where where)
{
    real p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    at.model = model;
    at.where = where;
    at.off = OFF;
    at.entry = 0;
    at.length = model->length ? model->length(p) : 1;
    at.speed = model->stribeck_speed ? model->stribeck_speed(p) : C(1e-3);
    at.asked = 0;
}

Test(faults, of_a_thousandth_are_found)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int i = 0; i < N_MEMBERS; i++)
            for (enum where where = 0; where < N_PLACES; where++) {
                if ((where + (unsigned)i + (unsigned)(m - PREC(models)) + test_seed()) % N_PLACES)
                    continue; /* the turn of another place */
                struct model law = **m;
                char text[SELF_CHECK_TEXT];
                const char *name = corrupt(&law, i);
                if (!name)
                    break;
                set_place(*m, where);
                const bool passes = PREC(self_check)(&law, 1, text);
                cr_expect(!passes || at.asked == 0, "%s: %s, place %d, off %u times", (*m)->name,
                          name, (int)where, at.asked);
            }
}

enum check { FLOW, LONG, IDENTITIES, UNITS, REST, NUMBERS, N_CHECKS };

static void (*const checks[N_CHECKS])(struct self_check *) = {
    PREC(self_check_flow_consistency),
    PREC(self_check_long_holds),
    PREC(self_check_identities),
    PREC(self_check_units),
    PREC(self_check_rest),
    PREC(self_check_numbers),
};

/* Which checks compare a function with another: each calls it, finds by itself that it is off
 * everywhere, and no other check does. */
Test(faults, are_found_by_each_check_that_compares)
{
    static const bool compares[N_MEMBERS][N_CHECKS] = {
        [MEMBER_force] = { [FLOW] = true, [IDENTITIES] = true },
        [MEMBER_rate] = { [FLOW] = true, [IDENTITIES] = true },
        [MEMBER_flow] = { [FLOW] = true, [LONG] = true, [IDENTITIES] = true },
        [MEMBER_work] = { [FLOW] = true, [IDENTITIES] = true },
        [MEMBER_work_parts] = { [IDENTITIES] = true },
        [MEMBER_rate_and_force] = { [IDENTITIES] = true },
        [MEMBER_jacobian] = { [IDENTITIES] = true },
        [MEMBER_steady_force] = { [IDENTITIES] = true },
        [MEMBER_relaxation] = { [IDENTITIES] = true },
    };
    unsigned off_times[N_MEMBERS][N_CHECKS] = { { 0 } };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int i = 0; i < N_MEMBERS; i++)
            for (int k = 0; k < N_CHECKS; k++) {
                struct model law = **m;
                const char *name = corrupt(&law, i);
                struct self_check t = { .model = &law, .seed = test_seed() };
                /* without a length no force is compared with work over a short time */
                const bool lacks = k == IDENTITIES && i == MEMBER_work && !law.length;
                set_place(*m, EVERYWHERE);
                if (!name || lacks)
                    continue;
                checks[k](&t);
                cr_expect_eq(t.failures > 0, compares[i][k] && at.asked > 0, "%s: %s, check %d: %s",
                             law.name, name, k, t.first);
                off_times[i][k] += at.asked;
            }
    /* a check that calls no function finds no fault in it */
    for (int i = 0; i < N_MEMBERS; i++)
        for (int k = 0; k < N_CHECKS; k++)
            cr_expect(!compares[i][k] || off_times[i][k] > 0, "function %d, check %d", i, k);
}

/* The power of two by which a function is off and is still found. Roundings are 2^-52 and
 * tolerances 64 of them, 2^-46, of the largest number that a value is a sum of, which a value may
 * be some times less than. Work, its parts and steady forces are compared after motions, with the
 * digits that are lost on the way (6 to 12 bits). Force and work agree over times of half the
 * digits, 2^-26, to 8 times that and of the scale of forces; Jacobians agree with differences to
 * 1e-4, 2^-13. 0: the check compares nothing. */
static int finest(const struct model *law, int member, enum check check)
{
    const bool compared[] = {
        [MEMBER_force] = law->rate_and_force,
        [MEMBER_rate] = law->rate_and_force || law->relaxation,
        [MEMBER_work] = law->n_parts > 0,
    };
    const bool moves = member <= MEMBER_work;
    if (check == FLOW)
        return moves ? 42 : 0;
    if (check == LONG)
        return member == MEMBER_flow ? 40 : 0;
    switch (member) {
    case MEMBER_force:
        return compared[member] ? 44 : 18;
    case MEMBER_rate:
        return compared[member] ? 44 : 12;
    case MEMBER_work:
        return compared[member] ? 42 : 18;
    case MEMBER_flow:
        return 40;
    case MEMBER_work_parts:
        return 36;
    case MEMBER_steady_force:
        return 32;
    case MEMBER_jacobian:
        return 12;
    default:
        return 44;
    }
}

Test(faults, are_found_as_small_as_roundings_let)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int i = 0; i < N_MEMBERS; i++)
            for (enum check k = FLOW; k <= IDENTITIES; k++) {
                struct model law = **m;
                const char *name = corrupt(&law, i);
                struct self_check t = { .model = &law, .seed = 1 };
                const int bits = finest(*m, i, k);
                const bool lacks = i == MEMBER_work && k == IDENTITIES && !law.length;
                set_place(*m, EVERYWHERE);
                if (!name || bits == 0 || lacks)
                    continue;
                at.off = (real)ldexp(1, -bits);
                checks[k](&t);
                cr_expect_eq(t.failures > 0, at.asked > 0, "%s: %s off by 2^-%d, check %d",
                             law.name, name, bits, (int)k);
            }
}

/* The flow, of which what it changes in the memory is off: by a thousandth, or by one. */
static void off_memory(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    const struct memory before = *mem;
    at.model->flow(p, mem, v, s, h, x);
    for (unsigned i = 0; i < at.model->n_reals; i++)
        if (mem->reals[i] != before.reals[i])
            mem->reals[i] = off(mem->reals[i], v, x);
    for (unsigned i = 0; i < at.model->n_ints && at.model->n_reals == 0; i++)
        if (mem->ints[i] != before.ints[i]) {
            mem->ints[i]++;
            at.asked++;
        }
}

/* The transition, of which what it changes in the memory is off: its numbers, or its counts. */
static bool of_counts;

static enum status off_transition(const real p[], unsigned i, real v, real x[], struct memory *mem)
{
    const struct memory before = *mem;
    const enum status status = at.model->transition(p, i, v, x, mem);
    for (unsigned k = 0; k < at.model->n_reals && !of_counts; k++)
        if (mem->reals[k] != before.reals[k])
            mem->reals[k] = off(mem->reals[k], v, x);
    for (unsigned k = 0; k < at.model->n_ints && of_counts; k++)
        if (mem->ints[k] != before.ints[k]) {
            mem->ints[k] += 1000;
            at.asked++;
        }
    return status;
}

/* What a flow remembers is what transitions remember. */
Test(faults, of_memory_are_found)
{
    unsigned remember[3] = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int of = 0; of < 3; of++) {
            struct model law = **m;
            struct self_check t = { .model = &law, .seed = test_seed() };
            if (!law.flow || (law.n_reals == 0 && law.n_ints == 0) || (of > 0 && !law.transition))
                continue;
            if (of == 0)
                law.flow = off_memory;
            else
                law.transition = off_transition;
            of_counts = of == 2;
            set_place(*m, EVERYWHERE);
            PREC(self_check_identities)(&t);
            cr_expect_eq(t.failures > 0, at.asked > 0, "%s, %d: off %u times: %s", law.name, of,
                         at.asked, t.first);
            remember[of] += at.asked > 0;
        }
    for (int of = 0; of < 3; of++)
        cr_expect_gt(remember[of], 0, "%d", of);
}

/* Returns how many numbers a function gives. */
static unsigned entries_of(const struct model *model, int member)
{
    const unsigned n = model->n_states;
    switch (member) {
    case MEMBER_rate:
    case MEMBER_flow:
        return n;
    case MEMBER_work_parts:
        return model->n_parts;
    case MEMBER_rate_and_force:
        return 1 + n;
    case MEMBER_jacobian:
        return (n + 1) * (n + 1);
    case MEMBER_relaxation:
        return 2 * n;
    default:
        return 1;
    }
}

/* Each number is looked at, not only the first. */
Test(faults, are_found_in_every_entry)
{
    unsigned tried[N_MEMBERS] = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int i = 0; i < N_MEMBERS; i++)
            for (unsigned entry = 1; entry < entries_of(*m, i); entry++) {
                struct model law = **m;
                const char *name = corrupt(&law, i);
                struct self_check t = { .model = &law, .seed = test_seed() };
                set_place(*m, EVERYWHERE);
                at.entry = entry;
                if (!name)
                    break;
                PREC(self_check_identities)(&t);
                if (t.failures == 0) /* a flow may be another law's */
                    PREC(self_check_flow_consistency)(&t);
                cr_expect_eq(t.failures > 0, at.asked > 0, "%s: entry %u of %s, off %u times",
                             law.name, entry, name, at.asked);
                tried[i] += at.asked > 0;
            }
    for (int i = 0; i < N_MEMBERS; i++)
        cr_expect(tried[i] > 0 || i == MEMBER_force || i == MEMBER_work || i == MEMBER_steady_force,
                  "function %d has entries", i);
}
