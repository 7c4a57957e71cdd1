/* Writes the ledger as a table, CSV and JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/ledger/ledger.h"
#include "properties/verdicts/claim_cells.h"
#include "tools/base/columns.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/wrap.h"

static const char *const verdict_words[] = {
    [LEDGER_TRUE] = "true",
    [LEDGER_CONDITIONAL] = "conditional",
    [LEDGER_FALSE] = "false",
};

enum { INDENT = 6 };

/* Names the model if it is not the paper's. */
static void print_evidence(FILE *out, const struct ledger_evidence *e,
                           const struct verdict_row *row)
{
    char what[64], evidence[VERDICTS_EVIDENCE];
    const bool own = strcmp(e->model, "martinez_rosas") == 0;
    snprintf(what, sizeof what, "%s%s%s", own ? "" : e->model, own ? "" : ": ",
             property_info[e->property].name);
    if (!row) {
        fprintf(out, "   ! no claim %s, %s\n", what, e->claim ? e->claim : "the main one");
        return;
    }
    const struct judgement *j = &row->judgement;
    fprintf(out, "   %s%-8.8s ", j->as_declared ? " " : "!", verdict_names[j->verdict]);
    const struct claim_cells cells =
        claim_cells_begin(out, 13, what, row->claim->domain, CELLS_OF_CLAIM - 3);
    fputc(' ', out);
    verdicts_margin(out, j->margin);
    verdicts_evidence(evidence, j);
    fprintf(out, "%s\n", evidence);
    claim_cells_end(out, &cells);
}

static void print_table(FILE *out, const struct verdicts *verdicts)
{
    unsigned count[] = { 0, 0, 0 }, n = 0;
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++) {
        const bool stands = ledger_stands(entry, verdicts);
        count[entry->verdict]++;
        n++;
        const int column = fprintf(out, "%-4s%s%s: ", entry->id, stands ? "" : "! ",
                                   verdict_words[entry->verdict]);
        char text[512];
        snprintf(text, sizeof text, "%s [%s]", entry->claim, entry->where);
        wrap_print(out, (size_t)column, INDENT, text);
        fprintf(out, "%*s", INDENT, "");
        wrap_print(out, INDENT, INDENT, entry->truth);
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++)
            print_evidence(out, e, ledger_find(verdicts, e));
    }
    fprintf(out, "%u claims: %u true, %u true on a condition, %u false\n", n, count[LEDGER_TRUE],
            count[LEDGER_CONDITIONAL], count[LEDGER_FALSE]);
    verdicts_notes(out, verdicts);
}

static void state_evidence(struct columns *c, const struct ledger_entry *entry,
                           const struct ledger_evidence *e, const struct verdict_row *row)
{
    column_text(c, "id", entry->id);
    column_text(c, "ledger_verdict", verdict_words[entry->verdict]);
    column_text(c, "where", entry->where);
    column_text(c, "model", e->model);
    column_text(c, "property", property_info[e->property].name);
    column_text(c, "domain", row ? row->claim->domain : e->claim);
    column_text(c, "declared", row ? declared_names[row->claim->declared] : NULL);
    column_text(c, "verdict", row ? verdict_names[row->judgement.verdict] : NULL);
    column_text(c, "method", row ? method_names[row->judgement.method] : NULL);
    column_number(c, "margin", row ? row->judgement.margin : (double)NAN, 17);
    columns_end_row(c);
}

static void write_csv(FILE *out, const struct verdicts *verdicts)
{
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++)
            state_evidence(&c, entry, e, ledger_find(verdicts, e));
}

static cJSON *entry_json(const struct ledger_entry *entry, const struct verdicts *verdicts)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "id", entry->id);
    cJSON_AddStringToObject(json, "claim", entry->claim);
    cJSON_AddStringToObject(json, "where", entry->where);
    cJSON_AddStringToObject(json, "verdict", verdict_words[entry->verdict]);
    cJSON_AddBoolToObject(json, "stands", ledger_stands(entry, verdicts));
    cJSON_AddStringToObject(json, "truth", entry->truth);
    cJSON *evidence = cJSON_AddArrayToObject(json, "evidence");
    for (const struct ledger_evidence *e = entry->evidence; e->model; e++) {
        const struct verdict_row *row = ledger_find(verdicts, e);
        if (row)
            cJSON_AddItemToArray(evidence, verdicts_row_json(row, false));
    }
    return json;
}

/* Writes a result for each claim of the paper, with its rows of evidence inside. */
static void write_json(FILE *out, const struct verdicts *verdicts)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "ledger-1");
    context_add(json);
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        cJSON_AddItemToArray(results, entry_json(entry, verdicts));
    json_write(out, json);
}

void ledger_write(FILE *out, enum format format, const struct verdicts *verdicts)
{
    static void (*const write[])(FILE *, const struct verdicts *) = { print_table, write_csv,
                                                                      write_json };
    write[format](out, verdicts);
}
