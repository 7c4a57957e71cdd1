/* What is said of a recommendation is what a search through all rows finds. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/microcontrollers/recommend_check.h"
#include "tools/base/columns.h"
#include "tools/base/wrap.h"
#include "tools/testing/test_output.h"

static void put_name(FILE *out, const struct embedded_row *row)
{
    fprintf(out, "%s, %s, %u step%s a period", row->cost.method, row->cost.precision,
            row->steps_per_period, row->steps_per_period == 1 ? "" : "s");
}

static void put_choice(FILE *out, const struct embedded_row *row,
                       const struct embedded_limits *limits)
{
    put_name(out, row);
    if (limits->loop.clock > 0)
        fprintf(out, ": load %.3g %%", 100 * embedded_load(row, &limits->loop));
    else
        fprintf(out, ": %.0f instructions", row->steps_per_period * row->cost.instructions.mean);
    if (!isnan(row->quality.error))
        fprintf(out, ", error %.2g %%%s", 100 * row->quality.error,
                2 * row->quality.rounding > row->quality.error ? ", mostly rounding" : "");
    fprintf(out, ", flash %u, stack %u\n", row->cost.flash, row->cost.stack);
}

static void put_not(FILE *out, const struct embedded_row *row, const struct embedded_limits *limits)
{
    char text[160];
    fputs("    not ", out);
    put_name(out, row);
    say(row, limits, text);
    fprintf(out, ": %s\n", text);
}

/* Prints each fault of a law's rows, the most basic ones first, with the first row that has it. */
static void put_faults(FILE *out, const struct embedded_row rows[], size_t n, const char *law,
                       const struct embedded_limits *limits)
{
    for (int fault = FAULT_NONE + 1; fault <= FAULT_ERROR; fault++) {
        const struct embedded_row *first = NULL;
        unsigned count = 0;
        for (size_t i = 0; i < n; i++)
            if (strcmp(rows[i].cost.law, law) == 0 && (int)first_fault(&rows[i], limits) == fault) {
                first = first ? first : &rows[i];
                count++;
            }
        if (count > 1)
            fprintf(out, "    %u combinations, the cheapest:\n", count);
        if (count > 0)
            put_not(out, first, limits);
    }
}

/* Breaks the lines of the text, which it frees, where a terminal ends. */
static char *wrapped(char *text)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
        const bool by_feature = strncmp(line, "cheapest of all ", 16) == 0 ||
                                strncmp(line, "with pre-sliding ", 17) == 0 ||
                                strncmp(line, "and Stribeck effect ", 20) == 0;
        *end = '\0';
        wrap_print(out, 0, by_feature ? 21 : strncmp(line, "    not ", 8) == 0 ? 8 : 2, line);
    }
    free(text);
    return memory_close(&stream);
}

/* Prints the advice that follows from the definition: for each law, in the order of their first
 * rows, the first row without a fault after all before it. Of the laws here, all but the viscous
 * one have a state, and LuGre has the Stribeck effect. */
static char *advice_of(const struct embedded_row rows[], size_t n,
                       const struct embedded_limits *limits)
{
    static const char *const features[] = { "cheapest of all", "with pre-sliding",
                                            "and Stribeck effect" };
    char seen[200] = "";
    size_t laws = 0;
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    for (size_t i = 0; i < n; i++) {
        const char *law = rows[i].cost.law;
        const struct embedded_row *best = NULL;
        if (strstr(seen, law))
            continue;
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s ", law);
        laws++;
        for (size_t k = n; k-- > 0;)
            if (strcmp(rows[k].cost.law, law) == 0 && first_fault(&rows[k], limits) == FAULT_NONE)
                best = &rows[k];
        fprintf(out, "%s: ", law);
        if (best)
            put_choice(out, best, limits);
        else
            fputs("nothing meets the limits\n", out);
        for (const struct embedded_row *row = rows; best && row < best; row++)
            if (strcmp(row->cost.law, law) == 0)
                put_not(out, row, limits);
        if (!best)
            put_faults(out, rows, n, law, limits);
    }
    if (laws > 1)
        fputc('\n', out);
    for (int f = 0; f < 3 && laws > 1; f++) {
        const struct embedded_row *best = NULL;
        for (size_t k = n; k-- > 0;) {
            const char *law = rows[k].cost.law;
            const int shows = strcmp(law, "lugre") == 0 ? 2 : strcmp(law, "dahl") == 0 ? 1 : 0;
            if (shows >= f && first_fault(&rows[k], limits) == FAULT_NONE)
                best = &rows[k];
        }
        fprintf(out, "%-20s %s%s", features[f], best ? best->cost.law : "none\n",
                best ? " by " : "");
        if (best)
            put_choice(out, best, limits);
    }
    return wrapped(memory_close(&stream));
}

/* Expects in CSV and JSON the rows of each law up to the first without a fault. */
static void expect_stated(const struct embedded_row rows[], size_t n,
                          const struct embedded_limits *limits)
{
    char cell[CELL], text[160];
    size_t line = 0;
    struct memory_stream stream;
    struct columns c = columns_begin(memory_open(&stream), FORMAT_CSV, NULL);
    embedded_advice_state(&c, rows, n, limits);
    char *csv = memory_close(&stream);
    cJSON *json = embedded_advice_json(rows, n, limits);
    const cJSON *law;
    for (size_t i = 0; i < n; i++) {
        bool chosen_before = false;
        for (size_t k = 0; k < i; k++)
            chosen_before |= strcmp(rows[k].cost.law, rows[i].cost.law) == 0 &&
                             first_fault(&rows[k], limits) == FAULT_NONE;
        if (chosen_before)
            continue;
        const bool chosen = first_fault(&rows[i], limits) == FAULT_NONE;
        const bool loaded = rows[i].cost.status == EMBEDDED_OK && limits->loop.clock > 0;
        say(&rows[i], limits, text);
        csv_cell(csv, line, "core", cell);
        cr_expect_str_eq(cell, rows[i].core);
        csv_cell(csv, line, "model", cell);
        cr_expect_str_eq(cell, rows[i].cost.law);
        csv_cell(csv, line, "chosen", cell);
        cr_expect_str_eq(cell, chosen ? "1" : "0");
        csv_cell(csv, line, "load", cell);
        cr_expect_eq(*cell != '\0', loaded);
        /* nine digits */
        const double load = loaded ? cycles(&rows[i]) / limits->loop.clock * limits->loop.rate : 0;
        cr_expect(!loaded || fabs(strtod(cell, NULL) - load) <= 1e-8 * load, "%s", cell);
        csv_cell(csv, line, "error", cell);
        const double error =
            rows[i].quality.status == STATUS_OK ? rows[i].quality.error : (double)NAN;
        cr_expect_eq(*cell == '\0', isnan(error));
        cr_expect(isnan(error) || fabs(strtod(cell, NULL) - error) <= 1e-8 * error, "%s", cell);
        line++;
        cJSON_ArrayForEach(law, json)
        {
            json_cell(law, "model", cell);
            if (strcmp(cell, rows[i].cost.law) != 0)
                continue;
            cJSON *list = cJSON_GetObjectItem(law, "rejected");
            const cJSON *row =
                chosen ? cJSON_GetObjectItem(law, "chosen") : cJSON_GetArrayItem(list, 0);
            json_cell(row, "integrator", cell);
            cr_expect_str_eq(cell, rows[i].cost.method);
            json_cell(row, "precision", cell);
            cr_expect_str_eq(cell, rows[i].cost.precision);
            if (chosen)
                continue;
            json_cell(row, "why", cell);
            cr_expect_str_eq(cell, text);
            cJSON_DeleteItemFromArray(list, 0);
        }
    }
    cJSON_ArrayForEach(law, json)
    {
        cr_expect_eq(cJSON_GetArraySize(cJSON_GetObjectItem(law, "rejected")), 0);
        json_cell(law, "model", cell);
        const size_t chosen = embedded_cheapest(rows, n, cell, limits);
        cr_expect_eq(cJSON_IsNull(cJSON_GetObjectItem(law, "chosen")), chosen == n);
    }
    /* each law once, in the order of its first row */
    law = json->child;
    for (size_t i = 0; i < n; i++) {
        size_t first = 0;
        while (strcmp(rows[first].cost.law, rows[i].cost.law) != 0)
            first++;
        if (first < i)
            continue;
        cr_assert(law, "no %s", rows[i].cost.law);
        json_cell(law, "model", cell);
        cr_expect_str_eq(cell, rows[i].cost.law);
        law = law->next;
    }
    cr_expect_null(law, "a law twice");
    size_t lines = 0;
    for (const char *s = csv; *s; s++)
        lines += *s == '\n';
    cr_expect_eq(lines, n > 0 ? line + 1 : 0);
    cJSON_Delete(json);
    free(csv);
}

Test(recommendation, says_what_a_search_through_all_rows_finds)
{
    struct embedded_row rows[ROWS];
    uint64_t state = 3;
    unsigned empty = 0;
    for (unsigned round = 0; round < 300; round++) {
        struct embedded_limits limits = random_limits(&state);
        const size_t n = draw_rows(&state, rows);
        if (round % 4 == 0) {
            limits.loop.clock = 0;
            limits.most_load = (double)INFINITY;
        }
        embedded_sort(rows, n);
        struct memory_stream stream;
        embedded_advice(memory_open(&stream), rows, n, &limits);
        char *text = memory_close(&stream);
        char *expected = advice_of(rows, n, &limits);
        cr_expect_str_eq(text, expected, "%s\ninstead of\n%s", text, expected);
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            cr_expect_leq(strcspn(line, "\n"), 80, "%.100s", line);
        expect_stated(rows, n, &limits);
        empty += strstr(text, "nothing meets") != NULL;
        free(text);
        free(expected);
    }
    cr_expect(empty > 30 && empty < 290, "%u", empty);
}
