/* Expressions as a graph in which equal parts are one node.
 *
 * Numbers are rational and exact. Nothing is reordered: a sum is added as it is written, so that
 * code printed from the graph rounds as the text says. */
#ifndef BRISTLE_MODELS_ALGEBRA_GRAPH_H
#define BRISTLE_MODELS_ALGEBRA_GRAPH_H

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(name, word, arguments): word is Modelica's name of a function, or "". */
#define GRAPH_OPERATIONS(X)                                                                        \
    X(NUMBER, "", 0)                                                                               \
    X(SYMBOL, "", 0)                                                                               \
    X(NEGATED, "", 1)                                                                              \
    X(SUM, "", 2)                                                                                  \
    X(DIFFERENCE, "", 2)                                                                           \
    X(PRODUCT, "", 2)                                                                              \
    X(QUOTIENT, "", 2)                                                                             \
    X(POWER, "", 2)                                                                                \
    X(ABS, "abs", 1)                                                                               \
    X(SIGN, "sign", 1)                                                                             \
    X(SQRT, "sqrt", 1)                                                                             \
    X(EXP, "exp", 1)                                                                               \
    X(LOG, "log", 1)                                                                               \
    X(SIN, "sin", 1)                                                                               \
    X(COS, "cos", 1)                                                                               \
    X(TAN, "tan", 1)                                                                               \
    X(ASIN, "asin", 1)                                                                             \
    X(ACOS, "acos", 1)                                                                             \
    X(ATAN, "atan", 1)                                                                             \
    X(SINH, "sinh", 1)                                                                             \
    X(COSH, "cosh", 1)                                                                             \
    X(TANH, "tanh", 1)                                                                             \
    X(MIN, "min", 2)                                                                               \
    X(MAX, "max", 2)                                                                               \
    X(SELECT, "", 3) /* condition, value where it is true, value elsewhere */                      \
    X(LESS, "", 2)   /* conditions: 1 or 0 */                                                      \
    X(AT_MOST, "", 2)                                                                              \
    X(EQUAL, "", 2)                                                                                \
    X(AND, "", 2)                                                                                  \
    X(OR, "", 2)                                                                                   \
    X(NOT, "", 1)                                                                                  \
    X(INTEGRAL, "", 4) /* of an expression, over a symbol, from, to */                             \
    X(DRAW, "draw", 2) /* a whole number from 1 to 2^24, drawn for an element and a count */

enum graph_operation {
#define X(name, word, arguments) GRAPH_##name,
    GRAPH_OPERATIONS(X)
#undef X
        GRAPH_N_OPERATIONS
};

enum { GRAPH_MOST_ARGUMENTS = 4 };

/* What a symbol stands for; `index` counts within a kind. */
enum graph_symbol {
    SYMBOL_PARAMETER,
    SYMBOL_INPUT,     /* 0: the velocity, m/s */
    SYMBOL_STATE,     /* an element of x */
    SYMBOL_RATE,      /* its derivative, where it is not known yet */
    SYMBOL_FORCE,     /* the output, where it is not known yet */
    SYMBOL_SELECTION, /* s of Sgn(v) */
    SYMBOL_MEMORY,    /* a discrete variable */
    SYMBOL_TRAVEL,    /* the length of the path so far, m */
    SYMBOL_REFERENCE, /* a reference velocity, m/s */
    SYMBOL_VARIABLE,  /* of an integral */
};

/* A node of a graph, by its number. */
typedef uint32_t expression;
#define EXPRESSION_NONE UINT32_MAX

struct graph_node {
    enum graph_operation operation;
    enum graph_symbol symbol;
    uint32_t index; /* of a symbol, or of a number among the graph's numbers */
    uint32_t depth; /* of a number or symbol 0, else 1 more than that of its arguments */
    expression argument[GRAPH_MOST_ARGUMENTS];
};

/* A graph. Zero-initialised it is empty; graph_free releases it. Arguments come before the nodes
 * that have them. */
struct graph {
    struct graph_node *nodes;
    size_t n, room;
    fmpq *numbers;
    size_t n_numbers, room_numbers;
    uint32_t *table; /* nodes by their hash; of `slots` entries, a power of two */
    size_t slots;
};

void graph_free(struct graph *graph);

/* Return the node of a number, or of a symbol. */
expression graph_number(struct graph *graph, const fmpq_t value);
expression graph_integer(struct graph *graph, long value);
expression graph_real(struct graph *graph, double value);
expression graph_symbol(struct graph *graph, enum graph_symbol symbol, unsigned index);

/* Returns the node of an operation on so many arguments as it has. Operations on numbers that are
 * exact are done; what changes nothing, like adding 0, is left out. */
expression graph_node(struct graph *graph, enum graph_operation operation,
                      const expression arguments[]);
expression graph_one(struct graph *graph, enum graph_operation operation, expression a);
expression graph_two(struct graph *graph, enum graph_operation operation, expression a,
                     expression b);
expression graph_select(struct graph *graph, expression condition, expression a, expression b);

/* Returns true when the node depends on no symbol, as sqrt(2); is a number; is that integer. */
bool graph_is_constant(const struct graph *graph, expression e);
bool graph_is_number(const struct graph *graph, expression e);
bool graph_is_integer(const struct graph *graph, expression e, long value);
const fmpq *graph_value(const struct graph *graph, expression e);

/* Returns how many operations are within one another, at most. */
uint32_t graph_depth(const struct graph *graph, expression e);

/* Returns the nearest double. */
double graph_double(const fmpq_t value);

bool graph_is_symbol(const struct graph *graph, expression e, enum graph_symbol symbol,
                     unsigned index);

/* Returns the number of arguments of an operation. */
unsigned graph_arguments(enum graph_operation operation);

/* Modelica's name of the operation, or "". */
const char *graph_word(enum graph_operation operation);

/* Returns the expression with each node replaced: `replace` returns what stands for a node whose
 * arguments are replaced already, or the node itself; called once for each node, arguments first.
 * A node of `from` may belong to another graph than `to`. */
typedef expression graph_replacement(void *context, struct graph *graph, expression e);
expression graph_replaced(struct graph *graph, expression e, graph_replacement *replace,
                          void *context);

/* A symbol, and what is put in its place. */
struct graph_swap {
    enum graph_symbol symbol;
    unsigned index;
    expression by;
};

/* Returns the expression with symbols replaced, all at once. */
expression graph_swapped(struct graph *graph, expression e, const struct graph_swap swaps[],
                         size_t n);

/* Marks, in seen[graph->n], the nodes of which e is made. */
void graph_mark(const struct graph *graph, expression e, bool seen[]);

/* Returns true when e depends on that symbol; of any index if index is ANY_INDEX. */
enum { ANY_INDEX = -1 };
bool graph_depends(const struct graph *graph, expression e, enum graph_symbol symbol, int index);

#endif
