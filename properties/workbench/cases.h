/* A law with events, case by case: by the values of discrete variables that have few of them, and
 * by the direction of the motion. In a case choices are made, signs of the velocity known, and what
 * is left is shown by algebra for all other values, which lie within what is known of them. */
#ifndef BRISTLE_PROPERTIES_WORKBENCH_CASES_H
#define BRISTLE_PROPERTIES_WORKBENCH_CASES_H

#include "models/model.h"
#include "properties/workbench/fixed.h"
#include "properties/workbench/motion.h"

enum {
    CASES_MEMORY = MODEL_MAX_INTS + MODEL_MAX_REALS,
    CASES_VALUES = 5, /* of a discrete variable that is counted */
    CASES_REALS =
        WORKBENCH_POSITIVES - 2 - MODEL_MAX_STATES, /* with limits; one more for a guard */
    CASES_FACTS = 32,
};

/* All values that a discrete variable can have, which are whole; n is 0: there are others. */
struct counted {
    unsigned n;
    long value[CASES_VALUES];
};

/* |x| <= most; EXPRESSION_NONE: nothing is known. */
struct limit {
    expression most;
    bool is_never_negative;
};

/* While a discrete variable has a value, a state is an expression of parameters, of discrete
 * variables that are not counted, and of other states. */
struct fact {
    unsigned memory, state;
    long value;
    expression is;
};

struct cases {
    struct motion m;
    const struct law_graph *law;
    struct graph_swap fixed[FIXED_MOST];
    size_t n_fixed;
    struct counted counted[CASES_MEMORY];
    struct limit state[MODEL_MAX_STATES], memory[CASES_MEMORY];
    unsigned n_reals, real[CASES_REALS]; /* discrete variables with limits */
    struct fact facts[CASES_FACTS];
    unsigned n_facts;
};

struct a_case {
    long direction;         /* of the motion: 1, -1; 0: at rest */
    bool has[CASES_MEMORY]; /* counted discrete variables that matter */
    long value[CASES_MEMORY];
};

/* Opens a law at parameters that are fixed, where its claim has this condition or none,
 * EXPRESSION_NONE, and finds the values that discrete variables can have. Returns false when it has
 * more of anything than there is room for, or does not bound each state by parameters: then there
 * is nothing to close. */
bool cases_open(struct cases *c, const struct law_graph *law, const struct fixed *fixed,
                expression condition);
void cases_close(struct cases *c);

/* Returns an expression of the law at the fixed parameters; that in a case, its choices made; and
 * that of an expression of the copy. */
expression cases_at_fixed(struct cases *c, expression e);
expression cases_in(struct cases *c, const struct a_case *is, expression e);
expression cases_in_copy(struct cases *c, const struct a_case *is, expression e);

/* Returns true when no quotient in the expression of the copy divides by zero in a case: 0/0 at
 * rest is no number, while what is in a case takes 0/b for 0. */
bool cases_divides(struct cases *c, const struct a_case *is, expression e);

/* Returns the expression with what is known of states by facts in a case. */
expression cases_with_facts(struct cases *c, const struct a_case *is, expression e);

/* Returns true when the test is true in all cases that these expressions of the copy tell apart,
 * with the guards that depend on the discrete variables in question, and `memory` besides unless it
 * is ANY_INDEX. */
typedef bool case_test(struct cases *c, const struct a_case *is, void *context);
bool cases_all(struct cases *c, const expression of[], unsigned n, int memory, case_test *test,
               void *context);

/* Return true when an expression of the copy, in a case, is shown to be never negative, or
 * positive, whatever states and discrete variables are within what is known of them. */
bool cases_never_negative(struct cases *c, expression e);
bool cases_positive(struct cases *c, expression e);

/* Returns true when the value of the expression of the copy, in a case, is that whole number. */
bool cases_whole(struct cases *c, expression e, long *value);

/* Returns true when it has a value, which the motion changes by states and discrete variables only.
 */
bool cases_is_kept(struct cases *c, expression e);

/* Returns true when it has a value and bounded slopes over the states. */
bool cases_smooth(struct cases *c, expression e);

/* Returns true when the event may fire in the case. */
bool cases_may_fire(struct cases *c, const struct a_case *is, const struct law_event *event);

/* Returns true when the law does not stay in the case: an event fires there, wherever it is, or
 * where the state is `there`, and changes a discrete variable. state < 0: wherever it is. */
bool cases_is_left(struct cases *c, const struct a_case *is, int state, expression there);

#endif
