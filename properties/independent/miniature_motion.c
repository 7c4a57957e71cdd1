/* Integration from event to event. See the header. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "properties/independent/miniature.h"

enum { STAGES = MINI_STAGES, STATES = MINI_STATES, MOST_PARTS = 512, BRISTLES = 20 };

static quad magnitude(quad x) { return x < 0 ? -x : x; }

/* P_0 .. P_n at x. */
static void legendre(quad *p, int n, quad x)
{
    p[0] = 1;
    p[1] = x;
    for (int k = 1; k < n; k++)
        p[k + 1] = ((2 * k + 1) * x * p[k] - k * p[k - 1]) / (k + 1);
}

/* What the polynomials that are 1 at one stage and 0 at the others have for an integral from the
 * beginning of the step to x, in [-1, 1]. */
static void integrals(quad *a, const struct mini_rule *rule, quad x)
{
    quad p[STAGES + 2];
    legendre(p, rule->n + 1, x);
    for (int j = 0; j < rule->n; j++) {
        quad sum = 1 + x;
        for (int k = 1; k < rule->n; k++)
            sum += rule->legendre[j][k] * (p[k + 1] - p[k - 1]);
        a[j] = rule->weight[j] * sum / 2;
    }
}

/* P_(n-1) - P_n, whose zeros are Radau's nodes. */
static quad radau(int n, quad x)
{
    quad p[STAGES + 1];
    legendre(p, n, x);
    return p[n - 1] - p[n];
}

void mini_rule_set(struct mini_rule *rule, int n, double tolerance)
{
    const int grid = 16 * n;
    const double pi = acos(-1);
    int found = 0;
    rule->n = n;
    rule->tolerance = tolerance;
    for (int i = 0; i + 1 < grid; i++) {
        quad lo = -cos(pi * (i + 0.5) / grid), hi = -cos(pi * (i + 1.5) / grid);
        const bool falls = radau(n, lo) > 0;
        if (falls == (radau(n, hi) > 0) || found + 1 == n)
            continue;
        for (int k = 0; k < 120; k++) {
            const quad middle = (lo + hi) / 2;
            *((radau(n, middle) > 0) == falls ? &lo : &hi) = middle;
        }
        rule->node[found++] = (lo + hi) / 2;
    }
    rule->node[n - 1] = 1;
    for (int i = 0; i < n; i++) {
        quad *p = rule->legendre[i];
        legendre(p, n, rule->node[i]);
        rule->weight[i] = (1 + rule->node[i]) / (2 * (quad)n * n * p[n - 1] * p[n - 1]);
    }
    for (int i = 0; i < n; i++)
        integrals(rule->a[i], rule, rule->node[i]);
}

/* A step of length h from theta on in a part: what there is at its stages. */
struct step {
    const struct mini_piece *piece;
    const struct mini_part *part;
    quad theta, h;
    quad v[STAGES], x[STAGES][STATES], f[STAGES][STATES], power[STAGES];
};

quad mini_param(const struct mini *mini, const char *name, double otherwise)
{
    const int i = arb_law_index(mini->law->params, name);
    return i < 0 ? (quad)otherwise : mini_get(mini->p + i);
}

static bool is_law(const struct mini_run *run, const char *name)
{
    return strcmp(run->mini->law->name, name) == 0;
}

static int whole(const struct mini_run *run, const char *name)
{
    return (int)mini_param(run->mini, name, 0);
}

/* SplitMix64, a number for each snap of each bristle: the top 24 bits and 1. */
static slong draw(int bristle, slong snap)
{
    uint64_t z = (uint64_t)(snap * BRISTLES + bristle + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (slong)((z ^ (z >> 31)) >> 40) + 1;
}

/* How many functions there are that end a law's present equations at zero. */
static int count(const struct mini_run *run)
{
    if (is_law(run, "bristle") || is_law(run, "leuven"))
        return whole(run, "N");
    return run->mini->law->n_switches;
}

/* They: what is left of a bristle's stretch, or to an element's limit, where the law does not
 * state them itself. */
static void switches(struct mini_run *run, quad *g, const quad *x, int s)
{
    const struct arb_law *law = run->mini->law;
    const int n = count(run);
    const quad length = mini_param(run->mini, "delta_s", 0);
    const int k = arb_law_index(law->params, "k1"), W = arb_law_index(law->params, "W1");
    for (int i = 0; i < n; i++)
        if (is_law(run, "bristle"))
            g[i] = length - s * (x[0] - length * mini_get(run->x + 1 + i) / (1 << 24));
        else if (is_law(run, "leuven"))
            g[i] = mini_get(run->p + W + i) / mini_get(run->p + k + i) - s * x[i];
    if (law->n_switches == 0)
        return;
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, x[j]);
    arb_set_si(run->s, s);
    law->switches(run->g, run->p, run->v, run->s, run->x, MINI_PREC);
    for (int i = 0; i < n; i++)
        g[i] = mini_get(run->g + i);
}

/* Whether the equations are told by the sides of switches. */
static bool has_sides(const struct mini_run *run)
{
    const struct arb_law *law = run->mini->law;
    return is_law(run, "leuven") || (law->phase && law->n_switches > 0 && !law->transition);
}

/* One dz/dt for all elements, but for those that are at their limits and stay there. */
static void stay_at_limits(const struct mini_run *run, const int *side, quad *f, int s)
{
    quad dz = 0;
    for (int i = 0; i < run->n; i++)
        dz = magnitude(f[i]) > magnitude(dz) ? f[i] : dz;
    for (int i = 0; i < whole(run, "N"); i++)
        f[i] = side[i] < 0 && s * dz > 0 ? 0 : dz;
}

/* The rates and the force at run->v and x; f and F may be NULL. */
static void respond(struct mini_run *run, const quad *x, const int *side, int s, quad *f, quad *F)
{
    const struct arb_law *law = run->mini->law;
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, x[j]);
    arb_set_si(run->s, s);
    if (law->phase && s != 0)
        law->phase(run->F, run->dx, run->p, run->v, run->s, run->x, side, MINI_PREC);
    else {
        if (law->rate)
            law->rate(run->dx, run->p, run->v, run->s, run->x, MINI_PREC);
        if (F)
            law->force(run->F, run->p, run->v, run->s, run->x, MINI_PREC);
    }
    for (int j = 0; f && j < run->n; j++)
        f[j] = mini_get(run->dx + j);
    if (f && is_law(run, "leuven"))
        stay_at_limits(run, side, f, s);
    if (F)
        *F = mini_get(run->F);
}

/* On which sides of the switches the motion goes on: where one is at zero, as near as rounding
 * tells, by where the rates lead. */
static void find_sides(struct mini_run *run, int *side, const quad *x, int s)
{
    const double rounding = 1e-29;
    quad g[MINI_SWITCHES], ahead[MINI_SWITCHES], f[STATES], moved[STATES], size = 0, fastest = 0;
    for (int i = 0; i < count(run); i++)
        side[i] = 1;
    if (!has_sides(run) || s == 0)
        return;
    respond(run, x, side, s, f, NULL);
    for (int j = 0; j < run->n; j++) {
        size = magnitude(x[j]) > size ? magnitude(x[j]) : size;
        fastest = magnitude(f[j]) > fastest ? magnitude(f[j]) : fastest;
    }
    for (int j = 0; j < run->n; j++)
        moved[j] = x[j] + (fastest > 0 ? f[j] / fastest : 0) * (size > 0 ? size / 1000 : 1);
    switches(run, g, x, s);
    switches(run, ahead, moved, s);
    for (int i = 0; i < count(run); i++)
        side[i] = (magnitude(g[i]) <= rounding * size ? ahead[i] - g[i] : g[i]) < 0 ? -1 : 1;
}

quad mini_force(struct mini_run *run, const arb_t v)
{
    int side[MINI_SWITCHES];
    quad F = 0;
    arb_set(run->v, v);
    const int s = arf_sgn(arb_midref(v));
    find_sides(run, side, run->state, s);
    respond(run, run->state, side, s, NULL, &F);
    return F;
}

/* The power whose integral is wanted: that of the force, of a part of it, or as printed. */
static quad power_at(struct mini_run *run, const quad *x, const quad *f, quad F, quad v)
{
    const struct mini *m = run->mini;
    const quad sigma0 = mini_param(m, "sigma0", 1), Fc = mini_param(m, "Fc", 0);
    switch (m->property) {
    case I1_NONNEGATIVE:
        return (mini_param(m, "sigma1", 0) * f[0] + mini_param(m, "sigma2", 0) * v) * v;
    case I2_NONNEGATIVE:
        return sigma0 * Fc * x[0] * v;
    case I3_NONNEGATIVE:
        return mini_param(m, "alpha", 0) * f[1] * v;
    case I4_NONNEGATIVE:
        return sigma0 * (mini_param(m, "Fs", 0) - Fc) * x[1] * v;
    case PASSIVITY_AS_PRINTED:
        m->law->printed_force(run->F, run->p, run->v, MINI_PREC);
        return mini_get(run->F) * v;
    default:
        return F * v;
    }
}

/* v, also into run->v, at theta in a part. */
static quad velocity(struct mini_run *run, const struct step *step, quad theta)
{
    mini_set(run->tau, theta);
    arb_add(run->tau, run->tau, &step->part->t0, MINI_BITS);
    mag_zero(arb_radref(run->tau));
    mini_velocity(run->v, step->piece, run->tau);
    return mini_get(run->v);
}

/* Factors A, n rows, in place by elimination, order[] telling which row was taken when. */
static bool factor(double *A, int *order, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))
                pivot = i;
        if (!(fabs(A[pivot * n + k]) > 0))
            return false;
        order[k] = pivot;
        for (int j = 0; j < n; j++) {
            const double t = A[k * n + j];
            A[k * n + j] = A[pivot * n + j];
            A[pivot * n + j] = t;
        }
        for (int i = k + 1; i < n; i++) {
            const double part = A[i * n + k] /= A[k * n + k];
            for (int j = k + 1; part != 0 && j < n; j++)
                A[i * n + j] -= part * A[k * n + j];
        }
    }
    return true;
}

/* b <- A^-1 b */
static void solve(const double *A, const int *order, double *b, int n)
{
    for (int k = 0; k < n; k++) {
        const double t = b[k];
        b[k] = b[order[k]];
        b[order[k]] = t;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            b[i] -= A[i * n + j] * b[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

/* df_i/dx_j at a stage, by differences far below what a double tells. */
static void slopes(struct mini_run *run, struct step *step, int stage, double J[STATES][STATES])
{
    quad x[STATES], f[STATES];
    memcpy(x, step->x[stage], sizeof x);
    for (int j = 0; j < run->n; j++) {
        const quad apart =
            (magnitude(x[j]) + magnitude(step->h * step->f[stage][j])) / ((quad)1e17);
        x[j] += apart;
        respond(run, x, run->side, step->part->s, f, NULL);
        for (int i = 0; i < run->n; i++)
            J[i][j] = apart > 0 ? (double)((f[i] - step->f[stage][i]) / apart) : 0;
        x[j] = step->x[stage][j];
    }
}

/* The rates and powers at all stages. */
static void evaluate(struct mini_run *run, struct step *step)
{
    for (int i = 0; i < run->rule->n; i++) {
        quad F = 0;
        mini_set(run->v, step->v[i]);
        respond(run, step->x[i], run->side, step->part->s, step->f[i], &F);
        step->power[i] =
            step->part->s == 0 ? 0 : power_at(run, step->x[i], step->f[i], F, step->v[i]);
    }
    run->rounding += run->rule->n;
}

/* 1 - h a df/dx at the present stages. */
static void linearise(struct mini_run *run, struct step *step, double *J)
{
    const int n = run->n, all = run->rule->n * n;
    double slope[STATES][STATES];
    for (int i = 0; i < run->rule->n; i++) {
        mini_set(run->v, step->v[i]);
        slopes(run, step, i, slope);
        for (int k = 0; k < run->rule->n; k++)
            for (int r = 0; r < n; r++)
                for (int c = 0; c < n; c++)
                    J[(k * n + r) * all + i * n + c] =
                        (k == i && r == c) - (double)(step->h * run->rule->a[k][i]) * slope[r][c];
    }
}

/* By how much stage i misses its equation for state j. */
static quad residual(const struct mini_run *run, const struct step *step, int i, int j)
{
    quad sum = 0;
    for (int k = 0; k < run->rule->n; k++)
        sum += run->rule->a[i][k] * step->f[k][j];
    return run->state[j] + step->h * sum - step->x[i][j];
}

/* Moves the stages by a correction; returns its size relative to theirs. */
static double correct(const struct mini_run *run, struct step *step, const double *b)
{
    const int all = run->rule->n * run->n;
    quad size[STATES] = { 0 };
    double worst = 0;
    for (int i = 0; i < all; i++) {
        quad *x = &step->x[i / run->n][i % run->n];
        *x += b[i];
        if (magnitude(*x) > size[i % run->n])
            size[i % run->n] = magnitude(*x);
    }
    for (int i = 0; i < all; i++)
        if (b[i] != 0)
            worst = fmax(worst, fabs(b[i]) / (double)size[i % run->n]);
    return worst;
}

/* Newton's iteration for the stages of a step from the present state, until it stops gaining; the
 * equations are linearised again while that gains little. */
static bool solve_stages(struct mini_run *run, struct step *step, double *J, double *b)
{
    enum { MOST = 40 };
    const int n = run->n, all = run->rule->n * n;
    const double done = 1e-31, fair = 1e-27, slow = 1e-5;
    int order[STAGES * STATES];
    double last = HUGE_VAL, gain = 1;
    for (int pass = 0; pass < MOST; pass++) {
        if (gain > slow) {
            linearise(run, step, J);
            if (!factor(J, order, all))
                return false;
        }
        for (int i = 0; i < all; i++)
            b[i] = (double)residual(run, step, i / n, i % n);
        solve(J, order, b, all);
        const double size = correct(run, step, b);
        if (!(size < 1e6))
            return false;
        evaluate(run, step);
        if (size <= done || (size <= fair && size > last / 10)) {
            run->rounding += size * 0x1p112;
            return true;
        }
        gain = size / last;
        last = size;
    }
    return false;
}

static bool solve_step(struct mini_run *run, struct step *step)
{
    const size_t all = (size_t)(run->rule->n * run->n);
    if (run->steps == 0)
        run->why = "too many steps";
    else
        run->steps--;
    for (int i = 0; i < run->rule->n; i++) {
        memcpy(step->x[i], run->state, sizeof step->x[i]);
        step->v[i] = velocity(run, step, step->theta + step->h * (1 + run->rule->node[i]) / 2);
    }
    evaluate(run, step);
    if (all == 0 || run->why)
        return !run->why;
    double *work = calloc(all * all + all, sizeof *work);
    const bool solved = work && solve_stages(run, step, work, work + all * all);
    free(work);
    return solved;
}

/* The last two Legendre coefficients of a stage quantity over a step, of its size. */
static double tail(const struct mini_rule *rule, const quad *y, size_t stride, quad allowed)
{
    quad sum = 0;
    for (int k = rule->n - 2; k < rule->n; k++) {
        quad c = 0;
        for (int i = 0; i < rule->n; i++)
            c += rule->weight[i] * rule->legendre[i][k] * y[(size_t)i * stride];
        sum += (2 * k + 1) * magnitude(c);
    }
    return sum > 0 ? (double)(sum / allowed) : 0;
}

/* The error of a step over what is allowed: of states, and of the power. */
static double error_of(const struct mini_run *run, const struct step *step)
{
    const struct mini_rule *rule = run->rule;
    double worst = 0;
    quad most = run->gross;
    for (int j = 0; j < run->n; j++) {
        quad size = 0;
        for (int i = 0; i < rule->n; i++)
            size = magnitude(step->x[i][j]) > size ? magnitude(step->x[i][j]) : size;
        worst = fmax(worst, tail(rule, &step->f[0][j], STATES, size / step->h));
    }
    for (int i = 0; i < rule->n; i++)
        most += magnitude(step->power[i]) * step->h * rule->weight[i];
    return fmax(worst, tail(rule, step->power, 1, most / step->h)) / rule->tolerance;
}

/* The first stage at which a switch has certainly left its side, or -1. */
static int crossing(struct mini_run *run, const struct step *step, int *which)
{
    const double rounding = 1e-28;
    quad g[MINI_SWITCHES], size = 0;
    for (int i = 0; count(run) > 0 && i < run->rule->n; i++) {
        for (int j = 0; j < run->n; j++)
            size = magnitude(step->x[i][j]) > size ? magnitude(step->x[i][j]) : size;
        mini_set(run->v, step->v[i]);
        switches(run, g, step->x[i], step->part->s);
        for (*which = 0; *which < count(run); ++*which)
            if (run->side[*which] * g[*which] < -rounding * size)
                return i;
    }
    return -1;
}

/* A switch at the end of a step of that length. */
static quad switch_after(struct mini_run *run, struct step *step, quad h, int which)
{
    quad g[MINI_SWITCHES];
    step->h = h;
    if (!solve_step(run, step) && !run->why)
        run->why = "an event is not found";
    mini_set(run->v, step->v[run->rule->n - 1]);
    switches(run, g, step->x[run->rule->n - 1], step->part->s);
    return run->side[which] * g[which];
}

/* Shortens a step, in which a switch leaves its side before `hi`, to where that has just reached
 * zero, by the Illinois method. */
static void find_zero(struct mini_run *run, struct step *step, quad hi, int which)
{
    enum { MOST = 300 };
    const double apart = 1e-33;
    quad lo = 0, g[MINI_SWITCHES];
    velocity(run, step, step->theta);
    switches(run, g, run->state, step->part->s);
    quad at_lo = run->side[which] * g[which], at_hi = switch_after(run, step, hi, which);
    for (int i = 0; i < MOST && hi - lo > hi * apart && !run->why; i++) {
        quad h = at_lo > 0 ? (lo * at_hi - hi * at_lo) / (at_hi - at_lo) : hi / 2;
        const quad narrow = (hi - lo) / 1000000, least = hi * apart;
        if (h - lo < narrow) /* so near to one end that the bracket's other end should follow */
            h = lo + 4 * (h - lo) + least;
        else if (hi - h < narrow)
            h = hi - 4 * (hi - h) - least;
        if (!(h > lo && h < hi) || i % 8 == 7)
            h = (lo + hi) / 2;
        const quad at = switch_after(run, step, h, which);
        if (at <= 0) {
            hi = h;
            at_hi = at;
            at_lo /= 2;
        } else {
            lo = h;
            at_lo = at;
            at_hi /= 2;
        }
    }
    switch_after(run, step, hi, which);
}

/* Shortens a step to the first event in it. */
static void find_event(struct mini_run *run, struct step *step, int stage, int *which)
{
    for (int found = *which, i = 0; stage >= 0 && i <= count(run) && !run->why; i++) {
        *which = found;
        find_zero(run, step, step->h * (1 + run->rule->node[stage]) / 2, found);
        stage = crossing(run, step, &found);
        if (found == *which)
            break;
    }
}

/* What a law does where a switch has come to zero. */
static void pass_event(struct mini_run *run, int which, int s)
{
    const struct arb_law *law = run->mini->law;
    if (is_law(run, "bristle")) {
        const slong snaps = arf_get_si(arb_midref(run->x + 1 + BRISTLES + which), ARF_RND_NEAR);
        arb_add_si(run->x + 1 + which, run->x + 1 + which, s * draw(which, snaps), MINI_PREC);
        arb_set_si(run->x + 1 + BRISTLES + which, snaps + 1);
    } else if (law->transition) {
        for (int j = 0; j < run->n; j++)
            mini_set(run->x + j, run->state[j]);
        arb_set_si(run->s, s);
        law->transition(run->x, run->p, which, run->v, run->s, MINI_PREC);
        for (int j = 0; j < run->n; j++)
            run->state[j] = mini_get(run->x + j);
    } else
        run->side[which] = -run->side[which];
}

/* The states within a step, at x in [-1, 1]. */
static void inside(const struct mini_run *run, const struct step *step, quad x, quad *state)
{
    quad a[STAGES];
    integrals(a, run->rule, x);
    for (int j = 0; j < run->n; j++) {
        state[j] = run->state[j];
        for (int i = 0; i < run->rule->n; i++)
            state[j] += step->h * a[i] * step->f[i][j];
    }
}

static quad level_at(struct mini_run *run, const struct step *step, quad x)
{
    quad state[STATES];
    inside(run, step, x, state);
    velocity(run, step, step->theta + step->h * (1 + x) / 2);
    return run->level(run, state, step->part->s);
}

/* The largest level over a step: at its ends and stages, and where it may be larger between two,
 * by golden sections. */
static void watch(struct mini_run *run, const struct step *step)
{
    const quad golden = 0.6180339887498949;
    quad most = level_at(run, step, -1);
    int where = -1;
    for (int i = 0; i < run->rule->n; i++) {
        mini_set(run->v, step->v[i]);
        const quad level = run->level(run, step->x[i], step->part->s);
        if (level > most) {
            most = level;
            where = i;
        }
    }
    if (where >= 0 && where + 1 < run->rule->n && most > run->worst) {
        quad a = where > 0 ? run->rule->node[where - 1] : -1, b = run->rule->node[where + 1];
        for (int i = 0; i < 90; i++) {
            const quad left = b - golden * (b - a), right = a + golden * (b - a);
            *(level_at(run, step, left) > level_at(run, step, right) ? &b : &a) =
                level_at(run, step, left) > level_at(run, step, right) ? right : left;
        }
        /* What lies between stages is known up to the roundings of large rates that cancel. */
        const quad gain = level_at(run, step, (a + b) / 2) - most;
        if (gain > (quad)1e-22)
            most += gain;
        else if (gain > 0)
            run->rounding += (double)gain * 0x1p112;
    }
    run->worst = most > run->worst ? most : run->worst;
}

static void accept(struct mini_run *run, struct step *step)
{
    const struct mini_rule *rule = run->rule;
    if (run->note) {
        velocity(run, step, step->theta);
        run->note(run);
    }
    if (run->level)
        watch(run, step);
    if (run->note) {
        velocity(run, step, step->theta + step->h);
        run->note(run);
    }
    memcpy(run->state, step->x[rule->n - 1], sizeof run->state);
    for (int i = 0; i < rule->n; i++) {
        const quad weight = step->h * rule->weight[i];
        run->energy += weight * step->power[i];
        run->gross += weight * magnitude(step->power[i]);
        run->travel += weight * step->v[i];
        run->path += weight * step->v[i] * step->part->s;
    }
    step->theta += step->h;
}

/* The beginning of a part: a turn where the velocity has been zero, and what the new velocity does
 * at once. */
static void enter(struct mini_run *run, struct step *step)
{
    const struct arb_law *law = run->mini->law;
    const int s = step->part->s;
    quad g[MINI_SWITCHES];
    velocity(run, step, 0);
    if (law->turn && run->before != 2 && (run->before != s || arb_is_zero(run->v))) {
        for (int j = 0; j < run->n; j++)
            mini_set(run->x + j, run->state[j]);
        law->turn(run->x, run->p, MINI_PREC);
        for (int j = 0; j < run->n; j++)
            run->state[j] = mini_get(run->x + j);
    }
    run->before = s;
    find_sides(run, run->side, run->state, s);
    for (int i = 0; law->transition && s != 0 && i < count(run); i++) {
        switches(run, g, run->state, s);
        if (g[i] < 0)
            pass_event(run, i, s);
    }
}

/* Over one part. */
static bool run_part(struct mini_run *run, struct step *step)
{
    const quad length = mini_get(&step->part->length);
    quad h = length;
    step->theta = 0;
    enter(run, step);
    while (step->theta < length && !run->why) {
        const quad left = length - step->theta, last = 1.001 * h >= left ? left : h;
        int which = 0;
        step->h = last;
        const bool solved = solve_step(run, step), tiny = last < length * (quad)1e-31;
        const double error = solved ? error_of(run, step) : 1e30;
        if (error > 1 && !tiny && !run->why) {
            h = last * fmax(0.1, 0.8 * pow(error, -1.0 / run->rule->n));
            continue;
        }
        if (!solved && !run->why)
            run->why = "a step is not solved";
        if (run->why)
            break;
        const int stage = crossing(run, step, &which);
        if (stage >= 0)
            find_event(run, step, stage, &which);
        accept(run, step);
        if (stage >= 0)
            pass_event(run, which, step->part->s);
        else {
            if (last == left)
                step->theta = length;
            h = last * (error > 0 ? fmin(5, 0.9 * pow(error, -1.0 / run->rule->n)) : 5);
        }
    }
    return !run->why;
}

/* The piece with its velocities multiplied by a whole number, and its times divided by it. */
static void rescale(struct mini_piece *to, const struct mini_piece *from, int speed)
{
    const bool held = from->kind == SIGNAL_HOLD, ramp = from->kind == SIGNAL_RAMP;
    const bool is_rate[] = { false, false, !held && !ramp, from->kind == SIGNAL_CHIRP };
    to->kind = from->kind;
    arb_init(&to->T);
    arb_div_si(&to->T, &from->T, abs(speed), MINI_BITS);
    mag_zero(arb_radref(&to->T));
    for (int i = 0; i < 4; i++) {
        arb_init(&to->value[i]);
        arb_mul_si(&to->value[i], &from->value[i],
                   i < 2        ? speed
                   : is_rate[i] ? abs(speed)
                                : 1,
                   2 * MINI_BITS);
    }
}

bool mini_run_piece(struct mini_run *run, const struct mini_piece *given)
{
    const int band = arb_law_index(run->mini->law->params, "Dv");
    struct mini_piece piece;
    struct mini_part part[MOST_PARTS];
    struct step step = { .piece = &piece };
    rescale(&piece, given, run->speed);
    const unsigned n = mini_parts(part, MOST_PARTS, &piece, band < 0 ? NULL : run->p + band);
    if (n == 0)
        run->why = "too many turns";
    for (unsigned i = 0; i < n && !run->why; i++) {
        step.part = &part[i];
        run->moved |= part[i].s != 0;
        run_part(run, &step);
    }
    mini_velocity(run->end, &piece, &piece.T);
    mini_parts_clear(part, n);
    for (int i = 0; i < 4; i++)
        arb_clear(&piece.value[i]);
    arb_clear(&piece.T);
    return !run->why;
}

void mini_run_init(struct mini_run *run, const struct mini *mini, const struct mini_rule *rule,
                   int speed, unsigned long steps)
{
    *run = (struct mini_run){ .mini = mini, .rule = rule, .speed = speed, .before = 2 };
    run->n = arb_law_count(mini->law->states);
    run->steps = steps;
    run->x = _arb_vec_init(ARB_LAW_MAX);
    run->dx = _arb_vec_init(ARB_LAW_MAX);
    run->g = _arb_vec_init(ARB_LAW_MAX);
    run->p = mini->p;
    arb_struct *const numbers[] = { run->v, run->s, run->F, run->tau, run->t, run->end };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        arb_init(numbers[i]);
    if (mini->law->start)
        mini->law->start(run->x + run->n, run->p);
    run->worst = -1;
}

void mini_run_clear(struct mini_run *run)
{
    arb_struct *const numbers[] = { run->v, run->s, run->F, run->tau, run->t, run->end };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        arb_clear(numbers[i]);
    _arb_vec_clear(run->g, ARB_LAW_MAX);
    _arb_vec_clear(run->dx, ARB_LAW_MAX);
    _arb_vec_clear(run->x, ARB_LAW_MAX);
}
