/* A candidate counterexample: parameters of a law and a velocity signal that the search varies.
 *
 * The signal is a sequence of segments of the velocity grammar. Along held velocity the laws have
 * exact solutions; ramps and waves therefore run as staircases of a stated number of steps, so that
 * every trial is exact and every counterexample can be certified. */
#ifndef BRISTLE_PROPERTIES_TRIALS_CANDIDATE_H
#define BRISTLE_PROPERTIES_TRIALS_CANDIDATE_H

#include "models/model.h"
#include "reference/experiments/exact.h"

enum {
    CANDIDATE_MAX_SEGMENTS = 8,
    CANDIDATE_MAX_STEPS = 16, /* of a ramp or a wave */
    DRAW_MAX_HOLDS = CANDIDATE_MAX_SEGMENTS * CANDIDATE_MAX_STEPS,
};

/* Limits of the speeds in m/s and times in s that random signals consist of; the speed 0 is
 * allowed, too. A signal that goes beyond them is varied as far as it goes. */
#define CANDIDATE_SLOWEST  1e-15
#define CANDIDATE_FASTEST  1.0
#define CANDIDATE_SHORTEST 1e-6
#define CANDIDATE_LONGEST  1000.0

enum segment_kind { SEGMENT_HOLD, SEGMENT_RAMP, SEGMENT_WAVE, SEGMENT_PULSES };

struct segment {
    enum segment_kind kind;
    double level[2]; /* m/s: the velocity of a hold; both ends of a ramp; mean and amplitude of a
                        wave; the velocities of pulses, in turn */
    double time;     /* s */
    unsigned steps;  /* of the staircase, even for pulses; 1 for a hold */
    unsigned cycles; /* whole periods of a wave */
    double share;    /* of the time that pulses spend at level[0], in [0, 1] */
};

struct candidate {
    double p[MODEL_MAX_PARAMS]; /* in the model's order */
    bool one_way;               /* every velocity is taken as |v|: the motion never reverses */
    unsigned n;                 /* segments, 1 .. CANDIDATE_MAX_SEGMENTS */
    struct segment segments[CANDIDATE_MAX_SEGMENTS];
};

/* The candidate's numbers in working precision, as a trial takes them. */
struct sample {
    real p[MODEL_MAX_PARAMS];
    unsigned n;
    struct hold holds[DRAW_MAX_HOLDS];
    unsigned simulations; /* that the sample costs: one, and those that closed a cycle */
};

/* Writes the parameters in working precision, each limited to its range and box. Returns false when
 * they are not in the claim's domain. */
bool PREC(candidate_params)(const struct model *model, const struct claim *claim,
                            const struct candidate *candidate, real p[]);

/* Gives the range that a claim leaves to a parameter; returns false when that is one value. */
bool PREC(parameter_range)(const struct model *model, const struct claim *claim, unsigned param,
                           double *lo, double *hi);

/* Makes the sample. The holds of a SLOWING_SIGNAL are sorted by falling speed; a CYCLE_SIGNAL takes
 * the first two holds, forth and back, and a third that brings the first state to where it turned.
 * For laws that keep a memory of their travel a hold travels at most 32 of the law's lengths, since
 * every event on the way costs time. Returns false when the parameters are not in the claim's
 * domain. */
bool PREC(candidate_sample)(const struct model *model, const struct claim *claim,
                            const struct candidate *candidate, struct sample *sample);

/* Returns the largest speed at which the claim can be judged, m/s: the speed up to which the law is
 * stated, or a part of that speed if the property looks at faster motions, too. */
double PREC(candidate_speed_limit)(const struct model *model, const struct claim *claim);

/* Returns true when parameters and signal belong to the claim's domain. */
bool PREC(in_domain)(const struct model *model, const struct claim *claim, const real p[],
                     const struct hold holds[], unsigned n);

/* A number of a candidate that may be varied: within [lo, hi], or [-hi, -lo] when it is
 * negative, on a logarithmic scale where that makes sense. lo = 0 is then reached at the
 * end of nine decades. */
struct search_variable {
    double *value, lo, hi;
    bool logarithmic;
};

enum { CANDIDATE_MAX_VARIABLES = MODEL_MAX_PARAMS + 4 * CANDIDATE_MAX_SEGMENTS };

/* Lists the candidate's numbers that may be varied within the claim's domain. Leaves out those of
 * which every small change leaves the domain, such as whole numbers, and velocities that are zero.
 * Returns the count. */
unsigned PREC(candidate_variables)(const struct model *model, const struct claim *claim,
                                   struct candidate *candidate,
                                   struct search_variable at[CANDIDATE_MAX_VARIABLES]);

/* Get and set the position of the variable in [0, 1]. */
double search_variable_get(const struct search_variable *at);
void search_variable_set(const struct search_variable *at, double position);

#endif
