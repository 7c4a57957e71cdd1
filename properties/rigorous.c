/* See the header. */
#include "properties/rigorous.h"

#include "properties/rigorous_regressor.h"

/* The numbers of a case at one precision, and what is accumulated along the signal. */
struct run {
    const struct arb_law *law;
    slong prec;
    unsigned n_holds;
    int n_states, n_parts;
    arb_ptr p, x, v, h;
    arb_ptr energy;    /* by part, so far */
    arb_ptr before;    /* the same, before the present hold */
    arb_ptr bound;     /* of the states */
    arb_t worst;       /* largest functional of a bound so far */
    arb_t exchanged;   /* sum of |energy| over holds */
    arb_t g, g_sup, t; /* Stribeck curve now, its largest value so far; scratch */
};

static void run_init(struct run *r, const struct rigorous_case *c, slong prec)
{
    r->law = c->law;
    r->prec = prec;
    r->n_holds = c->n_holds;
    r->n_states = arb_law_count(c->law->states);
    r->n_parts = c->law->parts ? arb_law_count(c->law->parts) : 1;
    r->p = _arb_vec_init(ARB_LAW_MAX);
    r->x = _arb_vec_init(ARB_LAW_MAX);
    r->v = _arb_vec_init(c->n_holds);
    r->h = _arb_vec_init(c->n_holds);
    r->energy = _arb_vec_init(ARB_LAW_MAX);
    r->before = _arb_vec_init(ARB_LAW_MAX);
    r->bound = _arb_vec_init(ARB_LAW_MAX);
    arb_init(r->worst);
    arb_init(r->exchanged);
    arb_init(r->g);
    arb_init(r->g_sup);
    arb_init(r->t);
    arb_set_si(r->worst, -1);
    c->load(c->numbers, prec, r->p, r->x, r->v, r->h);
    if (c->law->start)
        c->law->start(r->x + r->n_states, r->p);
    if (c->law->bound)
        c->law->bound(r->bound, r->p, prec);
}

static void run_clear(struct run *r)
{
    arb_clear(r->t);
    arb_clear(r->g_sup);
    arb_clear(r->g);
    arb_clear(r->exchanged);
    arb_clear(r->worst);
    _arb_vec_clear(r->bound, ARB_LAW_MAX);
    _arb_vec_clear(r->before, ARB_LAW_MAX);
    _arb_vec_clear(r->energy, ARB_LAW_MAX);
    _arb_vec_clear(r->h, r->n_holds);
    _arb_vec_clear(r->v, r->n_holds);
    _arb_vec_clear(r->x, ARB_LAW_MAX);
    _arb_vec_clear(r->p, ARB_LAW_MAX);
}

static void advance(struct run *r, unsigned i)
{
    _arb_vec_set(r->before, r->energy, r->n_parts);
    arb_law_hold(r->law, r->p, r->v + i, r->h + i, r->x, r->energy, r->prec);
}

/* The energy of one part, or (part < 0) of all, in such a vector. */
static void total(arb_t sum, arb_srcptr energy, int part, const struct run *r)
{
    if (part >= 0) {
        arb_set(sum, energy + part);
        return;
    }
    arb_zero(sum);
    for (int i = 0; i < r->n_parts; i++)
        arb_add(sum, sum, energy + i, r->prec);
}

/* Passivity (part < 0) and its parts: the functional is the energy at the end, where strict
 * positive once there was motion. */
static enum answer energy(struct run *r, int part, bool strict, arb_t functional, arb_t margin)
{
    bool moved = false;
    arb_t before;
    arb_init(before);
    for (unsigned i = 0; i < r->n_holds; i++) {
        advance(r, i);
        total(r->t, r->energy, part, r);
        total(before, r->before, part, r);
        arb_sub(r->t, r->t, before, r->prec);
        arb_abs(r->t, r->t);
        arb_add(r->exchanged, r->exchanged, r->t, r->prec);
        moved |= !arb_contains_zero(r->v + i);
    }
    arb_clear(before);
    total(functional, r->energy, part, r);
    if (arb_is_zero(r->exchanged))
        arb_set_si(margin, moved && strict ? 0 : 1);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    strict &= moved;
    if (arb_is_negative(functional) || (strict && arb_is_nonpositive(functional)))
        return ANSWER_YES;
    if (arb_is_positive(functional) || (!strict && arb_is_nonnegative(functional)))
        return ANSWER_NO;
    return ANSWER_UNDECIDED;
}

/* A functional that must not exceed zero; the margin is its negative. */
static enum answer judge_bound(struct run *r, arb_t functional, arb_t margin)
{
    arb_set(functional, r->worst);
    arb_neg(margin, functional);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_nonpositive(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

static enum answer state_bound(struct run *r, arb_t functional, arb_t margin)
{
    for (unsigned i = 0; i < r->n_holds; i++) {
        advance(r, i);
        for (int j = 0; j < r->n_states; j++) {
            arb_abs(r->t, r->x + j);
            arb_div(r->t, r->t, r->bound + j, r->prec);
            arb_sub_ui(r->t, r->t, 1, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
        }
    }
    return judge_bound(r, functional, margin);
}

/* Within a hold |y| is largest at one of its ends; the new velocity counts at once. */
static enum answer stribeck_bound(struct run *r, bool over_history, arb_t functional, arb_t margin)
{
    const int y = arb_law_index(r->law->states, "y");
    for (unsigned i = 0; i < r->n_holds; i++) {
        r->law->stribeck(r->g, r->p, r->v + i, r->prec);
        arb_max(r->g_sup, r->g_sup, r->g, r->prec);
        for (int end = 0; end < 2; end++) {
            arb_abs(r->t, r->x + y);
            arb_div(r->t, r->t, r->bound + y, r->prec);
            arb_sub(r->t, r->t, over_history ? r->g_sup : r->g, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
            if (end == 0)
                advance(r, i);
        }
    }
    return judge_bound(r, functional, margin);
}

static void force_at(struct run *r, const arb_t v, arb_t F)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    r->law->force(F, r->p, v, s, r->x, r->prec);
    arb_clear(s);
}

/* The distance travelled over holds from..to-1, whatever the direction. */
static void path_length(const struct run *r, unsigned from, unsigned to, arb_t path)
{
    arb_t t;
    arb_init(t);
    arb_zero(path);
    for (unsigned i = from; i < to; i++) {
        arb_abs(t, r->v + i);
        arb_addmul(path, t, r->h + i, r->prec);
    }
    arb_clear(t);
}

/* scale = the law's force scale at v over the whole signal. */
static void scale_at(const struct run *r, const arb_t v, arb_t scale)
{
    arb_t travel;
    arb_init(travel);
    path_length(r, 0, r->n_holds, travel);
    r->law->force_scale(scale, r->p, v, travel, r->prec);
    arb_clear(travel);
}

/* |F - F_ss| <= 2 exp(-rate h) scale: at held v every state relaxes from within its bound at
 * least at that rate. */
static enum answer steady_state(struct run *r, arb_t functional, arb_t margin)
{
    arb_srcptr v = r->v + r->n_holds - 1, h = r->h + r->n_holds - 1;
    if (arb_contains_zero(v)) {
        arb_zero(functional);
        arb_one(margin);
        return arb_is_zero(v) ? ANSWER_NO : ANSWER_UNDECIDED;
    }
    for (unsigned i = 0; i < r->n_holds; i++)
        advance(r, i);
    arb_t F, s;
    arb_init(F);
    arb_init(s);
    arb_sgn(s, v);
    force_at(r, v, functional);
    r->law->steady_force(F, r->p, v, s, r->prec);
    arb_sub(functional, functional, F, r->prec);
    arb_abs(functional, functional);
    arb_zero(margin);
    if (r->law->settling_rate) {
        r->law->settling_rate(margin, r->p, v, r->prec);
        arb_mul(margin, margin, h, r->prec);
        arb_neg(margin, margin);
        arb_exp(margin, margin, r->prec);
        arb_mul_2exp_si(margin, margin, 1);
    }
    scale_at(r, v, r->t);
    arb_div(r->t, functional, r->t, r->prec);
    arb_sub(margin, margin, r->t, r->prec);
    arb_clear(s);
    arb_clear(F);
    if (arb_is_negative(margin))
        return ANSWER_YES;
    return arb_is_nonnegative(margin) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* The force at the end along the signal, minus (plus, mirrored) the force at the end of the
 * signal with velocities times `speed` and durations divided by it. */
static enum answer other_run(struct run *r, slong speed, arb_t functional, arb_t margin)
{
    arb_ptr x0 = _arb_vec_init(ARB_LAW_MAX), v = r->v + r->n_holds - 1;
    const int size = arb_law_size(r->law);
    _arb_vec_set(x0, r->x, size);
    for (unsigned i = 0; i < r->n_holds; i++)
        advance(r, i);
    force_at(r, v, functional);
    _arb_vec_set(r->x, x0, size);
    for (unsigned i = 0; i < r->n_holds; i++) {
        arb_mul_si(r->v + i, r->v + i, speed, r->prec);
        arb_div_si(r->h + i, r->h + i, speed < 0 ? -speed : speed, r->prec);
        advance(r, i);
    }
    force_at(r, v, r->t);
    if (speed < 0)
        arb_add(functional, functional, r->t, r->prec);
    else
        arb_sub(functional, functional, r->t, r->prec);
    arb_abs(functional, functional);
    scale_at(r, v, r->t);
    if (arb_is_zero(functional))
        arb_zero(margin);
    else
        arb_div(margin, functional, r->t, r->prec);
    arb_neg(margin, margin);
    _arb_vec_clear(x0, ARB_LAW_MAX);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_zero(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* A static law exactly as printed. */
static enum answer printed(struct run *r, arb_t functional, arb_t margin)
{
    bool moved = false;
    arb_zero(functional);
    for (unsigned i = 0; i < r->n_holds; i++) {
        arb_srcptr v = r->v + i;
        if (arb_is_zero(v))
            continue;
        moved = true;
        r->law->printed_force(r->t, r->p, v, r->prec);
        arb_mul(r->t, r->t, v, r->prec);
        arb_mul(r->t, r->t, r->h + i, r->prec);
        arb_add(functional, functional, r->t, r->prec);
        arb_abs(r->t, r->t);
        arb_add(r->exchanged, r->exchanged, r->t, r->prec);
    }
    arb_one(margin);
    if (!moved)
        return ANSWER_NO;
    arb_div(margin, functional, r->exchanged, r->prec);
    if (arb_is_nonpositive(functional))
        return ANSWER_YES;
    return arb_is_positive(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* The smallest E - dS over holds. */
static enum answer dissipation(struct run *r, arb_t functional, arb_t margin)
{
    arb_t stored, rise;
    arb_init(stored);
    arb_init(rise);
    arb_pos_inf(functional);
    r->law->storage(stored, r->p, r->x, r->prec);
    for (unsigned i = 0; i < r->n_holds; i++) {
        advance(r, i);
        arb_neg(rise, stored);
        r->law->storage(stored, r->p, r->x, r->prec);
        arb_add(rise, rise, stored, r->prec);
        total(r->t, r->before, -1, r);
        total(r->worst, r->energy, -1, r);
        arb_sub(r->t, r->worst, r->t, r->prec);
        arb_abs(r->worst, r->t);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_abs(r->worst, rise);
        arb_add(r->exchanged, r->exchanged, r->worst, r->prec);
        arb_sub(r->t, r->t, rise, r->prec);
        arb_min(functional, functional, r->t, r->prec);
    }
    if (arb_is_zero(r->exchanged))
        arb_one(margin);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    arb_clear(rise);
    arb_clear(stored);
    if (arb_is_negative(functional))
        return ANSWER_YES;
    return arb_is_nonnegative(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* States, travel and forces at the turning points, for windows that may drift. */
struct turning {
    arb_ptr x;
    arb_t travel;
    enum answer gentle; /* the hold that ends here certainly stays below 0.9 of break-away */
};

static enum answer below(struct run *r, const arb_t v, const arb_t limit)
{
    force_at(r, v, r->t);
    arb_abs(r->t, r->t);
    if (arb_le(r->t, limit))
        return ANSWER_YES;
    return arb_gt(r->t, limit) ? ANSWER_NO : ANSWER_UNDECIDED;
}

static bool reverses(const struct run *r, unsigned from, unsigned to)
{
    bool forth = false, back = false;
    for (unsigned i = from; i < to; i++) {
        forth |= arb_is_positive(r->v + i);
        back |= arb_is_negative(r->v + i);
    }
    return forth && back;
}

/* |net travel| - 1000 |dx| over holds from..to-1; margin is its negative over the path. */
static void window(struct run *r, const struct turning *at, unsigned from, unsigned to, arb_t drift,
                   arb_t margin)
{
    arb_t gap, path;
    arb_init(gap);
    arb_init(path);
    for (int k = 0; k < r->n_states; k++) {
        if (r->law->bound && !arb_is_finite(r->bound + k))
            continue; /* a state without bound is the travel itself */
        arb_sub(r->t, at[to].x + k, at[from].x + k, r->prec);
        arb_abs(r->t, r->t);
        arb_max(gap, gap, r->t, r->prec);
    }
    arb_sub(drift, at[to].travel, at[from].travel, r->prec);
    arb_abs(drift, drift);
    arb_submul_ui(drift, gap, 1000, r->prec);
    path_length(r, from, to, path);
    arb_div(margin, drift, path, r->prec);
    arb_neg(margin, margin);
    arb_clear(path);
    arb_clear(gap);
}

static enum answer no_drift(struct run *r, arb_t functional, arb_t margin)
{
    enum { MOST = 32 }; /* as in the trial: windows of the first holds */
    struct turning at[MOST + 1];
    const unsigned n = r->n_holds < MOST ? r->n_holds : MOST;
    enum answer answer = ANSWER_NO;
    arb_t limit, drift, m;
    arb_init(limit);
    arb_init(drift);
    arb_init(m);
    arb_neg_inf(functional);
    arb_one(margin);
    r->law->break_away(limit, r->p, r->prec);
    arb_mul_ui(limit, limit, 9, r->prec);
    arb_div_ui(limit, limit, 10, r->prec);
    for (unsigned j = 0; j <= n; j++) {
        at[j].x = _arb_vec_init(ARB_LAW_MAX);
        arb_init(at[j].travel);
        if (j > 0) {
            const enum answer start = below(r, r->v + j - 1, limit);
            advance(r, j - 1);
            const enum answer end = below(r, r->v + j - 1, limit);
            at[j].gentle = start == ANSWER_YES  ? end
                           : start == ANSWER_NO ? start
                           : end == ANSWER_NO   ? end
                                                : start;
            arb_set(at[j].travel, at[j - 1].travel);
            arb_addmul(at[j].travel, r->v + j - 1, r->h + j - 1, r->prec);
        }
        _arb_vec_set(at[j].x, r->x, r->n_states);
        for (unsigned i = j; i > 0 && at[i].gentle != ANSWER_NO; i--) {
            if (!reverses(r, i - 1, j))
                continue;
            window(r, at, i - 1, j, drift, m);
            bool certain = true;
            for (unsigned k = i; k <= j; k++)
                certain &= at[k].gentle == ANSWER_YES;
            if (arb_is_positive(drift) && certain)
                answer = ANSWER_YES;
            else if (!arb_is_nonpositive(drift) && answer == ANSWER_NO)
                answer = ANSWER_UNDECIDED;
            arb_max(functional, functional, drift, r->prec);
            arb_min(margin, margin, m, r->prec);
        }
    }
    for (unsigned j = 0; j <= n; j++) {
        arb_clear(at[j].travel);
        _arb_vec_clear(at[j].x, ARB_LAW_MAX);
    }
    arb_clear(m);
    arb_clear(drift);
    arb_clear(limit);
    return answer;
}

static int part_of(const struct arb_law *law, enum property property)
{
    static const char *const names[] = { "I1", "I2", "I3", "I4" };
    return arb_law_index(law->parts, names[property - I1_NONNEGATIVE]);
}

bool rigorous_applicable(const struct arb_law *law, enum property property)
{
    switch (property) {
    case STATE_BOUND:
        return law->bound && law->states;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return law->stribeck && arb_law_index(law->states, "y") >= 0;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return part_of(law, property) >= 0;
    case PASSIVITY:
    case STEADY_STATE:
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        return true;
    case DISSIPATION:
        return law->storage;
    case PASSIVITY_AS_PRINTED:
        return law->printed_force;
    case NO_DRIFT:
        return law->break_away && law->states;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        return rigorous_regressor_applicable(law, property);
    case FINITE_FORCE: /* a property of floating point */
    case EXPERIMENT:   /* not about a signal */
    case N_PROPERTIES:
        break;
    }
    return false;
}

enum answer rigorous_evaluate(const struct rigorous_case *c, slong prec, arb_t functional,
                              arb_t margin)
{
    struct run r;
    enum answer answer = ANSWER_UNDECIDED;
    run_init(&r, c, prec);
    switch (c->property) {
    case PASSIVITY:
        answer = energy(&r, -1, true, functional, margin);
        break;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
        answer = energy(&r, part_of(c->law, c->property), true, functional, margin);
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        answer = energy(&r, part_of(c->law, c->property), false, functional, margin);
        break;
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        answer = rigorous_regressor(c, prec, functional, margin);
        break;
    case STATE_BOUND:
        answer = state_bound(&r, functional, margin);
        break;
    case STRIBECK_STATE_BOUND:
        answer = stribeck_bound(&r, false, functional, margin);
        break;
    case STRIBECK_HISTORY_BOUND:
        answer = stribeck_bound(&r, true, functional, margin);
        break;
    case STEADY_STATE:
        answer = steady_state(&r, functional, margin);
        break;
    case ODD_SYMMETRY:
        answer = other_run(&r, -1, functional, margin);
        break;
    case RATE_INDEPENDENCE:
        answer = other_run(&r, 4, functional, margin);
        break;
    case PASSIVITY_AS_PRINTED:
        answer = printed(&r, functional, margin);
        break;
    case DISSIPATION:
        answer = dissipation(&r, functional, margin);
        break;
    case NO_DRIFT:
        answer = no_drift(&r, functional, margin);
        break;
    case FINITE_FORCE:
    case EXPERIMENT:
    case N_PROPERTIES:
        break;
    }
    run_clear(&r);
    return answer;
}

enum answer rigorous_violated(const struct rigorous_case *c, slong max_prec, arb_t functional,
                              arb_t margin)
{
    enum answer answer = ANSWER_UNDECIDED;
    slong prec = 128;
    do
        answer = rigorous_evaluate(c, prec, functional, margin);
    while ((answer == ANSWER_UNDECIDED || !arb_is_finite(margin)) && (prec *= 2) <= max_prec);
    return answer;
}
