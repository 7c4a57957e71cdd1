/* The measures of the experiments in the 1995 LuGre paper, computed from trajectories. NAN: there
 * is nothing to measure. */
#ifndef BRISTLE_BENCHMARKS_COMPARISON_FINDINGS_MEASURE_H
#define BRISTLE_BENCHMARKS_COMPARISON_FINDINGS_MEASURE_H

#include "reference/experiments/trajectory.h"

/* Returns a column (of that stride) at time t, linear between samples. */
double measure_at(const struct trajectory *r, const double *column, size_t stride, double t);

/* Returns the largest minus the smallest value of a column over samples with t >= from. */
double measure_swing(const struct trajectory *r, const double *column, size_t stride, double from);

/* Returns the friction lag in N over samples with t >= from, which must be one period of the
 * velocity: the closed integral of F dv over v_max - v_min, that is friction while v rises minus
 * friction while v falls, averaged over the range of v. Positive: friction is lower for decreasing
 * speed. For a velocity that reverses symmetrically the lag is the mean of both directions. */
double measure_lag(const struct trajectory *r, double from);

/* Returns the first time at which a mass leaves v = 0, where it stuck, s; NAN for laws that never
 * stick. */
double measure_release(const struct trajectory *r);

/* The first excursion: from the first release to the first stop (capture or reversal), or to
 * the end. */
struct excursion {
    double stop;  /* s; NAN: no stop */
    double place; /* the x farthest from the start, m */
    double speed; /* the largest |v|, m/s */
};
struct excursion measure_excursion(const struct trajectory *r);

/* Slips: |v| rises through the scenario's watched speed; forward if v > 0 then. */
struct slips {
    unsigned forward, backward;
    double first;  /* forward, s */
    double period; /* between the last two forward ones, s */
    double length; /* the travel between them, m */
    double peak;   /* the largest v, m/s */
};
struct slips measure_slips(const struct trajectory *r);

/* The deviation from a place over samples with from <= t <= to, m: the largest, and the root of the
 * time-averaged square (trapezoidal rule). */
struct deviation {
    double largest, rms;
};
struct deviation measure_deviation(const struct trajectory *r, double place, double from,
                                   double to);

#endif
