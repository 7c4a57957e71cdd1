/* Evaluates a law's equations at points, and the events that change them (inside.h). */
#include <stdint.h>
#include <string.h>

#include "properties/independent/inside.h"

enum { STATES = MINI_STATES, BRISTLES = 20 };

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

/* Draws by SplitMix64, a number for each snap of each bristle: the top 24 bits plus 1. */
static slong draw(int bristle, slong snap)
{
    uint64_t z = (uint64_t)(snap * BRISTLES + bristle + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (slong)((z ^ (z >> 31)) >> 40) + 1;
}

/* Counts the functions whose zeros end a law's present equations. */
int mini_switches_count(const struct mini_run *run)
{
    if (is_law(run, "bristle") || is_law(run, "leuven"))
        return whole(run, "N");
    return run->mini->law->n_switches;
}

/* Computes them: a bristle's remaining stretch, or an element's distance to its limit, if the law
 * does not state them itself. */
void mini_switches(struct mini_run *run, quad *g, const quad *x, int s)
{
    const struct arb_law *law = run->mini->law;
    const int n = mini_switches_count(run);
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

/* Returns true when the sides of switches choose between equations. */
static bool has_sides(const struct mini_run *run)
{
    const struct arb_law *law = run->mini->law;
    return is_law(run, "leuven") || (law->phase && law->n_switches > 0 && !law->transition);
}

/* Sets one dz/dt for all elements, except those that are at their limits and stay there. */
static void stay_at_limits(const struct mini_run *run, const int *side, quad *f, int s)
{
    quad dz = 0;
    for (int i = 0; i < run->n; i++)
        dz = mini_abs(f[i]) > mini_abs(dz) ? f[i] : dz;
    for (int i = 0; i < whole(run, "N"); i++)
        f[i] = side[i] < 0 && s * dz > 0 ? 0 : dz;
}

void mini_respond(struct mini_run *run, const quad *x, const int *side, int s, quad *f, quad *F)
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

/* A switch that is at zero, up to rounding, takes the side to which the rates lead. */
void mini_find_sides(struct mini_run *run, int *side, const quad *x, int s)
{
    const double rounding = 1e-29;
    quad g[MINI_SWITCHES], ahead[MINI_SWITCHES], f[STATES], moved[STATES], size = 0, fastest = 0;
    for (int i = 0; i < mini_switches_count(run); i++)
        side[i] = 1;
    if (!has_sides(run) || s == 0)
        return;
    mini_respond(run, x, side, s, f, NULL);
    for (int j = 0; j < run->n; j++) {
        size = mini_abs(x[j]) > size ? mini_abs(x[j]) : size;
        fastest = mini_abs(f[j]) > fastest ? mini_abs(f[j]) : fastest;
    }
    for (int j = 0; j < run->n; j++)
        moved[j] = x[j] + (fastest > 0 ? f[j] / fastest : 0) * (size > 0 ? size / 1000 : 1);
    mini_switches(run, g, x, s);
    mini_switches(run, ahead, moved, s);
    for (int i = 0; i < mini_switches_count(run); i++)
        side[i] = (mini_abs(g[i]) <= rounding * size ? ahead[i] - g[i] : g[i]) < 0 ? -1 : 1;
}

quad mini_force(struct mini_run *run, const arb_t v)
{
    int side[MINI_SWITCHES];
    quad F = 0;
    arb_set(run->v, v);
    const int s = arf_sgn(arb_midref(v));
    mini_find_sides(run, side, run->state, s);
    mini_respond(run, run->state, side, s, NULL, &F);
    return F;
}

quad mini_power(struct mini_run *run, const quad *x, const quad *f, quad F, quad v)
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

void mini_pass_event(struct mini_run *run, int which, int s)
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
