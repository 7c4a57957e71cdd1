/* Evaluates the laws' equations, with the switches and turns that change them (inside.h). */
#include <stdint.h>
#include <string.h>

#include "properties/independent/inside.h"

enum { BRISTLES = 20, UNIT = 1 << 24 }; /* of the law bristle */

/* How far, relative to the states, a switch may be beyond zero before it counts as passed. */
static const double unseen = 1e-30;

quad mini_param(const struct run *run, const char *name, double otherwise)
{
    const int i = arb_law_index(run->law->params, name);
    return i < 0 ? (quad)otherwise : mini_get(run->p + i);
}

static bool is_law(const struct run *run, const char *name)
{
    return strcmp(run->law->name, name) == 0;
}

void mini_place(struct run *run, const quad *x, quad v, int s)
{
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, x[j]);
    mini_set(run->v, v);
    arb_set_si(run->s, s);
}

/* Takes the states that the law has changed. */
static void take(struct run *run)
{
    for (int j = 0; j < run->n; j++)
        run->state[j] = mini_get(run->x + j);
}

/* Computes the functions whose zeros end a law's present equations, 1 where there are no more: a
 * bristle's remaining stretch, or an element's distance to its limit, if the law does not state
 * them itself. */
static void switches(struct run *run, quad g[SWITCHES], const quad *x, quad v, int s)
{
    const bool bristle = is_law(run, "bristle"), leuven = is_law(run, "leuven");
    const int n = bristle || leuven ? (int)mini_param(run, "N", 0) : run->law->n_switches;
    if (run->law->n_switches > 0) {
        mini_place(run, x, v, s);
        run->law->switches(run->dx, run->p, run->v, run->s, run->x, MINI_PREC);
    }
    const quad length = mini_param(run, "delta_s", 0);
    const int k = arb_law_index(run->law->params, "k1"), W = arb_law_index(run->law->params, "W1");
    for (int i = 0; i < SWITCHES; i++)
        g[i] = i >= n    ? 1
               : bristle ? length - s * (x[0] - length * mini_get(run->x + 1 + i) / UNIT)
               : leuven  ? mini_get(run->p + W + i) / mini_get(run->p + k + i) - s * x[i]
                         : mini_get(run->dx + i);
}

static quad largest(const struct run *run, const quad *x)
{
    quad most = 0;
    for (int j = 0; j < run->n; j++)
        most = mini_larger(most, mini_abs(x[j]));
    return most;
}

/* In leuven all elements move alike, except those that are at their limits and stay there. */
quad mini_respond(struct run *run, const quad *x, quad v, int s, quad *f)
{
    const struct arb_law *law = run->law;
    mini_place(run, x, v, s);
    if (law->phase && s != 0)
        law->phase(run->F, run->dx, run->p, run->v, run->s, run->x, run->side, MINI_PREC);
    else {
        if (law->rate)
            law->rate(run->dx, run->p, run->v, run->s, run->x, MINI_PREC);
        law->force(run->F, run->p, run->v, run->s, run->x, MINI_PREC);
    }
    quad dz = 0;
    for (int j = 0; j < run->n; j++) {
        f[j] = mini_get(run->dx + j);
        dz = mini_abs(f[j]) > mini_abs(dz) ? f[j] : dz;
    }
    for (int j = 0; is_law(run, "leuven") && j < (int)mini_param(run, "N", 0); j++)
        f[j] = run->side[j] < 0 && s * dz > 0 ? 0 : dz;
    return mini_get(run->F);
}

/* A switch is looked at a little ahead, where the rates lead: further than rounding, and nearer
 * than counts. They lead there although v may still be zero, or rounding. */
void mini_find_sides(struct run *run, quad v, int s)
{
    quad g[SWITCHES], f[STATES], ahead[STATES];
    for (int i = 0; i < SWITCHES; i++)
        run->side[i] = 1;
    if (run->law->transition || s == 0)
        return;
    mini_respond(run, run->state, s * (mini_abs(v) + (quad)1e-20), s, f);
    const quad size = largest(run, run->state), fastest = largest(run, f),
               apart = size > 0 ? size * (quad)1e-26 : (quad)1e-100;
    for (int j = 0; j < run->n; j++)
        ahead[j] = run->state[j] + (fastest > 0 ? f[j] / fastest * apart : 0);
    switches(run, g, ahead, v, s);
    for (int i = 0; i < SWITCHES; i++)
        run->side[i] = g[i] < 0 ? -1 : 1;
}

quad mini_force(struct run *run, quad v)
{
    quad f[STATES];
    mini_find_sides(run, v, mini_sign(v));
    return mini_respond(run, run->state, v, mini_sign(v), f);
}

int mini_left_switch(struct run *run, const quad *x, quad v, int s, int near)
{
    quad g[SWITCHES];
    const quad rounding = (quad)unseen * mini_larger(largest(run, x), largest(run, run->state));
    switches(run, g, x, v, s);
    for (int i = 0; i < SWITCHES; i++)
        if (run->side[i] * g[i] < (i == near ? 0 : -rounding))
            return i;
    return -1;
}

/* Applies the law's change where a switch has come to zero. A bristle's new bond is drawn by
 * SplitMix64, a number for each snap of each bristle: the top 24 bits plus 1. */
void mini_pass(struct run *run, int which, quad v, int s)
{
    arb_ptr bond = run->x + 1 + which, snaps = bond + BRISTLES;
    mini_place(run, run->state, v, s);
    run->error += (quad)unseen;
    if (is_law(run, "bristle")) {
        uint64_t z = (uint64_t)mini_get(snaps) * BRISTLES + (uint64_t)which + 1;
        z *= 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z = (z ^ (z >> 31)) >> 40;
        arb_add_si(bond, bond, s * ((slong)z + 1), MINI_PREC);
        arb_add_si(snaps, snaps, 1, MINI_PREC);
    } else if (run->law->transition) {
        run->law->transition(run->x, run->p, which, run->v, run->s, MINI_PREC);
        take(run);
    } else
        run->side[which] = -run->side[which];
}

void mini_turn(struct run *run, quad v, int s)
{
    if (!run->law->turn)
        return;
    mini_place(run, run->state, v, s);
    run->law->turn(run->x, run->p, MINI_PREC);
    take(run);
}
