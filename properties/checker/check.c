/* check: rigorous, independent re-check of witnesses and proofs. Shares no code with the search
 * or the models: only ball arithmetic on reference/arb/. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/proof.h"
#include "properties/checker/property.h"
#include "properties/checker/witness.h"
#include "reference/derived/text_balls.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/decimal.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

enum { MAX_PREC = 8192, MAX_BYTES = 64 << 20 };

static const char *const answers[] = {
    [ANSWER_NO] = "rejected",
    [ANSWER_YES] = "confirmed",
    [ANSWER_UNDECIDED] = "undecided",
};

static void list(void)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        printf("%s:", (*law)->name);
        for (unsigned i = 0; i < N_PROPERTIES; i++)
            if (rigorous_applicable(*law, (enum property)i))
                printf(" %s", property_info[i].name);
        puts("");
    }
}

/* Returns the whole file of *size bytes, to be freed by the caller. */
static char *slurp(const char *name, size_t *size)
{
    char path[4096];
    FILE *file = fopen(cli_path(name, path, sizeof path), "rb");
    if (!file)
        cli_fail("cannot read '%s': %s", name, strerror(errno));
    size_t room = 1 << 16;
    char *text = memory_resized(NULL, room, 1);
    *size = fread(text, 1, room, file);
    while (*size == room && room < MAX_BYTES) {
        text = memory_resized(text, room *= 2, 1);
        *size += fread(text + *size, 1, room - *size, file);
    }
    if (ferror(file))
        cli_fail("cannot read '%s': %s", name, strerror(errno));
    if (!feof(file))
        cli_fail("'%s': larger than %d bytes, expected a witness file", name, MAX_BYTES);
    fclose(file);
    return text;
}

struct request {
    enum format format;
    const char *path;
    bool timing;
    double units, timeout;
    struct text_balls law; /* from a text; without a name: none */
};

struct row {
    const char *file;
    const struct arb_law *law;
    enum property property;
    struct verdict_on_witness verdict;
    double seconds; /* to read and decide; NAN without --time */
    bool is_proof;
    char proof[PROOF_BOX_TEXT + 192]; /* what has been proved, or why not */
};

static bool says_proof(const char *text, size_t size)
{
    cJSON *json = cJSON_ParseWithLength(text, size);
    const bool yes = json && proof_is(json);
    cJSON_Delete(json);
    return yes;
}

/* What is about a law from a text names that text's digest. */
static void expect_same_text(const char *file, const struct arb_law *of, const char *digest,
                             const struct text_balls *law)
{
    if (of != law->rigorous && digest)
        cli_fail("'%s': is about a law from a text, not about Bristle's '%s'", file, of->name);
    if (of == law->rigorous && !digest)
        cli_fail("'%s': expected \"law\" with the digest of the text of '%s', %s", file, of->name,
                 law->digest);
    if (of == law->rigorous && strcmp(digest, law->digest) != 0)
        cli_fail("'%s': was written for another text of '%s', whose digest is %s", file, of->name,
                 digest);
}

static void check_witness(struct row *row, const char *text, size_t size, const struct request *r,
                          struct work_limit *limit)
{
    struct witness w;
    struct file_error error;
    if (!witness_parse_by(r->law.rigorous, text, size, &w, &error))
        cli_fail("'%s': %s", row->file, error.text);
    expect_same_text(row->file, w.law, cJSON_GetStringValue(cJSON_GetObjectItem(w.json, "law")),
                     &r->law);
    row->law = w.law;
    row->property = w.property;
    row->verdict = witness_check(&w, MAX_PREC, limit);
    witness_free(&w);
}

static void check_proof(struct row *row, const char *text, size_t size, const struct request *r,
                        struct work_limit *limit)
{
    struct proof proof;
    struct file_error error;
    char box[PROOF_BOX_TEXT], velocities[80];
    if (!proof_parse_by(r->law.rigorous, text, size, &proof, &error))
        cli_fail("'%s': %s", row->file, error.text);
    expect_same_text(row->file, proof.claim.law, proof.claim.digest, &r->law);
    row->law = proof.claim.law;
    row->property = proof.claim.property;
    const struct verdict_on_proof verdict = proof_check(&proof, limit);
    proof_box_text(box, &proof.claim);
    row->is_proof = true;
    row->verdict = (struct verdict_on_witness){ verdict.proved, row->proof, "", "" };
    if (proof.claim.speed)
        snprintf(velocities, sizeof velocities, "|v| <= %.40s m/s and all", proof.claim.speed);
    else
        snprintf(velocities, sizeof velocities, "all velocities and");
    if (verdict.proved == ANSWER_YES)
        snprintf(row->proof, sizeof row->proof,
                 "proved for %s states in %lu boxes%s%s, other parameters as given", velocities,
                 verdict.boxes, *box ? ", " : "", box);
    else
        snprintf(row->proof, sizeof row->proof, "%s", verdict.problem);
    proof_free(&proof);
}

static void check_file(struct row *row, const char *name, const struct request *r)
{
    const double start = clock_now();
    size_t size;
    char *text = slurp(name, &size);
    *row = (struct row){ .file = name, .seconds = NAN };
    struct work_limit limit = work_limit_from_now(r->units, r->timeout);
    if (says_proof(text, size))
        check_proof(row, text, size, r, &limit);
    else
        check_witness(row, text, size, r, &limit);
    free(text);
    if (r->timing)
        row->seconds = clock_now() - start;
}

static void print_table(FILE *out, const struct row *row)
{
    const struct property_info *info = &property_info[row->property];
    fprintf(out, "%s: %s: %s %s, %s", row->file, answers[row->verdict.confirmed], row->law->name,
            info->name, row->verdict.reason);
    if (!row->is_proof && strcmp(row->verdict.lo, "nan") != 0)
        fprintf(out, "; %s in [%s, %s] %s", info->functional, row->verdict.lo, row->verdict.hi,
                info->unit);
    if (!isnan(row->seconds))
        fprintf(out, "; %.4f s", row->seconds);
    fputc('\n', out);
}

/* Writes one end of an enclosure, digit by digit; null in JSON if it is not a number. */
static void state_end(struct columns *c, const char *key, const char *end)
{
    if (!c->is_json)
        column_text(c, key, end);
    else
        column_json(c, key, decimal_valid(end) ? cJSON_CreateRaw(end) : cJSON_CreateNull());
}

static void state_row(struct columns *c, const struct row *row)
{
    column_text(c, "file", row->file);
    column_text(c, "answer", answers[row->verdict.confirmed]);
    column_text(c, "model", row->law->name);
    column_text(c, "property", property_info[row->property].name);
    if (c->is_json)
        column_text(c, "reason", row->verdict.reason);
    if (!c->is_json || !row->is_proof) {
        state_end(c, "lo", row->verdict.lo);
        state_end(c, "hi", row->verdict.hi);
    }
    if (!c->is_json)
        column_text(c, "reason", row->verdict.reason);
    if (!isnan(row->seconds))
        column_fixed(c, "seconds", row->seconds, 6);
    columns_end_row(c);
}

static void print_rows(FILE *out, enum format format, const struct row *rows, int n)
{
    if (format == FORMAT_TABLE) {
        for (int i = 0; i < n; i++)
            print_table(out, &rows[i]);
        return;
    }
    struct columns c = columns_begin(out, format, "checks-1");
    for (int i = 0; i < n; i++)
        state_row(&c, &rows[i]);
    columns_finish(&c);
}

static void take_law(void *request, char *path)
{
    struct request *r = request;
    if (r->law.name)
        cli_fail("--law: expected one");
    r->law = text_balls_load(path, text_source("--law", path));
    if (!r->law.rigorous)
        cli_fail("--law: '%s' draws at random, which balls do not follow, or has too many "
                 "parameters or states",
                 path);
    if (arb_law_find(r->law.name))
        cli_fail("--law: '%s' has the name of one of Bristle's own laws, '%s'", path, r->law.name);
}

static const struct option_entry options[] = {
    { "law", "FILE.mo", "the text of a law that witnesses are about", OPTION_CALL,
      .read = take_law },
    OPTION_FORMAT(struct request, ""),
    { "timing", NULL, "add the seconds that reading and deciding each file took", OPTION_FLAG,
      .into = offsetof(struct request, timing) },
    { "work", "N",
      "work that a file may take, the same on every machine (default 20000, half a minute); what "
      "is not decided by then is undecided",
      OPTION_POSITIVE, .into = offsetof(struct request, units) },
    { "timeout", "S", "seconds that a file may take, likewise", OPTION_POSITIVE,
      .into = offsetof(struct request, timeout), .initial = "60" },
    OPTION_OUTPUT(struct request),
    { "list", NULL, "show models and properties that can be checked", OPTION_SHOW, .show = list },
    { NULL },
};

static const struct command command_line = {
    .name = "check",
    .usage = "[OPTION]... FILE.json...",
    .about = "Re-checks witnesses and proofs in ball arithmetic. Of a witness: is the violation "
             "real, and the claimed enclosure, if there is one, right? Of a proof: is each of its "
             "boxes decided, and do they cover all velocities, states and parameters that it "
             "speaks of?\n",
    .options = options,
    .examples = { "check properties/witnesses/*.json",
                  "check --law my_law.mo my_law_passivity.json",
                  "check --law my_law.mo --format json --timing my_proof.json" },
    .exits = "0 all confirmed, 1 at least one rejected, 2 wrong usage or input, 3 undecided.",
    .has_operands = true,
};

int main(int argc, char **argv)
{
    struct request r = { .units = RIGOROUS_UNITS };
    const int first = command_read(&command_line, argc, argv, &r), n = argc - first;
    if (n < 1)
        cli_fail("expected at least one witness or proof file, see --help");
    struct row *rows = memory_array((size_t)n, sizeof *rows);
    int status = EXIT_AS_DECLARED;
    for (int i = 0; i < n; i++) {
        check_file(&rows[i], argv[first + i], &r);
        if (rows[i].verdict.confirmed == ANSWER_NO)
            status = EXIT_NOT_AS_DECLARED;
        else if (rows[i].verdict.confirmed == ANSWER_UNDECIDED && status == EXIT_AS_DECLARED)
            status = EXIT_UNDECIDED;
    }
    struct cli_output output;
    cli_open(&output, r.path);
    print_rows(output.file, r.format, rows, n);
    cli_close(&output);
    free(rows);
    return status;
}
