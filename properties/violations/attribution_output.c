/* The table along trajectories as text, CSV and JSON. */
#include <cjson/cJSON.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/cli.h"
#include "tools/base/json.h"

/* "equations", "integrator", or NULL: nobody is. */
static const char *culprit(const struct attribution *b)
{
    return b->source == VIOLATION_SOURCE_EQUATIONS || b->source == VIOLATION_SOURCE_INTEGRATOR
               ? violation_source_names[b->source]
               : NULL;
}

/* Along the trajectory. That none of them violates what is refuted says nothing. */
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

/* Why it is not applicable, or how the integration failed; or NULL. */
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
    fprintf(out, "%s %-22s %-37s ", b->as_declared ? " " : "!",
            property_info[row->claim->property].name, row->claim->domain);
    if (b->source == VIOLATION_SOURCE_NOT_APPLICABLE)
        fprintf(out, "%s: %s\n", row->failure[0] ? "failed" : "n/a", b->reason);
    else
        fprintf(out, "%-10s %9.2g %9.2g\n", culprit(b) ? culprit(b) : "-", b->margin,
                b->exact_margin);
}

/* One more item of a list that is broken at 100 columns. */
static void put_item(FILE *out, size_t *column, const char *item)
{
    const size_t length = strlen(item);
    if (*column + 1 + length > 100) {
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
    fprintf(out, "\n! %s %s: the %s it, by %.6g (exactly %.6g)\n", row->model->name,
            property_info[row->claim->property].name,
            b->source == VIOLATION_SOURCE_EQUATIONS ? "equations violate" : "integrator violates",
            b->margin, b->exact_margin);
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

void attribution_table_print(FILE *out, const struct attribution_table *table)
{
    fprintf(out, "along the trajectories of %s", table->scheme->integrator->name);
    if (table->scheme->settings.step > 0)
        fprintf(out, ", steps of at most %g s", table->scheme->settings.step);
    fprintf(out, "\n  %-22s %-37s %-10s %9s %9s\n", "property", "claimed for", "violated by",
            "margin", "exactly");
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

static void csv_number(FILE *out, double value)
{
    fputc(',', out);
    if (!isnan(value))
        fprintf(out, "%.17g", value);
}

void attribution_table_csv(FILE *out, const struct attribution_table *table)
{
    const struct integration_scheme *scheme = table->scheme;
    fputs("model,property,domain,declared,verdict,method,margin,unit,trials,witness,source,"
          "integrator,step,blame,exact_margin,reason\n",
          out);
    for (size_t i = 0; i < table->n; i++) {
        const struct attribution_row *row = &table->rows[i];
        const struct attribution *b = &row->result;
        const char *witness = row->file ? NULL : row->claim->witness;
        fprintf(out, "%s,%s,", row->model->name, property_info[row->claim->property].name);
        cli_csv_field(out, row->claim->domain);
        fprintf(out, ",%s,%s,%s", declared_names[row->claim->declared],
                verdict_names[verdict_of(row)], method_of(b));
        csv_number(out, b->margin);
        fprintf(out, ",1,%u,%s%s,", b->trials, witness ? "properties/witnesses/" : "",
                witness ? witness : "");
        cli_csv_field(out, row->claim->source);
        fprintf(out, ",%s", scheme->integrator->name);
        csv_number(out, scheme->settings.step > 0 ? scheme->settings.step : (double)NAN);
        fprintf(out, ",%s", culprit(b) ? culprit(b) : "");
        csv_number(out, b->exact_margin);
        fputc(',', out);
        cli_csv_field(out, reason_of(b) ? reason_of(b) : "");
        fputc('\n', out);
    }
}

static void add_number(cJSON *json, const char *key, double value)
{
    if (isfinite(value))
        cJSON_AddNumberToObject(json, key, value);
    else
        cJSON_AddNullToObject(json, key);
}

static void add_text(cJSON *json, const char *key, const char *text)
{
    if (text)
        cJSON_AddStringToObject(json, key, text);
    else
        cJSON_AddNullToObject(json, key);
}

/* The worst trial, to be looked at or simulated. */
static void add_worst(cJSON *json, const struct attribution_row *row)
{
    const struct attribution *b = &row->result;
    cJSON *params = cJSON_AddObjectToObject(json, "params");
    for (unsigned i = 0; i < row->model->n_params; i++)
        cJSON_AddNumberToObject(params, row->model->params[i].name, b->p[i]);
    cJSON *signal = cJSON_AddArrayToObject(json, "signal");
    for (unsigned i = 0; i < b->n_holds; i++) {
        cJSON *segment = cJSON_CreateObject();
        cJSON_AddStringToObject(segment, "kind", "hold");
        cJSON_AddNumberToObject(segment, "v", b->holds[i].v);
        cJSON_AddNumberToObject(segment, "t", b->holds[i].h);
        cJSON_AddItemToArray(signal, segment);
    }
}

static cJSON *row_json(const struct attribution_row *row, const struct integration_scheme *scheme)
{
    const struct attribution *b = &row->result;
    char path[512];
    const char *witness = NULL;
    if (row->claim->witness && !row->file) {
        snprintf(path, sizeof path, "properties/witnesses/%s", row->claim->witness);
        witness = path;
    }
    cJSON *json = cJSON_CreateObject();
    add_text(json, "model", row->model->name);
    if (row->file)
        add_text(json, "file", row->file);
    add_text(json, "property", property_info[row->claim->property].name);
    add_text(json, "domain", row->claim->domain);
    add_text(json, "declared", declared_names[row->claim->declared]);
    add_text(json, "verdict", verdict_names[verdict_of(row)]);
    add_text(json, "method", method_of(b));
    add_number(json, "margin", b->margin);
    add_text(json, "unit", "1");
    cJSON_AddNumberToObject(json, "trials", b->trials);
    add_text(json, "witness", witness);
    add_text(json, "source", row->claim->source);
    add_text(json, "integrator", scheme->integrator->name);
    add_number(json, "step", scheme->settings.step > 0 ? scheme->settings.step : (double)NAN);
    add_text(json, "blame", culprit(b));
    add_number(json, "exact_margin", b->exact_margin);
    add_text(json, "reason", reason_of(b));
    if (culprit(b))
        add_worst(json, row);
    return json;
}

bool attribution_table_json(FILE *out, const struct attribution_table *table)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "verdicts-1");
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (size_t i = 0; i < table->n; i++)
        cJSON_AddItemToArray(results, row_json(&table->rows[i], table->scheme));
    return json_write(out, json);
}
