/* reset_integrator by hand: solution and work along held velocity, up to the limit and at it.
 * Numbers of equations are those of the text. */
#include "models/laws/reset_integrator_text.h"

enum { SLIP, N_INTS }; /* the direction of the slip, or 0 */
enum { LIMIT, TURN, N_GUARDS };

static void start(const real p[], uint64_t seed, struct memory *mem) { mem->ints[SLIP] = 0; }

static bool slips(const struct memory *mem) { return mem->ints[SLIP] != 0; }

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    dx[0] = slips(mem) ? 0 : v;
}

static real stiffness(const real p[], const struct memory *mem)
{
    return slips(mem) ? p[P_k] : (1 + p[P_a0]) * p[P_k];
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    return stiffness(p, mem) * x[0] + (slips(mem) ? 0 : p[P_b] * v);
}

/* A slip ends where the motion turns back, whatever the speed. Without a slip that guard
 * is 1 m/s. */
static void guard(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    g[LIMIT] = p[P_p0] - r_abs(x[0]);
    g[TURN] = slips(mem) ? (real)mem->ints[SLIP] * v : 1;
}

static enum status transition(const real p[], unsigned index, real v, real x[], struct memory *mem)
{
    if (index == TURN)
        mem->ints[SLIP] = 0;
    else {
        mem->ints[SLIP] = x[0] > 0 ? 1 : -1;
        x[0] = (real)mem->ints[SLIP] * p[P_p0];
    }
    return STATUS_OK;
}

static void jacobian(const real p[], const struct memory *mem, real v, real s, const real x[],
                     struct jacobian *jac)
{
    jac->rate_x[0] = 0;
    jac->rate_v[0] = slips(mem) ? 0 : 1;
    jac->force_x[0] = stiffness(p, mem);
    jac->force_v = slips(mem) ? 0 : p[P_b];
}

/* Returns true when the slip goes on all the way in the direction s. */
static bool goes_on(const struct memory *mem, real s) { return (real)mem->ints[SLIP] * s > 0; }

/* Travel left before the limit in the direction s; negative beyond it. */
static real room(const real p[], real s, real x) { return p[P_p0] - s * x; }

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    if (v == 0 || goes_on(mem, s))
        return;
    const bool reaches = r_abs(v) * h >= room(p, s, x[0]);
    mem->ints[SLIP] = reaches ? (int64_t)s : 0;
    x[0] = reaches ? s * p[P_p0] : r_max(-p[P_p0], r_min(p[P_p0], x[0] + v * h));
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    if (goes_on(mem, s))
        return p[P_k] * x[0] * h;
    const real distance = r_abs(v) * h, left = room(p, s, x[0]);
    const real stretching = distance < left ? h : left / r_abs(v);
    const real mean = x[0] + v * stretching / 2;
    return ((1 + p[P_a0]) * p[P_k] * mean + p[P_b] * v) * stretching +
           p[P_k] * p[P_p0] * s * (h - stretching);
}

const struct model PREC(model_reset_integrator) = {
    LAW_TABLES,
    .rate = rate,
    .force = force,
    .n_guards = N_GUARDS,
    .start = start,
    .guard = guard,
    .transition = transition,
    .jacobian = jacobian,
    .flow = flow,
    .work = work,
    .steady_force = law_reset_integrator_steady_force,
    .settling_rate = law_reset_integrator_settling_rate,
    .bound = law_reset_integrator_bound,
    .force_scale = law_reset_integrator_force_scale,
    .storage = law_reset_integrator_storage,
    .break_away = law_reset_integrator_break_away,
    .length = law_reset_integrator_length,
    .regressor = law_reset_integrator_regressor,
    .coefficients = law_reset_integrator_coefficients,
};
