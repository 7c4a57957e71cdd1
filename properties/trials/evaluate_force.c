/* Evaluates properties of the force at the end of a signal: steady state, odd symmetry, rate
 * independence, creep; and that forces are finite everywhere. */
#include "properties/trials/evaluate_parts.h"
#include "properties/trials/model_sample.h"

/* Returns error/scale, and 0 where nothing acts and both are 0. */
static real relative(real error, real scale) { return error == 0 ? 0 : error / scale; }

/* Goes on from rest until the force has settled. The hold begins with a thousand times what may be
 * the law's lengths or times, so that nothing seems to have settled before it has moved. Returns
 * the force, NAN where it does not settle. */
static real settle(struct exact_state *w, const struct propagator *by, struct hold hold, real scale)
{
    enum { LONGER = 4, MOST = 100 };
    const struct model *model = w->model;
    const real length = PREC(model_sample_length)(model, w->p);
    const real small = trial_inaccuracy(model, by) * scale;
    real before = (real)NAN, F = (real)NAN;
    hold.h = 1000 * r_max(r_max(hold.h, length / r_abs(hold.v)), 1);
    for (int k = 0; k < MOST && !(r_abs(F - before) <= small); k++) {
        evaluate_go(w, by, hold);
        hold.h *= LONGER;
        before = F;
        F = exact_state_force(w, hold.v);
    }
    return r_abs(F - before) <= small ? F : (real)NAN;
}

/* What the force of a hold tends to, N, and by how much it may still be off, relative to its
 * scale. */
struct steady {
    real force, lag;
};

/* Where a law states no rate of settling, the lag is twice the part of the way of a state that is
 * left from rest after half the time: it may depend on the state, but any state is as good as rest
 * after as long again. */
static struct steady steady_of(const struct model *model, const struct propagator *by,
                               const real p[], struct hold hold, real scale)
{
    struct exact_state end, half;
    struct steady is = { .lag = 0 };
    if (model->steady_force && model->settling_rate) {
        is.force = model->steady_force(p, hold.v);
        is.lag = 2 * r_exp(-model->settling_rate(p, hold.v) * hold.h);
        return is;
    }
    exact_state_start(&end, model, p);
    is.force = settle(&end, by, hold, scale);
    if (model->steady_force)
        is.force = model->steady_force(p, hold.v);
    exact_state_start(&half, model, p);
    evaluate_go(&half, by, (struct hold){ hold.v, hold.h / 2 });
    for (unsigned i = 0; i < model->n_states; i++)
        is.lag = trial_most(is.lag, 2 * relative(r_abs(half.x[i] - end.x[i]), r_abs(end.x[i])));
    return is;
}

static real steady_margin(const struct model *model, const struct propagator *by, const real p[],
                          const struct hold holds[], unsigned n)
{
    struct exact_state w;
    const struct hold last = holds[n - 1];
    if (last.v == 0)
        return 1; /* at rest the property claims nothing */
    evaluate_run(&w, model, by, p, 1, holds, n);
    const real scale = model->force_scale(p, last.v, trial_path(holds, n));
    const struct steady steady = steady_of(model, by, p, last, scale);
    return steady.lag - relative(r_abs(exact_state_force(&w, last.v) - steady.force), scale);
}

static real odd_margin(const struct model *model, const struct propagator *by, const real p[],
                       const struct hold holds[], unsigned n)
{
    struct exact_state w, mirrored;
    const real v = holds[n - 1].v;
    evaluate_run(&w, model, by, p, 1, holds, n);
    evaluate_run(&mirrored, model, by, p, -1, holds, n);
    return -relative(r_abs(exact_state_force(&w, v) + exact_state_force(&mirrored, -v)),
                     model->force_scale(p, v, trial_path(holds, n)));
}

/* Compares with TRIAL_SPEEDUP = 4 times the speed, which is exact in binary. */
static real rate_margin(const struct model *model, const struct propagator *by, const real p[],
                        const struct hold holds[], unsigned n)
{
    struct exact_state w, fast;
    const real v = holds[n - 1].v;
    evaluate_run(&w, model, by, p, 1, holds, n);
    evaluate_run(&fast, model, by, p, TRIAL_SPEEDUP, holds, n);
    return -relative(r_abs(exact_state_force(&w, v) - exact_state_force(&fast, TRIAL_SPEEDUP * v)),
                     model->force_scale(p, TRIAL_SPEEDUP * v, trial_path(holds, n)));
}

/* The rounding bound counts the terms of the force and of R |v|. */
static struct margin creep_margin(const struct model *model, const struct propagator *by,
                                  const real p[], const struct hold holds[], unsigned n)
{
    struct exact_state w;
    const real v = holds[n - 1].v, most = model->creep_resistance(p) * r_abs(v);
    if (v == 0)
        return (struct margin){ .value = 1 };
    evaluate_run(&w, model, by, p, 1, holds, n);
    const real scale = model->force_scale(p, v, trial_path(holds, n));
    return (struct margin){ .value = 1 - r_abs(exact_state_force(&w, v)) / most,
                            .rounding =
                                trial_rounding(model, by, p, holds, n) * (1 + scale / most) };
}

/* Returns true when rounding may have put the end of the signal on the wrong side of a guard, where
 * the force jumps. */
static bool near_guard(const struct model *model, const real p[], const struct hold holds[],
                       unsigned n)
{
    const struct propagator *quick = trial_quick(model);
    struct exact_state w;
    if (!model->guard || !model->length)
        return false;
    evaluate_run(&w, model, quick, p, 1, holds, n);
    const real slack =
        trial_inaccuracy(model, quick) * (real)(n + 1) * (model->length(p) + trial_path(holds, n));
    return exact_state_near_guard(&w, holds[n - 1].v, slack);
}

struct margin PREC(evaluate_force)(const struct model *model, const struct propagator *by,
                                   const real p[], enum property property,
                                   const struct hold holds[], unsigned n)
{
    /* two forces are compared */
    struct margin m = { .rounding = 2 * trial_rounding(model, by, p, holds, n) };
    if (property == CREEPING)
        m = creep_margin(model, by, p, holds, n);
    else if (property == STEADY_STATE)
        m.value = steady_margin(model, by, p, holds, n);
    else if (property == ODD_SYMMETRY)
        m.value = odd_margin(model, by, p, holds, n);
    else
        m.value = rate_margin(model, by, p, holds, n);
    if (near_guard(model, p, holds, n))
        m.rounding = (real)INFINITY;
    return m;
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

/* Evaluates the law at speeds and states taken from the digits of the first holds and at every edge
 * of the ranges. */
struct margin PREC(evaluate_finite)(const struct model *model, const real p[],
                                    const struct hold holds[], unsigned n)
{
    enum { MOST = 4 };
    const real fastest = (real)model->speed_max;
    const real part = r_max(-1, r_min(holds[0].v, 1)); /* within what the law is stated for */
    const real speeds[] = { 0, R_TRUE_MIN, R_MIN, holds[0].v, part * fastest, fastest };
    struct exact_state w;
    exact_state_start(&w, model, p);
    for (unsigned i = 0; i < n && i < MOST; i++)
        for (unsigned k = 0; k < 2 * sizeof speeds / sizeof *speeds; k++) {
            const real v = k % 2 ? -speeds[k / 2] : speeds[k / 2];
            for (unsigned j = 0; j < model->n_states; j++) {
                const struct quantity *q = &model->states[j];
                const real u = (real)((k + j + i) % 4) / 3; /* an end of the range, or between */
                w.x[j] = (real)q->lo +
                         u * (real)(q->hi - q->lo) * (k < 6 ? 1 : r_min(r_abs(holds[i].v), 1));
            }
            const real selections[] = { v == 0 ? -1 : r_sign(v), v == 0 ? 1 : r_sign(v) };
            if (!all_finite(model, p, w.mem, v, selections[0], w.x) ||
                !all_finite(model, p, w.mem, v, selections[1], w.x))
                return (struct margin){ .value = -1 };
        }
    return (struct margin){ .value = 1 };
}
