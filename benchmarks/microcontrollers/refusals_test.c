/* What the program `embedded` refuses, by one line that names it and exit 2, before anything runs;
 * and the ends of ranges, which it takes. */
#include <criterion/criterion.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/emulate.h"
#include "benchmarks/microcontrollers/gather.h"
#include "tools/testing/test_process.h"

int embedded_main(int argc, char **argv);

enum { WORDS = 64, LINE = 1024 };

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
bool __wrap_gather_rows(const struct gather *g, struct embedded_row **rows, size_t *n_rows,
                        char message[], size_t n);
bool __wrap_gather_rows(const struct gather *g, struct embedded_row **rows, size_t *n_rows,
                        char message[], size_t n)
{
    (void)rows, (void)n_rows;
    const char *law = g->n_laws > 0 ? g->laws[g->n_laws - 1] : "all";
    const char *method = g->n_methods > 0 ? g->methods[g->n_methods - 1] : "all";
    int used = snprintf(message, n, "asked: %s %s %s, %u jobs, %g Hz, %s, %s, steps", law, method,
                        g->precision ? g->precision : "all", g->jobs, g->rate,
                        g->cores[g->n_cores - 1]->name, g->velocity ? "judged" : "counted");
    for (size_t i = 0; i < g->n_steps; i++)
        used += snprintf(message + used, n - (size_t)used, " %u", g->steps[i]);
    return false;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* Runs the program by words with blanks between. */
static int run_words(const void *command)
{
    char text[LINE], *words[WORDS] = { (char *)"embedded" }, *rest = NULL;
    int n = 1;
    snprintf(text, sizeof text, "%s", (const char *)command);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    optind = 0; /* glibc: restarts getopt */
    return embedded_main(n, words);
}

static void expect_said(const char *command, const char *says)
{
    const struct ended e = in_process(run_words, command);
    expect_refused(&e, says);
    cr_expect(strncmp(e.said, "embedded: ", 10) == 0, "%s: '%s'", command, e.said);
}

Test(refusals, name_what_is_wrong)
{
    static const char *const cases[][2] = {
        { "--core m9", "--core: no core 'm9', see --list" },
        { "--model ice", "--model: unknown model 'ice'" },
        { "--model lugre,my.mo", "--model: 'my.mo' is a file, of which there is one, by itself" },
        { "--model my.mo", "--model: 'my.mo' cannot be read" },
        { "--model .mo", "'.mo' is a file" },
        { "--model my.c", "--model: 'my.c' cannot be read" },
        { "--model my.c,dahl", "'my.c' is a file, of which there is one, by itself" },
        { "--model my.so", "'my.so' is code of this computer" },
        { "--integrators magic", "unknown integrator 'magic'" },
        { "--precision f16", "--precision: 'f16' is neither f32 nor f64" },
        { "--steps 0", "--steps: '0' is not a whole number" },
        { "--steps 1001", "--steps: '1001' is not a whole number" },
        { "--steps 1,2,3,4,5,6,7,8,9", "--steps" },
        { "--jobs 0", "--jobs: '0'" },
        { "--jobs 257", "--jobs: '257'" },
        { "--mhz 0", "--mhz: '0' is not a positive number" },
        { "--rate -1", "--rate: '-1' is not a positive number" },
        { "--max-load 5%", "--max-load: needs the core's clock, --mhz" },
        { "--mhz 48 --max-load %", "--max-load: '%'" },
        { "--mhz 48 --max-load 0%", "--max-load: '0'" },
        { "--max-error x%", "--max-error: 'x'" },
        { "--max-error 1% --costs", "--costs: a recommendation needs errors" },
        { "--velocity wobble", "--velocity: 'wobble': " },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_said(cases[i][0], cases[i][1]);
}

/* A core may be given sixteen times. */
Test(refusals, end_the_list_of_cores)
{
    char command[LINE] = "--jobs 2";
    for (unsigned i = 0; i < GATHER_MOST_CORES; i++)
        strncat(command, " --core m4f", sizeof command - strlen(command) - 1);
    expect_said(command, "asked: ");
    strncat(command, " --core m4f", sizeof command - strlen(command) - 1);
    expect_said(command, "--core: given more than 16 times");
}

/* What is asked for reaches the measurement, up to the ends of ranges; what is not given has its
 * default. Of a recommendation each period is cut in five ways. */
Test(refusals, are_none_of_what_is_right)
{
    static const char *const cases[][2] = {
        { "--jobs 256", "asked: all all all, 256 jobs, 1000 Hz, atmega328p, judged, steps 1\n" },
        { "--jobs 1 --costs",
          "asked: all all all, 1 jobs, 1000 Hz, atmega328p, counted, steps 1\n" },
        { "--jobs 2 --core m3 --model dahl,lugre --integrators rk4,euler --precision f64 --rate 50 "
          "--steps 1000,1,2,3,4,5,6,7",
          "asked: lugre euler f64, 2 jobs, 50 Hz, m3, judged, steps 1000 1 2 3 4 5 6 7\n" },
        { "--jobs 2 --core m3 --max-error 1%",
          "asked: all all all, 2 jobs, 1000 Hz, m3, judged, steps 1 2 4 8 16\n" },
        { "--jobs 2 --core m3 --mhz 1 --max-load 1 --steps 3",
          "asked: all all all, 2 jobs, 1000 Hz, m3, judged, steps 3\n" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_said(cases[i][0], cases[i][1]);
}
