#include "benchmarks/behaviour/hold_sequences.h"

#include <stdint.h>
#include <stdio.h>

enum { LENGTHS = 4, SPEEDS = 3, PAIRS = LENGTHS * LENGTHS * SPEEDS * SPEEDS, DRAWN = 40 };

_Static_assert(HOLDS_LISTED == PAIRS + DRAWN + 1, "pairs, drawn ones, and the long one");

/* Returns a uniform number in 0 to n-1, from the generator SplitMix64, whose state is *state. */
static size_t pick(uint64_t *state, size_t n)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (size_t)((z ^ (z >> 31)) % n);
}

struct holds holds_listed(size_t i)
{
    static const size_t lengths[LENGTHS] = { 1, 2, 5, 30 };
    static const double speeds[SPEEDS] = { 1, 0.5, 0.125 };
    uint64_t state = i;
    if (i < PAIRS)
        return (struct holds){
            .n = 2,
            .steps = { lengths[i % 4], lengths[i / 4 % 4] },
            .v = { speeds[i / 16 % 3], -speeds[i / 48] },
        };
    if (i == PAIRS + DRAWN)
        return (struct holds){ .n = 2, .steps = { 200, 200 }, .v = { 1, -1 } };
    struct holds h = { .n = HOLDS_MOST };
    for (size_t k = 0; k < h.n; k++) {
        h.steps[k] = 1 + pick(&state, 7);
        h.v[k] = speeds[pick(&state, SPEEDS)] * (pick(&state, 2) ? 1 : -1);
    }
    return h;
}

size_t holds_steps(const struct holds *holds)
{
    size_t steps = 0;
    for (size_t i = 0; i < holds->n; i++)
        steps += holds->steps[i];
    return steps;
}

void holds_text(const struct holds *holds, double speed, double h, char text[], size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < holds->n; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%shold %.17g %.17g", i > 0 ? ";" : "",
                             speed * holds->v[i], (double)holds->steps[i] * h);
}
