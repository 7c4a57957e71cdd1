/* What the C of a unit asks of its law, with Coulomb friction and a viscous part as an example. In
 * an archive another file of this name takes its place, which says the same of an exported header.
 */
#ifndef BRISTLE_BENCHMARKS_FMU_LAW_H
#define BRISTLE_BENCHMARKS_FMU_LAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define LAW_TOKEN      "{00000000-0000-0000-0000-000000000000}" /* of modelDescription.xml */
#define LAW_PARAMETERS 2
#define LAW_STATES     0
#define LAW_GUARDS     0
#define LAW_WHOLE      UINT64_C(0) /* bit i: parameter i is a whole number */
#define LAW_JUMPS      1           /* the equations jump where v changes its sign */
#define LAW_GIVEN      0 /* of the states, the first ones, which do not follow from the parameters */
#define LAW_SHOWN      0   /* of the states, the first ones, which are outputs */
#define LAW_SLOPES     0   /* law_differentiate is there */
#define LAW_MAX_STEP   0.0 /* s: default of the longest step; 0: any */
#define LAW_NOMINALS                                                                               \
    {                                                                                              \
        1.0                                                                                        \
    }

struct law_parameters {
    double Fc, sigma2;
};

#define LAW_DEFAULTS                                                                               \
    {                                                                                              \
        1.0, 0.4                                                                                   \
    }

/* The law at one instant. */
struct law_instant {
    struct law_parameters p;
    double x[1], v, s, force, rate[1];
};

/* Returns where the parameter of that number is, or NULL. */
static inline double *law_parameter(struct law_instant *now, unsigned i)
{
    double *at[LAW_PARAMETERS] = { &now->p.Fc, &now->p.sigma2 };
    return i < LAW_PARAMETERS ? at[i] : NULL;
}

/* Returns NULL where the parameters are valid, else what they should be. */
static inline const char *law_check(const struct law_parameters *p)
{
    return p->Fc >= 0 && p->sigma2 >= 0 ? NULL : "Fc and sigma2 at least 0";
}

/* Sets states and memory at the beginning. */
static inline void law_begin(struct law_instant *now) { now->x[0] = 0; }

/* Computes the force, and the rates of the states. */
static inline void law_respond(struct law_instant *now)
{
    now->rate[0] = 0;
    now->force = now->p.Fc * now->s + now->p.sigma2 * now->v;
}

/* Takes a step of h seconds from the present velocity to v1. */
static inline void law_advance(struct law_instant *now, double h, double v1)
{
    (void)h;
    now->v = v1;
    now->s = (double)((v1 > 0) - (v1 < 0));
    law_respond(now);
}

#endif
