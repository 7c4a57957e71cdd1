/* mutation: who tests the tests. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/mutation/campaign.h"
#include "properties/mutation/process.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: mutation [OPTION]...\n"
    "Plants bugs in the sources of laws and integrators, and tells which share of them the tests\n"
    "of `bazel test //...` detect.\n"
    "\n"
    "  --files P,...      only these files, as \"lugre*\" or \"integrators/*\"\n"
    "  --operators O,...  only these kinds of bugs, see --operators-list\n"
    "  --sample N         that many bugs, of each file and kind in turn (default 500; 0: all)\n"
    "  --seed N           another sample (default 0)\n"
    "  --site N           only that bug of one file, by its number\n"
    "  --jobs N           bugs at a time (default: all cores); results do not depend on it\n"
    "  --tests T,...      only by these tests, as \"//models:*\"\n"
    "  --quick S          only by tests that take at most S seconds\n"
    "  --journal FILE     go on where a run with that journal has been interrupted\n"
    "  --known            report what the journal knows, and test nothing\n"
    "  --least P          exit 1 where less than P % are detected (default 98)\n"
    "  --pure             plant nothing: all that is made must be what Bazel has made\n"
    "  --plan FILE        another set of tests, made by mutation_plan\n"
    "  --list             show the bugs, and test nothing\n"
    "  --show             print the source with the bug of --site\n"
    "  --operators-list   show the kinds of bugs\n"
    "  --format F         table (default) or json\n"
    "  -o FILE            write there instead of to standard output\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 enough are detected, 1 they are not, 2 wrong usage, or tests that fail by "
    "themselves.\n";

struct request {
    const char *files, *operators_named, *journal, *path, *plan;
    uint64_t seed, sample, site; /* site: UINT64_MAX for all */
    unsigned jobs;
    double least;
    struct tests_asked asked;
    bool list, show, known, pure;
    enum format format;
};

static void list_operators(void)
{
    for (const struct operator* o = operators; o->name; o++)
        printf("%-13s %s\n", o->name, o->about);
    exit(0);
}

static void parse(int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        { "files", required_argument, NULL, 'F' },
        { "operators", required_argument, NULL, 'O' },
        { "sample", required_argument, NULL, 'n' },
        { "seed", required_argument, NULL, 's' },
        { "site", required_argument, NULL, 'S' },
        { "jobs", required_argument, NULL, 'j' },
        { "journal", required_argument, NULL, 'J' },
        { "least", required_argument, NULL, 'L' },
        { "list", no_argument, NULL, 'l' },
        { "show", no_argument, NULL, 'w' },
        { "operators-list", no_argument, NULL, 'k' },
        { "format", required_argument, NULL, 'f' },
        { "quick", required_argument, NULL, 'q' },
        { "tests", required_argument, NULL, 'T' },
        { "known", no_argument, NULL, 'K' },
        { "pure", no_argument, NULL, 'p' },
        { "plan", required_argument, NULL, 'P' },
        { "output", required_argument, NULL, 'o' },
        CLI_COMMON,
    };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *r = (struct request){
        .sample = 500,
        .site = UINT64_MAX,
        .jobs = cores > 0 ? (unsigned)cores : 1,
        .least = 98,
        .asked.most = INFINITY,
    };
    int option;
    while ((option = cli_option(argc, argv, ":o:", options)) != -1)
        switch (option) {
        case 'F':
            r->files = optarg;
            break;
        case 'O':
            r->operators_named = optarg;
            break;
        case 'n':
            r->sample = cli_count("--sample", optarg, 0, UINT32_MAX);
            break;
        case 's':
            r->seed = cli_count("--seed", optarg, 0, UINT32_MAX);
            break;
        case 'S':
            r->site = cli_count("--site", optarg, 0, UINT32_MAX);
            break;
        case 'j':
            r->jobs = (unsigned)cli_count("--jobs", optarg, 1, 64);
            break;
        case 'J':
            r->journal = optarg;
            break;
        case 'T':
            r->asked.names = optarg;
            break;
        case 'q':
            r->asked.most = cli_positive("--quick", optarg);
            break;
        case 'L':
            r->least = cli_number("--least", optarg);
            break;
        case 'l':
            r->list = true;
            break;
        case 'p':
            r->pure = true;
            break;
        case 'P':
            r->plan = optarg;
            break;
        case 'K':
            r->known = true;
            break;
        case 'w':
            r->show = true;
            break;
        case 'k':
            list_operators();
            break;
        case 'f':
            r->format = cli_format(optarg);
            break;
        case 'o':
            r->path = optarg;
            break;
        default:
            break;
        }
    cli_no_operands(argc, argv);
    if (r->format == FORMAT_CSV)
        cli_fail("--format: 'csv' is none of table, json");
}

/* The program lies in the execution root, and the plan beside it. */
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

static void run(struct campaign *campaign, const struct request *r)
{
    char scratch[4096];
    const char *temporary = getenv("TEST_TMPDIR") ? getenv("TEST_TMPDIR") : getenv("TMPDIR");
    snprintf(scratch, sizeof scratch, "%s/mutation.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(scratch))
        cli_fail("cannot make a directory '%s'", scratch);
    process_start(scratch);
    cli_interruptible(r->journal ? "interrupted, the journal tells how far it came"
                                 : "interrupted, nothing was written");
    campaign_run(campaign, r->known ? 0 : r->jobs, &r->asked, scratch, r->journal);
    rmdir(scratch);
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
    else if (r->format == FORMAT_TABLE)
        campaign_table(output.file, campaign);
    else if (!campaign_json(output.file, campaign))
        cli_fail("out of memory");
    cli_close(&output);
}

int main(int argc, char **argv)
{
    struct request r;
    struct plan plan;
    struct campaign campaign;
    char root[4096], path[4200];
    cli_start("mutation", help);
    parse(argc, argv, &r);
    find_plan(root, path);
    plan_open(&plan, r.plan ? cli_path(r.plan, path, sizeof path) : path, root);
    campaign_open(&campaign, &plan, r.files, r.operators_named);
    if (campaign.n == 0)
        cli_fail("--files, --operators: no bug to plant there");
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
    return enough ? EXIT_AS_DECLARED : EXIT_NOT_AS_DECLARED;
}
