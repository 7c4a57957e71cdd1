/* audit: compares the checker with an independent, plain computation. */
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
#include "tools/base/memory.h"
#include "tools/base/options.h"
#include "tools/base/parallel.h"

enum { SECONDS = 300 }; /* SECONDS: for a file, at most */

struct request {
    uint64_t seed, witnesses, proofs, work; /* work 0: not given */
    unsigned jobs, format;                  /* of formats */
    const char *only, *check, *keep, *path;
};

enum { TABLE, JSON };
static const char *const formats[] = { "table", "json", NULL };

static const struct option_entry options[] = {
    { "witnesses", "N", "how many witnesses", OPTION_COUNT,
      .into = offsetof(struct request, witnesses), .hi = 10000000, .initial = "5000" },
    { "proofs", "N", "how many changed proofs", OPTION_COUNT,
      .into = offsetof(struct request, proofs), .hi = 10000000, .initial = "2000" },
    { "seed", "N", "other ones", OPTION_COUNT, .into = offsetof(struct request, seed),
      .hi = UINT64_MAX, .initial = "0" },
    { "only", "KIND:N", "only witness or proof number N, as witnesses:17", OPTION_TEXT,
      .into = offsetof(struct request, only) },
    { "jobs", "N", "files in work at a time (default: all cores); results do not depend on it",
      OPTION_UNSIGNED, .into = offsetof(struct request, jobs), .lo = 1, .hi = 256,
      .is_aside = true },
    { "check", "FILE", "the program to be audited (default: the one built beside this one)",
      OPTION_TEXT, .into = offsetof(struct request, check) },
    { "work", "N", "work that the program may spend on a file (default: its own)", OPTION_COUNT,
      .into = offsetof(struct request, work), .lo = 1, .hi = 1000000000 },
    { "keep", "DIR", "where files with a fault are kept", OPTION_TEXT,
      .into = offsetof(struct request, keep), .initial = "audit-faults", .is_aside = true },
    { "format", "F", "", OPTION_CHOICE, .into = offsetof(struct request, format),
      .initial = "table", .choices = formats, .is_aside = true },
    OPTION_OUTPUT(struct request),
    { NULL },
};

static const struct command command_line = {
    .name = "audit",
    .usage = "[OPTION]... [FILE.json]...",
    .about = "Holds the program check against an independent computation: random witnesses of "
             "every law, property and kind of segment, judged by both, and proofs with something "
             "changed, each of which may be confirmed only if a search inside its box finds "
             "nothing against it. With files, only these witnesses and proofs.",
    .options = options,
    .examples = { "audit --witnesses 200 --proofs 100           a few minutes' look",
                  "audit --seed 7 --only witnesses:123          one case again",
                  "audit witness.json proof.json                these two",
                  "audit --format json -o audit.json            all, for a program to read" },
    .exits = "0 no fault found, 1 at least one, 2 wrong usage.",
    .has_operands = true,
};

/* Finds the program check: as given, or in the folder of this program. */
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

/* A file that is given. */
struct given {
    char *text;
    bool is_proof;
};

/* The work in batches: first witnesses, then proofs; or the files that are given. */
struct batches {
    struct audit *audit;
    struct given *given;
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

static struct given read_given(const char *name)
{
    char path[4096];
    struct given given = { .text = cli_read(cli_path(name, path, sizeof path)) };
    if (!given.text)
        cli_fail("cannot read '%s': %s", name, strerror(errno));
    cJSON *json = cJSON_Parse(given.text);
    const char *format = cJSON_GetStringValue(cJSON_GetObjectItem(json, "format"));
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
    const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
    if (!format || !model || !arb_law_find(model) || !property ||
        property_find(property) == N_PROPERTIES)
        cli_fail("'%s': expected a witness or a proof", name);
    given.is_proof = strncmp(format, "proof-", strlen("proof-")) == 0;
    cJSON_Delete(json);
    return given;
}

static void work_on_file(void *context, size_t i)
{
    struct batches *b = context;
    struct rng rng = rng_keyed(b->audit->seed, "file", i);
    if (b->given[i].is_proof)
        audit_proof_text(b->audit, &b->audit->result[i], &rng, b->given[i].text, "as given", i);
    else
        audit_witness_text(b->audit, &b->audit->result[i], b->given[i].text, i);
}

/* Restricts the audit to one file, named as KIND:N. */
static void run_only(struct batches *b, const char *only)
{
    const char *colon = strchr(only, ':');
    for (int k = 0; colon && k < 2; k++)
        if (strncmp(only, b->part[k].name, (size_t)(colon - only)) == 0 && colon > only) {
            const size_t number = cli_count("--only", colon + 1, 0, 100000000);
            b->part[k] = (struct report_part){ b->part[k].name, 0, number + 1, 0 };
            b->part[1 - k] = (struct report_part){ b->part[1 - k].name, number + 1, 0, 0 };
            b->only = number;
            return;
        }
    cli_fail("--only: expected witnesses:N or proofs:N, not '%s'", only);
}

int main(int argc, char **argv)
{
    char check[PATH_MAX], buffer[4096];
    const char *temporary = getenv("TMPDIR");
    char *folder = memory_text("%s/audit-XXXXXX", temporary ? temporary : "/tmp");
    struct request r = { .jobs = cli_processors() };
    const int first = command_read(&command_line, argc, argv, &r);
    const size_t files = (size_t)(argc - first);
    struct batches b = { .part = { { "witnesses", 0, r.witnesses, 0 },
                                   { "proofs", r.witnesses, r.proofs, 0 } },
                         .only = SIZE_MAX };
    find_check(r.check, check);
    if (files > 0) {
        b.part[0] = (struct report_part){ "files", 0, files, 0 };
        b.part[1].n = 0;
        b.given = memory_array(files, sizeof *b.given);
    } else if (r.only)
        run_only(&b, r.only);
    for (size_t i = 0; i < files; i++)
        b.given[i] = read_given(argv[(size_t)first + i]);
    /* What is refused leaves nothing behind. */
    if (!mkdtemp(folder))
        cli_fail("cannot make '%s': %s", folder, strerror(errno));
    struct audit audit = { .seed = r.seed,
                           .program = { .path = check, .seconds = SECONDS },
                           .folder = folder };
    if (r.work > 0)
        snprintf(audit.program.work, sizeof audit.program.work, "%llu", (unsigned long long)r.work);
    snprintf(buffer, sizeof buffer, "%s/help", folder);
    program_look(&audit.program, buffer);
    audit_subjects(&audit);
    b.audit = &audit;
    audit.n = b.part[0].n + b.part[1].n;
    audit.result = memory_array(audit.n + 1, sizeof *audit.result);
    if (files > 0)
        parallel_for(b.part[0].n, r.jobs, "files", work_on_file, &b);
    else if (b.only == SIZE_MAX)
        parallel_for(batches_of(b.part[0].n) + batches_of(b.part[1].n), r.jobs, "batches of files",
                     work, &b);
    else if (b.part[0].n > 0)
        audit_witnesses(&audit, 0, b.only, 1);
    else
        audit_proofs(&audit, 0, b.only, 1);
    for (int k = 0; b.only != SIZE_MAX && k < 2; k++)
        if (b.part[k].n > 0)
            b.part[k] = (struct report_part){ b.part[k].name, b.only, 1, b.only };
    rmdir(folder); /* before anything can be refused again */
    free(folder);
    struct cli_output output;
    cli_open(&output, r.path);
    (r.format == JSON ? report_json : report_table)(output.file, &audit, b.part);
    cli_close(&output);
    const size_t faults = report_keep(&audit, b.part, cli_path(r.keep, buffer, sizeof buffer));
    for (size_t i = 0; i < audit.n; i++) {
        free(audit.result[i].text);
        free(audit.result[i].detail);
    }
    for (size_t i = 0; i < files; i++)
        free(b.given[i].text);
    free(b.given);
    free(audit.result);
    free(audit.subject);
    return faults > 0 ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}
