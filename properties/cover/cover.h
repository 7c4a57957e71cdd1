/* Branch and bound: an expression is positive over a box, shown by ball arithmetic over parts of
 * it.
 *
 * The box is that of the symbols that are listed. A part is decided when the expression's enclosure
 * is positive, or when a condition fails throughout. Where a symbol begins at 0, and the expression
 * is known to be not negative there, it is enough that it rises: it is positive beyond. */
#ifndef BRISTLE_PROPERTIES_COVER_COVER_H
#define BRISTLE_PROPERTIES_COVER_COVER_H

#include "models/derived/law_graph.h"
#include "tools/base/decide.h"

enum { COVER_MOST_SYMBOLS = 24, COVER_PREC = 64 /* bits */ };

/* A parameter or a state, and its range; both ends belong to it, and are finite. */
struct cover_symbol {
    enum graph_symbol what; /* SYMBOL_PARAMETER or SYMBOL_STATE */
    unsigned index;         /* below COVER_MOST_SYMBOLS */
    double lo, hi;
    bool is_whole; /* it has whole values only */
};

/* What is to be shown. Borrows all. */
struct cover_question {
    const struct law_graph *law; /* of which nodes and numbers are read */
    expression value;            /* positive? */
    /* The derivative of the value by the first symbol, which begins at 0: there the value is not
     * negative, and need not be positive. EXPRESSION_NONE: nothing is known there. */
    expression slope;
    const expression *conditions; /* all are fulfilled where it is asked for */
    unsigned n_conditions;
    const struct cover_symbol *symbols;
    unsigned n_symbols;
    bool is_for_yes; /* it ends as soon as that cannot be the answer */
};

struct cover_answer {
    /* NO: the value is certainly not positive at a place that counts, at[i] of symbol i.
     * UNDECIDED: the parts were not enough. */
    enum answer is;
    double at[COVER_MOST_SYMBOLS];
    unsigned long parts; /* that were looked at */
};

/* Decides, with at most so many parts. */
struct cover_answer cover_prove(const struct cover_question *question, unsigned long most);

#endif
