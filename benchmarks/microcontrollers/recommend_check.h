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

#endif
