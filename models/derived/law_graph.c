/* Collects a law's expressions (law_graph.h). */
#include "models/derived/law_graph.h"

#include <string.h>

#include "models/algebra/cancel.h"
#include "models/algebra/derive.h"
#include "models/derived/nonnegative.h"
#include "models/derived/relaxing.h"
#include "models/derived/structure.h"

static const char *const *names_of(struct equations *law, const struct quantity_list *list)
{
    const char **names = arena_new(&law->arena, (list->n + 1) * sizeof *names);
    for (size_t i = 0; i < list->n; i++)
        names[i] = list->of[i].name;
    return names;
}

static const struct law_range *ranges_of(struct equations *law)
{
    struct law_range *of = arena_new(&law->arena, law->parameters.n * sizeof *of);
    for (size_t i = 0; i < law->parameters.n; i++) {
        const struct quantity_text *q = &law->parameters.of[i];
        enum { ENDS = 64 };
        const size_t room = strlen(q->name) + ENDS;
        char *text = arena_new(&law->arena, room);
        snprintf(text, room, "%.17g <= %s <= %.17g", q->lo, q->name, q->hi);
        of[i] = (struct law_range){ q->lo, q->hi, text };
    }
    return of;
}

static const char *const *parts_of(struct equations *law, const struct statement_values *parts)
{
    if (parts->n == 0)
        return NULL;
    const char **names = arena_new(&law->arena, (parts->n + 1) * sizeof *names);
    for (size_t i = 0; i < parts->n; i++)
        names[i] = parts->names[i];
    return names;
}

static struct law_list list_of(struct equations *law, size_t n, const expression e[])
{
    expression *of = arena_new(&law->arena, n * sizeof *of);
    for (size_t i = 0; i < n; i++)
        of[i] = e[i];
    return (struct law_list){ of, (unsigned)n };
}

/* x moves to its steady value: x(h) = steady + (x - steady) exp(-k h). */
static expression moved(struct graph *g, unsigned i, const struct law_relaxing *is)
{
    const expression x = graph_symbol(g, SYMBOL_STATE, i),
                     h = graph_symbol(g, SYMBOL_VARIABLE, GRAPH_TIME),
                     kh = graph_two(g, GRAPH_PRODUCT, is->k, h),
                     left = graph_one(g, GRAPH_EXP, graph_one(g, GRAPH_NEGATED, kh));
    return graph_two(
        g, GRAPH_SUM, is->steady,
        graph_two(g, GRAPH_PRODUCT, graph_two(g, GRAPH_DIFFERENCE, x, is->steady), left));
}

/* The mean of x over a time h, from the equation itself: k times it is b less the mean rate. */
static expression mean_state(struct graph *g, const struct law_relaxing *is, expression mean_rate)
{
    return graph_two(g, GRAPH_DIFFERENCE, is->steady,
                     graph_two(g, GRAPH_QUOTIENT, mean_rate, is->k));
}

/* The change over a time h is h times the mean rate. */
static expression mean_rate(struct graph *g, unsigned i)
{
    return graph_two(g, GRAPH_QUOTIENT,
                     graph_two(g, GRAPH_DIFFERENCE, graph_symbol(g, SYMBOL_VARIABLE, GRAPH_END + i),
                               graph_symbol(g, SYMBOL_STATE, i)),
                     graph_symbol(g, SYMBOL_VARIABLE, GRAPH_TIME));
}

static void relax(struct equations *law, struct law_graph *is, struct law_relaxing of[])
{
    struct graph *g = &law->graph;
    const size_t n = law->states.n;
    expression e[4][EQUATIONS_QUANTITIES];
    is->settles = true;
    for (unsigned i = 0; i < n; i++) {
        of[i] = law_relaxing(law, i);
        is->settles = is->settles && law_is_nonnegative(law, of[i].k);
        e[0][i] = of[i].b;
        e[1][i] = of[i].k;
        e[2][i] = of[i].steady;
        e[3][i] = moved(g, i, &of[i]);
    }
    is->b = list_of(law, n, e[0]);
    is->k = list_of(law, n, e[1]);
    is->steady = list_of(law, n, e[2]);
    is->flow = list_of(law, n, e[3]);
}

/* Returns the symbol of a rate in the place of its expression. */
static expression by_rate(void *context, struct graph *g, expression e)
{
    const struct equations *law = context;
    for (unsigned i = 0; i < law->states.n; i++)
        if (e == law->rate[i])
            return graph_symbol(g, SYMBOL_RATE, i);
    return e;
}

/* Of a force that is affine in the states and rates the mean is that of their means. */
static void average(struct equations *law, const struct statements *statements,
                    struct law_graph *is, const struct law_relaxing of[])
{
    const struct statement_values *parts = &statements->values[STATEMENT_PARTS];
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES];
    expression e[EQUATIONS_QUANTITIES] = { law->force_by_rates };
    const size_t n_parts = parts->n > 0 ? parts->n : 1;
    size_t n = 0;
    for (unsigned i = 0; i < law->states.n; i++) {
        const expression rate = mean_rate(&law->graph, i),
                         state = mean_state(&law->graph, &of[i], rate);
        swaps[n++] = (struct graph_swap){ SYMBOL_STATE, i, state };
        swaps[n++] = (struct graph_swap){ SYMBOL_RATE, i, rate };
    }
    for (size_t k = 0; k < n_parts; k++) {
        if (parts->n > 0)
            e[k] = graph_replaced(&law->graph, parts->e[k], by_rate, law);
        e[k] = graph_cancelled(&law->graph, graph_swapped(&law->graph, e[k], swaps, n));
    }
    is->mean = list_of(law, n_parts, e);
}

/* Splits the force, or its parts, into what the states contribute and the rest. */
static void split(struct equations *law, const struct statements *statements, struct law_graph *is)
{
    const struct statement_values *parts = &statements->values[STATEMENT_PARTS];
    struct graph *g = &law->graph;
    const size_t n = law->states.n, n_parts = parts->n > 0 ? parts->n : 1;
    expression *f = arena_new(&law->arena, n_parts * sizeof *f),
               *c = arena_new(&law->arena, n_parts * n * sizeof *c);
    struct graph_swap origin[EQUATIONS_QUANTITIES];
    for (unsigned i = 0; i < n; i++)
        origin[i] = (struct graph_swap){ SYMBOL_STATE, i, graph_integer(g, 0) };
    for (size_t q = 0; q < n_parts; q++) {
        const expression F = parts->n > 0 ? parts->e[q] : law->force;
        f[q] = graph_swapped(g, F, origin, n);
        for (unsigned i = 0; i < n; i++)
            c[q * n + i] = graph_derivative(g, F, graph_symbol(g, SYMBOL_STATE, i));
    }
    is->f = (struct law_list){ f, (unsigned)n_parts };
    is->c = (struct law_list){ c, (unsigned)(n_parts * n) };
}

static void constrain(struct equations *law, struct law_graph *is)
{
    struct law_constraint *of = arena_new(&law->arena, law->n_constraints * sizeof *of);
    for (size_t i = 0; i < law->n_constraints; i++)
        of[i] = (struct law_constraint){ law->constraints[i].condition, law->constraints[i].text };
    is->constraints = of;
    is->n_constraints = (unsigned)law->n_constraints;
}

struct law_graph law_graph_of(struct equations *law, const struct statements *statements)
{
    struct law_graph is = {
        .name = law->name,
        .is_hybrid = law->n_events > 0 || law->memory.n > 0,
        .parameters = names_of(law, &law->parameters),
        .states = names_of(law, &law->states),
        .ranges = ranges_of(law),
        .parts = parts_of(law, &statements->values[STATEMENT_PARTS]),
        .rate = list_of(law, law->states.n, law->rate),
        .force = law->force,
        .identifiable = statements->identifiable,
    };
    struct law_relaxing of[EQUATIONS_QUANTITIES] = { { 0 } };
    struct structure structure;
    structure_find(law, &structure);
    if (structure_relaxes(&structure))
        relax(law, &is, of);
    if (structure_has_work(law, &structure))
        average(law, statements, &is, of);
    if (structure_has_work(law, &structure))
        split(law, statements, &is);
    is.values = law_values_find(law, statements, &structure);
    constrain(law, &is);
    for (int i = 0; i < N_STATEMENTS; i++)
        is.stated[i] = list_of(law, statements->values[i].n, statements->values[i].e);
    /* Last: the graph has grown. */
    is.nodes = law->graph.nodes;
    is.n = law->graph.n;
    is.numbers = law->graph.numbers;
    return is;
}
