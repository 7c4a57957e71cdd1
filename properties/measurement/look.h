/* What a measured run says before any law: how it was sampled, what its sensors tell apart, and in
 * which ranges of friction it moves. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_LOOK_H
#define BRISTLE_PROPERTIES_MEASUREMENT_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "properties/measurement/motion.h"
#include "reference/logs/log.h"
#include "tools/base/cli.h"

struct columns;

/* Where ranges of friction end. Positive. */
struct look_limits {
    double length; /* m: pre-sliding is the motion by so much after a reversal */
    double speed;  /* m/s: below it, friction falls with the speed (Stribeck) */
};

/* Of angular runs m is rad, and N is N m. A sample stands for the time to half way to both of its
 * neighbours; shares are of the duration. The motion is at rest where its speed is not above three
 * times the speed's error. It reverses where it has moved in one direction and next moves in the
 * other: at its farthest position between, when it leaves that by three times the noise. Before the
 * first reversal there is no pre-sliding. */
struct look {
    const char *file; /* borrowed from the run */
    bool is_angular;
    struct look_limits limits;
    size_t samples;
    double duration;        /* s */
    double interval;        /* s, the median */
    double irregularity[2]; /* |interval/median - 1|: 99 % are not above, and the largest */
    double position_step;   /* m; 0: none to be seen; NAN: velocity was measured */
    double position_noise;  /* m, standard deviation, that of rounding to steps included; NAN so */
    double velocity_step;   /* m/s, as of the position; NAN: position was measured */
    double velocity_noise;  /* m/s */
    double force_step;      /* N, of the applied force where there is no other; 0: none */
    double force_noise;     /* N, as of the position */
    size_t reversals;       /* how many */
    double travel[2];       /* m between two reversals that follow each other: least, largest; NAN:
                             * there are no two */
    double speed[3];        /* m/s: 1 % of samples are below, half of them, 99 % */
    double rest;            /* share */
    double longest_rest;    /* s */
    double pre_sliding;     /* share: within the length after a reversal */
    double stribeck;        /* share: else, below the speed, at rest too */
    double sliding;         /* share: else */
};

/* Looks at a run, whose positions or velocities the motion was made of. speed_error[n], m/s: what a
 * standard deviation of the velocity is; NULL: rest is where the velocity is 0. */
struct look look_at(const struct log_run *run, bool is_angular, const struct motion *motion,
                    const double *speed_error, struct look_limits limits);

/* States the columns of a row, in the units above:
 *
 *     file, unit (m or rad), samples, duration, interval, irregularity_99, irregularity,
 *     position_step, position_noise, force_step, force_noise, reversals, least_travel,
 *     largest_travel, speed_1, speed_50, speed_99, rest, longest_rest, length, speed_limit,
 *     pre_sliding, stribeck, sliding, velocity_step, velocity_noise */
void look_columns(struct columns *c, const struct look *look);

/* Writes n looks: a paragraph each for people, within 80 columns, or rows ("look-1"). Borrows the
 * file. */
void look_write(FILE *out, enum format format, size_t n, const struct look looks[]);

#endif
