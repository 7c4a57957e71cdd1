/* Recommendations for random requirements, from rows measured on a core. */
#include "benchmarks/microcontrollers/recommend_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/microcontrollers/gather.h"

Test(recommendation, holds_for_measured_rows)
{
    enum { ROUNDS = 5000 };
    char firmware[1024], counter[1100], error[SIGNAL_TEXT], message[512] = "";
    struct setup setup;
    struct embedded_row *rows = NULL;
    uint64_t state = 1;
    size_t n = 0;
    unsigned found = 0;
    snprintf(firmware, sizeof firmware, "%s/bristle/benchmarks/firmware", getenv("TEST_SRCDIR"));
    snprintf(counter, sizeof counter, "%s/counter.so", firmware);
    cr_assert(setup_velocity("sine 0 0.01 6.283185307179586 0.3 1", &setup, error), "%s", error);
    const struct gather gather = {
        .cores = { embedded_core_find("m4f") },
        .n_cores = 1,
        .steps = { 1, 4 },
        .n_steps = 2,
        .rate = 1000,
        .velocity = &setup,
        .jobs = 2,
        .firmware = firmware,
        .counter = counter,
    };
    cr_assert(gather_rows(&gather, &rows, &n, message, sizeof message), "%s", message);
    embedded_sort(rows, n);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct embedded_limits limits = random_limits(&state);
        limits.loop.rate = gather.rate;
        check_choice(rows, n, NULL, &limits);
        check_choice(rows, n, rows[draw(&state) % n].cost.law, &limits);
        found += embedded_cheapest(rows, n, NULL, &limits) < n;
    }
    cr_assert(found > ROUNDS / 10, "%u of %d", found, ROUNDS);
    free(rows);
    setup_free(&setup);
}
