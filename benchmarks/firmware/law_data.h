/* A law's initial data as constants: law_data.c writes them from the law's table. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_LAW_DATA_H
#define BRISTLE_BENCHMARKS_FIRMWARE_LAW_DATA_H

#include "integrators/kernels/kernel.h"

/* In flash: port_copy fetches it. */
struct law_data {
    uint8_t n_params, n_states;
    uint8_t settles;                /* at held velocity, to the law's steady force */
    real params[KERNEL_MAX_PARAMS]; /* the defaults */
    real states[MODEL_MAX_STATES];
    real scale[MODEL_MAX_STATES]; /* of states: their bounds, or the law's length, or 1 */
};

extern const struct law_data PREC(law_data);

/* Returns the law's memory, as its start leaves it with seed 1; there is only one. NULL for laws
 * without memory. */
struct memory *PREC(law_memory)(void);

#endif
