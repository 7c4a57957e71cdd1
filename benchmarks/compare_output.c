/* The comparison as a table, as CSV, and in Google Benchmark's JSON layout. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <time.h>
#include <unistd.h>

#include "benchmarks/compare.h"
#include "properties/cli.h"
#include "properties/json.h"

static void print_error(FILE *out, const struct comparison *c, double error)
{
    if (error <= c->floor)
        fprintf(out, " <=%.0e", c->floor);
    else
        fprintf(out, " %7.1e", error);
}

static void print_time(FILE *out, double seconds)
{
    if (seconds < 1e-3)
        fprintf(out, " %6.1f us", 1e6 * seconds);
    else if (seconds < 1)
        fprintf(out, " %6.1f ms", 1e3 * seconds);
    else
        fprintf(out, " %6.2f s ", seconds);
}

static void print_row(FILE *out, const struct comparison *c, const struct compare_row *row)
{
    char setting[32];
    if (row->status == STATUS_UNSUPPORTED) {
        fprintf(out, "%-20s not for this problem\n", row->integrator->name);
        return;
    }
    compare_setting(row, setting, sizeof setting);
    fprintf(out, "%-20s %-10s", row->integrator->name, setting);
    if (row->status != STATUS_OK) {
        fprintf(out, " failed: %s\n", status_text(row->status));
        return;
    }
    for (size_t k = 0; k < c->n_columns; k++)
        print_error(out, c, row->error[k]);
    const unsigned long long evals = row->statistics.rate_evals + row->statistics.flow_evals;
    fprintf(out, " %8llu %9llu", (unsigned long long)row->statistics.steps, evals);
    print_time(out, row->time_median);
    fputc('\n', out);
}

void compare_table(FILE *out, const struct comparison *comparisons, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct comparison *c = &comparisons[i];
        fprintf(out, "%s%s, %s: %s\n", i > 0 ? "\n" : "", c->scenario->name, c->model->name,
                c->scenario->title);
        if (c->not_applicable) {
            fprintf(out, "  not applicable: %s\n", c->not_applicable);
            continue;
        }
        fprintf(out, "%-20s %-10s", "integrator", "setting");
        for (size_t k = 0; k < c->n_columns; k++)
            fprintf(out, " error %s", c->columns[k]);
        fprintf(out, " %8s %9s %9s\n", "steps", "f evals", "median");
        for (size_t k = 0; k < c->n_rows; k++)
            print_row(out, c, &c->rows[k]);
    }
}

void compare_csv(FILE *out, const struct comparison *comparisons, size_t n)
{
    fputs("scenario,model,integrator,setting,error_max,error_final,steps,rejected,rate_evals,"
          "flow_evals,jac_evals,factorizations,events,bound_violations,time_min_s,time_median_s,"
          "failure\n",
          out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < comparisons[i].n_rows; k++) {
            const struct compare_row *r = &comparisons[i].rows[k];
            const struct statistics *s = &r->statistics;
            char setting[32];
            compare_setting(r, setting, sizeof setting);
            fprintf(out, "%s,%s,%s,%s,", comparisons[i].scenario->name, comparisons[i].model->name,
                    r->integrator->name, setting);
            if (r->status == STATUS_OK)
                fprintf(out, "%.17g,%.17g", r->error_max, r->error_final);
            else
                fputc(',', out);
            fprintf(out, ",%llu,%llu,%llu,%llu,%llu,%llu,%llu,%lu,%.9g,%.9g,%s\n",
                    (unsigned long long)s->steps, (unsigned long long)s->rejected,
                    (unsigned long long)s->rate_evals, (unsigned long long)s->flow_evals,
                    (unsigned long long)s->jac_evals, (unsigned long long)s->factorizations,
                    (unsigned long long)s->events, r->bound_violations, r->time_min, r->time_median,
                    r->status == STATUS_OK ? "" : status_text(r->status));
        }
}

/* "model name" of the first processor, or "unknown". */
static void cpu_name(char *buffer, size_t size)
{
    char line[512];
    snprintf(buffer, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(buffer, size, "%s", strchr(line, ':') + 2);
            buffer[strcspn(buffer, "\n")] = '\0';
            break;
        }
    if (file)
        fclose(file);
}

static cJSON *context_json(void)
{
    char text[512], version[32] = "";
    const time_t t = time(NULL);
    struct tm utc;
    cJSON *json = cJSON_CreateObject();
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", gmtime_r(&t, &utc));
    cJSON_AddStringToObject(json, "date", text);
    if (gethostname(text, sizeof text) == 0)
        cJSON_AddStringToObject(json, "host_name", text);
    cJSON_AddStringToObject(json, "executable", "compare");
    cJSON_AddNumberToObject(json, "num_cpus", (double)sysconf(_SC_NPROCESSORS_ONLN));
    cpu_name(text, sizeof text);
    cJSON_AddStringToObject(json, "cpu", text);
    cJSON_AddStringToObject(json, "library_build_type", "release");
    cJSON_AddStringToObject(json, "bristle_version", BRISTLE_VERSION);
    cJSON_AddStringToObject(json, "compiler", __VERSION__);
    SUNDIALSGetVersion(version, sizeof version);
    cJSON_AddStringToObject(json, "sundials_version", version);
    return json;
}

static cJSON *row_json(const struct comparison *c, const struct compare_row *row)
{
    char setting[32], name[256], key[64];
    const struct statistics *s = &row->statistics;
    cJSON *json = cJSON_CreateObject();
    compare_setting(row, setting, sizeof setting);
    snprintf(name, sizeof name, "%s/%s/%s/%s", c->scenario->name, c->model->name,
             row->integrator->name, setting);
    cJSON_AddStringToObject(json, "name", name);
    cJSON_AddStringToObject(json, "run_name", name);
    cJSON_AddStringToObject(json, "run_type", "iteration");
    cJSON_AddNumberToObject(json, "repetitions", row->repetitions);
    cJSON_AddNumberToObject(json, "threads", 1);
    cJSON_AddNumberToObject(json, "iterations", row->repetitions);
    cJSON_AddNumberToObject(json, "real_time", 1e9 * row->time_median);
    cJSON_AddNumberToObject(json, "cpu_time", 1e9 * row->time_median);
    cJSON_AddStringToObject(json, "time_unit", "ns");
    cJSON_AddNumberToObject(json, "real_time_min", 1e9 * row->time_min);
    if (row->status != STATUS_OK) {
        cJSON_AddBoolToObject(json, "error_occurred", true);
        cJSON_AddStringToObject(json, "error_message", status_text(row->status));
    } else {
        cJSON_AddNumberToObject(json, "error_final", row->error_final);
        cJSON_AddNumberToObject(json, "error_max", row->error_max);
        cJSON_AddNumberToObject(json, "scd", -log10(fmax(row->error_max, c->floor)));
        for (unsigned k = 0; k <= c->model->n_states; k++) {
            snprintf(key, sizeof key, "error_%s",
                     k < c->model->n_states ? c->model->states[k].name : "F");
            cJSON_AddNumberToObject(json, key, row->error[k]);
        }
        cJSON_AddNumberToObject(json, "error_floor", c->floor);
        cJSON_AddNumberToObject(json, "bound_violations", (double)row->bound_violations);
    }
    cJSON_AddNumberToObject(json, "steps", (double)s->steps);
    cJSON_AddNumberToObject(json, "rejected", (double)s->rejected);
    cJSON_AddNumberToObject(json, "rate_evals", (double)s->rate_evals);
    cJSON_AddNumberToObject(json, "flow_evals", (double)s->flow_evals);
    cJSON_AddNumberToObject(json, "jac_evals", (double)s->jac_evals);
    cJSON_AddNumberToObject(json, "factorizations", (double)s->factorizations);
    cJSON_AddNumberToObject(json, "events", (double)s->events);
    return json;
}

bool compare_json(FILE *out, const struct comparison *comparisons, size_t n)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddItemToObject(json, "context", context_json());
    cJSON *benchmarks = cJSON_AddArrayToObject(json, "benchmarks");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < comparisons[i].n_rows; k++)
            cJSON_AddItemToArray(benchmarks, row_json(&comparisons[i], &comparisons[i].rows[k]));
    return json_write(out, json);
}
