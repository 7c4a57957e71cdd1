/* What kernels compute on a core, for the host to judge. For every kernel of an image, lines
 *
 *     step law=W method=W precision=W trial=N force=H states=H,...
 *     hold law=W method=W precision=W hold=N states=H,...
 *     run law=W method=W precision=W steps=N entry=H digest=H bound=H asymmetric=N settled=H
 *
 * W are words, N decimal numbers, H bits in hexadecimal.
 *
 * step: one step of TRIAL_STEP seconds from a random state with random velocities. hold: the
 * states after each of TRIAL_HOLDS steps at held velocity, from the law's start. run: steps of the
 * velocity profile (velocity.h), slower by TRIAL_SLOWER, until a force is not finite; a digest of
 * all forces; the largest |x_i|/scale_i; how many forces differ from what the mirrored run gives,
 * less their sign; and, of laws that settle to a force that they know, the force after
 * TRIAL_SETTLING steps of 1 s at TRIAL_SPEED.
 *
 * The inputs are integers over powers of two, so that host and core have the same.
 */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_ON_TARGET_H
#define BRISTLE_BENCHMARKS_FIRMWARE_ON_TARGET_H

#include <stdint.h>

#include "models/model.h"

enum { TRIAL_COUNT = 48, TRIAL_HOLDS = 16, TRIAL_SETTLING = 64 };
#define TRIAL_STEP   C(0.0009765625) /* s */
#define TRIAL_HOLD   C(0.015625)     /* s */
#define TRIAL_SPEED  C(0.25)         /* m/s */
#define TRIAL_SLOWER 16              /* bonds snap with travel, and every snap takes its time */

/* SplitMix64. */
static inline uint64_t trial_draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in (-1, 1), on a grid that a float holds. */
static inline real trial_fraction(uint64_t *state)
{
    const int32_t u = (int32_t)(trial_draw(state) >> 44) - ((int32_t)1 << 19);
    return (real)u / (real)((int32_t)1 << 19);
}

/* 0, now and then, or a velocity of any size from 1 um/s to 1 m/s. */
static inline real trial_velocity(uint64_t *state)
{
    const uint64_t z = trial_draw(state);
    if (z % 16 == 0)
        return 0;
    return trial_fraction(state) / (real)((int32_t)1 << (z >> 32) % 20);
}

/* The inputs of one trial. */
struct trial {
    real v0, v1, x[MODEL_MAX_STATES];
};

/* Draws a trial. A law with memory starts from rest, where its memory is made to fit the state. */
static inline struct trial trial_number(unsigned number, const real scale[], unsigned n,
                                        bool has_memory)
{
    uint64_t state = number;
    struct trial t = { .v0 = trial_velocity(&state) };
    t.v1 = trial_draw(&state) % 4 == 0 ? t.v0 : trial_velocity(&state);
    if (has_memory)
        t.v0 = 0;
    for (unsigned i = 0; i < n; i++)
        t.x[i] = trial_fraction(&state) * scale[i];
    return t;
}

/* The velocity of hold i. */
static inline real trial_hold(unsigned i)
{
    uint64_t state = 1000 + i;
    return trial_velocity(&state);
}

/* Adds bits to a digest, which begins as 0: FNV-1a over words. */
static inline uint64_t trial_digest(uint64_t digest, uint64_t bits)
{
    return ((digest ^ bits) + 0xcbf29ce484222325u) * 0x100000001b3u;
}

void on_target_f32(void);
void on_target_f64(void);

#endif
