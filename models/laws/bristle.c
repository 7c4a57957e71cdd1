/* Bristle: the bonds between two surfaces, each a spring that snaps and is made anew.
 *
 *     F = sum over i = 1..N of k (x - b_i)                             (1)
 *     dx/dt = v                                                        (2)
 *     at |x - b_i| = delta_s:  b_i <- b_i + u delta_s sgn(x - b_i)     (3)
 *
 * with u uniform in (0, 1]: a new bond at a random place between the old one and the bristle's tip.
 * D. A. Haessig, B. Friedland, "On the modeling and simulation of friction", ASME J. Dyn. Syst.
 * Meas. Control 113(3), 354-362, 1991 (not confirmed against the paper), in the form of Olsson et
 * al., "Friction models and friction compensation", Eur. J. Control 4(3), 176-195, 1998 (not
 * confirmed against the paper), who recommend 20 to 25 bristles. N k = 1e5 N/m and N k delta_s =
 * 1.5 N, the static friction, are those of Table I of Canudas de Wit et al. 1995; sliding friction
 * is 2/3 of that in the mean, since a stretch then has the mean 2/3 delta_s. All bristles start
 * unstretched.
 *
 * The draws come from a counter: u depends on (seed, bristle, number of its snaps) only, and
 * bonds are whole multiples of delta_s/2^24. So the same seed gives the same bonds in float
 * and in double, on every platform, and for every integrator that locates the snaps, in
 * whatever order rounding makes simultaneous snaps happen.
 *
 * A sum of bonds is rate independent, and a snap only loses energy: the new bond is nearer.
 */
#include "models/model.h"

enum { N, K, DELTA_S, N_PARAMS };
enum { MOST = 20 };                                 /* bristles */
enum { BOND = 0, SNAPS = MOST, N_INTS = 2 * MOST }; /* in the memory's ints, from there on */
#define MOST_AT_ONCE ((int32_t)1 << 20)             /* snaps of one bond in a step */

static const struct quantity params[N_PARAMS] = {
    [N] = { "N", "1", 20, 1, MOST, "20 to 25 in Haessig & Friedland 1991" },
    [K] = { "k", "N/m", 5e3, 1e-2, 1e8, "Table I of Canudas de Wit et al. 1995: sigma0/N" },
    [DELTA_S] = { "delta_s", "m", 1.5e-5, 1e-9, 1e-2, "Table I: Fs/sigma0" },
};

static const struct quantity states[] = {
    { "x", "m", 0, -1, 1, "travel" },
};

static const struct claim claims[] = {
    { .property = DISSIPATION,
      .declared = HOLDS,
      .domain = "always",
      .source = "(3): |x - b| never grows in a snap; S = sum of k (x-b)^2/2" },
    { .property = RATE_INDEPENDENCE,
      .declared = HOLDS,
      .domain = "always",
      .source = "(1)-(3): bonds depend on the path" },
    { .property = ODD_SYMMETRY, .declared = HOLDS, .domain = "always", .source = "(1)-(3)" },
    { .property = FINITE_FORCE, .declared = HOLDS, .domain = "always", .source = "(1)" },
};

static const char *validate(const real p[])
{
    return p[N] == (real)(int)p[N] ? NULL : "N a whole number";
}

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
static real bond(const real p[], int64_t b) { return p[DELTA_S] * ((real)b * C(0x1p-24)); }

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
    for (int i = 0; i < (int)p[N]; i++)
        sum += x[0] - bond(p, mem->ints[BOND + i]);
    return p[K] * sum;
}

static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    for (int i = 0; i < MOST; i++)
        g[i] = i < (int)p[N] ? p[DELTA_S] - r_abs(x[0] - bond(p, mem->ints[BOND + i])) : p[DELTA_S];
}

/* More than one snap where a step has gone far beyond the first; no end to them at infinity. */
static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    int64_t *b = &mem->ints[BOND + index], *snaps = &mem->ints[SNAPS + index];
    for (int32_t made = 0; made < MOST_AT_ONCE; made++) {
        *b = snapped(mem->seed, (int)index, (*snaps)++, x[0] - bond(p, *b), *b);
        if (!(p[DELTA_S] - r_abs(x[0] - bond(p, *b)) < 0))
            return STATUS_OK;
    }
    return STATUS_CHATTER;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[0] = 0;
    jac->rate_v[0] = 1;
    jac->force_x[0] = p[N] * p[K];
    jac->force_v = 0;
}

/* Returns true when the bond snaps on the way to the travel x in the direction s. */
static bool reached(const real p[], real s, real x, int64_t b)
{
    return s * (x - bond(p, b)) >= p[DELTA_S];
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v == 0)
        return;
    x[0] += v * h;
    for (int i = 0; i < (int)p[N]; i++) {
        int64_t *b = &mem->ints[BOND + i], *snaps = &mem->ints[SNAPS + i];
        while (reached(p, s, x[0], *b))
            *b = snapped(mem->seed, i, (*snaps)++, s, *b);
    }
}

/* Bristle by bristle, from snap to snap, the stretch is linear in the travel. */
static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    const real end = x[0] + v * h;
    real sum = 0; /* of stretch times travel, m^2 */
    for (int i = 0; i < (int)p[N]; i++) {
        int64_t b = mem->ints[BOND + i], snaps = mem->ints[SNAPS + i];
        real from = x[0] - bond(p, b);
        while (reached(p, s, end, b)) {
            const real to = s * p[DELTA_S];
            sum += (to - from) * (from + to) / 2;
            const int64_t old = b;
            b = snapped(mem->seed, i, snaps++, s, b);
            from = to - bond(p, b - old);
        }
        const real to = end - bond(p, b);
        sum += (to - from) * (from + to) / 2;
    }
    return p[K] * sum / v;
}

static void bound(const real p[], real x_bound[]) { x_bound[0] = (real)INFINITY; }

static real force_scale(const real p[], real v, real travel)
{
    return p[N] * p[K] * (2 * travel + p[DELTA_S]);
}

static real storage(const real p[], const struct memory *mem, const real x[])
{
    real sum = 0;
    for (int i = 0; i < (int)p[N]; i++) {
        const real stretch = x[0] - bond(p, mem->ints[BOND + i]);
        sum += stretch * stretch;
    }
    return p[K] * sum / 2;
}

static real break_away(const real p[]) { return p[N] * p[K] * p[DELTA_S]; }

static real length(const real p[]) { return p[DELTA_S]; }

static void regressor(const real p[], const struct memory *mem, real v, real s, const real x[],
                      real u[])
{
    u[0] = force(p, mem, v, s, x) / p[K];
}

static void coefficients(const real p[], real coefficient[]) { coefficient[0] = p[K]; }

const struct model PREC(model_bristle) = {
    .name = "bristle",
    .title = "Haessig-Friedland bristles, random bonds",
    .law = "F = sum of k (x - b_i); at |x - b_i| = delta_s the bond b_i snaps and is drawn anew",
    .source = "Haessig & Friedland, ASME JDSMC 113(3), 1991",
    .params = params,
    .n_params = N_PARAMS,
    .whole_params = UINT64_C(1) << N,
    .speed_max = 1e3,
    .states = states,
    .n_states = 1,
    .n_ints = N_INTS,
    .claims = claims,
    .n_claims = sizeof claims / sizeof *claims,
    .validate = validate,
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
    .force_scale = force_scale,
    .storage = storage,
    .break_away = break_away,
    .length = length,
    .n_regressors = 1,
    .regressor = regressor,
    .coefficients = coefficients,
};
