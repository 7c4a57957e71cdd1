/* Start-up on Cortex-M: the vector table and its handlers. */
#include "benchmarks/firmware/start.h"

extern unsigned char __stack[];

void _start(void);
void _start(void)
{
#if defined __ARM_FP
    /* Full access to the floating-point unit: CPACR, coprocessors 10 and 11. */
    volatile uint32_t *const cpacr = (volatile uint32_t *)0xE000ED88; /* NOLINT */
    *cpacr |= 0xFu << 20;
    __asm__ volatile("dsb\n\tisb");
#endif
    start_program();
}

static void fault(void) { start_fault(); }

/* Reset, NMI and the faults; interrupts stay disabled. */
__attribute__((section(".text.init.enter"), used)) static const struct {
    unsigned char *stack;
    void (*handlers[15])(void);
} vectors = { __stack,
              { _start, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault, fault,
                fault, fault, fault } };

/* Returns the thread pointer, for errno: there is one thread, whose block is eight bytes above it.
 * Called like a function that keeps all registers but r0. */
__attribute__((naked, used)) void *__aeabi_read_tp(void);
__attribute__((naked, used)) void *__aeabi_read_tp(void)
{
    __asm__("ldr r0, 1f\n\tbx lr\n\t.balign 4\n1:\t.word __tls_base - 8");
}
