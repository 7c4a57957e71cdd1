/* One period of the velocity that kernels are measured over: all speeds that matter for friction,
 * from about 1 um/s to 0.5 m/s in steps of an eighth, held and at rest, in both directions.
 * Integers, so that every core sees the same samples: u * 2^-20 m/s is exact in float. Shared with
 * the host. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_VELOCITY_H
#define BRISTLE_BENCHMARKS_FIRMWARE_VELOCITY_H

#include <stdbool.h>
#include <stdint.h>

enum velocity_phase { VELOCITY_GROWS, VELOCITY_HOLDS, VELOCITY_SHRINKS, VELOCITY_RESTS };

/* Zero is the beginning. */
struct velocity {
    int32_t speed;  /* of the next sample, in 2^-20 m/s */
    uint8_t phase;  /* enum velocity_phase */
    uint8_t held;   /* samples of a phase at constant speed */
    uint8_t passes; /* 0: forward; 1: backward; 2: the period is over */
};

static inline bool velocity_over(const struct velocity *v) { return v->passes == 2; }

static inline void velocity_advance(struct velocity *v)
{
    const int32_t fastest = (int32_t)1 << 19, change = v->speed / 8 + 1;
    switch (v->phase) {
    case VELOCITY_GROWS:
        v->speed += change;
        if (v->speed >= fastest) {
            v->speed = fastest;
            v->phase = VELOCITY_HOLDS;
        }
        break;
    case VELOCITY_HOLDS:
        if (++v->held == 16) {
            v->held = 0;
            v->phase = VELOCITY_SHRINKS;
            v->speed -= change;
        }
        break;
    case VELOCITY_SHRINKS:
        v->speed -= change;
        if (v->speed <= 0) {
            v->speed = 0;
            v->phase = VELOCITY_RESTS;
        }
        break;
    default:
        if (++v->held == 8) {
            v->held = 0;
            v->phase = VELOCITY_GROWS;
            v->passes++;
            v->speed += change;
        }
    }
}

/* The next sample in 2^-20 m/s. */
static inline int32_t velocity_next(struct velocity *v)
{
    const int32_t u = v->passes == 1 ? -v->speed : v->speed;
    velocity_advance(v);
    return u;
}

#endif
