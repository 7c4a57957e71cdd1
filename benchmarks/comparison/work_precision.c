/* Interpolates the work at a given error between measured points (work_precision.h). */
#include "benchmarks/comparison/work_precision.h"

#include <math.h>

/* Returns the time at which the line from a to b, which lie on either side of the error, crosses
 * it. */
static double crossing(struct work_point a, struct work_point b, double error)
{
    const double below = log(fmax(b.error, 1e-300)), above = log(fmax(a.error, 1e-300));
    const double part = (above - log(error)) / (above - below);
    return exp(log(a.time) + part * (log(b.time) - log(a.time)));
}

double work_at_error(const struct work_point points[], size_t n, double error)
{
    double least = (double)NAN;
    for (size_t i = 0; i < n; i++) {
        if (!isfinite(points[i].error))
            continue;
        if (i == 0 && points[i].error <= error)
            least = points[i].time;
        if (i == 0 || !isfinite(points[i - 1].error))
            continue;
        const struct work_point a = points[i - 1], b = points[i];
        if (fmax(a.error, b.error) > error && fmin(a.error, b.error) <= error)
            least = fmin(least, crossing(a, b, error));
    }
    return least;
}
