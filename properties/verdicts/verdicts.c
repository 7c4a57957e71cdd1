/* Judges all claims on several threads, in order, and prints them as table, csv and json. */
#include "properties/verdicts/verdicts.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/stored.h"
#include "properties/verdicts/experiments.h"
#include "properties/verdicts/proved.h"
#include "properties/verdicts/verdicts_isolated.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

/* What the threads judge the rows with. */
struct work {
    struct verdicts *verdicts;
    const struct search_budget *budget;
    struct experiments *experiments;
};

/* Sets the paths of the stored witnesses that a row stands on. */
static void stored_paths(struct verdict_row *row)
{
    const char *name = row->claim->witness;
    char deepest[256];
    if (!name || row->file || row->judgement.simplest)
        return;
    snprintf(row->witness, sizeof row->witness, "properties/witnesses/%s", name);
    snprintf(deepest, sizeof deepest, "%.*s_deepest.json", (int)strcspn(name, "."), name);
    if (stored_witness_find(deepest))
        snprintf(row->deepest, sizeof row->deepest, "properties/witnesses/%s", deepest);
}

/* Takes the stored proof of a claim that withstood the search, if there is one. */
static void take_proof(struct verdict_row *row)
{
    struct judgement *j = &row->judgement;
    if (row->claim->declared == HOLDS && j->verdict == VERDICT_HOLDS &&
        proved(row->model, row->claim, j->box))
        j->method = METHOD_PROVED;
}

static void judge_row(void *context, size_t i)
{
    const struct work *work = context;
    struct verdict_row *row = &work->verdicts->rows[i];
    const struct arb_law *law = row->file ? row->rigorous : arb_law_find(row->model->name);
    struct search_budget budget = *work->budget;
    const double start = clock_now();
    budget.ignore_stored |= row->file != NULL; /* Bristle stores no witnesses of such laws */
    if (row->claim->property == EXPERIMENT)
        experiments_judge(work->experiments, row->claim, &row->judgement);
    else
        PREC(judge)(row->model, law, row->claim, &budget, &row->judgement);
    take_proof(row);
    stored_paths(row);
    row->seconds = clock_now() - start;
}

static void judge_own(void *context, size_t i)
{
    const struct work *work = context;
    if (!work->verdicts->rows[i].file)
        judge_row(context, i);
}

void verdicts_judge(struct verdicts *v, const struct search_budget *budget, unsigned jobs)
{
    struct work work = { v, budget, experiments_open() };
    verdicts_isolated(v, budget, jobs, judge_row, &work);
    parallel_for(v->n, jobs, "claims judged", judge_own, &work);
    experiments_close(work.experiments);
}

const struct claim *verdicts_claim(const struct model *model, size_t i)
{
    return i < model->n_claims ? &model->claims[i]
                               : experiments_claim(model->name, i - model->n_claims);
}

/* Adds a row for each claim of the law about the property. */
static void add_rows(struct verdicts *v, const struct law_choice *law, enum property property)
{
    const struct claim *claim;
    for (size_t i = 0; (claim = verdicts_claim(law->model, i)); i++)
        if (property == N_PROPERTIES || property == claim->property)
            v->rows[v->n++] = (struct verdict_row){
                .model = law->model,
                .claim = claim,
                .file = law->file,
                .rigorous = law->rigorous,
                .digest = law->digest,
            };
}

static size_t count_claims(const struct model *model)
{
    size_t n = 0;
    while (verdicts_claim(model, n))
        n++;
    return n;
}

struct verdicts verdicts_run(const struct law_choice laws[], size_t n, enum property property,
                             const struct search_budget *budget, unsigned jobs)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most += count_claims(laws[i].model);
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++)
        most += count_claims(*m);
    struct verdicts v = { memory_array(most, sizeof *v.rows), 0 };
    for (size_t i = 0; i < n; i++)
        add_rows(&v, &laws[i], property);
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++) {
        const struct law_choice law = law_choice_of(*m);
        add_rows(&v, &law, property);
    }
    verdicts_judge(&v, budget, jobs);
    return v;
}

/* A witness is an object: the digest of a law's text becomes its first member. */
static void write_witness(const char *directory, const char *name, const char *suffix,
                          const char *text, const char *digest, char path[512])
{
    struct cli_output output;
    if (!text)
        return;
    if (snprintf(path, 512, "%s/%s%s.json", directory, name, suffix) >= 512)
        cli_fail("--witnesses: '%s' is too long a path", directory);
    cli_open(&output, path);
    if (digest)
        fprintf(output.file, "{\n  \"law\": \"%s\",%s", digest, text + 1);
    else
        fputs(text, output.file);
    cli_close(&output);
}

/* Returns how many rows before this one write a witness of the same model and property. */
static unsigned namesakes(const struct verdicts *verdicts, size_t row)
{
    unsigned n = 0;
    for (size_t i = 0; i < row; i++)
        n += verdicts->rows[i].judgement.simplest &&
             verdicts->rows[i].model == verdicts->rows[row].model &&
             verdicts->rows[i].claim->property == verdicts->rows[row].claim->property;
    return n;
}

void verdicts_write_witnesses(struct verdicts *verdicts, const char *directory)
{
    for (size_t i = 0; i < verdicts->n; i++) {
        struct verdict_row *row = &verdicts->rows[i];
        const char *given = row->file ? NULL : row->claim->witness;
        const unsigned before = namesakes(verdicts, i);
        char name[256];
        if (given)
            snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "."), given);
        else if (before == 0)
            snprintf(name, sizeof name, "%s_%s", row->model->name,
                     property_info[row->claim->property].name);
        else
            snprintf(name, sizeof name, "%s_%s_%u", row->model->name,
                     property_info[row->claim->property].name, before + 1);
        write_witness(directory, name, "", row->judgement.simplest, row->digest, row->witness);
        write_witness(directory, name, "_deepest", row->judgement.deepest, row->digest,
                      row->deepest);
    }
}

void verdicts_free(struct verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->n; i++)
        judgement_clear(&verdicts->rows[i].judgement);
    free(verdicts->rows);
    *verdicts = (struct verdicts){ NULL, 0 };
}

int verdicts_status(const struct verdicts *verdicts)
{
    for (size_t i = 0; i < verdicts->n; i++)
        if (!verdicts->rows[i].judgement.as_declared)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}

void verdicts_evidence(char text[VERDICTS_EVIDENCE], const struct judgement *j)
{
    if (j->method == METHOD_PROVED)
        snprintf(text, VERDICTS_EVIDENCE, "proved");
    else if (j->method == METHOD_ENCLOSED)
        snprintf(text, VERDICTS_EVIDENCE, "%u enclosed", j->enclosed);
    else if (j->method == METHOD_TESTED && j->verdict == VERDICT_HOLDS)
        snprintf(text, VERDICTS_EVIDENCE, "none in %u", j->trials);
    else if (j->method == METHOD_TESTED && j->verdict == VERDICT_REFUTED)
        snprintf(text, VERDICTS_EVIDENCE, "in double");
    else if (j->method == METHOD_WITNESS && j->verdict == VERDICT_REFUTED)
        snprintf(text, VERDICTS_EVIDENCE, "certified");
    else if (j->method == METHOD_AGREED)
        snprintf(text, VERDICTS_EVIDENCE, "agreed to %.0e", EXPERIMENTS_FLOOR);
    else
        snprintf(text, VERDICTS_EVIDENCE, "-");
}

/* Prints a proof's box, with line breaks behind commas. */
static void print_box(FILE *out, const char *box)
{
    enum { WIDTH = 96, INDENT = 15 };
    size_t column = INDENT;
    fprintf(out, "    proved for %s", *box ? "" : "the defaults");
    while (*box) {
        const char *end = strstr(box, "], ");
        const size_t n = end ? (size_t)(end - box) + 2 : strlen(box);
        if (column > INDENT && column + 1 + n > WIDTH) {
            fprintf(out, "\n%*s", INDENT, "");
            column = INDENT;
        } else if (column > INDENT) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)n, box);
        column += n;
        box += end ? n + 1 : n;
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const struct verdict_row *row, bool timing, bool colour)
{
    const struct judgement *j = &row->judgement;
    const char *paint = "", *plain = "";
    char evidence[VERDICTS_EVIDENCE];
    if (colour) {
        paint = !j->as_declared ? "\033[1;31m" : j->verdict == VERDICT_REFUTED ? "\033[33m" : "";
        plain = "\033[0m";
    }
    fprintf(out, "%s %-22s %-37s %s%-8.8s%s ", j->as_declared ? " " : "!",
            property_info[row->claim->property].name, row->claim->domain, paint,
            j->verdict == VERDICT_NOT_APPLICABLE ? "n/a" : verdict_names[j->verdict], plain);
    if (isnan(j->margin))
        fputs("        -  ", out);
    else
        fprintf(out, "%9.2g  ", j->margin);
    verdicts_evidence(evidence, j);
    fputs(evidence, out);
    if (timing)
        fprintf(out, "  %.3f s", row->seconds);
    fputc('\n', out);
    if (j->method == METHOD_PROVED)
        print_box(out, j->box);
}

static bool same_note(const struct verdict_row *a, const struct verdict_row *b)
{
    return a->claim->declared == b->claim->declared &&
           a->judgement.verdict == b->judgement.verdict &&
           strcmp(judgement_note(&a->judgement), judgement_note(&b->judgement)) == 0;
}

void verdicts_notes(FILE *out, const struct verdicts *verdicts)
{
    const struct verdict_row *last = NULL;
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict_row *row = &verdicts->rows[i];
        if (row->judgement.as_declared)
            continue;
        if (!last || !same_note(row, last))
            fprintf(out, "\n! declared %s, found %s: %s\n", declared_names[row->claim->declared],
                    verdict_names[row->judgement.verdict], judgement_note(&row->judgement));
        last = row;
    }
}

/* Prints a share in whole percent, rounded down. */
static void print_share(FILE *out, const char *what, const struct verdicts_share *share)
{
    const unsigned certain = share->proved + share->enclosed;
    fprintf(out, "%u of %u%s (%u %%)", certain, share->declared, what,
            100 * certain / share->declared);
}

static void print_shares(FILE *out, const struct verdicts *verdicts)
{
    const struct verdicts_share all = verdicts_share(verdicts, false);
    const struct verdicts_share first = verdicts_share(verdicts, true);
    if (all.proved + all.enclosed == 0) /* or none was asked for */
        return;
    fputs("proved or enclosed: ", out);
    print_share(out, " claims declared to hold", &all);
    if (first.declared > 0 && first.declared < all.declared) {
        fputs(", of the first laws ", out);
        print_share(out, "", &first);
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const struct verdicts *verdicts, bool timing)
{
    const bool colour = cli_colour(out);
    const struct model *model = NULL;
    fprintf(out, "  %-22s %-37s %-8s %9s  %s\n", "property", "claimed for", "verdict", "margin",
            "evidence");
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict_row *row = &verdicts->rows[i];
        if (row->model != model)
            fprintf(out, "%s%s%s%s: %s\n", row->model->name, row->file ? " (" : "",
                    row->file ? row->file : "", row->file ? ")" : "", row->model->source);
        model = row->model;
        print_row(out, row, timing, colour);
    }
    print_shares(out, verdicts);
    verdicts_notes(out, verdicts);
}

void claim_columns(struct columns *c, const struct model *model, const char *file,
                   const struct claim *claim)
{
    column_text(c, "model", model->name);
    if (c->is_json && file)
        column_text(c, "file", file);
    column_text(c, "property", property_info[claim->property].name);
    column_text(c, "domain", claim->domain);
    column_text(c, "declared", declared_names[claim->declared]);
}

static void state_row(struct columns *c, const struct verdict_row *row, bool timing)
{
    const struct judgement *j = &row->judgement;
    claim_columns(c, row->model, row->file, row->claim);
    column_text(c, "verdict", verdict_names[j->verdict]);
    column_text(c, "method", method_names[j->method]);
    column_number(c, "margin", j->margin, 17);
    column_text(c, "unit", "1"); /* margins are normalised (evaluate_property.h) */
    column_count(c, "trials", j->trials);
    if (c->is_json) {
        column_count(c, "enclosed", j->enclosed);
        column_count(c, "undecided", j->undecided);
        column_text(c, "box", column_or_null(j->box));
    }
    column_text(c, "witness", column_or_null(row->witness));
    if (c->is_json)
        column_text(c, "deepest", column_or_null(row->deepest));
    column_text(c, "source", row->claim->source);
    if (!c->is_json)
        column_count(c, "enclosed", j->enclosed);
    if (timing)
        column_fixed(c, "seconds", row->seconds, 6);
}

cJSON *verdicts_row_json(const struct verdict_row *row, bool timing)
{
    struct columns c = columns_json(NULL);
    state_row(&c, row, timing);
    return columns_take(&c);
}

static void add_share(cJSON *summary, const char *key, struct verdicts_share share)
{
    cJSON *json = cJSON_AddObjectToObject(summary, key);
    cJSON_AddNumberToObject(json, "declared_to_hold", share.declared);
    cJSON_AddNumberToObject(json, "proved", share.proved);
    cJSON_AddNumberToObject(json, "enclosed", share.enclosed);
}

void verdicts_write(FILE *out, enum format format, const struct verdicts *verdicts, bool timing)
{
    if (format == FORMAT_TABLE) {
        print_table(out, verdicts, timing);
        return;
    }
    struct columns c = columns_begin(out, format, "verdicts-1");
    for (size_t i = 0; i < verdicts->n; i++) {
        state_row(&c, &verdicts->rows[i], timing);
        columns_end_row(&c);
    }
    columns_end_rows(&c);
    if (c.is_json) {
        cJSON *summary = cJSON_AddObjectToObject(c.root, "summary");
        add_share(summary, "all", verdicts_share(verdicts, false));
        add_share(summary, "first_laws", verdicts_share(verdicts, true));
    }
    columns_finish(&c);
}
