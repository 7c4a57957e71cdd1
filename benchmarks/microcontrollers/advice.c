/* Recommendations as text, CSV and JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/recommend.h"
#include "models/model.h"
#include "tools/base/columns.h"

enum { TEXT = 160 };

static void print_combination(FILE *out, const struct embedded_row *row)
{
    fprintf(out, "%s, %s, %u step%s a period", row->cost.method, row->cost.precision,
            row->steps_per_period, row->steps_per_period > 1 ? "s" : "");
}

/* Prints the combination with the figures that have limits. */
static void print_choice(FILE *out, const struct embedded_row *row,
                         const struct embedded_limits *limits)
{
    print_combination(out, row);
    if (limits->loop.clock > 0)
        fprintf(out, ": load %.3g %%", 100 * embedded_load(row, &limits->loop));
    else
        fprintf(out, ": %.0f instructions", row->cost.instructions.mean * row->steps_per_period);
    if (!isnan(row->quality.error))
        fprintf(out, ", error %.2g %%", 100 * row->quality.error);
    fprintf(out, ", flash %llu, stack %llu\n", (unsigned long long)row->cost.flash,
            (unsigned long long)row->cost.stack);
}

/* Returns true for the first row of a law; rows of a law follow the order of their first row. */
static bool first_of_law(const struct embedded_row rows[], size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(rows[k].cost.law, rows[i].cost.law) == 0)
            return false;
    return true;
}

static void print_rejected(FILE *out, const struct embedded_row *row,
                           const struct embedded_limits *limits)
{
    char text[TEXT];
    embedded_fault_text(row, limits, text, sizeof text);
    fputs("    not ", out);
    print_combination(out, row);
    fprintf(out, ": %s\n", text);
}

/* Prints one line for each kind of fault, with the cheapest row that has it. */
static void print_faults(FILE *out, const struct embedded_row rows[], size_t n, const char *law,
                         const struct embedded_limits *limits)
{
    for (int fault = FAULT_UNSUPPORTED; fault <= FAULT_ERROR; fault++) {
        size_t count = 0, first = n;
        for (size_t i = n; i-- > 0;)
            if (strcmp(rows[i].cost.law, law) == 0 &&
                embedded_fault(&rows[i], limits) == (enum embedded_fault)fault) {
                count++;
                first = i;
            }
        if (count > 1)
            fprintf(out, "    %zu combinations, the cheapest:\n", count);
        if (count > 0)
            print_rejected(out, &rows[first], limits);
    }
}

static void advise_law(FILE *out, const struct embedded_row rows[], size_t n, const char *law,
                       const struct embedded_limits *limits)
{
    const size_t chosen = embedded_cheapest(rows, n, law, limits);
    fprintf(out, "%s: ", law);
    if (chosen == n) {
        fputs("nothing meets the limits\n", out);
        print_faults(out, rows, n, law, limits);
        return;
    }
    print_choice(out, &rows[chosen], limits);
    for (size_t i = 0; i < chosen; i++)
        if (strcmp(rows[i].cost.law, law) == 0)
            print_rejected(out, &rows[i], limits);
}

/* Features of friction that a law can show: its static curve alone, pre-sliding displacement (it
 * has a state), and the Stribeck effect as well. */
enum feature { ANY_LAW, PRE_SLIDING, STRIBECK_TOO, FEATURES };

static bool shows(const char *law, enum feature feature)
{
    const struct model *model = PREC(model_find)(law);
    return (feature < PRE_SLIDING || model->n_states > 0) &&
           (feature < STRIBECK_TOO || model->stribeck_speed);
}

static void print_cheapest(FILE *out, const struct embedded_row rows[], size_t n,
                           enum feature feature, const struct embedded_limits *limits)
{
    static const char *const names[FEATURES] = { "cheapest of all", "with pre-sliding",
                                                 "and Stribeck effect" };
    size_t i = 0;
    while (i < n &&
           !(shows(rows[i].cost.law, feature) && embedded_fault(&rows[i], limits) == FAULT_NONE))
        i++;
    fprintf(out, "%-20s ", names[feature]);
    if (i == n) {
        fputs("none\n", out);
        return;
    }
    fprintf(out, "%s by ", rows[i].cost.law);
    print_choice(out, &rows[i], limits);
}

void embedded_advice(FILE *out, const struct embedded_row rows[], size_t n,
                     const struct embedded_limits *limits)
{
    size_t laws = 0;
    for (size_t i = 0; i < n; i++)
        if (first_of_law(rows, i)) {
            advise_law(out, rows, n, rows[i].cost.law, limits);
            laws++;
        }
    if (laws < 2)
        return;
    fputc('\n', out);
    for (int feature = ANY_LAW; feature < FEATURES; feature++)
        print_cheapest(out, rows, n, (enum feature)feature, limits);
}

/* Returns true when a row is its law's choice, or cheaper than the choice. */
static bool listed(const struct embedded_row rows[], size_t n, size_t i,
                   const struct embedded_limits *limits)
{
    return i <= embedded_cheapest(rows, n, rows[i].cost.law, limits);
}

void embedded_advice_state(struct columns *c, const struct embedded_row rows[], size_t n,
                           const struct embedded_limits *limits)
{
    for (size_t i = 0; i < n; i++) {
        char text[TEXT];
        const struct embedded_row *row = &rows[i];
        const bool loaded = limits->loop.clock > 0 && row->cost.status == EMBEDDED_OK;
        const bool judged = row->quality.status == STATUS_OK;
        if (!listed(rows, n, i, limits))
            continue;
        embedded_fault_text(row, limits, text, sizeof text);
        embedded_state_key(c, row);
        column_number(c, "load", loaded ? embedded_load(row, &limits->loop) : (double)NAN, 9);
        column_number(c, "error", judged ? row->quality.error : (double)NAN, 9);
        column_count(c, "chosen", embedded_fault(row, limits) == FAULT_NONE);
        column_text(c, "why", text);
        columns_end_row(c);
    }
}

cJSON *embedded_advice_json(const struct embedded_row rows[], size_t n,
                            const struct embedded_limits *limits)
{
    cJSON *json = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) {
        if (!first_of_law(rows, i))
            continue;
        const size_t chosen = embedded_cheapest(rows, n, rows[i].cost.law, limits);
        cJSON *law = cJSON_CreateObject();
        cJSON_AddItemToArray(json, law);
        cJSON_AddStringToObject(law, "model", rows[i].cost.law);
        cJSON_AddItemToObject(law, "chosen",
                              chosen < n ? embedded_row_json(&rows[chosen], &limits->loop)
                                         : cJSON_CreateNull());
        cJSON *rejected = cJSON_AddArrayToObject(law, "rejected");
        for (size_t k = 0; k < chosen; k++) {
            char text[TEXT];
            if (strcmp(rows[k].cost.law, rows[i].cost.law) != 0)
                continue;
            cJSON *row = embedded_row_json(&rows[k], &limits->loop);
            embedded_fault_text(&rows[k], limits, text, sizeof text);
            cJSON_AddStringToObject(row, "why", text);
            cJSON_AddItemToArray(rejected, row);
        }
    }
    return json;
}
