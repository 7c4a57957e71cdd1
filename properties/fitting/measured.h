/* Logs made ready for fits: their motion, what counts, and paths, fine and coarse. */
#ifndef BRISTLE_PROPERTIES_FITTING_MEASURED_H
#define BRISTLE_PROPERTIES_FITTING_MEASURED_H

#include "properties/fitting/remainder.h"
#include "properties/measurement/motion.h"
#include "reference/logs/log.h"

enum { MEASURED_AGAIN = 12 };

/* A run. Arrays have a number for each of n samples; those called coarse for each of n_coarse. */
struct measured_run {
    const char *file;
    size_t n, n_coarse, every; /* every so many samples there is a coarse one */
    struct motion motion;
    const double *t;     /* s */
    bool is_summed;      /* velocities were measured that are differences of positions */
    double *speed_error; /* m/s, standard deviation */
    struct again again[MEASURED_AGAIN];
    double *force; /* N */
    bool *is_held_out;
    double *weight, *coarse_force, *coarse_weight; /* weights are 0 where held out */
    struct path path, coarse_path;
};

struct measured {
    struct measured_run *run;
    size_t n_runs, n; /* n: samples of all runs */
    struct fit_run *fine, *coarse;
    struct fit_data fine_data, coarse_data;
    double mass;                /* kg; 0: friction forces are measured */
    double force;               /* N, the usual size of forces: their root mean square */
    double speed[2], length[2]; /* m/s, m: between which the data say anything */
};

/* Returns true where it is known in which direction the run moves: only there a force says of a law
 * what can be fitted or compared. */
static inline bool measured_moves(const struct measured_run *run, size_t i)
{
    return fabs(run->motion.v[i]) > 3 * run->speed_error[i];
}

/* Velocities may be differences of positions that an encoder gave: then their sum is, again, what
 * it gave, and the motion is found through that. Of each run that share is held out, 0 to 0.9, in
 * blocks of equal length along it, three quarters of which are time and one is how much the force
 * changes. mass,
 * kg: what an applied force moves, where the friction force is not measured. */
void measured_from(const struct log *log, double mass, double hold_out, struct measured *measured);

void measured_free(struct measured *measured);

/* Returns the work that forces take along the motion, as a part of what it would be if each of them
 * resisted: near 1 of friction, near 0 of what is elastic or noise, near -1 of friction with the
 * other sign. Where there are both directions the middle of their mean forces is nobody's. */
double measured_resistance(const struct measured *measured);

#endif
