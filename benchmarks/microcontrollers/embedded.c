/* embedded: what a step of a friction law costs on microcontrollers, and which combination to
 * take. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/microcontrollers/gather.h"
#include "benchmarks/microcontrollers/recommend.h"
#include "benchmarks/options/options.h"
#include "properties/plugin/c_law.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/options.h"
#include "tools/base/wrap.h"

struct arguments {
    struct gather gather;
    struct embedded_limits limits;
    bool recommend, costs, tools;
    const char *velocity, *path, *file; /* file: the law as a text or C; NULL: laws of Bristle */
    struct text_firmware text;
    enum format format;
};

static void read_core(void *arguments, char *text)
{
    struct gather *g = &((struct arguments *)arguments)->gather;
    const struct embedded_core *core = embedded_core_find(text);
    if (!core)
        cli_fail("--core: no core '%s', see --list", text);
    if (g->n_cores == GATHER_MOST_CORES)
        cli_fail("--core: given more than %d times", GATHER_MOST_CORES);
    g->cores[g->n_cores++] = core;
}

static bool is_file(const char *name)
{
    c_law_refuse_object("--model", name);
    return cli_ends_in(name, ".mo") || c_law_is(name);
}

static void read_laws(void *arguments, char *text)
{
    struct arguments *a = arguments;
    struct gather *g = &a->gather;
    char *names[GATHER_MOST_NAMES];
    g->n_laws = option_split("--model", "names", text, names, GATHER_MOST_NAMES);
    for (size_t i = 0; i < g->n_laws; i++)
        if (!is_file(names[i]))
            g->laws[i] = option_model(names[i])->name;
        else if (g->n_laws == 1)
            a->file = names[i];
        else
            cli_fail("--model: '%s' is a file, of which there is one, by itself", names[i]);
}

static void read_methods(void *arguments, char *text)
{
    struct gather *g = &((struct arguments *)arguments)->gather;
    char *names[GATHER_MOST_NAMES];
    g->n_methods = option_split("--integrators", "names", text, names, GATHER_MOST_NAMES);
    for (size_t i = 0; i < g->n_methods; i++)
        g->methods[i] = option_integrator(names[i])->name;
}

static void read_steps(void *arguments, char *text)
{
    struct gather *g = &((struct arguments *)arguments)->gather;
    char *numbers[GATHER_MOST_STEPS];
    g->n_steps = option_split("--steps", "numbers", text, numbers, GATHER_MOST_STEPS);
    for (size_t i = 0; i < g->n_steps; i++)
        g->steps[i] = (unsigned)cli_count("--steps", numbers[i], 1, 1000);
}

static void read_precision(void *arguments, char *text)
{
    if (strcmp(text, "f32") != 0 && strcmp(text, "f64") != 0)
        cli_fail("--precision: '%s' is neither f32 nor f64", text);
    ((struct arguments *)arguments)->gather.precision = text;
}

static void read_clock(void *arguments, char *text)
{
    ((struct arguments *)arguments)->limits.loop.clock = 1e6 * cli_positive("--mhz", text);
}

/* Reads a share like 0.05 or 5%. */
static double parse_share(const char *option, const char *text)
{
    char number[64];
    const size_t length = strlen(text);
    if (length > 1 && length < sizeof number && text[length - 1] == '%') {
        memcpy(number, text, length - 1);
        number[length - 1] = '\0';
        return cli_positive(option, number) / 100;
    }
    return cli_positive(option, text);
}

static void read_most_load(void *arguments, char *text)
{
    struct arguments *a = arguments;
    a->recommend = true;
    a->limits.most_load = parse_share("--max-load", text);
}

static void read_most_error(void *arguments, char *text)
{
    struct arguments *a = arguments;
    a->recommend = true;
    a->limits.most_error = parse_share("--max-error", text);
}

static void print_list(void)
{
    puts("cores:");
    for (const struct embedded_core *core = embedded_cores; core->name; core++)
        printf("  %-12s %s\n", core->name, core->title);
    putchar('\n');
    option_print_list();
}

static void complete(struct arguments *a)
{
    struct gather *g = &a->gather;
    if (g->n_cores == 0)
        for (const struct embedded_core *core = embedded_cores; core->name; core++)
            g->cores[g->n_cores++] = core;
    if (g->n_steps == 0)
        for (unsigned steps = 1; steps <= (a->recommend ? 16 : 1); steps *= 2)
            g->steps[g->n_steps++] = steps;
    if (a->recommend && a->costs)
        cli_fail("--costs: a recommendation needs errors");
    if (isfinite(a->limits.most_load) && !(a->limits.loop.clock > 0))
        cli_fail("--max-load: needs the core's clock, --mhz");
    a->limits.loop.rate = g->rate;
}

/* Reads the law, a text or C, and what is to be built of it. */
static void read_file(struct arguments *a)
{
    struct gather *g = &a->gather;
    size_t n = 0;
    while (g->n_methods == 0 && embedded_methods[n])
        n++;
    a->text = text_firmware_read(a->file, a->costs ? NULL : &g->tables);
    a->text.methods = n > 0 ? embedded_methods : g->methods;
    a->text.n_methods = n > 0 ? n : g->n_methods;
    g->text = &a->text;
    g->laws[0] = a->text.name;
}

static const struct option_entry options[] = {
    { "core", "C", "m0p, m3, m4f, m7, rv32imac, rv32imafc, atmega328p (default: all)", OPTION_CALL,
      .read = read_core },
    { "model", "M,M",
      "only these laws; or one that is a text of its equations, FILE.mo, or C, FILE.c: its "
      "firmware is compiled at once",
      OPTION_CALL, .read = read_laws },
    { "integrators", "I,I", "only these methods", OPTION_CALL, .read = read_methods },
    { "precision", "P", "f32 or f64 (default: both; the ATmega328P has f32 only)", OPTION_CALL,
      .read = read_precision },
    { "rate", "HZ", "of the control loop", OPTION_POSITIVE,
      .into = offsetof(struct arguments, gather.rate), .initial = "1000" },
    { "mhz", "MHZ", "the core's clock, for the share of the period that the steps take",
      OPTION_CALL, .read = read_clock },
    { "steps", "N,N",
      "steps that a period is cut into (default 1, for a recommendation 1,2,4,8,16)", OPTION_CALL,
      .read = read_steps },
    { "velocity", "SPEC", "the motion that errors are measured along, in the velocity grammar",
      OPTION_TEXT, .into = offsetof(struct arguments, velocity),
      .initial = "sine 0 0.01 6.283185307179586 0.3 2" },
    { "max-load", "L",
      "recommend what takes at most this share of the period: 0.05 or 5%; needs --mhz", OPTION_CALL,
      .read = read_most_load },
    { "max-error", "E", "... and whose force is wrong by at most this, of its maximum", OPTION_CALL,
      .read = read_most_error },
    { "costs", NULL, "only what is counted: no errors", OPTION_FLAG,
      .into = offsetof(struct arguments, costs) },
    { "jobs", "N", "emulators at once (default: one per processor)", OPTION_UNSIGNED,
      .into = offsetof(struct arguments, gather.jobs), .lo = 1, .hi = 256, .is_aside = true },
    OPTIONS_OUTPUT(struct arguments),
    { "tools", NULL, "show the versions of compilers, C libraries and emulators", OPTION_FLAG,
      .into = offsetof(struct arguments, tools) },
    { "list", NULL, "show cores, models, integrators", OPTION_SHOW, .show = print_list },
    { NULL },
};

static const struct command command_line = {
    .name = "embedded",
    .usage = "[OPTION]...",
    .about = "Counts what one step of each law and method costs on microcontroller cores: the "
             "firmware runs in QEMU, whose instructions a plugin counts, exactly and the same "
             "every time; on the ATmega328P in simavr, cycle by cycle. A step takes the velocity "
             "from one sample to the next and returns the force at its end; it is counted from its "
             "first instruction to its return, libm included, over a velocity from 1 um/s to 0.5 "
             "m/s in both directions, with rests.",
    .options = options,
    .notes =
        "Columns: n steps a period; instructions of a step: least, mean, most; bounds of its "
        "largest cycles, without wait states, where the core has a timing model; calls of libm's "
        "exponentials; bytes of flash and RAM more than an image without it; stack; the largest "
        "share of the period (one cycle an instruction where there is no model); error along the "
        "motion against the reference, `mostly rounding` where float makes it more than twice that "
        "of double: smaller steps do not help. A recommendation keeps the law's state bound, and "
        "its "
        "passivity where it has it, and no state of it runs away along the profile.",
    .examples = { "embedded --core m4f --model lugre --costs",
                  "embedded --core m4f --model my_law.mo --costs",
                  "embedded --core m4f --model my_law.mo --max-error 1%",
                  "embedded --core m0p --mhz 48 --max-load 5% --max-error 1%" },
    .exits = "0; 1: nothing meets the limits; 2: wrong usage, or something is missing.",
};

static struct arguments parse(int argc, char **argv)
{
    struct arguments a = {
        .gather.jobs = cli_processors(),
        .limits = { .most_load = (double)INFINITY, .most_error = (double)INFINITY },
    };
    command_read(&command_line, argc, argv, &a);
    complete(&a);
    return a;
}

/* Returns the number of rows of the core whose rows begin at rows[0]. */
static size_t rows_of_core(const struct embedded_row rows[], size_t n)
{
    size_t i = 1;
    while (i < n && strcmp(rows[i].core, rows[0].core) == 0)
        i++;
    return i;
}

/* Writes the versions of the packages that the core needs, "gcc-arm-none-eabi 15:12.2.rel1-1 ...";
 * nothing on systems without Debian's packages. */
static void read_tools(const struct embedded_core *core, char text[], size_t size)
{
    char command[512];
    snprintf(command, sizeof command, "dpkg-query -W -f '${Package} ${Version} ' %s 2>/dev/null",
             core->packages);
    FILE *pipe = popen(command, "r");
    const size_t n = pipe ? fread(text, 1, size - 1, pipe) : 0;
    text[n] = '\0';
    if (pipe)
        pclose(pipe);
    text[strcspn(text, "\n")] = '\0';
    if (n > 0 && text[n - 1] == ' ')
        text[n - 1] = '\0';
}

static void print_tools(const struct gather *g)
{
    char text[1024];
    for (size_t i = 0; i < g->n_cores; i++) {
        read_tools(g->cores[i], text, sizeof text);
        wrap_format(stdout, 0, 2, "%s: %s", g->cores[i]->name, *text ? text : "unknown");
    }
}

static void write_json(FILE *out, const struct arguments *a, struct embedded_row rows[], size_t n)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "embedded-1");
    context_add(json);
    cJSON_AddNumberToObject(json, "rate", a->limits.loop.rate);
    if (a->limits.loop.clock > 0)
        cJSON_AddNumberToObject(json, "clock", a->limits.loop.clock);
    cJSON *tools = cJSON_AddObjectToObject(json, "tools");
    for (size_t i = 0; i < a->gather.n_cores; i++) {
        char text[1024];
        read_tools(a->gather.cores[i], text, sizeof text);
        cJSON_AddStringToObject(tools, a->gather.cores[i]->name, text);
    }
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (size_t i = 0; i < n; i++)
        cJSON_AddItemToArray(results, embedded_row_json(&rows[i], &a->limits.loop));
    cJSON *advice = a->recommend ? cJSON_AddObjectToObject(json, "recommended") : NULL;
    for (size_t i = 0, m; advice && i < n; i += m) {
        m = rows_of_core(rows + i, n - i);
        embedded_sort(rows + i, m);
        cJSON_AddItemToObject(advice, rows[i].core, embedded_advice_json(rows + i, m, &a->limits));
    }
    json_write(out, json);
}

static void recommend(FILE *out, const struct arguments *a, struct embedded_row rows[], size_t n)
{
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (size_t i = 0, m; i < n; i += m) {
        m = rows_of_core(rows + i, n - i);
        embedded_sort(rows + i, m);
        if (a->format == FORMAT_CSV) {
            embedded_advice_state(&c, rows + i, m, &a->limits);
            continue;
        }
        if (i > 0)
            fputc('\n', out);
        embedded_advice_heading(out, rows[i].core, &a->limits, a->velocity);
        embedded_advice(out, rows + i, m, &a->limits);
    }
}

static void write_rows(const struct arguments *a, struct embedded_row rows[], size_t n)
{
    struct cli_output output;
    cli_open(&output, a->path);
    if (a->format == FORMAT_JSON)
        write_json(output.file, a, rows, n);
    else if (a->recommend)
        recommend(output.file, a, rows, n);
    else if (a->format == FORMAT_CSV && a->costs)
        embedded_csv_costs(output.file, rows, n);
    else if (a->format == FORMAT_CSV)
        embedded_csv(output.file, rows, n, &a->limits.loop);
    else
        embedded_table(output.file, rows, n, &a->limits.loop);
    cli_close(&output);
}

/* Returns true when each core has a combination that meets the limits. */
static bool something_meets(const struct arguments *a, const struct embedded_row rows[], size_t n)
{
    for (size_t i = 0, m; i < n; i += m) {
        m = rows_of_core(rows + i, n - i);
        if (embedded_cheapest(rows + i, m, NULL, &a->limits) == m)
            return false;
    }
    return true;
}

/* Finds the firmware and the emulators' helpers: in a test's runfiles, or beside the program. */
static void find_firmware(struct gather *g)
{
    static char firmware[4096], counter[4160], runner[4160];
    char program[2048] = ""; /* readlink ends no text */
    const char *test = getenv("TEST_SRCDIR");
    if (test)
        snprintf(firmware, sizeof firmware, "%s/bristle/benchmarks/firmware", test);
    else if (readlink("/proc/self/exe", program, sizeof program - 1) > 0)
        snprintf(firmware, sizeof firmware, "%s.runfiles/bristle/benchmarks/firmware", program);
    snprintf(counter, sizeof counter, "%s/counter.so", firmware);
    snprintf(runner, sizeof runner, "%s/avr_runner", firmware);
    g->firmware = firmware;
    g->counter = counter;
    g->runner = runner;
}

int main(int argc, char **argv)
{
    char message[512];
    struct embedded_row *rows = NULL;
    struct setup setup;
    size_t n = 0;
    struct arguments a = parse(argc, argv);
    if (a.tools) {
        print_tools(&a.gather);
        return EXIT_AS_DECLARED;
    }
    if (!a.costs) {
        option_velocity(a.velocity, &setup);
        a.gather.velocity = &setup;
    }
    find_firmware(&a.gather);
    if (a.file)
        read_file(&a);
    if (!gather_rows(&a.gather, &rows, &n, message, sizeof message))
        cli_fail("%s", message);
    write_rows(&a, rows, n);
    const bool met = !a.recommend || something_meets(&a, rows, n);
    free(rows);
    if (!a.costs)
        setup_free(&setup);
    return met ? EXIT_AS_DECLARED : EXIT_NOT_AS_DECLARED;
}
