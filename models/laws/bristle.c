/* bristle by hand: the text leaves open what is drawn; solution and work go from snap to snap.
 * Numbers of equations are those of the text. */
#include "models/laws/bristle_text.h"

enum { MOST = 20 };                                 /* bristles */
enum { BOND = 0, SNAPS = MOST, N_INTS = 2 * MOST }; /* in the memory's ints, from there on */
#define MOST_AT_ONCE ((int32_t)1 << 20)             /* snaps of one bond in a step */

static void start(const real p[], uint64_t seed, struct memory *mem)
{
    mem->seed = seed;
    for (int i = 0; i < N_INTS; i++)
        mem->ints[i] = 0;
}

/* 1..2^24, uniform: the output function of SplitMix64 on a counter. */
static int64_t draw(uint64_t seed, int bristle, int64_t snap)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * ((uint64_t)snap * MOST + (uint64_t)bristle + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int64_t)((z ^ (z >> 31)) >> 40) + 1;
}

/* Where a bond is, m. Bonds move by a few 2^24 per delta_s of travel. */
static real bond(const real p[], int64_t b) { return p[P_delta_s] * ((real)b * C(0x1p-24)); }

static int64_t snapped(uint64_t seed, int bristle, int64_t snap, real direction, int64_t b)
{
    const int64_t u = draw(seed, bristle, snap);
    return direction > 0 ? b + u : b - u;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = v;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    real sum = 0;
    for (int i = 0; i < (int)p[P_N]; i++)
        sum += x[0] - bond(p, mem->ints[BOND + i]);
    return p[P_k] * sum;
}

static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    for (int i = 0; i < MOST; i++)
        g[i] = i < (int)p[P_N] ? p[P_delta_s] - r_abs(x[0] - bond(p, mem->ints[BOND + i]))
                               : p[P_delta_s];
}

/* More than one snap where a step has gone far beyond the first; no end to them at infinity. */
static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    int64_t *b = &mem->ints[BOND + index], *snaps = &mem->ints[SNAPS + index];
    for (int32_t made = 0; made < MOST_AT_ONCE; made++) {
        *b = snapped(mem->seed, (int)index, (*snaps)++, x[0] - bond(p, *b), *b);
        if (!(p[P_delta_s] - r_abs(x[0] - bond(p, *b)) < 0))
            return STATUS_OK;
    }
    return STATUS_CHATTER;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[0] = 0;
    jac->rate_v[0] = 1;
    jac->force_x[0] = p[P_N] * p[P_k];
    jac->force_v = 0;
}

/* Returns true where the bond snaps so often on the way to the travel x that this would take
 * seconds, or without an end, at infinity: nothing is said of it then. */
static bool is_too_far(const real p[], real s, real x, int64_t b)
{
    return !(s * (x - bond(p, b)) < C(0x1p25) * p[P_delta_s]);
}

/* Returns true when the bond snaps on the way to the travel x in the direction s. */
static bool reached(const real p[], real s, real x, int64_t b)
{
    return s * (x - bond(p, b)) >= p[P_delta_s];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v == 0)
        return;
    x[0] += v * h;
    for (int i = 0; i < (int)p[P_N]; i++) {
        int64_t *b = &mem->ints[BOND + i], *snaps = &mem->ints[SNAPS + i];
        if (is_too_far(p, s, x[0], *b)) {
            x[0] = (real)NAN;
            return;
        }
        while (reached(p, s, x[0], *b))
            *b = snapped(mem->seed, i, (*snaps)++, s, *b);
    }
}

/* Bristle by bristle, from snap to snap, the stretch is linear in the travel. */
static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real end = x[0] + v * h;
    real sum = 0; /* of stretch times travel, m^2 */
    for (int i = 0; i < (int)p[P_N]; i++) {
        int64_t b = mem->ints[BOND + i], snaps = mem->ints[SNAPS + i];
        real from = x[0] - bond(p, b);
        if (is_too_far(p, s, end, b))
            return (real)NAN;
        while (reached(p, s, end, b)) {
            const real to = s * p[P_delta_s];
            sum += (to - from) * (from + to) / 2;
            const int64_t old = b;
            b = snapped(mem->seed, i, snaps++, s, b);
            from = to - bond(p, b - old);
        }
        const real to = end - bond(p, b);
        sum += (to - from) * (from + to) / 2;
    }
    return p[P_k] * sum / v;
}

static void bound(const real p[], real x_bound[]) { x_bound[0] = (real)INFINITY; }

const struct model PREC(model_bristle) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .n_guards = MOST,
    .start = start,
    .guard = guard,
    .transition = transition,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .bound = bound,
    .force_scale = law_bristle_force_scale,
    .storage = law_bristle_storage,
    .break_away = law_bristle_break_away,
    .length = law_bristle_length,
    .regressor = law_bristle_regressor,
    .coefficients = law_bristle_coefficients,
};
