/* A candidate counterexample: parameters of a law and a velocity signal, as the search turns
 * and twists it.
 *
 * The signal is a sequence of segments of the velocity grammar. Along held velocity the laws
 * have exact solutions; ramps and waves therefore run in staircases of a stated number of steps,
 * which are signals like any other, so that every trial is exact and every counterexample
 * can be certified.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_CANDIDATE_H
#define BRISTLE_PROPERTIES_SEARCH_CANDIDATE_H

#include "models/model.h"
#include "reference/experiments/exact.h"

enum {
    CANDIDATE_MAX_SEGMENTS = 8,
    CANDIDATE_MAX_STEPS = 16, /* of a ramp or a wave */
    DRAW_MAX_HOLDS = CANDIDATE_MAX_SEGMENTS * CANDIDATE_MAX_STEPS,
};

/* Speeds in m/s and times in s that signals are made of, beside the speed 0. */
#define CANDIDATE_SLOWEST  1e-15
#define CANDIDATE_FASTEST  1.0
#define CANDIDATE_SHORTEST 1e-6
#define CANDIDATE_LONGEST  1000.0

enum segment_kind { SEGMENT_HOLD, SEGMENT_RAMP, SEGMENT_WAVE };

struct segment {
    enum segment_kind kind;
    double level[2]; /* m/s: the velocity held; where a ramp begins and ends; mean and
                        amplitude of a wave */
    double time;     /* s */
    unsigned steps;  /* of the staircase; 1 for a hold */
    unsigned cycles; /* whole periods of a wave */
};

struct candidate {
    double p[MODEL_MAX_PARAMS]; /* in the model's order */
    bool one_way;               /* every velocity is taken forward: nothing springs back */
    unsigned n;                 /* segments, 1 .. CANDIDATE_MAX_SEGMENTS */
    struct segment segments[CANDIDATE_MAX_SEGMENTS];
};

/* The candidate as a trial takes it, in working precision. */
struct sample {
    real p[MODEL_MAX_PARAMS];
    unsigned n;
    struct hold holds[DRAW_MAX_HOLDS];
    unsigned simulations; /* that it takes: one, and those that closed a cycle */
};

/* The parameters in working precision, each within its range and box. Returns false when they
 * are not of the claim's domain. */
bool PREC(candidate_params)(const struct model *model, const struct claim *claim,
                            const struct candidate *candidate, real p[]);

/* Makes the sample. Signals of the class SLOWING_SIGNAL are sorted by falling speed; of a
 * CYCLE_SIGNAL the first two holds are taken, forth and back, and a third is found that
 * brings the first state to where it turned. For laws that keep a memory of their travel a
 * hold travels at most 32 of their lengths, since every event on the way costs time.
 * Returns false when the parameters are not of the claim's domain. */
bool PREC(candidate_sample)(const struct model *model, const struct claim *claim,
                            const struct candidate *candidate, struct sample *sample);

/* The largest speed at which the claim can be judged, m/s: up to which the law is stated, or a part
 * of it where the property looks at faster motions, too. */
double PREC(candidate_speed_limit)(const struct model *model, const struct claim *claim);

/* Whether parameters and signal belong to the claim's domain. */
bool PREC(in_domain)(const struct model *model, const struct claim *claim, const real p[],
                     const struct hold holds[], unsigned n);

/* A number of a candidate that may be varied: within [lo, hi], or [-hi, -lo] when it is
 * negative, on a logarithmic scale where that makes sense. lo = 0 is then reached at the
 * end of nine decades. */
struct search_variable {
    double *value, lo, hi;
    bool logarithmic;
};

enum { CANDIDATE_MAX_VARIABLES = MODEL_MAX_PARAMS + 3 * CANDIDATE_MAX_SEGMENTS };

/* The numbers of the candidate that may be varied within the claim's domain: not those that no
 * small change leaves in it, such as whole numbers; velocities that are zero stay so. Returns how
 * many. */
unsigned PREC(candidate_variables)(const struct model *model, const struct claim *claim,
                                   struct candidate *candidate,
                                   struct search_variable at[CANDIDATE_MAX_VARIABLES]);

/* The position of the search_variable in [0, 1], and back. */
double search_variable_get(const struct search_variable *at);
void search_variable_set(const struct search_variable *at, double position);

#endif
