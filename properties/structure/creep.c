/* Proves creep by upper bounds of functions (creep.h). */
#include "properties/structure/creep.h"

#include "properties/structure/odd.h"
#include "properties/workbench/motion.h"

/* Operations within one another that are looked into. */
enum { DEPTH = 32 };

/* Returns an upper bound of what is never negative; of other values, themselves. */
static expression upper(struct motion *m, expression e, unsigned depth)
{
    struct graph *g = &m->w.equations.graph;
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    const bool is_bounded = depth > 0 && motion_is_never_negative(m, e) &&
                            graph_arguments(node.operation) > 0 && motion_is_never_negative(m, a);
    if (depth > 0 && node.operation == GRAPH_EXP &&
        motion_is_never_negative(m, graph_one(g, GRAPH_NEGATED, a)))
        return graph_integer(g, 1);
    if (!is_bounded)
        return e;
    switch (node.operation) {
    case GRAPH_SUM:
    case GRAPH_PRODUCT:
        if (!motion_is_never_negative(m, b))
            return e;
        return motion_two(m, node.operation, upper(m, a, depth - 1), upper(m, b, depth - 1));
    case GRAPH_QUOTIENT:
        return workbench_is_positive(&m->w, b)
                   ? motion_two(m, GRAPH_QUOTIENT, upper(m, a, depth - 1), b)
                   : e;
    case GRAPH_TANH:
    case GRAPH_ATAN:
        return upper(m, a, depth - 1);
    default:
        return e;
    }
}

/* An odd force that depends on nothing that changes its sign with v is its own negative there. */
static bool is_zero_at_rest(struct motion *m)
{
    struct graph *g = &m->w.equations.graph;
    const expression selection = workbench_selection(&m->w);
    motion_rest(m, selection);
    const expression F = motion_there(m, m->law->force);
    return (!graph_depends(g, F, SYMBOL_VARIABLE, (int)g->nodes[selection].index) &&
            !graph_depends(g, F, SYMBOL_MEMORY, ANY_INDEX)) ||
           normal_same(m->w.normal, F, graph_integer(g, 0));
}

static bool is_proved(struct motion *m)
{
    const struct law_graph *law = m->law;
    if (!is_zero_at_rest(m))
        return false;
    motion_go(m, 1);
    const expression F = motion_there(m, law->force),
                     R = motion_there(m, law->stated[STATEMENT_CREEP_RESISTANCE].of[0]);
    return motion_is_of_parameters(m, R) && workbench_is_defined(&m->w, m->w.of[law->force]) &&
           motion_is_never_negative(m, F) &&
           motion_is_at_most(m, upper(m, F, DEPTH),
                             motion_two(m, GRAPH_PRODUCT, R, workbench_speed(&m->w)));
}

enum answer creep_prove(const struct law_graph *law)
{
    struct motion m;
    if (law->rate.n > 0 || law->stated[STATEMENT_CREEP_RESISTANCE].n != 1 ||
        odd_prove(law) != ANSWER_YES)
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    const bool is = is_proved(&m);
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
