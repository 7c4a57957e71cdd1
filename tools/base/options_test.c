/* A table of options: what it takes and refuses; and its help, which shows all of it in 80
 * columns. */
#include <criterion/criterion.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/options.h"

struct request {
    bool fast;
    const char *path;
    enum format format;
    unsigned jobs;
    uint64_t seed;
    double shift, width;
    char calls[64];
};

static void note(void *request, char *text)
{
    struct request *r = request;
    const size_t used = strlen(r->calls);
    snprintf(r->calls + used, sizeof r->calls - used, "%s;", text);
}

static void show(void) { puts("all"); }

static const struct option_entry options[] = {
    { "fast", NULL, "no more than a look", OPTION_FLAG, .into = offsetof(struct request, fast) },
    { "jobs", "N", "threads", OPTION_UNSIGNED, .into = offsetof(struct request, jobs), .lo = 1,
      .hi = 8, .initial = "2" },
    { "seed", "N", "another set of signals", OPTION_COUNT, .into = offsetof(struct request, seed),
      .hi = UINT64_MAX },
    { "shift", "X", "", OPTION_NUMBER, .into = offsetof(struct request, shift) },
    { "width", "W",
      "of what is to be seen, in a text that is so long that it needs more than a line, and that "
      "ends in averyveryverylongwordthatdoesnotfitintooneline/becauseithasmorethansixtycharacters",
      OPTION_POSITIVE, .into = offsetof(struct request, width), .initial = "1.5" },
    { "note-with-a-long-name", "NAME=VALUE", "repeatable:\n  a=1 or\n  b=2", OPTION_CALL,
      .initial = "0", .read = note },
    { "list", NULL, "show all", OPTION_SHOW, .show = show },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "test",
    .usage = "[OPTION]...",
    .about = "Does what it is told to do, which takes more words than there is room for in one "
             "line of a terminal.\n",
    .options = options,
    .notes = "first     a column of a list whose second column is long enough to be broken, and "
             "broken again below itself, not below the first\n\nExit: 0.",
};

#ifdef __SANITIZE_ADDRESS__
/* Leaks are not looked for: what the sanitizer says of threads that a child process has not would
 * stand in the text. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }
#endif

/* Runs the program with these arguments, ended by NULL, in a process of its own; text receives
 * stderr, then stdout. */
static int run(char text[], size_t size, const char *const arguments[])
{
    char *argv[16] = { strdup("test") };
    int argc = 1, ends[2], status;
    for (; arguments[argc - 1]; argc++)
        argv[argc] = strdup(arguments[argc - 1]);
    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        struct request request = { .seed = 0 };
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        optind = 0;
        command_read(&command_line, argc, argv, &request);
        exit(0);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    text[fread(text, 1, size - 1, in)] = '\0';
    fclose(in);
    waitpid(child, &status, 0);
    for (int i = 0; i < argc; i++)
        free(argv[i]);
    return WEXITSTATUS(status);
}

static struct request taken(const char *const arguments[])
{
    static char *argv[16], program[] = "test";
    struct request request = { .seed = 0 };
    int argc = 1;
    argv[0] = program;
    for (; arguments[argc - 1]; argc++)
        argv[argc] = strdup(arguments[argc - 1]);
    argv[argc] = NULL;
    optind = 0;
    cr_assert_eq(command_read(&command_line, argc, argv, &request), argc);
    return request;
}

Test(options, defaults_are_those_of_the_table)
{
    const struct request r = taken((const char *const[]){ NULL });
    cr_expect(!r.fast && !r.path && r.format == FORMAT_TABLE && r.jobs == 2 && r.seed == 0);
    cr_expect(r.width > 1.4 && r.width < 1.6);
    cr_expect_str_eq(r.calls, "0;");
}

Test(options, values_are_taken_in_their_order)
{
    const struct request r = taken((const char *const[]){
        "--fast", "--jo", "8", "--seed=18446744073709551615", "--shift", "-2", "-o", "a", "--note",
        "b", "--format", "json", "--output=c", NULL });
    cr_expect(r.fast && r.format == FORMAT_JSON && r.jobs == 8 && r.seed == UINT64_MAX);
    cr_expect(r.shift < -1.9 && r.shift > -2.1);
    cr_expect_str_eq(r.path, "c");
    cr_expect_str_eq(r.calls, "0;b;");
}

Test(options, wrong_usage_is_one_line_that_names_it)
{
    static const struct {
        const char *argument[3], *expected;
    } wrong[] = {
        { { "--nonsense" }, "test: unknown or ambiguous option '--nonsense', see --help\n" },
        { { "--s", "1" }, "test: unknown or ambiguous option '--s', see --help\n" },
        { { "-x" }, "test: unknown or ambiguous option '-x', see --help\n" },
        { { "--jobs" }, "test: option '--jobs' needs a value, see --help\n" },
        { { "-o" }, "test: option '-o' needs a value, see --help\n" },
        { { "--fast=1" }, "test: option '--fast=1' takes no value, see --help\n" },
        { { "--jobs", "9" }, "test: --jobs: '9' is not a whole number from 1 to 8\n" },
        { { "--seed", "-1" },
          "test: --seed: '-1' is not a whole number from 0 to 18446744073709551615\n" },
        { { "--shift", "nan" }, "test: --shift: 'nan' is not a finite number\n" },
        { { "--width", "0" }, "test: --width: '0' is not a positive number\n" },
        { { "--format", "xml" }, "test: --format: 'xml' is none of table, csv, json\n" },
        { { "more" }, "test: unexpected argument 'more', see --help\n" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[512];
        cr_expect_eq(run(text, sizeof text, wrong[i].argument), EXIT_USAGE);
        cr_expect_str_eq(text, wrong[i].expected);
    }
}

Test(options, help_shows_all_options_within_80_columns)
{
    static char text[8192];
    char label[64];
    cr_assert_eq(run(text, sizeof text, (const char *const[]){ "--help", NULL }), 0);
    for (const struct option_entry *o = options; o->name; o++) {
        snprintf(label, sizeof label, "--%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        cr_expect(strstr(text, label), "%s is not in the help", label);
    }
    cr_expect(strstr(text, "\n  --jobs N          threads (default 2)\n"));
    cr_expect(strstr(text, "\n  -o, --output FILE write there"));
    cr_expect(strstr(text, "\n  --format F        table (default), csv or json\n"));
    cr_expect(strstr(text, " NAME=VALUE\n                    repeatable:\n"));
    cr_expect(strstr(text, "\n          and broken again below itself"));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "too long: %.*s", (int)strcspn(line, "\n"), line);
}

Test(options, what_shows_something_ends_the_program)
{
    char text[64];
    cr_expect_eq(run(text, sizeof text, (const char *const[]){ "--list", "--nonsense", NULL }), 0);
    cr_expect_str_eq(text, "all\n");
}

Test(options, lists_are_cut_at_commas)
{
    char text[] = "a,b,,c", *parts[3];
    cr_assert_eq(option_split("--names", "names", text, parts, 3), 3);
    cr_expect_str_eq(parts[0], "a");
    cr_expect_str_eq(parts[2], "c");
}
