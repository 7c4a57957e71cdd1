/* Judges the properties along a witness (miniature.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/excitation.h"
#include "properties/independent/inside.h"
#include "tools/base/memory.h"

/* The result of one integration: the functional, and `excess`, which is positive where the property
 * is violated. Both have an error of about the run's part of noise. */
struct outcome {
    quad functional, excess, noise;
    bool has, unsure; /* unsure: the answer depends on more than the sign of excess */
};

enum { COLUMNS = 8 };

static const double equality = 0x1p-60; /* allowed by the definition of equalities */

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

/* Returns the largest |x_j| that the state can have, or 0 if it has no bound. */
static quad bound(struct run *run, int j)
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
            if (bound(run, j) > 0)
                most = mini_larger(most, mini_abs(x[j]) / bound(run, j) - 1);
        return most;
    case STRIBECK_STATE_BOUND:
        return mini_abs(x[y]) / bound(run, y) - mini_curve(run, v);
    case STRIBECK_HISTORY_BOUND:
        return mini_abs(x[y]) / bound(run, y) - mini_larger(run->history, mini_curve(run, v));
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

/* Compares the force at v in the present state with another; they may differ by a part of the sum
 * of the magnitudes of the force's terms. */
static void compare(struct run *run, quad v, quad other, quad allowed, struct outcome *o)
{
    const quad off = mini_abs(mini_force(run, v) - other);
    mini_set(run->s, run->forth + run->back);
    run->law->force_scale(run->F, run->p, run->v, run->s, MINI_PREC);
    const quad scale = mini_get(run->F);
    o->functional = mini_larger(o->functional, off);
    o->excess = mini_larger(o->excess, off - allowed * scale);
    o->noise = mini_larger(o->noise, scale);
}

static void energy(struct run *run, struct outcome *o)
{
    const bool strict = run->property != I3_NONNEGATIVE && run->property != I4_NONNEGATIVE;
    follow(run);
    o->functional = run->energy;
    o->excess = -run->energy;
    o->noise = run->gross;
    if (run->gross == 0) /* the energy is exactly zero */
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
    compare(run, run->v_end, steady, left + (quad)equality, o);
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
    compare(&other, other.v_end, speed < 0 ? -F : F, equality, o);
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
                if (!run->law->bound || bound(run, j) > 0)
                    gap = mini_larger(gap, mini_abs(at[to].state[j] - at[from].state[j]));
            const quad drift = mini_abs(forth - back) - 1000 * gap;
            o->unsure |= close;
            o->functional = o->has ? mini_larger(o->functional, drift) : drift;
            o->excess = mini_larger(o->excess, drift - equality * (forth + back));
            o->has = true;
        }
    }
    o->noise = 1000 * (run->forth + run->back);
    free(at);
}

/* Computes a row of U in the present state. Returns false when binary128 underflows: an entry that
 * is not zero became zero. */
static bool row_of(struct run *run, quad v, quad u[COLUMNS])
{
    bool whole = true;
    mini_place(run, run->state, v, mini_sign(v));
    run->law->regressor(run->dx, run->p, run->v, run->s, run->x, MINI_PREC);
    for (int j = 0; j < run->law->n_regressors; j++) {
        u[j] = mini_get(run->dx + j);
        whole &= u[j] != 0 || arb_is_zero(run->dx + j);
    }
    return whole;
}

/* Compares F with U P at the ends of segments. As printed, P has a constant such that U P is right
 * at the first velocity, and nothing is said about rest. At the beginning of a segment a law's
 * memory still belongs to the segment before: left to the checker. */
static void residuals(struct run *run, struct outcome *o)
{
    const bool printed = run->property == REGRESSOR_AS_PRINTED;
    quad first = 0, u[COLUMNS];
    for (int i = 0; i < 2 * run->n_segments; i++) {
        const struct segment *segment = &run->segment[i / 2];
        const quad v = mini_velocity(segment, i % 2 ? segment->T : 0);
        quad sum = 0;
        first = first == 0 ? v : first;
        if (i % 2)
            mini_move(run, segment);
        if ((i % 2 == 0 && run->law->n_memory > 0) || (printed && v == 0))
            continue;
        row_of(run, v, u);
        if (printed) {
            mini_set(run->dx, first);
            run->law->printed_regressor(run->F, run->p, run->dx, run->v, run->s, run->x, MINI_PREC);
            sum = mini_get(run->F);
        } else
            run->law->coefficients(run->dx, run->p, MINI_PREC);
        for (int j = 0; !printed && j < run->law->n_regressors; j++)
            sum += u[j] * mini_get(run->dx + j);
        compare(run, v, sum, equality, o);
    }
}

/* Returns the number of independent columns by orthogonalization; *least is the smallest square of
 * the sine of an angle between one of them and those before it. */
static int rank(quad column[COLUMNS][EXCITATION_HOLDS], int n, quad *least)
{
    enum { HOLDS = EXCITATION_HOLDS };
    int found = 0;
    *least = 1;
    for (int j = 0; j < n; j++) {
        const quad before = mini_dot(HOLDS, column[j], column[j]);
        for (int k = 0; k < found; k++) {
            const quad along =
                mini_dot(HOLDS, column[k], column[j]) / mini_dot(HOLDS, column[k], column[k]);
            for (int i = 0; i < HOLDS; i++)
                column[j][i] -= along * column[k][i];
        }
        const quad left = mini_dot(HOLDS, column[j], column[j]);
        if (left <= (quad)1e-50 * before) /* rounding leaves 2^-226, or 1e-68 */
            continue;
        *least = -mini_larger(-*least, -left / before);
        memmove(column[found++], column[j], sizeof column[j]);
    }
    return found;
}

/* Judges U along the excitation, and with a given null vector also along the signal. The
 * functional, a volume that depends on the choice of columns, is left to the checker, except where
 * it is 0 because a vector vanishes. */
static void independence(struct run *run, struct outcome *o)
{
    const struct arb_law *law = run->law;
    const cJSON *null = cJSON_GetObjectItem(run->witness, "null");
    const bool by_rank = run->property == IDENTIFIABLE_RANK && law->n_identifiable > 0;
    const quad length = run->n > 0 && law->bound ? bound(run, 0) : 0;
    quad column[COLUMNS][EXCITATION_HOLDS] = { { 0 } }, row[COLUMNS] = { 0 }, missed = 0, size = 0,
         least;
    bool whole = true, some = false;
    for (int i = -run->n_segments; i < EXCITATION_HOLDS; i++) {
        struct segment segment = run->segment[i < 0 ? i + run->n_segments : 0];
        if (i >= 0) {
            const struct excitation *e = &excitation[i];
            const quad v = mini_param(run, "vs", 1) * (quad)ldexp(1, e->speed),
                       unit = e->timed ? 1 : (length > 0 ? length : 1) / v;
            segment = (struct segment){
                false, unit * (quad)ldexp(1, e->size), { e->sign * v, e->sign * v }, { 0 }
            };
        }
        mini_move(run, &segment);
        whole &= row_of(run, run->v_end, row);
        quad sum = 0, terms = 0;
        for (int j = 0; j < law->n_regressors; j++) {
            const cJSON *entry = cJSON_GetArrayItem(null, j);
            const quad term = entry ? (quad)strtod(entry->valuestring, NULL) * row[j] : 0;
            some |= entry && strtod(entry->valuestring, NULL) != 0;
            sum += term;
            terms += mini_abs(term);
            column[j][i < 0 ? 0 : i] = row[j];
        }
        missed = mini_larger(missed, mini_abs(sum));
        size = mini_larger(size, terms);
    }
    const int found = rank(column, law->n_regressors, &least);
    o->has = null && size > 0 && missed <= (quad)1e-28 * size;
    o->unsure = null ? some && size == 0 : !whole || least < (quad)1e-40;
    o->excess = found == (by_rank ? law->n_identifiable : law->n_regressors) ? -1 : 1;
    if (null)
        o->excess = o->has ? 1 : -1;
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
    [REGRESSOR] = residuals,
    [REGRESSOR_AS_PRINTED] = residuals,
    [IDENTIFIABILITY] = independence,
    [IDENTIFIABLE_RANK] = independence,
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
