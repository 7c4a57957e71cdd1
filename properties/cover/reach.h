/* What floating point can give for the operations of an expression.
 *
 * A reach is an interval that contains the value that a program in double computes, whatever it
 * computes for the arguments within theirs, and the true value: results are widened by far more
 * than a rounding, and than the error of a library's functions. What may overflow, divide by zero
 * or have no value has no bounds. */
#ifndef BRISTLE_PROPERTIES_COVER_REACH_H
#define BRISTLE_PROPERTIES_COVER_REACH_H

#include "models/derived/law_graph.h"

struct reach {
    double lo, hi; /* -INFINITY, INFINITY: nothing is known */
};

/* Returns true when the value is a finite number, and far from overflow. */
bool reach_is_finite(struct reach a);

/* Returns the reach of what is one of two. */
struct reach reach_either(struct reach a, struct reach b);

/* Returns the reach of an operation on so many arguments as it has. A condition is 0, 1, or
 * between. */
struct reach reach_of(enum graph_operation operation, const struct reach of[]);

/* Returns the reach of x^n, of a whole number n. */
struct reach reach_whole_power(struct reach x, long n);

/* Returns the reach of node i of a law, which is no symbol, by those of its arguments, of[]. */
struct reach reach_node(const struct law_graph *law, size_t i, const struct reach of[]);

/* Returns true when a condition holds, or does not hold, for certain. */
bool reach_is_true(struct reach condition);
bool reach_is_false(struct reach condition);

#endif
