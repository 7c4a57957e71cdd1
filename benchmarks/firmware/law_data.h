/* What a law starts from, as constants: written by law_data.c from the law's table. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_LAW_DATA_H
#define BRISTLE_BENCHMARKS_FIRMWARE_LAW_DATA_H

#include "integrators/kernels/kernel.h"

/* To be fetched with port_copy. */
struct law_data {
    uint8_t n_params, n_states;
    uint8_t settles;                /* at held velocity, to a force that the law knows */
    real params[KERNEL_MAX_PARAMS]; /* the defaults */
    real states[MODEL_MAX_STATES];
    real scale[MODEL_MAX_STATES]; /* of states: their bounds, or the law's length, or 1 */
};

extern const struct law_data PREC(law_data);

/* The law's memory, as its start leaves it with seed 1; NULL for laws without. There is one only.
 */
struct memory *PREC(law_memory)(void);

#endif
