/* A recommendation never breaks a limit by its own row, and nothing cheaper meets all limits. */
#include "benchmarks/microcontrollers/recommend_check.h"

#include <stdio.h>
#include <string.h>

Test(recommendation, meets_all_limits_and_is_the_cheapest)
{
    enum { MANY = 40, ROUNDS = 20000 };
    struct embedded_row rows[MANY];
    uint64_t state = 1;
    unsigned found = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct embedded_limits limits = random_limits(&state);
        const size_t n = draw(&state) % (MANY + 1);
        for (size_t i = 0; i < n; i++)
            rows[i] = random_row(&state);
        embedded_sort(rows, n);
        check_choice(rows, n, NULL, &limits);
        check_choice(rows, n, "lugre", &limits);
        found += embedded_cheapest(rows, n, NULL, &limits) < n;
    }
    /* Both answers occur often. */
    cr_assert(found > ROUNDS / 10 && found < 9 * ROUNDS / 10, "%u of %d", found, ROUNDS);
}

static bool has_cost(const struct embedded_row *row)
{
    return row->quality.status != STATUS_UNSUPPORTED && row->cost.status == EMBEDDED_OK &&
           row->cost.restarts < row->cost.steps;
}

/* Returns true when a comes before b: by cost, flash, names, steps; without figures last. */
static bool precedes(const struct embedded_row *a, const struct embedded_row *b)
{
    char key[2][200];
    for (int i = 0; i < 2; i++) {
        const struct embedded_row *row = i == 0 ? a : b;
        snprintf(key[i], sizeof key[i], "%d%010.0f%010u%-20s%-20s%s%04u", !has_cost(row),
                 cycles(row), row->cost.flash, row->cost.law, row->cost.method, row->cost.precision,
                 row->steps_per_period);
    }
    return strcmp(key[0], key[1]) < 0;
}

Test(recommendation, sorts_and_finds_the_front_and_faults)
{
    struct embedded_row rows[ROWS];
    uint64_t state = 2;
    for (unsigned round = 0; round < 2000; round++) {
        const struct embedded_limits limits = random_limits(&state);
        const size_t n = draw_rows(&state, rows);
        embedded_sort(rows, n);
        for (size_t i = 0; i < n; i++) {
            char text[160], expected[160];
            const bool figures = has_cost(&rows[i]) && rows[i].quality.status == STATUS_OK &&
                                 !isnan(rows[i].quality.error);
            bool beaten = false;
            for (size_t k = 0; k < n; k++)
                beaten |= has_cost(&rows[k]) && rows[k].quality.status == STATUS_OK &&
                          strcmp(rows[k].core, rows[i].core) == 0 &&
                          strcmp(rows[k].cost.law, rows[i].cost.law) == 0 &&
                          rows[k].quality.error < rows[i].quality.error &&
                          rows[k].cost.instructions.mean * rows[k].steps_per_period <
                              rows[i].cost.instructions.mean * rows[i].steps_per_period;
            cr_assert_eq(embedded_on_front(rows, n, i, &limits.loop), figures && !beaten);
            cr_assert(i == 0 || !precedes(&rows[i], &rows[i - 1]), "rows %zu and before", i);
            cr_assert_eq(embedded_fault(&rows[i], &limits), first_fault(&rows[i], &limits));
            embedded_fault_text(&rows[i], &limits, text, sizeof text);
            say(&rows[i], &limits, expected);
            cr_assert_str_eq(text, expected);
        }
    }
}
