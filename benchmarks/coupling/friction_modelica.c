/* Keeps an instance of a law, with the velocity of its last step (friction_modelica.h). */
#include "benchmarks/coupling/friction_modelica.h"

#include <math.h>
#include <stdlib.h>

#include "benchmarks/library/bristle_law.h"

/* Of the simulator, by the Modelica specification (functions that external functions may call):
 * does not return. */
extern void ModelicaError(const char *text);

struct friction {
    double v;
    max_align_t instance[]; /* law->size bytes */
};

void *friction_open(const double parameters[], size_t n)
{
    const struct bristle_law *law = bristle_library_law();
    struct friction *object = malloc(sizeof *object + law->size);
    const char *problem = "memory";
    if (n > 0 && n != law->n_parameters)
        problem = "all of its parameters, or none";
    else if (object)
        problem = law->init(object->instance, n > 0 ? parameters : NULL);
    if (problem) {
        free(object);
        ModelicaError(problem);
        return NULL;
    }
    object->v = 0;
    return object;
}

void friction_close(void *object) { free(object); }

double friction_step(void *object, double h, double v)
{
    struct friction *friction = object;
    const double force = bristle_library_law()->step(friction->instance, h, friction->v, v);
    friction->v = v;
    if (!isfinite(force))
        ModelicaError("a step of the law of friction has no solution");
    return force;
}
