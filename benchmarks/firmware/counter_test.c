/* The counts are those of the executed instructions: compared with counts by hand, for each core
 * and each class of instructions, and with QEMU's own log of every instruction, for a kernel. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "benchmarks/firmware/elf_file.h"
#include "benchmarks/microcontrollers/run.h"

enum { MAX_TRACED = 8, PATH_SIZE = 512 };

struct cycles {
    unsigned lo, hi;
};

/* A routine of check.S: its instructions, and its cycles where the tables have the core. */
struct routine {
    const char *name;
    unsigned instructions;
    struct cycles m0p, m3, m4f;
};

static const struct routine cortex_m[] = {
    { "return", 1, { 2, 2 }, { 2, 4 }, { 2, 4 } },
    { "alu", 5, { 6, 6 }, { 6, 8 }, { 6, 8 } },
    { "multiply", 2, { 3, 3 }, { 3, 5 }, { 3, 5 } },
    { "load", 7, { 11, 11 }, { 10, 13 }, { 10, 13 } },
    { "literal", 2, { 4, 4 }, { 3, 7 }, { 3, 7 } },
    { "store", 7, { 11, 11 }, { 8, 13 }, { 8, 13 } },
    { "list", 2, { 14, 14 }, { 13, 15 }, { 13, 15 } },
    { "list_of_base", 7, { 14, 14 }, { 14, 16 }, { 14, 16 } },
    { "branch", 5, { 8, 8 }, { 8, 14 }, { 8, 14 } },
    { "call", 4, { 11, 11 }, { 9, 15 }, { 9, 15 } },
    { "loop", 22, { 32, 32 }, { 32, 52 }, { 32, 52 } },
    { "divide", 2, { 0, 0 }, { 4, 16 }, { 4, 16 } },
    { "multiply_add", 2, { 0, 0 }, { 4, 6 }, { 3, 6 } },
    { "multiply_long", 2, { 0, 0 }, { 5, 9 }, { 3, 5 } },
    { "multiply_add_long", 2, { 0, 0 }, { 6, 11 }, { 3, 5 } },
    { "load_two", 5, { 0, 0 }, { 10, 12 }, { 10, 12 } },
    { "if_then", 5, { 0, 0 }, { 5, 8 }, { 5, 8 } },
    { "if_then_return", 3, { 0, 0 }, { 3, 6 }, { 3, 6 } },
    { "compare_and_branch", 4, { 0, 0 }, { 6, 10 }, { 6, 10 } },
    { "table", 3, { 0, 0 }, { 6, 10 }, { 6, 10 } },
    { "float", 6, { 0, 0 }, { 0, 0 }, { 19, 26 } },
    { "float_load", 8, { 0, 0 }, { 0, 0 }, { 18, 22 } },
    { "float_move", 6, { 0, 0 }, { 0, 0 }, { 10, 13 } },
    { NULL, 0, { 0, 0 }, { 0, 0 }, { 0, 0 } },
};

static const struct routine riscv[] = {
    { "return", 1, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { "alu", 5, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { "loop", 22, { 0, 0 }, { 0, 0 }, { 0, 0 } },
    { NULL, 0, { 0, 0 }, { 0, 0 }, { 0, 0 } },
};

/* The first column is the AVR's cycles. */
static const struct routine avr[] = {
    { "return", 1, { 4, 4 }, { 0, 0 }, { 0, 0 } },  { "alu", 5, { 10, 10 }, { 0, 0 }, { 0, 0 } },
    { "load", 4, { 10, 10 }, { 0, 0 }, { 0, 0 } },  { "call", 3, { 11, 11 }, { 0, 0 }, { 0, 0 } },
    { "loop", 22, { 34, 34 }, { 0, 0 }, { 0, 0 } }, { NULL, 0, { 0, 0 }, { 0, 0 }, { 0, 0 } },
};

static const struct routine *routines_of(const struct embedded_core *core)
{
    if (strcmp(core->family, "cortex_m") == 0)
        return cortex_m;
    return strcmp(core->family, "avr") == 0 ? avr : riscv;
}

static struct cycles expected_cycles(const struct embedded_core *core, const struct routine *r)
{
    if (strcmp(core->cycles, "m3") == 0)
        return r->m3;
    return strcmp(core->cycles, "m4f") == 0 ? r->m4f : r->m0p;
}

/* A directory with one image of the core's firmware, and with a list of kernels for it. */
struct firmware {
    char directory[PATH_SIZE], image[PATH_SIZE + 64], list[PATH_SIZE + 64];
};

static void prepare(const char *core, const char *image, const char *kernels, struct firmware *f)
{
    char target[PATH_SIZE], here[PATH_SIZE / 2];
    const char *parent = getenv("TEST_TMPDIR");
    snprintf(f->directory, sizeof f->directory, "%s/firmware_XXXXXX", parent ? parent : "/tmp");
    cr_assert(mkdtemp(f->directory) && getcwd(here, sizeof here));
    snprintf(target, sizeof target, "%s/benchmarks/firmware/check_%s/%s_%s.elf", here, core, image,
             core);
    snprintf(f->image, sizeof f->image, "%s/%s.elf", f->directory, image);
    snprintf(f->list, sizeof f->list, "%s/sizes.csv", f->directory);
    cr_assert(symlink(target, f->image) == 0);
    FILE *list = fopen(f->list, "w");
    cr_assert(list);
    fprintf(list, "law,method,precision,flash,ram\n%s", kernels);
    cr_assert(fclose(list) == 0);
}

static void release(const struct firmware *f)
{
    unlink(f->image);
    unlink(f->list);
    rmdir(f->directory);
}

static size_t run(const struct embedded_core *core, const struct firmware *f,
                  struct embedded_cost **rows)
{
    char message[512];
    size_t n;
    const struct embedded_request request = {
        .core = core,
        .firmware = f->directory,
        .counter = "benchmarks/firmware/counter.so",
        .runner = "benchmarks/firmware/avr_runner",
        .h = 1e-4,
        .limit = 50000000,
    };
    cr_assert(embedded_run(&request, rows, &n, message, sizeof message), "%s: %s", core->name,
              message);
    return n;
}

/* Returns true when the core has the instructions that the routine needs; elsewhere the routine has
 * no cycles in the table. */
static bool has(const struct embedded_core *core, const struct routine *r)
{
    if (strcmp(core->family, "riscv") == 0)
        return true;
    if (strcmp(core->name, "m7") == 0)
        return true;
    return expected_cycles(core, r).hi > 0;
}

/* All kernels of the image "check". */
static void list_routines(const struct embedded_core *core, char *text, size_t size)
{
    static const char *const precisions[] = { "f32", "f64" };
    const size_t n_precisions = strcmp(core->family, "avr") == 0 ? 1 : 2;
    size_t n = 0;
    for (size_t k = 0; k < n_precisions; k++) {
        for (const struct routine *r = routines_of(core); r->name; r++)
            if (has(core, r))
                n += (size_t)snprintf(text + n, size - n, "check,%s,%s,0,0\n", r->name,
                                      precisions[k]);
    }
}

static const struct routine *routine_of(const struct embedded_core *core, const char *name)
{
    const struct routine *r = routines_of(core);
    while (r->name && strcmp(r->name, name) != 0)
        r++;
    return r;
}

static void check_routine(const struct embedded_core *core, const struct routine *r,
                          const struct embedded_cost *row)
{
    const struct cycles cycles = expected_cycles(core, r);
    cr_assert(row->status == EMBEDDED_OK, "%s %s: %s", core->name, r->name,
              embedded_status_text(row->status));
    cr_expect(row->instructions.min == r->instructions && row->instructions.max == r->instructions,
              "%s %s: %" PRIu64 " to %" PRIu64 " instructions, not %u", core->name, r->name,
              row->instructions.min, row->instructions.max, r->instructions);
    cr_expect(row->has_cycles == (strcmp(core->cycles, "none") != 0), "%s %s", core->name, r->name);
    if (!row->has_cycles)
        return;
    cr_expect(row->cycles_lo.min == cycles.lo && row->cycles_lo.max == cycles.lo &&
                  row->cycles_hi.min == cycles.hi && row->cycles_hi.max == cycles.hi,
              "%s %s: %" PRIu64 " to %" PRIu64 " cycles, not %u to %u", core->name, r->name,
              row->cycles_lo.max, row->cycles_hi.max, cycles.lo, cycles.hi);
}

static void check_core(const struct embedded_core *core)
{
    char kernels[4096];
    struct firmware firmware;
    struct embedded_cost *rows;
    list_routines(core, kernels, sizeof kernels);
    prepare(core->name, "check", kernels, &firmware);
    const size_t n = run(core, &firmware, &rows);
    for (size_t i = 0; i < n; i++)
        check_routine(core, routine_of(core, rows[i].method), &rows[i]);
    free(rows);
    release(&firmware);
}

Test(counter, counts_what_is_counted_by_hand)
{
    for (const struct embedded_core *core = embedded_cores; core->name; core++)
        check_core(core);
}

/* The steps of kernels in QEMU's log of an execution with one instruction to a block. */
struct trace {
    uint32_t driver_lo, driver_hi;
    struct {
        uint64_t entry, steps, min, sum, max;
    } kernel[MAX_TRACED];
    size_t n;
};

static void trace_step(struct trace *t, uint64_t entry, uint64_t n)
{
    size_t i = 0;
    while (i < t->n && t->kernel[i].entry != entry)
        i++;
    if (i == sizeof t->kernel / sizeof *t->kernel)
        return;
    if (i == t->n) {
        t->kernel[t->n++].entry = entry;
        t->kernel[i].min = n;
    }
    t->kernel[i].steps++;
    t->kernel[i].sum += n;
    t->kernel[i].min = n < t->kernel[i].min ? n : t->kernel[i].min;
    t->kernel[i].max = n > t->kernel[i].max ? n : t->kernel[i].max;
}

static void read_trace(FILE *log, struct trace *t)
{
    char line[512];
    uint64_t entry = 0, n = 0;
    bool was_in_driver = false, calling = false;
    while (fgets(line, sizeof line, log)) {
        uint64_t pc;
        const char *flags = strchr(line, '[');
        if (strncmp(line, "Trace", 5) != 0 || !flags ||
            sscanf(flags, "[%*[0-9a-f]/%" SCNx64, &pc) != 1)
            continue;
        const bool in_driver = pc >= t->driver_lo && pc < t->driver_hi;
        if (calling && in_driver) {
            trace_step(t, entry, n);
            calling = false;
        } else if (was_in_driver && !in_driver) {
            calling = true;
            entry = pc;
            n = 0;
        }
        n++;
        was_in_driver = in_driver;
    }
}

static void trace_image(const struct embedded_core *core, const char *image, struct trace *t)
{
    char command[2048], message[256];
    struct elf_file elf;
    uint32_t size;
    cr_assert(elf_read(image, &elf, message, sizeof message), "%s", message);
    cr_assert(elf_section(&elf, "driver", &t->driver_lo, &size));
    t->driver_hi = t->driver_lo + size;
    elf_free(&elf);
    size_t n = (size_t)snprintf(command, sizeof command, "%s", core->emulator);
    for (const char *const *word = core->machine; *word; word++)
        n += (size_t)snprintf(command + n, sizeof command - n, " %s", *word);
    snprintf(command + n, sizeof command - n,
             " -display none -serial none -monitor none -singlestep -d exec,nochain -kernel %s"
             " -semihosting-config enable=on,target=native,arg=profile,arg=38d1b717,"
             "arg=3f1a36e2eb1c432d 2>&1 >/dev/null",
             image);
    FILE *log = popen(command, "r"); // NOLINT(bugprone-command-processor,cert-env33-c): a test
    cr_assert(log);
    read_trace(log, t);
    cr_assert(pclose(log) == 0);
}

static bool is_traced(const struct trace *t, const struct embedded_cost *row)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->kernel[i].steps == row->steps && t->kernel[i].min == row->instructions.min &&
            t->kernel[i].max == row->instructions.max &&
            (double)t->kernel[i].sum / (double)row->steps == row->instructions.mean)
            return true;
    return false;
}

Test(counter, counts_what_QEMU_logs)
{
    for (const struct embedded_core *core = embedded_cores; core->name; core++) {
        struct firmware firmware;
        struct embedded_cost *rows;
        struct trace trace = { 0 };
        if (strcmp(core->family, "avr") == 0)
            continue;
        prepare(core->name, "trace", "dahl,euler,f32,0,0\ndahl,euler,f64,0,0\n", &firmware);
        const size_t n = run(core, &firmware, &rows);
        trace_image(core, firmware.image, &trace);
        for (size_t i = 0; i < n; i++)
            cr_expect(is_traced(&trace, &rows[i]), "%s %s %s: %" PRIu64 " to %" PRIu64, core->name,
                      rows[i].method, rows[i].precision, rows[i].instructions.min,
                      rows[i].instructions.max);
        free(rows);
        release(&firmware);
    }
}

static void check_ending(const struct embedded_core *core, const char *image,
                         enum embedded_status status)
{
    char kernel[64];
    struct firmware firmware;
    struct embedded_cost *rows;
    snprintf(kernel, sizeof kernel, "%s,any,f32,0,0\n", image);
    prepare(core->name, image, kernel, &firmware);
    const size_t n = run(core, &firmware, &rows);
    cr_expect(n == 1 && rows[0].status == status, "%s %s: %s", core->name, image,
              embedded_status_text(rows[0].status));
    free(rows);
    release(&firmware);
}

Test(counter, says_how_images_end)
{
    for (const struct embedded_core *core = embedded_cores; core->name; core++) {
        check_ending(core, "hang", EMBEDDED_LIMIT);
        if (strcmp(core->family, "avr") != 0)
            check_ending(core, "fault", EMBEDDED_FAULT);
    }
}

Test(counter, counts_the_same_again)
{
    const struct embedded_core *core = embedded_core_find("m4f");
    char kernels[4096];
    struct firmware firmware;
    struct embedded_cost *first, *again;
    list_routines(core, kernels, sizeof kernels);
    prepare(core->name, "check", kernels, &firmware);
    const size_t n = run(core, &firmware, &first);
    for (int k = 0; k < 5; k++) {
        cr_assert(run(core, &firmware, &again) == n);
        cr_expect(memcmp(first, again, n * sizeof *first) == 0);
        free(again);
    }
    free(first);
    release(&firmware);
}
