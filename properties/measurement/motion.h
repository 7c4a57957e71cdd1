/* The motion under a log: a smooth curve through measured positions, or velocities.
 *
 * Positions are measured to a noise and to steps of an encoder; their differences are no
 * velocities. The curve s is the one whose sum of weighted squares
 *
 *     sum (x_i - s_i)^2/noise^2 + lambda sum u_j (d^3 s)_j^2
 *
 * is least: d^3 s are third divided differences, times the cube of the mean interval. lambda is
 * such that s is as far from x as the noise says, within the error of both. The weights u_j are
 * found with s: large where the motion is smooth, small where it jumps, so that a change of
 * velocity stays one (iteratively reweighted least squares). The system is banded: the cost is that
 * of the samples. Where an encoder's steps are passed slowly, what is measured is when edges
 * between them are passed (steps.h); and where one lasts for far longer than those before and
 * behind it, the motion rests. The curve is smooth over some hundred samples at most: of a motion
 * that needs more of them for one step of the encoder, the velocity is not known.
 *
 * Where velocities were measured the curve is one through them, with small second differences, and
 * positions are its integral. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_MOTION_H
#define BRISTLE_PROPERTIES_MEASUREMENT_MOTION_H

#include <stdbool.h>
#include <stddef.h>

#include "properties/measurement/steps.h"
#include "tools/base/rng.h"

struct motion {
    size_t n;
    double *t, *x, *v;   /* s, m, m/s */
    bool is_of_velocity; /* velocities were measured: their step and noise are in m/s */
    double step;         /* m, of the encoder; 0: none to be seen */
    double noise;        /* m, standard deviation of what was measured; 0: none to be seen */
    struct steps steps;  /* what edges say, where has_edges */
    bool has_edges;      /* it is known where values change from one step to the next */
    double *seen;        /* x, or v, by what was measured; NULL: as it is */
    void *smoother;      /* private */
};

/* Finds the motion through n >= 8 positions at strictly increasing times. Memory is the motion's;
 * motion_free releases it. */
void motion_through(struct motion *motion, size_t n, const double t[], const double x[]);

/* Likewise, through velocities. Those that are known to nine digits are taken as they are. */
void motion_through_velocities(struct motion *motion, size_t n, const double t[], const double v[]);

/* The motion of a known velocity, which is taken as it is. */
void motion_of_velocity(struct motion *motion, size_t n, const double t[], const double v[]);

/* The mean time between samples, s. */
double motion_interval(const struct motion *motion);

/* The acceleration at sample i, m/s^2: of the parabola through it and its neighbours. */
double motion_acceleration(const struct motion *motion, size_t i);

/* Likewise `before` seconds before it, linear between samples; beyond the ends as at them. */
double motion_acceleration_before(const struct motion *motion, size_t i, double before);

/* Returns true where the position rests from sample i + 2 < n - 1 to the next. */
bool motion_rests(const struct motion *motion, size_t i);

/* The third difference of positions from sample i < n - 3 on, for samples at equal intervals, m, or
 * the difference from sample i + 2 where it rests; and its variance, m^2: by the weights, but no
 * less than its own square, since where an acceleration jumps the weights are not small enough. */
double motion_third(const struct motion *motion, size_t i);
double motion_third_variance(const struct motion *motion, size_t i);

/* What one measurement is off, m: a position, or what a velocity makes in an interval; and its
 * variance at sample i, m^2. */
double motion_noise(const struct motion *motion);
double motion_variance(const struct motion *motion, size_t i);

void motion_free(struct motion *motion);

/* A motion as another measurement of this one would give it: x and v, which have memory for n each,
 * are what the same weights make of measurements that are rounded and noisy anew. Where
 * accelerations jump, what the curve misses of that is drawn, too. */
void motion_measure_again(const struct motion *motion, struct rng *rng, double x[], double v[]);

#endif
