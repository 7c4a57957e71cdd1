/* The kernels of a law, to be included at the end of a file that has included the law's source with
 * REAL_LANES, and has defined
 *
 *     KERNEL_LAW, KERNEL_LAW_NAME    its table, and its name
 *     KERNEL_NAME                    the name of the struct mass_kernel
 *     KERNEL_LEVEL                   with what instructions the file is compiled
 *     KERNEL_SQUARE                  optional: the exponent, which must be 2
 *
 * Loops over lanes become vector instructions. What is rare, velocities beyond zero, has a loop of
 * its own.
 */
#include "integrators/kernels/kernel_flatten.h"
#include "integrators/numerics/step_choice.h"
#include "reference/ensembles/mass_fit.h"
#include "reference/ensembles/mass_solve.h"

#define LANES _Pragma("omp simd") for (unsigned l = 0; l < MASS_TILE; l++)

/* Loops over lanes have one call each: arrays of its own in a loop would keep it from being
 * vectorised. */
FORCE_INLINE void lane_rate(struct kind k, bool reflect, const struct mass_tile *T, unsigned l,
                            double t, const double x[], double dx[])
{
    if (k.stuck)
        lane_rate_stuck(k.np, T, l, t, x, dx);
    else
        lane_rate_moving(k.np, reflect, T, l, t, x, dx);
}

FORCE_INLINE void lane_stage_rate(struct kind k, bool reflect, const struct mass_tile *T,
                                  struct mass_step *S, double alpha, unsigned l)
{
    const unsigned n = states_of(k);
    double x[MASS_MAX_STATES], dx[MASS_MAX_STATES];
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        x[i] = S->x[i][l];
    lane_rate(k, reflect, T, l, T->t[l] + alpha * T->taken[l], x, dx);
    UNROLL_16
    for (unsigned i = first_of(k); i < n; i++)
        S->f[i][l] = dx[i];
}

FORCE_INLINE void rates_of(struct kind k, bool reflect, const struct mass_tile *T,
                           struct mass_step *S, double alpha)
{
    LANES lane_stage_rate(k, reflect, T, S, alpha, l);
}

/* Rates at S->x, at the part alpha of the step. */
FORCE_INLINE void stage_rates(struct kind k, const struct mass_tile *T, struct mass_step *S,
                              double alpha)
{
    double beyond = 0;
#pragma omp simd reduction(+ : beyond)
    for (unsigned l = 0; l < MASS_TILE; l++)
        beyond += S->x[1][l] * T->side[l] < 0 ? 1.0 : 0.0;
    if (beyond > 0 && !k.stuck)
        rates_of(k, true, T, S, alpha);
    else
        rates_of(k, false, T, S, alpha);
}

/* The longest step, as of a single mass (plant_ode.c), from the rates where it begins. */
FORCE_INLINE double lane_longest(const struct mass_tile *T, unsigned l, double v, double a)
{
    double q[LANE_PARAMS];
    if (!KERNEL_LAW.stribeck_speed)
        return R_MAX;
    lane_params(T, l, q);
    const double longest = 2.0 / 3 * (r_abs(v) + KERNEL_LAW.stribeck_speed(q)) / r_abs(a);
    return a * v < 0 ? longest : R_MAX;
}

/* The rates where a step begins, its length, and what its stages share: rates and Jacobian share
 * what they are made of. */
FORCE_INLINE void lane_begin(struct kind k, struct mass_tile *T, struct mass_step *S, unsigned l)
{
    const unsigned n = states_of(k);
    double x[MASS_MAX_STATES], dx[MASS_MAX_STATES];
    struct lane_slopes slopes;
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        x[i] = S->x[i][l] = T->x0[i][l];
    x[1] = k.stuck ? 0 : lane_begins_at(T, l, x);
    lane_rate(k, false, T, l, T->t[l], x, dx);
    if (k.stuck)
        lane_slopes_stuck(k.np, T, l, x, &slopes);
    else
        lane_slopes_moving(k.np, T, l, x, &slopes);
    const double left = T->end[l] - T->t[l];
    const double longest = k.stuck ? R_MAX : lane_longest(T, l, x[1], dx[1]);
    T->h[l] = T->h[l] < longest ? T->h[l] : longest;
    const double h = 1.0001 * T->h[l] < left ? T->h[l] : left;
    T->taken[l] = h;
    T->slope[l] = k.stuck ? 0 : h * dx[1];
    lane_factorize(k, T, S, l, h, &slopes);
    UNROLL_16
    for (unsigned i = first_of(k); i < n; i++) {
        S->f[i][l] = dx[i];
        S->ft[i][l] = slopes.ft[i];
    }
}

FORCE_INLINE void begin_step(struct kind k, struct mass_tile *T, struct mass_step *S)
{
    LANES lane_begin(k, T, S, l);
}

/* u of stage s from the rates, and where the next stage is. */
FORCE_INLINE void lane_stage(struct kind k, unsigned s, struct mass_tile *T, struct mass_step *S,
                             unsigned l)
{
    const unsigned n = states_of(k), first = first_of(k);
    const double gh = rodas5p.gamma * T->taken[l], ghh = gh * T->taken[l];
    double b[MASS_MAX_STATES], now[MASS_MAX_STATES];
    UNROLL_16
    for (unsigned i = first; i < n; i++) {
        double sum = 0;
        if (rodas5p.d[s] != 0)
            sum = rodas5p.d[s] * ghh * S->ft[i][l];
        UNROLL_16
        for (unsigned r = 0; r < s; r++)
            sum += rodas5p.gamma * rodas5p.c[s][r] * T->u[r][i][l];
        b[i] = sum + gh * S->f[i][l];
    }
    lane_solve(k, T, S, l, b, now);
    UNROLL_16
    for (unsigned i = first; i < n; i++) {
        double x = T->x0[i][l];
        T->u[s][i][l] = now[i];
        if (s + 1 >= rodas5p.arguments)
            x = S->x[i][l] + now[i];
        else {
            UNROLL_16
            for (unsigned r = 0; r < s; r++)
                x += rodas5p.a[s + 1][r] * T->u[r][i][l];
            x += rodas5p.a[s + 1][s] * now[i];
        }
        S->x[i][l] = x;
    }
}

FORCE_INLINE void stage(struct kind k, unsigned s, struct mass_tile *T, struct mass_step *S)
{
    LANES lane_stage(k, s, T, S, l);
}

/* How far the applied force is from the ends of the interval of forces that hold a stuck mass, N,
 * at the end of the step and in its middle: the lesser. */
FORCE_INLINE double lane_room(struct kind k, const struct mass_tile *T, unsigned l)
{
    double q[LANE_PARAMS], least = R_MAX;
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned half = 1; half <= 2; half++) {
        double x[MASS_MAX_STATES], law[LAW_STATES + 1], f[2] = { 0, 0 };
        UNROLL_16
        for (unsigned i = 0; i < states_of(k); i++)
            x[i] = half == 2 ? T->x1[i][l] : mass_between(T, i, l, 0.5);
        UNROLL_16
        for (unsigned i = 0; i < LAW_STATES; i++)
            law[i] = x[k.np + i];
        if (LAW_STICKS)
            KERNEL_LAW.stiction(q, NULL, law, f);
        const double u = lane_applied(k.np, T, l, T->t[l] + 0.5 * half * T->taken[l], x);
        const double below = u - f[0], above = f[1] - u, room = below < above ? below : above;
        least = room < least ? room : least;
    }
    return least;
}

/* The error of the step whose end is in S->x, and its polynomial. */
FORCE_INLINE double lane_error(struct kind k, struct mass_tile *T, const struct mass_step *S,
                               unsigned l)
{
    const unsigned n = states_of(k);
    double error = 0;
    UNROLL_16
    for (unsigned i = 0; i < first_of(k); i++) {
        T->x1[i][l] = T->x0[i][l];
        UNROLL_16
        for (unsigned r = 0; r < RODAS5P_DENSE; r++)
            T->path[r][i][l] = 0;
    }
    UNROLL_16
    for (unsigned i = first_of(k); i < n; i++) {
        const double x0 = T->x0[i][l], x1 = S->x[i][l];
        const double a0 = r_abs(x0), a1 = r_abs(x1), size = a0 > a1 ? a0 : a1;
        const double before = T->largest[i][l], largest = before > size ? before : size;
        const double e = T->u[RODAS5P_STAGES - 1][i][l];
        const double part =
            e / (T->rtol * size + T->atol * T->scale[i][l] + 4 * R_EPSILON * largest);
        error += part * part;
        T->x1[i][l] = x1;
        UNROLL_16
        for (unsigned r = 0; r < RODAS5P_DENSE; r++) {
            double sum = 0;
            UNROLL_16
            for (unsigned s = 0; s < RODAS5P_STAGES; s++)
                sum += rodas5p_dense[r][s] * T->u[s][i][l];
            T->path[r][i][l] = sum;
        }
    }
    return error * (1.0 / n);
}

/* The states at the next output: right if that lies within the step. */
FORCE_INLINE void lane_show(struct kind k, struct mass_tile *T, unsigned l)
{
    const double q = (T->next[l] - T->t[l]) / T->taken[l];
    UNROLL_16
    for (unsigned i = 0; i < states_of(k); i++)
        T->shown[i][l] = mass_between(T, i, l, q);
}

/* Returns true when v, which falls first and rises then, comes close to zero in between: where the
 * cubic with the same ends and slopes is smallest, or in the middle, as events are looked for
 * (integrators/events.c). g: v on its side, at both ends; d: its slopes there. */
FORCE_INLINE bool lane_dips(const struct mass_tile *T, unsigned l, const double g[2],
                            const double d[2])
{
    static const double CLOSE = 0.1; /* beside the smaller end: the rest is told event by event */
    const double rise = 6 * (g[1] - g[0]), a = 3 * (d[0] + d[1]) - rise;
    const double b = rise - 4 * d[0] - 2 * d[1], square = b * b - 4 * a * d[0];
    const double q = -2 * d[0] / (b + r_sqrt(square > 0 ? square : 0));
    const double least = CLOSE * (g[0] < g[1] ? g[0] : g[1]), side = T->side[l];
    const bool is_far =
        side * mass_between(T, 1, l, q) >= least && side * mass_between(T, 1, l, 0.5) >= least;
    return d[0] < 0 && d[1] > 0 && !is_far;
}

/* Returns true when v has come to zero in a step, or may have. */
FORCE_INLINE bool lane_turns(const struct mass_tile *T, unsigned l)
{
    const double bend = T->path[0][1][l] + T->path[1][1][l] + T->path[2][1][l];
    const double side = T->side[l], v0 = T->x0[1][l], v1 = T->x1[1][l];
    const double g[] = { side * v0, side * v1 };
    const double d[] = { side * T->slope[l], side * (v1 - v0 - bend) };
    return g[1] < 0 || lane_dips(T, l, g, d);
}

/* What a lane asks for at the end of its step. */
FORCE_INLINE void lane_end(struct kind k, struct mass_tile *T, const struct mass_step *S,
                           unsigned l)
{
    const double error = lane_error(k, T, S, l);
    const bool passed = error <= 1; /* a NAN has not */
    T->fit[l] = passed || error < 1e300 ? mass_fit(error) : 0;
    const bool fired = k.stuck ? lane_room(k, T, l) < 0 : lane_turns(T, l);
    const double t1 = T->t[l] + T->taken[l];
    const double asked = (fired ? MASS_EVENT : 0.0) + (T->next[l] <= t1 ? MASS_OUTPUT : 0.0) +
                         (t1 >= T->end[l] ? MASS_END : 0.0);
    T->flag[l] = passed ? asked : MASS_REJECTED;
}

FORCE_INLINE void end_step(struct kind k, struct mass_tile *T, const struct mass_step *S)
{
    LANES lane_end(k, T, S, l);
    LANES lane_show(k, T, l);
}

FORCE_INLINE void try_in_lanes(struct kind k, struct mass_tile *T)
{
    struct mass_step S;
    begin_step(k, T, &S);
    stage(k, 0, T, &S);
    UNROLL_16
    for (unsigned s = 1; s < RODAS5P_STAGES; s++) {
        stage_rates(k, T, &S, rodas5p.alpha[s]);
        stage(k, s, T, &S);
    }
    end_step(k, T, &S);
}

/* Everything is read before it is chosen from: what were read on a condition would be read lane by
 * lane. */
FORCE_INLINE void lane_go_on(unsigned np, struct mass_tile *T, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    const bool rejected = T->flag[l] == MASS_REJECTED;
    const double t = T->t[l], planned = T->h[l], again = T->again[l];
    const double h = T->taken[l], fit = T->fit[l], last = T->h_last[l], fit_last = T->fit_last[l];
    const double safe = RODAS5P_SAFE * fit;
    const double ahead = last > 0 ? safe * (h * fit) / (last * fit_last) : safe;
    const double wanted = ahead < safe ? ahead : safe, limit = again > 0 ? 1 : STEP_MOST;
    const double most = wanted < limit ? wanted : limit;
    const double factor = rejected ? safe : most;
    const double next = h * (factor > STEP_LEAST ? factor : STEP_LEAST);
    const double longer = h < planned && next < planned ? planned : next;
    T->h[l] = rejected ? next : longer;
    T->again[l] = rejected ? again + 1 : 0;
    T->h_last[l] = rejected ? last : h;
    const double bounded = fit < STEP_MOST_FIT ? fit : STEP_MOST_FIT;
    T->fit_last[l] = rejected ? fit_last : bounded;
    T->t[l] = rejected ? t : t + h;
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        const double x0 = T->x0[i][l], x1 = T->x1[i][l], largest = T->largest[i][l];
        const double x = rejected ? x0 : x1, size = r_abs(x);
        T->x0[i][l] = x;
        T->largest[i][l] = largest > size ? largest : size;
    }
}

FORCE_INLINE void go_on_in_lanes(unsigned np, struct mass_tile *T) { LANES lane_go_on(np, T, l); }

#define MASS_TRY(name, np_, stuck_)                                                                \
    KERNEL_FLATTEN static void name(struct mass_tile *tile)                                        \
    {                                                                                              \
        try_in_lanes((struct kind){ .np = (np_), .stuck = (stuck_) }, tile);                       \
    }
#define MASS_GO_ON(name, np)                                                                       \
    KERNEL_FLATTEN static void name(struct mass_tile *tile) { go_on_in_lanes(np, tile); }

MASS_TRY(try_plain, 2, false)
MASS_TRY(try_plain_stuck, 2, true)
MASS_TRY(try_integral, 3, false)
MASS_TRY(try_integral_stuck, 3, true)
MASS_GO_ON(go_on_plain, 2)
MASS_GO_ON(go_on_integral, 3)

#ifndef KERNEL_SQUARE
#define KERNEL_SQUARE N_PARAMS
#endif

extern const struct mass_kernel KERNEL_NAME;
const struct mass_kernel KERNEL_NAME = {
    .law = KERNEL_LAW_NAME,
    .level = KERNEL_LEVEL,
    .square = KERNEL_SQUARE,
    .n_params = N_PARAMS,
    .try_step = { { try_plain, try_plain_stuck }, { try_integral, try_integral_stuck } },
    .go_on = { go_on_plain, go_on_integral },
};
