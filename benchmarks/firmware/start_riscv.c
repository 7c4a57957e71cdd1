/* Start-up on RISC-V in machine mode. */
#include "benchmarks/firmware/start.h"

__attribute__((used)) static void prepared(void) { start_program(); }

__attribute__((used, aligned(4))) static void trapped(void) { start_fault(); }

/* Sets global, stack and thread pointer and traps, and switches the floating-point unit on
 * (mstatus.FS). */
__attribute__((naked, section(".text.init.enter"), used)) void _start(void);
__attribute__((naked, section(".text.init.enter"), used)) void _start(void)
{
    __asm__(".option push\n"
            ".option norelax\n"
            "la gp, __global_pointer$\n"
            ".option pop\n"
            "la sp, __stack\n"
            "la tp, __tls_base\n"
            "la t0, trapped\n"
            "csrw mtvec, t0\n"
            "li t0, 0x2000\n"
            "csrs mstatus, t0\n"
            "j prepared");
}
