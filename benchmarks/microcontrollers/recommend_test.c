/* A recommendation never breaks a limit by its own row, and nothing cheaper meets all limits. */
#include "benchmarks/microcontrollers/recommend_check.h"

#include <stdio.h>

/* Returns often 0, sometimes NAN, otherwise some size. */
static double defect(uint64_t *state)
{
    const uint64_t kind = draw(state) % 4;
    if (kind == 0)
        return (double)NAN;
    return kind < 3 ? 0 : decades(state, -6, 1);
}

static struct embedded_row random_row(uint64_t *state)
{
    static const char *const laws[] = { "dahl", "lugre", "viscous" };
    static const char *const methods[] = { "euler", "exponential", "rk4" };
    static const enum status statuses[] = { STATUS_OK, STATUS_OK, STATUS_OK, STATUS_UNSUPPORTED,
                                            STATUS_NONFINITE };
    struct embedded_row row = {
        .core = "m4f",
        .steps_per_period = 1u << draw(state) % 4,
        .cost = { .status = draw(state) % 8 ? EMBEDDED_OK : EMBEDDED_DOES_NOT_FIT,
                  .steps = 4,
                  .restarts = draw(state) % 5,
                  .has_cycles = draw(state) % 2,
                  .flash = (uint32_t)(draw(state) % 4) * 100 },
        .quality = { .status = statuses[draw(state) % 5],
                     .error = draw(state) % 5 ? decades(state, -6, 1) : (double)NAN,
                     .bound_excess = defect(state),
                     .energy_deficit = defect(state),
                     .runs_away = draw(state) % 8 == 0 },
    };
    snprintf(row.cost.law, sizeof row.cost.law, "%s", laws[draw(state) % 3]);
    snprintf(row.cost.method, sizeof row.cost.method, "%s", methods[draw(state) % 3]);
    snprintf(row.cost.precision, sizeof row.cost.precision, draw(state) % 2 ? "f32" : "f64");
    row.cost.instructions.max = 10 + draw(state) % 1000;
    row.cost.cycles_hi.max = row.cost.instructions.max + draw(state) % 1000;
    return row;
}

Test(recommendation, meets_all_limits_and_is_the_cheapest)
{
    enum { ROWS = 40, ROUNDS = 20000 };
    struct embedded_row rows[ROWS];
    uint64_t state = 1;
    unsigned found = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct embedded_limits limits = random_limits(&state);
        const size_t n = draw(&state) % (ROWS + 1);
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
