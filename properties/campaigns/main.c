/* campaign: judges claims with ever new inputs, alone or as one of many tests, and merges the
 * results. The test //properties:campaign and the program //properties:campaign_table are both
 * built from this file. */
#include <stdlib.h>
#include <string.h>

#include "properties/campaigns/gather.h"
#include "tools/base/cli.h"
#include "tools/base/context.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

struct request {
    uint64_t seed;
    unsigned trials, runs, shards, jobs; /* jobs 0: not given */
    enum format format;
    const char *slice, *path, *witnesses;
};

static const struct option_entry options[] = {
    { "seed", "N", "the first run's seed, the next ones follow", OPTION_COUNT,
      .into = offsetof(struct request, seed), .hi = UINT64_MAX, .initial = "1" },
    { "trials", "N", "simulations per claim and run (default 2000)", OPTION_UNSIGNED,
      .into = offsetof(struct request, trials), .lo = 1, .hi = 1000000000 },
    { "runs", "N", "each with a seed of its own", OPTION_UNSIGNED,
      .into = offsetof(struct request, runs), .lo = 1, .hi = 1000000, .initial = "1" },
    { "shards", "N", "parts that a run is computed in: the result is the same", OPTION_UNSIGNED,
      .into = offsetof(struct request, shards), .lo = 1, .hi = 1000000, .initial = "1" },
    { "slice", "I/N",
      "only the I-th slice of N, 1 to N, a whole number of runs, to be merged with the others; "
      "'test': the run and shard that Bazel's environment names, as slice.json among the test's "
      "undeclared outputs, its witnesses beside it",
      OPTION_TEXT, .into = offsetof(struct request, slice) },
    { "witnesses", "DIR", "write what is found there, as verify does", OPTION_TEXT,
      .into = offsetof(struct request, witnesses) },
    { "jobs", "N", "threads (default: all cores; as a test 1); results do not depend on it",
      OPTION_UNSIGNED, .into = offsetof(struct request, jobs), .lo = 1, .hi = 256,
      .is_aside = true },
    OPTIONS_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "campaign_table",
    .usage = "[OPTION]... [FILE]...",
    .about = "Judges every claim in N runs with seeds of their own, and shows one verdict table. "
             "As a Bazel test (--runs_per_test=N) each run and shard is judged by itself, and "
             "leaves a slice among the test's undeclared outputs.\n"
             "\n"
             "FILE: slices to merge instead of computing them: slice.json, outputs.zip, or the "
             "events of the build that ran them (bazel test --build_event_json_file=FILE), which "
             "stand for just its own.",
    .options = options,
    .examples = { "campaign_table --runs 4 --trials 500",
                  "campaign_table --trials 20 --slice 1/2 -o slice_1.json",
                  "campaign_table --trials 20 --slice 2/2 -o slice_2.json    on another machine",
                  "campaign_table slice_*.json" },
    .exits = "0 all as declared, 1 something is not, 2 wrong usage.",
    .has_operands = true,
};

static struct slice slice_of(const struct request *r, unsigned run, unsigned shard)
{
    struct slice slice = {
        .seed = r->seed, .trials = r->trials, .run = run, .shard = shard, .shards = r->shards
    };
    slice_run(&slice, r->jobs);
    return slice;
}

static unsigned from_environment(const char *variable, unsigned otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? (unsigned)cli_count(variable, text, 0, 1000000000) : otherwise;
}

/* Writes the slice to the file; NULL: to standard output. Releases the slice. */
static int write_slice(struct slice *slice, const char *path, const char *witnesses)
{
    struct cli_output output;
    cli_open(&output, path);
    slice_write(output.file, slice);
    cli_close(&output);
    if (witnesses)
        verdicts_write_witnesses(&slice->verdicts, witnesses);
    const int status = verdicts_status(&slice->verdicts);
    slice_free(slice);
    return status;
}

static int run_numbered_slice(struct request *r)
{
    unsigned number, slices;
    int end = 0;
    if (sscanf(r->slice, "%9u/%9u%n", &number, &slices, &end) != 2 || r->slice[end] != '\0' ||
        number < 1 || number > slices)
        cli_fail("--slice: expected I/N with I from 1 to N, or 'test', got '%s'", r->slice);
    if (slices % r->shards != 0)
        cli_fail("--slice: %u slices are no whole number of runs in %u shards", slices, r->shards);
    struct slice slice = slice_of(r, (number - 1) / r->shards + 1, (number - 1) % r->shards);
    return write_slice(&slice, r->path, r->witnesses);
}

static int run_test_slice(struct request *r)
{
    const char *outputs = getenv("TEST_UNDECLARED_OUTPUTS_DIR");
    if (!outputs || !*outputs)
        cli_fail("--slice: there is no TEST_UNDECLARED_OUTPUTS_DIR to leave it in");
    const char *status = getenv("TEST_SHARD_STATUS_FILE");
    char path[4096];
    r->shards = from_environment("TEST_TOTAL_SHARDS", 1);
    r->shards = r->shards > 0 ? r->shards : 1;
    r->jobs = r->jobs > 0 ? r->jobs : 1; /* Bazel reserves one core for a test */
    struct slice slice = slice_of(r, from_environment("TEST_RANDOM_SEED", 1),
                                  from_environment("TEST_SHARD_INDEX", 0));
    if (status && *status) { /* tells Bazel that this test supports shards */
        FILE *file = fopen(status, "w");
        if (!file || fclose(file) != 0)
            cli_fail("%s: cannot be written", status);
    }
    snprintf(path, sizeof path, "%s/slice.json", outputs);
    verdicts_write(stdout, FORMAT_TABLE, &slice.verdicts, false);
    return write_slice(&slice, path, outputs);
}

static void compute(struct slices *slices, struct request *r)
{
    slices->slices = memory_array((size_t)r->runs * r->shards, sizeof *slices->slices);
    for (unsigned run = 1; run <= r->runs; run++)
        for (unsigned shard = 0; shard < r->shards; shard++)
            slices->slices[slices->n++] = slice_of(r, run, shard);
}

/* Says what the campaign is, not how it was put together: the same from slices and in one go. */
static void restate_context(const struct slices *slices)
{
    struct slice last = { .run = 0 };
    char trials[16], runs[16];
    for (size_t i = 0; i < slices->n; i++)
        if (slices->slices[i].run > last.run)
            last = slices->slices[i];
    snprintf(trials, sizeof trials, "%u", last.trials);
    snprintf(runs, sizeof runs, "%u", last.run);
    context_begin(command_line.name);
    context_option("trials", trials);
    context_option("runs", runs);
    context_seed(last.seed);
}

static void write_merged(const struct verdicts *verdicts, const struct request *r)
{
    struct cli_output output;
    cli_open(&output, r->path);
    verdicts_write(output.file, r->format, verdicts, false);
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r = { .trials = CAMPAIGN_TRIALS };
    struct slices slices = { NULL, 0 };
    struct verdicts merged;
    char error[CAMPAIGN_ERROR];
    const int first = command_read(&command_line, argc, argv, &r);
    if (r.slice && first < argc)
        cli_fail("unexpected argument '%s' beside --slice, see --help", argv[first]);
    if (r.slice && strcmp(r.slice, "test") == 0)
        return run_test_slice(&r);
    if (r.jobs == 0)
        r.jobs = cli_processors();
    if (r.slice)
        return run_numbered_slice(&r);
    for (int i = first; i < argc; i++)
        slices_gather(&slices, argv[i]);
    if (first == argc)
        compute(&slices, &r);
    if (!campaign_merge(slices.slices, slices.n, &merged, error))
        cli_fail("%s", error);
    if (r.witnesses)
        verdicts_write_witnesses(&merged, r.witnesses);
    restate_context(&slices);
    write_merged(&merged, &r);
    const int status = verdicts_status(&merged);
    verdicts_free(&merged);
    slices_free(&slices);
    return status;
}
