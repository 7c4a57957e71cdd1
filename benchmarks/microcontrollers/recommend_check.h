/* For tests: random limits, and checks of a recommendation against them. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_CHECK_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_RECOMMEND_CHECK_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/recommend.h"

/* SplitMix64. */
static inline uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double uniform(uint64_t *state) { return (double)(draw(state) >> 11) * 0x1p-53; }

/* 10^lo to 10^hi. */
static inline double decades(uint64_t *state, double lo, double hi)
{
    return pow(10, lo + (hi - lo) * uniform(state));
}

static inline struct embedded_limits random_limits(uint64_t *state)
{
    return (struct embedded_limits){
        .loop = { .rate = decades(state, 2, 5), .clock = decades(state, 6, 9) },
        .most_load = decades(state, -3, 0),
        .most_error = draw(state) % 4 ? decades(state, -5, 0) : (double)INFINITY,
    };
}

/* Returns true when the row meets the limits: an independent statement of embedded_fault. */
static inline bool acceptable(const struct embedded_row *row, const struct embedded_limits *limits)
{
    const double worst =
        (double)(row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max);
    const double seconds = worst * row->steps_per_period / limits->loop.clock;
    const bool exact = isinf(limits->most_error) || row->quality.error <= limits->most_error;
    return row->cost.status == EMBEDDED_OK && row->cost.restarts == 0 && !row->quality.runs_away &&
           row->quality.status == STATUS_OK && exact &&
           seconds * limits->loop.rate <= limits->most_load && !(row->quality.bound_excess > 0) &&
           !(row->quality.energy_deficit > 0);
}

static inline double cycles(const struct embedded_row *row)
{
    return (double)(row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max) *
           row->steps_per_period;
}

/* Checks, for sorted rows, that the choice meets the limits and that nothing cheaper does. */
static inline void check_choice(const struct embedded_row rows[], size_t n, const char *law,
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

/* Returns often 0, sometimes NAN, otherwise some size. */
static inline double defect(uint64_t *state)
{
    const uint64_t kind = draw(state) % 4;
    if (kind == 0)
        return (double)NAN;
    return kind < 3 ? 0 : decades(state, -6, 1);
}

static inline struct embedded_row random_row(uint64_t *state)
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
                     .rounding = ldexp(1, -(int)(draw(state) % 20)),
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

enum { ROWS = 14 };

/* Random rows, some of which meet many limits. */
static inline size_t draw_rows(uint64_t *state, struct embedded_row rows[])
{
    const size_t n = draw(state) % (ROWS + 1);
    for (size_t i = 0; i < n; i++) {
        rows[i] = random_row(state);
        rows[i].cost.stack = (uint32_t)(draw(state) % 1000);
        rows[i].cost.instructions.mean = (double)(draw(state) % 1000) + 0.25;
        rows[i].core = draw(state) % 8 ? "m4f" : "m7";
        if (draw(state) % 2 == 0)
            rows[i].cost.restarts = 0;
        /* equal costs, so that the rest decides */
        if (draw(state) % 2 == 0) {
            rows[i].cost.has_cycles = false;
            rows[i].cost.instructions.max = 64 / rows[i].steps_per_period;
        }
        if (draw(state) % 4 == 0)
            rows[i].quality = (struct embedded_quality){ .error = 1e-4 };
    }
    return n;
}

/* The faults in their order: the first that applies. */
static inline enum embedded_fault first_fault(const struct embedded_row *row,
                                              const struct embedded_limits *limits)
{
    const struct embedded_quality *q = &row->quality;
    const double load = cycles(row) / limits->loop.clock * limits->loop.rate;
    const struct {
        bool applies;
        enum embedded_fault fault;
    } faults[] = {
        { q->status == STATUS_UNSUPPORTED, FAULT_UNSUPPORTED },
        { row->cost.status != EMBEDDED_OK || row->cost.restarts == row->cost.steps,
          FAULT_UNMEASURED },
        { q->status != STATUS_OK, FAULT_FAILS },
        { load > limits->most_load, FAULT_LOAD },
        { row->cost.restarts > 0 || q->runs_away, FAULT_DIVERGES },
        { q->bound_excess > 0, FAULT_BOUND },
        { q->energy_deficit > 0, FAULT_PASSIVITY },
        { isnan(q->error) && !isinf(limits->most_error), FAULT_NO_REFERENCE },
        { q->error > limits->most_error, FAULT_ERROR },
        { true, FAULT_NONE },
    };
    size_t i = 0;
    while (!faults[i].applies)
        i++;
    return faults[i].fault;
}

/* Says the fault with its figure and its limit. */
static inline void say(const struct embedded_row *row, const struct embedded_limits *limits,
                       char text[160])
{
    const struct embedded_quality *q = &row->quality;
    const char *unmeasured = row->cost.status != EMBEDDED_OK ? "does not fit" : "its steps fail";
    switch (first_fault(row, limits)) {
    case FAULT_NONE:
        snprintf(text, 160, "meets all limits");
        break;
    case FAULT_UNSUPPORTED:
        snprintf(text, 160, "the method is not for this law");
        break;
    case FAULT_UNMEASURED:
        snprintf(text, 160, "%s", unmeasured);
        break;
    case FAULT_FAILS:
        snprintf(text, 160, "a state or its rate became infinite or not a number");
        break;
    case FAULT_LOAD:
        snprintf(text, 160, "load of %.3g %%, the limit is %.3g %%",
                 100 * embedded_load(row, &limits->loop), 100 * limits->most_load);
        break;
    case FAULT_DIVERGES:
        snprintf(text, 160, "a state runs away at speeds up to 0.5 m/s");
        break;
    case FAULT_BOUND:
        snprintf(text, 160, "a state exceeds its bound by %.2g %%", 100 * q->bound_excess);
        break;
    case FAULT_PASSIVITY:
        snprintf(text, 160, "returns %.2g %% more energy than it took", 100 * q->energy_deficit);
        break;
    case FAULT_NO_REFERENCE:
        snprintf(text, 160, "no reference to measure its error by");
        break;
    case FAULT_ERROR:
        snprintf(text, 160, "error of %.3g %%, the limit is %.3g %%", 100 * q->error,
                 100 * limits->most_error);
        break;
    }
}

#endif
