/* campaign: explores what the claims say with ever new inputs, alone or as one of many tests, and
 * merges what many have found. The test //properties:campaign and the program
 * //properties:campaign_table are both this. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/campaigns/gather.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: campaign_table [OPTION]... [FILE]...\n"
    "Judges every claim in N runs with seeds of their own, and shows one verdict table.\n"
    "As a Bazel test (--runs_per_test=N) each run and shard is judged by itself, and leaves a "
    "slice\n"
    "among the test's undeclared outputs.\n"
    "\n"
    "FILE: slices to merge instead of computing them: slice.json, outputs.zip, or the events of "
    "the\n"
    "build that ran them (bazel test --build_event_json_file=FILE), which stand for just its own.\n"
    "\n"
    "  --seed N         the first run's seed, the next ones follow (default 1)\n"
    "  --trials N       simulations per claim and run (default 2000)\n"
    "  --runs N         (default 1)\n"
    "  --shards N       parts that a run is computed in (default 1): the result is the same\n"
    "  --slice          only the run and shard that Bazel's environment names, as slice.json "
    "among\n"
    "                   the test's undeclared outputs, its witnesses beside it\n"
    "  --witnesses DIR  write what is found there, as verify does\n"
    "  --jobs N         threads (default: all cores; as a test 1); results do not depend on it\n"
    "  --format F       table (default), csv or json\n"
    "  -o FILE          write there instead of to standard output\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 all as declared, 1 something is not, 2 wrong usage.\n";

struct request {
    uint64_t seed;
    unsigned trials, runs, shards, jobs; /* jobs: 0: not said */
    bool slice;
    enum format format;
    const char *path, *witnesses;
};

static void parse(int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        { "seed", required_argument, NULL, 's' },   { "trials", required_argument, NULL, 't' },
        { "runs", required_argument, NULL, 'r' },   { "shards", required_argument, NULL, 'n' },
        { "slice", no_argument, NULL, 'S' },        { "witnesses", required_argument, NULL, 'w' },
        { "jobs", required_argument, NULL, 'j' },   { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' }, CLI_COMMON,
    };
    *r = (struct request){ .seed = 1, .trials = CAMPAIGN_TRIALS, .runs = 1, .shards = 1 };
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 's':
            r->seed = cli_count("--seed", optarg, 0, UINT64_MAX);
            break;
        case 't':
            r->trials = (unsigned)cli_count("--trials", optarg, 1, 1000000000);
            break;
        case 'r':
            r->runs = (unsigned)cli_count("--runs", optarg, 1, 1000000);
            break;
        case 'n':
            r->shards = (unsigned)cli_count("--shards", optarg, 1, 1000000);
            break;
        case 'S':
            r->slice = true;
            break;
        case 'w':
            r->witnesses = optarg;
            break;
        case 'j':
            r->jobs = (unsigned)cli_count("--jobs", optarg, 1, 256);
            break;
        case 'f':
            r->format = cli_format(optarg);
            break;
        case 'o':
            r->path = optarg;
            break;
        }
}

static struct slice slice_of(const struct request *r, unsigned run, unsigned shard)
{
    struct slice slice = {
        .seed = r->seed, .trials = r->trials, .run = run, .shard = shard, .shards = r->shards
    };
    if (!slice_run(&slice, r->jobs))
        cli_fail("out of memory");
    return slice;
}

static unsigned from_environment(const char *variable, unsigned otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? (unsigned)cli_count(variable, text, 0, 1000000000) : otherwise;
}

static int run_slice(struct request *r)
{
    const char *outputs = getenv("TEST_UNDECLARED_OUTPUTS_DIR");
    if (!outputs || !*outputs)
        cli_fail("--slice: there is no TEST_UNDECLARED_OUTPUTS_DIR to leave it in");
    const char *status = getenv("TEST_SHARD_STATUS_FILE");
    char path[4096];
    struct cli_output output;
    r->shards = from_environment("TEST_TOTAL_SHARDS", 1);
    r->shards = r->shards > 0 ? r->shards : 1;
    r->jobs = r->jobs > 0 ? r->jobs : 1; /* what Bazel reckons with */
    struct slice slice = slice_of(r, from_environment("TEST_RANDOM_SEED", 1),
                                  from_environment("TEST_SHARD_INDEX", 0));
    if (status && *status) { /* says that this program knows of shards */
        FILE *file = fopen(status, "w");
        if (!file || fclose(file) != 0)
            cli_fail("%s: cannot be written", status);
    }
    snprintf(path, sizeof path, "%s/slice.json", outputs);
    cli_open(&output, path);
    if (!slice_write(output.file, &slice))
        cli_fail("out of memory");
    cli_close(&output);
    verdicts_write_witnesses(&slice.verdicts, outputs);
    verdicts_table(stdout, &slice.verdicts, false);
    const int exit_status = verdicts_status(&slice.verdicts);
    slice_free(&slice);
    return exit_status;
}

static void compute(struct slices *slices, struct request *r)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (r->jobs == 0)
        r->jobs = cores > 0 ? (unsigned)cores : 1;
    slices->slices = calloc((size_t)r->runs * r->shards, sizeof *slices->slices);
    if (!slices->slices)
        cli_fail("out of memory");
    for (unsigned run = 1; run <= r->runs; run++)
        for (unsigned shard = 0; shard < r->shards; shard++)
            slices->slices[slices->n++] = slice_of(r, run, shard);
}

static void write_merged(const struct verdicts *verdicts, const struct request *r)
{
    struct cli_output output;
    cli_open(&output, r->path);
    if (r->format == FORMAT_TABLE)
        verdicts_table(output.file, verdicts, false);
    else if (r->format == FORMAT_CSV)
        verdicts_csv(output.file, verdicts, false);
    else if (!verdicts_json(output.file, verdicts, false))
        cli_fail("out of memory");
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r;
    struct slices slices = { NULL, 0 };
    struct verdicts merged;
    char error[CAMPAIGN_ERROR];
    cli_start("campaign_table", help);
    parse(argc, argv, &r);
    if (r.slice) {
        cli_no_operands(argc, argv);
        return run_slice(&r);
    }
    for (int i = optind; i < argc; i++)
        slices_gather(&slices, argv[i]);
    if (optind == argc)
        compute(&slices, &r);
    if (!campaign_merge(slices.slices, slices.n, &merged, error))
        cli_fail("%s", error);
    if (r.witnesses)
        verdicts_write_witnesses(&merged, r.witnesses);
    write_merged(&merged, &r);
    const int status = verdicts_status(&merged);
    verdicts_free(&merged);
    slices_free(&slices);
    return status;
}
