/* A motion as holds, which carry a law from sample to sample.
 *
 * Around each sample lies a cell, from half way before it to half way behind it. In it the velocity
 * is held, at the mean one, so that the distances are those of the motion; where the velocity
 * changes much within a cell, it has more holds. The force at a sample is that about the middle of
 * its hold, where the position is the sample's, so that a state which follows the velocity at once
 * has the velocity of the sample. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_PATH_H
#define BRISTLE_PROPERTIES_MEASUREMENT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* v m/s held for h seconds; then, where it is told, the force at a sample is asked for. */
struct path_hold {
    double v, h;
    bool is_sample; /* the next sample is behind this hold */
    bool is_last;   /* of its cell */
    double v_there; /* m/s, at the sample */
};

struct path {
    size_t n, room, n_samples;
    struct path_hold *hold;
};

/* Makes the path along n >= 2 samples of position (m) and velocity (m/s) at these times (s), from
 * the first sample on, into a path that is zero or was made before. Only one sample of so many,
 * `every` >= 1, is asked for, and holds are as long. `delay`, s: by how much later forces were
 * taken than positions. */
void path_make(struct path *path, size_t n, const double t[], const double x[], const double v[],
               size_t every, double delay);

void path_free(struct path *path);

#endif
