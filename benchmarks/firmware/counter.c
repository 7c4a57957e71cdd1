/* Counts what each call of a kernel executes: a plugin of QEMU's translator (its API version 1,
 * since QEMU 4.2), exact, the same in every run, and called once per translation block only.
 *
 * The firmware's driver is a section of code that does nothing but call kernels. A call begins
 * where control leaves it and ends with the first block back in it, so that the kernel's own
 * return counts and the driver's call does not. Calls are told apart by their first address.
 *
 *     -plugin counter.so,driver=LO:HI,out=FILE[,model=m0p|m3|m4f][,calls=ADDRESS]...[,limit=N]
 *
 * calls: functions whose entries within kernels are counted, together. limit: the run ends when
 * that many instructions have been executed. Addresses are hexadecimal.
 *
 * FILE has a line "total N", followed by " limit" where the run has ended so, and for each first
 * address the line
 *
 *     ADDRESS STEPS INSTRUCTIONS CALLS LO HI KNOWN
 *
 * where INSTRUCTIONS, CALLS, LO and HI (bounds of cycles, see thumb_cycles.h) are each
 * minimum:sum:maximum over the steps, and KNOWN is 0 where no bounds are known.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/firmware/qemu_plugin.h"
#include "benchmarks/firmware/range.h"
#include "benchmarks/firmware/thumb_cycles.h"

int qemu_plugin_version = 1;

enum {
    MAX_FUNCTIONS = 32,
    MAX_KERNELS = 256,  /* and other targets of the driver; more are not counted */
    N_PENDING = 1 << 8, /* blocks that begin in the middle of an IT block */
};

struct block {
    uint64_t start, end;
    uint32_t n;
    bool in_driver, is_function;
    struct block_cycles cycles;
};

struct count {
    uint64_t instructions, calls, lo, hi;
    bool unknown;
};

struct kernel_counts {
    uint64_t start, steps;
    struct range instructions, calls, lo, hi;
    bool unknown;
};

static struct {
    uint64_t driver_lo, driver_hi, limit;
    uint64_t functions[MAX_FUNCTIONS];
    unsigned n_functions;
    enum cycle_model model;
    char *out;
} options = { .limit = UINT64_MAX };

static struct {
    uint64_t total;
    const struct block *last;     /* the block before */
    struct kernel_counts *kernel; /* of the present call, or NULL */
    struct count count;           /* of this call so far */
} now;

static struct kernel_counts kernels[MAX_KERNELS];
static unsigned n_kernels;

static void write_range(FILE *file, const struct range *r)
{
    fprintf(file, " %" PRIu64 ":%" PRIu64 ":%" PRIu64, r->min, r->sum, r->max);
}

static void write_counts(const char *ending)
{
    FILE *file = fopen(options.out, "w");
    if (!file) {
        perror(options.out);
        return;
    }
    fprintf(file, "total %" PRIu64 "%s\n", now.total, ending);
    for (const struct kernel_counts *k = kernels; k < kernels + n_kernels; k++) {
        fprintf(file, "%" PRIx64 " %" PRIu64, k->start, k->steps);
        write_range(file, &k->instructions);
        write_range(file, &k->calls);
        write_range(file, &k->lo);
        write_range(file, &k->hi);
        fprintf(file, " %d\n", options.model != CYCLES_NONE && !k->unknown);
    }
    if (fclose(file) != 0)
        perror(options.out);
}

static void at_exit(qemu_plugin_id_t id, void *data)
{
    (void)id, (void)data;
    write_counts("");
}

static void begin_call(uint64_t start)
{
    unsigned i = 0;
    while (i < n_kernels && kernels[i].start != start)
        i++;
    if (i == MAX_KERNELS)
        return;
    if (i == n_kernels)
        kernels[n_kernels++].start = start;
    now.kernel = &kernels[i];
    now.count = (struct count){ 0 };
}

static void end_call(void)
{
    struct kernel_counts *k = now.kernel;
    const bool first = k->steps++ == 0;
    range_add(&k->instructions, now.count.instructions, first);
    range_add(&k->calls, now.count.calls, first);
    range_add(&k->lo, now.count.lo, first);
    range_add(&k->hi, now.count.hi, first);
    k->unknown |= now.count.unknown;
    now.kernel = NULL;
}

/* Counts the last block's branch, which is known when the next block begins. */
static void count_branch(const struct block *next)
{
    if (now.last->end == next->start)
        return;
    now.count.lo += now.last->cycles.taken_lo;
    now.count.hi += now.last->cycles.taken_hi;
}

static void count_block(const struct block *block)
{
    now.count.instructions += block->n;
    now.count.calls += block->is_function;
    now.count.lo += block->cycles.lo;
    now.count.hi += block->cycles.hi;
    now.count.unknown |= block->cycles.unknown;
}

static void execute(unsigned vcpu, void *data)
{
    const struct block *block = data;
    (void)vcpu;
    now.total += block->n;
    if (now.total > options.limit) {
        write_counts(" limit");
        _Exit(1);
    }
    if (now.kernel) {
        count_branch(block);
        if (block->in_driver)
            end_call();
    } else if (now.last && now.last->in_driver && !block->in_driver) {
        begin_call(block->start);
    }
    if (now.kernel)
        count_block(block);
    now.last = block;
}

static bool is_function(uint64_t address)
{
    for (unsigned i = 0; i < options.n_functions; i++)
        if (options.functions[i] == address)
            return true;
    return false;
}

/* For blocks that end within an IT block: the context of the block that continues there. */
static struct {
    uint64_t address;
    struct thumb_context context;
} pending[N_PENDING];

static struct thumb_context context_at(uint64_t address)
{
    const size_t i = (address >> 1) % N_PENDING;
    return pending[i].address == address ? pending[i].context : thumb_context;
}

static void leave_context(uint64_t address, const struct thumb_context *context)
{
    const size_t i = (address >> 1) % N_PENDING;
    if (context->conditional == 0)
        return;
    pending[i].address = address;
    pending[i].context = *context;
    pending[i].context.first = true;
    pending[i].context.busy = 0;
}

/* Reads Thumb code, halfwords in the order of their bytes. QEMU's own sizes cannot be used: they
 * count the bytes that the translator has looked at, which at the end of a page are more than the
 * instruction. */
static uint32_t code_of(const unsigned char bytes[], unsigned *size)
{
    const uint32_t first = (uint32_t)(bytes[0] | bytes[1] << 8);
    *size = first >= 0xE800 ? 4 : 2;
    return *size == 2 ? first : first << 16 | (uint32_t)(bytes[2] | bytes[3] << 8);
}

/* Computes cycles, and where the block ends. */
static void time_block(struct block *block, const struct qemu_plugin_tb *tb)
{
    struct thumb_context context = context_at(block->start);
    for (size_t i = 0; i < block->n; i++) {
        unsigned size;
        const uint32_t code = code_of(qemu_plugin_insn_data(qemu_plugin_tb_get_insn(tb, i)), &size);
        thumb_cycles_add(options.model, code, &context, &block->cycles);
        block->end += size;
    }
    leave_context(block->end, &context);
}

static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    /* never freed: lives as long as the translation */
    struct block *block = calloc(1, sizeof *block);
    (void)id;
    if (!block)
        abort();
    block->start = block->end = qemu_plugin_tb_vaddr(tb);
    block->n = (uint32_t)qemu_plugin_tb_n_insns(tb);
    block->in_driver = block->start >= options.driver_lo && block->start < options.driver_hi;
    block->is_function = is_function(block->start);
    if (options.model != CYCLES_NONE)
        time_block(block, tb);
    qemu_plugin_register_vcpu_tb_exec_cb(tb, execute, 0, block);
}

static bool parse_model(const char *text)
{
    static const char *const names[] = { "none", "m0p", "m3", "m4f" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0) {
            options.model = (enum cycle_model)i;
            return true;
        }
    return false;
}

static bool parse_function(const char *text)
{
    if (options.n_functions == MAX_FUNCTIONS)
        return false;
    options.functions[options.n_functions++] = strtoull(text, NULL, 16);
    return true;
}

static bool parse_driver(const char *text)
{
    char *end;
    options.driver_lo = strtoull(text, &end, 16);
    if (*end != ':')
        return false;
    options.driver_hi = strtoull(end + 1, NULL, 16);
    return options.driver_hi > options.driver_lo;
}

static bool parse(char *option)
{
    char *value = strchr(option, '=');
    if (!value)
        return false;
    *value++ = '\0';
    if (strcmp(option, "driver") == 0)
        return parse_driver(value);
    if (strcmp(option, "calls") == 0)
        return parse_function(value);
    if (strcmp(option, "model") == 0)
        return parse_model(value);
    if (strcmp(option, "limit") == 0)
        return (options.limit = strtoull(value, NULL, 10)) > 0;
    if (strcmp(option, "out") == 0)
        return (options.out = strdup(value)) != NULL;
    return false;
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    for (int i = 0; i < argc; i++)
        if (!parse(argv[i])) {
            fprintf(stderr, "counter: %s: not an option of this plugin\n", argv[i]);
            return 1;
        }
    if (!options.out || options.driver_hi == 0) {
        fprintf(stderr, "counter: options driver and out are needed\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
    qemu_plugin_register_atexit_cb(id, at_exit, NULL);
    return 0;
}
