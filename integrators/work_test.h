/* What tests of integrators share: memory for any method, a sample that nobody looks at, and the
 * scale of a state that has none. */
#ifndef BRISTLE_INTEGRATORS_WORK_TEST_H
#define BRISTLE_INTEGRATORS_WORK_TEST_H

#include "integrators/integrator.h"

__attribute__((unused)) static union {
    max_align_t alignment;
    char bytes[1 << 16];
} work;

__attribute__((unused)) static const real one = 1;

static inline void nothing(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

#endif
