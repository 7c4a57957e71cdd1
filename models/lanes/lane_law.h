/* A law along held velocities in lanes: each lane is one hold of some signal, with parameters of
 * its own. The holds of a signal follow one another, in as many rounds of LANES as it takes; where
 * a signal begins is told. What does not depend on where a hold begins, exponentials and powers, is
 * then computed for all lanes at once, whatever the lengths of signals are; what does is a few
 * operations on one lane after the other.
 *
 * All this from the law's equations alone, without a compiler. The numbers are those of the law's
 * own code but for roundings. */
#ifndef BRISTLE_MODELS_LANES_LANE_LAW_H
#define BRISTLE_MODELS_LANES_LANE_LAW_H

#include "models/derived/law_graph.h"
#include "models/lanes/lane_steps.h"
#include "models/model.h"

/* Rows by their numbers. */
struct lane_rows {
    uint16_t p;       /* the first parameter's; others follow */
    uint16_t v, s, h; /* m/s, its sign, s */
    uint16_t x[MODEL_MAX_STATES], initial[MODEL_MAX_STATES], bound[MODEL_MAX_STATES];
    uint16_t b[MODEL_MAX_STATES], k[MODEL_MAX_STATES]; /* dx/dt = b - k x */
    uint16_t weights[MODEL_MAX_STATES];                /* the first of each (lane_steps.h) */
    uint16_t mean[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    uint16_t force, part[MODEL_MAX_PARTS]; /* N, means over a hold */
    uint16_t scale;                        /* N: force_scale */
    uint16_t storage;                      /* J */
};

/* Steps that depend on parameters and v; on h, too; on the means over a hold; on the states at its
 * end. */
enum lane_group { LANE_HELD, LANE_FLOW, LANE_MEAN, LANE_STATE, LANE_GROUPS };

struct lane_law {
    unsigned n_params, n_states, n_parts;
    bool has_bound, has_scale, has_storage;
    struct lane_rows rows;
    size_t n_rows;
    struct lane_step *steps[LANE_GROUPS];
    size_t n[LANE_GROUPS];
    struct lane_constant {
        uint16_t row;
        double value;
    } * constants;
    size_t n_constants;
};

/* Returns the law, to be released by lane_law_free; NULL where holds have no closed form, where it
 * has events, where states or sizes grow with the travel, or where lanes cannot compute it. */
struct lane_law *lane_law_new(const struct law_graph *law);

/* One more expression of the graph that a law computes, with the steps of the group, and its row;
 * EXPRESSION_NONE is 0, and has LANE_NO_ROW. */
struct lane_wanted {
    expression of;
    enum lane_group group;
    uint16_t row; /* set */
};
enum { LANE_NO_ROW = UINT16_MAX };

/* The same with n more expressions. */
struct lane_law *lane_law_with(const struct law_graph *law, struct lane_wanted wanted[], size_t n);

void lane_law_free(struct lane_law *law);

/* Writes param[], the rows of the model's parameters in its order. Returns false where the two have
 * other parameters, or another number of states. from: the law's graph. */
bool lane_law_params(const struct lane_law *law, const struct law_graph *from,
                     const struct model *model, uint16_t param[MODEL_MAX_PARAMS]);

/* Signals on their way. For each round the caller writes the rows of parameters, v and h. */
struct lane_motion {
    const struct lane_law *law;
    lane_runner *run;
    lane_row *rows;
    void *memory;
    double x[MODEL_MAX_STATES]; /* states at the end of the last lane */
    double least;               /* m/s, what v = 0 is taken to be beside its sign; begins as 0 */
};

void lane_motion_open(struct lane_motion *motion, const struct lane_law *law, lane_runner *run);
void lane_motion_close(struct lane_motion *motion);

/* Makes a round of n holds, at most LANES: where begins[l], lane l is the first hold of a signal,
 * from the law's initial state. Writes states at the ends of holds, bounds, mean forces, the scale
 * of the force at v, and the stored energy at the ends. At v = 0 forces mean nothing. */
void lane_motion_round(struct lane_motion *motion, const bool begins[LANES], unsigned n);

/* The first part of that: states at the ends of holds only. begins NULL: no signal begins. */
void lane_motion_flow(struct lane_motion *motion, const bool begins[LANES], unsigned n);

/* Of velocities and states that the caller has written, rows v and x, the forces at these instants.
 * At v = 0 they mean nothing. */
void lane_motion_force(struct lane_motion *motion);

#endif
