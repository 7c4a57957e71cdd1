/* The loops written by hand compute what the kernels compute. */
#include <criterion/criterion.h>

#include "benchmarks/speed/step_cost_loops.h"
#include "integrators/kernels/kernel.h"

#define X(law, method) kernel_advance KERNEL(law, method);
HAND_LIST(X)
#undef X

static const struct {
    const char *law, *method;
    hand_loop *hand;
    kernel_advance *kernel;
} pairs[] = {
#define X(law, method) { #law, #method, HAND(law, method), KERNEL(law, method) },
    HAND_LIST(X)
#undef X
};

enum { PAIRS = sizeof pairs / sizeof *pairs, STEPS = 2000 };

/* Velocities pass zero on a sample, between samples and in the middle between two, and rest. The
 * laws forget: 1e-12 of the largest state is rounding, accumulated over their memory of some
 * thousand steps. */
Test(step_cost, loops_by_hand_agree_with_kernels)
{
    double v[STEPS + 1];
    for (unsigned i = 0; i <= STEPS; i++)
        v[i] = i % 500 < 20    ? 0
               : i % 500 < 40  ? (i % 2 ? 1e-3 : -1e-3)
               : i < STEPS / 2 ? 3e-3 * sin(0.01 * i)
                               : 2e-3 * cos(0.0137 * i);
    for (unsigned k = 0; k < PAIRS; k++) {
        const struct model *law = PREC(model_find)(pairs[k].law);
        double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES] = { 0 }, y[MODEL_MAX_STATES] = { 0 };
        PREC(model_defaults)(law, p);
        for (unsigned i = 0; i < STEPS; i += 10) {
            pairs[k].hand(p, 1e-4, &v[i], 10, x);
            cr_assert_eq(pairs[k].kernel(p, NULL, 1e-4, &v[i], 10, y), STATUS_OK);
            for (unsigned j = 0; j < law->n_states; j++)
                cr_assert_float_eq(x[j], y[j], 1e-12 * 1.5e-5, "%s %s, step %u, %s: %g, %g",
                                   pairs[k].law, pairs[k].method, i, law->states[j].name, x[j],
                                   y[j]);
        }
    }
}
