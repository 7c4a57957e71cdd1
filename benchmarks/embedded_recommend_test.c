/* A recommendation is never a combination that its own row shows to break a limit, and nothing
 * cheaper meets them all. */
#include "benchmarks/embedded_recommend.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* SplitMix64. */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state) { return (double)(draw(state) >> 11) * 0x1p-53; }

/* 10^lo to 10^hi. */
static double decades(uint64_t *state, double lo, double hi)
{
    return pow(10, lo + (hi - lo) * uniform(state));
}

/* Often 0, sometimes not known, else some size. */
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
                     .energy_deficit = defect(state) },
    };
    strcpy(row.cost.law, laws[draw(state) % 3]);
    strcpy(row.cost.method, methods[draw(state) % 3]);
    strcpy(row.cost.precision, draw(state) % 2 ? "f32" : "f64");
    row.cost.instructions.max = 10 + draw(state) % 1000;
    row.cost.cycles_hi.max = row.cost.instructions.max + draw(state) % 1000;
    return row;
}

static struct embedded_limits random_limits(uint64_t *state)
{
    return (struct embedded_limits){
        .loop = { .rate = decades(state, 2, 5), .clock = decades(state, 6, 9) },
        .most_load = decades(state, -3, 0),
        .most_error = draw(state) % 4 ? decades(state, -5, 0) : (double)INFINITY,
    };
}

/* What is asked of a recommendation, said once more and otherwise. */
static bool acceptable(const struct embedded_row *row, const struct embedded_limits *limits)
{
    const double worst =
        (double)(row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max);
    const double seconds = worst * row->steps_per_period / limits->loop.clock;
    const bool exact = isinf(limits->most_error) || row->quality.error <= limits->most_error;
    return row->cost.status == EMBEDDED_OK && row->cost.restarts < row->cost.steps &&
           row->quality.status == STATUS_OK && exact &&
           seconds * limits->loop.rate <= limits->most_load && !(row->quality.bound_excess > 0) &&
           !(row->quality.energy_deficit > 0);
}

static double cycles(const struct embedded_row *row)
{
    return (double)(row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max) *
           row->steps_per_period;
}

static void check(const struct embedded_row rows[], size_t n, const char *law,
                  const struct embedded_limits *limits)
{
    char text[128];
    const size_t chosen = embedded_cheapest(rows, n, law, limits);
    cr_assert_leq(chosen, n);
    if (chosen < n) {
        cr_assert(acceptable(&rows[chosen], limits));
        cr_assert(!law || strcmp(rows[chosen].cost.law, law) == 0);
    }
    for (size_t i = 0; i < n; i++) {
        if (law && strcmp(rows[i].cost.law, law) != 0)
            continue;
        if (acceptable(&rows[i], limits))
            cr_assert(chosen < n && cycles(&rows[chosen]) <= cycles(&rows[i]));
        embedded_fault_text(&rows[i], limits, text, sizeof text);
        cr_assert_eq(embedded_fault(&rows[i], limits) == FAULT_NONE,
                     strcmp(text, "meets all limits") == 0);
    }
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
        check(rows, n, NULL, &limits);
        check(rows, n, "lugre", &limits);
        found += embedded_cheapest(rows, n, NULL, &limits) < n;
    }
    /* Both answers occur often. */
    cr_assert(found > ROUNDS / 10 && found < 9 * ROUNDS / 10, "%u of %d", found, ROUNDS);
}
