/* Proves steady states of laws that relax, and of laws without states (steady.h). */
#include "properties/structure/steady.h"

#include "models/algebra/derive.h"
#include "properties/structure/workbench.h"

/* States, at most. */
enum { STATES = 16 };

/* Operations within one another of which the magnitude is bounded. */
enum { DEPTH = 64 };

/* A law on the way, and where: at a speed in one direction, or at rest. */
struct steady {
    struct workbench w;
    const struct law_graph *law;
    struct graph_swap at[2]; /* the velocity and the selection */
};

static struct graph *graph_of(struct steady *s) { return &s->w.equations.graph; }

static expression two(struct steady *s, enum graph_operation operation, expression a, expression b)
{
    return graph_two(graph_of(s), operation, a, b);
}

static expression magnitude(struct steady *s, expression a)
{
    return graph_one(graph_of(s), GRAPH_ABS, a);
}

static void go(struct steady *s, expression velocity, expression selection)
{
    s->at[0] = (struct graph_swap){ SYMBOL_VARIABLE,
                                    graph_of(s)->nodes[workbench_velocity(&s->w)].index, velocity };
    s->at[1] =
        (struct graph_swap){ SYMBOL_VARIABLE, graph_of(s)->nodes[workbench_selection(&s->w)].index,
                             selection };
}

/* Returns an expression of the law there. */
static expression there(struct steady *s, expression e)
{
    return graph_swapped(graph_of(s), s->w.of[e], s->at, 2);
}

static bool is_never_negative(struct steady *s, expression e)
{
    return normal_never_negative(s->w.normal, e);
}

static bool is_at_most(struct steady *s, expression a, expression b)
{
    return is_never_negative(s, two(s, GRAPH_DIFFERENCE, b, a));
}

/* Returns true when the expression has a value there, and does not depend on states. */
static bool is_of_parameters(struct steady *s, expression e)
{
    const struct graph *g = graph_of(s);
    return !graph_depends(g, e, SYMBOL_STATE, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_MEMORY, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_TRAVEL, ANY_INDEX) && workbench_is_defined(&s->w, e);
}

/* Returns true when state i relaxes by itself, whatever the velocity. */
static bool relaxes(struct steady *s, unsigned i)
{
    const expression b = s->w.of[s->law->b.of[i]], k = s->w.of[s->law->k.of[i]],
                     x = graph_symbol(graph_of(s), SYMBOL_STATE, i),
                     rate = two(s, GRAPH_DIFFERENCE, b, two(s, GRAPH_PRODUCT, k, x));
    return is_of_parameters(s, b) && is_of_parameters(s, k) &&
           normal_same(s->w.normal, s->w.of[s->law->rate.of[i]], rate) &&
           workbench_is_defined(&s->w, s->w.of[s->law->rate.of[i]]);
}

/* Returns true when the rate of state i points inward at its bound, there. */
static bool points_inward(struct steady *s, unsigned i)
{
    const expression bound = there(s, s->law->stated[STATEMENT_BOUND].of[i]);
    return is_of_parameters(s, bound) &&
           is_at_most(s, magnitude(s, there(s, s->law->b.of[i])),
                      two(s, GRAPH_PRODUCT, there(s, s->law->k.of[i]), bound));
}

static bool is_affine(struct steady *s, expression e, expression selection)
{
    const struct graph *g = graph_of(s);
    const expression slope = graph_derivative(graph_of(s), e, selection),
                     none = graph_integer(graph_of(s), 0);
    const struct graph_swap zero = { SYMBOL_VARIABLE, g->nodes[selection].index, none };
    const expression line = two(s, GRAPH_SUM, graph_swapped(graph_of(s), e, &zero, 1),
                                two(s, GRAPH_PRODUCT, slope, selection));
    return !graph_depends(g, slope, SYMBOL_VARIABLE, (int)g->nodes[selection].index) &&
           normal_same(s->w.normal, e, line);
}

/* At rest the selection lies between -1 and 1, and so does b, which is affine in it, between its
 * values there; k does not depend on it. */
static bool stays_at_rest(struct steady *s, unsigned i)
{
    struct graph *g = graph_of(s);
    const expression selection = workbench_selection(&s->w), zero = graph_integer(g, 0);
    go(s, zero, selection);
    bool stays = is_affine(s, there(s, s->law->b.of[i]), selection) &&
                 !graph_depends(g, there(s, s->law->k.of[i]), SYMBOL_VARIABLE, ANY_INDEX);
    for (long side = -1; stays && side <= 1; side += 2) {
        go(s, zero, graph_integer(g, side));
        stays = points_inward(s, i);
    }
    return stays;
}

/* Returns true when r is k, or the least of values of which k is one, or not more than k. */
static bool is_as_fast(struct steady *s, expression k, expression r)
{
    const struct graph_node node = graph_of(s)->nodes[r];
    if (node.operation == GRAPH_MIN)
        return is_as_fast(s, k, node.argument[0]) || is_as_fast(s, k, node.argument[1]);
    return k == r || is_at_most(s, r, k);
}

/* Returns an upper bound of a magnitude, term by term where its sign is not shown. */
static expression bound_of(struct steady *s, expression e, unsigned depth)
{
    struct graph *g = graph_of(s);
    const struct graph_node node = g->nodes[e];
    const expression a = node.argument[0], b = node.argument[1];
    if (is_never_negative(s, e))
        return e;
    if (depth == 0)
        return magnitude(s, e);
    switch (node.operation) {
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return bound_of(s, a, depth - 1);
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return two(s, GRAPH_SUM, bound_of(s, a, depth - 1), bound_of(s, b, depth - 1));
    case GRAPH_PRODUCT:
        return two(s, GRAPH_PRODUCT, bound_of(s, a, depth - 1), bound_of(s, b, depth - 1));
    case GRAPH_QUOTIENT: /* a lower bound of |b| would be needed: b itself, of one sign */
        if (workbench_is_positive(&s->w, b))
            return two(s, GRAPH_QUOTIENT, bound_of(s, a, depth - 1), b);
        break;
    default:
        break;
    }
    return magnitude(s, e);
}

/* The force in the steady states, and the most by which it may be off for states within their
 * bounds, as far as it is affine in them; false: it is not seen to be. */
static bool split_force(struct steady *s, expression *steady, expression *most)
{
    struct graph *g = graph_of(s);
    const unsigned n = s->law->rate.n;
    struct graph_swap at_zero[STATES], at_steady[STATES];
    const expression F = there(s, s->law->force);
    expression sum;
    for (unsigned i = 0; i < n; i++) {
        const expression b = there(s, s->law->b.of[i]), k = there(s, s->law->k.of[i]);
        at_zero[i] = (struct graph_swap){ SYMBOL_STATE, i, graph_integer(g, 0) };
        at_steady[i] = (struct graph_swap){ SYMBOL_STATE, i, two(s, GRAPH_QUOTIENT, b, k) };
    }
    sum = graph_swapped(g, F, at_zero, n);
    *steady = graph_swapped(g, F, at_steady, n);
    *most = graph_integer(g, 0);
    for (unsigned i = 0; i < n; i++) {
        const expression x = graph_symbol(g, SYMBOL_STATE, i), c = graph_derivative(g, F, x),
                         bound = there(s, s->law->stated[STATEMENT_BOUND].of[i]);
        if (!is_of_parameters(s, c))
            return false;
        sum = two(s, GRAPH_SUM, sum, two(s, GRAPH_PRODUCT, c, x));
        *most = two(s, GRAPH_SUM, *most, two(s, GRAPH_PRODUCT, bound_of(s, c, DEPTH), bound));
    }
    return normal_same(s->w.normal, F, sum) && workbench_is_defined(&s->w, F);
}

/* Returns true when all states relax there to values within their bounds, as fast as the law says.
 */
static bool settle(struct steady *s)
{
    const struct law_values *values = &s->law->values;
    bool do_settle = s->law->rate.n == 0 || values->settling_rate != EXPRESSION_NONE;
    for (unsigned i = 0; do_settle && i < s->law->rate.n; i++) {
        const expression k = there(s, s->law->k.of[i]), r = there(s, values->settling_rate);
        do_settle = workbench_is_positive(&s->w, k) && is_of_parameters(s, r) &&
                    is_as_fast(s, k, r) && points_inward(s, i);
    }
    return do_settle;
}

static bool is_steady(struct steady *s)
{
    const struct law_values *values = &s->law->values;
    const expression force = there(s, values->steady_force), scale = there(s, values->force_scale);
    expression found, most;
    return settle(s) && split_force(s, &found, &most) && is_of_parameters(s, force) &&
           is_of_parameters(s, scale) && normal_same(s->w.normal, force, found) &&
           is_at_most(s, most, scale);
}

static bool have_bounds(const struct law_graph *law)
{
    const struct law_list *bound = &law->stated[STATEMENT_BOUND];
    bool have = law->rate.n == 0 || (bound->n == law->rate.n && law->b.n == law->rate.n);
    for (unsigned i = 0; have && i < law->rate.n; i++)
        have = bound->of[i] != EXPRESSION_NONE;
    return have;
}

static bool is_proved(struct steady *s)
{
    struct graph *g = graph_of(s);
    bool is = true;
    for (unsigned i = 0; is && i < s->law->rate.n; i++)
        is = relaxes(s, i) && stays_at_rest(s, i);
    for (long side = -1; is && side <= 1; side += 2) {
        const expression speed = workbench_speed(&s->w);
        go(s, side > 0 ? speed : graph_one(g, GRAPH_NEGATED, speed), graph_integer(g, side));
        is = is_steady(s);
    }
    return is;
}

enum answer steady_prove(const struct law_graph *law)
{
    struct steady s = { .law = law };
    if (law->is_hybrid || law->memory.n > 0 || law->rate.n > STATES || !have_bounds(law) ||
        law->values.steady_force == EXPRESSION_NONE || law->values.force_scale == EXPRESSION_NONE)
        return ANSWER_UNDECIDED;
    workbench_open(&s.w, law);
    const bool is = is_proved(&s);
    workbench_close(&s.w);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
