/* The kernels of a law, to be included at the end of a file that has included the law's source with
 * REAL_LANES, and has defined
 *
 *     KERNEL_LAW, KERNEL_LAW_NAME    its table, and its name
 *     KERNEL_NAME                    the name of the struct mass_kernel
 *     KERNEL_LEVEL                   with what instructions the file is compiled
 *     KERNEL_SQUARE                  optional: the exponent, which must be 2
 *
 * Loops over lanes become vector instructions. What depends on whether a mass moves (1) or is stuck
 * (0) is computed for both, times that number; only what is rare, velocities beyond zero, has a
 * loop of its own.
 */
#include "integrators/kernels/kernel_flatten.h"
#include "integrators/numerics/step_choice.h"
#include "reference/ensembles/mass_law.h"

#define LANES _Pragma("omp simd") for (unsigned l = 0; l < MASS_TILE; l++)

/* a <- its inverse, by Gauss and Jordan's elimination with partial pivoting by choices. */
FORCE_INLINE void lane_invert(unsigned n, const double a[], double inverse[])
{
    double m[MASS_MAX_STATES * 2 * MASS_MAX_STATES];
    const unsigned w = 2 * n;
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        UNROLL_16
        for (unsigned j = 0; j < n; j++) {
            m[i * w + j] = a[i * n + j];
            m[i * w + n + j] = i == j ? 1 : 0;
        }
    }
    UNROLL_16
    for (unsigned k = 0; k < n; k++) {
        UNROLL_16
        for (unsigned i = k + 1; i < n; i++) {
            const bool larger = r_abs(m[i * w + k]) > r_abs(m[k * w + k]);
            UNROLL_16
            for (unsigned j = k; j < w; j++) {
                const double above = m[k * w + j], below = m[i * w + j];
                m[k * w + j] = larger ? below : above;
                m[i * w + j] = larger ? above : below;
            }
        }
        const double pivot = 1 / m[k * w + k];
        UNROLL_16
        for (unsigned j = k; j < w; j++)
            m[k * w + j] *= pivot;
        UNROLL_16
        for (unsigned i = 0; i < n; i++) {
            if (i == k)
                continue;
            const double c = m[i * w + k];
            UNROLL_16
            for (unsigned j = k; j < w; j++)
                m[i * w + j] -= c * m[k * w + j];
        }
    }
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        UNROLL_16
    for (unsigned j = 0; j < n; j++)
        inverse[i * n + j] = m[i * w + n + j];
}

/* What stages have in common: rows of a step. */
struct mass_step {
    mass_row inverse[MASS_MAX_STATES * MASS_MAX_STATES], ft[MASS_MAX_STATES];
    mass_row f[MASS_MAX_STATES], x[MASS_MAX_STATES];
};

/* Loops over lanes have one call each: arrays of its own in a loop would keep it from being
 * vectorised. */
FORCE_INLINE void lane_stage_rate(unsigned np, bool reflect, const struct mass_tile *T,
                                  struct mass_step *S, double alpha, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    double x[MASS_MAX_STATES], dx[MASS_MAX_STATES];
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        x[i] = S->x[i][l];
    lane_rate(np, reflect, T, l, T->t[l] + alpha * T->taken[l], x, dx);
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        S->f[i][l] = dx[i];
}

FORCE_INLINE void rates_of(unsigned np, bool reflect, const struct mass_tile *T,
                           struct mass_step *S, double alpha)
{
    LANES lane_stage_rate(np, reflect, T, S, alpha, l);
}

/* Rates at S->x, at the part alpha of the step. */
FORCE_INLINE void stage_rates(unsigned np, const struct mass_tile *T, struct mass_step *S,
                              double alpha)
{
    double beyond = 0;
#pragma omp simd reduction(+ : beyond)
    for (unsigned l = 0; l < MASS_TILE; l++)
        beyond += S->x[1][l] * T->side[l] < 0 ? 1.0 : 0.0;
    if (beyond > 0)
        rates_of(np, true, T, S, alpha);
    else
        rates_of(np, false, T, S, alpha);
}

/* The longest step, as of a single mass (plant_ode.c), from the rates where it begins. */
FORCE_INLINE double lane_longest(const struct mass_tile *T, const struct mass_step *S, unsigned l)
{
    double q[KERNEL_MAX_PARAMS];
    if (!KERNEL_LAW.stribeck_speed)
        return R_MAX;
    lane_params(T, l, q);
    const double v = S->x[1][l], a = S->f[1][l], speed = r_abs(v) + KERNEL_LAW.stribeck_speed(q);
    const double longest = 2.0 / 3 * speed / r_abs(a);
    return a * v < 0 ? longest : R_MAX;
}

FORCE_INLINE void lane_begin(unsigned np, struct mass_tile *T, struct mass_step *S, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    double x[MASS_MAX_STATES], jac[MASS_MAX_STATES * MASS_MAX_STATES], ft[MASS_MAX_STATES];
    double inverse[MASS_MAX_STATES * MASS_MAX_STATES];
    const double left = T->end[l] - T->t[l], longest = lane_longest(T, S, l);
    T->h[l] = T->h[l] < longest ? T->h[l] : longest;
    const double h = 1.0001 * T->h[l] < left ? T->h[l] : left;
    T->taken[l] = h;
    T->slope[0][l] = h * S->f[1][l];
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        x[i] = S->x[i][l];
    lane_jacobian(np, T, l, x, jac, ft);
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        UNROLL_16
    for (unsigned j = 0; j < n; j++)
        jac[i * n + j] = (i == j ? 1 : 0) - rodas5p.gamma * h * jac[i * n + j];
    lane_invert(n, jac, inverse);
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        UNROLL_16
    for (unsigned j = 0; j < n; j++)
        S->inverse[i * n + j][l] = inverse[i * n + j];
    UNROLL_16
    for (unsigned i = 0; i < n; i++)
        S->ft[i][l] = ft[i];
}

FORCE_INLINE void begin_step(unsigned np, struct mass_tile *T, struct mass_step *S)
{
    LANES lane_begin(np, T, S, l);
}

/* u of stage s from the rates, and where the next stage is. */
FORCE_INLINE void lane_stage(unsigned np, unsigned s, struct mass_tile *T, struct mass_step *S,
                             unsigned l)
{
    const unsigned n = np + LAW_STATES;
    const double gh = rodas5p.gamma * T->taken[l], ghh = gh * T->taken[l];
    double b[MASS_MAX_STATES], now[MASS_MAX_STATES];
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        double sum = 0;
        if (rodas5p.d[s] != 0)
            sum = rodas5p.d[s] * ghh * S->ft[i][l];
        UNROLL_16
        for (unsigned k = 0; k < s; k++)
            sum += rodas5p.gamma * rodas5p.c[s][k] * T->u[k][i][l];
        b[i] = sum + gh * S->f[i][l];
    }
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        double sum = S->inverse[i * n][l] * b[0];
        UNROLL_16
        for (unsigned j = 1; j < n; j++)
            sum += S->inverse[i * n + j][l] * b[j];
        now[i] = T->u[s][i][l] = sum;
    }
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        double x = T->x0[i][l];
        if (s + 1 >= rodas5p.arguments)
            x = S->x[i][l] + now[i];
        else {
            UNROLL_16
            for (unsigned k = 0; k < s; k++)
                x += rodas5p.a[s + 1][k] * T->u[k][i][l];
            x += rodas5p.a[s + 1][s] * now[i];
        }
        S->x[i][l] = x;
    }
}

FORCE_INLINE void stage(unsigned np, unsigned s, struct mass_tile *T, struct mass_step *S)
{
    LANES lane_stage(np, s, T, S, l);
}

/* How far the applied force is from the ends of the interval of forces that hold a stuck mass, N,
 * at the end of the step and in its middle: the lesser; 1 where the mass moves. */
FORCE_INLINE void lane_room(unsigned np, struct mass_tile *T, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    double q[KERNEL_MAX_PARAMS], least = 1;
    const double side = T->side[l], moves = side * side;
    lane_params(T, l, q);
    UNROLL_16
    for (unsigned half = 1; half <= 2; half++) {
        double x[MASS_MAX_STATES], law[LAW_STATES + 1], f[2] = { 0, 0 };
        UNROLL_16
        for (unsigned i = 0; i < n; i++) {
            const double x0 = T->x0[i][l], change = T->x1[i][l] - x0;
            const double bend =
                T->path[0][i][l] + 0.5 * (T->path[1][i][l] + 0.5 * T->path[2][i][l]);
            x[i] = half == 2 ? T->x1[i][l] : x0 + 0.5 * (change + 0.5 * bend);
        }
        UNROLL_16
        for (unsigned k = 0; k < LAW_STATES; k++)
            law[k] = x[np + k];
        KERNEL_LAW.stiction(q, NULL, law, f);
        const double u = lane_applied(np, T, l, T->t[l] + 0.5 * half * T->taken[l], x);
        const double below = u - f[0], above = f[1] - u, room = below < above ? below : above;
        const double held = moves + (1 - moves) * room;
        least = held < least ? held : least;
    }
    T->room[l] = least;
}

/* The error of the step whose end is in S->x, its polynomial, and what its lanes ask for. */
FORCE_INLINE void lane_end(unsigned np, struct mass_tile *T, const struct mass_step *S, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    double error = 0;
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        const double x0 = T->x0[i][l], x1 = S->x[i][l];
        const double a0 = r_abs(x0), a1 = r_abs(x1), size = a0 > a1 ? a0 : a1;
        const double largest = T->largest[i][l] > size ? T->largest[i][l] : size;
        const double e = T->u[RODAS5P_STAGES - 1][i][l];
        const double part =
            e / (T->rtol * size + T->atol * T->scale[i][l] + 4 * R_EPSILON * largest);
        error += part * part;
        T->x1[i][l] = x1;
        UNROLL_16
        for (unsigned k = 0; k < RODAS5P_DENSE; k++) {
            double sum = 0;
            UNROLL_16
            for (unsigned s = 0; s < RODAS5P_STAGES; s++)
                sum += rodas5p_dense[k][s] * T->u[s][i][l];
            T->path[k][i][l] = sum;
        }
    }
    error *= 1.0 / n;
    const bool passed = error <= 1; /* a NAN has not */
    const double bounded = error > 1e-16 ? error : 1e-16;
    T->fit[l] = passed || error < 1e300 ? r_exp(-0.1 * r_log(bounded)) : 0;
    const double bend = T->path[0][1][l] + T->path[1][1][l] + T->path[2][1][l];
    const double side = T->side[l], v1 = T->x1[1][l];
    T->slope[1][l] = v1 - T->x0[1][l] - bend;
    const bool dips = side * T->slope[0][l] < 0 && side * T->slope[1][l] > 0;
    const bool fired = side * v1 < 0 || dips;
    const double t1 = T->t[l] + T->taken[l];
    const double asked = (fired ? MASS_EVENT : 0.0) + (T->next[l] <= t1 ? MASS_OUTPUT : 0.0) +
                         (t1 >= T->end[l] ? MASS_END : 0.0);
    T->flag[l] = passed ? asked : MASS_REJECTED;
}

FORCE_INLINE void end_step(unsigned np, struct mass_tile *T, const struct mass_step *S)
{
    LANES lane_end(np, T, S, l);
    if (LAW_STICKS) {
        LANES lane_room(np, T, l);
        LANES T->flag[l] += T->flag[l] != MASS_REJECTED && T->room[l] < 0 ? MASS_EVENT : 0.0;
    }
}

FORCE_INLINE void lane_enter(unsigned np, const struct mass_tile *T, struct mass_step *S,
                             unsigned l)
{
    UNROLL_16
    for (unsigned i = 0; i < np + LAW_STATES; i++)
        S->x[i][l] = T->x0[i][l];
}

FORCE_INLINE void try_in_lanes(unsigned np, struct mass_tile *T)
{
    struct mass_step S;
    LANES lane_enter(np, T, &S, l);
    UNROLL_16
    for (unsigned s = 0; s < RODAS5P_STAGES; s++) {
        stage_rates(np, T, &S, rodas5p.alpha[s]);
        if (s == 0)
            begin_step(np, T, &S);
        stage(np, s, T, &S);
    }
    end_step(np, T, &S);
}

FORCE_INLINE void lane_go_on(unsigned np, struct mass_tile *T, unsigned l)
{
    const unsigned n = np + LAW_STATES;
    const bool rejected = T->flag[l] == MASS_REJECTED;
    const double h = T->taken[l], fit = T->fit[l], last = T->h_last[l];
    const double safe = RODAS5P_SAFE * fit;
    const double ahead = last > 0 ? safe * (h / last) * (fit / T->fit_last[l]) : safe;
    const double wanted = ahead < safe ? ahead : safe, limit = T->again[l] > 0 ? 1 : STEP_MOST;
    const double most = wanted < limit ? wanted : limit;
    const double factor = rejected ? safe : most;
    const double next = h * (factor > STEP_LEAST ? factor : STEP_LEAST);
    const double longer = h < T->h[l] && next < T->h[l] ? T->h[l] : next;
    T->h[l] = rejected ? next : longer;
    T->again[l] = rejected ? 1 : 0;
    T->h_last[l] = rejected ? last : h;
    const double bounded = fit < STEP_MOST_FIT ? fit : STEP_MOST_FIT;
    T->fit_last[l] = rejected ? T->fit_last[l] : bounded;
    T->t[l] = rejected ? T->t[l] : T->t[l] + h;
    UNROLL_16
    for (unsigned i = 0; i < n; i++) {
        const double x = rejected ? T->x0[i][l] : T->x1[i][l], size = r_abs(x);
        T->x0[i][l] = x;
        T->largest[i][l] = T->largest[i][l] > size ? T->largest[i][l] : size;
    }
}

FORCE_INLINE void go_on_in_lanes(unsigned np, struct mass_tile *T) { LANES lane_go_on(np, T, l); }

#define MASS_VARIANT(np, suffix)                                                                   \
    KERNEL_FLATTEN static void try_##suffix(struct mass_tile *tile) { try_in_lanes(np, tile); }    \
    KERNEL_FLATTEN static void go_on_##suffix(struct mass_tile *tile) { go_on_in_lanes(np, tile); }

MASS_VARIANT(2, plain)
MASS_VARIANT(3, integral)

#ifndef KERNEL_SQUARE
#define KERNEL_SQUARE N_PARAMS
#endif

extern const struct mass_kernel KERNEL_NAME;
const struct mass_kernel KERNEL_NAME = {
    .law = KERNEL_LAW_NAME,
    .level = KERNEL_LEVEL,
    .square = KERNEL_SQUARE,
    .n_params = N_PARAMS,
    .try_step = { try_plain, try_integral },
    .go_on = { go_on_plain, go_on_integral },
};
