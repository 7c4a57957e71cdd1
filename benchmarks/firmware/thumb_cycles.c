/* Classifies Thumb instructions and adds up their cycles (thumb_cycles.h). Sources:
 *   M0+  Arm DDI 0484C, Cortex-M0+ Technical Reference Manual, table 3-1
 *   M3   Arm DDI 0337I, Cortex-M3 Technical Reference Manual, table 3-1 and 3.3.3
 *   M4F  Arm DDI 0439B, Cortex-M4 Technical Reference Manual, tables 3-1 and 7-1, and 3.3.3
 * Opcodes: Arm DDI 0403, ARMv7-M Architecture Reference Manual, A5 and A6. */
#include "benchmarks/firmware/thumb_cycles.h"

#include <stddef.h>

enum instruction {
    UNKNOWN,
    ALU,
    ALU_HIGH, /* may write the program counter */
    MULTIPLY,
    MULTIPLY_ADD,
    MULTIPLY_LONG,
    MULTIPLY_ADD_LONG,
    DIVIDE,
    LOAD,
    LOAD_WIDE, /* may load the program counter */
    STORE,
    LOAD_TWO,
    STORE_TWO,
    LOAD_LIST,
    STORE_LIST,
    PUSH,
    POP,
    LOAD_LIST_WIDE,
    STORE_LIST_WIDE,
    BRANCH,
    BRANCH_IF,
    BRANCH_LINK,
    BRANCH_REGISTER,
    BRANCH_TABLE,
    IT,
    STATUS,
    FLOAT,
    FLOAT_ARITHMETIC, /* one cycle more if the next instruction waits for the result */
    FLOAT_MULTIPLY_ADD,
    FLOAT_DIVIDE,
    FLOAT_MOVE_TWO,
    FLOAT_LOAD,
    FLOAT_STORE,
    FLOAT_LIST,
};

struct pattern {
    uint32_t mask, value;
    enum instruction instruction;
};

/* Instructions of 16 bits; the first match counts. */
static const struct pattern narrow[] = {
    { 0xFFC0, 0x4340, MULTIPLY },
    { 0xFF00, 0x4500, ALU }, /* CMP of high registers */
    { 0xFF00, 0x4700, BRANCH_REGISTER },
    { 0xFC00, 0x4400, ALU_HIGH },
    { 0xF800, 0x4800, LOAD }, /* literal */
    { 0xFE00, 0x5000, STORE },
    { 0xFE00, 0x5200, STORE },
    { 0xFE00, 0x5400, STORE },
    { 0xF000, 0x5000, LOAD },
    { 0xE800, 0x6000, STORE }, /* words and bytes at a constant distance */
    { 0xE800, 0x6800, LOAD },
    { 0xF800, 0x8000, STORE }, /* halfwords */
    { 0xF800, 0x8800, LOAD },
    { 0xF800, 0x9000, STORE }, /* on the stack */
    { 0xF800, 0x9800, LOAD },
    { 0xFE00, 0xB400, PUSH },
    { 0xFE00, 0xBC00, POP },
    { 0xF500, 0xB100, BRANCH_IF }, /* CBZ, CBNZ */
    { 0xFF0F, 0xBF00, ALU },       /* NOP and other hints */
    { 0xFF00, 0xBF00, IT },
    { 0xFF00, 0xBE00, UNKNOWN }, /* BKPT */
    { 0xFFE0, 0xB660, STATUS },  /* CPS */
    { 0xF800, 0xC000, STORE_LIST },
    { 0xF800, 0xC800, LOAD_LIST },
    { 0xFE00, 0xDE00, UNKNOWN }, /* UDF, SVC */
    { 0xF000, 0xD000, BRANCH_IF },
    { 0xF800, 0xE000, BRANCH },
    { 0x0000, 0x0000, ALU },
};

/* Instructions of 32 bits; the first match counts. */
static const struct pattern wide[] = {
    { 0xFFF0FFE0, 0xE8D0F000, BRANCH_TABLE },
    { 0xFE500000, 0xE8400000, STORE_TWO },
    { 0xFE500000, 0xE8500000, LOAD_TWO },
    { 0xFE500000, 0xE8000000, STORE_LIST_WIDE },
    { 0xFE500000, 0xE8100000, LOAD_LIST_WIDE },
    { 0xFE000000, 0xEA000000, ALU },
    { 0xFFE00E00, 0xEC400A00, FLOAT_MOVE_TWO },
    { 0xFF300E00, 0xED000A00, FLOAT_STORE },
    { 0xFF300E00, 0xED100A00, FLOAT_LOAD },
    { 0xFE000E00, 0xEC000A00, FLOAT_LIST },
    { 0xFF000E10, 0xEE000A10, FLOAT }, /* between the register files */
    { 0xFFB00E10, 0xEE200A00, FLOAT_ARITHMETIC },
    { 0xFFB00E10, 0xEE300A00, FLOAT_ARITHMETIC },
    { 0xFFB00E50, 0xEE800A00, FLOAT_DIVIDE },
    { 0xFFBF0ED0, 0xEEB10AC0, FLOAT_DIVIDE }, /* square root */
    { 0xFFB00E10, 0xEEB00A00, FLOAT },        /* move, sign, compare, convert */
    { 0xFF000E10, 0xEE000A00, FLOAT_MULTIPLY_ADD },
    { 0xEC000000, 0xEC000000, UNKNOWN }, /* other coprocessors */
    { 0xF800D000, 0xF000D000, BRANCH_LINK },
    { 0xF800D000, 0xF0009000, BRANCH },
    { 0xFB80D000, 0xF3808000, STATUS }, /* MSR, MRS, hints and barriers */
    { 0xF800D000, 0xF0008000, BRANCH_IF },
    { 0xF8008000, 0xF0000000, ALU },
    { 0xFF100000, 0xF8000000, STORE },
    { 0xFE100000, 0xF8100000, LOAD_WIDE },
    { 0xFF000000, 0xFA000000, ALU },
    { 0xFFF0F000, 0xFB00F000, MULTIPLY },
    { 0xFFF00000, 0xFB000000, MULTIPLY_ADD },
    { 0xFFD00000, 0xFB800000, MULTIPLY_LONG },
    { 0xFFD000F0, 0xFB9000F0, DIVIDE },
    { 0xFFD000F0, 0xFBC00000, MULTIPLY_ADD_LONG },
    { 0x00000000, 0x00000000, UNKNOWN },
};

/* Cycles of one instruction that does not branch, and the cycles added when it branches. */
struct cost {
    uint8_t lo, hi, taken_lo, taken_hi;
};

/* All costs of the M0+, except lists and the program counter as a destination, see below. */
static const struct cost m0p[] = {
    [ALU] = { 1, 1, 0, 0 },
    [ALU_HIGH] = { 1, 1, 1, 1 },
    [MULTIPLY] = { 1, 1, 0, 0 },
    [LOAD] = { 2, 2, 0, 0 },
    [STORE] = { 2, 2, 0, 0 },
    [LOAD_LIST] = { 1, 1, 0, 0 },
    [STORE_LIST] = { 1, 1, 0, 0 },
    [PUSH] = { 1, 1, 0, 0 },
    [POP] = { 1, 1, 2, 2 },
    [BRANCH] = { 1, 1, 1, 1 },
    [BRANCH_IF] = { 1, 1, 1, 1 },
    [BRANCH_LINK] = { 1, 1, 2, 2 },
    [BRANCH_REGISTER] = { 1, 1, 1, 1 },
    [STATUS] = { 3, 3, 0, 0 },
};

/* The M3. A branch refills the pipeline in 1 to 3 cycles. A load or store takes its second cycle
 * while the next one takes its first, where they pair; a store also while anything else does. An
 * IT instruction may be folded into the one before. */
static const struct cost m3[] = {
    [ALU] = { 1, 1, 0, 0 },
    [ALU_HIGH] = { 1, 1, 1, 3 },
    [MULTIPLY] = { 1, 1, 0, 0 },
    [MULTIPLY_ADD] = { 2, 2, 0, 0 },
    [MULTIPLY_LONG] = { 3, 5, 0, 0 },
    [MULTIPLY_ADD_LONG] = { 4, 7, 0, 0 },
    [DIVIDE] = { 2, 12, 0, 0 },
    [LOAD] = { 2, 2, 0, 0 },
    [LOAD_WIDE] = { 2, 2, 1, 3 },
    [STORE] = { 1, 2, 0, 0 },
    [LOAD_TWO] = { 3, 3, 0, 0 },
    [STORE_TWO] = { 3, 3, 0, 0 },
    [LOAD_LIST] = { 1, 1, 0, 0 },
    [STORE_LIST] = { 1, 1, 0, 0 },
    [PUSH] = { 1, 1, 0, 0 },
    [POP] = { 1, 1, 1, 3 },
    [LOAD_LIST_WIDE] = { 1, 1, 1, 3 },
    [STORE_LIST_WIDE] = { 1, 1, 0, 0 },
    [BRANCH] = { 1, 1, 1, 3 },
    [BRANCH_IF] = { 1, 1, 1, 3 },
    [BRANCH_LINK] = { 1, 1, 1, 3 },
    [BRANCH_REGISTER] = { 1, 1, 1, 3 },
    [BRANCH_TABLE] = { 2, 2, 1, 3 },
    [IT] = { 0, 1, 0, 0 },
    [STATUS] = { 1, 2, 0, 0 },
};

/* Differences of the M4F. Division continues beside integer instructions: it takes at least one
 * cycle, and the cycles for which the next floating-point instruction waits. */
static const struct cost m4f[] = {
    [MULTIPLY_ADD] = { 1, 2, 0, 0 },      [MULTIPLY_LONG] = { 1, 1, 0, 0 },
    [MULTIPLY_ADD_LONG] = { 1, 1, 0, 0 }, [FLOAT] = { 1, 1, 0, 0 },
    [FLOAT_ARITHMETIC] = { 1, 2, 0, 0 },  [FLOAT_MULTIPLY_ADD] = { 3, 4, 0, 0 },
    [FLOAT_DIVIDE] = { 1, 15, 0, 0 },     [FLOAT_MOVE_TWO] = { 2, 2, 0, 0 },
    [FLOAT_LOAD] = { 2, 2, 0, 0 },        [FLOAT_STORE] = { 2, 2, 0, 0 },
    [FLOAT_LIST] = { 1, 1, 0, 0 },
};

enum { DIVISION = 14, PC = 15 };

const struct thumb_context thumb_context = { .first = true };

static enum instruction decoded(uint32_t code)
{
    const struct pattern *p = code >> 16 ? wide : narrow;
    while ((code & p->mask) != p->value)
        p++;
    return p->instruction;
}

static struct cost entry(const struct cost table[], size_t n, enum instruction i)
{
    return i < n ? table[i] : (struct cost){ 0, 0, 0, 0 };
}

/* Returns the cost; all zero if the tables do not contain the instruction. */
static struct cost looked_up(enum cycle_model model, enum instruction i)
{
    if (model == CYCLES_M0P)
        return entry(m0p, sizeof m0p / sizeof *m0p, i);
    const struct cost special = entry(m4f, sizeof m4f / sizeof *m4f, i);
    if (model == CYCLES_M4F && special.hi > 0)
        return special;
    return entry(m3, sizeof m3 / sizeof *m3, i);
}

static unsigned ones(uint32_t bits)
{
    unsigned n = 0;
    for (; bits; bits &= bits - 1)
        n++;
    return n;
}

/* Counts the registers transferred, one cycle each. Bit 8 of PUSH and POP stands for LR and PC. */
static unsigned transfers(enum instruction i, uint32_t code)
{
    switch (i) {
    case LOAD_LIST:
    case STORE_LIST:
        return ones(code & 0xFF);
    case PUSH:
    case POP:
        return ones(code & 0x1FF);
    case LOAD_LIST_WIDE:
    case STORE_LIST_WIDE:
        return ones(code & 0xFFFF);
    case FLOAT_LIST:
        return code & 0xFF;
    case FLOAT_LOAD:
    case FLOAT_STORE:
        return code >> 8 & 1; /* double */
    default:
        return 0;
    }
}

static bool is_float(enum instruction i) { return i >= FLOAT; }

static bool is_single_load(enum instruction i)
{
    return i == LOAD || i == LOAD_WIDE || i == FLOAT_LOAD;
}

/* Returns true when a load or store after a load may take one cycle less. On the M0+ nothing
 * overlaps. */
static bool may_pair(enum cycle_model model, enum instruction i, const struct thumb_context *c)
{
    return model != CYCLES_M0P && (c->after_load || c->first) &&
           (is_single_load(i) || i == FLOAT_STORE);
}

/* Returns true for loads from beside the code, which may wait for its fetch. */
static bool is_literal(enum instruction i, uint32_t code)
{
    if (code >> 16)
        return (i == LOAD_WIDE || i == FLOAT_LOAD) && (code >> 16 & 15) == PC;
    return (code & 0xF800) == 0x4800;
}

/* Returns true when the instruction writes the program counter. */
static bool may_branch(enum instruction i, uint32_t code)
{
    switch (i) {
    case ALU_HIGH:
        return (code & 0x87) == 0x87;
    case POP:
        return code & 0x100;
    case LOAD_WIDE:
        return (code >> 12 & 15) == PC && (code >> 21 & 3) == 2;
    case LOAD_LIST_WIDE:
        return code & 0x8000;
    default:
        return true;
    }
}

static struct cost timed(enum cycle_model model, enum instruction i, uint32_t code,
                         const struct thumb_context *context)
{
    struct cost cost = looked_up(model, i);
    if (cost.hi == 0)
        return cost;
    const uint8_t n = (uint8_t)transfers(i, code);
    cost.lo = (uint8_t)(cost.lo + n);
    cost.hi = (uint8_t)(cost.hi + n);
    if (may_pair(model, i, context))
        cost.lo--;
    if (model != CYCLES_M0P && is_literal(i, code))
        cost.hi++;
    if (!may_branch(i, code))
        cost.taken_lo = cost.taken_hi = 0;
    return cost;
}

/* The cost under a condition: one cycle when the condition fails. An instruction that branches does
 * so exactly when the condition holds. */
static struct cost conditional(struct cost cost)
{
    if (cost.taken_hi > 0) {
        cost.taken_lo = (uint8_t)(cost.taken_lo + cost.lo - 1);
        cost.taken_hi = (uint8_t)(cost.taken_hi + cost.hi - 1);
        cost.hi = 1;
    }
    cost.lo = 1;
    return cost;
}

/* Returns how many instructions an IT instruction governs, from its lowest set bit. */
static uint8_t governed(uint32_t code)
{
    uint8_t n = 4;
    while (!(code & 1)) {
        code >>= 1;
        n--;
    }
    return n;
}

/* Returns the cycles for which the divider makes a floating-point instruction wait. */
static unsigned waited(enum instruction i, const struct cost *cost, struct thumb_context *context)
{
    const unsigned busy = context->busy;
    if (is_float(i)) {
        const bool certain = context->conditional == 0;
        context->busy = i == FLOAT_DIVIDE && certain ? DIVISION - 1 : 0;
        return certain ? busy : 0;
    }
    context->busy = (uint8_t)(busy > cost->hi ? busy - cost->hi : 0);
    return 0;
}

void thumb_cycles_add(enum cycle_model model, uint32_t code, struct thumb_context *context,
                      struct block_cycles *block)
{
    const enum instruction i = decoded(code);
    struct cost cost = timed(model, i, code, context);
    if (context->conditional > 0)
        cost = conditional(cost);
    if (cost.hi == 0)
        block->unknown = true;
    block->lo += cost.lo + waited(i, &cost, context);
    block->hi += cost.hi;
    block->taken_lo = cost.taken_lo;
    block->taken_hi = cost.taken_hi;
    if (context->conditional > 0)
        context->conditional--;
    if (i == IT)
        context->conditional = governed(code);
    context->after_load = is_single_load(i);
    context->first = false;
}
