/* Prints a trajectory, its events and error bounds as table, csv and json (trajectory_output.h).
 * The columns depend on the law; JSON has an array for each column, not an object for each row. */
#include "benchmarks/simulation/trajectory_output.h"

#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "benchmarks/simulation/events_output.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

enum { T, X, V, F, LAW };

size_t output_columns(const struct output_run *run) { return LAW + run->model->n_states + 1; }

const char *output_heading(const struct output_run *run, size_t column)
{
    static const char *const first[LAW] = { "t", "x", "v", "F" };
    if (column < LAW)
        return first[column];
    if (column == LAW + run->model->n_states)
        return "energy";
    /* Some laws have a state that is the travel, with the name of another column. */
    const char *name = run->model->states[column - LAW].name;
    return strcmp(name, "x") == 0 ? "law_x" : name;
}

const char *output_unit(const struct output_run *run, size_t column)
{
    static const char *const first[LAW] = { "s", "m", "m/s", "N" };
    if (column < LAW)
        return first[column];
    return column < LAW + run->model->n_states ? run->model->states[column - LAW].unit : "J";
}

double output_cell(const struct output_run *run, size_t row, size_t column)
{
    const struct trajectory *r = run->trajectory;
    switch (column) {
    case T:
        return r->t[row];
    case X:
        return r->x[row];
    case V:
        return r->v[row];
    case F:
        return r->F[row];
    default:
        return column < LAW + r->n_states ? r->law[row * r->n_states + column - LAW]
                                          : r->energy[row];
    }
}

/* Returns the error bound of the column; the time has none. */
static double floor_of(const struct output_run *run, size_t column)
{
    if (column == output_columns(run) - 1)
        return run->uncertainty->floor[REFERENCE_ENERGY];
    return run->uncertainty
        ->floor[column < LAW ? column - X + REFERENCE_X : column - LAW + REFERENCE_LAW];
}

static void print_floors(FILE *out, const struct output_run *run)
{
    struct memory_stream line;
    FILE *text = memory_open(&line);
    fprintf(text, "reference: %s to, relative to the largest magnitude,",
            run->uncertainty->enclosed ? "enclosed" : "two computations agree");
    char bound[UNCERTAINTY_TEXT];
    for (size_t c = X; c < output_columns(run); c++) {
        uncertainty_text(bound, floor_of(run, c), 1);
        fprintf(text, "%s %s %s", c == X ? "" : ",", output_heading(run, c), bound);
    }
    uncertainty_text(bound, run->uncertainty->floor_events, 1);
    if (run->trajectory->n_events > 0)
        fprintf(text, "; events %s s", bound);
    wrap_close(out, 0, 2, &line);
}

/* Prints the time and n columns from `first` on. */
static void print_block(FILE *out, const struct output_run *run, size_t first, size_t n)
{
    fprintf(out, "%12s", output_heading(run, T));
    for (size_t c = first; c < first + n; c++)
        fprintf(out, " %12s", output_heading(run, c));
    fputc('\n', out);
    for (size_t i = 0; i < run->trajectory->n; i++) {
        fprintf(out, "%12.6g", output_cell(run, i, T));
        for (size_t c = first; c < first + n; c++) {
            const double value = output_cell(run, i, c);
            if (isnan(value))
                fprintf(out, " %12s", "");
            else
                fprintf(out, " %12.6g", value);
        }
        fputc('\n', out);
    }
}

void output_table(FILE *out, const struct output_run *run)
{
    enum { BESIDE_TIME = 5 };
    const size_t columns = output_columns(run);
    for (size_t first = X; first < columns; first += BESIDE_TIME) {
        const size_t left = columns - first;
        if (first > X)
            fputc('\n', out);
        print_block(out, run, first, left < BESIDE_TIME ? left : BESIDE_TIME);
    }
    output_events(out, run->trajectory);
    if (run->uncertainty)
        print_floors(out, run);
}

void output_csv(FILE *out, const struct output_run *run)
{
    const size_t columns = output_columns(run);
    for (size_t c = 0; c < columns; c++)
        fprintf(out, "%s%s", c > 0 ? "," : "", output_heading(run, c));
    fputc('\n', out);
    for (size_t i = 0; i < run->trajectory->n; i++) {
        for (size_t c = 0; c < columns; c++) {
            const double value = output_cell(run, i, c);
            if (c > 0)
                fputc(',', out);
            if (!isnan(value))
                fprintf(out, "%.17g", value);
        }
        fputc('\n', out);
    }
}

static void add_events(cJSON *json, const struct trajectory *r)
{
    cJSON *events = cJSON_AddArrayToObject(json, "events");
    for (size_t i = 0; i < r->n_events; i++) {
        cJSON *event = cJSON_CreateObject();
        cJSON_AddStringToObject(event, "kind", event_name(r->events[i].kind));
        cJSON_AddNumberToObject(event, "t", r->events[i].t);
        cJSON_AddItemToArray(events, event);
    }
}

static void add_reference(cJSON *json, const struct output_run *run)
{
    cJSON *reference = cJSON_AddObjectToObject(json, "reference");
    cJSON_AddStringToObject(reference, "method",
                            run->uncertainty->enclosed ? "enclosed" : "agreed");
    cJSON *floor = cJSON_AddObjectToObject(reference, "floor");
    for (size_t c = X; c < output_columns(run); c++)
        cJSON_AddNumberToObject(floor, output_heading(run, c), floor_of(run, c));
    cJSON_AddNumberToObject(reference, "floor_events_s", run->uncertainty->floor_events);
}

void output_json(FILE *out, const struct output_run *run)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "trajectory-1");
    context_add(json);
    cJSON_AddStringToObject(json, "model", run->model->name);
    if (run->scenario)
        cJSON_AddStringToObject(json, "scenario", run->scenario);
    cJSON_AddStringToObject(json, "integrator", run->integrator);
    if (run->uncertainty)
        add_reference(json, run);
    cJSON *columns = cJSON_AddObjectToObject(json, "columns");
    for (size_t c = 0; c < output_columns(run); c++) {
        cJSON *column = cJSON_AddArrayToObject(columns, output_heading(run, c));
        for (size_t i = 0; i < run->trajectory->n; i++) {
            const double value = output_cell(run, i, c);
            cJSON_AddItemToArray(column,
                                 isnan(value) ? cJSON_CreateNull() : cJSON_CreateNumber(value));
        }
    }
    add_events(json, run->trajectory);
    json_write_line(out, json);
}
