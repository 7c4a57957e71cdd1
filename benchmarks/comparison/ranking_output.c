/* See compare_ranking.h: rankings as a table, CSV and JSON. */
#include <cjson/cJSON.h>
#include <math.h>

#include "benchmarks/comparison/context.h"
#include "benchmarks/comparison/ranking.h"
#include "tools/base/cli.h"
#include "tools/base/json.h"

static const struct ranked *find(const struct ranking *r, const struct integrator *integrator)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->entries[i].integrator == integrator)
            return &r->entries[i];
    return NULL;
}

/* "2~  123 us". */
static void print_cell(FILE *out, const struct ranked *entry)
{
    char time[32];
    if (entry->rank == 0) {
        fprintf(out, " %17s", "-");
        return;
    }
    if (entry->time < 1e-3)
        snprintf(time, sizeof time, "%.3g us", 1e6 * entry->time);
    else if (entry->time < 1)
        snprintf(time, sizeof time, "%.3g ms", 1e3 * entry->time);
    else
        snprintf(time, sizeof time, "%.3g s", entry->time);
    fprintf(out, " %4u%c %11s", entry->rank, entry->tied ? '~' : ' ', time);
}

static void print_table(FILE *out, const struct comparison *c)
{
    enum { ORDER = 1 }; /* rows are in the order of the second error */
    struct ranking rankings[RANKING_TARGETS];
    fprintf(out, "%-20s", "integrator");
    for (size_t k = 0; k < RANKING_TARGETS; k++) {
        ranking_of(c, ranking_targets[k], &rankings[k]);
        fprintf(out, "   error <= %.0e", ranking_targets[k]);
    }
    fputc('\n', out);
    for (size_t i = 0; i < rankings[ORDER].n; i++) {
        const struct integrator *integrator = rankings[ORDER].entries[i].integrator;
        fprintf(out, "%-20s", integrator->name);
        for (size_t k = 0; k < RANKING_TARGETS; k++)
            print_cell(out, find(&rankings[k], integrator));
        fputc('\n', out);
    }
}

void ranking_table(FILE *out, const struct comparison *comparisons, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct comparison *c = &comparisons[i];
        fprintf(out, "%s%s, %s: rank and CPU time\n", i > 0 ? "\n" : "", c->scenario->name,
                c->model->name);
        if (c->not_applicable)
            fprintf(out, "  not applicable: %s\n", c->not_applicable);
        else
            print_table(out, c);
    }
    fputs("\n~: the times of neighbours cannot tell them apart. -: the error is not reached.\n",
          out);
}

void ranking_csv(FILE *out, const struct comparison *comparisons, size_t n)
{
    struct ranking r;
    fputs("scenario,model,error,rank,tied,integrator,cpu_time_s,low_s,high_s\n", out);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < RANKING_TARGETS && !comparisons[i].not_applicable; k++) {
            ranking_of(&comparisons[i], ranking_targets[k], &r);
            for (size_t e = 0; e < r.n; e++) {
                const struct ranked *entry = &r.entries[e];
                fprintf(out, "%s,%s,%.17g,", comparisons[i].scenario->name,
                        comparisons[i].model->name, r.target);
                if (entry->rank == 0)
                    fprintf(out, ",,%s,,,\n", entry->integrator->name);
                else
                    fprintf(out, "%u,%s,%s,%.17g,%.17g,%.17g\n", entry->rank,
                            entry->tied ? "true" : "false", entry->integrator->name, entry->time,
                            entry->low, entry->high);
            }
        }
}

static cJSON *entry_json(const struct ranked *entry)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "integrator", entry->integrator->name);
    if (entry->rank == 0) {
        cJSON_AddNullToObject(json, "rank");
        return json;
    }
    cJSON_AddNumberToObject(json, "rank", entry->rank);
    cJSON_AddBoolToObject(json, "tied", entry->tied);
    cJSON_AddNumberToObject(json, "cpu_time_s", entry->time);
    cJSON_AddNumberToObject(json, "low_s", entry->low);
    cJSON_AddNumberToObject(json, "high_s", entry->high);
    return json;
}

bool ranking_json(FILE *out, const struct comparison *comparisons, size_t n)
{
    struct ranking r;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "ranking-1");
    cJSON_AddItemToObject(json, "context", compare_context(comparisons, n));
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < RANKING_TARGETS && !comparisons[i].not_applicable; k++) {
            cJSON *one = cJSON_CreateObject();
            cJSON_AddItemToArray(results, one);
            ranking_of(&comparisons[i], ranking_targets[k], &r);
            cJSON_AddStringToObject(one, "scenario", comparisons[i].scenario->name);
            cJSON_AddStringToObject(one, "model", comparisons[i].model->name);
            cJSON_AddNumberToObject(one, "error", r.target);
            cJSON *ranks = cJSON_AddArrayToObject(one, "ranking");
            for (size_t e = 0; e < r.n; e++)
                cJSON_AddItemToArray(ranks, entry_json(&r.entries[e]));
        }
    return json_write(out, json);
}
