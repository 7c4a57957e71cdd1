/* What Friction.mo calls: a law of bristle_law.h as an external object of Modelica. */
#ifndef BRISTLE_BENCHMARKS_COUPLING_FRICTION_MODELICA_H
#define BRISTLE_BENCHMARKS_COUPLING_FRICTION_MODELICA_H

#include <stddef.h>

/* Returns a new instance with these n parameters, 0: the defaults. Ends the simulation by
 * ModelicaError where they are not valid. */
void *friction_open(const double parameters[], size_t n);
void friction_close(void *object);

/* Takes a step of h seconds to velocity v, m/s. Returns the force, N. */
double friction_step(void *object, double h, double v);

#endif
