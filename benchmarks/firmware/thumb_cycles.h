/* Cycles of Thumb code, from its opcodes and Arm's tables of instruction timing: exact for the
 * Cortex-M0+, a bracket for the M3 and the M4F. Assumed: no wait states, no bus contention, no
 * interrupts; on the M0+ the multiplier of one cycle. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_THUMB_CYCLES_H
#define BRISTLE_BENCHMARKS_FIRMWARE_THUMB_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

enum cycle_model { CYCLES_NONE, CYCLES_M0P, CYCLES_M3, CYCLES_M4F };

/* A block is a run of instructions that is entered at its top only and of which only the last may
 * branch. lo and hi bound its cycles where it falls through, and taken_lo and taken_hi what is
 * added where it branches. */
struct block_cycles {
    uint32_t lo, hi, taken_lo, taken_hi;
    bool unknown; /* an instruction that the tables do not have */
};

/* What the timing of an instruction needs to know of those before it in the block. A block begins
 * with that of `thumb_context`, except where it goes on in the midst of an IT block. */
struct thumb_context {
    uint8_t conditional; /* how many of the next instructions an IT instruction governs */
    bool first;          /* what came before is not known */
    bool after_load;     /* the one before is a load of one register */
    uint8_t busy;        /* cycles for which the divider is still at work, at least */
};

extern const struct thumb_context thumb_context;

/* Adds one instruction to a block: its 16 bits, or its 32 with the first halfword on top. */
void thumb_cycles_add(enum cycle_model model, uint32_t code, struct thumb_context *context,
                      struct block_cycles *block);

#endif
