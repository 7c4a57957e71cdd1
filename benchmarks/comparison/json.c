/* Writes a comparison in Google Benchmark's JSON layout (compare.h), which differs from the columns
 * of csv.c and is therefore stated here. */
#include <cjson/cJSON.h>
#include <math.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/context.h"
#include "tools/base/json.h"

/* Adds a number with all digits, which cJSON does not always print; leaves out NAN; null if
 * infinite. */
static void add(cJSON *json, const char *key, double value)
{
    char text[32];
    if (isnan(value))
        return;
    snprintf(text, sizeof text, "%.17g", value);
    cJSON_AddRawToObject(json, key, isinf(value) ? "null" : text);
}

/* Adds the times of the repetitions in ns. */
static void add_repetitions(cJSON *json, const char *key, const struct timing *timing)
{
    char text[32];
    cJSON *times = cJSON_AddArrayToObject(json, key);
    for (unsigned i = 0; i < timing->repetitions; i++) {
        snprintf(text, sizeof text, "%.17g", 1e9 * timing->cpu_times[i]);
        cJSON_AddItemToArray(times, cJSON_CreateRaw(text));
    }
}

static void add_identity(cJSON *json, const struct comparison *c, const char *rest)
{
    char name[256];
    snprintf(name, sizeof name, "%s/%s%s", c->scenario->name, c->model->name, rest);
    cJSON_AddStringToObject(json, "name", name);
    cJSON_AddStringToObject(json, "run_name", name);
    cJSON_AddStringToObject(json, "run_type", "iteration");
    if (c->file)
        cJSON_AddStringToObject(json, "file", c->file);
}

static void add_failure(cJSON *json, const char *message)
{
    cJSON_AddBoolToObject(json, "error_occurred", true);
    cJSON_AddStringToObject(json, "error_message", message);
}

/* Adds every column under its name. */
static void add_columns(cJSON *json, const struct comparison *c, const struct compare_row *row)
{
    char key[64];
    for (size_t k = 0; k < c->n_columns; k++) {
        snprintf(key, sizeof key, "error_%s", c->columns[k]);
        add(json, key, row->error[k]);
    }
    for (size_t k = 0; k < c->n_columns; k++) {
        snprintf(key, sizeof key, "floor_%s", c->columns[k]);
        add(json, key, c->floors[k]);
    }
}

static void add_errors(cJSON *json, const struct comparison *c, const struct compare_row *row)
{
    add(json, "error_max", row->error_max);
    add(json, "error_final", row->error_final);
    add(json, "scd", compare_scd(c, row));
    add(json, "error_floor", c->floor);
    add_columns(json, c, row);
    add(json, "event_error_s", row->event_error);
    if (c->setup.has_mass)
        add(json, "events_floor_s", c->floor_events);
    add(json, "break_away_force_error", row->break_away_error);
    add(json, "period_error", row->period_error);
    add(json, "amplitude_error", row->amplitude_error);
    if (c->model->bound)
        add(json, "bound_violations", (double)row->bound_violations);
    add(json, "energy_balance", row->energy_balance);
    add(json, "steady_state_error", row->steady_state_error);
}

static void add_times(cJSON *json, const struct comparison *c, const struct compare_row *row)
{
    const struct timing *timing = &row->timing;
    const bool timed = timing->repetitions > 0;
    cJSON_AddNumberToObject(json, "repetitions", timing->repetitions);
    cJSON_AddNumberToObject(json, "threads", 1);
    cJSON_AddNumberToObject(json, "iterations", (double)timing->iterations);
    add(json, "real_time", 1e9 * timing->real);
    add(json, "cpu_time", 1e9 * timing->cpu);
    cJSON_AddStringToObject(json, "time_unit", "ns");
    if (!timed)
        return;
    add(json, "cpu_time_min", 1e9 * timing->cpu_min);
    add(json, "cpu_time_q1", 1e9 * timing->cpu_q1);
    add(json, "cpu_time_q3", 1e9 * timing->cpu_q3);
    add(json, "calibration_time", 1e9 * c->calibration.cpu);
    add_repetitions(json, "cpu_times", timing);
    add_repetitions(json, "calibration_times", &c->calibration);
}

static cJSON *row_json(const struct comparison *c, const struct compare_row *row)
{
    char setting[32], rest[128];
    const struct statistics *s = &row->statistics;
    cJSON *json = cJSON_CreateObject();
    compare_setting(row, setting, sizeof setting);
    snprintf(rest, sizeof rest, "/%s/%s", row->integrator->name, setting);
    add_identity(json, c, rest);
    add_times(json, c, row);
    if (row->status != STATUS_OK)
        add_failure(json, compare_failure(row));
    else
        add_errors(json, c, row);
    add(json, "steps", (double)s->steps);
    add(json, "rejected", (double)s->rejected);
    add(json, "rate_evals", (double)s->rate_evals);
    add(json, "flow_evals", (double)s->flow_evals);
    add(json, "jac_evals", (double)s->jac_evals);
    add(json, "factorizations", (double)s->factorizations);
    add(json, "events", (double)s->events);
    return json;
}

static cJSON *refusal_json(const struct comparison *c)
{
    char text[512];
    cJSON *json = cJSON_CreateObject();
    snprintf(text, sizeof text, "not applicable: %s", c->not_applicable);
    add_identity(json, c, "");
    cJSON_AddNumberToObject(json, "iterations", 0);
    add_failure(json, text);
    return json;
}

void compare_json(FILE *out, const struct comparison *comparisons, size_t n)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "context", compare_context(comparisons, n));
    cJSON *benchmarks = cJSON_AddArrayToObject(json, "benchmarks");
    for (size_t i = 0; i < n; i++) {
        if (comparisons[i].not_applicable)
            cJSON_AddItemToArray(benchmarks, refusal_json(&comparisons[i]));
        for (size_t k = 0; k < comparisons[i].n_rows; k++)
            cJSON_AddItemToArray(benchmarks, row_json(&comparisons[i], &comparisons[i].rows[k]));
    }
    json_write(out, json);
}
