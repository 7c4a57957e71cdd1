/* Where a storage is looked for: points of velocity and state, and D there as an affine function of
 * the coefficients. */
#ifndef BRISTLE_PROPERTIES_PROVER_STORAGE_GRID_H
#define BRISTLE_PROPERTIES_PROVER_STORAGE_GRID_H

#include "properties/checker/proof.h"

/* Of the grid: speeds, values of the first state; D's constant and its coefficients. */
enum { GRID_THETAS = 97, GRID_STATES = 33, GRID_COLUMNS = DISSIPATION_MAX_STORAGE + 1 };

/* A point: theta, the first state, and the corner of the others and of the parameters; and there
 * D = row[0] + sum of row[1+k] c_k. */
struct grid_point {
    double theta, w, row[GRID_COLUMNS];
    int corner;
};

struct grid {
    struct grid_point *at;
    size_t n, room;
    int n_storage;
};

/* Where a balance is evaluated. */
struct grid_place {
    const struct proof_claim *claim;
    arb_ptr p, c, w, theta;
    int free_params[ARB_LAW_MAX], n_free, corner;
};

void grid_place_init(struct grid_place *place, const struct proof_claim *claim);
void grid_place_clear(struct grid_place *place);

/* The ends of the other states, and of the parameters that have a range. */
int grid_corners(const struct grid_place *place);

/* Moves the place; D there, with the coefficients that place->c has. */
void grid_go(struct grid_place *place, double theta, double w, int corner);
double grid_value(const struct grid_place *place);

/* Adds a point to the grid; all points of all corners, by corner, speed and state. false: out of
 * memory. */
bool grid_add(struct grid *grid, struct grid_place *place, double theta, double w, int corner);
bool grid_fill(struct grid *grid, struct grid_place *place);

#endif
