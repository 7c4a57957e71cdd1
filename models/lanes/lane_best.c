/* Chooses the instructions that lanes are computed with (lane_steps.h). */
#include "models/lanes/lane_steps.h"

lane_runner *lane_run_with(enum lane_instructions instructions)
{
    switch (instructions) {
    case LANE_BASELINE:
        return lane_run_baseline;
#ifdef __x86_64__
    case LANE_AVX2:
        return __builtin_cpu_supports("avx2") ? lane_run_avx2 : NULL;
    case LANE_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
                   ? lane_run_avx512
                   : NULL;
#endif
    default:
        return NULL;
    }
}

lane_runner *lane_run_best(void)
{
    unsigned i = LANE_N_INSTRUCTIONS - 1;
    while (i > LANE_BASELINE && !lane_run_with((enum lane_instructions)i))
        i--;
    return lane_run_with((enum lane_instructions)i);
}
