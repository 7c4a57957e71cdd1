/* What a measured signal says of the sensor that it comes from: its step and its noise. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_SENSOR_H
#define BRISTLE_PROPERTIES_MEASUREMENT_SENSOR_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the step of which all n >= 8 values are multiples, from the first one, in their unit; 0:
 * there is none. Values that were printed with so many decimals are multiples of their last one.
 * Those at equal distances along a motion at one speed are no steps: t[n], s, strictly increasing,
 * tells. */
double sensor_step(size_t n, const double t[], const double value[]);

/* Returns the standard deviation of noise that differs from sample to sample, in the unit of the
 * n >= 8 values; 0: none. It is the usual size of divided differences, in which a smooth signal is
 * next to nothing; those beyond three times it do not count, as a signal may jump. Their order is
 * 4, or where there are enough of them 6 or 8, as the signal is fast. */
double sensor_noise(size_t n, const double t[], const double value[]);

/* Returns true where noisy values are differences of others whose noise differs from sample to
 * sample, as velocities that were counted by an encoder: sums of values are then no more off than
 * single ones. Of ten values each, in third differences, which a smooth signal leaves small, the
 * mean square is a tenth of ten times that of single values; of noise of their own it is as large.
 */
bool sensor_is_difference(size_t n, const double value[]);

/* Returns the number below which lies that share, 0 to 1, of n > 0 numbers, and moves them about.
 */
double quantile(size_t n, double a[], double share);

/* Returns the usual size of n > 0 numbers, the sizes of which a has, as a standard deviation of
 * normal ones: by their middle one. Moves them about. */
double usual_size(size_t n, double a[]);

#endif
