/* Identities between the functions of any law, along motions that reverse, so that the memory
 * differs from the initial one:
 *
 *     the flow over two times is the flow over their sum,
 *     the works over two times make that over their sum,
 *     the work over a short time is force times time,
 *     what a flow does at once are the transitions whose guards have fired,
 *     states that relax do so at their rates,
 *     the force of what has settled is the steady force,
 *     rates and force asked for at once are those asked for one by one,
 *     the parts of the work are the work.
 */
#include <float.h>

#include "properties/self_check/near.h"
#include "properties/self_check/self_check.h"
#include "properties/trials/candidate.h"

#define expect PREC(self_check_expect)

enum { MOTIONS = 60, TURNS = 6 };

/* Returns the magnitude of the terms of a state: its bound; if it has none, the travel for a
 * length, and for others what they are and become at their present rate. */
static real size_of(struct self_check *t, const struct model_sample *a, unsigned i, real travel)
{
    real bound[MODEL_MAX_STATES] = { (real)INFINITY }, dx[MODEL_MAX_STATES] = { 0 };
    if (t->model->bound)
        t->model->bound(a->p, bound);
    if (t->model->bound && isfinite(bound[i]))
        return bound[i];
    if (strcmp(t->model->states[i].unit, "m") == 0)
        return travel;
    t->model->rate(a->p, a->mem, a->v, a->s, a->x, dx);
    return r_abs(a->x[i]) + r_abs(dx[i]) * a->h;
}

/* 64 roundings of the terms: the parts are a fraction of the whole that is never exact, and later
 * motion depends on them. */
static const real TOLERANCE = 64 * R_EPSILON;

static void check_parts(struct self_check *t, const struct model_sample *start, real part,
                        real travel)
{
    struct model_sample whole, parts;
    PREC(model_sample_copy)(&whole, start);
    PREC(model_sample_copy)(&parts, start);
    const real h1 = part * start->h, h2 = start->h - h1;
    const real tolerance =
        TOLERANCE * PREC(model_magnification)(t->model, start->p, r_abs(start->v) * start->h);
    const real force =
        t->model->force_scale ? t->model->force_scale(start->p, start->v, travel) : 0;
    real work = 0, sum = 0;
    if (t->model->work) {
        work = t->model->work(start->p, start->mem, start->v, start->s, start->h, start->x);
        sum = t->model->work(start->p, start->mem, start->v, start->s, h1, start->x);
    }
    t->model->flow(whole.p, whole.mem, start->v, start->s, start->h, whole.x);
    t->model->flow(parts.p, parts.mem, start->v, start->s, h1, parts.x);
    if (t->model->work)
        sum += t->model->work(parts.p, parts.mem, start->v, start->s, h2, parts.x);
    t->model->flow(parts.p, parts.mem, start->v, start->s, h2, parts.x);
    for (unsigned i = 0; i < t->model->n_states; i++)
        expect(t, r_abs(whole.x[i] - parts.x[i]) <= tolerance * size_of(t, start, i, travel),
               "%s after %a s at %a m/s: %a, in two parts %a", t->model->states[i].name,
               (double)start->h, (double)start->v, (double)whole.x[i], (double)parts.x[i]);
    expect(t, r_abs(work - sum) <= tolerance * force * start->h,
           "work over %a s at %a m/s: %a, in two parts %a", (double)start->h, (double)start->v,
           (double)work, (double)sum);
}

/* In a time of half the digits of that in which the states change, the force changes by as many
 * digits of its scale: 8 times that is allowed, since lengths are only scales, and viscous terms
 * change at their own pace. The travel in that time is a difference of travels, and may have their
 * rounding. */
static void check_force(struct self_check *t, const struct model_sample *start, real travel)
{
    const real fraction = r_sqrt(R_EPSILON) / 4;
    const real h = fraction * t->model->length(start->p) / r_abs(start->v);
    const real work = t->model->work(start->p, start->mem, start->v, start->s, h, start->x);
    const real force = t->model->force(start->p, start->mem, start->v, start->s, start->x);
    const real scale = t->model->force_scale(start->p, start->v, travel);
    const real rounding = 4 * R_EPSILON * travel / (r_abs(start->v) * h);
    expect(t, r_abs(work / h - force) <= (8 * fraction + rounding) * scale,
           "force %a at %a m/s, by its work %a", (double)force, (double)start->v,
           (double)(work / h));
}

/* Makes a check that compares what is here with a neighbour: with itself, and, where that fails,
 * with one after the other until one agrees. */
static void check_neighbours(struct self_check *t, const struct model_sample *a, real travel,
                             void (*check)(struct self_check *t, const struct model_sample *here,
                                           const struct model_sample *neighbour, real travel))
{
    struct self_check here = *t;
    check(&here, a, a, travel);
    bool agrees = here.failures == t->failures;
    for (unsigned k = 0; k < PREC(near_neighbours)(t->model) && !agrees; k++) {
        struct self_check there = *t;
        struct model_sample neighbour;
        if (!PREC(near_neighbour)(t->model, &neighbour, a, k))
            continue;
        check(&there, a, &neighbour, travel);
        agrees = there.failures == t->failures;
    }
    if (!agrees)
        *t = here;
}

/* At the beginning of a hold the flow over almost no time must leave the same memory as guards and
 * transitions applied until none fires, and the same states except for what the time changes: here
 * or, where roundings tell whether a guard has fired, at a neighbour. */
static void check_events(struct self_check *t, const struct model_sample *start,
                         const struct model_sample *neighbour, real travel)
{
    enum { MOST = 1000 };
    struct model_sample settled, moved;
    (void)travel; /* it has been so far, the state is so far now */
    const real h = R_EPSILON * t->model->length(start->p) / r_abs(start->v);
    PREC(model_sample_copy)(&settled, start);
    PREC(model_sample_copy)(&moved, neighbour);
    t->model->flow(moved.p, moved.mem, start->v, start->s, h, moved.x);
    for (unsigned made = 0, fired = 0; fired < t->model->n_guards && made < MOST; made++) {
        real g[MODEL_MAX_GUARDS];
        t->model->guard(settled.p, settled.mem, start->v, settled.x, g);
        for (fired = 0; fired < t->model->n_guards && !(g[fired] < 0);)
            fired++;
        if (fired < t->model->n_guards)
            expect(t,
                   t->model->transition(settled.p, fired, start->v, settled.x, settled.mem) ==
                       STATUS_OK,
                   "transition %u at %a m/s fails", fired, (double)start->v);
    }
    for (unsigned i = 0; i < t->model->n_ints; i++)
        expect(t, settled.mem->ints[i] == moved.mem->ints[i],
               "ints[%u] at %a m/s: %lld by transitions, %lld by the flow", i, (double)start->v,
               (long long)settled.mem->ints[i], (long long)moved.mem->ints[i]);
    for (unsigned i = 0; i < t->model->n_reals; i++)
        expect(t,
               r_abs(settled.mem->reals[i] - moved.mem->reals[i]) <=
                   TOLERANCE * r_abs(moved.mem->reals[i]),
               "reals[%u] at %a m/s: %a by transitions, %a by the flow", i, (double)start->v,
               (double)settled.mem->reals[i], (double)moved.mem->reals[i]);
    real dx[MODEL_MAX_STATES] = { 0 };
    t->model->rate(settled.p, settled.mem, start->v, start->s, settled.x, dx);
    for (unsigned i = 0; i < t->model->n_states; i++)
        expect(t,
               r_abs(settled.x[i] - moved.x[i]) <=
                   2 * h * r_abs(dx[i]) +
                       TOLERANCE *
                           size_of(t, start, i, r_abs(start->x[i]) + t->model->length(start->p)),
               "%s at %a m/s: %a by transitions, %a by the flow", t->model->states[i].name,
               (double)start->v, (double)settled.x[i], (double)moved.x[i]);
}

/* Rates and force with one number of the sample replaced by another. */
struct values {
    real rate[MODEL_MAX_STATES], force;
};

static struct values values_with(struct self_check *t, const struct model_sample *a,
                                 const real *number, real value)
{
    struct model_sample b;
    struct values out;
    PREC(model_sample_copy)(&b, a);
    if (number == &a->v)
        b.v = value;
    else
        b.x[number - a->x] = value;
    t->model->rate(b.p, b.mem, b.v, b.s, b.x, out.rate);
    out.force = t->model->force(b.p, b.mem, b.v, b.s, b.x);
    return out;
}

/* A central difference with step d is off by terms of order d^2, by far less than the two one-sided
 * ones disagree, and by the roundings of two values over d: of their terms, which show at the
 * opposite states. Where those two disagree by much there is a kink. */
static void check_slope(struct self_check *t, const char *what, real slope, const real at[3],
                        real turned, real d)
{
    const real backward = (at[1] - at[0]) / d, forward = (at[2] - at[1]) / d;
    const real terms = r_abs(at[0]) + r_abs(at[2]) + r_abs(turned);
    const real rounding = 64 * R_EPSILON * terms / d;
    if (r_abs(forward - backward) > C(0.02) * r_abs(forward) + rounding)
        return;
    const real central = backward / 2 + forward / 2;
    const real allowed = r_abs(forward - backward) + C(1e-4) * r_abs(central) + rounding;
    expect(t, r_abs(slope - central) <= allowed, "%s is %g, by differences %g", what, (double)slope,
           (double)central);
}

static struct values values_turned(struct self_check *t, const struct model_sample *a)
{
    struct model_sample b;
    PREC(model_sample_copy)(&b, a);
    for (unsigned i = 0; i < t->model->n_states; i++) {
        const struct quantity *q = &t->model->states[i];
        if (-a->x[i] >= (real)q->lo && -a->x[i] <= (real)q->hi)
            b.x[i] = -a->x[i];
    }
    return values_with(t, &b, &b.v, b.v);
}

/* Where the memory says that a state stays as long as its rate has a sign, roundings tell whether
 * it does: the derivatives are those here or at a neighbour. */
static void check_jacobian(struct self_check *t, const struct model_sample *a,
                           const struct model_sample *neighbour, real travel)
{
    struct jacobian jac;
    const real part = C(0x1p-17);
    const struct values turned = values_turned(t, a), here = values_with(t, a, &a->v, a->v);
    t->model->jacobian(neighbour->p, neighbour->mem, a->v, a->s, neighbour->x, &jac);
    for (unsigned j = 0; j <= t->model->n_states; j++) {
        const bool of_state = j < t->model->n_states;
        const real *number = of_state ? &a->x[j] : &a->v;
        const real d = part * (of_state ? size_of(t, a, j, travel) : r_abs(a->v));
        if (r_abs(*number) <= d) /* odd functions may be flat here */
            continue;
        const struct values below = values_with(t, a, number, *number - d);
        const struct values above = values_with(t, a, number, *number + d);
        const real forces[] = { below.force, here.force, above.force };
        check_slope(t, of_state ? "dF/dx" : "dF/dv", of_state ? jac.force_x[j] : jac.force_v,
                    forces, turned.force, d);
        for (unsigned i = 0; i < t->model->n_states; i++) {
            const real rates[] = { below.rate[i], here.rate[i], above.rate[i] };
            check_slope(t, of_state ? "drate/dx" : "drate/dv",
                        of_state ? jac.rate_x[i * t->model->n_states + j] : jac.rate_v[i], rates,
                        turned.rate[i], d);
        }
    }
}

/* States that relax each by itself: the rates that the law states are its rates. */
static void check_relaxation(struct self_check *t, const struct model_sample *a)
{
    const struct model *model = t->model;
    real steady[MODEL_MAX_STATES], rate_of[MODEL_MAX_STATES], dx[MODEL_MAX_STATES];
    model->relaxation(a->p, a->v, a->s, steady, rate_of);
    model->rate(a->p, a->mem, a->v, a->s, a->x, dx);
    for (unsigned i = 0; i < model->n_states; i++)
        expect(t,
               r_abs(rate_of[i] * (steady[i] - a->x[i]) - dx[i]) <=
                   TOLERANCE * rate_of[i] * (r_abs(steady[i]) + r_abs(a->x[i])),
               "%s at %a m/s: rate %a, by relaxation %a", model->states[i].name, (double)a->v,
               (double)dx[i], (double)(rate_of[i] * (steady[i] - a->x[i])));
}

/* Rates and force at once. A compiler may round them otherwise; terms show at the opposite states.
 */
static void check_both(struct self_check *t, const struct model_sample *a)
{
    const struct model *model = t->model;
    const struct values apart = values_with(t, a, &a->v, a->v), turned = values_turned(t, a);
    real dx[MODEL_MAX_STATES];
    const real force = model->rate_and_force(a->p, a->mem, a->v, a->s, a->x, dx);
    expect(t, r_abs(force - apart.force) <= TOLERANCE * (r_abs(apart.force) + r_abs(turned.force)),
           "force at %a m/s: %a with the rates, %a alone", (double)a->v, (double)force,
           (double)apart.force);
    for (unsigned i = 0; i < model->n_states; i++)
        expect(t,
               r_abs(dx[i] - apart.rate[i]) <=
                   TOLERANCE * (r_abs(apart.rate[i]) + r_abs(turned.rate[i])),
               "rate of %s at %a m/s: %a with the force, %a alone", model->states[i].name,
               (double)a->v, (double)dx[i], (double)apart.rate[i]);
}

static void check_work_parts(struct self_check *t, const struct model_sample *a, real travel)
{
    const struct model *model = t->model;
    real part[MODEL_MAX_PARTS], sum = 0;
    model->work_parts(a->p, a->mem, a->v, a->s, a->h, a->x, part);
    for (unsigned i = 0; i < model->n_parts; i++)
        sum += part[i];
    const real work = model->work(a->p, a->mem, a->v, a->s, a->h, a->x);
    const real tolerance = TOLERANCE * PREC(model_magnification)(model, a->p, r_abs(a->v) * a->h) *
                           model->force_scale(a->p, a->v, travel) * a->h;
    expect(t, r_abs(sum - work) <= tolerance, "work over %a s at %a m/s: %a, of its parts %a",
           (double)a->h, (double)a->v, (double)work, (double)sum);
}

/* After fifty times that in which it settles the force is the steady one. */
static void check_steady_force(struct self_check *t, const struct model_sample *a)
{
    enum { TIMES = 50 };
    const struct model *model = t->model;
    struct model_sample settled;
    PREC(model_sample_copy)(&settled, a);
    const real h = TIMES / model->settling_rate(a->p, a->v);
    if (h > 0)
        model->flow(settled.p, settled.mem, a->v, a->s, h, settled.x);
    const real force = model->force(settled.p, settled.mem, a->v, a->s, settled.x);
    const real steady = model->steady_force(a->p, a->v);
    const real scale = model->force_scale(a->p, a->v, r_abs(a->v) * h);
    expect(t, r_abs(force - steady) <= TOLERANCE * scale, "steady force %a at %a m/s, settled %a",
           (double)steady, (double)a->v, (double)force);
}

/* Tests holds from one in which little happens to the longest that signals have, each not quite
 * twice as long as the one before: if the first is right and each agrees with its parts, all are
 * right, also where a law takes another formula for settled states. */
void PREC(self_check_long_holds)(struct self_check *t)
{
    enum { FARTHEST = 32 /* lengths, for laws whose events take time */ };
    for (uint64_t i = 0; i < MOTIONS && t->model->flow; i++) {
        struct model_sample a;
        struct rng rng = rng_keyed(t->seed, "long holds", i);
        PREC(sample_near_defaults)(t->model, &a, "long holds", t->seed, i);
        const real length = PREC(model_sample_length)(t->model, a.p), speed = r_abs(a.v);
        const real longest = t->model->start ? FARTHEST * length / speed : (real)CANDIDATE_LONGEST;
        for (a.h = C(1e-3) * length / speed; a.h < longest;) {
            const real part = (real)(0.5 + 0.25 * rng_uniform(&rng));
            a.h /= part;
            check_parts(t, &a, part, speed * a.h + length);
        }
    }
}

void PREC(self_check_identities)(struct self_check *t)
{
    for (uint64_t i = 0; i < MOTIONS && t->model->flow; i++) {
        struct model_sample a;
        real travel = 0;
        PREC(sample_near_defaults)(t->model, &a, "identities", t->seed, i);
        for (uint64_t hold = 0; hold < TURNS; hold++) {
            PREC(near_turn)(t->model, &a, "identities", t->seed, TURNS * i + hold);
            const real length = t->model->length ? t->model->length(a.p) : 0;
            travel += r_abs(a.v) * a.h + length;
            if (t->model->n_guards > 0 && t->model->length)
                check_neighbours(t, &a, travel, check_events);
            check_parts(t, &a, C(0.3), travel);
            if (t->model->work && t->model->force_scale && t->model->n_parts > 0)
                check_work_parts(t, &a, travel);
            t->model->flow(a.p, a.mem, a.v, a.s, a.h, a.x);
            if (t->model->work && t->model->force_scale && t->model->length)
                check_force(t, &a, travel);
            if (t->model->rate_and_force)
                check_both(t, &a);
            if (t->model->relaxation)
                check_relaxation(t, &a);
            if (t->model->steady_force && t->model->settling_rate && t->model->force_scale)
                check_steady_force(t, &a);
            if (t->model->jacobian &&
                sizeof(real) == sizeof(double)) /* float has too few digits for this test */
                check_neighbours(t, &a, travel, check_jacobian);
        }
    }
}

/* Odd functions vanish at zero, where they have a value there: they are asked for at v != 0. */
void PREC(self_check_rest)(struct self_check *t)
{
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct model_sample a;
        PREC(sample_near_defaults)(t->model, &a, "rest", t->seed, i);
        const real rest = t->model->steady_force ? t->model->steady_force(a.p, 0) : 0;
        expect(t, rest == 0 || isnan(rest), "%a", (double)rest);
    }
}

/* At speeds whose squares over- or underflow all answers are still numbers. */
void PREC(self_check_numbers)(struct self_check *t)
{
    const int exponent = (sizeof(real) == sizeof(double) ? DBL_MAX_EXP : FLT_MAX_EXP) * 5 / 8;
    for (uint64_t i = 0; i < MOTIONS; i++) {
        struct model_sample a;
        real dx[MODEL_MAX_STATES] = { 0 };
        PREC(sample_near_defaults)(t->model, &a, "any speed", t->seed, i);
        double speed = ldexp(1, i % 2 ? exponent : -exponent);
        if (t->speed_max > 0)
            speed = fmin(speed, t->speed_max);
        a.v = a.s * (real)speed;
        t->model->rate(a.p, a.mem, a.v, a.s, a.x, dx);
        for (unsigned k = 0; k < t->model->n_states; k++)
            expect(t, !isnan(dx[k]), "rate of %s at %a m/s", t->model->states[k].name, (double)a.v);
        expect(t, !isnan(t->model->force(a.p, a.mem, a.v, a.s, a.x)), "force at %a m/s",
               (double)a.v);
    }
}
