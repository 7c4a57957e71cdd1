/* The dissipation inequality of a law's text over boxes.
 *
 * A polynomial over a box lies between its least and its largest Bernstein coefficient: exactly so
 * for one that is affine in each variable. Variables that are functions, as exp(-u^m), are taken as
 * if they were independent, over their ranges in the box. */
#ifndef BRISTLE_REFERENCE_DERIVED_BALANCE_BALL_H
#define BRISTLE_REFERENCE_DERIVED_BALANCE_BALL_H

#include <arb.h>

#include "models/derived/law_graph.h"

/* A box: theta = u/(1 + u) in [0, 1], and states w in [-1, 1]; the parameters in the law's order,
 * the coefficients of the storage, and mu. */
struct balance_box {
    arb_srcptr p, w, c;
    const arb_struct *theta, *mu;
};

/* Encloses what has the product's sign over the box, times positive factors; indeterminate where
 * nothing is known. */
void balance_ball(arb_t value, const struct law_graph *law, const struct balance_product *product,
                  const struct balance_box *box, slong prec);

/* (1 - theta) (D - mu theta E), N, at a point with 0 < theta < 1. */
void balance_value(arb_t value, const struct law_graph *law, const struct balance_box *point,
                   slong prec);

/* That as an affine function of the storage's coefficients, whatever these are: row[0] without a
 * storage, row[1 + k] what a unit of c_k adds; 1 + n_storage balls. */
void balance_row(arb_ptr row, const struct law_graph *law, const struct balance_box *point,
                 slong prec);

/* V of the law, m/s. */
void balance_speed(arb_t V, const struct law_graph *law, arb_srcptr p, slong prec);

#endif
