/* Writes rankings as a table, CSV and JSON (ranking.h). */
#include <cjson/cJSON.h>
#include <math.h>

#include "benchmarks/comparison/context.h"
#include "benchmarks/comparison/ranking.h"
#include "tools/base/columns.h"
#include "tools/base/json.h"

static const struct ranked *find(const struct ranking *r, const struct integrator *integrator)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->entries[i].integrator == integrator)
            return &r->entries[i];
    return NULL;
}

/* Prints a cell like "2~  123 us". */
static void print_cell(FILE *out, const struct ranked *entry)
{
    char time[32];
    if (entry->rank == 0) {
        fprintf(out, " %14s", "-");
        return;
    }
    if (entry->time < 1e-3)
        snprintf(time, sizeof time, "%.3g us", 1e6 * entry->time);
    else if (entry->time < 1)
        snprintf(time, sizeof time, "%.3g ms", 1e3 * entry->time);
    else
        snprintf(time, sizeof time, "%.3g s", entry->time);
    fprintf(out, " %2u%c %10s", entry->rank, entry->tied ? '~' : ' ', time);
}

static void print_table(FILE *out, const struct comparison *c)
{
    enum { ORDER = 1 }; /* rows are sorted by the time at the second error */
    struct ranking rankings[RANKING_TARGETS];
    fprintf(out, "%-20s", "integrator");
    for (size_t k = 0; k < RANKING_TARGETS; k++) {
        ranking_of(c, ranking_targets[k], &rankings[k]);
        fprintf(out, " error <= %.0e", ranking_targets[k]);
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

/* In CSV every row names its comparison and target. */
static void state_entry(struct columns *c, const struct comparison *of, double target,
                        const struct ranked *entry)
{
    const bool is_ranked = entry->rank > 0;
    const double none = (double)NAN;
    if (!c->is_json) {
        column_text(c, "scenario", of->scenario->name);
        column_text(c, "model", of->model->name);
        column_number(c, "error", target, 17);
    } else
        column_text(c, "integrator", entry->integrator->name);
    column_number(c, "rank", is_ranked ? entry->rank : none, 17);
    if (c->is_json && !is_ranked)
        return;
    if (is_ranked)
        column_truth(c, "tied", entry->tied);
    else
        column_text(c, "tied", NULL);
    if (!c->is_json)
        column_text(c, "integrator", entry->integrator ? entry->integrator->name : NULL);
    column_number(c, "cpu_time_s", is_ranked ? entry->time : none, 17);
    column_number(c, "low_s", is_ranked ? entry->low : none, 17);
    column_number(c, "high_s", is_ranked ? entry->high : none, 17);
}

static void state_ranking(struct columns *c, const struct comparison *of, const struct ranking *r)
{
    for (size_t e = 0; e < r->n; e++) {
        state_entry(c, of, r->target, &r->entries[e]);
        columns_end_row(c);
    }
}

void ranking_csv(FILE *out, const struct comparison *comparisons, size_t n)
{
    static const struct ranked none;
    struct ranking r;
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    state_entry(&c, comparisons, 0, &none);
    columns_end_heading(&c);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < RANKING_TARGETS && !comparisons[i].not_applicable; k++) {
            ranking_of(&comparisons[i], ranking_targets[k], &r);
            state_ranking(&c, &comparisons[i], &r);
        }
}

static cJSON *ranking_json_of(const struct comparison *comparison, double target)
{
    struct ranking r;
    cJSON *json = cJSON_CreateObject();
    ranking_of(comparison, target, &r);
    cJSON_AddStringToObject(json, "scenario", comparison->scenario->name);
    cJSON_AddStringToObject(json, "model", comparison->model->name);
    cJSON_AddNumberToObject(json, "error", r.target);
    struct columns c = columns_json(cJSON_AddArrayToObject(json, "ranking"));
    state_ranking(&c, comparison, &r);
    return json;
}

void ranking_json(FILE *out, const struct comparison *comparisons, size_t n)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "ranking-1");
    cJSON_AddItemToObject(json, "context", compare_context(comparisons, n));
    cJSON *results = cJSON_AddArrayToObject(json, "results");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < RANKING_TARGETS && !comparisons[i].not_applicable; k++)
            cJSON_AddItemToArray(results, ranking_json_of(&comparisons[i], ranking_targets[k]));
    json_write(out, json);
}
