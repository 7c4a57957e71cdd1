/* Judges the properties along a witness (miniature.h). */
#include "properties/independent/inside.h"

#include <string.h>

enum { MOST_SEGMENTS = 256 };

static quad set(struct mini_run *run, void (*f)(arb_t, arb_srcptr, slong))
{
    f(run->F, run->p, MINI_PREC);
    return mini_get(run->F);
}

static quad storage_of(struct mini_run *run)
{
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, run->state[j]);
    run->mini->law->storage(run->F, run->p, run->x, MINI_PREC);
    return mini_get(run->F);
}

static quad steady_of(struct mini_run *run, const arb_t v)
{
    arb_set_si(run->s, arf_sgn(arb_midref(v)));
    run->mini->law->steady_force(run->F, run->p, v, run->s, MINI_PREC);
    return mini_get(run->F);
}

quad mini_scale(struct mini_run *run, const arb_t v)
{
    mini_set(run->tau, run->path);
    run->mini->law->force_scale(run->F, run->p, v, run->tau, MINI_PREC);
    return mini_get(run->F);
}

static quad curve_at(struct mini_run *run)
{
    run->mini->law->stribeck(run->F, run->p, run->v, MINI_PREC);
    return mini_get(run->F);
}

quad mini_bound(struct mini_run *run, int j)
{
    run->mini->law->bound(run->dx, run->p, MINI_PREC);
    return arb_is_finite(run->dx + j) ? mini_get(run->dx + j) : 0;
}

static quad bound_level(struct mini_run *run, const quad *x, int s)
{
    quad most = -1;
    (void)s; /* of no matter here */
    for (int j = 0; j < run->n; j++)
        if (mini_bound(run, j) > 0)
            most = mini_larger(most, mini_abs(x[j]) / mini_bound(run, j) - 1);
    return most;
}

static quad curve_level(struct mini_run *run, const quad *x, int s)
{
    const int y = arb_law_index(run->mini->law->states, "y");
    const quad g = curve_at(run), stretch = mini_abs(x[y]) / mini_bound(run, y);
    (void)s;
    if (run->mini->property == STRIBECK_STATE_BOUND)
        return stretch - g;
    return stretch - mini_larger(run->history, g);
}

static void note_curve(struct mini_run *run)
{
    run->history = mini_larger(run->history, curve_at(run));
}

/* Returns |F| minus 0.9 of the break-away force, or of the steady force if that is smaller. */
static quad gentle_level(struct mini_run *run, const quad *x, int s)
{
    arb_t v;
    quad state[MINI_STATES];
    arb_init(v);
    arb_set(v, run->v);
    memcpy(state, run->state, sizeof state);
    memcpy(run->state, x, (size_t)run->n * sizeof *x);
    quad limit = set(run, run->mini->law->break_away);
    if (s != 0 && run->mini->law->steady_force) {
        const quad steady = mini_abs(steady_of(run, v));
        limit = steady < limit ? steady : limit;
    }
    const quad F = mini_abs(mini_force(run, v));
    memcpy(run->state, state, sizeof state);
    arb_clear(v);
    return F - limit * 9 / 10;
}

/* Runs the whole signal; calls `after` behind each segment. */
static bool follow(struct mini_run *run)
{
    for (unsigned i = 0; i < run->mini->n; i++)
        if (!mini_run_segment(run, &run->mini->segment[i]))
            return false;
    return true;
}

static void energy(struct mini_run *run, struct mini_outcome *o)
{
    const enum property property = run->mini->property;
    const bool strict = property != I3_NONNEGATIVE && property != I4_NONNEGATIVE;
    follow(run);
    o->functional = run->energy;
    o->excess = -run->energy;
    o->noise = run->gross;
    if (run->gross == 0) /* the energy is exactly zero */
        o->excess = strict && run->moved ? 1 : -1;
}

static void dissipation(struct mini_run *run, struct mini_outcome *o)
{
    quad stored = storage_of(run);
    for (unsigned i = 0; i < run->mini->n && !run->why; i++) {
        const quad before = run->energy, earlier = stored;
        mini_run_segment(run, &run->mini->segment[i]);
        stored = storage_of(run);
        const quad loss = run->energy - before - (stored - earlier);
        o->functional = i == 0 || loss < o->functional ? loss : o->functional;
        o->noise = mini_larger(o->noise, run->gross + stored + earlier);
    }
    o->excess = o->noise == 0 ? -1 : -o->functional;
}

static void bounds(struct mini_run *run, struct mini_outcome *o)
{
    run->level = run->mini->property == STATE_BOUND ? bound_level : curve_level;
    if (run->mini->property == STRIBECK_HISTORY_BOUND)
        run->note = note_curve;
    follow(run);
    o->functional = o->excess = run->worst;
    o->noise = 1;
}

/* Returns true when v is constant, whatever the kind of the segment. */
static bool stands(const struct mini_segment *segment)
{
    const arb_struct *x = segment->value;
    switch (segment->kind) {
    case SIGNAL_HOLD:
        return true;
    case SIGNAL_RAMP:
        return arb_equal(x, x + 1);
    case SIGNAL_CHIRP:
        return arb_is_zero(x + 1) || (arb_is_zero(x + 2) && arb_is_zero(x + 3));
    default:
        return arb_is_zero(x + 1) || arb_is_zero(x + 2);
    }
}

static void steady_state(struct mini_run *run, struct mini_outcome *o)
{
    const struct mini_segment *last = &run->mini->segment[run->mini->n - 1];
    const struct arb_law *law = run->mini->law;
    arb_t start;
    arb_init(start);
    mini_velocity(start, last, start);
    const bool held = stands(last);
    o->excess = -1;
    if (held && !arb_is_zero(start) && follow(run)) {
        const quad F = mini_force(run, run->end), scale = mini_scale(run, run->end);
        quad left = 0;
        if (law->settling_rate) {
            law->settling_rate(run->F, run->p, run->end, MINI_PREC);
            arb_mul(run->F, run->F, &last->T, MINI_PREC);
            arb_neg(run->F, run->F);
            arb_exp(run->F, run->F, MINI_PREC);
            left = 2 * mini_get(run->F);
        }
        o->functional = mini_abs(F - steady_of(run, run->end));
        o->excess = o->functional - (left + mini_tolerance) * scale;
        o->noise = scale;
    }
    arb_clear(start);
}

/* Compares with the mirrored signal (speed -1), or with a faster one. */
static void other_run(struct mini_run *run, struct mini_outcome *o, int speed)
{
    struct mini_run other;
    follow(run);
    mini_run_init(&other, run->mini, run->rule, speed, run->steps);
    follow(&other);
    const quad F = mini_force(run, run->end), twin = mini_force(&other, other.end);
    o->functional = mini_abs(speed < 0 ? F + twin : F - twin);
    run->rounding += other.rounding;
    run->why = run->why ? run->why : other.why;
    run->path = other.path; /* the same */
    o->noise = mini_scale(run, other.end);
    o->excess = o->functional - mini_tolerance * o->noise;
    mini_run_clear(&other);
}

static void creep(struct mini_run *run, struct mini_outcome *o)
{
    follow(run);
    const quad F = mini_abs(mini_force(run, run->end)),
               R = set(run, run->mini->law->creep_resistance);
    o->functional = o->excess = F - R * mini_abs(mini_get(run->end));
    o->noise = F;
}

/* States, travel and path at the ends of segments, and whether the force was gentle before each. */
struct turning {
    quad x[MINI_STATES], travel, path, harshness;
    bool forth, back;
};

static void window(struct mini_run *run, const struct turning *at, unsigned from, unsigned to,
                   struct mini_outcome *o)
{
    bool forth = false, back = false;
    quad gap = 0, harsh = -1, limit = set(run, run->mini->law->break_away);
    for (unsigned i = from + 1; i <= to; i++) {
        forth |= at[i].forth;
        back |= at[i].back;
        harsh = mini_larger(harsh, at[i].harshness / limit);
    }
    const bool close = mini_abs(harsh) < 1e-6; /* stages may miss the largest by less */
    if (!forth || !back || (harsh > 0 && !close))
        return;
    for (int j = 0; j < run->n; j++)
        if (!run->mini->law->bound || mini_bound(run, j) > 0)
            gap = mini_larger(gap, mini_abs(at[to].x[j] - at[from].x[j]));
    const quad drift = mini_abs(at[to].travel - at[from].travel) - 1000 * gap,
               excess = drift - mini_tolerance * (at[to].path - at[from].path);
    o->unsure |= close;
    o->functional = o->has ? mini_larger(o->functional, drift) : drift;
    o->excess = o->has ? mini_larger(o->excess, excess) : excess;
    o->has = true;
}

static void no_drift(struct mini_run *run, struct mini_outcome *o)
{
    static const struct turning none;
    struct turning at[MOST_SEGMENTS + 1] = { none };
    const unsigned n = run->mini->n;
    run->level = gentle_level;
    o->has = false;
    o->excess = -1;
    if (n > MOST_SEGMENTS)
        run->why = "too many segments";
    for (unsigned i = 1; i <= n && !run->why; i++) {
        struct mini_part part[MOST_SEGMENTS];
        const unsigned parts = mini_parts(part, MOST_SEGMENTS, &run->mini->segment[i - 1], NULL);
        for (unsigned k = 0; k < parts; k++) {
            at[i].forth |= part[k].s > 0;
            at[i].back |= part[k].s < 0;
        }
        mini_parts_clear(part, parts);
        run->worst = -1e30;
        mini_run_segment(run, &run->mini->segment[i - 1]);
        memcpy(at[i].x, run->state, sizeof run->state);
        at[i].travel = run->travel;
        at[i].path = run->path;
        at[i].harshness = run->worst;
    }
    o->noise = 1000 * run->path;
    for (unsigned from = 0; from < n && !run->why; from++)
        for (unsigned to = from + 1; to <= n; to++)
            window(run, at, from, to, o);
}

/* Evaluates the property by one rule. */
static struct mini_outcome evaluate(const struct mini *mini, const struct mini_rule *rule,
                                    unsigned long steps)
{
    struct mini_run run;
    struct mini_outcome o = { .has = true };
    mini_run_init(&run, mini, rule, 1, steps);
    switch (mini->property) {
    case DISSIPATION:
        dissipation(&run, &o);
        break;
    case STATE_BOUND:
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        bounds(&run, &o);
        break;
    case STEADY_STATE:
        steady_state(&run, &o);
        break;
    case ODD_SYMMETRY:
        other_run(&run, &o, -1);
        break;
    case RATE_INDEPENDENCE:
        other_run(&run, &o, 4);
        break;
    case CREEPING:
        creep(&run, &o);
        break;
    case NO_DRIFT:
        no_drift(&run, &o);
        break;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
        mini_residuals(&run, &o);
        break;
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        mini_independence(&run, &o);
        break;
    default:
        energy(&run, &o);
    }
    o.noise *= run.rounding * 0x1p-112;
    o.why = run.why;
    mini_run_clear(&run);
    return o;
}

int mini_enclosed(const struct mini *mini, const struct mini_verdict *v)
{
    if (!mini->has_claims || !v->has_functional)
        return 0;
    const quad above = v->functional - mini_get(mini->lo),
               below = mini_get(mini->hi) - v->functional;
    if (above < -v->error || below < -v->error)
        return -1;
    return above >= v->error && below >= v->error ? 1 : 0;
}

void mini_rules_set(struct mini_rules *rules)
{
    mini_rule_set(&rules->rule[0], 20, 1e-22);
    mini_rule_set(&rules->rule[1], MINI_STAGES, 1e-27);
}

int mini_guess(const struct mini *mini, const struct mini_rules *rules, unsigned long steps)
{
    const struct mini_outcome o = evaluate(mini, &rules->rule[0], steps);
    if (o.why || o.unsure)
        return MINI_UNDECIDED;
    return o.excess > 0 ? MINI_VIOLATED : MINI_KEPT;
}

struct mini_verdict mini_judge(const struct mini *mini, const struct mini_rules *rules,
                               unsigned long steps)
{
    struct mini_outcome o[2];
    struct mini_verdict v = { .answer = MINI_UNDECIDED };
    for (int i = 0; i < 2; i++) {
        o[i] = evaluate(mini, &rules->rule[i], steps);
        v.why = o[i].why;
        if (v.why)
            return v;
    }
    const quad off = mini_abs(o[1].excess - o[0].excess) + o[1].noise;
    v.functional = o[1].functional;
    v.error = mini_abs(o[1].functional - o[0].functional) + o[1].noise;
    v.has_functional = o[0].has && o[1].has;
    v.enclosed = mini_enclosed(mini, &v);
    v.why = "too close to tell";
    if (o[1].unsure || mini_abs(o[1].excess) <= off || !(off < 1e300))
        return v;
    v.answer = o[1].excess > 0 ? MINI_VIOLATED : MINI_KEPT;
    v.why = NULL;
    return v;
}
