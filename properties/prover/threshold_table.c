/* Computes thresholds over a grid and writes them as csv, json and files. */
#include "properties/prover/threshold_table.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "tools/base/cli.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

static const char *const side_names[THRESHOLD_SIDES] = { "lower", "upper" };

double threshold_axis_value(const struct threshold_axis *axis, unsigned i)
{
    char digits[32];
    const double share = axis->n > 1 ? (double)i / (axis->n - 1) : 0;
    const double value = axis->logarithmic ? axis->from * pow(axis->to / axis->from, share)
                                           : axis->from + (axis->to - axis->from) * share;
    snprintf(digits, sizeof digits, "%.12g", value);
    return strtod(digits, NULL);
}

/* The value of a row on an axis as a decimal. */
static const char *place(const struct threshold_row *row, const struct threshold_axis *axis,
                         char text[DECIMAL_TEXT])
{
    decimal_of_double(text, row->p[axis->param]);
    return text;
}

/* Returns the constraint that the point violates at every value of the threshold's parameter that
 * is tried (default, ends of the range), or NULL. A point that is valid for some value is valid:
 * the search copes with constraints between its parameter and others. */
static const char *constraint_of(const struct threshold_table *table, const double p[])
{
    const struct quantity *q = &table->model->params[table->param];
    double at[MODEL_MAX_PARAMS];
    unsigned param;
    const char *constraint = NULL;
    memcpy(at, p, sizeof at);
    const double values[] = { q->value, q->hi, q->lo };
    for (int i = 0; i < 3; i++) {
        at[table->param] = values[i];
        if (PREC(model_valid)(table->model, at, &param, &constraint))
            return NULL;
    }
    return constraint ? constraint : "a parameter is out of its range";
}

static void find_row(void *context, size_t i)
{
    struct threshold_table *table = context;
    struct threshold_row *row = &table->rows[i];
    row->invalid = constraint_of(table, row->p);
    row->any = !row->invalid && threshold_find(table->model, table->property, table->param, row->p,
                                               &table->budget, row->sides);
}

void threshold_run(struct threshold_table *table, const double others[], unsigned jobs)
{
    table->n = 1;
    for (unsigned k = 0; k < table->n_axes; k++)
        table->n *= table->axis[k].n;
    table->rows = memory_array(table->n, sizeof *table->rows);
    for (size_t i = 0; i < table->n; i++) {
        size_t rest = i;
        memcpy(table->rows[i].p, others, table->model->n_params * sizeof *others);
        for (unsigned k = table->n_axes; k-- > 0; rest /= table->axis[k].n)
            table->rows[i].p[table->axis[k].param] =
                threshold_axis_value(&table->axis[k], (unsigned)(rest % table->axis[k].n));
    }
    parallel_for(table->n, jobs, "points", find_row, table);
}

void threshold_free(struct threshold_table *table)
{
    for (size_t i = 0; i < table->n; i++)
        threshold_clear(table->rows[i].sides);
    free(table->rows);
    table->rows = NULL;
    table->n = 0;
}

bool threshold_any(const struct threshold_table *table)
{
    bool any = false;
    for (size_t i = 0; i < table->n; i++)
        any |= table->rows[i].any;
    return any;
}

const char *threshold_note(const struct threshold_row *row, int i)
{
    const struct threshold *side = &row->sides[i];
    if (row->invalid)
        return row->invalid;
    if (!row->any)
        return "no value has a stored energy";
    if (!side->edge)
        return "no threshold on that side was found in the range";
    if (side->found)
        return "";
    if (side->proof)
        return "refuted nowhere near";
    return side->witness ? "proved nowhere near" : "neither proved nor refuted nearby";
}

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

static void write_row(const struct threshold_table *table, struct threshold_row *row,
                      const char *directory)
{
    for (int i = 0; i < THRESHOLD_SIDES; i++) {
        char stem[384], value[DECIMAL_TEXT];
        int n = snprintf(stem, sizeof stem, "%s_%s_%s_%s", table->model->name,
                         property_info[table->property].name,
                         table->model->params[table->param].name, side_names[i]);
        for (unsigned k = 0; k < table->n_axes; k++)
            n += snprintf(stem + n, sizeof stem - (size_t)n, "_%s=%s",
                          table->model->params[table->axis[k].param].name,
                          place(row, &table->axis[k], value));
        write_text(row->sides[i].proof, directory, stem, "proof", row->proof[i]);
        write_text(row->sides[i].witness, directory, stem, "witness", row->witness[i]);
    }
}

void threshold_write(struct threshold_table *table, const char *directory)
{
    for (size_t i = 0; i < table->n; i++)
        write_row(table, &table->rows[i], directory);
}

/* The axes' values at the row: in CSV one text. */
static void state_place(struct columns *c, const struct threshold_table *table,
                        const struct threshold_row *row)
{
    char text[THRESHOLD_AXES * 2 * DECIMAL_TEXT] = "", value[DECIMAL_TEXT];
    size_t used = 0;
    cJSON *at = c->is_json ? cJSON_CreateObject() : NULL;
    for (unsigned k = 0; k < table->n_axes; k++) {
        const char *name = table->model->params[table->axis[k].param].name;
        place(row, &table->axis[k], value);
        if (c->is_json)
            cJSON_AddStringToObject(at, name, value);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s=%s", k > 0 ? " " : "", name,
                                 value);
    }
    if (c->is_json)
        column_json(c, "at", at);
    else
        column_text(c, "at", text);
}

static void state_side(struct columns *c, const struct threshold_table *table,
                       const struct threshold_row *row, int i)
{
    const struct threshold *side = &row->sides[i];
    column_text(c, "model", table->model->name);
    column_text(c, "property", property_info[table->property].name);
    column_text(c, "parameter", table->model->params[table->param].name);
    column_text(c, "side", side_names[i]);
    if (c->is_json)
        state_place(c, table, row);
    column_text(c, "proved", column_or_null(side->proved));
    column_text(c, "refuted", column_or_null(side->refuted));
    if (!c->is_json) {
        column_number(c, "width", side->found ? side->width : (double)NAN, 3);
        column_count(c, "boxes", side->boxes);
    }
    column_text(c, "proof", column_or_null(row->proof[i]));
    column_text(c, "witness", column_or_null(row->witness[i]));
    if (!c->is_json)
        state_place(c, table, row);
    column_text(c, "note", column_or_null(threshold_note(row, i)));
    columns_end_row(c);
}

void threshold_table_write(FILE *out, enum format format, const struct threshold_table *table)
{
    if (format == FORMAT_TABLE) {
        threshold_print(out, table);
        return;
    }
    struct columns c = columns_begin(out, format, "thresholds-1");
    for (size_t i = 0; i < table->n; i++)
        for (int side = 0; side < THRESHOLD_SIDES; side++)
            state_side(&c, table, &table->rows[i], side);
    columns_finish(&c);
}
