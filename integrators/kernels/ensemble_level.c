/* What kernels ask for that are compiled for several sets of instructions: which of them the
 * processor has, and a number that their compiler must not know. */
#include "integrators/kernels/ensemble.h"

extern const real decay_limit;
const real decay_limit = 690; /* models/decay.h */

const char *const ensemble_level_names[ENSEMBLE_LEVELS] = { "best", "baseline", "avx2", "avx512" };

bool ensemble_level_available(enum ensemble_level level)
{
    switch (level) {
    case ENSEMBLE_BASELINE:
        return true;
#ifdef __x86_64__
    case ENSEMBLE_AVX2:
        return __builtin_cpu_supports("avx2");
    case ENSEMBLE_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
#endif
    default:
        return false;
    }
}
