/* Finds structure by rules for each operation (structure.h). */
#include "models/derived/structure.h"

#include <stdlib.h>
#include <string.h>

#include "models/algebra/derive.h"
#include "tools/base/memory.h"

/* What is known of a node: nothing, or its degree; `is_zero`: it has every degree. */
struct degree {
    bool known, is_zero;
    long value;
};

static struct degree equal_degrees(struct degree a, struct degree b)
{
    if (a.is_zero && a.known && b.known)
        return b;
    a.known = a.known && b.known && (b.is_zero || a.value == b.value);
    return a;
}

static struct degree degree_of(const struct graph *g, const struct graph_node *node,
                               const struct degree d[])
{
    const struct degree a = d[node->argument[0]], b = d[node->argument[1]],
                        none = { false, false, 0 }, constant = { true, false, 0 };
    switch (node->operation) {
    case GRAPH_NUMBER:
        return (struct degree){ true, fmpq_is_zero(g->numbers + node->index), 0 };
    case GRAPH_SYMBOL:
        return (struct degree){ true, false, node->symbol == SYMBOL_INPUT && node->index == 0 };
    case GRAPH_NEGATED:
    case GRAPH_ABS:
        return a;
    case GRAPH_SIGN:
        return a.known ? constant : none;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
    case GRAPH_MIN:
    case GRAPH_MAX:
        return equal_degrees(a, b);
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT: {
        const bool is_product = node->operation == GRAPH_PRODUCT;
        long value;
        const bool fits = is_product ? !__builtin_add_overflow(a.value, b.value, &value)
                                     : !__builtin_sub_overflow(a.value, b.value, &value);
        return (struct degree){ a.known && b.known && fits, a.is_zero || (is_product && b.is_zero),
                                value };
    }
    case GRAPH_POWER: {
        const fmpq *q =
            graph_is_number(g, node->argument[1]) ? graph_value(g, node->argument[1]) : NULL;
        if (a.known && a.value == 0 && b.known && b.value == 0)
            return constant;
        if (!q || !a.known || !fmpz_is_one(fmpq_denref(q)) || !fmpz_fits_si(fmpq_numref(q)))
            return none;
        long value;
        const bool fits = !__builtin_mul_overflow(a.value, fmpz_get_si(fmpq_numref(q)), &value);
        return fits ? (struct degree){ true, a.is_zero, value } : none;
    }
    case GRAPH_SELECT:
        return a.known && a.value == 0 ? equal_degrees(b, d[node->argument[2]]) : none;
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
        return equal_degrees(a, b).known ? constant : none;
    case GRAPH_INTEGRAL:
        return none;
    default: {
        const unsigned n = graph_arguments(node->operation);
        return a.known && a.value == 0 && (n < 2 || (b.known && b.value == 0)) ? constant : none;
    }
    }
}

/* Finds the degree to which an expression is homogeneous in the velocity, for each sign of it:
 * f(a v) = a^degree f(v) for a > 0. Returns false where none is found; zero has every degree. */
static bool degree_in_v(const struct graph *g, expression e, bool *is_zero, long *degree)
{
    bool *seen = memory_array(e + 1, sizeof *seen);
    struct degree *d = memory_array(e + 1, sizeof *d);
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            d[i] = degree_of(g, &g->nodes[i], d);
    const struct degree found = d[e];
    free(d);
    free(seen);
    *is_zero = found.is_zero;
    *degree = found.value;
    return found.known;
}

static bool has_degree(const struct graph *g, expression e, long degree)
{
    bool is_zero;
    long found;
    return degree_in_v(g, e, &is_zero, &found) && (is_zero || found == degree);
}

/* Parities under the change of all signs. NEITHER: not known. */
enum parity { NEITHER, EVEN, ODD, ZERO };

/* The parities of states and discrete variables that are being tried. */
struct mirror {
    const struct equations *law;
    const enum parity *states, *memory;
};

static enum parity same(enum parity a, enum parity b)
{
    if (a == ZERO || b == ZERO)
        return a == ZERO ? b : a;
    return a == b ? a : NEITHER;
}

static enum parity times(enum parity a, enum parity b)
{
    if (a == ZERO || b == ZERO)
        return ZERO;
    if (a == NEITHER || b == NEITHER)
        return NEITHER;
    return a == b ? EVEN : ODD;
}

static enum parity parity_of(const struct mirror *m, const struct graph *g,
                             const struct graph_node *node, const enum parity p[])
{
    const enum parity a = p[node->argument[0]], b = p[node->argument[1]], c = p[node->argument[2]];
    switch (node->operation) {
    case GRAPH_NUMBER:
        return fmpq_is_zero(g->numbers + node->index) ? ZERO : EVEN;
    case GRAPH_SYMBOL:
        if (node->symbol == SYMBOL_STATE)
            return m->states[node->index];
        if (node->symbol == SYMBOL_MEMORY)
            return m->memory[node->index];
        return (node->symbol == SYMBOL_INPUT && node->index == 0) ||
                       node->symbol == SYMBOL_SELECTION
                   ? ODD
                   : EVEN;
    case GRAPH_NEGATED:
    case GRAPH_SIGN:
    case GRAPH_SIN:
    case GRAPH_TAN:
    case GRAPH_ASIN:
    case GRAPH_ATAN:
    case GRAPH_SINH:
    case GRAPH_TANH:
        return a;
    case GRAPH_ABS:
    case GRAPH_COS:
    case GRAPH_COSH:
        return a == NEITHER ? NEITHER : EVEN;
    case GRAPH_SUM:
    case GRAPH_DIFFERENCE:
        return same(a, b);
    case GRAPH_PRODUCT:
    case GRAPH_QUOTIENT:
        return times(a, b);
    case GRAPH_POWER:
        if (a == EVEN && b == EVEN)
            return EVEN;
        if ((a == ODD || a == ZERO) && graph_is_number(g, node->argument[1]) &&
            fmpz_is_one(fmpq_denref(graph_value(g, node->argument[1]))))
            return fmpz_is_even(fmpq_numref(graph_value(g, node->argument[1]))) ? EVEN : ODD;
        return NEITHER;
    case GRAPH_SELECT:
        return a == EVEN || a == ZERO ? same(b, c) : NEITHER;
    case GRAPH_EQUAL: /* both sides may change their signs */
        return same(a, b) == NEITHER ? NEITHER : EVEN;
    case GRAPH_MIN:
    case GRAPH_MAX:
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_AND:
    case GRAPH_OR:
        return (a == EVEN || a == ZERO) && (b == EVEN || b == ZERO) ? EVEN : NEITHER;
    case GRAPH_SQRT:
    case GRAPH_EXP:
    case GRAPH_LOG:
    case GRAPH_ACOS:
    case GRAPH_NOT:
        return a == EVEN || a == ZERO ? EVEN : NEITHER;
    default:
        return NEITHER;
    }
}

static bool has_parity(const struct mirror *m, expression e, enum parity wanted)
{
    const struct graph *g = &m->law->graph;
    bool *seen = memory_array(e + 1, sizeof *seen);
    enum parity *p = memory_array(e + 1, sizeof *p);
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        if (seen[i])
            p[i] = parity_of(m, g, &g->nodes[i], p);
    const bool has = p[e] == wanted || p[e] == ZERO;
    free(p);
    free(seen);
    return has;
}

/* Returns true when the law is odd with these parities. */
static bool mirrors(const struct mirror *m)
{
    const struct equations *law = m->law;
    bool yes = has_parity(m, law->force, ODD);
    for (size_t i = 0; yes && i < law->states.n; i++)
        yes = has_parity(m, law->rate[i], m->states[i]) &&
              has_parity(m, law->states.of[i].start, m->states[i]);
    for (size_t i = 0; yes && i < law->memory.n; i++)
        yes = has_parity(m, law->memory.of[i].start, m->memory[i]);
    for (size_t i = 0; yes && i < law->n_events; i++) {
        const struct event_text *event = &law->events[i];
        yes = has_parity(m, event->guard, EVEN);
        for (size_t k = 0; yes && k < event->n; k++)
            yes = has_parity(m, event->actions[k].value,
                             event->actions[k].what == SYMBOL_STATE
                                 ? m->states[event->actions[k].index]
                                 : m->memory[event->actions[k].index]);
    }
    return yes;
}

unsigned structure_groups(const struct equations *law, unsigned group[])
{
    unsigned groups = 0;
    for (size_t i = 0; i < law->states.n + law->memory.n; i++) {
        const size_t k = i < law->states.n ? i : i - law->states.n;
        const struct quantity_text *q = i < law->states.n ? &law->states.of[k] : &law->memory.of[k];
        groups += k == 0 || q[-1].at != q->at;
        group[i] = groups - 1;
    }
    return groups;
}

/* Tries all parities, one for each group. */
static bool is_odd(const struct equations *law)
{
    enum { MOST = 12 };
    const size_t n = law->states.n + law->memory.n;
    enum parity *p = memory_array(n + 1, sizeof *p);
    unsigned *group = memory_array(n + 1, sizeof *group);
    const unsigned groups = structure_groups(law, group);
    const struct mirror m = { law, p, p + law->states.n };
    bool odd = false;
    for (size_t code = 0; groups <= MOST && !odd && code < (size_t)1 << groups; code++) {
        for (size_t i = 0; i < n; i++)
            p[i] = code >> group[i] & 1 ? EVEN : ODD;
        odd = mirrors(&m);
    }
    free(group);
    free(p);
    return odd;
}

static bool is_step(enum graph_operation operation)
{
    return operation == GRAPH_SIGN || operation == GRAPH_LESS || operation == GRAPH_AT_MOST ||
           operation == GRAPH_EQUAL || operation == GRAPH_DRAW;
}

/* Returns true when a sign, or a comparison, depends on the states or their rates: its slope is 0,
 * and the expression has others elsewhere. */
static bool steps(const struct graph *g, expression e)
{
    bool *seen = memory_array(g->n, sizeof *seen), does = false;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e && !does; i++)
        does = seen[i] && is_step(g->nodes[i].operation) &&
               (graph_depends(g, i, SYMBOL_STATE, ANY_INDEX) ||
                graph_depends(g, i, SYMBOL_RATE, ANY_INDEX));
    free(seen);
    return does;
}

/* Returns true when the sign of a guard, which is a choice between a difference and 1, does not
 * depend on |v|. */
static bool fires_by_path(const struct graph *g, expression guard)
{
    const struct graph_node *node = &g->nodes[guard];
    bool is_zero;
    long degree;
    if (node->operation == GRAPH_SELECT && graph_is_integer(g, node->argument[2], 1))
        return has_degree(g, node->argument[0], 0) &&
               degree_in_v(g, node->argument[1], &is_zero, &degree);
    return degree_in_v(g, guard, &is_zero, &degree);
}

static bool jumps(struct equations *law)
{
    const struct graph_swap at_rest = { SYMBOL_INPUT, 0, graph_integer(&law->graph, 0) };
    const expression F = graph_swapped(&law->graph, law->force, &at_rest, 1);
    return graph_depends(&law->graph, F, SYMBOL_SELECTION, 0);
}

void structure_find(struct equations *law, struct structure *structure)
{
    struct graph *g = &law->graph;
    struct structure s = { .is_static = law->states.n == 0 && law->memory.n == 0,
                           .is_affine = true,
                           .is_diagonal = true,
                           .is_by_path = true,
                           .is_hybrid = law->n_events > 0,
                           .jumps = jumps(law),
                           .is_odd = is_odd(law) };
    for (size_t i = 0; i < law->states.n; i++) {
        s.is_affine = s.is_affine && !steps(g, law->rate[i]);
        s.is_by_path = s.is_by_path && has_degree(g, law->rate[i], 1);
        for (unsigned j = 0; j < law->states.n && s.is_affine; j++) {
            const expression d =
                graph_derivative(g, law->rate[i], graph_symbol(g, SYMBOL_STATE, j));
            s.is_affine = s.is_affine && !graph_depends(g, d, SYMBOL_STATE, ANY_INDEX);
            const bool is_none = graph_is_integer(g, d, 0);
            s.is_diagonal = s.is_diagonal && (i == j || is_none);
            s.drifts = s.drifts || (i == j && is_none);
        }
    }
    for (size_t i = 0; i < law->n_events; i++)
        s.is_by_path = s.is_by_path && fires_by_path(g, law->events[i].guard);
    s.is_diagonal = s.is_diagonal && s.is_affine;
    s.is_rate_independent = s.is_by_path && has_degree(g, law->force, 0);
    *structure = s;
}

/* Returns true when an expression is affine in the states and in their rates. */
static bool is_affine_in_all(struct equations *law, expression e)
{
    static const enum graph_symbol kinds[] = { SYMBOL_STATE, SYMBOL_RATE };
    struct graph *g = &law->graph;
    if (steps(g, e))
        return false;
    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < law->states.n; i++) {
            const expression d = graph_derivative(g, e, graph_symbol(g, kinds[k], i));
            if (graph_depends(g, d, SYMBOL_STATE, ANY_INDEX) ||
                graph_depends(g, d, SYMBOL_RATE, ANY_INDEX))
                return false;
        }
    return true;
}

bool structure_has_work(struct equations *law, const struct structure *structure)
{
    return !structure->is_hybrid && (structure->is_static || structure_relaxes(structure)) &&
           is_affine_in_all(law, law->force_by_rates);
}

bool law_begins_at_zero(const struct equations *law)
{
    for (size_t i = 0; i < law->states.n; i++)
        if (!graph_is_integer(&law->graph, law->states.of[i].start, 0))
            return false;
    return true;
}
