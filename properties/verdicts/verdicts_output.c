/* Prints verdicts as table, csv and json. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/verdicts/claim_cells.h"
#include "properties/verdicts/experiments.h"
#include "properties/verdicts/looked_at_output.h"
#include "properties/verdicts/own_output.h"
#include "properties/verdicts/power_output.h"
#include "properties/verdicts/verdicts.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

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

void verdicts_margin(FILE *out, double margin)
{
    if (isnan(margin))
        fputs("       - ", out);
    else
        fprintf(out, "%8.2g ", margin);
}

/* Prints a proof's box, with line breaks behind commas. */
static void print_box(FILE *out, const char *box)
{
    enum { WIDTH = WRAP_WIDTH, INDENT = 15 };
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
    fputs(j->as_declared ? "  " : "! ", out);
    const struct claim_cells cells =
        claim_cells_begin(out, 2, property_info[row->claim->property].name, row->claim->domain,
                          timing ? CELLS_NARROW : CELLS_OF_CLAIM);
    fprintf(out, " %s%-8.7s%s", paint,
            j->verdict == VERDICT_NOT_APPLICABLE ? "n/a" : verdict_names[j->verdict], plain);
    verdicts_margin(out, j->margin);
    verdicts_evidence(evidence, j);
    fputs(evidence, out);
    if (timing)
        fprintf(out, " %.3f s", row->seconds);
    fputc('\n', out);
    claim_cells_end(out, &cells);
    if (j->method == METHOD_PROVED)
        print_box(out, j->box);
    if (j->unfinished > 0)
        fprintf(out, "    %u of %u simulations say nothing: no number in 3000 steps, or off\n",
                j->unfinished, j->trials);
    looked_at_print(out, &j->looked);
    power_print(out, &j->power);
    own_print_edges(out, row);
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
        if (!last || !same_note(row, last)) {
            fputc('\n', out);
            wrap_format(out, 0, 2, "! declared %s, found %s: %s",
                        declared_names[row->claim->declared], verdict_names[row->judgement.verdict],
                        judgement_note(&row->judgement));
        }
        last = row;
    }
}

/* Writes a share in whole percent, rounded down. */
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
    struct memory_stream line;
    FILE *text = memory_open(&line);
    fputs("proved or enclosed: ", text);
    print_share(text, " claims declared to hold", &all);
    if (first.declared > 0 && first.declared < all.declared) {
        fputs(", of the first laws ", text);
        print_share(text, "", &first);
    }
    wrap_close(out, 0, 2, &line);
}

static void print_table(FILE *out, const struct verdicts *verdicts, bool timing)
{
    const bool colour = cli_colour(out);
    const struct model *model = NULL;
    fprintf(out, "  %-*s %-*s %-8s%8s %s\n", CELL_PROPERTY, "property",
            (timing ? CELLS_NARROW : CELLS_OF_CLAIM) - CELL_PROPERTY - 1, "claimed for", "verdict",
            "margin", "evidence");
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict_row *row = &verdicts->rows[i];
        if (row->model != model)
            own_print_model(out, row);
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
        column_count(c, "unfinished", j->unfinished);
        column_text(c, "box", column_or_null(j->box));
    }
    column_text(c, "witness", column_or_null(row->witness));
    if (c->is_json)
        column_text(c, "deepest", column_or_null(row->deepest));
    column_text(c, "source", row->claim->source);
    if (c->is_json && j->looked.trials > 0)
        column_json(c, "looked_at", looked_at_json(&j->looked));
    if (c->is_json && power_planted(&j->power) > 0)
        column_json(c, "power", power_json(&j->power));
    if (c->is_json && row->stated)
        column_json(c, "thresholds", own_edges_json(row));
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
    if (c.is_json && verdicts->n > 0 && verdicts->rows[0].stated)
        cJSON_AddItemToObject(c.root, "parameters", own_parameters_json(&verdicts->rows[0]));
    if (c.is_json) {
        cJSON *summary = cJSON_AddObjectToObject(c.root, "summary");
        add_share(summary, "all", verdicts_share(verdicts, false));
        add_share(summary, "first_laws", verdicts_share(verdicts, true));
    }
    columns_finish(&c);
}
