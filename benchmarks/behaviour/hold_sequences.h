/* Sequences of held velocities, in whole steps, on which a method shows whether it keeps what a
 * law promises: one way and back at all pairs of some lengths and speeds, drawn ones of eight
 * holds, and a long one, for instabilities to show. */
#ifndef BRISTLE_BENCHMARKS_BEHAVIOUR_HOLD_SEQUENCES_H
#define BRISTLE_BENCHMARKS_BEHAVIOUR_HOLD_SEQUENCES_H

#include <stddef.h>

enum { HOLDS_MOST = 8, HOLDS_MOST_STEPS = 400, HOLDS_LISTED = 185 };

struct holds {
    size_t n, steps[HOLDS_MOST];
    double v[HOLDS_MOST]; /* in the largest speed: the largest magnitude is 1 */
};

/* Sequence i of HOLDS_LISTED, always the same. */
struct holds holds_listed(size_t i);

size_t holds_steps(const struct holds *holds);

/* The sequence in the velocity grammar (reference/inputs/signal.h), at that largest speed in m/s
 * and with steps of h seconds. text[size] holds 64 characters a hold. */
void holds_text(const struct holds *holds, double speed, double h, char text[], size_t size);

#endif
