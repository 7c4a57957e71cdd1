/* Writes the table of attributions as text, CSV and JSON. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/verdicts/claim_cells.h"
#include "properties/verdicts/verdicts.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

/* Returns "equations", "integrator", or NULL when neither violates the property. */
static const char *culprit(const struct attribution *b)
{
    return b->source == VIOLATION_SOURCE_EQUATIONS || b->source == VIOLATION_SOURCE_INTEGRATOR
               ? violation_source_names[b->source]
               : NULL;
}

/* Returns the verdict along trajectories. A claim declared refuted that no trajectory violates is
 * inconclusive. */
static enum verdict verdict_of(const struct attribution_row *row)
{
    if (row->failure[0])
        return VERDICT_INCONCLUSIVE;
    if (row->result.source == VIOLATION_SOURCE_NOT_APPLICABLE)
        return VERDICT_NOT_APPLICABLE;
    if (culprit(&row->result))
        return VERDICT_REFUTED;
    return row->claim->declared == REFUTED ? VERDICT_INCONCLUSIVE : VERDICT_HOLDS;
}

/* Returns why the claim is not applicable, or how the integration failed; or NULL. */
static const char *reason_of(const struct attribution *b)
{
    if (b->reason)
        return b->reason;
    return b->status == STATUS_OK ? NULL : status_text(b->status);
}

static const char *method_of(const struct attribution *b)
{
    return method_names[b->source == VIOLATION_SOURCE_NOT_APPLICABLE ? METHOD_NONE : METHOD_TESTED];
}

static void print_row(FILE *out, const struct attribution_row *row)
{
    const struct attribution *b = &row->result;
    fputs(b->as_declared ? "  " : "! ", out);
    const struct claim_cells cells = claim_cells_begin(
        out, 2, property_info[row->claim->property].name, row->claim->domain, CELLS_OF_CLAIM);
    if (b->source == VIOLATION_SOURCE_NOT_APPLICABLE) {
        enum { COLUMN = 2 + CELLS_OF_CLAIM + 1 };
        char *words = memory_text("%s: %s", row->failure[0] ? "failed" : "n/a", b->reason);
        fputc(' ', out);
        wrap_print(out, COLUMN, COLUMN, words);
        free(words);
    } else
        fprintf(out, " %-11s %9.2g %9.2g\n", culprit(b) ? culprit(b) : "-", b->margin,
                b->exact_margin);
    claim_cells_end(out, &cells);
}

/* Writes one more item of a list that breaks at 80 columns. */
static void put_item(FILE *out, size_t *column, const char *item)
{
    const size_t length = strlen(item);
    if (*column + 1 + length > WRAP_WIDTH) {
        fputs("\n   ", out);
        *column = 3;
    }
    fprintf(out, " %s", item);
    *column += 1 + length;
}

static void print_worst(FILE *out, const struct attribution_row *row)
{
    const struct attribution *b = &row->result;
    char item[128];
    if (row->failure[0]) {
        fprintf(out, "\n! %s %s, \"%s\": the law's code %s\n", row->model->name,
                property_info[row->claim->property].name, row->claim->domain, row->failure);
        return;
    }
    char *words = memory_text("! %s %s: the %s it, by %.6g (exactly %.6g)", row->model->name,
                              property_info[row->claim->property].name,
                              b->source == VIOLATION_SOURCE_EQUATIONS ? "equations violate"
                                                                      : "integrator violates",
                              b->margin, b->exact_margin);
    fputc('\n', out);
    wrap_print(out, 0, 2, words);
    free(words);
    if (b->status != STATUS_OK)
        fprintf(out, "  the integration failed: %s\n", status_text(b->status));
    fputs("  with", out);
    size_t column = 6;
    for (unsigned i = 0; i < row->model->n_params; i++) {
        snprintf(item, sizeof item, "%s=%.6g", row->model->params[i].name, b->p[i]);
        put_item(out, &column, item);
    }
    fputs("\n  along", out);
    column = 7;
    for (unsigned i = 0; i < b->n_holds; i++) {
        snprintf(item, sizeof item, "hold %.6g %.6g%s", b->holds[i].v + 0.0, b->holds[i].h,
                 i + 1 < b->n_holds ? ";" : "");
        put_item(out, &column, item);
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const struct attribution_table *table)
{
    fprintf(out, "along the trajectories of %s", table->scheme->integrator->name);
    if (table->scheme->settings.step > 0)
        fprintf(out, ", steps of at most %g s", table->scheme->settings.step);
    fprintf(out, "\n  %-*s %-*s %-11s %9s %9s\n", CELL_PROPERTY, "property",
            CELLS_OF_CLAIM - CELL_PROPERTY - 1, "claimed for", "violated by", "margin", "exactly");
    for (size_t i = 0; i < table->n; i++) {
        const struct attribution_row *row = &table->rows[i];
        if (i == 0 || row->model != row[-1].model)
            fprintf(out, "%s%s%s%s: %s\n", row->model->name, row->file ? " (" : "",
                    row->file ? row->file : "", row->file ? ")" : "", row->model->source);
        print_row(out, row);
    }
    for (size_t i = 0; i < table->n; i++)
        if (!table->rows[i].result.as_declared)
            print_worst(out, &table->rows[i]);
}

/* Writes the worst trial, so that it can be simulated. */
static void state_worst(struct columns *c, const struct attribution_row *row)
{
    const struct attribution *b = &row->result;
    cJSON *params = cJSON_CreateObject();
    for (unsigned i = 0; i < row->model->n_params; i++)
        cJSON_AddNumberToObject(params, row->model->params[i].name, b->p[i]);
    cJSON *signal = cJSON_CreateArray();
    for (unsigned i = 0; i < b->n_holds; i++) {
        cJSON *segment = cJSON_CreateObject();
        cJSON_AddStringToObject(segment, "kind", "hold");
        cJSON_AddNumberToObject(segment, "v", b->holds[i].v);
        cJSON_AddNumberToObject(segment, "t", b->holds[i].h);
        cJSON_AddItemToArray(signal, segment);
    }
    column_json(c, "params", params);
    column_json(c, "signal", signal);
}

static void state_row(struct columns *c, const struct attribution_row *row,
                      const struct integration_scheme *scheme)
{
    const struct attribution *b = &row->result;
    const char *witness = row->file ? NULL : row->claim->witness;
    char path[512];
    snprintf(path, sizeof path, "properties/witnesses/%s", witness ? witness : "");
    claim_columns(c, row->model, row->file, row->claim);
    column_text(c, "verdict", verdict_names[verdict_of(row)]);
    column_text(c, "method", method_of(b));
    column_number(c, "margin", b->margin, 17);
    column_text(c, "unit", "1");
    column_count(c, "trials", b->trials);
    column_text(c, "witness", witness ? path : NULL);
    column_text(c, "source", row->claim->source);
    column_text(c, "integrator", scheme->integrator->name);
    column_number(c, "step", scheme->settings.step > 0 ? scheme->settings.step : (double)NAN, 17);
    column_text(c, "blame", culprit(b));
    column_number(c, "exact_margin", b->exact_margin, 17);
    column_text(c, "reason", reason_of(b));
    if (c->is_json && culprit(b))
        state_worst(c, row);
}

void attribution_table_write(FILE *out, enum format format, const struct attribution_table *table)
{
    if (format == FORMAT_TABLE) {
        print_table(out, table);
        return;
    }
    struct columns c = columns_begin(out, format, "verdicts-1");
    for (size_t i = 0; i < table->n; i++) {
        state_row(&c, &table->rows[i], table->scheme);
        columns_end_row(&c);
    }
    columns_finish(&c);
}
