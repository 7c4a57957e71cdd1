/* The port of cores that QEMU emulates, by semihosting. */
#include "benchmarks/firmware/port.h"
#include "benchmarks/firmware/semihosting.h"

/* Returns standard output, which it opens at the first use. */
static uint32_t console(void)
{
    static int32_t handle = -1;
    static char name[] = ":tt";
    enum { TO_WRITE = 4 };
    struct {
        char *name;
        uint32_t mode, length;
    } block = { name, TO_WRITE, sizeof name - 1 };
    if (handle < 0)
        handle = semihosting(SYS_OPEN, &block);
    return (uint32_t)handle;
}

void port_write(const char text[], size_t n)
{
    struct {
        uint32_t handle;
        const char *text;
        size_t n;
    } block = { console(), text, n };
    semihosting(SYS_WRITE, &block);
}

void port_command_line(char line[], size_t size)
{
    struct {
        char *line;
        size_t size;
    } block = { line, size };
    line[0] = '\0';
    if (semihosting(SYS_GET_CMDLINE, &block) != 0)
        line[0] = '\0';
}

_Noreturn void port_exit(int status)
{
    struct {
        uint32_t reason, status;
    } block = { 0x20026, (uint32_t)status }; /* ADP_Stopped_ApplicationExit */
    for (;;)
        semihosting(SYS_EXIT_EXTENDED, &block);
}

/* From the linker script. */
extern unsigned char __bss_end[];

unsigned char *port_stack_limit(void) { return __bss_end; }
