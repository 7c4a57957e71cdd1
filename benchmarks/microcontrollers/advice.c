/* Recommendations as text, CSV and JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/recommend.h"
#include "models/model.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

enum { TEXT = 160 };

static void put_combination(FILE *out, const struct embedded_row *row)
{
    fprintf(out, "%s, %s, %u step%s a period", row->cost.method, row->cost.precision,
            row->steps_per_period, row->steps_per_period > 1 ? "s" : "");
}

/* Writes the combination with the figures that have limits. */
static void put_choice(FILE *out, const struct embedded_row *row,
                       const struct embedded_limits *limits)
{
    put_combination(out, row);
    if (limits->loop.clock > 0)
        fprintf(out, ": load %.3g %%", 100 * embedded_load(row, &limits->loop));
    else
        fprintf(out, ": %.0f instructions", row->cost.instructions.mean * row->steps_per_period);
    if (!isnan(row->quality.error))
        fprintf(out, ", error %.2g %%%s", 100 * row->quality.error,
                embedded_mostly_rounding(row) ? ", mostly rounding" : "");
    fprintf(out, ", flash %llu, stack %llu", (unsigned long long)row->cost.flash,
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
    enum { BELOW = 8 }; /* "    not " */
    char text[TEXT];
    struct memory_stream line;
    FILE *words = memory_open(&line);
    embedded_fault_text(row, limits, text, sizeof text);
    fputs("    not ", words);
    put_combination(words, row);
    fprintf(words, ": %s", text);
    wrap_close(out, 0, BELOW, &line);
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
    if (chosen == n) {
        fprintf(out, "%s: nothing meets the limits\n", law);
        print_faults(out, rows, n, law, limits);
        return;
    }
    struct memory_stream line;
    FILE *words = memory_open(&line);
    fprintf(words, "%s: ", law);
    put_choice(words, &rows[chosen], limits);
    wrap_close(out, 0, 2, &line);
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
    enum { BELOW = 21 }; /* the column behind the names */
    static const char *const names[FEATURES] = { "cheapest of all", "with pre-sliding",
                                                 "and Stribeck effect" };
    size_t i = 0;
    while (i < n &&
           !(shows(rows[i].cost.law, feature) && embedded_fault(&rows[i], limits) == FAULT_NONE))
        i++;
    struct memory_stream line;
    FILE *words = memory_open(&line);
    fprintf(words, "%-*s ", BELOW - 1, names[feature]);
    if (i == n) {
        fputs("none", words);
    } else {
        fprintf(words, "%s by ", rows[i].cost.law);
        put_choice(words, &rows[i], limits);
    }
    wrap_close(out, 0, BELOW, &line);
}

void embedded_advice_heading(FILE *out, const char *core, const struct embedded_limits *limits,
                             const char *velocity)
{
    struct memory_stream line;
    FILE *words = memory_open(&line);
    fprintf(words, "%s at %g Hz", core, limits->loop.rate);
    if (limits->loop.clock > 0)
        fprintf(words, " and %g MHz", limits->loop.clock / 1e6);
    if (isfinite(limits->most_load))
        fprintf(words, ", load at most %g %%", 100 * limits->most_load);
    if (isfinite(limits->most_error))
        fprintf(words, ", error at most %g %%", 100 * limits->most_error);
    fprintf(words, ", along %s", velocity);
    wrap_close(out, 0, 2, &line);
    fputc('\n', out);
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
