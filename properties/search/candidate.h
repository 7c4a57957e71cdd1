/* A candidate counterexample: parameters of a law and a velocity signal, as the search turns
 * and twists it.
 *
 * The signal is a sequence of pieces of the velocity grammar. Along held velocity the laws
 * have exact solutions; ramps and waves therefore run in stairs of a stated number of steps,
 * which are signals like any other, so that every trial is exact and every counterexample
 * can be certified.
 */
#ifndef BRISTLE_PROPERTIES_SEARCH_CANDIDATE_H
#define BRISTLE_PROPERTIES_SEARCH_CANDIDATE_H

#include "models/model.h"
#include "reference/experiments/exact.h"

enum {
    CANDIDATE_MAX_PIECES = 8,
    CANDIDATE_MAX_STEPS = 16, /* of a ramp or a wave */
    DRAW_MAX_HOLDS = CANDIDATE_MAX_PIECES * CANDIDATE_MAX_STEPS,
};

/* Speeds in m/s and times in s that signals are made of, beside the speed 0. */
#define CANDIDATE_SLOWEST  1e-15
#define CANDIDATE_FASTEST  1.0
#define CANDIDATE_SHORTEST 1e-6
#define CANDIDATE_LONGEST  1000.0

enum piece_kind { PIECE_HOLD, PIECE_RAMP, PIECE_WAVE };

struct piece {
    enum piece_kind kind;
    double level[2]; /* m/s: the velocity held; where a ramp begins and ends; mean and
                        amplitude of a wave */
    double time;     /* s */
    unsigned steps;  /* of the stairs; 1 for a hold */
    unsigned cycles; /* whole periods of a wave */
};

struct candidate {
    double p[MODEL_MAX_PARAMS]; /* in the model's order */
    bool one_way;               /* every velocity is taken forward: nothing springs back */
    unsigned n;                 /* pieces, 1 .. CANDIDATE_MAX_PIECES */
    struct piece pieces[CANDIDATE_MAX_PIECES];
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
struct coordinate {
    double *value, lo, hi;
    bool logarithmic;
};

enum { CANDIDATE_MAX_COORDINATES = MODEL_MAX_PARAMS + 3 * CANDIDATE_MAX_PIECES };

/* The numbers of the candidate that may be varied within the claim's domain: not those that no
 * small change leaves in it, such as whole numbers; velocities that are zero stay so. Returns how
 * many. */
unsigned PREC(candidate_coordinates)(const struct model *model, const struct claim *claim,
                                     struct candidate *candidate,
                                     struct coordinate at[CANDIDATE_MAX_COORDINATES]);

/* The position of the coordinate in [0, 1], and back. */
double coordinate_get(const struct coordinate *at);
void coordinate_set(const struct coordinate *at, double position);

#endif
