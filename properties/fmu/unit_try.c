/* Tries a unit at its start values (unit.h). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "properties/fmu/unit.h"

/* Speeds at which event indicators are asked: halves of the largest, of either sign. */
/* N, or a unit of rates: by how much what is continuous may differ next to rest, whatever its
 * slope. */
static const double CONTINUOUS = DBL_MIN / DBL_EPSILON;

enum { SPEEDS = 24, STATES_TRIED = 8 };

/* What a place has in turn: the states at the beginning, then others of their magnitudes. */
static void vary(const struct fmu_description *d, unsigned turn, const double x0[], double x[])
{
    for (size_t i = 0; i < d->n_states; i++) {
        const double nominal = d->variables[d->states[i]].nominal;
        const double size = isfinite(nominal) && nominal > 0 ? nominal : 1e-5;
        const double share = turn % 2 == 0 ? 0.5 : -0.25;
        x[i] = x0[i] + (turn == 0 ? 0 : share * size / (double)turn * (double)(i + 1));
    }
}

static bool indicators_at(struct unit *u, double v, const double x[], double z[])
{
    return u->object.call->set(&u->object, u->instance, u->velocity, v) &&
           (u->n_states == 0 ||
            u->object.call->set_states(&u->object, u->instance, x, u->n_states)) &&
           u->object.call->indicators(&u->object, u->instance, z, u->n_indicators);
}

/* Notes which event indicators are those of the sign of v: they have it, or its opposite, at each
 * speed and state. Returns false where the unit fails. */
static bool find_signs(struct unit *u, const struct fmu_description *d, double speed_max,
                       const double x0[], bool is_sign[])
{
    double z[UNIT_INDICATORS], x[MODEL_MAX_STATES], sense[UNIT_INDICATORS] = { 0 };
    for (unsigned k = 0; k < 2 * SPEEDS * STATES_TRIED; k++) {
        const double v = (k % 2 ? -1 : 1) * ldexp(speed_max, -(int)(k / 2 % SPEEDS));
        vary(d, k / (2 * SPEEDS), x0, x);
        if (!indicators_at(u, v, x, z))
            return false;
        for (unsigned i = 0; i < u->n_indicators; i++) {
            if (k == 0)
                sense[i] = r_sign(z[i]);
            is_sign[i] =
                (k == 0 || is_sign[i]) && sense[i] != 0 && r_sign(z[i]) == sense[i] * r_sign(v);
        }
    }
    return true;
}

static bool differ(double a, double b)
{
    return fabs(a - b) > 64 * DBL_EPSILON * (fabs(a) + fabs(b)) + CONTINUOUS;
}

/* Notes whether force or rates differ on both sides of v = 0 at one of the states tried; of a unit
 * that remembers, where it begins: elsewhere it may have other events there. */
static void find_sides(struct unit *u, const struct fmu_description *d, const double p[],
                       const double x0[])
{
    struct memory mem = { 0 };
    double x[MODEL_MAX_STATES], side[2][MODEL_MAX_STATES + 1];
    bool any = u->nature.remembers;
    u->nature.has_sides = true; /* so that they are told apart */
    if (u->nature.remembers)
        unit_start(u, p, &mem);
    for (unsigned k = 0; k < (u->nature.remembers ? 1 : STATES_TRIED); k++) {
        vary(d, k, x0, x);
        for (int i = 0; i < 2; i++)
            unit_respond(u, &(struct unit_place){ p, &mem, 0, i == 0 ? -1 : 1, x }, side[i]);
        u->nature.sticks |= differ(side[0][u->n_states], side[1][u->n_states]);
        for (unsigned i = 0; i <= u->n_states; i++)
            any = any || differ(side[0][i], side[1][i]);
    }
    u->nature.has_sides = any;
}

static bool refuses(const struct unit *u, const char *what, char *problem)
{
    return fmu_wrong(problem, "is a unit that cannot %s at its start values%s%s", what,
                     *u->object.said ? ": it says " : "", u->object.said);
}

bool unit_try(struct unit *u, const struct fmu_description *d, const double p[], double speed_max,
              double x[], char problem[FMU_PROBLEM])
{
    bool is_sign[UNIT_INDICATORS] = { false };
    double value[MODEL_MAX_STATES + 1];
    if (d->n_indicators > UNIT_INDICATORS)
        return fmu_wrong(problem, "has %zu event indicators, expected at most %d", d->n_indicators,
                         UNIT_INDICATORS);
    if (!unit_accepts(u, p))
        return refuses(u, "be initialized", problem);
    if (u->is_timed)
        return fmu_wrong(problem, "has events at given times, which no friction law has");
    unit_initial(u, p, x);
    if (u->n_indicators > 0 && !find_signs(u, d, speed_max, x, is_sign))
        return refuses(u, "give its event indicators", problem);
    u->is_ready = false;
    bool any_sign = false;
    for (unsigned i = 0; i < u->n_indicators; i++) {
        u->nature.remembers |= !is_sign[i];
        any_sign |= is_sign[i];
    }
    u->nature.follows = u->nature.remembers && any_sign;
    if (u->nature.remembers && !d->saves)
        return fmu_wrong(problem,
                         "has events beside zeros of v, and its state cannot be saved: expected "
                         "canGetAndSetFMUstate");
    find_sides(u, d, p, x);
    for (unsigned i = 0; i < u->n_states; i++)
        u->nature.begins_elsewhere |= x[i] != 0;
    struct memory mem = { 0 };
    if (u->nature.remembers)
        unit_start(u, p, &mem);
    unit_respond(u, &(struct unit_place){ p, &mem, 0x1p-20 * speed_max, 1, x }, value);
    return isfinite(value[u->n_states]) || refuses(u, "give its force", problem);
}
