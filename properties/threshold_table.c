/* See the header. */
#include "properties/threshold_table.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/cli.h"
#include "properties/json.h"
#include "properties/property.h"

static const char *const side_names[THRESHOLD_SIDES] = { "lower", "upper" };

static void write_text(const char *text, const char *directory, const char *stem, const char *kind,
                       char path[512])
{
    struct cli_output output;
    if (!text)
        return;
    if (snprintf(path, 512, "%s/%s.%s.json", directory, stem, kind) >= 512)
        cli_fail("--witnesses: '%s' is too long a path", directory);
    cli_open(&output, path);
    fputs(text, output.file);
    if (*text && text[strlen(text) - 1] != '\n')
        fputc('\n', output.file);
    cli_close(&output);
}

void threshold_write(struct threshold_table *table, const char *directory)
{
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        char stem[256];
        snprintf(stem, sizeof stem, "%s_%s_%s_%s", table->model->name,
                 property_info[table->property].name, table->model->params[table->param].name,
                 side_names[i]);
        write_text(table->sides[i].proof, directory, stem, "proof", table->proof[i]);
        write_text(table->sides[i].witness, directory, stem, "witness", table->witness[i]);
    }
}

static const char *shown(const char *text) { return *text ? text : "-"; }

void threshold_print(FILE *out, const struct threshold_table *table)
{
    const struct quantity *q = &table->model->params[table->param];
    fprintf(out, "%s %s over %s in %s, within [%g, %g]\n", table->model->name,
            property_info[table->property].name, q->name, q->unit, q->lo, q->hi);
    fprintf(out, "  %-6s  %-16s  %-16s  %-8s  %s\n", "side", "proved at", "refuted at", "width",
            "boxes of the proof");
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        const struct threshold *side = &table->sides[i];
        fprintf(out, "  %-6s  %-16s  %-16s", side_names[i], shown(side->proved),
                shown(side->refuted));
        if (side->found)
            fprintf(out, "  %.3f %%   %lu\n", 100 * side->width, side->boxes);
        else
            fprintf(out, "  no threshold on that side was found in the range\n");
    }
}

void threshold_csv(FILE *out, const struct threshold_table *table)
{
    fputs("model,property,parameter,side,proved,refuted,width,boxes,proof,witness\n", out);
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        const struct threshold *side = &table->sides[i];
        fprintf(out, "%s,%s,%s,%s,%s,%s,", table->model->name, property_info[table->property].name,
                table->model->params[table->param].name, side_names[i], side->proved,
                side->refuted);
        if (side->found)
            fprintf(out, "%.3g", side->width);
        fprintf(out, ",%lu,", side->boxes);
        cli_csv_field(out, table->proof[i]);
        fputc(',', out);
        cli_csv_field(out, table->witness[i]);
        fputc('\n', out);
    }
}

static void add_text(struct cJSON *row, const char *key, const char *text)
{
    if (*text)
        cJSON_AddStringToObject(row, key, text);
    else
        cJSON_AddNullToObject(row, key);
}

bool threshold_json(FILE *out, const struct threshold_table *table)
{
    struct cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "thresholds-1");
    struct cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        const struct threshold *side = &table->sides[i];
        struct cJSON *row = cJSON_CreateObject();
        cJSON_AddStringToObject(row, "model", table->model->name);
        cJSON_AddStringToObject(row, "property", property_info[table->property].name);
        cJSON_AddStringToObject(row, "parameter", table->model->params[table->param].name);
        cJSON_AddStringToObject(row, "side", side_names[i]);
        add_text(row, "proved", side->proved);
        add_text(row, "refuted", side->refuted);
        add_text(row, "proof", table->proof[i]);
        add_text(row, "witness", table->witness[i]);
        cJSON_AddItemToArray(results, row);
    }
    return json_write(out, json);
}
