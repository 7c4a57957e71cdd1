/* An ensemble's kernel, to be included at the end of a file that has included the law's source
 * and the method's source with REAL_LANES, and has defined
 *
 *     KERNEL_LAW, KERNEL_METHOD              the tables of both
 *     KERNEL_LAW_NAME, KERNEL_METHOD_NAME    their names
 *     KERNEL_NAME                            the name of the struct ensemble_kernel
 *     KERNEL_LEVEL                           with what instructions the file is compiled
 *     KERNEL_SQUARE                          optional: the exponent that is usually 2
 */
#include "integrators/kernels/ensemble_kernel.h"
#include "integrators/kernels/kernel_sampled.h"

/* One step of one lane. All its variables end up in registers. */
KERNEL_FLATTEN static inline void ensemble_lane(const real p[], size_t p_row, bool square, real h,
                                                real v0, real v1, real x[])
{
    real q[KERNEL_MAX_PARAMS], y[MODEL_MAX_STATES], scale[MODEL_MAX_STATES], work[KERNEL_WORK];
    for (unsigned k = 0; k < KERNEL_LAW.n_params; k++)
        q[k] = p[k * p_row];
#ifdef KERNEL_SQUARE
    if (square)
        q[KERNEL_SQUARE] = 2;
#endif
    for (unsigned k = 0; k < KERNEL_LAW.n_states; k++)
        y[k] = x[k * ENSEMBLE_TILE];
    struct sampled d = { .p = q, .h = h, .v0 = v0, .v1 = v1 };
    const struct ode ode = sampled_ode(&d, scale);
    struct statistics statistics = { 0 };
    struct integration in = {
        .ode = &ode, .statistics = &statistics, .t = -C(0.0), .x = y, .work = work
    };
    (void)!step(&in, h);
    for (unsigned k = 0; k < KERNEL_LAW.n_states; k++)
        x[k * ENSEMBLE_TILE] = y[k];
}

/* `square` and `per_lane` are constants of each variant below. States and parameters are copied,
 * so that their rows are not a power of two apart and in each other's way in the cache. */
static inline void ensemble_tile(bool per_lane, bool square, const real *restrict p, real h,
                                 size_t n, size_t stride, unsigned lanes, const real *restrict v,
                                 real *restrict x)
{
    _Alignas(ENSEMBLE_ALIGN) real y[MODEL_MAX_STATES * ENSEMBLE_TILE];
    _Alignas(ENSEMBLE_ALIGN) real q[KERNEL_MAX_PARAMS * ENSEMBLE_TILE];
    for (unsigned k = 0; k < KERNEL_LAW.n_states; k++)
        for (unsigned l = 0; l < lanes; l++)
            y[k * ENSEMBLE_TILE + l] = x[k * stride + l];
    for (unsigned k = 0; k < KERNEL_LAW.n_params; k++)
        for (unsigned l = 0; l < (per_lane ? lanes : 1); l++)
            q[k * ENSEMBLE_TILE + l] = per_lane ? p[k * stride + l] : p[k];
    for (size_t i = 0; i < n; i++)
        for (unsigned base = 0; base < lanes; base += ENSEMBLE_LANES) {
            const real *v0 = v + i * stride + base, *v1 = v0 + stride;
            const real *own = per_lane ? q + base : q;
#pragma omp simd
            for (unsigned l = 0; l < ENSEMBLE_LANES; l++)
                ensemble_lane(per_lane ? own + l : own, ENSEMBLE_TILE, square, h, v0[l], v1[l],
                              y + base + l);
        }
    for (unsigned k = 0; k < KERNEL_LAW.n_states; k++)
        for (unsigned l = 0; l < lanes; l++)
            x[k * stride + l] = y[k * ENSEMBLE_TILE + l];
}

#define ENSEMBLE_VARIANT(name, per_lane, square)                                                   \
    KERNEL_FLATTEN static void name(const real p[], real h, size_t n, size_t stride,               \
                                    unsigned lanes, const real v[], real x[])                      \
    {                                                                                              \
        ensemble_tile(per_lane, square, p, h, n, stride, lanes, v, x);                             \
    }

ENSEMBLE_VARIANT(run_common, false, false)
ENSEMBLE_VARIANT(run_per_lane, true, false)
#ifdef KERNEL_SQUARE
ENSEMBLE_VARIANT(run_common_square, false, true)
ENSEMBLE_VARIANT(run_per_lane_square, true, true)
#else
#define KERNEL_SQUARE       N_PARAMS
#define run_common_square   NULL
#define run_per_lane_square NULL
#endif

extern const struct ensemble_kernel KERNEL_NAME;
const struct ensemble_kernel KERNEL_NAME = {
    .law = KERNEL_LAW_NAME,
    .method = KERNEL_METHOD_NAME,
    .level = KERNEL_LEVEL,
    .n_params = N_PARAMS,
    .n_states = N_STATES,
    .square = KERNEL_SQUARE,
    .run = { { run_common, run_common_square }, { run_per_lane, run_per_lane_square } },
};
