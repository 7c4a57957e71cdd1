/* Evaluates energies: passivity and its parts, passivity as printed, dissipation. */
#include "properties/trials/evaluate_parts.h"

/* Sum over holds of |v| h times the force's scale, J. */
static real energy_scale(const struct model *model, const real p[], const struct hold holds[],
                         unsigned n)
{
    const real travel = trial_path(holds, n);
    real sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += r_abs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v, travel);
    return sum;
}

static real go_energy(struct exact_state *w, const struct propagator *by, struct hold hold)
{
    real energy = 0;
    if (!by)
        return exact_state_hold(w, hold);
    by->hold(by->ctx, w, hold, (struct seen){ .energy = &energy });
    return energy;
}

/* Returns the energy of one part (of all parts if part < 0) over a hold, J. */
static real energy_of(struct exact_state *w, const struct propagator *by, int part,
                      struct hold hold)
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
    exact_state_flow(w, hold);
    return hold.v * impulse[part];
}

/* Returns sum/exchanged. Motion must cost energy where the property is strict: 0 is then a
 * violation. */
static real share(real sum, real exchanged, bool moved_and_strict)
{
    if (exchanged == 0)
        return moved_and_strict ? 0 : 1;
    return sum / exchanged;
}

/* Returns the margin: the share, its rounding from the energy exchanged and its scale, and the
 * distance of struct margin. */
static real energy_margin(const struct model *model, const struct propagator *by, const real p[],
                          int part, bool strict, const struct hold holds[], unsigned n,
                          real *exchanged, real *scale, real *distance)
{
    const real travel = trial_path(holds, n);
    struct exact_state w;
    real sum = 0;
    bool moved = false;
    const real still = model->force_scale(p, 0, travel);
    *exchanged = *scale = 0;
    *distance = 100;
    exact_state_start(&w, model, p);
    for (unsigned i = 0; i < n; i++) {
        const real energy = energy_of(&w, by, part, holds[i]);
        const real most =
            r_abs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v, travel);
        sum += energy;
        *exchanged += r_abs(energy);
        *scale += most;
        if (most > 0)
            *distance = r_min(*distance,
                              energy / (still > 0 ? r_abs(holds[i].v) * holds[i].h * still : most));
        moved |= holds[i].v != 0;
    }
    *distance = r_max(*distance, 0);
    return share(sum, *exchanged, moved && strict);
}

struct margin PREC(evaluate_energy)(const struct model *model, const struct propagator *by,
                                    const real p[], enum property property,
                                    const struct hold holds[], unsigned n)
{
    const int part = PREC(evaluate_part)(model, property);
    const bool strict =
        property == PASSIVITY || property == I1_NONNEGATIVE || property == I2_NONNEGATIVE;
    /* Where the code sees no energy at all, one below its numbers may have either sign. */
    struct margin m = { .rounding = 2 };
    real exchanged, scale;
    m.value = energy_margin(model, by, p, part, strict, holds, n, &exchanged, &scale, &m.distance);
    if (exchanged > 0)
        m.rounding = trial_rounding(model, by, p, holds, n) * scale / exchanged +
                     trial_inaccuracy(model, by) * (real)n;
    return m;
}

unsigned PREC(evaluate_worst_prefix)(const struct model *model, const real p[],
                                     enum property property, const struct hold holds[], unsigned n)
{
    if (property != PASSIVITY && (property < I1_NONNEGATIVE || property > I4_NONNEGATIVE))
        return n;
    const int part = PREC(evaluate_part)(model, property);
    struct exact_state w;
    real sum = 0, exchanged = 0, least = (real)INFINITY;
    unsigned worst = n;
    exact_state_start(&w, model, p);
    for (unsigned i = 0; i < n; i++) {
        const real energy = energy_of(&w, trial_quick(model), part, holds[i]);
        sum += energy;
        exchanged += r_abs(energy);
        if (isnan(sum))
            return i + 1;
        if (exchanged > 0 && sum / exchanged <= least) {
            least = sum / exchanged;
            worst = i + 1;
        }
    }
    return worst;
}

/* The energy of a static law exactly as its source prints it. */
struct margin PREC(evaluate_printed)(const struct model *model, const real p[],
                                     const struct hold holds[], unsigned n)
{
    real sum = 0, exchanged = 0;
    for (unsigned i = 0; i < n; i++) {
        const real v = holds[i].v;
        const real energy = v == 0 ? 0 : v * holds[i].h * model->printed_force(p, v);
        sum += energy;
        exchanged += r_abs(energy);
    }
    return (struct margin){ .value = share(sum, exchanged, trial_path(holds, n) > 0),
                            .rounding = TRIAL_ROUNDING * (real)(n + 1) };
}

/* The smallest E - dS over holds, relative to all energy exchanged and stored. */
struct margin PREC(evaluate_dissipation)(const struct model *model, const struct propagator *by,
                                         const real p[], const struct hold holds[], unsigned n)
{
    struct exact_state w;
    real least = (real)INFINITY, total = 0, before = 0;
    exact_state_start(&w, model, p);
    before = model->storage(p, w.mem, w.x);
    for (unsigned i = 0; i < n; i++) {
        const real energy = go_energy(&w, by, holds[i]);
        const real after = model->storage(p, w.mem, w.x);
        least = trial_least(least, energy - (after - before));
        total += r_abs(energy) + r_abs(after - before);
        before = after;
    }
    if (total == 0)
        return (struct margin){ .value = 1 };
    const real stored = 2 * model->force_scale(p, 0, trial_path(holds, n)) * model->length(p);
    return (struct margin){ .value = least / total,
                            .rounding = trial_rounding(model, by, p, holds, n) *
                                            (energy_scale(model, p, holds, n) + stored) / total +
                                        trial_inaccuracy(model, by) };
}
