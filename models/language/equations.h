/* A law as its equations: what a text says, with arrays and loops written out, solved for the rates
 * of the states and the force, as expressions of one graph.
 *
 *     dx/dt = rate(p, memory, v, s, x),   F = force(p, memory, v, s, x)
 *
 * s is the selection of Sgn(v): sign(v) in an equation is s, so that a law sticks where some s in
 * [-1, 1] balances the applied force (models/model.h). In a `when` it is the plain sign, 0 at
 * rest. */
#ifndef BRISTLE_MODELS_LANGUAGE_EQUATIONS_H
#define BRISTLE_MODELS_LANGUAGE_EQUATIONS_H

#include "models/algebra/graph.h"
#include "models/language/syntax.h"
#include "models/language/units.h"

/* At most: quantities of a kind, which is what the laws' interface holds; other names; elements of
 * an array; iterations of loops; values that are computed; operations within one another. What
 * walks through an expression recurses no deeper. */
enum {
    EQUATIONS_QUANTITIES = 64,
    EQUATIONS_NAMES = 1024,
    EQUATIONS_ELEMENTS = 512,
    EQUATIONS_ITERATIONS = 1 << 14,
    EQUATIONS_VALUES = 1 << 16,
    EQUATIONS_DEPTH = 1000,
};

/* A parameter, an input, a state or a discrete variable; an element of an array is one. */
struct quantity_text {
    const char *name; /* "k1" of the array k */
    const char *unit; /* as written, "N.s/m"; "1" if none is */
    const char *note; /* its comment */
    enum type type;
    double value;     /* default of a parameter */
    expression start; /* of a state or discrete variable, by the parameters */
    double lo, hi;    /* range */
    struct unit dimension;
    size_t at; /* in the text, for messages */
};

struct quantity_list {
    struct quantity_text *of;
    size_t n, room;
};

/* A name that an expression defines: a constant, or a variable. An element of an array is one. */
struct definition_text {
    const char *name; /* "stretch1" of the array stretch */
    expression e;
    struct unit dimension; /* as declared */
    size_t at;             /* its declaration in the text; elements of an array share it */
};

/* An assertion about parameters. */
struct constraint_text {
    expression condition;
    const char *text;
    /* Conclusions may use it although it is not affine in the parameters. They are not known to
     * hold in a box, then, because they hold at its corners. */
    bool has_any_form;
    /* What is to be shown where it holds may fail where its two sides are equal. */
    bool is_open;
};

/* A guard, which fires when its value falls to zero or below, and what then changes: the new values
 * of memory and states by what they were before. */
struct action {
    enum graph_symbol what; /* SYMBOL_STATE or SYMBOL_MEMORY */
    unsigned index;
    expression value;
};
struct event_text {
    expression guard;
    bool fires_at_zero; /* "<=" in the text: also where the guard is zero */
    struct action *actions;
    size_t n, room;
};

struct equations {
    const char *name, *title;
    struct arena arena;
    struct graph graph;
    struct quantity_list parameters, inputs, states, memory;
    struct definition_text *definitions; /* in the order of their declarations */
    size_t n_definitions;
    struct constraint_text *constraints;
    size_t n_constraints, room_constraints;
    expression *rate; /* [states.n] */
    expression force;
    expression force_by_rates; /* the same, with the rates of the states as symbols */
    struct event_text *events; /* in the order of their priority */
    size_t n_events, room_events;
    struct syntax_model syntax;
    const char **memory_names; /* of discrete variables in C: mem->ints[0], mem->reals[0] */
    const struct text *text;
    struct scope *scope; /* names, for expressions in the annotation */
};

/* Reads a law's text. Returns false with the text's error when something is wrong; equations_free
 * releases it in either case. */
bool equations_read(struct text *text, struct equations *law);
void equations_free(struct equations *law);

/* A value in an annotation: an expression with its unit. */
struct value {
    expression e;
    struct unit unit;
    bool is_condition;
};

/* Values; `of` is to be freed. */
struct value_list {
    struct value *of;
    size_t n, room;
};

/* Evaluates an expression of the annotation, in which `travel` and `v0` have a meaning. Returns its
 * value, or the elements of a list or array; none: the text has its error. */
struct value_list equations_values(struct text *text, struct equations *law,
                                   const struct syntax *syntax);

#endif
