/* Judges the properties along a witness (miniature.h). */
#include <cjson/cJSON.h>
#include <stdlib.h>

#include "properties/independent/inside.h"
#include "tools/base/memory.h"

static quad constant(struct run *run, void (*f)(arb_t, arb_srcptr, slong))
{
    f(run->F, run->p, MINI_PREC);
    return mini_get(run->F);
}

static quad steady_force(struct run *run, quad v)
{
    mini_place(run, run->state, v, mini_sign(v));
    run->law->steady_force(run->F, run->p, run->v, run->s, MINI_PREC);
    return mini_get(run->F);
}

quad mini_curve(struct run *run, quad v)
{
    if (!run->law->stribeck)
        return 0;
    mini_set(run->v, v);
    run->law->stribeck(run->F, run->p, run->v, MINI_PREC);
    return mini_get(run->F);
}

static quad stored_energy(struct run *run)
{
    mini_place(run, run->state, 0, 0);
    run->law->storage(run->F, run->p, run->x, MINI_PREC);
    return mini_get(run->F);
}

quad mini_bound(struct run *run, int j)
{
    run->law->bound(run->dx, run->p, MINI_PREC);
    return arb_is_finite(run->dx + j) ? mini_get(run->dx + j) : 0;
}

quad mini_power(struct run *run, const quad *x, const quad *f, quad F, quad v)
{
    const quad sigma0 = mini_param(run, "sigma0", 1), Fc = mini_param(run, "Fc", 0);
    switch (run->property) {
    case I1_NONNEGATIVE:
        return (mini_param(run, "sigma1", 0) * f[0] + mini_param(run, "sigma2", 0) * v) * v;
    case I2_NONNEGATIVE:
        return sigma0 * Fc * x[0] * v;
    case I3_NONNEGATIVE:
        return mini_param(run, "alpha", 0) * f[1] * v;
    case I4_NONNEGATIVE:
        return sigma0 * (mini_param(run, "Fs", 0) - Fc) * x[1] * v;
    case PASSIVITY_AS_PRINTED:
        run->law->printed_force(run->F, run->p, run->v, MINI_PREC);
        return mini_get(run->F) * v;
    default:
        return F * v;
    }
}

quad mini_level(struct run *run, const quad *x, quad v, int s)
{
    const int y = arb_law_index(run->law->states, "y");
    quad most = -1, f[STATES];
    switch (run->property) {
    case STATE_BOUND:
        for (int j = 0; j < run->n; j++)
            if (mini_bound(run, j) > 0)
                most = mini_larger(most, mini_abs(x[j]) / mini_bound(run, j) - 1);
        return most;
    case STRIBECK_STATE_BOUND:
        return mini_abs(x[y]) / mini_bound(run, y) - mini_curve(run, v);
    case STRIBECK_HISTORY_BOUND:
        return mini_abs(x[y]) / mini_bound(run, y) - mini_larger(run->history, mini_curve(run, v));
    default: /* |F| minus 0.9 of the break-away force, or of the steady force if it is smaller */
        most = constant(run, run->law->break_away);
        if (v != 0 && run->law->steady_force)
            most = -mini_larger(-most, -mini_abs(steady_force(run, v)));
        return mini_abs(mini_respond(run, x, v, s, f)) - most * 9 / 10;
    }
}

/* Runs over the whole signal. */
static void follow(struct run *run)
{
    for (int i = 0; i < run->n_segments; i++)
        mini_move(run, &run->segment[i]);
}

void mini_compare(struct run *run, quad v, quad other, quad allowed, struct outcome *o)
{
    const quad off = mini_abs(mini_force(run, v) - other);
    mini_set(run->s, run->forth + run->back);
    run->law->force_scale(run->F, run->p, run->v, run->s, MINI_PREC);
    const quad scale = mini_get(run->F);
    o->functional = mini_larger(o->functional, off);
    o->excess = mini_larger(o->excess, off - allowed * scale);
    o->noise = mini_larger(o->noise, scale);
}

/* States are resolved beside the largest of them only: returns what the part of the energy in
 * question would be if y, which may be far smaller, were as large as it can be. */
static quad largest_part(struct run *run)
{
    const int y = arb_law_index(run->law->states, "y");
    const quad path = run->forth + run->back;
    const quad most = y >= 0 && run->law->bound ? mini_bound(run, y) * path : 0;
    switch (run->property) {
    case I3_NONNEGATIVE: /* |dy/dt| is at most twice the bound per second */
        return 2 * mini_param(run, "alpha", 0) * most;
    case I4_NONNEGATIVE:
        return mini_param(run, "sigma0", 1) *
               mini_abs(mini_param(run, "Fs", 0) - mini_param(run, "Fc", 0)) * most;
    default:
        return 0;
    }
}

static void energy(struct run *run, struct outcome *o)
{
    const bool strict = run->property != I3_NONNEGATIVE && run->property != I4_NONNEGATIVE;
    follow(run);
    o->functional = run->energy;
    o->excess = -run->energy;
    o->noise = run->gross + largest_part(run);
    if (o->noise == 0) /* the energy is exactly zero */
        o->excess = strict && run->forth + run->back > 0 ? 1 : -1;
}

static void dissipation(struct run *run, struct outcome *o)
{
    for (int i = 0; i < run->n_segments; i++) {
        const quad before = run->energy, earlier = stored_energy(run);
        mini_move(run, &run->segment[i]);
        const quad stored = stored_energy(run), loss = run->energy - before - (stored - earlier);
        o->functional = i == 0 || loss < o->functional ? loss : o->functional;
        o->noise = mini_larger(o->noise, run->gross + stored + earlier);
    }
    o->excess = o->noise == 0 ? -1 : -o->functional;
}

static void largest_level(struct run *run, struct outcome *o)
{
    run->watched = true;
    run->worst = -1;
    follow(run);
    o->functional = o->excess = run->worst;
    o->noise = 1;
}

static void steady_state(struct run *run, struct outcome *o)
{
    const struct segment *last = &run->segment[run->n_segments - 1];
    const quad v = mini_velocity(last, 0), near = 0x1p-100 * mini_abs(v);
    quad left = 0;
    if (v == 0 || mini_abs(mini_velocity(last, last->T / 3) - v) > near ||
        mini_abs(mini_velocity(last, last->T) - v) > near) /* no hold */
        return;
    follow(run);
    mini_set(run->v, run->v_end);
    if (run->law->settling_rate) {
        run->law->settling_rate(run->F, run->p, run->v, MINI_PREC);
        left = 2 * mini_apply(arb_exp, -mini_get(run->F) * last->T);
    }
    const quad steady = steady_force(run, run->v_end);
    mini_compare(run, run->v_end, steady, left + (quad)MINI_EQUALITY, o);
}

/* Compares with the mirrored signal, or with a faster one. */
static void other_run(struct run *run, struct outcome *o)
{
    const int speed = run->property == ODD_SYMMETRY ? -1 : 4;
    struct run other;
    follow(run);
    mini_open(&other, run->witness, run->fine, speed, run->steps);
    follow(&other);
    const quad F = mini_force(run, run->v_end);
    mini_compare(&other, other.v_end, speed < 0 ? -F : F, MINI_EQUALITY, o);
    run->error += other.error;
    run->why = run->why ? run->why : other.why;
    mini_close(&other);
}

static void creep(struct run *run, struct outcome *o)
{
    follow(run);
    const quad F = mini_abs(mini_force(run, run->v_end)),
               R = constant(run, run->law->creep_resistance);
    o->functional = o->excess = F - R * mini_abs(run->v_end);
    o->noise = F;
}

/* A cycle is any sequence of segments in which the motion goes forth and back and the force stays
 * gentle. */
static void no_drift(struct run *run, struct outcome *o)
{
    struct run *at = memory_array((size_t)run->n_segments + 1, sizeof *at); /* after segments */
    const quad limit = constant(run, run->law->break_away);
    at[0] = *run;
    run->watched = true;
    o->has = false;
    for (int i = 1; i <= run->n_segments; i++) {
        run->worst = -limit;
        mini_move(run, &run->segment[i - 1]);
        at[i] = *run;
    }
    for (int from = 0; from < run->n_segments; from++) {
        quad harsh = -1;
        for (int to = from + 1; to <= run->n_segments; to++) {
            const quad forth = at[to].forth - at[from].forth, back = at[to].back - at[from].back;
            quad gap = 0;
            harsh = mini_larger(harsh, at[to].worst / limit);
            const bool close = mini_abs(harsh) < 1e-6; /* steps may miss the largest by less */
            if (forth == 0 || back == 0 || (harsh > 0 && !close))
                continue;
            for (int j = 0; j < run->n; j++)
                if (!run->law->bound || mini_bound(run, j) > 0)
                    gap = mini_larger(gap, mini_abs(at[to].state[j] - at[from].state[j]));
            const quad drift = mini_abs(forth - back) - 1000 * gap;
            o->unsure |= close;
            o->functional = o->has ? mini_larger(o->functional, drift) : drift;
            o->excess = mini_larger(o->excess, drift - MINI_EQUALITY * (forth + back));
            o->has = true;
        }
    }
    o->noise = 1000 * (run->forth + run->back);
    free(at);
}

/* How properties are judged: as energies that must not be negative where nothing is said. */
static void (*const judges[N_PROPERTIES])(struct run *, struct outcome *) = {
    [DISSIPATION] = dissipation,
    [STATE_BOUND] = largest_level,
    [STRIBECK_STATE_BOUND] = largest_level,
    [STRIBECK_HISTORY_BOUND] = largest_level,
    [STEADY_STATE] = steady_state,
    [ODD_SYMMETRY] = other_run,
    [RATE_INDEPENDENCE] = other_run,
    [CREEPING] = creep,
    [NO_DRIFT] = no_drift,
    [REGRESSOR] = mini_residuals,
    [REGRESSOR_AS_PRINTED] = mini_residuals,
    [IDENTIFIABILITY] = mini_independence,
    [IDENTIFIABLE_RANK] = mini_independence,
};

/* Evaluates the property by one integration. Returns why it gave up, or NULL. */
static const char *evaluate(const cJSON *witness, bool fine, long steps, struct outcome *o)
{
    struct run run;
    *o = (struct outcome){ .has = true, .excess = -1 };
    if (!mini_open(&run, witness, fine, 1, steps))
        return "not read";
    (judges[run.property] ? judges[run.property] : energy)(&run, o);
    o->noise *= run.error;
    mini_close(&run);
    return run.why;
}

int mini_enclosed(const cJSON *witness, const struct mini_verdict *v)
{
    const cJSON *claims = cJSON_GetObjectItem(witness, "claims");
    if (!claims || !v->has_functional)
        return 0;
    const char *lo = cJSON_GetStringValue(cJSON_GetObjectItem(claims, "lo"));
    const char *hi = cJSON_GetStringValue(cJSON_GetObjectItem(claims, "hi"));
    const quad above = v->functional - mini_difference(lo, "0"),
               below = mini_difference(hi, "0") - v->functional;
    if (above < -v->error || below < -v->error)
        return -1;
    return above >= v->error && below >= v->error ? 1 : 0;
}

int mini_guess(const cJSON *witness, long steps)
{
    struct outcome o;
    if (evaluate(witness, false, steps, &o) || o.unsure)
        return MINI_UNDECIDED;
    return o.excess > 0 ? MINI_VIOLATED : MINI_KEPT;
}

struct mini_verdict mini_judge(const cJSON *witness, long steps)
{
    struct outcome o[2];
    struct mini_verdict v = { .answer = MINI_UNDECIDED };
    for (int i = 0; i < 2; i++)
        if ((v.why = evaluate(witness, i > 0, steps, &o[i])))
            return v;
    const quad off = mini_abs(o[1].excess - o[0].excess) + o[1].noise;
    v.functional = o[1].functional;
    v.error = mini_abs(o[1].functional - o[0].functional) + o[1].noise;
    v.has_functional = o[0].has && o[1].has;
    if (o[1].unsure || mini_abs(o[1].excess) <= off || !(off < 1e300))
        v.why = "too close to tell";
    else
        v.answer = o[1].excess > 0 ? MINI_VIOLATED : MINI_KEPT;
    return v;
}
