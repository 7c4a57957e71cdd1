/* What a rig adds to a friction force: fitted beside a law's parameters, and of no interest. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_NUISANCE_H
#define BRISTLE_PROPERTIES_MEASUREMENT_NUISANCE_H

#include <stdbool.h>
#include <stddef.h>

/* X(id, word, unit, meaning) */
#define NUISANCES(X)                                                                               \
    X(OFFSET, "offset", "N", "of the force sensor")                                                \
    X(DRIFT, "drift", "N/s", "of the force sensor, from the middle of each run on")                \
    X(ASYMMETRY, "asymmetry", "1", "by so much more friction forward, and less backward")          \
    X(MASS, "mass", "kg", "that moves between sensor and friction, beside what is given")          \
    X(DELAY, "delay", "s", "of the force behind the position")                                     \
    X(COGGING_SINE, "cogging_sine", "N", "with the position, of the given period")                 \
    X(COGGING_COSINE, "cogging_cosine", "N", "with the position, of the given period")

enum nuisance {
#define X(id, word, unit, meaning) id,
    NUISANCES(X)
#undef X
        N_NUISANCES
};

struct nuisances {
    bool is_free[N_NUISANCES];                    /* fitted; otherwise as given */
    double value[N_NUISANCES], size[N_NUISANCES]; /* size: usual one (nuisance_size) */
    double period;                                /* m, of cogging */
};

extern const char *const nuisance_words[N_NUISANCES], *const nuisance_units[N_NUISANCES];

/* Where a sample was taken: time from the middle of its run, position, velocity, acceleration, in
 * SI. */
struct nuisance_place {
    double t, x, v, a;
};

/* Returns the force that a sensor shows, N, for a friction force. The delay is the path's. */
double nuisance_add(const struct nuisances *nuisances, const struct nuisance_place *place,
                    double force);

/* Returns by how much that changes with the friction force, at velocity v. */
double nuisance_gain(const struct nuisances *nuisances, double v);

/* Returns the usual size of a nuisance, where forces are of that size and samples that far apart.
 */
double nuisance_size(enum nuisance nuisance, double force, double interval);

#endif
