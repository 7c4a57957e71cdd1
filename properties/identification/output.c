/* Writes an identification as a table, CSV and JSON. */
#include <cjson/cJSON.h>
#include <math.h>

#include "properties/identification/identify.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

enum { NAME = 64 };

/* Writes a combination like "P4 - P5", cut if it is long. */
static void name(const struct combination *c, unsigned n, char text[NAME])
{
    int used = snprintf(text, NAME, "P%u", c->column + 1);
    for (unsigned j = 0; j < n && used < NAME; j++) {
        const double a = c->coefficient[j];
        if (j == c->column || a == 0)
            continue;
        used += fabs(a) == 1 ? snprintf(text + used, (size_t)(NAME - used), " %c P%u",
                                        a < 0 ? '-' : '+', j + 1)
                             : snprintf(text + used, (size_t)(NAME - used), " %c %.6g P%u",
                                        a < 0 ? '-' : '+', fabs(a), j + 1);
    }
}

static void print_null(FILE *out, const struct identification *id, unsigned k)
{
    const struct null_vector *null = &id->null[k];
    struct memory_stream line;
    FILE *text = memory_open(&line);
    fputs("null vector (", text);
    for (unsigned j = 0; j < id->model->n_regressors; j++)
        fprintf(text, "%s%.6g", j > 0 ? ", " : "", null->entry[j]);
    fprintf(text, ")%s: the same force, within %.1e of it, for",
            null->integer ? "" : " (not of small integers)", id->force_difference[k]);
    wrap_close(out, 0, 2, &line);
    for (int which = 0; which < 2; which++) {
        fputs(which == 0 ? "    " : "and ", out);
        for (unsigned j = 0, shown = 0; j < id->model->n_regressors; j++)
            if (null->entry[j] != 0)
                fprintf(out, "%sP%u = %.9g", shown++ > 0 ? ", " : "", j + 1,
                        which == 0 ? id->coefficient[j] : id->other[k][j]);
        fputc('\n', out);
    }
}

static void print_table(FILE *out, const struct identification *id)
{
    const unsigned n = id->model->n_regressors;
    fprintf(out, "%s: F = U P, %d samples along the excitation\n", id->model->name,
            IDENTIFY_SAMPLES);
    fputs("singular values of U:", out);
    for (unsigned j = 0; j < n; j++)
        fprintf(out, " %.2g", id->singular[j]);
    fprintf(out, "; rank %u of %u\n", id->rank, n);
    for (unsigned k = 0; k < id->n_null; k++)
        print_null(out, id, k);
    fprintf(out, "\n  %-24s %23s noise %g N, %u times:\n", "", "without noise:", id->settings.noise,
            id->settings.repetitions);
    fprintf(out, "  %-24s %13s %9s %14s %12s\n", "identifiable", "value", "error", "95 % interval",
            "contains it");
    for (unsigned k = 0; k < id->rank; k++) {
        const struct combination *c = &id->combination[k];
        char text[NAME];
        name(c, n, text);
        fprintf(out, "  %-24.24s %13.7g %9.1e    +- %-8.2g %10.1f %%\n", text, c->true_value,
                c->relative_error, c->half_width, 100 * c->coverage);
    }
    if (!identification_succeeds(id))
        fprintf(out, "\n! off by more than %g, or contained in other than 95 %% of the intervals\n",
                IDENTIFY_ERROR);
}

static void state_combination(struct columns *out, const struct combination *c, unsigned n)
{
    char text[NAME];
    name(c, n, text);
    column_text(out, "combination", text);
    if (out->is_json)
        column_json(out, "coefficients", cJSON_CreateDoubleArray(c->coefficient, (int)n));
    column_number(out, "value", c->true_value, 17);
    column_number(out, "estimate", c->estimate, 17);
    column_number(out, "relative_error", c->relative_error, 17);
    column_number(out, "coverage", c->coverage, 17);
    column_number(out, "half_width", c->half_width, 17);
    columns_end_row(out);
}

static cJSON *null_json(const struct identification *id, unsigned k)
{
    const int n = (int)id->model->n_regressors;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "null", cJSON_CreateDoubleArray(id->null[k].entry, n));
    cJSON_AddBoolToObject(json, "integer", id->null[k].integer);
    cJSON_AddItemToObject(json, "P", cJSON_CreateDoubleArray(id->coefficient, n));
    cJSON_AddItemToObject(json, "other_P", cJSON_CreateDoubleArray(id->other[k], n));
    cJSON_AddNumberToObject(json, "force_difference", id->force_difference[k]);
    return json;
}

/* Adds what was identified and how, before the results. */
static void add_settings(cJSON *json, const struct identification *id)
{
    cJSON_AddStringToObject(json, "model", id->model->name);
    cJSON *params = cJSON_AddObjectToObject(json, "params");
    for (unsigned i = 0; i < id->model->n_params; i++)
        cJSON_AddNumberToObject(params, id->model->params[i].name, id->p[i]);
    cJSON_AddNumberToObject(json, "samples", IDENTIFY_SAMPLES);
    cJSON_AddNumberToObject(json, "noise", id->settings.noise);
    cJSON_AddNumberToObject(json, "repetitions", id->settings.repetitions);
    cJSON_AddNumberToObject(json, "seed", (double)id->settings.seed);
    cJSON_AddItemToObject(json, "singular_values",
                          cJSON_CreateDoubleArray(id->singular, (int)id->model->n_regressors));
    cJSON_AddNumberToObject(json, "rank", id->rank);
    cJSON *null = cJSON_AddArrayToObject(json, "not_identifiable");
    for (unsigned k = 0; k < id->n_null; k++)
        cJSON_AddItemToArray(null, null_json(id, k));
}

void identification_write(FILE *out, enum format format, const struct identification *id)
{
    if (format == FORMAT_TABLE) {
        print_table(out, id);
        return;
    }
    struct columns c = columns_begin(out, format, "identification-1");
    if (c.is_json)
        add_settings(c.root, id);
    for (unsigned k = 0; k < id->rank; k++)
        state_combination(&c, &id->combination[k], id->model->n_regressors);
    columns_finish(&c);
}
