/* Slopes of a law by its parameters, and by the states that it begins with, in lanes: derivatives
 * of the law's own expressions, and of where a state is after a hold (variational equations).
 *
 * All slopes share exponentials and divisions with the value. At v = 0, where a logarithm of |v|
 * would be infinite, they are those of the least speeds. */
#ifndef BRISTLE_MODELS_LANES_LANE_TANGENTS_H
#define BRISTLE_MODELS_LANES_LANE_TANGENTS_H

#include "models/lanes/lane_law.h"

/* Rows of derivatives, LANE_NO_ROW where they are 0. */
struct lane_tangents {
    struct lane_law *law; /* with no more than states and force */
    uint16_t b[MODEL_MAX_STATES][MODEL_MAX_PARAMS], k[MODEL_MAX_STATES][MODEL_MAX_PARAMS];
    uint16_t f[MODEL_MAX_PARAMS];                               /* states and rates as they are */
    uint16_t by_x[MODEL_MAX_STATES], by_rate[MODEL_MAX_STATES]; /* of the force */
};

/* Returns the slopes of a law that has lanes, to be released by lane_tangents_free; NULL where it
 * has none, or where the states that it begins with depend on parameters. */
struct lane_tangents *lane_tangents_new(const struct law_graph *law);
void lane_tangents_free(struct lane_tangents *tangents);

/* Slopes of a state have a row by each parameter, in the graph's order, and one by the state's own
 * beginning; the rows of all states follow one another. Returns how many there are. */
size_t lane_tangents_rows(const struct lane_tangents *tangents);

/* Opens a motion of the law with its slopes. */
void lane_tangents_open(const struct lane_tangents *tangents, struct lane_motion *motion,
                        lane_runner *run);

/* As lane_motion_flow along n holds of one signal, of a motion that is opened for that. at[rows]:
 * the slopes of states where the first of the holds begins; then where the last one ends.
 * ends[rows]: at the ends of holds. */
void lane_tangents_flow(const struct lane_tangents *tangents, struct lane_motion *motion,
                        unsigned n, double at[], lane_row ends[]);

/* As lane_motion_force. states[rows]: the slopes of states at these instants. force[n_params +
 * n_states]: those of the force, by parameters, then by where each state begins. */
void lane_tangents_force(const struct lane_tangents *tangents, struct lane_motion *motion,
                         lane_row states[], lane_row force[]);

#endif
