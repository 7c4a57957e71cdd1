/* karnopp by hand: the band is left at its last number, which the text cannot say; solution and
 * work. Numbers of equations are those of the text. */
#include "models/laws/karnopp_text.h"

enum { INSIDE, N_INTS }; /* 1: in the band */

static void start(const real p[], uint64_t seed, struct memory *mem) { mem->ints[INSIDE] = 1; }

static bool in_band(const real p[], real v) { return r_abs(v) < p[P_Dv]; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
}

static real force_of(const real p[], bool inside, real v, real s)
{
    return inside ? p[P_Fs] * s : p[P_Fc] * s + p[P_sigma2] * v;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return force_of(p, mem->ints[INSIDE] != 0, v, s);
}

/* Distance in speed to the edge of the band, m/s. The largest speed inside is the one next below
 * Dv, to which Dv (1 - eps/2) rounds. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[0] = mem->ints[INSIDE] ? p[P_Dv] * (1 - R_EPSILON / 2) - r_abs(v) : r_abs(v) - p[P_Dv];
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    mem->ints[INSIDE] = !mem->ints[INSIDE];
    return STATUS_OK;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (mem)
        mem->ints[INSIDE] = in_band(p, v);
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force_of(p, in_band(p, v), v, s) * h;
}

const struct model PREC(model_karnopp) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .n_guards = 1,
    .start = start,
    .guard = guard,
    .transition = transition,
    .stiction = law_karnopp_stiction,
    .stick_band = law_karnopp_stick_band,
    .jacobian = law_karnopp_jacobian,
    .flow = flow,
    .work = work,
    .steady_force = law_karnopp_steady_force,
    .settling_rate = law_karnopp_settling_rate,
    .force_scale = law_karnopp_force_scale,
    .stribeck_speed = law_karnopp_stribeck_speed,
    .regressor = law_karnopp_regressor,
    .coefficients = law_karnopp_coefficients,
};
