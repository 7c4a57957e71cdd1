/* See the header.
 *
 * The rounding bounds. A state after n holds: each hold evaluates its flow in at most 16
 * operations of relative error <= eps each (libm's functions: 2 eps), and k exp(-k) and
 * r exp(-r) damp the relative errors of k and r below 1; the exact flow does not expand, so
 * errors add up to at most 32 n eps times the model's bound (or the travel, for a state that
 * grows with it). The force is a sum of terms whose magnitudes add up to at most force_scale:
 * with states that accurate and at most 16 further operations, it is within 32 (n+1) eps
 * force_scale, the energy of a hold within that times |v| h, and a stored energy within
 * twice that times the length over which the states change.
 */
#include "properties/trial.h"

#include <string.h>

#include "properties/trial_regressor.h"

static const real ROUNDING = 32 * R_EPSILON;

int PREC(trial_part_index)(const struct model *model, const char *name)
{
    for (unsigned i = 0; i < model->n_parts; i++)
        if (strcmp(model->part_names[i], name) == 0)
            return (int)i;
    return -1;
}

int PREC(trial_state_index)(const struct model *model, const char *name)
{
    for (unsigned i = 0; i < model->n_states; i++)
        if (strcmp(model->states[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* The part that a property of I1 to I4 is about. */
static int part_of(const struct model *model, enum property property)
{
    static const char *const names[] = { "I1", "I2", "I3", "I4" };
    return PREC(trial_part_index)(model, names[property - I1_NONNEGATIVE]);
}

bool PREC(trial_applicable)(const struct model *model, enum property property)
{
    if (property == FINITE_FORCE)
        return true;
    if (property == PASSIVITY_AS_PRINTED)
        return model->printed_force;
    if (PREC(trial_regressor_is)(property))
        return PREC(trial_regressor_applicable)(model, property);
    if (!model->flow || !model->force_scale)
        return false;
    switch (property) {
    case PASSIVITY:
        return model->work;
    case DISSIPATION:
        return model->work && model->storage && model->length;
    case STATE_BOUND:
        return model->bound && model->n_states > 0;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return model->bound && model->stribeck && PREC(trial_state_index)(model, "y") >= 0;
    case STEADY_STATE:
        return model->steady_force && model->settling_rate;
    case NO_DRIFT:
        return model->break_away && model->length && model->n_states > 0;
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        return true;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return model->work_parts && part_of(model, property) >= 0;
    default:
        return false;
    }
}

static real path_length(const struct hold holds[], unsigned n)
{
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h;
    return sum;
}

/* Sum over holds of |v| h times the force's scale, J. */
static real energy_scale(const struct model *model, const real p[], const struct hold holds[],
                         unsigned n)
{
    const real travel = path_length(holds, n);
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v, travel);
    return sum;
}

/* One hold further, by the exact flow or as somebody else goes (by); with what went in, J. */
static void go(struct walk *w, const struct follower *by, struct hold hold)
{
    if (by)
        by->hold(by->ctx, w, hold, (struct seen){ NULL });
    else
        walk_flow(w, hold);
}

static real go_energy(struct walk *w, const struct follower *by, struct hold hold)
{
    real energy = 0;
    if (!by)
        return walk_hold(w, hold);
    by->hold(by->ctx, w, hold, (struct seen){ .energy = &energy });
    return energy;
}

/* The same; peak[n_states] is how far each state gets from 0: along the exact flow it is at an
 * end of the hold. */
static void go_far(struct walk *w, const struct follower *by, struct hold hold, real peak[])
{
    if (by) {
        by->hold(by->ctx, w, hold, (struct seen){ .peak = peak });
        return;
    }
    walk_flow(w, hold);
    for (unsigned i = 0; i < w->model->n_states; i++)
        peak[i] = r_abs(w->x[i]);
}

/* Energy of one part (or, part < 0, of all) over a hold. */
static real energy_of(struct walk *w, const struct follower *by, int part, struct hold hold)
{
    if (part < 0)
        return go_energy(w, by, hold);
    real impulse[MODEL_MAX_PARTS] = { 0 };
    if (by) {
        by->hold(by->ctx, w, hold, (struct seen){ .part = impulse });
        return impulse[part];
    }
    if (hold.v != 0)
        w->model->work_parts(w->p, w->mem, hold.v, r_sign(hold.v), hold.h, w->x, impulse);
    walk_flow(w, hold);
    return hold.v * impulse[part];
}

/* sum/exchanged; motion must cost, so that 0 is a violation where the property is strict. */
static real share(real sum, real exchanged, bool moved_and_strict)
{
    if (exchanged > 0)
        return sum / exchanged;
    return moved_and_strict ? 0 : 1;
}

/* The share, the energy exchanged, its scale, and the distance of struct margin. */
static real energy_margin(const struct model *model, const struct follower *by, const real p[],
                          int part, bool strict, const struct hold holds[], unsigned n,
                          real *exchanged, real *scale, real *distance)
{
    const real travel = path_length(holds, n);
    struct walk w;
    real sum = 0;
    bool moved = false;
    const real still = model->force_scale(p, 0, travel);
    *exchanged = *scale = 0;
    *distance = 100;
    walk_start(&w, model, p);
    for (unsigned i = 0; i < n; i++) {
        const real energy = energy_of(&w, by, part, holds[i]);
        const real most =
            r_abs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v, travel);
        sum += energy;
        *exchanged += r_abs(energy);
        *scale += most;
        if (most > 0)
            *distance = r_min(*distance, energy / (r_abs(holds[i].v) * holds[i].h * still));
        moved |= holds[i].v != 0;
    }
    *distance = r_max(*distance, 0);
    return share(sum, *exchanged, moved && strict);
}

static struct margin energies(const struct model *model, const struct follower *by, const real p[],
                              int part, bool strict, const struct hold holds[], unsigned n)
{
    struct margin m = { .rounding = 1 };
    real exchanged, scale;
    m.value = energy_margin(model, by, p, part, strict, holds, n, &exchanged, &scale, &m.distance);
    if (exchanged > 0)
        m.rounding = ROUNDING * ((real)(n + 1) * scale / exchanged + (real)n);
    return m;
}

unsigned PREC(trial_worst_prefix)(const struct model *model, const real p[], enum property property,
                                  const struct hold holds[], unsigned n)
{
    if (property != PASSIVITY && (property < I1_NONNEGATIVE || property > I4_NONNEGATIVE))
        return n;
    const int part = property == PASSIVITY ? -1 : part_of(model, property);
    struct walk w;
    real sum = 0, exchanged = 0, least = (real)INFINITY;
    unsigned worst = n;
    walk_start(&w, model, p);
    for (unsigned i = 0; i < n; i++) {
        const real energy = energy_of(&w, NULL, part, holds[i]);
        sum += energy;
        exchanged += r_abs(energy);
        if (exchanged > 0 && sum / exchanged <= least) {
            least = sum / exchanged;
            worst = i + 1;
        }
    }
    return worst;
}

/* A static law as its source prints it. */
static struct margin printed(const struct model *model, const real p[], const struct hold holds[],
                             unsigned n)
{
    real sum = 0, exchanged = 0;
    for (unsigned i = 0; i < n; i++) {
        const real v = holds[i].v;
        const real energy = v == 0 ? 0 : v * holds[i].h * model->printed_force(p, v);
        sum += energy;
        exchanged += r_abs(energy);
    }
    return (struct margin){ .value = share(sum, exchanged, path_length(holds, n) > 0),
                            .rounding = ROUNDING * (real)(n + 1) };
}

/* The smallest E - dS over holds, relative to all energy exchanged and stored. */
static struct margin dissipation(const struct model *model, const struct follower *by,
                                 const real p[], const struct hold holds[], unsigned n)
{
    struct walk w;
    real least = (real)INFINITY, total = 0, before = 0;
    walk_start(&w, model, p);
    before = model->storage(p, w.mem, w.x);
    for (unsigned i = 0; i < n; i++) {
        const real energy = go_energy(&w, by, holds[i]);
        const real after = model->storage(p, w.mem, w.x);
        least = r_min(least, energy - (after - before));
        total += r_abs(energy) + r_abs(after - before);
        before = after;
    }
    if (!(total > 0))
        return (struct margin){ .value = 1 };
    const real stored = 2 * model->force_scale(p, 0, path_length(holds, n)) * model->length(p);
    return (struct margin){
        .value = least / total,
        .rounding =
            ROUNDING * ((real)(n + 1) * (energy_scale(model, p, holds, n) + stored) / total + 1)
    };
}

static real state_margin(const struct model *model, const struct follower *by, const real p[],
                         const struct hold holds[], unsigned n)
{
    struct walk w;
    real bound[MODEL_MAX_STATES], peak[MODEL_MAX_STATES] = { 0 }, margin = 1;
    walk_start(&w, model, p);
    model->bound(p, bound);
    for (unsigned i = 0; i < n; i++) {
        go_far(&w, by, holds[i], peak);
        for (unsigned j = 0; j < model->n_states; j++)
            margin = r_min(margin, 1 - peak[j] / bound[j]);
    }
    return margin;
}

/* |y| relaxes monotonically to either side of 0 within a hold, so its largest value is at
 * one of the hold's ends; at the beginning the new velocity already counts. */
static real stribeck_margin(const struct model *model, const struct follower *by, const real p[],
                            bool over_history, const struct hold holds[], unsigned n)
{
    const int y = PREC(trial_state_index)(model, "y");
    struct walk w;
    real bound[MODEL_MAX_STATES] = { 0 }, peak[MODEL_MAX_STATES] = { 0 }, margin = 1, g = 0;
    walk_start(&w, model, p);
    model->bound(p, bound);
    for (unsigned i = 0; i < n; i++) {
        const real g_now = model->stribeck(p, holds[i].v);
        g = over_history ? r_max(g, g_now) : g_now;
        margin = r_min(margin, g - r_abs(w.x[y]) / bound[y]);
        go_far(&w, by, holds[i], peak);
        margin = r_min(margin, g - peak[y] / bound[y]);
    }
    return margin;
}

/* Along the signal, times `speed` as fast. */
static void run(struct walk *w, const struct model *model, const struct follower *by,
                const real p[], real speed, const struct hold holds[], unsigned n)
{
    walk_start(w, model, p);
    for (unsigned i = 0; i < n; i++)
        go(w, by, (struct hold){ speed * holds[i].v, holds[i].h / r_abs(speed) });
}

/* error/scale, also where nothing acts and the scale is 0. */
static real relative(real error, real scale) { return error == 0 ? 0 : error / scale; }

static real steady_margin(const struct model *model, const struct follower *by, const real p[],
                          const struct hold holds[], unsigned n)
{
    struct walk w;
    const struct hold last = holds[n - 1];
    if (last.v == 0)
        return 1; /* nothing is claimed */
    run(&w, model, by, p, 1, holds, n);
    const real error = r_abs(walk_force(&w, last.v) - model->steady_force(p, last.v));
    return 2 * r_exp(-model->settling_rate(p, last.v) * last.h) -
           relative(error, model->force_scale(p, last.v, path_length(holds, n)));
}

static real odd_margin(const struct model *model, const struct follower *by, const real p[],
                       const struct hold holds[], unsigned n)
{
    struct walk w, mirrored;
    const real v = holds[n - 1].v;
    run(&w, model, by, p, 1, holds, n);
    run(&mirrored, model, by, p, -1, holds, n);
    return -relative(r_abs(walk_force(&w, v) + walk_force(&mirrored, -v)),
                     model->force_scale(p, v, path_length(holds, n)));
}

/* Four times the speed: exact in binary. */
static real rate_margin(const struct model *model, const struct follower *by, const real p[],
                        const struct hold holds[], unsigned n)
{
    struct walk w, fast;
    const real v = holds[n - 1].v;
    run(&w, model, by, p, 1, holds, n);
    run(&fast, model, by, p, 4, holds, n);
    return -relative(r_abs(walk_force(&w, v) - walk_force(&fast, 4 * v)),
                     model->force_scale(p, 4 * v, path_length(holds, n)));
}

/* What a window of holds i..j must be for its travel to count as drift, and by how much it
 * does; see trial.h. */
enum { CLOSED = 1000 };

struct turning {
    real travel, x[MODEL_MAX_STATES];
    bool gentle; /* the hold that ends here stayed so */
};

static bool reverses(const struct hold holds[], unsigned from, unsigned to)
{
    bool forth = false, back = false;
    for (unsigned i = from; i < to; i++) {
        forth |= holds[i].v > 0;
        back |= holds[i].v < 0;
    }
    return forth && back;
}

/* Whether the law, where it is on its way at velocity v, stays below 0.9 of what breaks it away
 * and of what it takes to slide at that speed. */
static bool gentle(const struct walk *w, real v)
{
    real limit = w->model->break_away(w->p);
    if (v != 0 && w->model->steady_force)
        limit = r_min(limit, r_abs(w->model->steady_force(w->p, v)));
    return r_abs(walk_force(w, v)) <= C(0.9) * limit;
}

static struct margin drift(const struct model *model, const struct follower *by, const real p[],
                           const struct hold holds[], unsigned n)
{
    struct turning at[DRIFT_MAX_HOLDS + 1];
    struct walk w;
    struct margin worst = { .value = 1 };
    real bound[MODEL_MAX_STATES] = { 0 }; /* a state without bound is the travel itself */
    if (n > DRIFT_MAX_HOLDS)
        n = DRIFT_MAX_HOLDS;
    if (model->bound)
        model->bound(p, bound);
    walk_start(&w, model, p);
    at[0].travel = 0;
    memcpy(at[0].x, w.x, sizeof w.x);
    for (unsigned j = 1; j <= n; j++) {
        const struct hold hold = holds[j - 1];
        at[j].gentle = gentle(&w, hold.v);
        go(&w, by, hold);
        at[j].gentle &= gentle(&w, hold.v);
        at[j].travel = at[j - 1].travel + hold.v * hold.h;
        memcpy(at[j].x, w.x, sizeof w.x);
        real path = r_abs(hold.v) * hold.h;
        for (unsigned i = j - 1; at[i + 1].gentle; i--) {
            real gap = 0;
            for (unsigned k = 0; k < model->n_states; k++)
                if (isfinite(bound[k]))
                    gap = r_max(gap, r_abs(at[j].x[k] - at[i].x[k]));
            const real margin = (CLOSED * gap - r_abs(at[j].travel - at[i].travel)) / path;
            if (reverses(holds, i, j) && margin < worst.value) {
                worst.value = margin;
                worst.rounding =
                    ROUNDING * (real)n * (CLOSED * (model->length(p) + path) + path) / path;
            }
            if (i == 0)
                break;
            path += r_abs(holds[i - 1].v) * holds[i - 1].h;
        }
    }
    return worst;
}

static bool all_finite(const struct model *model, const real p[], const struct memory *mem, real v,
                       real s, const real x[])
{
    real dx[MODEL_MAX_STATES];
    model->rate(p, mem, v, s, x, dx);
    bool finite = isfinite(model->force(p, mem, v, s, x));
    for (unsigned i = 0; i < model->n_states; i++)
        finite &= isfinite(dx[i]) != 0;
    return finite;
}

/* At speeds and states drawn from the holds' own digits and at every edge of the ranges. */
static real finite_margin(const struct model *model, const real p[], const struct hold holds[],
                          unsigned n)
{
    const real fastest = (real)model->speed_max;
    const real speeds[] = { 0, R_TRUE_MIN, R_MIN, holds[0].v, holds[0].v * fastest, fastest };
    struct walk w;
    walk_start(&w, model, p);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < 2 * sizeof speeds / sizeof *speeds; k++) {
            const real v = k % 2 ? -speeds[k / 2] : speeds[k / 2];
            for (unsigned j = 0; j < model->n_states; j++) {
                const struct quantity *q = &model->states[j];
                const real u = (real)((k + j + i) % 4) / 3; /* an end of the range, or between */
                w.x[j] = (real)q->lo + u * (real)(q->hi - q->lo) * (k < 6 ? 1 : r_abs(holds[i].v));
            }
            const real selections[] = { v == 0 ? -1 : r_sign(v), v == 0 ? 1 : r_sign(v) };
            if (!all_finite(model, p, w.mem, v, selections[0], w.x) ||
                !all_finite(model, p, w.mem, v, selections[1], w.x))
                return -1;
        }
    return 1;
}

/* Whether rounding may have put the end of the signal on the wrong side of a guard, where the
 * force jumps. */
static bool near_guard(const struct model *model, const real p[], const struct hold holds[],
                       unsigned n)
{
    struct walk w;
    if (!model->guard || !model->length)
        return false;
    run(&w, model, NULL, p, 1, holds, n);
    const real slack = ROUNDING * (real)(n + 1) * (model->length(p) + path_length(holds, n));
    return walk_near_guard(&w, holds[n - 1].v, slack);
}

struct margin PREC(trial)(const struct model *model, const real p[], enum property property,
                          const struct hold holds[], unsigned n)
{
    return PREC(trial_by)(model, NULL, p, property, holds, n);
}

struct margin PREC(trial_by)(const struct model *model, const struct follower *by, const real p[],
                             enum property property, const struct hold holds[], unsigned n)
{
    struct margin m = { .value = 1, .rounding = ROUNDING * (real)(n + 1) };
    switch (property) {
    case PASSIVITY:
        return energies(model, by, p, -1, true, holds, n);
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
        return energies(model, by, p, part_of(model, property), true, holds, n);
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return energies(model, by, p, part_of(model, property), false, holds, n);
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        return PREC(trial_regressor)(model, p, property, holds, n);
    case PASSIVITY_AS_PRINTED:
        return printed(model, p, holds, n);
    case DISSIPATION:
        return dissipation(model, by, p, holds, n);
    case NO_DRIFT:
        return drift(model, by, p, holds, n);
    case STATE_BOUND:
        m.value = state_margin(model, by, p, holds, n);
        return m;
    case STRIBECK_STATE_BOUND:
        m.value = stribeck_margin(model, by, p, false, holds, n);
        return m;
    case STRIBECK_HISTORY_BOUND:
        m.value = stribeck_margin(model, by, p, true, holds, n);
        return m;
    case FINITE_FORCE:
        return (struct margin){ .value = finite_margin(model, p, holds, n) };
    case STEADY_STATE:
        m.value = steady_margin(model, by, p, holds, n);
        break;
    case ODD_SYMMETRY:
        m.value = odd_margin(model, by, p, holds, n);
        break;
    case RATE_INDEPENDENCE:
        m.value = rate_margin(model, by, p, holds, n);
        break;
    case EXPERIMENT: /* not about a signal */
    case N_PROPERTIES:
        break;
    }
    m.rounding *= near_guard(model, p, holds, n) ? (real)INFINITY : 2; /* two forces */
    return m;
}
