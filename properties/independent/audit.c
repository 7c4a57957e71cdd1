/* audit: the checker held against an independent, plain computation. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/checker/property.h"
#include "properties/independent/audit.h"
#include "properties/independent/report.h"
#include "tools/base/cli.h"
#include "tools/base/parallel.h"

static const char help[] =
    "usage: audit [OPTION]... [FILE.json]...\n"
    "Holds the program check against an independent computation: random witnesses of every law,\n"
    "property and kind of segment, judged by both, and proofs with something changed, each of "
    "which\n"
    "may be confirmed only if a search inside its box finds nothing against it. With files, only\n"
    "these witnesses and proofs.\n"
    "\n"
    "  --witnesses N     how many witnesses (default 5000)\n"
    "  --proofs N        how many changed proofs (default 2000)\n"
    "  --seed N          other ones (default 0)\n"
    "  --only KIND:N     only witness or proof number N, as witnesses:17\n"
    "  --jobs N          files in work at a time (default: all cores); results do not depend on "
    "it\n"
    "  --check FILE      the program to be audited (default: the one built beside this one)\n"
    "  --work N          work that the program may spend on a file (default: its own)\n"
    "  --keep DIR        where files with a fault are kept (default audit-faults)\n"
    "  --format F        table (default) or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --help, --version\n"
    "\n"
    "Examples:\n"
    "  audit --witnesses 200 --proofs 100            a few minutes' look\n"
    "  audit --seed 7 --only witnesses:123           one case again\n"
    "  audit my_witness.json my_proof.json           these two\n"
    "  audit --format json -o audit.json             all, for a program to read\n"
    "\n"
    "Exit: 0 no fault found, 1 at least one, 2 wrong usage.\n";

enum { SECONDS = 300 }; /* that a file may take */

struct request {
    uint64_t seed, witnesses, proofs, jobs, work; /* work 0: not given */
    const char *only, *check, *keep, *path;
    enum format format;
};

static void parse(int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        { "witnesses", required_argument, NULL, 'w' },
        { "proofs", required_argument, NULL, 'p' },
        { "seed", required_argument, NULL, 's' },
        { "only", required_argument, NULL, 'O' },
        { "jobs", required_argument, NULL, 'j' },
        { "check", required_argument, NULL, 'c' },
        { "work", required_argument, NULL, 'W' },
        { "keep", required_argument, NULL, 'k' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        CLI_COMMON,
    };
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'w':
            r->witnesses = cli_count("witnesses", optarg, 0, 10000000);
            break;
        case 'p':
            r->proofs = cli_count("proofs", optarg, 0, 10000000);
            break;
        case 's':
            r->seed = cli_count("seed", optarg, 0, UINT64_MAX);
            break;
        case 'O':
            r->only = optarg;
            break;
        case 'j':
            r->jobs = cli_count("jobs", optarg, 1, 256);
            break;
        case 'c':
            r->check = optarg;
            break;
        case 'W':
            r->work = cli_count("work", optarg, 1, 1000000000);
            break;
        case 'k':
            r->keep = optarg;
            break;
        case 'f':
            r->format = cli_format(optarg);
            break;
        default:
            r->path = optarg;
        }
    if (r->format == FORMAT_CSV)
        cli_fail("--format: expected table or json");
}

/* The program check: as given, or in the folder of this program. */
static void find_check(const char *given, char path[PATH_MAX])
{
    char buffer[PATH_MAX];
    if (given) {
        snprintf(path, PATH_MAX, "%s", cli_path(given, buffer, sizeof buffer));
    } else {
        const ssize_t n = readlink("/proc/self/exe", buffer, sizeof buffer - 1);
        buffer[n > 0 ? n : 0] = '\0';
        char *slash = strrchr(buffer, '/');
        if (slash)
            *slash = '\0';
        snprintf(path, PATH_MAX, "%.4000s/check", buffer);
    }
    if (access(path, X_OK) != 0)
        cli_fail("cannot run '%s': %s; give the program with --check", path, strerror(errno));
}

/* Batches, first of witnesses, then of proofs; or the files that are given. */
struct batches {
    struct audit *audit;
    char **file;
    struct report_part part[2];
    size_t only; /* SIZE_MAX: all */
};

static size_t batches_of(size_t n) { return (n + AUDIT_BATCH - 1) / AUDIT_BATCH; }

static void work(void *context, size_t i)
{
    struct batches *b = context;
    const size_t witnesses = batches_of(b->part[0].n);
    const bool proofs = i >= witnesses;
    const size_t n = b->part[proofs].n, first = (i - (proofs ? witnesses : 0)) * AUDIT_BATCH,
                 here = n - first < AUDIT_BATCH ? n - first : AUDIT_BATCH;
    if (proofs)
        audit_proofs(b->audit, b->part[1].first, first, here);
    else
        audit_witnesses(b->audit, 0, first, here);
}

static void work_on_file(void *context, size_t i)
{
    struct batches *b = context;
    char path[4096];
    char *text = cli_read(cli_path(b->file[i], path, sizeof path));
    if (!text)
        cli_fail("cannot read '%s': %s", b->file[i], strerror(errno));
    cJSON *json = cJSON_Parse(text);
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItem(json, "format"));
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
    const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
    if (!format || !model || !arb_law_find(model) || !property ||
        property_find(property) == N_PROPERTIES)
        cli_fail("'%s': expected a witness or a proof", b->file[i]);
    struct rng rng = rng_keyed(b->audit->seed, "file", i);
    if (strcmp(format, "proof-1") == 0)
        audit_proof_text(b->audit, &b->audit->result[i], &rng, text, "as given", i);
    else
        audit_witness_text(b->audit, &b->audit->result[i], text, i);
    cJSON_Delete(json);
    free(text);
}

/* One file only, as KIND:N. */
static void run_only(struct batches *b, const char *only)
{
    const char *colon = strchr(only, ':');
    for (int k = 0; colon && k < 2; k++)
        if (strncmp(only, b->part[k].name, (size_t)(colon - only)) == 0 && colon > only) {
            const size_t number = cli_count("only", colon + 1, 0, 100000000);
            b->part[k] = (struct report_part){ b->part[k].name, 0, number + 1, 0 };
            b->part[1 - k] = (struct report_part){ b->part[1 - k].name, number + 1, 0, 0 };
            b->only = number;
            return;
        }
    cli_fail("--only: expected witnesses:N or proofs:N, not '%s'", only);
}

int main(int argc, char **argv)
{
    static struct mini_rules rules; /* set once, before there are threads */
    char folder[] = "/tmp/audit-XXXXXX", check[PATH_MAX], buffer[4096];
    struct request r = { .witnesses = 5000,
                         .proofs = 2000,
                         .jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN),
                         .keep = "audit-faults" };
    cli_start("audit", help);
    parse(argc, argv, &r);
    find_check(r.check, check);
    mini_rules_set(&rules);
    if (!mkdtemp(folder))
        cli_fail("cannot make '%s': %s", folder, strerror(errno));
    struct audit audit = { .seed = r.seed,
                           .program = { .path = check, .seconds = SECONDS },
                           .folder = folder,
                           .rules = &rules };
    if (r.work > 0)
        snprintf(audit.program.work, sizeof audit.program.work, "%llu", (unsigned long long)r.work);
    snprintf(buffer, sizeof buffer, "%s/help", folder);
    program_look(&audit.program, buffer);
    audit_subjects(&audit);
    struct batches b = { &audit,
                         argv + optind,
                         { { "witnesses", 0, r.witnesses, 0 },
                           { "proofs", r.witnesses, r.proofs, 0 } },
                         SIZE_MAX };
    if (optind < argc) {
        b.part[0] = (struct report_part){ "files", 0, (size_t)(argc - optind), 0 };
        b.part[1].n = 0;
    } else if (r.only)
        run_only(&b, r.only);
    audit.n = b.part[0].n + b.part[1].n;
    audit.result = calloc(audit.n + 1, sizeof *audit.result);
    if (!audit.result)
        cli_fail("out of memory");
    if (optind < argc)
        parallel_for(b.part[0].n, (unsigned)r.jobs, "files", work_on_file, &b);
    else if (b.only == SIZE_MAX)
        parallel_for(batches_of(b.part[0].n) + batches_of(b.part[1].n), (unsigned)r.jobs,
                     "batches of files", work, &b);
    else if (b.part[0].n > 0)
        audit_witnesses(&audit, 0, b.only, 1);
    else
        audit_proofs(&audit, 0, b.only, 1);
    for (int k = 0; b.only != SIZE_MAX && k < 2; k++)
        if (b.part[k].n > 0)
            b.part[k] = (struct report_part){ b.part[k].name, b.only, 1, b.only };
    struct cli_output output;
    cli_open(&output, r.path);
    (r.format == FORMAT_JSON ? report_json : report_table)(output.file, &audit, b.part);
    cli_close(&output);
    const size_t faults = report_keep(&audit, b.part, cli_path(r.keep, buffer, sizeof buffer));
    for (size_t i = 0; i < audit.n; i++) {
        free(audit.result[i].text);
        free(audit.result[i].detail);
    }
    free(audit.result);
    free(audit.subject);
    rmdir(folder);
    return faults > 0 ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}
