/* Semihosting: the emulator does input and output for the program ("Semihosting for AArch32 and
 * AArch64", Arm 2021; RISC-V follows it). */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_SEMIHOSTING_H
#define BRISTLE_BENCHMARKS_FIRMWARE_SEMIHOSTING_H

#include <stdint.h>

enum semihosting_operation {
    SYS_OPEN = 0x01,
    SYS_WRITE = 0x05,
    SYS_GET_CMDLINE = 0x15,
    SYS_EXIT_EXTENDED = 0x20,
};

/* Does the operation with its block of arguments and returns its result. */
static inline int32_t semihosting(enum semihosting_operation operation, void *block)
{
#if defined __riscv
    register int32_t result __asm__("a0") = (int32_t)operation;
    register void *argument __asm__("a1") = block;
    __asm__ volatile(".balign 16\n"
                     ".option push\n"
                     ".option norvc\n"
                     "slli zero, zero, 0x1f\n"
                     "ebreak\n"
                     "srai zero, zero, 7\n"
                     ".option pop"
                     : "+r"(result)
                     : "r"(argument)
                     : "memory");
#else
    register int32_t result __asm__("r0") = (int32_t)operation;
    register void *argument __asm__("r1") = block;
    __asm__ volatile("bkpt 0xab" : "+r"(result) : "r"(argument) : "memory");
#endif
    return result;
}

#endif
