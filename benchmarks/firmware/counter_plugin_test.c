/* What the counter makes of blocks that a translator hands to it: here the test is the translator,
 * so that no emulator is needed. A second count goes through the same blocks one by one.
 * Each case is a process of its own, since a plugin is loaded once. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/firmware/thumb_cycles.h"
#include "benchmarks/firmware/translator_test.h"

/* Codes that a compiler might choose. No table of cycles has BKPT, that of the M3 no VDIV. */
enum {
    ADDS = 0x1840, /* ADDS r0, r0, r1 */
    LDR = 0x6808,  /* LDR r0, [r1] */
    B = 0xE7FE,    /* B to itself */
    BEQ = 0xD0FE,  /* BEQ to itself */
    BKPT = 0xBE00, /* BKPT 0 */
    IT = 0xBF08,   /* IT EQ */
    ITT = 0xBF04,  /* ITT EQ */
};
#define LDM  0xE8B10C0Cu /* LDM.W r1!, {r2, r3, r10, r11} */
#define SDIV 0xFB91F0F2u /* SDIV r0, r1, r2 */
#define VDIV 0xEE800A20u /* VDIV.F32 s0, s0, s1 */
#define VADD 0xEE300A20u /* VADD.F32 s0, s0, s1 */

/* The driver's two blocks, a kernel that may fall through to its end, what it calls, and kernels of
 * which some tables lack an instruction. Two blocks leave an IT block open for the next one. */
enum { DRIVER = 0x100, DRIVER_END = 0x120 };
enum { CALLS, LOOPS, KERNEL, FALLS, PART, OTHER, OPEN, ONE_LEFT, DIVIDES, TWO_LEFT, STRANGE };
enum { BLOCKS = STRANGE + 1 };

static const struct qemu_plugin_tb program[BLOCKS] = {
    [CALLS] = { .start = DRIVER, .n = 2, .codes = { ADDS, B } },
    [LOOPS] = { .start = DRIVER_END - 4, .n = 2, .codes = { LDR, B } },
    [KERNEL] = { .start = DRIVER_END, .n = 3, .codes = { LDR, LDM, BEQ } },
    [FALLS] = { .start = DRIVER_END + 8, .n = 1, .codes = { B } },
    [PART] = { .start = 0x200, .n = 2, .codes = { ADDS, BEQ } },
    [OTHER] = { .start = DRIVER - 4, .n = 1, .codes = { LDR } },
    [OPEN] = { .start = 0x2FC, .n = 2, .codes = { ADDS, IT } },
    [ONE_LEFT] = { .start = 0x300, .n = 4, .codes = { SDIV, SDIV, ADDS, B } },
    [DIVIDES] = { .start = 0x500, .n = 2, .codes = { VDIV, ITT } },
    [TWO_LEFT] = { .start = 0x506, .n = 4, .codes = { SDIV, ADDS, VADD, B } },
    [STRANGE] = { .start = 0x400, .n = 1, .codes = { BKPT } },
};

/* The order of execution: before the driver nothing counts, nor does a call that does not return.
 * The steps of the first kernel are neither the least nor the most at their ends. */
static const unsigned order[] = {
    PART,     KERNEL, CALLS,    KERNEL, PART,    LOOPS,  CALLS,   KERNEL, LOOPS, KERNEL,
    PART,     PART,   PART,     CALLS,  LOOPS,   KERNEL, FALLS,   PART,   CALLS, OTHER,
    CALLS,    OPEN,   ONE_LEFT, LOOPS,  STRANGE, LOOPS,  OTHER,   OTHER,  PART,  LOOPS,
    ONE_LEFT, LOOPS,  PART,     CALLS,  OTHER,   CALLS,  STRANGE, PART,   CALLS, DIVIDES,
    TWO_LEFT, CALLS,  DIVIDES,  FALLS,  LOOPS,   KERNEL,
};
enum { EXECUTED = sizeof order / sizeof *order };

enum { INSTRUCTIONS, ENTRIES, LO, HI, COUNTS };

/* The counts of one first address. */
struct counted {
    uint64_t start, steps, least[COUNTS], sum[COUNTS], most[COUNTS];
    bool unknown;
};

static uint64_t end_of(const struct qemu_plugin_tb *tb)
{
    uint64_t end = tb->start;
    for (size_t k = 0; k < tb->n; k++)
        end += is_wide(tb->codes[k]) ? 4 : 2;
    return end;
}

/* Returns the cycles of one block. What an IT block still governs is under its condition, even
 * where the block is entered otherwise: the translation is one. */
static struct block_cycles cycles_of(enum cycle_model model, const struct qemu_plugin_tb *tb)
{
    struct block_cycles cycles = { 0 };
    struct thumb_context context = thumb_context;
    if (model == CYCLES_NONE)
        return cycles;
    context.conditional = tb == &program[ONE_LEFT] ? 1 : tb == &program[TWO_LEFT] ? 2 : 0;
    for (size_t k = 0; k < tb->n; k++)
        thumb_cycles_add(model, tb->codes[k], &context, &cycles);
    return cycles;
}

static struct counted *counts_of(struct counted all[], size_t *n, uint64_t start)
{
    for (size_t i = 0; i < *n; i++)
        if (all[i].start == start)
            return &all[i];
    all[*n] = (struct counted){ .start = start };
    return &all[(*n)++];
}

/* Counts the call whose first block is number `first` of the order. Returns false when it does not
 * come back to the driver. */
static bool recount(enum cycle_model model, const uint64_t functions[2], size_t first,
                    struct counted all[], size_t *n)
{
    uint64_t counts[COUNTS] = { 0 };
    bool unknown = false;
    size_t i = first;
    for (; i < EXECUTED && order[i] != CALLS && order[i] != LOOPS; i++) {
        const struct qemu_plugin_tb *tb = &program[order[i]];
        const struct block_cycles cycles = cycles_of(model, tb);
        const bool taken = i + 1 < EXECUTED && program[order[i + 1]].start != end_of(tb);
        counts[INSTRUCTIONS] += tb->n;
        counts[ENTRIES] += tb->start == functions[0] || tb->start == functions[1];
        counts[LO] += cycles.lo + (taken ? cycles.taken_lo : 0);
        counts[HI] += cycles.hi + (taken ? cycles.taken_hi : 0);
        unknown |= cycles.unknown;
    }
    struct counted *c = counts_of(all, n, program[order[first]].start);
    if (i == EXECUTED)
        return false;
    for (size_t k = 0; k < COUNTS; k++) {
        c->least[k] = c->steps == 0 || counts[k] < c->least[k] ? counts[k] : c->least[k];
        c->most[k] = counts[k] > c->most[k] ? counts[k] : c->most[k];
        c->sum[k] += counts[k];
    }
    c->steps++;
    c->unknown |= unknown;
    return true;
}

/* Writes what the counter is to write of the whole order. */
static void expected_text(enum cycle_model model, const uint64_t functions[2], char *text,
                          size_t size)
{
    struct counted all[BLOCKS];
    size_t n = 0, at, total = 0;
    for (size_t i = 1; i < EXECUTED; i++) {
        const bool was = order[i - 1] == CALLS || order[i - 1] == LOOPS;
        if (was && order[i] != CALLS && order[i] != LOOPS)
            cr_assert(recount(model, functions, i, all, &n) || i + 1 == EXECUTED);
    }
    for (size_t i = 0; i < EXECUTED; i++)
        total += program[order[i]].n;
    at = (size_t)snprintf(text, size, "total %zu\n", total);
    for (const struct counted *c = all; c < all + n; c++) {
        at += (size_t)snprintf(text + at, size - at, "%" PRIx64 " %" PRIu64, c->start, c->steps);
        for (size_t k = 0; k < COUNTS; k++)
            at += (size_t)snprintf(text + at, size - at, " %" PRIu64 ":%" PRIu64 ":%" PRIu64,
                                   c->least[k], c->sum[k], c->most[k]);
        at += (size_t)snprintf(text + at, size - at, " %d\n", model != CYCLES_NONE && !c->unknown);
    }
}

static const char *counts_path(void)
{
    static char path[512];
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, sizeof path, "%s/counts_%d", directory ? directory : "/tmp", (int)getpid());
    return path;
}

/* Installs the plugin with options separated by spaces; %s is the file of counts. */
static int install(const char *format)
{
    static char text[1024];
    char *argv[64], *rest = NULL;
    int argc = 0;
    snprintf(text, sizeof text, format, counts_path()); /* NOLINT: formats of this file */
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        argv[argc++] = word;
    return qemu_plugin_install(ID, NULL, argc, argv);
}

static void execute_all(struct qemu_plugin_tb blocks[BLOCKS])
{
    memcpy(blocks, program, sizeof program);
    translate_all(blocks, BLOCKS);
    for (size_t i = 0; i < EXECUTED; i++)
        blocks[order[i]].execute(0, blocks[order[i]].data);
}

static void expect_file(const char *expected)
{
    char text[4096];
    FILE *file = fopen(counts_path(), "r");
    cr_assert(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    remove(counts_path());
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
}

static void expect_counts(enum cycle_model model, const char *options, const uint64_t functions[2])
{
    struct qemu_plugin_tb blocks[BLOCKS];
    char expected[4096];
    cr_assert_eq(install(options), 0);
    execute_all(blocks);
    at_exit(ID, NULL);
    expected_text(model, functions, expected, sizeof expected);
    expect_file(expected);
}

static const uint64_t none[2] = { 0, 0 }, two[2] = { 0x200, 0x300 };

Test(plugin, counts_instructions) { expect_counts(CYCLES_NONE, "driver=100:120 out=%s", none); }

Test(plugin, counts_calls_of_functions_together)
{
    expect_counts(CYCLES_NONE, "calls=200 out=%s calls=300 driver=100:120 model=none", two);
}

/* No instruction is within so small a limit, which is one all the same. */
Test(plugin, takes_the_least_limit) { cr_expect_eq(install("driver=100:120 limit=1 out=%s"), 0); }

Test(plugin, counts_cycles_of_an_M0_plus)
{
    expect_counts(CYCLES_M0P, "driver=100:120 model=m0p out=%s", none);
}

Test(plugin, counts_cycles_of_an_M3)
{
    expect_counts(CYCLES_M3, "driver=100:120 model=m3 out=%s calls=300 calls=200", two);
}

Test(plugin, counts_cycles_of_an_M4F)
{
    expect_counts(CYCLES_M4F, "driver=100:120 model=m4f out=%s limit=1000000", none);
}

/* The run ends with the first instruction beyond the limit, which may be just reached. */
Test(plugin, ends_at_the_limit)
{
    struct qemu_plugin_tb blocks[1] = { { .start = 0x200, .n = 2, .codes = { ADDS, B } } };
    for (unsigned executed = 2; executed <= 3; executed++) {
        int status = 0;
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            if (install("driver=100:120 limit=4 out=/dev/null") != 0)
                _Exit(9);
            translate_all(blocks, 1);
            for (unsigned i = 0; i < executed; i++)
                blocks[0].execute(0, blocks[0].data);
            _Exit(0);
        }
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_expect(WIFEXITED(status));
        cr_expect_eq(WEXITSTATUS(status), executed == 3 ? 1 : 0, "%u blocks", executed);
    }
    cr_assert_eq(install("driver=100:120 limit=4 out=%s"), 0);
    translate_all(blocks, 1);
    const pid_t child = fork();
    if (child == 0)
        for (;;)
            blocks[0].execute(0, blocks[0].data);
    /* the child's counts are in the file that its parent has named */
    cr_assert_eq(waitpid(child, NULL, 0), child);
    expect_file("total 6 limit\n");
}

/* What comes after the 256th first address is not counted, and harms nothing. */
Test(plugin, counts_so_many_kernels)
{
    enum { MOST = 256, TRIED = 258 };
    static struct qemu_plugin_tb blocks[TRIED + 1];
    char line[128];
    unsigned lines = 0;
    cr_assert_eq(install("driver=100:120 out=%s"), 0);
    blocks[TRIED] = program[CALLS];
    for (unsigned i = 0; i < TRIED; i++)
        blocks[i] = (struct qemu_plugin_tb){ .start = 0x1000 + 2 * i, .n = 1, .codes = { ADDS } };
    translate_all(blocks, TRIED + 1);
    for (unsigned i = 0; i < 2 * TRIED; i++) {
        blocks[TRIED].execute(0, blocks[TRIED].data);
        blocks[i % TRIED].execute(0, blocks[i % TRIED].data);
    }
    blocks[TRIED].execute(0, blocks[TRIED].data);
    at_exit(ID, NULL);
    FILE *file = fopen(counts_path(), "r");
    cr_assert(file && fgets(line, sizeof line, file));
    cr_expect_str_eq(line, "total 1550\n", "2 * 258 blocks of 1 and 517 of 2: %s", line);
    for (; fgets(line, sizeof line, file); lines++) {
        char expected[128];
        snprintf(expected, sizeof expected, "%x 2 1:2:1 0:0:0 0:0:0 0:0:0 0\n", 0x1000 + 2 * lines);
        cr_expect_str_eq(line, expected);
    }
    fclose(file);
    remove(counts_path());
    cr_expect_eq(lines, MOST);
}

/* Options that are none, lack a value or contradict themselves are refused, by their name. */
Test(plugin, refuses_wrong_options)
{
    static const char *const wrong[][2] = {
        { "driver=100:120 model=m7 out=%s", "model" },
        { "driver=100 out=%s", "driver" },
        { "driver=100;120 out=%s", "driver" },
        { "driver=120:120 out=%s", "driver" },
        { "driver=120:100 out=%s", "driver" },
        { "driver=100:120 limit=0 out=%s", "limit" },
        { "driver=100:120 out=%s calls", "calls" },
        { "driver=100:120 speed=1 out=%s", "speed" },
        { "driver=100:120", "options driver and out are needed" },
        { "out=%s", "options driver and out are needed" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[256];
        int ends[2], status;
        cr_assert_eq(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            dup2(ends[1], STDERR_FILENO);
            _Exit(install(wrong[i][0]) == 1 && !translate && !at_exit ? 7 : 8);
        }
        close(ends[1]);
        const ssize_t n = read(ends[0], text, sizeof text - 1);
        close(ends[0]);
        cr_assert_eq(waitpid(child, &status, 0), child);
        text[n > 0 ? n : 0] = '\0';
        cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "%s", wrong[i][0]);
        cr_expect(strncmp(text, "counter: ", 9) == 0 && strstr(text, wrong[i][1]), "%s: '%s'",
                  wrong[i][0], text);
        cr_expect(strchr(text, '\n') == text + strlen(text) - 1, "one line: '%s'", text);
    }
}

/* There is room for 32 functions, of which the last counts like the first. */
Test(plugin, counts_calls_of_so_many_functions)
{
    char options[1024] = "driver=100:120 out=%s";
    for (unsigned i = 0; i < 31; i++)
        strcat(options, " calls=9"); /* NOLINT: 31 times 8 characters */
    strcat(options, " calls=200");   /* NOLINT */
    expect_counts(CYCLES_NONE, options, (const uint64_t[]){ 0x200, 0 });
}

Test(plugin, refuses_more_functions)
{
    char options[1024] = "driver=100:120 out=%s";
    for (unsigned i = 0; i < 33; i++)
        strcat(options, " calls=200"); /* NOLINT: 33 times 10 characters */
    cr_expect_eq(install(options), 1);
}
