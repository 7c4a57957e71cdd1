/* Sequences of held velocities, in whole steps, along which a method keeps or breaks a law's bound
 * and passivity: one way and back at all pairs of some lengths and speeds, random ones of eight
 * holds, and a long one, along which instabilities show. */
#ifndef BRISTLE_BENCHMARKS_BEHAVIOUR_HOLD_SEQUENCES_H
#define BRISTLE_BENCHMARKS_BEHAVIOUR_HOLD_SEQUENCES_H

#include <stddef.h>

enum { HOLDS_MOST = 8, HOLDS_MOST_STEPS = 400, HOLDS_LISTED = 185 };

struct holds {
    size_t n, steps[HOLDS_MOST];
    double v[HOLDS_MOST]; /* relative to the largest speed */
};

/* Returns sequence i of HOLDS_LISTED, always the same. */
struct holds holds_listed(size_t i);

/* Returns the number of steps of the sequence. */
size_t holds_steps(const struct holds *holds);

/* Writes the sequence in the velocity grammar (reference/inputs/signal.h), with that largest speed
 * in m/s and steps of h seconds. text[size] needs 64 characters a hold. */
void holds_text(const struct holds *holds, double speed, double h, char text[], size_t size);

#endif
