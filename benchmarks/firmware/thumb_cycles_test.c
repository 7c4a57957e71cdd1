/* Cycles of Thumb code against Arm's tables, read a second time: all codes of 16 bits by their
 * fields (ARMv7-M Architecture Reference Manual, A5.2), those of 32 bits instruction by
 * instruction, and what depends on neighbours. No core is needed. */
#include "benchmarks/firmware/thumb_cycles.h"

#include <criterion/criterion.h>

/* hi = 0: the core's table lacks the instruction. */
struct cost {
    unsigned lo, hi, taken_lo, taken_hi;
};

static const enum cycle_model models[] = { CYCLES_M0P, CYCLES_M3, CYCLES_M4F };
enum { MODELS = 3 };

static const struct cost one = { 1, 1, 0, 0 }, unknown = { 0, 0, 0, 0 };

static unsigned ones(unsigned bits) { return bits ? (bits & 1) + ones(bits >> 1) : 0; }

/* Returns one instruction's cycles, after others that it does not depend on. */
static struct block_cycles alone(enum cycle_model model, uint32_t code)
{
    struct thumb_context context = { 0 };
    struct block_cycles block = { 0 };
    thumb_cycles_add(model, code, &context, &block);
    return block;
}

static void expect_cost(enum cycle_model model, uint32_t code, const char *name,
                        const struct cost *cost)
{
    const struct block_cycles b = alone(model, code);
    cr_assert_eq(b.unknown, cost->hi == 0, "%s %x on %d", name, code, model);
    cr_assert(b.lo == cost->lo && b.hi == cost->hi && b.taken_lo == cost->taken_lo &&
                  b.taken_hi == cost->taken_hi,
              "%s %x on %d: %u to %u, taken %u to %u", name, code, model, b.lo, b.hi, b.taken_lo,
              b.taken_hi);
}

/* Codes 1011..., by bits 11 to 8. */
static struct cost by_fields_1011(bool m0p, unsigned code)
{
    const unsigned pc = code >> 8 & 1;
    switch (code >> 8 & 15) {
    case 0x4: /* PUSH */
    case 0x5:
        return (struct cost){ 1 + ones(code & 0x1FF), 1 + ones(code & 0x1FF), 0, 0 };
    case 0xC: /* POP */
    case 0xD:
        return (struct cost){ 1 + ones(code & 0x1FF), 1 + ones(code & 0x1FF),
                              pc ? (m0p ? 2 : 1) : 0, pc ? (m0p ? 2 : 3) : 0 };
    case 0xE: /* BKPT */
        return unknown;
    case 0xF: /* hints and IT, which may be folded */
        return code & 15 ? (m0p ? unknown : (struct cost){ 0, 1, 0, 0 }) : one;
    default: /* the stack pointer, extensions, reversals; CBZ and CBNZ */
        return pc ? (struct cost){ 1, 1, 1, 3 } : one;
    }
}

/* Returns false for codes that no compiler makes, or that the core does not have. */
static bool by_fields(enum cycle_model model, unsigned code, struct cost *cost)
{
    const bool m0p = model == CYCLES_M0P;
    const struct cost branch = { 1, 1, 1, m0p ? 1 : 3 }, load = { 2, 2, 0, 0 },
                      store = { m0p ? 2 : 1, 2, 0, 0 };
    const unsigned of_1011 = code >> 8 & 15, n = 1 + ones(code & 0xFF);
    *cost = one;
    switch (code >> 12) {
    case 0x4:
        if (code >= 0x4800) /* literal, which may wait for the fetch of code */
            *cost = m0p ? load : (struct cost){ 2, 3, 0, 0 };
        else if (code >= 0x4700 || (code >= 0x4400 && code >> 8 != 0x45 && (code & 0x87) == 0x87))
            *cost = branch; /* BX, BLX, and ADD and MOV of the program counter */
        return true;
    case 0x5:
        *cost = (code >> 9 & 7) < 3 ? store : load;
        return true;
    case 0x6:
    case 0x7:
    case 0x8:
    case 0x9:
        *cost = code & 0x800 ? load : store;
        return true;
    case 0xB:
        *cost = by_fields_1011(m0p, code);
        return of_1011 != 0x6 && of_1011 != 0x7 && of_1011 != 0x8 &&
               !(m0p && code & 0x100 && of_1011 != 0x5 && of_1011 < 0xC);
    case 0xC:
        *cost = (struct cost){ n, n, 0, 0 };
        return true;
    case 0xD:
        *cost = code >= 0xDE00 ? unknown : branch;
        return true;
    case 0xE:
        *cost = branch;
        return code < 0xE800;
    default:
        return code < 0xE800;
    }
}

Test(thumb_cycles, of_all_codes_of_16_bits)
{
    for (unsigned m = 0; m < MODELS; m++)
        for (unsigned code = 0; code < 0x10000; code++) {
            struct cost cost;
            if (by_fields(models[m], code, &cost))
                expect_cost(models[m], code, "code", &cost);
        }
    expect_cost(CYCLES_M3, 0xB672, "cpsid i", &(struct cost){ 1, 2, 0, 0 });
}

/* Opcodes as the assembler makes them. The M0+ has the first four only. */
static const struct {
    uint32_t code;
    const char *name;
    struct cost m0p, m3, m4f;
} wide[] = {
    { 0xf7fffffe, "bl", { 1, 1, 2, 2 }, { 1, 1, 1, 3 }, { 1, 1, 1, 3 } },
    { 0xf3808810, "msr primask, r0", { 3, 3, 0, 0 }, { 1, 2, 0, 0 }, { 1, 2, 0, 0 } },
    { 0xf3ef8010, "mrs r0, primask", { 3, 3, 0, 0 }, { 1, 2, 0, 0 }, { 1, 2, 0, 0 } },
    { 0xf3bf8f5f, "dmb sy", { 3, 3, 0, 0 }, { 1, 2, 0, 0 }, { 1, 2, 0, 0 } },
#define BOTH(code, name, ...)                                                                      \
    {                                                                                              \
        code, name, { 0, 0, 0, 0 }, { __VA_ARGS__ }, { __VA_ARGS__ }                               \
    }
    BOTH(0xf7ffbffc, "b.w", 1, 1, 1, 3),
    BOTH(0xf43faffa, "beq.w", 1, 1, 1, 3),
    BOTH(0xe8d0f001, "tbb [r0, r1]", 2, 2, 1, 3),
    BOTH(0xe8d0f011, "tbh [r0, r1, lsl #1]", 2, 2, 1, 3),
    BOTH(0xe9c20100, "strd r0, r1, [r2]", 3, 3, 0, 0),
    BOTH(0xe8e20102, "strd r0, r1, [r2], #8", 3, 3, 0, 0),
    BOTH(0xe9d20100, "ldrd r0, r1, [r2]", 3, 3, 0, 0),
    BOTH(0xe9720102, "ldrd r0, r1, [r2, #-8]!", 3, 3, 0, 0),
    BOTH(0xe8800102, "stmia.w r0, {r1, r8}", 3, 3, 0, 0),
    BOTH(0xe9205ffe, "stmdb r0!, {r1-r12, lr}", 14, 14, 0, 0),
    BOTH(0xe8900102, "ldmia.w r0, {r1, r8}", 3, 3, 0, 0),
    BOTH(0xe8908002, "ldmia.w r0, {r1, pc}", 3, 3, 1, 3),
    BOTH(0xe9104ff0, "ldmdb r0, {r4-r11, lr}", 10, 10, 0, 0),
    BOTH(0xea010002, "and.w r0, r1, r2", 1, 1, 0, 0),
    BOTH(0xea4f00c1, "mov.w r0, r1, lsl #3", 1, 1, 0, 0),
    BOTH(0xf1010001, "add.w r0, r1, #1", 1, 1, 0, 0),
    BOTH(0xf2a130e8, "subw r0, r1, #1000", 1, 1, 0, 0),
    BOTH(0xf24030e8, "movw r0, #1000", 1, 1, 0, 0),
    BOTH(0xf3010007, "ssat r0, #8, r1", 1, 1, 0, 0),
    BOTH(0xf3c100c3, "ubfx r0, r1, #3, #4", 1, 1, 0, 0),
    BOTH(0xf36100c6, "bfi r0, r1, #3, #4", 1, 1, 0, 0),
    BOTH(0xf8c10000, "str.w r0, [r1]", 1, 2, 0, 0),
    BOTH(0xf8010002, "strb.w r0, [r1, r2]", 1, 2, 0, 0),
    BOTH(0xf8210c04, "strh.w r0, [r1, #-4]", 1, 2, 0, 0),
    BOTH(0xf8d10000, "ldr.w r0, [r1]", 2, 2, 0, 0),
    BOTH(0xf8110002, "ldrb.w r0, [r1, r2]", 2, 2, 0, 0),
    BOTH(0xf9910000, "ldrsb.w r0, [r1]", 2, 2, 0, 0),
    BOTH(0xf9310c04, "ldrsh.w r0, [r1, #-4]", 2, 2, 0, 0),
    BOTH(0xf8d1f000, "ldr.w pc, [r1]", 2, 2, 1, 3),
    BOTH(0xf8df0004, "ldr.w r0, [pc, #4]", 2, 3, 0, 0),
    BOTH(0xf8dff004, "ldr.w pc, [pc, #4]", 2, 3, 1, 3),
    BOTH(0xfa01f002, "lsl.w r0, r1, r2", 1, 1, 0, 0),
    BOTH(0xfa0ff088, "sxth.w r0, r8", 1, 1, 0, 0),
    BOTH(0xfab1f081, "clz r0, r1", 1, 1, 0, 0),
    BOTH(0xfb01f002, "mul r0, r1, r2", 1, 1, 0, 0),
    { 0xfb013002, "mla r0, r1, r2, r3", { 0 }, { 2, 2, 0, 0 }, { 1, 2, 0, 0 } },
    { 0xfb013012, "mls r0, r1, r2, r3", { 0 }, { 2, 2, 0, 0 }, { 1, 2, 0, 0 } },
    { 0xfb820103, "smull r0, r1, r2, r3", { 0 }, { 3, 5, 0, 0 }, { 1, 1, 0, 0 } },
    { 0xfba20103, "umull r0, r1, r2, r3", { 0 }, { 3, 5, 0, 0 }, { 1, 1, 0, 0 } },
    { 0xfbc20103, "smlal r0, r1, r2, r3", { 0 }, { 4, 7, 0, 0 }, { 1, 1, 0, 0 } },
    { 0xfbe20103, "umlal r0, r1, r2, r3", { 0 }, { 4, 7, 0, 0 }, { 1, 1, 0, 0 } },
    BOTH(0xfb91f0f2, "sdiv r0, r1, r2", 2, 12, 0, 0),
    BOTH(0xfbb1f0f2, "udiv r0, r1, r2", 2, 12, 0, 0),
    BOTH(0xee110102, "cdp p1", 0, 0, 0, 0),
    BOTH(0xed900100, "ldc p1", 0, 0, 0, 0),
    BOTH(0xee000110, "mcr p1", 0, 0, 0, 0),
#define FLOAT(code, name, ...)                                                                     \
    {                                                                                              \
        code, name, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { __VA_ARGS__ }                                \
    }
    FLOAT(0xec510a10, "vmov r0, r1, s0, s1", 2, 2, 0, 0),
    FLOAT(0xec410b10, "vmov d0, r0, r1", 2, 2, 0, 0),
    FLOAT(0xed800a00, "vstr s0, [r0]", 2, 2, 0, 0),
    FLOAT(0xed400a01, "vstr s1, [r0, #-4]", 2, 2, 0, 0),
    FLOAT(0xed800b00, "vstr d0, [r0]", 3, 3, 0, 0),
    FLOAT(0xed900a00, "vldr s0, [r0]", 2, 2, 0, 0),
    FLOAT(0xed9f0a01, "vldr s0, [pc, #4]", 2, 3, 0, 0),
    FLOAT(0xed900b00, "vldr d0, [r0]", 3, 3, 0, 0),
    FLOAT(0xec900a04, "vldmia r0, {s0-s3}", 5, 5, 0, 0),
    FLOAT(0xed200a08, "vstmdb r0!, {s0-s7}", 9, 9, 0, 0),
    FLOAT(0xed6d0a01, "vpush {s1}", 2, 2, 0, 0),
    FLOAT(0xecbd0b10, "vpop {d0-d7}", 17, 17, 0, 0),
    FLOAT(0xee000a10, "vmov s0, r0", 1, 1, 0, 0),
    FLOAT(0xee100a10, "vmov r0, s0", 1, 1, 0, 0),
    FLOAT(0xeef10a10, "vmrs r0, fpscr", 1, 1, 0, 0),
    FLOAT(0xee200a81, "vmul.f32 s0, s1, s2", 1, 2, 0, 0),
    FLOAT(0xee200ac1, "vnmul.f32 s0, s1, s2", 1, 2, 0, 0),
    FLOAT(0xee300a81, "vadd.f32 s0, s1, s2", 1, 2, 0, 0),
    FLOAT(0xee300ac1, "vsub.f32 s0, s1, s2", 1, 2, 0, 0),
    FLOAT(0xee800a81, "vdiv.f32 s0, s1, s2", 1, 15, 0, 0),
    FLOAT(0xeeb10ae0, "vsqrt.f32 s0, s1", 1, 15, 0, 0),
    FLOAT(0xeeb00a60, "vmov.f32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xeeb00ae0, "vabs.f32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xeeb10a60, "vneg.f32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xeeb40a60, "vcmp.f32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xeeb50ac0, "vcmpe.f32 s0, #0", 1, 1, 0, 0),
    FLOAT(0xeebd0ae0, "vcvt.s32.f32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xeeb80a60, "vcvt.f32.u32 s0, s1", 1, 1, 0, 0),
    FLOAT(0xee000a81, "vmla.f32 s0, s1, s2", 3, 4, 0, 0),
    FLOAT(0xee000ac1, "vmls.f32 s0, s1, s2", 3, 4, 0, 0),
    FLOAT(0xeea00a81, "vfma.f32 s0, s1, s2", 3, 4, 0, 0),
    FLOAT(0xee900a81, "vfms.f32 s0, s1, s2", 3, 4, 0, 0),
};

Test(thumb_cycles, of_codes_of_32_bits)
{
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        if (wide[i].m0p.hi > 0)
            expect_cost(CYCLES_M0P, wide[i].code, wide[i].name, &wide[i].m0p);
        expect_cost(CYCLES_M3, wide[i].code, wide[i].name, &wide[i].m3);
        expect_cost(CYCLES_M4F, wide[i].code, wide[i].name, &wide[i].m4f);
    }
}

enum {
    ADDS = 0x1840,
    LDR = 0x6808,
    STR = 0x6008,
    BX = 0x4770,
    IT = 0xBF08,
    ITT = 0xBF04,
    ITTT = 0xBF02,
    ITTTT = 0xBF01,
    ITE = 0xBF0C,
};
static const uint32_t VADD = 0xee300a81, VDIV = 0xee800a81, VLDR = 0xed900a00, VSTR = 0xed800a00,
                      LDR_WIDE = 0xf8d10000, LDRD = 0xe9d20100, UDIV = 0xfbb1f0f2;

/* What a block of instructions costs beyond what each of them costs alone. `lo` and `hi` of a
 * failing condition count; the block's end is taken as the last instruction says. */
static const struct {
    const char *what;
    enum cycle_model model;
    uint32_t codes[18]; /* ends with 0 */
    struct cost cost;
} blocks[] = {
    { "the first may follow a load", CYCLES_M3, { LDR }, { 1, 2, 0, 0 } },
    { "nothing overlaps", CYCLES_M0P, { LDR, LDR }, { 4, 4, 0, 0 } },
    { "only loads and stores pair", CYCLES_M3, { ADDS, LDR }, { 3, 3, 0, 0 } },
    { "loads pair", CYCLES_M3, { ADDS, LDR, LDR, LDR }, { 5, 7, 0, 0 } },
    { "of any width", CYCLES_M4F, { ADDS, LDR, LDR_WIDE, VLDR, VSTR }, { 6, 9, 0, 0 } },
    { "stores have their own buffer", CYCLES_M3, { ADDS, LDR, STR, LDR }, { 6, 7, 0, 0 } },
    { "loads of two do not pair", CYCLES_M3, { ADDS, LDRD, LDR }, { 6, 6, 0, 0 } },
    { "the last one branches", CYCLES_M3, { ADDS, ADDS, BX }, { 3, 3, 1, 3 } },
    { "conditions take a cycle", CYCLES_M3, { ADDS, IT, LDR, ADDS }, { 3, 5, 0, 0 } },
    { "of two", CYCLES_M3, { ADDS, ITT, LDRD, LDRD, LDRD }, { 6, 11, 0, 0 } },
    { "of two that differ", CYCLES_M3, { ADDS, ITE, LDRD, LDRD, LDRD }, { 6, 11, 0, 0 } },
    { "of three", CYCLES_M3, { ADDS, ITTT, LDRD, LDRD, LDRD, LDRD }, { 7, 14, 0, 0 } },
    { "of four", CYCLES_M3, { ADDS, ITTTT, LDRD, LDRD, LDRD, LDRD, LDRD }, { 8, 17, 0, 0 } },
    { "a branch that is not taken", CYCLES_M3, { ADDS, IT, BX }, { 2, 3, 1, 3 } },
    /* 3 cycles and the pipeline's 1 to 3, for the one that it takes without them */
    { "a list to the counter", CYCLES_M3, { ADDS, IT, 0xe8908002 }, { 2, 3, 3, 5 } },
    { "division waits", CYCLES_M4F, { VDIV, VADD }, { 1 + 13 + 1, 15 + 2, 0, 0 } },
    { "a move waits as well", CYCLES_M4F, { VDIV, 0xee100a10 }, { 1 + 13 + 1, 15 + 1, 0, 0 } },
    { "division goes on", CYCLES_M4F, { VDIV, ADDS, ADDS, VADD }, { 1 + 13 + 1, 19, 0, 0 } },
    { "as long as the others take", CYCLES_M4F, { VDIV, UDIV, VADD }, { 1 + 2 + 1 + 1, 29, 0, 0 } },
    { "and no longer", CYCLES_M4F, { VDIV, UDIV, UDIV, VADD }, { 6, 41, 0, 0 } },
    { "division after division",
      CYCLES_M4F,
      { VDIV, VDIV, VADD },
      { 1 + 13 + 1 + 13 + 1, 32, 0, 0 } },
    { "waits once", CYCLES_M4F, { VDIV, VADD, VADD }, { 1 + 13 + 2, 19, 0, 0 } },
    { "perhaps not at all",
      CYCLES_M4F,
      { VDIV, IT, VADD, VADD },
      { 1 + 0 + 1 + 1, 15 + 1 + 4, 0, 0 } },
    { "nor is it certain", CYCLES_M4F, { IT, VDIV, VADD }, { 2, 18, 0, 0 } },
};

Test(thumb_cycles, of_neighbours)
{
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const struct cost *cost = &blocks[i].cost;
        struct thumb_context context = thumb_context;
        struct block_cycles b = { 0 };
        for (const uint32_t *code = blocks[i].codes; *code; code++)
            thumb_cycles_add(blocks[i].model, *code, &context, &b);
        cr_expect(b.lo == cost->lo && b.hi == cost->hi && b.taken_lo == cost->taken_lo &&
                      b.taken_hi == cost->taken_hi && !b.unknown,
                  "%s: %u to %u, taken %u to %u", blocks[i].what, b.lo, b.hi, b.taken_lo,
                  b.taken_hi);
    }
}

/* A block with one instruction that the table lacks is unknown, wherever it stands. */
Test(thumb_cycles, what_is_unknown_stays_unknown)
{
    for (unsigned place = 0; place < 3; place++) {
        struct thumb_context context = thumb_context;
        struct block_cycles b = { 0 };
        for (unsigned i = 0; i < 3; i++)
            thumb_cycles_add(CYCLES_M3, i == place ? VADD : ADDS, &context, &b);
        cr_expect(b.unknown, "%u", place);
    }
}
