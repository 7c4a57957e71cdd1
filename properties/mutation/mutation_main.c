/* mutation: tests the tests by planting bugs in the code. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/mutation/campaign.h"
#include "properties/mutation/process.h"
#include "tools/base/cli.h"
#include "tools/base/options.h"

struct request {
    const char *files, *operators_named, *journal, *path, *plan, *reach;
    uint64_t seed, sample, site; /* site: number of one mutant, UINT64_MAX for all */
    unsigned jobs;
    double least, minutes;
    const char *since;
    struct tests_asked asked;
    bool list, show, known, pure;
    unsigned format; /* of formats */
};

/* A time for every day. */
static const double CHANGE_MINUTES = 9;

static void list_operators(void)
{
    for (const struct operator* o = operators; o->name; o++)
        printf("%-13s %s\n", o->name, o->about);
}

enum { TABLE, JSON };
static const char *const formats[] = { "table", "json", NULL };

static const struct option_entry options[] = {
    { "files", "P,...", "only these files, as \"lugre*\" or \"integrators/*\"", OPTION_TEXT,
      .into = offsetof(struct request, files) },
    { "operators", "O,...", "only these kinds of bugs, see --operators-list", OPTION_TEXT,
      .into = offsetof(struct request, operators_named) },
    { "sample", "N", "that many bugs, of each file and kind in turn; 0: all", OPTION_COUNT,
      .into = offsetof(struct request, sample), .hi = UINT32_MAX, .initial = "500" },
    { "changed-since", "REV",
      "only in lines that have changed since that commit; ends after nine "
      "minutes unless --minutes says otherwise",
      OPTION_TEXT, .into = offsetof(struct request, since) },
    { "minutes", "N", "begin no bug after so many minutes; what is left stays open",
      OPTION_POSITIVE, .into = offsetof(struct request, minutes) },
    { "seed", "N", "another sample", OPTION_COUNT, .into = offsetof(struct request, seed),
      .hi = UINT32_MAX, .initial = "0" },
    { "site", "N", "only that bug of one file, by its number", OPTION_COUNT,
      .into = offsetof(struct request, site), .hi = UINT32_MAX },
    { "jobs", "N", "bugs at a time (default: all cores); results do not depend on it",
      OPTION_UNSIGNED, .into = offsetof(struct request, jobs), .lo = 1, .hi = 64,
      .is_aside = true },
    { "tests", "T,...", "only by these tests, as \"//models:*\"", OPTION_TEXT,
      .into = offsetof(struct request, asked.names) },
    { "quick", "S", "only by tests that take at most S seconds", OPTION_POSITIVE,
      .into = offsetof(struct request, asked.most) },
    { "reach", "FILE", "only by tests that execute the function, see tools/test_reach.sh",
      OPTION_TEXT, .into = offsetof(struct request, reach) },
    { "journal", "FILE", "go on where a run with that journal has been interrupted", OPTION_TEXT,
      .into = offsetof(struct request, journal) },
    { "known", NULL, "report what the journal knows, and test nothing", OPTION_FLAG,
      .into = offsetof(struct request, known) },
    { "least", "P", "exit 1 where less than P % are detected", OPTION_NUMBER,
      .into = offsetof(struct request, least), .initial = "98" },
    { "pure", NULL, "plant nothing: all that is made must be what Bazel has made", OPTION_FLAG,
      .into = offsetof(struct request, pure) },
    { "plan", "FILE", "another set of tests, made by mutation_plan", OPTION_TEXT,
      .into = offsetof(struct request, plan) },
    { "list", NULL, "show the bugs, and test nothing", OPTION_FLAG,
      .into = offsetof(struct request, list) },
    { "show", NULL, "print the source with the bug of --site", OPTION_FLAG,
      .into = offsetof(struct request, show) },
    { "operators-list", NULL, "show the kinds of bugs", OPTION_SHOW, .show = list_operators },
    { "format", "F", "", OPTION_CHOICE, .into = offsetof(struct request, format),
      .initial = "table", .choices = formats, .is_aside = true },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "mutation",
    .usage = "[OPTION]...",
    .about = "Plants bugs in the sources, and tells which share of them the tests of `bazel test "
             "//...` detect.",
    .options = options,
    .examples = { "mutation --files 'lugre*' --sample 50",
                  "mutation --files models/laws/dahl.c --site 7 --show",
                  "mutation --changed-since HEAD               before a commit",
                  "mutation --journal all.jsonl --sample 0      may be interrupted" },
    .exits =
        "0 enough are detected, 1 they are not, 2 wrong usage, or tests that fail by themselves.",
};

/* Finds the execution root, which contains the program, and the plan beside it. */
static void find_plan(char root[4096], char plan[4200])
{
    const ssize_t n = readlink("/proc/self/exe", root, 4095);
    if (n < 0)
        cli_fail("cannot tell where the program lies");
    root[n] = '\0';
    char *end = strstr(root, "/bazel-out/");
    if (!end)
        cli_fail("'%s' lies in no execution root: run it where Bazel has built it", root);
    snprintf(plan, 4200, "%.*s/plan.jsonl", (int)(strrchr(root, '/') - root), root);
    *end = '\0';
}

static void keep_site(struct campaign *campaign, uint64_t site)
{
    if (campaign->n_subjects != 1)
        cli_fail("--site: needs --files with one file, not %zu", campaign->n_subjects);
    for (size_t i = 0; i < campaign->n; i++)
        if (campaign->chosen[i].index == site) {
            campaign->chosen[0] = campaign->chosen[i];
            campaign->n = 1;
            return;
        }
    cli_fail("--site: no bug number %llu in %s, see --list", (unsigned long long)site,
             campaign->subjects[0].file);
}

static void make_scratch(char scratch[4096])
{
    const char *temporary = getenv("TEST_TMPDIR") ? getenv("TEST_TMPDIR") : getenv("TMPDIR");
    snprintf(scratch, 4096, "%s/mutation.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(scratch))
        cli_fail("cannot make a directory '%s'", scratch);
}

static void keep_changed(struct campaign *campaign, const char *since)
{
    const char *workspace = getenv("BUILD_WORKSPACE_DIRECTORY");
    char scratch[4096];
    struct changes changes;
    make_scratch(scratch);
    if (!workspace)
        workspace = ".";
    const bool known = changes_since(&changes, workspace, since, scratch);
    rmdir(scratch);
    if (!known)
        cli_fail("--changed-since: Git cannot compare '%s' with '%s'", workspace, since);
    campaign_keep_changed(campaign, &changes);
    changes_free(&changes);
}

static void run(struct campaign *campaign, const struct request *r)
{
    char scratch[4096];
    make_scratch(scratch);
    process_start(scratch);
    cli_interruptible(r->journal ? "interrupted, the journal tells how far it came"
                                 : "interrupted, nothing was written");
    const struct campaign_limits limits = {
        .jobs = r->known ? 0 : r->jobs,
        .seconds = 60 * r->minutes,
        .asked = r->asked,
        .directory = scratch,
        .journal = r->journal,
    };
    campaign_run(campaign, &limits);
    rmdir(scratch);
}

static void read_reach(struct reach *reach, const char *path)
{
    char whole[4096];
    char *text = cli_read(cli_path(path, whole, sizeof whole));
    if (!text)
        cli_fail("--reach: cannot read '%s': %s", whole, strerror(errno));
    const size_t wrong = reach_open(reach, text);
    if (wrong > 0)
        cli_fail("--reach: line %zu of '%s' is not 'TEST FILE FIRST-LAST ...'", wrong, whole);
}

static void write_out(const struct campaign *campaign, const struct request *r)
{
    struct cli_output output;
    cli_open(&output, r->path);
    if (r->show) {
        char *text = mutant_text(&campaign->chosen[0].subject->source, campaign->chosen[0].mutant);
        fputs(text, output.file);
        free(text);
    } else if (r->list)
        campaign_list(output.file, campaign);
    else if (r->format == TABLE)
        campaign_table(output.file, campaign);
    else
        campaign_json(output.file, campaign);
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r = { .site = UINT64_MAX, .jobs = cli_processors(), .asked.most = INFINITY };
    struct plan plan;
    struct campaign campaign;
    struct reach reach = { .n = 0 };
    char root[4096], path[4200];
    command_read(&command_line, argc, argv, &r);
    if (r.minutes <= 0)
        r.minutes = r.since ? CHANGE_MINUTES : HUGE_VAL;
    if (r.reach) {
        read_reach(&reach, r.reach);
        r.asked.reach = &reach;
    }
    find_plan(root, path);
    plan_open(&plan, r.plan ? cli_path(r.plan, path, sizeof path) : path, root);
    campaign_open(&campaign, &plan, r.files, r.operators_named);
    if (campaign.n == 0)
        cli_fail("--files, --operators: no bug to plant there");
    if (r.since)
        keep_changed(&campaign, r.since);
    if (r.pure)
        campaign_pure(&campaign);
    else if (r.site != UINT64_MAX)
        keep_site(&campaign, r.site);
    else
        campaign_sample(&campaign, r.sample, r.seed);
    if (r.show && campaign.n != 1)
        cli_fail("--show: needs --site");
    if (!r.list && !r.show)
        run(&campaign, &r);
    write_out(&campaign, &r);
    const bool enough = r.list || r.show || 100 * campaign_share(&campaign) >= r.least;
    campaign_close(&campaign);
    plan_close(&plan);
    reach_close(&reach);
    return enough ? EXIT_AS_DECLARED : EXIT_NOT_AS_DECLARED;
}
