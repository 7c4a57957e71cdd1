/* A table of options: what it takes and refuses; and its help, which shows all of it in 80
 * columns. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/context.h"
#include "tools/base/options.h"
#include "tools/testing/test_process.h"

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
      .hi = 8, .initial = "2", .is_aside = true },
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
             "broken again below itself, not below the first",
    .examples = { "test --fast", "test --jobs 3    three at a time" },
    .exits = "0.",
};

/* Reads these arguments, ended by NULL. */
static int read_command(const void *arguments)
{
    const char *const *given = arguments;
    char *argv[16] = { strdup("test") };
    struct request request = { .seed = 0 };
    int argc = 1;
    for (; given[argc - 1]; argc++)
        argv[argc] = strdup(given[argc - 1]);
    optind = 0;
    command_read(&command_line, argc, argv, &request);
    return 0;
}

static struct ended run(const char *const arguments[])
{
    return in_process(read_command, arguments);
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
    cJSON *context = context_json();
    char *text = cJSON_PrintUnformatted(context);
    /* Full names, and neither the number of threads, which stands aside, nor the output. */
    cr_expect(
        strstr(text,
               "\"program\":\"test\",\"options\":[\"--fast\","
               "\"--shift=-2\",\"--note-with-a-long-name=b\"],\"seed\":18446744073709551615,"),
        "%s", text);
    cJSON_free(text);
    cJSON_Delete(context);
}

Test(options, wrong_usage_is_one_line_that_names_it)
{
    static const struct {
        const char *argument[3], *expected;
    } wrong[] = {
        { { "--nonsense" }, "test: unknown or ambiguous option '--nonsense', see --help\n" },
        { { "--jbos=3" },
          "test: unknown or ambiguous option '--jbos=3' (did you mean '--jobs'?), see --help\n" },
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
        { { "--format", "jsno" },
          "test: --format: 'jsno' is none of table, csv, json (did you mean 'json'?)\n" },
        { { "more" }, "test: unexpected argument 'more', see --help\n" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct ended e = run(wrong[i].argument);
        expect_refused(&e, wrong[i].expected);
        cr_expect_str_eq(e.said, wrong[i].expected);
    }
}

Test(options, help_shows_all_options_within_80_columns)
{
    char label[64];
    const struct ended e = run((const char *const[]){ "--help", NULL });
    const char *text = e.out;
    cr_assert(e.status == 0 && !*e.said, "exit %d: '%s'", e.status, e.said);
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
    cr_expect(strstr(text, "\n\nExamples:\n  test --fast\n  test --jobs 3    three at a time\n"
                           "\nExit: 0.\n"));
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "too long: %.*s", (int)strcspn(line, "\n"), line);
}

Test(options, what_shows_something_ends_the_program)
{
    const struct ended e = run((const char *const[]){ "--list", "--nonsense", NULL });
    cr_expect_eq(e.status, 0);
    cr_expect_str_eq(e.out, "all\n");
}

Test(options, lists_are_cut_at_commas)
{
    char text[] = "a,b,,c", *parts[3];
    cr_assert_eq(option_split("--names", "names", text, parts, 3), 3);
    cr_expect_str_eq(parts[0], "a");
    cr_expect_str_eq(parts[2], "c");
}

/* A manual page has each option, with its value and words; nothing in it is taken for roff's own.
 */
Test(options, manual_has_all_options)
{
    char label[128];
    const struct ended e = run((const char *const[]){ "--man", NULL });
    const char *text = e.out;
    cr_assert(e.status == 0 && !*e.said, "exit %d: '%s'", e.status, e.said);
    cr_expect_eq(strncmp(text, ".TH TEST 1 ", 11), 0);
    cr_expect(strstr(text, "\n.SH NAME\ntest \\- Does what it is told to do"));
    for (const struct option_entry *o = options; o->name; o++) {
        snprintf(label, sizeof label, "\\fB\\-\\-%.4s", o->name);
        cr_expect(strstr(text, label), "%s is not in the manual", label);
    }
    cr_expect(strstr(text, "\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\nwrite there"));
    cr_expect(strstr(text, "\n\\fB\\-\\-jobs\\fR \\fIN\\fR\nthreads (default 2)\n"));
    cr_expect(strstr(text, "\nExamples:\n.nf\n  test \\-\\-fast\n"));
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        cr_expect(*line != '\'' && (*line != '.' || strchr("STBPnf", line[1])), "%.20s", line);
}

/* Bash completes options, and words of a choice behind theirs. */
Test(options, completion_has_all_options)
{
    const struct ended e = run((const char *const[]){ "--completion", NULL });
    const char *text = e.out;
    cr_assert(e.status == 0 && !*e.said, "exit %d: '%s'", e.status, e.said);
    cr_expect_str_eq(
        text, "_bristle_test() {\n"
              "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
              "  case $before in\n"
              "    --format) COMPREPLY=($(compgen -W 'table csv json' -- \"$word\")); return ;;\n"
              "  esac\n"
              "  COMPREPLY=($(compgen -W '--fast --jobs --seed --shift --width "
              "--note-with-a-long-name --list --format --output --help --version' -- "
              "\"$word\"))\n"
              "}\n"
              "complete -o default -F _bristle_test test\n");
}

/* An ending alone is no name. */
Test(cli, tells_files_by_their_endings)
{
    cr_expect(cli_ends_in("my_law.mo", ".mo"));
    cr_expect(cli_ends_in("a.so.mo", ".mo"));
    cr_expect_not(cli_ends_in(".mo", ".mo"));
    cr_expect_not(cli_ends_in("my_law.mo.c", ".mo"));
    cr_expect_not(cli_ends_in("mo", ".mo"));
    cr_expect_not(cli_ends_in("", ".mo"));
}
