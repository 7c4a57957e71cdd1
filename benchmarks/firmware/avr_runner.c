/* Runs an image on simavr's ATmega328P, whose cycles are the part's own. Counts as counter.c does
 * on the cores that QEMU emulates, by the same rules and with the same output: lo and hi are the
 * cycles. Addresses of code count words, as the part's pointers do.
 *
 *     avr_runner IMAGE COMMANDS OUT CALLS LIMIT
 *
 * COMMANDS is the program's command line; CALLS are addresses in hexadecimal, separated by commas,
 * or "-". Standard output is the program's: its console, and its serial line. Exits with 1 if the
 * program fails, with 3 if its stack meets its data. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_io.h>

#include "benchmarks/firmware/elf_file.h"
#include "benchmarks/firmware/range.h"

/* Registers in the address space of data (ATmega328P data sheet, 30). */
enum { GPIOR0 = 0x3E, GPIOR1 = 0x4A, GPIOR2 = 0x4B, SP_LOW = 0x5D, SP_HIGH = 0x5E };

enum { MAX_KERNELS = 64, MAX_CALLS = 32 };

struct kernel_counts {
    uint32_t start;
    uint64_t steps;
    struct range instructions, calls, cycles;
};

static struct {
    const char *commands; /* the rest of the command line */
    uint32_t driver_lo, driver_hi;
    uint32_t data_end; /* the lowest address that the stack may reach */
    uint32_t calls[MAX_CALLS];
    unsigned n_calls;
    uint64_t limit;
} options;

static struct kernel_counts kernels[MAX_KERNELS];
static unsigned n_kernels;

static void write_console(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)avr, (void)address, (void)param;
    putchar(value);
}

static void write_serial(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    putchar((int)value);
}

static uint8_t read_command(struct avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)avr, (void)address, (void)param;
    return *options.commands ? (uint8_t)*options.commands++ : 0;
}

static void no_log(struct avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static struct kernel_counts *kernel_at(uint32_t pc)
{
    unsigned i = 0;
    while (i < n_kernels && kernels[i].start != pc)
        i++;
    if (i == MAX_KERNELS)
        return NULL;
    if (i == n_kernels)
        kernels[n_kernels++].start = pc;
    return &kernels[i];
}

static bool is_call(uint32_t pc)
{
    for (unsigned i = 0; i < options.n_calls; i++)
        if (options.calls[i] == pc)
            return true;
    return false;
}

static bool in_driver(uint32_t pc) { return pc >= options.driver_lo && pc < options.driver_hi; }

/* Returns true when the stack pointer has been below the end of the data (or beyond 0) for some
 * instructions: its two halves are set one after the other, with one instruction between them.
 * Before start-up code sets it, it is 0. */
static bool stack_met_data(const avr_t *avr)
{
    enum { CERTAIN = 4 };
    static unsigned below;
    const uint32_t sp = (uint32_t)(avr->data[SP_LOW] | avr->data[SP_HIGH] << 8);
    const bool outside = sp < options.data_end || sp > avr->ramend;
    below = sp > 0 && outside ? below + 1 : 0;
    return below == CERTAIN;
}

/* Runs the program to its end; returns the exit status for this runner. */
static int run(avr_t *avr, uint64_t *total)
{
    struct kernel_counts *kernel = NULL;
    uint64_t cycle = 0, executed = 0, calls = 0;
    bool was_in_driver = false;
    for (*total = 0; *total < options.limit; ++*total) {
        const uint32_t pc = avr->pc;
        const bool inside = in_driver(pc);
        if (kernel && inside) {
            const bool first = kernel->steps++ == 0;
            range_add(&kernel->instructions, *total - executed, first);
            range_add(&kernel->calls, calls, first);
            range_add(&kernel->cycles, avr->cycle - cycle, first);
            kernel = NULL;
        } else if (was_in_driver && !inside && (kernel = kernel_at(pc)) != NULL) {
            executed = *total;
            cycle = avr->cycle;
            calls = 0;
        }
        calls += is_call(pc);
        was_in_driver = inside;
        const int state = avr_run(avr);
        if (stack_met_data(avr))
            return 3;
        if (state == cpu_Done || state == cpu_Crashed)
            return state == cpu_Done && avr->data[GPIOR2] == 0 ? 0 : 1;
    }
    return 1;
}

static void write_range(FILE *file, const struct range *r)
{
    fprintf(file, " %" PRIu64 ":%" PRIu64 ":%" PRIu64, r->min, r->sum, r->max);
}

static bool write_counts(const char *path, uint64_t total)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "total %" PRIu64 "%s\n", total, total >= options.limit ? " limit" : "");
    for (const struct kernel_counts *k = kernels; k < kernels + n_kernels; k++) {
        fprintf(file, "%" PRIx32 " %" PRIu64, k->start / 2, k->steps);
        write_range(file, &k->instructions);
        write_range(file, &k->calls);
        write_range(file, &k->cycles);
        write_range(file, &k->cycles);
        fprintf(file, " 1\n");
    }
    return fclose(file) == 0;
}

/* Loads the image's segments into the part's flash. */
static bool load(avr_t *avr, const struct elf_file *image)
{
    struct elf_segment segment;
    for (unsigned i = 0; elf_segment(image, i, &segment); i++) {
        if (segment.file_size == 0)
            continue;
        if ((uint64_t)segment.stored + segment.file_size > avr->flashend + 1u)
            return false;
        memcpy(avr->flash + segment.stored, segment.bytes, segment.file_size);
    }
    avr->codeend = avr->flashend;
    avr->pc = avr->reset_pc = 0;
    return true;
}

static bool parse(char **argv, const struct elf_file *image)
{
    uint32_t size;
    options.commands = argv[2];
    for (const char *rest = argv[4]; *rest && *rest != '-';) {
        char *end;
        const uint32_t address = (uint32_t)strtoul(rest, &end, 16);
        if (end == rest || options.n_calls == MAX_CALLS)
            return false;
        options.calls[options.n_calls++] = 2 * address;
        rest = *end == ',' ? end + 1 : end;
    }
    options.limit = strtoull(argv[5], NULL, 10);
    if (!elf_section(image, "driver", &options.driver_lo, &size) ||
        !elf_symbol(image, "_end", &options.data_end))
        return false;
    options.driver_hi = options.driver_lo + size;
    options.data_end &= 0xFFFF; /* without the offset that marks data */
    return options.limit > 0;
}

static avr_t *made(const struct elf_file *image)
{
    avr_global_logger_set(no_log);
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || avr_init(avr) != 0 || !load(avr, image))
        return NULL;
    avr_register_io_write(avr, GPIOR0, write_console, NULL);
    avr_register_io_read(avr, GPIOR1, read_command, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            write_serial, NULL);
    return avr;
}

int main(int argc, char **argv)
{
    struct elf_file image;
    char message[256];
    uint64_t total;
    if (argc != 6) {
        fprintf(stderr, "usage: avr_runner IMAGE COMMANDS OUT CALLS LIMIT\n");
        return 2;
    }
    if (!elf_read(argv[1], &image, message, sizeof message)) {
        fprintf(stderr, "avr_runner: %s\n", message);
        return 2;
    }
    avr_t *avr = parse(argv, &image) ? made(&image) : NULL;
    if (!avr) {
        fprintf(stderr, "avr_runner: %s: not an image for the ATmega328P, or too large\n", argv[1]);
        return 2;
    }
    const int status = run(avr, &total);
    elf_free(&image);
    return write_counts(argv[3], total) ? status : 2;
}
