/* The properties along a witness. See the header. */
#include "properties/independent/miniature.h"

#include <string.h>

#include "properties/excitation.h"

enum { COLUMNS = 8, MOST_PIECES = 256 };

static quad magnitude(quad x) { return x < 0 ? -x : x; }
static quad larger(quad x, quad y) { return x > y ? x : y; }

/* What one integration tells: the functional, and a number that is positive where the property is
 * violated, both off by about noise times the rounding of so many stages. */
struct outcome {
    quad functional, excess, noise;
    bool has, unsure; /* unsure: it depends on more than the sign of excess */
    const char *why;
};

static const double tolerance = 0x1p-60; /* of equalities, by their definition */

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

static quad scale_of(struct mini_run *run, const arb_t v)
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

/* The bound of a state, or 0 where it has none. */
static quad bound_of(struct mini_run *run, int j)
{
    run->mini->law->bound(run->dx, run->p, MINI_PREC);
    return arb_is_finite(run->dx + j) ? mini_get(run->dx + j) : 0;
}

static quad bound_level(struct mini_run *run, const quad *x, int s)
{
    quad most = -1;
    (void)s; /* of no matter here */
    for (int j = 0; j < run->n; j++)
        if (bound_of(run, j) > 0)
            most = larger(most, magnitude(x[j]) / bound_of(run, j) - 1);
    return most;
}

static quad curve_level(struct mini_run *run, const quad *x, int s)
{
    const int y = arb_law_index(run->mini->law->states, "y");
    const quad g = curve_at(run), stretch = magnitude(x[y]) / bound_of(run, y);
    (void)s;
    if (run->mini->property == STRIBECK_STATE_BOUND)
        return stretch - g;
    return stretch - larger(run->history, g);
}

static void note_curve(struct mini_run *run) { run->history = larger(run->history, curve_at(run)); }

/* |F| less 0.9 of the break-away force, or of the steady force where that is smaller. */
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
        const quad steady = magnitude(steady_of(run, v));
        limit = steady < limit ? steady : limit;
    }
    const quad F = magnitude(mini_force(run, v));
    memcpy(run->state, state, sizeof state);
    arb_clear(v);
    return F - limit * 9 / 10;
}

/* The whole signal, each piece followed by `after`. */
static bool follow(struct mini_run *run)
{
    for (unsigned i = 0; i < run->mini->n; i++)
        if (!mini_run_piece(run, &run->mini->piece[i]))
            return false;
    return true;
}

static void energy(struct mini_run *run, struct outcome *o)
{
    const enum property property = run->mini->property;
    const bool strict = property != I3_NONNEGATIVE && property != I4_NONNEGATIVE;
    follow(run);
    o->functional = run->energy;
    o->excess = -run->energy;
    o->noise = run->gross;
    if (run->gross == 0) /* it is exactly zero */
        o->excess = strict && run->moved ? 1 : -1;
}

static void dissipation(struct mini_run *run, struct outcome *o)
{
    quad stored = storage_of(run);
    for (unsigned i = 0; i < run->mini->n && !run->why; i++) {
        const quad before = run->energy, earlier = stored;
        mini_run_piece(run, &run->mini->piece[i]);
        stored = storage_of(run);
        const quad loss = run->energy - before - (stored - earlier);
        o->functional = i == 0 || loss < o->functional ? loss : o->functional;
        o->noise = larger(o->noise, run->gross + stored + earlier);
    }
    o->excess = o->noise == 0 ? -1 : -o->functional;
}

static void bounds(struct mini_run *run, struct outcome *o)
{
    run->level = run->mini->property == STATE_BOUND ? bound_level : curve_level;
    if (run->mini->property == STRIBECK_HISTORY_BOUND)
        run->note = note_curve;
    follow(run);
    o->functional = o->excess = run->worst;
    o->noise = 1;
}

static void steady_state(struct mini_run *run, struct outcome *o)
{
    const struct mini_piece *last = &run->mini->piece[run->mini->n - 1];
    const struct arb_law *law = run->mini->law;
    arb_t start;
    arb_init(start);
    mini_velocity(start, last, start);
    const bool held = last->kind == SIGNAL_HOLD ||
                      (last->kind == SIGNAL_RAMP && arb_equal(last->value, last->value + 1));
    o->excess = -1;
    if (held && !arb_is_zero(start) && follow(run)) {
        const quad F = mini_force(run, run->end), scale = scale_of(run, run->end);
        quad left = 0;
        if (law->settling_rate) {
            law->settling_rate(run->F, run->p, run->end, MINI_PREC);
            arb_mul(run->F, run->F, &last->T, MINI_PREC);
            arb_neg(run->F, run->F);
            arb_exp(run->F, run->F, MINI_PREC);
            left = 2 * mini_get(run->F);
        }
        o->functional = magnitude(F - steady_of(run, run->end));
        o->excess = o->functional - (left + tolerance) * scale;
        o->noise = scale;
    }
    arb_clear(start);
}

/* Against the mirrored signal (speed -1), or a faster one. */
static void other_run(struct mini_run *run, struct outcome *o, int speed)
{
    struct mini_run other;
    follow(run);
    mini_run_init(&other, run->mini, run->rule, speed, run->steps);
    follow(&other);
    const quad F = mini_force(run, run->end), twin = mini_force(&other, other.end);
    o->functional = magnitude(speed < 0 ? F + twin : F - twin);
    run->rounding += other.rounding;
    run->why = run->why ? run->why : other.why;
    run->path = other.path; /* the same */
    o->noise = scale_of(run, other.end);
    o->excess = o->functional - tolerance * o->noise;
    mini_run_clear(&other);
}

static void creep(struct mini_run *run, struct outcome *o)
{
    follow(run);
    const quad F = magnitude(mini_force(run, run->end)),
               R = set(run, run->mini->law->creep_resistance);
    o->functional = o->excess = F - R * magnitude(mini_get(run->end));
    o->noise = F;
}

/* States, travel and path at the ends of pieces, and whether the force was gentle before. */
struct turning {
    quad x[MINI_STATES], travel, path, harshness;
    bool forth, back;
};

static void window(struct mini_run *run, const struct turning *at, unsigned from, unsigned to,
                   struct outcome *o)
{
    bool forth = false, back = false;
    quad gap = 0, harsh = -1, limit = set(run, run->mini->law->break_away);
    for (unsigned i = from + 1; i <= to; i++) {
        forth |= at[i].forth;
        back |= at[i].back;
        harsh = larger(harsh, at[i].harshness / limit);
    }
    const bool close = magnitude(harsh) < 1e-6; /* stages may miss the largest by less than that */
    if (!forth || !back || (harsh > 0 && !close))
        return;
    for (int j = 0; j < run->n; j++)
        if (!run->mini->law->bound || bound_of(run, j) > 0)
            gap = larger(gap, magnitude(at[to].x[j] - at[from].x[j]));
    const quad drift = magnitude(at[to].travel - at[from].travel) - 1000 * gap,
               excess = drift - tolerance * (at[to].path - at[from].path);
    o->unsure |= close;
    o->functional = o->has ? larger(o->functional, drift) : drift;
    o->excess = o->has ? larger(o->excess, excess) : excess;
    o->has = true;
}

static void no_drift(struct mini_run *run, struct outcome *o)
{
    static const struct turning none;
    struct turning at[MOST_PIECES + 1] = { none };
    const unsigned n = run->mini->n;
    run->level = gentle_level;
    o->has = false;
    o->excess = -1;
    if (n > MOST_PIECES)
        run->why = "too many pieces";
    for (unsigned i = 1; i <= n && !run->why; i++) {
        struct mini_part part[MOST_PIECES];
        const unsigned parts = mini_parts(part, MOST_PIECES, &run->mini->piece[i - 1], NULL);
        for (unsigned k = 0; k < parts; k++) {
            at[i].forth |= part[k].s > 0;
            at[i].back |= part[k].s < 0;
        }
        mini_parts_clear(part, parts);
        run->worst = -1e30;
        mini_run_piece(run, &run->mini->piece[i - 1]);
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

/* A row of U at the present state and velocity v. */
static void row_of(struct mini_run *run, const arb_t v, quad *u)
{
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, run->state[j]);
    arb_set_si(run->s, arf_sgn(arb_midref(v)));
    run->mini->law->regressor(run->g, run->p, v, run->s, run->x, MINI_PREC);
    for (int j = 0; j < run->mini->law->n_regressors; j++)
        u[j] = mini_get(run->g + j);
}

/* |F - U P| at v, P as stated, or as printed with its constant such that it is right at v0. */
static void compare(struct mini_run *run, const arb_t v0, const arb_t v, struct outcome *o)
{
    const struct arb_law *law = run->mini->law;
    const bool printed = run->mini->property == REGRESSOR_AS_PRINTED;
    const quad F = mini_force(run, v), scale = scale_of(run, v);
    quad sum = 0, u[COLUMNS];
    if (printed) {
        if (arb_is_zero(v))
            return;
        row_of(run, v, u);
        law->printed_regressor(run->F, run->p, v0, v, run->s, run->x, MINI_PREC);
        sum = mini_get(run->F);
    } else {
        row_of(run, v, u);
        law->coefficients(run->g, run->p, MINI_PREC);
        for (int j = 0; j < law->n_regressors; j++)
            sum += u[j] * mini_get(run->g + j);
    }
    o->functional = larger(o->functional, magnitude(F - sum));
    o->excess = larger(o->excess, magnitude(F - sum) - tolerance * scale);
    o->noise = larger(o->noise, scale);
}

static void residuals(struct mini_run *run, struct outcome *o)
{
    arb_t v0, v, zero;
    arb_init(v0);
    arb_init(v);
    arb_init(zero);
    o->excess = -1;
    for (unsigned i = 0; i < run->mini->n && !run->why; i++) {
        const struct mini_piece *piece = &run->mini->piece[i];
        const quad before = run->path;
        for (int end = 0; end < 2 && !run->why; end++) {
            mini_velocity(v, piece, end == 0 ? zero : &piece->T);
            if (arb_is_zero(v0))
                arb_set(v0, v);
            if (end == 1)
                mini_run_piece(run, piece);
            else if (run->mini->law->transition || run->mini->law->n_memory > 0)
                continue; /* the memory is that of the piece before: the checker's business */
            compare(run, v0, v, o);
        }
        o->unsure |= run->path < before;
    }
    arb_clear(zero);
    arb_clear(v);
    arb_clear(v0);
}

/* A hold of the stated excitation. */
static bool excite(struct mini_run *run, const struct excitation *e)
{
    struct mini_piece piece = { .kind = SIGNAL_HOLD };
    arb_ptr t = _arb_vec_init(4);
    for (int i = 0; i < 4; i++)
        arb_init(&piece.value[i]);
    arb_init(&piece.T);
    const int vs = arb_law_index(run->mini->law->params, "vs");
    arb_one(t);
    if (vs >= 0)
        arb_set(t, run->p + vs);
    arb_mul_2exp_si(t, t, e->speed);
    arb_one(t + 1);
    if (!e->timed && run->n > 0 && run->mini->law->bound && bound_of(run, 0) > 0)
        arb_set(t + 1, run->dx);
    if (!e->timed)
        arb_div(t + 1, t + 1, t, MINI_BITS);
    arb_mul_2exp_si(&piece.T, t + 1, e->size);
    mag_zero(arb_radref(&piece.T));
    arb_mul_si(&piece.value[0], t, e->sign, MINI_BITS);
    const bool done = mini_run_piece(run, &piece);
    for (int i = 0; i < 4; i++)
        arb_clear(&piece.value[i]);
    arb_clear(&piece.T);
    _arb_vec_clear(t, 4);
    return done;
}

/* How many columns there are that no combination of others gives, by elimination among columns of
 * length one, and the smallest pivot that counts as none; the volume of all. */
static int rank(quad u[EXCITATION_HOLDS][COLUMNS], int n, quad *least, quad *most_left)
{
    bool used[COLUMNS] = { false };
    int found = 0;
    *least = 1;
    *most_left = 0;
    for (int round = 0; round < n; round++) {
        int best = -1;
        quad longest = 0;
        for (int j = 0; j < n; j++) {
            quad length = 0;
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                length += u[i][j] * u[i][j];
            if (length > longest) {
                longest = length;
                best = j;
            }
        }
        if (best < 0 || longest < (quad)1e-50) {
            *most_left = longest;
            return found;
        }
        *least = longest;
        used[best] = true;
        found++;
        for (int j = 0; j < n; j++) {
            quad along = 0;
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                along += u[i][best] * u[i][j];
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                u[i][j] -= along / longest * u[i][best];
        }
    }
    return found;
}

/* Of U along the excitation: by a given null vector also along the signal. The functional, a volume
 * of columns that depend on the choice of them, is left to the checker, but for 0 where a vector
 * is. */
static void independence(struct mini_run *run, struct outcome *o)
{
    const struct arb_law *law = run->mini->law;
    const int n = law->n_regressors;
    const int expected = run->mini->property == IDENTIFIABLE_RANK && law->n_identifiable > 0
                             ? law->n_identifiable
                             : n;
    quad u[EXCITATION_HOLDS][COLUMNS], row[COLUMNS], missed = 0, size = 0, least, left;
    bool some = false;
    o->has = false;
    for (unsigned i = 0; i < run->mini->n + EXCITATION_HOLDS && !run->why; i++) {
        quad sum = 0, terms = 0;
        const bool own = i < run->mini->n;
        if (own)
            mini_run_piece(run, &run->mini->piece[i]);
        else
            excite(run, &excitation[i - run->mini->n]);
        row_of(run, run->end, row);
        for (int j = 0; j < n; j++) {
            sum += (quad)run->mini->null[j] * row[j];
            terms += magnitude((quad)run->mini->null[j] * row[j]);
            some |= run->mini->null[j] != 0;
            if (!own)
                u[i - run->mini->n][j] = row[j];
        }
        missed = larger(missed, magnitude(sum));
        size = larger(size, terms);
    }
    if (run->why)
        return;
    if (run->mini->has_null) {
        o->has = some && missed <= (quad)1e-28 * size;
        o->excess = o->has ? 1 : -1;
        return;
    }
    for (int j = 0; j < n; j++) {
        quad length = 0;
        for (int i = 0; i < EXCITATION_HOLDS; i++)
            length = larger(length, magnitude(u[i][j]));
        for (int i = 0; i < EXCITATION_HOLDS && length > 0; i++)
            u[i][j] /= length;
    }
    o->excess = rank(u, n, &least, &left) == expected ? -1 : 1;
    o->unsure = least < (quad)1e-40;
}

/* Everything by one rule. */
static struct outcome evaluate(const struct mini *mini, const struct mini_rule *rule,
                               unsigned long steps)
{
    struct mini_run run;
    struct outcome o = { .has = true };
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
        residuals(&run, &o);
        break;
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        independence(&run, &o);
        break;
    default:
        energy(&run, &o);
    }
    o.noise *= run.rounding * 0x1p-112;
    o.why = run.why;
    mini_run_clear(&run);
    return o;
}

/* Whether the functional is within the claims. */
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
    const struct outcome o = evaluate(mini, &rules->rule[0], steps);
    if (o.why || o.unsure)
        return MINI_UNDECIDED;
    return o.excess > 0 ? MINI_VIOLATED : MINI_KEPT;
}

struct mini_verdict mini_judge(const struct mini *mini, const struct mini_rules *rules,
                               unsigned long steps)
{
    struct outcome o[2];
    struct mini_verdict v = { .answer = MINI_UNDECIDED };
    for (int i = 0; i < 2; i++) {
        o[i] = evaluate(mini, &rules->rule[i], steps);
        v.why = o[i].why;
        if (v.why)
            return v;
    }
    const quad off = magnitude(o[1].excess - o[0].excess) + o[1].noise;
    v.functional = o[1].functional;
    v.error = magnitude(o[1].functional - o[0].functional) + o[1].noise;
    v.has_functional = o[0].has && o[1].has;
    v.enclosed = mini_enclosed(mini, &v);
    v.why = "too close to tell";
    if (o[1].unsure || magnitude(o[1].excess) <= off || !(off < 1e300))
        return v;
    v.answer = o[1].excess > 0 ? MINI_VIOLATED : MINI_KEPT;
    v.why = NULL;
    return v;
}
