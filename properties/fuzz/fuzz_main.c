/* The fuzz entry point on files, on standard input, or on random changes of the files: replays what
 * a fuzzer has found, and stands in for one where there is none.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/fuzz/fuzz.h"
#include "properties/fuzz/mutate.h"
#include "tools/base/cli.h"
#include "tools/testing/test_random.h"

static const char help[] =
    "usage: fuzz [OPTION]... [FILE]...\n"
    "Feeds the files (default: standard input) to a parser. What breaks it is left in the file\n"
    "`crash`, in Bazel's undeclared outputs where there are such.\n"
    "\n"
    "  --random N   and N random changes of them (default 0)\n"
    "  --seed N     other ones (default: Bazel's test seed, or 0)\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0, 2, or by a signal.\n";

/* What is being fed, for the signal handler. */
static const uint8_t *volatile fed;
static volatile size_t fed_size;
static char crash_path[4096];

static void crashed(int number)
{
    static const char words[] = "fuzz: the input is kept, see `crash`\n";
    const int file = open(crash_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file >= 0 && write(file, (const void *)fed, fed_size) == (ssize_t)fed_size &&
        write(STDERR_FILENO, words, sizeof words - 1) > 0)
        close(file);
    signal(number, SIG_DFL);
    raise(number);
}

static void feed(const struct sample *s)
{
    fed = s->data;
    fed_size = s->size;
    LLVMFuzzerTestOneInput(s->data, s->size);
}

static struct sample read_all(FILE *file, const char *name)
{
    struct sample s = { malloc(1 << 16), 0 };
    size_t room = 1 << 16;
    while (s.data && (s.size += fread(s.data + s.size, 1, room - s.size, file)) == room)
        s.data = realloc(s.data, room *= 2);
    if (!s.data || ferror(file))
        cli_fail("%s: %s", name, strerror(errno));
    return s;
}

static void catch_crashes(void)
{
    static const int signals[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
    const char *outputs = getenv("TEST_UNDECLARED_OUTPUTS_DIR");
    snprintf(crash_path, sizeof crash_path, "%s%scrash", outputs ? outputs : "",
             outputs ? "/" : "");
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], crashed);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        { "random", required_argument, NULL, 'r' },
        { "seed", required_argument, NULL, 's' },
        CLI_COMMON,
    };
    uint64_t n = 0;
    unsigned long long state = test_seed();
    cli_start("fuzz", help);
    for (int o; (o = cli_option(argc, argv, ":", options)) != -1;)
        if (o == 'r')
            n = cli_count("--random", optarg, 0, UINT64_MAX);
        else
            state = cli_count("--seed", optarg, 0, UINT64_MAX);
    const size_t n_files = (size_t)(argc - optind), n_samples = n_files > 0 ? n_files : 1;
    char *const *files = argv + optind;
    struct sample *samples = calloc(n_samples, sizeof *samples);
    if (!samples)
        cli_fail("out of memory");
    catch_crashes();
    for (size_t i = 0; i < n_samples; i++) {
        FILE *file = n_files > 0 ? fopen(files[i], "rb") : stdin;
        if (!file)
            cli_fail("%s: %s", files[i], strerror(errno));
        samples[i] = read_all(file, n_files > 0 ? files[i] : "standard input");
        if (n_files > 0)
            fclose(file);
        feed(&samples[i]);
    }
    for (uint64_t i = 0; i < n; i++) {
        struct sample s = mutate(samples, n_samples, &state);
        feed(&s);
        free(s.data);
    }
    for (size_t i = 0; i < n_samples; i++)
        free(samples[i].data);
    free(samples);
    return 0;
}
