/* Solves a law's equations. Only the files of the elaboration include this header. */
#ifndef BRISTLE_MODELS_LANGUAGE_SOLVE_H
#define BRISTLE_MODELS_LANGUAGE_SOLVE_H

#include "models/language/scope.h"

/* Takes equations that define variables: w = ..., w[i] = ... Each then has its expression. */
void solve_definitions(struct scope *scope);

/* Solves the other equations for the rates of the states and the force, and reads assertions and
 * events. */
void solve_equations(struct scope *scope);

/* Reads a when-equation: a guard and what it changes, for each branch. */
void solve_when(struct scope *scope, const struct syntax *when);

/* Returns the expression with the rates of states and the force in it replaced by their equations,
 * which may need one another in an order, but not in a circle. */
expression solve_rates_in(struct scope *scope, expression e);

#endif
