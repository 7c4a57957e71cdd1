/* Runs the fuzz entry point on files, on standard input, or on random changes of the files: it
 * replays inputs that a fuzzer has found, and replaces the fuzzer where there is none. */
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
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/testing/test_random.h"

struct request {
    uint64_t n, seed;
};

static const struct option_entry options[] = {
    { "random", "N", "and N random changes of them", OPTION_COUNT,
      .into = offsetof(struct request, n), .hi = UINT64_MAX, .initial = "0" },
    { "seed", "N", "other ones (default: Bazel's test seed, or 0)", OPTION_COUNT,
      .into = offsetof(struct request, seed), .hi = UINT64_MAX },
    { NULL },
};

static const struct command command_line = {
    .name = "fuzz",
    .usage = "[OPTION]... [FILE]...",
    .about = "Feeds the files (default: standard input) to a parser. What breaks it is left in the "
             "file `crash`, in Bazel's undeclared outputs where there are such.",
    .options = options,
    .examples = { "velocity_fuzz crash",
                  "velocity_fuzz --random 10000 --seed 7 properties/fuzz/corpus/velocity/*" },
    .exits = "0, 2, or by a signal.",
    .has_operands = true,
};

/* The present input, for the signal handler. */
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
    struct request r = { .seed = test_seed() };
    const int first = command_read(&command_line, argc, argv, &r);
    const size_t n_files = (size_t)(argc - first), n_samples = n_files > 0 ? n_files : 1;
    char *const *files = argv + first;
    unsigned long long state = r.seed;
    struct sample *samples = memory_array(n_samples, sizeof *samples);
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
    for (uint64_t i = 0; i < r.n; i++) {
        struct sample s = mutate(samples, n_samples, &state);
        feed(&s);
        free(s.data);
    }
    for (size_t i = 0; i < n_samples; i++)
        free(samples[i].data);
    free(samples);
    return 0;
}
