/* Proves rate independence by the degree to which each expression is homogeneous in the velocity
 * (path.h). */
#include "properties/structure/path.h"

#include <stdlib.h>

#include "properties/workbench/workbench.h"
#include "tools/base/memory.h"

/* f(a v) = a^value f(v) for all a > 0; zero has every degree. */
struct degree {
    bool is_known, is_zero;
    long value;
};

static const struct degree unknown = { .is_known = false }, constant = { .is_known = true };

static bool is_constant(struct degree a) { return a.is_known && (a.is_zero || a.value == 0); }

/* Of a sum, and of what compares its arguments. */
static struct degree common(struct degree a, struct degree b)
{
    if (!a.is_known || !b.is_known)
        return unknown;
    if (a.is_zero)
        return b;
    return b.is_zero || a.value == b.value ? a : unknown;
}

static struct degree of_product(struct degree a, struct degree b, bool is_quotient)
{
    enum { MOST = 1000 }; /* nothing overflows */
    const long value = is_quotient ? a.value - b.value : a.value + b.value;
    if (!a.is_known || !b.is_known || labs(value) > MOST)
        return unknown;
    return (struct degree){ true, a.is_zero || (b.is_zero && !is_quotient), value };
}

/* A whole power, 0 excepted. */
static struct degree of_power(const struct graph *g, struct degree a, struct degree b,
                              expression exponent)
{
    struct degree is = a;
    if (is_constant(a) && is_constant(b))
        return constant;
    if (!a.is_known || !graph_is_number(g, exponent) ||
        !fmpz_is_one(fmpq_denref(graph_value(g, exponent))))
        return unknown;
    const fmpz *n = fmpq_numref(graph_value(g, exponent));
    if (fmpz_sgn(n) <= 0 || fmpz_cmp_si(n, 16) > 0)
        return unknown;
    for (slong i = 1; i < fmpz_get_si(n); i++)
        is = of_product(is, a, false);
    return is;
}

static struct degree degree_of(const struct workbench *w, const struct graph_node *node,
                               expression velocity, expression e, const struct degree of[])
{
    const struct graph *g = &w->equations.graph;
    const unsigned n = graph_arguments(node->operation);
    const struct degree a = n > 0 ? of[node->argument[0]] : constant,
                        b = n > 1 ? of[node->argument[1]] : constant;
    switch (node->operation) {
    case GRAPH_NUMBER:
        return (struct degree){ true, fmpq_is_zero(graph_value(g, e)), 0 };
    case GRAPH_SYMBOL:
        return (struct degree){ true, false, e == velocity };
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return a;
    case GRAPH_SIGN:
        return a.is_known ? constant : unknown;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
    case GRAPH_MIN:
    case GRAPH_MAX:
        return common(a, b);
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
        return common(a, b).is_known ? constant : unknown;
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        return of_product(a, b, node->operation == GRAPH_QUOTIENT);
    case GRAPH_POWER:
        return of_power(g, a, b, node->argument[1]);
    case GRAPH_SELECT:
        return is_constant(a) ? common(b, of[node->argument[2]]) : unknown;
    case GRAPH_INTEGRAL:
        return unknown;
    default:
        return is_constant(a) && is_constant(b) ? constant : unknown;
    }
}

/* The law at its fixed parameters. */
struct pace {
    struct workbench w;
    struct graph_swap swaps[FIXED_MOST];
    size_t n;
};

static expression at_fixed(struct pace *m, expression e)
{
    return graph_swapped(&m->w.equations.graph, m->w.of[e], m->swaps, m->n);
}

/* Returns the degree of an expression of the copy. */
static struct degree degree(struct pace *m, expression e)
{
    struct graph *g = &m->w.equations.graph;
    bool *seen = memory_array(e + 1, sizeof *seen);
    struct degree *of = memory_array(e + 1, sizeof *of);
    const expression velocity = workbench_velocity(&m->w);
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            of[i] = degree_of(&m->w, &g->nodes[i], velocity, i, of);
    const struct degree is = of[e];
    free(of);
    free(seen);
    return is;
}

static bool has_degree(struct pace *m, expression e, long value)
{
    const struct degree is = degree(m, at_fixed(m, e));
    return is.is_known && (is.is_zero || is.value == value) &&
           workbench_is_defined(&m->w, m->w.of[e]);
}

/* A guard has one degree, or is a choice between a value that has one and 1. */
static bool keeps_its_sign(struct pace *m, expression guard)
{
    const expression e = at_fixed(m, guard);
    const struct graph_node node = m->w.equations.graph.nodes[e];
    bool keeps = degree(m, e).is_known;
    if (!keeps && node.operation == GRAPH_SELECT &&
        graph_is_integer(&m->w.equations.graph, node.argument[2], 1))
        keeps = is_constant(degree(m, node.argument[0])) && degree(m, node.argument[1]).is_known;
    return keeps && workbench_is_defined(&m->w, m->w.of[guard]);
}

static bool is_by_path(struct pace *m, const struct law_graph *law)
{
    bool is = has_degree(m, law->force, 0);
    for (unsigned i = 0; i < law->rate.n && is; i++)
        is = has_degree(m, law->rate.of[i], 1);
    for (unsigned i = 0; i < law->n_events && is; i++) {
        is = keeps_its_sign(m, law->events[i].guard);
        for (unsigned k = 0; k < law->events[i].n && is; k++)
            is = has_degree(m, law->events[i].actions[k].value, 0);
    }
    return is;
}

enum answer path_prove(const struct law_graph *law, const struct fixed *fixed)
{
    struct pace m;
    workbench_open(&m.w, law);
    m.n = fixed_swaps(&m.w.equations.graph, fixed, m.swaps);
    const bool is = is_by_path(&m, law);
    workbench_close(&m.w);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
