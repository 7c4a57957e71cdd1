/* Loops that a programmer writes by hand for one law and one method: a fused kernel is compared
 * with them. Table I's exponent, m = 2, is built in. */
#ifndef BRISTLE_BENCHMARKS_SPEED_STEP_COST_LOOPS_H
#define BRISTLE_BENCHMARKS_SPEED_STEP_COST_LOOPS_H

#include <stddef.h>

/* n steps of h seconds, the velocity linear from v[i] to v[i+1] within step i; parameters in the
 * law's order; the states x[] in place. */
typedef void hand_loop(const double p[], double h, const double v[], size_t n, double x[]);

/* X(law, method) for each; HAND(law, method) is the loop. */
#define HAND_LIST(X)                                                                               \
    X(lugre, euler)                                                                                \
    X(lugre, exponential)                                                                          \
    X(lugre, rk4)                                                                                  \
    X(lugre, rosenbrock2)                                                                          \
    X(martinez_rosas, euler)                                                                       \
    X(martinez_rosas, exponential)                                                                 \
    X(martinez_rosas, rk4)                                                                         \
    X(martinez_rosas, rosenbrock2)

#define HAND(law, method) hand_##law##_##method

#define X(law, method) hand_loop HAND(law, method);
HAND_LIST(X)
#undef X

#endif
