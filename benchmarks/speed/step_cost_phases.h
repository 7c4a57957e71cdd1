/* Where the time of a run goes whose method chooses its steps. */
#ifndef BRISTLE_BENCHMARKS_SPEED_STEP_COST_PHASES_H
#define BRISTLE_BENCHMARKS_SPEED_STEP_COST_PHASES_H

#include "integrators/integrator.h"

/* A run, and what its parts take when they are done again by themselves: calls one after another
 * that do not wait for each other's results. Times in ns for each step that was tried. */
struct phases {
    const char *scene, *law, *method;
    struct statistics statistics; /* of one run */
    double whole;
    double rates, jacobians; /* as many calls as the run made, at the same states */
    double in_a_row;         /* the rates, each of which waits for the one before, as stages do;
                              * those of time alone wait for nothing */
    bool waits;              /* each stage of the method waits for the one before */
    double guards;           /* one call of all guards for each step */
    double outputs;          /* 201 outputs instead of 2 */
    double rest;             /* linear algebra, choice of steps, events, and waiting for results */
};

/* What the parts take at least, ns for each step: rates, in a row where stages wait, Jacobians,
 * guards, outputs. */
static inline double phases_limit(const struct phases *f)
{
    return (f->waits ? f->in_a_row : f->rates) + f->jacobians + f->guards + f->outputs;
}

enum { PHASES = 11 };

/* Measures all scenes; medians of so many turns. */
void phases_measure(struct phases all[PHASES], unsigned repetitions);

#endif
