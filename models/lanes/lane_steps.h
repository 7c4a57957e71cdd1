/* Operations on rows of lanes: what an expression is, for many points at once.
 *
 * A row has a double for each lane. A step takes rows and writes one; each lane by itself, with the
 * same bits whatever the instructions are (lane_math.h). */
#ifndef BRISTLE_MODELS_LANES_LANE_STEPS_H
#define BRISTLE_MODELS_LANES_LANE_STEPS_H

#include <stddef.h>
#include <stdint.h>

enum { LANES = 32 };

typedef double lane_row[LANES];

/* What happens, beside the operations of a graph (GRAPH_OPERATIONS). */
enum { LANE_SQUARE = 1000, LANE_WEIGHTS };

/* A step. LANE_WEIGHTS: from b, k and h, of a state with dx/dt = b - k x, the rows LANE_U
 * to LANE_REST, beginning with `to`. */
struct lane_step {
    uint16_t operation, to, from[3];
};

/* What a state does in a time h, but for where it begins: with u = k h,
 *     mean of dx/dt = (b - k x) phi,  phi = (1 - exp(-u))/u
 *     mean of x = x + (b - k x) tilt, tilt = h (1 - phi)/u;  it may be taken where u <= 1/8
 *     rest = exp(-u)
 * steady = b/k. */
enum { LANE_U, LANE_PHI, LANE_TILT, LANE_STEADY, LANE_REST, LANE_N_WEIGHTS };

/* Runs n steps. */
typedef void lane_runner(const struct lane_step steps[], size_t n, lane_row rows[]);

/* Sets of instructions, from narrow to wide vectors. */
enum lane_instructions { LANE_BASELINE, LANE_AVX2, LANE_AVX512, LANE_N_INSTRUCTIONS };

/* Returns the runner that is compiled for those instructions, NULL where this processor lacks
 * them. */
lane_runner *lane_run_with(enum lane_instructions instructions);

/* Returns the one with the widest vectors that this processor has. */
lane_runner *lane_run_best(void);

/* One source, compiled for each of them; on other processors than x86 all three are the same. */
lane_runner lane_run_baseline, lane_run_avx2, lane_run_avx512;

#endif
