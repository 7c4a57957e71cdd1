/* The grid on which a storage is searched for: points of velocity and state, and D there as an
 * affine function of the coefficients. */
#ifndef BRISTLE_PROPERTIES_PROVER_STORAGE_GRID_H
#define BRISTLE_PROPERTIES_PROVER_STORAGE_GRID_H

#include "properties/checker/proof.h"

/* Numbers of speeds, of values of the first state, and of D's constant and coefficients. */
enum { GRID_THETAS = 97, GRID_STATES = 33, GRID_COLUMNS = DISSIPATION_MAX_STORAGE + 1 };

/* A point: theta, the first state w, and the corner of the other states and of the parameters.
 * There D = row[0] + sum of row[1+k] c_k, N. */
struct grid_point {
    double theta, w, row[GRID_COLUMNS];
    int corner;
};

struct grid {
    struct grid_point *at;
    size_t n, room;
    int n_storage;
};

/* The place at which the dissipation inequality is evaluated: parameters, coefficients, w,
 * theta. */
struct grid_place {
    const struct proof_claim *claim;
    arb_ptr p, c, w, theta;
    int free_params[ARB_LAW_MAX], n_free, corner;
    double fastest; /* theta of the largest velocity */
};

void grid_place_init(struct grid_place *place, const struct proof_claim *claim);
void grid_place_clear(struct grid_place *place);

/* Returns the number of corners: of the other states' ends and the ends of the parameters'
 * intervals. */
int grid_corners(const struct grid_place *place);

/* grid_go moves the place; grid_value returns D there with the coefficients place->c, N. */
void grid_go(struct grid_place *place, double theta, double w, int corner);
double grid_value(const struct grid_place *place);

/* grid_add adds the point at the place; grid_fill adds the points of all corners, by corner, speed
 * and state. */
void grid_add(struct grid *grid, struct grid_place *place, double theta, double w, int corner);
void grid_fill(struct grid *grid, struct grid_place *place);

#endif
