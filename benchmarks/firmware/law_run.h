/* Shared by programs that run kernels: a law at its start, and numbers as bits. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_LAW_RUN_H
#define BRISTLE_BENCHMARKS_FIRMWARE_LAW_RUN_H

#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/driver.h"
#include "benchmarks/firmware/law_data.h"
#include "benchmarks/firmware/port.h"
#include "benchmarks/firmware/velocity.h"

static inline uint64_t bits_of(real value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

/* Tests the bits: comparisons are calls where there is no FPU. */
static inline bool is_finite(real value)
{
    const uint64_t exponent = sizeof value == 4 ? 0x7f800000 : 0x7ff0000000000000;
    return (bits_of(value) & exponent) != exponent;
}

static inline bool states_are_finite(const struct driven *driven)
{
    for (unsigned i = 0; i < MODEL_MAX_STATES; i++)
        if (!is_finite(driven->states[i]))
            return false;
    return true;
}

/* Sets default parameters, initial states and the law's memory, of which there is only one. */
static inline void start_law(struct driven *driven, real h)
{
    struct law_data law;
    port_copy(&law, &PREC(law_data), sizeof law);
    memcpy(driven->params, law.params, sizeof law.params);
    memcpy(driven->states, law.states, sizeof law.states);
    driven->memory = PREC(law_memory)();
    driven->h = h;
}

/* Returns the next velocity of the profile, m/s. */
static inline real next_sample(struct velocity *velocity)
{
    return (real)velocity_next(velocity) / (real)((int32_t)1 << 20);
}

static inline void write_word(const char *field, const char *word)
{
    console_text(field);
    console_text(word);
}

static inline void write_number(const char *field, uint32_t value)
{
    console_text(field);
    console_decimal(value);
}

static inline void write_real(const char *field, real value)
{
    console_text(field);
    console_hexadecimal(bits_of(value), 2 * sizeof value);
}

static inline void write_states(const struct driven *driven)
{
    struct law_data law;
    port_copy(&law, &PREC(law_data), sizeof law);
    for (unsigned i = 0; i < law.n_states; i++)
        write_real(i == 0 ? " states=" : ",", driven->states[i]);
}

#endif
