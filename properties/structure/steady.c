/* Proves steady states of laws that relax, and of laws without states (steady.h). */
#include "properties/structure/steady.h"

#include "models/algebra/derive.h"
#include "properties/workbench/motion.h"

/* States, at most. */
enum { STATES = 16 };

/* Operations within one another of which the magnitude is bounded. */
enum { DEPTH = 64 };

static expression two(struct motion *m, enum graph_operation operation, expression a, expression b)
{
    return motion_two(m, operation, a, b);
}

/* Returns true when r is k, or the least of values of which k is one, or not more than k. */
static bool is_as_fast(struct motion *m, expression k, expression r)
{
    const struct graph_node node = m->w.equations.graph.nodes[r];
    if (node.operation == GRAPH_MIN)
        return is_as_fast(m, k, node.argument[0]) || is_as_fast(m, k, node.argument[1]);
    return k == r || motion_is_at_most(m, r, k);
}

/* Returns an upper bound of a magnitude, term by term where its sign is not shown. */
static expression bound_of(struct motion *m, expression e, unsigned depth)
{
    struct graph *g = &m->w.equations.graph;
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    if (motion_is_never_negative(m, e))
        return e;
    if (depth == 0)
        return motion_magnitude(m, e);
    switch (node.operation) {
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return bound_of(m, a, depth - 1);
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return two(m, GRAPH_SUM, bound_of(m, a, depth - 1), bound_of(m, b, depth - 1));
    case GRAPH_PRODUCT:
        return two(m, GRAPH_PRODUCT, bound_of(m, a, depth - 1), bound_of(m, b, depth - 1));
    case GRAPH_QUOTIENT: /* a lower bound of |b| would be needed: b itself, of one sign */
        if (workbench_is_positive(&m->w, b))
            return two(m, GRAPH_QUOTIENT, bound_of(m, a, depth - 1), b);
        break;
    default:
        break;
    }
    return motion_magnitude(m, e);
}

/* The force in the steady states, and the most by which it may be off for states within their
 * bounds, as far as it is affine in them; false: it is not seen to be. */
static bool split_force(struct motion *m, expression *steady, expression *most)
{
    struct graph *g = &m->w.equations.graph;
    const unsigned n = m->law->rate.n;
    struct graph_swap at_zero[STATES], at_steady[STATES];
    const expression F = motion_there(m, m->law->force);
    expression sum;
    for (unsigned i = 0; i < n; i++) {
        const expression b = motion_there(m, m->law->b.of[i]), k = motion_there(m, m->law->k.of[i]);
        at_zero[i] = (struct graph_swap){ SYMBOL_STATE, i, graph_integer(g, 0) };
        at_steady[i] = (struct graph_swap){ SYMBOL_STATE, i, two(m, GRAPH_QUOTIENT, b, k) };
    }
    sum = graph_swapped(g, F, at_zero, n);
    *steady = graph_swapped(g, F, at_steady, n);
    *most = graph_integer(g, 0);
    for (unsigned i = 0; i < n; i++) {
        const expression x = graph_symbol(g, SYMBOL_STATE, i), c = graph_derivative(g, F, x),
                         bound = motion_there(m, m->law->stated[STATEMENT_BOUND].of[i]);
        if (!motion_is_of_parameters(m, c))
            return false;
        sum = two(m, GRAPH_SUM, sum, two(m, GRAPH_PRODUCT, c, x));
        *most = two(m, GRAPH_SUM, *most, two(m, GRAPH_PRODUCT, bound_of(m, c, DEPTH), bound));
    }
    return normal_same(m->w.normal, F, sum) && workbench_is_defined(&m->w, F);
}

/* Returns true when all states relax there to values within their bounds, as fast as the law says.
 */
static bool settle(struct motion *m)
{
    const struct law_values *values = &m->law->values;
    bool do_settle = m->law->rate.n == 0 || values->settling_rate != EXPRESSION_NONE;
    for (unsigned i = 0; do_settle && i < m->law->rate.n; i++) {
        const expression k = motion_there(m, m->law->k.of[i]),
                         r = motion_there(m, values->settling_rate);
        do_settle = workbench_is_positive(&m->w, k) && motion_is_of_parameters(m, r) &&
                    is_as_fast(m, k, r) && motion_points_inward(m, i, EXPRESSION_NONE);
    }
    return do_settle;
}

static bool is_steady(struct motion *m)
{
    const struct law_values *values = &m->law->values;
    const expression force = motion_there(m, values->steady_force),
                     scale = motion_there(m, values->force_scale);
    expression found, most;
    return settle(m) && split_force(m, &found, &most) && motion_is_of_parameters(m, force) &&
           motion_is_of_parameters(m, scale) && normal_same(m->w.normal, force, found) &&
           motion_is_at_most(m, most, scale);
}

static bool is_proved(struct motion *m)
{
    bool is = true;
    for (unsigned i = 0; is && i < m->law->rate.n; i++)
        is = motion_relaxes(m, i) && motion_begins_within(m, i) &&
             motion_stays_at_rest(m, i, EXPRESSION_NONE);
    for (long direction = -1; is && direction <= 1; direction += 2) {
        motion_go(m, direction);
        is = is_steady(m);
    }
    return is;
}

enum answer steady_prove(const struct law_graph *law)
{
    struct motion m;
    if (law->n_events > 0 || law->start.n > 0 || law->rate.n > STATES || !motion_has_bounds(law) ||
        law->values.steady_force == EXPRESSION_NONE || law->values.force_scale == EXPRESSION_NONE)
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    const bool is = is_proved(&m);
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
