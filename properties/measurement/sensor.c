/* Finds steps and noise of sensors (sensor.h). */
#include "properties/measurement/sensor.h"

#include <float.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tools/base/memory.h"

/* FEW differences tell little of their size. */
enum { LEAST_ORDER = 4, MOST_ORDER = 8, FEW = 40 };

double quantile(size_t n, double a[], double share)
{
    return gsl_stats_select(a, 1, n, (size_t)(share * (double)(n - 1) + 0.5));
}

double usual_size(size_t n, double a[])
{
    static const double median_of_normal = 0.6744897501960817;
    return quantile(n, a, 0.5) / median_of_normal;
}

/* Returns the divided difference of that order from the first of order + 1 samples on, times a
 * factor: independent values of variance 1 give it variance 1. */
static double difference(unsigned order, const double t[], const double value[])
{
    double sum = 0, squares = 0;
    const double h = t[order] - t[0];
    for (unsigned a = 0; a <= order; a++) {
        double product = 1;
        for (unsigned b = 0; b <= order; b++)
            if (b != a)
                product *= (t[a] - t[b]) / h;
        /* From the first value on: rounding of a place far from 0 does not count. */
        sum += (value[a] - value[0]) / product;
        squares += 1 / (product * product);
    }
    return sum / sqrt(squares);
}

/* The mean square of what is within three standard deviations, as the median has them, is twice as
 * good an estimate as the median. */
static double noise_of_order(unsigned order, size_t n, const double t[], const double value[],
                             double size[])
{
    static const double mean_square_within = 0.9733369;
    const size_t m = n - order;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < m; i++)
        size[i] = fabs(difference(order, t + i, value + i));
    const double most = 3 * usual_size(m, size);
    for (size_t i = 0; i < m; i++)
        if (size[i] <= most)
            sum += size[i] * size[i], count++;
    return sqrt(sum / (double)count / mean_square_within);
}

double sensor_noise(size_t n, const double t[], const double value[])
{
    double *size = memory_array(n, sizeof *size);
    double noise = noise_of_order(LEAST_ORDER, n, t, value, size);
    /* What is left of the signal becomes less with the order, noise does not. */
    for (unsigned order = LEAST_ORDER + 2; order <= MOST_ORDER && order + FEW < n; order += 2) {
        const double less = noise_of_order(order, n, t, value, size);
        if (less > noise / 2)
            break;
        noise = less;
    }
    free(size);
    return noise;
}

/* Makes a step better that is known to rounding only, from differences of at most so many steps.
 * Returns false where one of them is no multiple, with what is left of it as the step; *all tells
 * whether there were no others. */
static bool refine(size_t n, const double value[], double most, double *step, bool *all)
{
    double sum = 0, steps = 0;
    *all = true;
    for (size_t i = 1; i < n; i++) {
        const double d = fabs(value[i] - value[i - 1]), k = rint(d / *step);
        const double left = fabs(d - k * *step);
        if (k > most) {
            *all = false;
            continue;
        }
        if (left > 0.1 * *step) {
            *step = left;
            return false;
        }
        sum += d;
        steps += k;
    }
    if (steps > 0)
        *step = sum / steps;
    return true;
}

/* Returns the common measure of differences, by Euclid's algorithm from the least of them on, or
 * the least of their changes; 0: there is none but rounding. */
static double common_step(size_t n, const double value[], bool by_changes)
{
    double most = 0, step = INFINITY, before = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(value[i]));
    const double rounding = 1e3 * DBL_EPSILON * most;
    for (size_t i = 1; i < n; i++) {
        const double d = value[i] - value[i - 1], size = fabs(by_changes ? d - before : d);
        if (size > rounding && (i > 1 || !by_changes))
            step = fmin(step, size);
        before = d;
    }
    /* Differences of few steps first: those of more need a step that is known better. */
    bool all = false;
    for (int bits = 4; bits <= 20 && isfinite(step) && step > rounding;)
        bits = refine(n, value, ldexp(1, bits), &step, &all) ? bits + 4 : 4;
    return all && step > rounding ? step : 0;
}

/* Rounding to steps leaves errors nearly wherever a signal moves; where it moves at one speed, at
 * least single distances that are longer or shorter than both of their neighbours. */
static bool leaves_errors(size_t n, const double t[], const double value[], double step)
{
    double *size = memory_array(n, sizeof *size);
    size_t moving = 0, changes = 0, singles = 0;
    for (size_t i = 0; i + LEAST_ORDER < n; i++) {
        const double *const x = value + i, error = fabs(difference(LEAST_ORDER, t + i, x));
        const double before = x[2] - 2 * x[1] + x[0], behind = x[3] - 2 * x[2] + x[1];
        bool moves = false;
        for (size_t k = 0; k < LEAST_ORDER; k++)
            moves = moves || fabs(x[k + 1] - x[k]) > step / 2;
        if (moves)
            size[moving++] = error;
        changes += fabs(before) > step / 2;
        singles += before * behind < -step * step / 2 && error > 0.05 * step;
    }
    const bool result =
        moving > 0 && (quantile(moving, size, 0.5) > 0.05 * step || 8 * singles > changes);
    free(size);
    return result;
}

double sensor_step(size_t n, const double t[], const double value[])
{
    /* All differences of a fast motion at one speed are many steps, and so nearly alike that they
     * look like one. Their changes are few, but those of decimals may be less than a step. */
    for (int by_changes = 0; by_changes < 2; by_changes++) {
        const double step = common_step(n, value, by_changes);
        if (step > 0 && leaves_errors(n, t, value, step))
            return step;
    }
    return 0;
}

/* Returns the square of the third difference of sums over `count` values that nine of ten do not
 * exceed: a signal may jump. */
static double third_of_sums(size_t n, const double sum[], size_t count, double size[])
{
    size_t m = 0;
    for (size_t i = 0; i + 4 * count < n + 1; i++) {
        const double *const s = sum + i;
        const double third =
            s[4 * count] - 4 * s[3 * count] + 6 * s[2 * count] - 4 * s[count] + s[0];
        size[m++] = fabs(third);
    }
    const double usual = quantile(m, size, 0.9);
    return usual * usual;
}

bool sensor_is_difference(size_t n, const double value[])
{
    static const size_t COUNT = 10;
    /* Half way, as a factor, between a tenth and one. */
    static const double LESS = 0.316;
    if (n < 8 * COUNT)
        return false;
    double *sum = memory_array(n + 1, sizeof *sum), *size = memory_array(n + 1, sizeof *size);
    for (size_t i = 0; i < n; i++)
        sum[i + 1] = sum[i] + value[i];
    const double single = third_of_sums(n, sum, 1, size);
    const bool result = third_of_sums(n, sum, COUNT, size) < LESS * (double)COUNT * single;
    free(sum);
    free(size);
    return result;
}
