/* A law's equations and statements as data: expressions of one graph, for what evaluates them in
 * another arithmetic. */
#ifndef BRISTLE_MODELS_DERIVED_LAW_GRAPH_H
#define BRISTLE_MODELS_DERIVED_LAW_GRAPH_H

#include "models/language/statements.h"

/* Expressions; EXPRESSION_NONE among them: not stated. */
struct law_list {
    const expression *of;
    unsigned n;
};

/* What the law demands of its parameters. */
struct law_constraint {
    expression condition;
    const char *text;
};

struct law_graph {
    const char *name;
    const struct graph_node *nodes; /* arguments come before the nodes that have them */
    size_t n;
    const fmpq *numbers;
    /* Names, ended by NULL. */
    const char *const *parameters, *const *states, *const *parts;
    struct law_list rate; /* by state */
    expression force;
    /* dx/dt = b - k x of each state, where all relax by themselves at held velocity; else n is 0.
     */
    struct law_list b, k;
    const struct law_constraint *constraints;
    unsigned n_constraints;
    struct law_list stated[N_STATEMENTS];
    long identifiable; /* 0: not stated */
};

/* Returns the law as data, which lives as long as `law` and becomes invalid when its graph grows.
 */
struct law_graph law_graph_of(struct equations *law, const struct statements *statements);

#endif
