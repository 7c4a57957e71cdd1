/* Cycles of Thumb code, from its opcodes and Arm's tables of instruction timing: exact for the
 * Cortex-M0+, a bracket for the M3 and the M4F. Assumed: no wait states, no bus contention, no
 * interrupts; on the M0+ the multiplier of one cycle. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_THUMB_CYCLES_H
#define BRISTLE_BENCHMARKS_FIRMWARE_THUMB_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

enum cycle_model { CYCLES_NONE, CYCLES_M0P, CYCLES_M3, CYCLES_M4F };

/* Cycles of a block: a run of instructions that is entered only at its top and of which only the
 * last may branch. lo and hi bound the cycles without the branch, taken_lo and taken_hi the cycles
 * that the branch adds. */
struct block_cycles {
    uint32_t lo, hi, taken_lo, taken_hi;
    bool unknown; /* contains an instruction that the tables lack */
};

/* What the timing of an instruction depends on from those before it in the block. A block begins
 * with `thumb_context`, except where it continues in the middle of an IT block. */
struct thumb_context {
    uint8_t conditional; /* number of next instructions that an IT instruction governs */
    bool first;          /* the instruction before is not known */
    bool after_load;     /* the instruction before loads one register */
    uint8_t busy;        /* cycles that the divider still needs, at least */
};

extern const struct thumb_context thumb_context;

/* Adds one instruction to a block: its 16 bits, or its 32 bits with the first halfword on top. */
void thumb_cycles_add(enum cycle_model model, uint32_t code, struct thumb_context *context,
                      struct block_cycles *block);

#endif
