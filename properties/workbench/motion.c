/* Looks at laws that relax (motion.h). */
#include "properties/workbench/motion.h"

#include "models/algebra/derive.h"

static struct graph *graph_of(struct motion *m) { return &m->w.equations.graph; }

void motion_open(struct motion *m, const struct law_graph *law)
{
    *m = (struct motion){ .law = law };
    workbench_open(&m->w, law);
}

void motion_close(struct motion *m) { workbench_close(&m->w); }

expression motion_two(struct motion *m, enum graph_operation operation, expression a, expression b)
{
    return graph_two(graph_of(m), operation, a, b);
}

expression motion_magnitude(struct motion *m, expression a)
{
    return graph_one(graph_of(m), GRAPH_ABS, a);
}

static void go(struct motion *m, expression velocity, expression selection)
{
    const expression v = workbench_velocity(&m->w), s = workbench_selection(&m->w);
    const struct graph *g = graph_of(m);
    m->at[0] = (struct graph_swap){ SYMBOL_VARIABLE, g->nodes[v].index, velocity };
    m->at[1] = (struct graph_swap){ SYMBOL_VARIABLE, g->nodes[s].index, selection };
}

void motion_go(struct motion *m, long direction)
{
    const expression speed = workbench_speed(&m->w);
    go(m, direction > 0 ? speed : graph_one(graph_of(m), GRAPH_NEGATED, speed),
       graph_integer(graph_of(m), direction));
}

void motion_rest(struct motion *m, expression selection)
{
    go(m, graph_integer(graph_of(m), 0), selection);
}

expression motion_there(struct motion *m, expression e)
{
    return graph_swapped(graph_of(m), m->w.of[e], m->at, 2);
}

bool motion_is_never_negative(struct motion *m, expression e)
{
    return normal_never_negative(m->w.normal, e);
}

bool motion_is_at_most(struct motion *m, expression a, expression b)
{
    return motion_is_never_negative(m, motion_two(m, GRAPH_DIFFERENCE, b, a));
}

bool motion_is_of_parameters(struct motion *m, expression e)
{
    const struct graph *g = graph_of(m);
    return !graph_depends(g, e, SYMBOL_STATE, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_MEMORY, ANY_INDEX) &&
           !graph_depends(g, e, SYMBOL_TRAVEL, ANY_INDEX) && workbench_is_defined(&m->w, e);
}

bool motion_states_bounds(const struct law_graph *law)
{
    const struct law_list *bound = &law->stated[STATEMENT_BOUND];
    bool does = law->rate.n == 0 || bound->n == law->rate.n;
    for (unsigned i = 0; does && i < law->rate.n; i++)
        does = bound->of[i] != EXPRESSION_NONE;
    return does;
}

bool motion_has_bounds(const struct law_graph *law)
{
    return motion_states_bounds(law) && (law->rate.n == 0 || law->b.n == law->rate.n);
}

bool motion_relaxes(struct motion *m, unsigned i)
{
    const expression b = m->w.of[m->law->b.of[i]], k = m->w.of[m->law->k.of[i]],
                     x = graph_symbol(graph_of(m), SYMBOL_STATE, i),
                     rate = motion_two(m, GRAPH_DIFFERENCE, b, motion_two(m, GRAPH_PRODUCT, k, x));
    return motion_is_of_parameters(m, b) && motion_is_of_parameters(m, k) &&
           normal_same(m->w.normal, m->w.of[m->law->rate.of[i]], rate) &&
           workbench_is_defined(&m->w, m->w.of[m->law->rate.of[i]]);
}

/* t/(1 + t), t > 0. */
expression motion_share(struct motion *m, unsigned i, bool is_negative)
{
    const expression t = workbench_positive(&m->w, 1 + i),
                     more = motion_two(m, GRAPH_SUM, graph_integer(graph_of(m), 1), t),
                     share = motion_two(m, GRAPH_QUOTIENT, t, more);
    return is_negative ? graph_one(graph_of(m), GRAPH_NEGATED, share) : share;
}

bool motion_begins_within(struct motion *m, unsigned i)
{
    const struct law_graph *law = m->law;
    return law->initial.n == 0 ||
           motion_is_at_most(m, motion_magnitude(m, m->w.of[law->initial.of[i]]),
                             m->w.of[law->stated[STATEMENT_BOUND].of[i]]);
}

bool motion_points_inward(struct motion *m, unsigned i, expression part)
{
    expression most = motion_there(m, m->law->stated[STATEMENT_BOUND].of[i]);
    if (part != EXPRESSION_NONE)
        most = motion_two(m, GRAPH_PRODUCT, motion_there(m, part), most);
    return motion_is_of_parameters(m, most) &&
           motion_is_at_most(m, motion_magnitude(m, motion_there(m, m->law->b.of[i])),
                             motion_two(m, GRAPH_PRODUCT, motion_there(m, m->law->k.of[i]), most));
}

static bool is_affine(struct motion *m, expression e, expression selection)
{
    struct graph *g = graph_of(m);
    const int index = (int)g->nodes[selection].index;
    const expression slope = graph_derivative(g, e, selection);
    const struct graph_swap zero = { SYMBOL_VARIABLE, (unsigned)index, graph_integer(g, 0) };
    const expression line = motion_two(m, GRAPH_SUM, graph_swapped(g, e, &zero, 1),
                                       motion_two(m, GRAPH_PRODUCT, slope, selection));
    return !graph_depends(g, slope, SYMBOL_VARIABLE, index) && normal_same(m->w.normal, e, line);
}

/* At rest the selection lies between -1 and 1, and so does b, which is affine in it, between its
 * values there; k and what bounds the state do not depend on it. */
bool motion_stays_at_rest(struct motion *m, unsigned i, expression part)
{
    struct graph *g = graph_of(m);
    const expression selection = workbench_selection(&m->w);
    motion_rest(m, selection);
    bool stays = is_affine(m, motion_there(m, m->law->b.of[i]), selection) &&
                 !graph_depends(g, motion_there(m, m->law->k.of[i]), SYMBOL_VARIABLE, ANY_INDEX) &&
                 (part == EXPRESSION_NONE ||
                  !graph_depends(g, motion_there(m, part), SYMBOL_VARIABLE, ANY_INDEX));
    for (long side = -1; stays && side <= 1; side += 2) {
        motion_rest(m, graph_integer(g, side));
        stays = motion_points_inward(m, i, part);
    }
    return stays;
}
