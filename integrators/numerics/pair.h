/* Two numbers in one register, of GCC's and Clang's vector types: what is done with one is done
 * with the other at the same time. Every processor of the x86-64 and AArch64 families has such
 * registers; for others the compiler does one after the other. */
#ifndef BRISTLE_INTEGRATORS_NUMERICS_PAIR_H
#define BRISTLE_INTEGRATORS_NUMERICS_PAIR_H

#include <string.h>

#include "integrators/force_inline.h"
#include "models/real.h"

typedef real pair __attribute__((vector_size(2 * sizeof(real))));

/* x twice. */
FORCE_INLINE pair pair_of(real x) { return (pair){ x, x }; }

/* The numbers at p[0] and p[1]. */
FORCE_INLINE pair pair_at(const real *p)
{
    pair both;
    memcpy(&both, p, sizeof both);
    return both;
}

/* p[0] and p[1] <- both. */
FORCE_INLINE void pair_put(pair both, real *p) { memcpy(p, &both, sizeof both); }

FORCE_INLINE real pair_sum(pair both) { return both[0] + both[1]; }

#endif
