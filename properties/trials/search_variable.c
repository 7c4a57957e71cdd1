/* Maps numbers of a candidate to a scale from 0 to 1 and back (candidate.h). */
#include <math.h>

#include "properties/trials/candidate.h"

static double smallest(const struct search_variable *at)
{
    return at->lo > 0 ? at->lo : 1e-9 * at->hi;
}

double search_variable_get(const struct search_variable *at)
{
    const double value = at->logarithmic ? fabs(*at->value) : *at->value;
    double position = (value - at->lo) / (at->hi - at->lo);
    if (at->logarithmic)
        position = log(value / smallest(at)) / log(at->hi / smallest(at));
    return fmin(fmax(position, 0), 1);
}

void search_variable_set(const struct search_variable *at, double position)
{
    double value = at->lo + (at->hi - at->lo) * position;
    if (position <= 0)
        value = at->lo;
    else if (position >= 1)
        value = at->hi;
    else if (at->logarithmic)
        value = smallest(at) * exp(log(at->hi / smallest(at)) * position);
    *at->value = at->logarithmic ? copysign(value, *at->value) : value;
}
