/* main() for Criterion under Bazel's test protocol, which Criterion does not know:
 * TESTBRIDGE_TEST_ONLY (--test_filter), TEST_TOTAL_SHARDS, TEST_SHARD_INDEX,
 * TEST_SHARD_STATUS_FILE, and XML_OUTPUT_FILE with one case per test, valid whatever a
 * message holds.
 *
 * --seed=N and --trials=N (as --test_arg) set BRISTLE_SEED and BRISTLE_TRIALS for tests that
 * search; without, TEST_RANDOM_SEED, which --runs_per_test sets, becomes the seed.
 *
 * TEST_TMPDIR is a folder of each test's own: Criterion runs the tests of a binary at once, each in
 * a process, and files of one name would be the same file.
 *
 * Memory that is asked for holds other bytes than zeros, and what is given back loses its own, so
 * that a test notices who relies on either (glibc).
 *
 * The filter is a glob over "suite/test", or without a slash over either name, in any case. A
 * filter that matches nothing in the whole binary fails; a shard that happens to be empty passes.
 */
#define _GNU_SOURCE /* FNM_CASEFOLD */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <criterion/internal/ordered-set.h>
#include <criterion/options.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t matched;

/* Runs in each process before Criterion's own main(). */
__attribute__((constructor)) static void own_folder(void)
{
    const char *shared = getenv("TEST_TMPDIR");
    char path[4096];
    if (!shared)
        return;
    const int n = snprintf(path, sizeof path, "%s/XXXXXX", shared);
    if (n < 0 || (size_t)n >= sizeof path || !mkdtemp(path)) {
        perror(path);
        _exit(2);
    }
    setenv("TEST_TMPDIR", path, 1);
}

static int number_from(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    return text ? atoi(text) : otherwise;
}

static bool selected(const struct criterion_test *test, const char *filter)
{
    char name[512];
    if (!filter || !*filter)
        return true;
    snprintf(name, sizeof name, "%s/%s", test->category, test->name);
    return fnmatch(filter, name, FNM_CASEFOLD) == 0 ||
           (!strchr(filter, '/') && (fnmatch(filter, test->category, FNM_CASEFOLD) == 0 ||
                                     fnmatch(filter, test->name, FNM_CASEFOLD) == 0));
}

/* Disables the cases that the filter or the sharding leaves out. Matches are counted over all
 * cases, and dealt to the shards in turn. */
ReportHook(PRE_ALL)(struct criterion_test_set *set)
{
    const char *filter = getenv("TESTBRIDGE_TEST_ONLY");
    const size_t shards = (size_t)number_from("TEST_TOTAL_SHARDS", 1);
    const size_t shard = (size_t)number_from("TEST_SHARD_INDEX", 0);
    FOREACH_SET(struct criterion_suite_set * suite, set->suites)
    {
        FOREACH_SET(struct criterion_test * test, suite->tests)
        {
            if (!selected(test, filter) || matched++ % shards != shard)
                test->data->disabled = true;
        }
    }
}

static void touch(const char *path)
{
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file)
        fclose(file);
}

/* Returns the length of the UTF-8 sequence at s that XML 1.0 allows, or 0. */
static size_t xml_character(const unsigned char *s)
{
    static const unsigned long smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    if (s[0] < 0x80)
        return s[0] >= 0x20 || s[0] == '\t' || s[0] == '\n' || s[0] == '\r';
    const size_t n = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    if (s[0] < 0xc0 || s[0] > 0xf7)
        return 0;
    unsigned long code = s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3fu);
    }
    const bool allowed = (code <= 0xd7ff || code >= 0xe000) && code != 0xfffe && code != 0xffff &&
                         code <= 0x10ffff && code >= smallest[n];
    return allowed ? n : 0;
}

/* Writes text with markup escaped; a question mark replaces what XML cannot hold. */
static void put_escaped(FILE *out, const char *text)
{
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        const size_t n = xml_character(s);
        if (*s == '<')
            fputs("&lt;", out);
        else if (*s == '>')
            fputs("&gt;", out);
        else if (*s == '&')
            fputs("&amp;", out);
        else if (*s == '"')
            fputs("&quot;", out);
        else if (*s == '\n')
            fputs("&#10;", out);
        else if (n > 0)
            fwrite(s, 1, n, out);
        else
            fputc('?', out);
        s += n > 0 ? n : 1;
    }
}

static bool failed(const struct criterion_test_stats *test)
{
    return test->crashed || test->timed_out || test->test_status == CR_STATUS_FAILED;
}

static void put_case(FILE *out, const char *suite, const struct criterion_test_stats *test)
{
    fputs("    <testcase classname=\"", out);
    put_escaped(out, suite);
    fputs("\" name=\"", out);
    put_escaped(out, test->test->name);
    fprintf(out, "\" time=\"%.3f\">", (double)test->elapsed_time);
    if (test->crashed)
        fprintf(out, "\n      <error message=\"crashed, signal %d, exit code %d\"/>", test->signal,
                test->exit_code);
    else if (test->timed_out)
        fputs("\n      <error message=\"timed out\"/>", out);
    else if (test->test_status == CR_STATUS_SKIPPED) {
        fputs("\n      <skipped message=\"", out);
        put_escaped(out, test->message ? test->message : "");
        fputs("\"/>", out);
    } else if (test->test_status == CR_STATUS_FAILED) {
        fputs("\n      <failure message=\"", out);
        for (const struct criterion_assert_stats *a = test->asserts; a; a = a->next)
            if (!a->passed) {
                put_escaped(out, a->message ? a->message : "");
                fprintf(out, " (%s:%u)&#10;", a->file, a->line);
            }
        fputs("\"/>", out);
    }
    fputs("</testcase>\n", out);
}

static void put_suite(FILE *out, const struct criterion_suite_stats *suite)
{
    size_t tests = 0, failures = 0, skipped = 0;
    for (const struct criterion_test_stats *t = suite->tests; t; t = t->next) {
        if (t->test->data->disabled)
            continue;
        tests++;
        failures += failed(t);
        skipped += t->test_status == CR_STATUS_SKIPPED;
    }
    if (tests == 0)
        return;
    fputs("  <testsuite name=\"", out);
    put_escaped(out, suite->suite->name);
    fprintf(out, "\" tests=\"%zu\" failures=\"%zu\" skipped=\"%zu\">\n", tests, failures, skipped);
    for (const struct criterion_test_stats *t = suite->tests; t; t = t->next)
        if (!t->test->data->disabled)
            put_case(out, suite->suite->name, t);
    fputs("  </testsuite>\n", out);
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    const char *path = getenv("XML_OUTPUT_FILE");
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
    for (const struct criterion_suite_stats *s = stats->suites; s; s = s->next)
        put_suite(out, s);
    fputs("</testsuites>\n", out);
    fclose(out);
}

/* Takes --seed=N and --trials=N out of the arguments. Returns false with a message when N is not
 * a number. */
static bool take_options(int *argc, char **argv)
{
    static const struct {
        const char *option, *variable;
    } options[] = { { "--seed=", "BRISTLE_SEED" }, { "--trials=", "BRISTLE_TRIALS" } };
    const char *run = getenv("TEST_RANDOM_SEED");
    int kept = 1;
    if (run && !getenv("BRISTLE_SEED"))
        setenv("BRISTLE_SEED", run, 1);
    for (int i = 1; i < *argc; i++) {
        bool taken = false;
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const size_t n = strlen(options[k].option);
            const char *value = argv[i] + n;
            if (strncmp(argv[i], options[k].option, n) != 0)
                continue;
            if (!*value || value[strspn(value, "0123456789")]) {
                fprintf(stderr, "%s: expected a whole number\n", argv[i]);
                return false;
            }
            setenv(options[k].variable, value, 1);
            taken = true;
        }
        if (!taken)
            argv[kept++] = argv[i];
    }
    argv[kept] = NULL;
    *argc = kept;
    return true;
}

int main(int argc, char **argv)
{
    if (!take_options(&argc, argv))
        return 2;
    setenv("MALLOC_PERTURB_", "165", 0);
    touch(getenv("TEST_SHARD_STATUS_FILE"));
    struct criterion_test_set *tests = criterion_initialize();
    const bool running = criterion_handle_args(argc, argv, true);
    int status = 0;
    if (running)
        status = criterion_run_all_tests(tests) ? 0 : 1;
    criterion_finalize(tests);
    if (running && matched == 0) {
        const char *filter = getenv("TESTBRIDGE_TEST_ONLY");
        fprintf(stderr, "no test matches the filter \"%s\"\n", filter ? filter : "");
        status = 3;
    }
    return status;
}
