/* A law's equations and statements as data: expressions of one graph, for what evaluates them in
 * another arithmetic. */
#ifndef BRISTLE_MODELS_DERIVED_LAW_GRAPH_H
#define BRISTLE_MODELS_DERIVED_LAW_GRAPH_H

#include "models/derived/balance.h"
#include "models/derived/values.h"

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

/* What a parameter's range says of its sign. How large it may be is no part of a law: a range also
 * says where a law is tried. */
struct law_sign {
    bool is_positive; /* else it is at least 0 */
    const char *text; /* "sigma0 > 0"; NULL: of either sign */
};

/* The joint condition on the parameters that a claim has. */
struct law_domain {
    enum property property;
    const char *id, *text; /* the claim's; NULL: not stated */
    expression where;
};

/* A new value of a state or of a discrete variable, by what was before. */
struct law_action {
    enum graph_symbol what; /* SYMBOL_STATE or SYMBOL_MEMORY */
    unsigned index;
    expression value;
};

/* An event: it fires where its guard falls to zero or below. */
struct law_event {
    expression guard;
    bool fires_at_zero; /* also where the guard is zero */
    const struct law_action *actions;
    unsigned n;
};

enum { GRAPH_TIME, GRAPH_END }; /* indices of SYMBOL_VARIABLE */

struct law_graph {
    const char *name;
    bool is_by_path; /* the states are functions of the path, and the force of the states alone */
    const struct graph_node *nodes; /* arguments come before the nodes that have them */
    size_t n;
    const fmpq *numbers;
    /* Names, ended by NULL. */
    const char *const *parameters, *const *states, *const *parts;
    const struct law_sign *signs; /* by parameter */
    struct law_list rate;         /* by state */
    expression force;
    /* Discrete variables at t = 0, and states where not all are 0, by parameters. */
    struct law_list start, initial;
    /* By state, then by discrete variable: which declaration; elements of an array share one. */
    const unsigned *declaration;
    const bool *is_whole;           /* by discrete variable; truth values are 0 and 1 */
    const struct law_event *events; /* in the order of their priority */
    unsigned n_events;
    /* Where all states relax by themselves at held velocity, dx/dt = b - k x; else n is 0. */
    struct law_list b, k;
    bool settles;           /* k >= 0 at v != 0 follows from ranges and constraints */
    struct law_list steady; /* b/k, which at rest is its limit where b and k are multiples of |v| */
    struct law_list flow;   /* x after a time GRAPH_TIME */
    /* 1 - |steady value|/bound by state where that is never negative at v != 0, else
     * EXPRESSION_NONE; n is 0 where states do not settle. */
    struct law_list slack;
    /* The integral of the force over GRAPH_TIME for v != 0, or of its parts, x_i at its end being
     * GRAPH_END + i; n is 0 where there is no closed form. */
    struct law_list work;
    /* The force, then its parts, as they stand with states and SYMBOL_RATE; n is 0 as above. */
    struct law_list by_rates;
    /* Part q of the force is f_q + sum of c_(q n + i) x_i, n states, where it is affine in them. */
    struct law_list f, c;
    struct law_values values;
    struct law_balance balance;
    const struct law_constraint *constraints;
    unsigned n_constraints;
    const struct law_domain *domains; /* of the claims that have one */
    unsigned n_domains;
    struct law_list stated[N_STATEMENTS];
    long identifiable; /* 0: not stated */
};

/* Returns the law as data, which lives as long as `law` and becomes invalid when its graph grows.
 */
struct law_graph law_graph_of(struct equations *law, const struct statements *statements);

#endif
