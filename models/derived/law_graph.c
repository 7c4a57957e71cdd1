/* Collects a law's expressions (law_graph.h). */
#include "models/derived/law_graph.h"

#include "models/algebra/derive.h"
#include "models/derived/structure.h"

static const char *const *names_of(struct equations *law, const struct quantity_list *list)
{
    const char **names = arena_new(&law->arena, (list->n + 1) * sizeof *names);
    for (size_t i = 0; i < list->n; i++)
        names[i] = list->of[i].name;
    return names;
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

/* Finds b and k of dx/dt = b - k x. */
static void relax(struct equations *law, struct law_graph *is)
{
    struct structure structure;
    structure_find(law, &structure);
    const size_t n = law->states.n;
    if (n == 0 || structure.is_hybrid || !structure.is_affine || !structure.is_diagonal)
        return;
    struct graph *g = &law->graph;
    expression *b = arena_new(&law->arena, n * sizeof *b),
               *k = arena_new(&law->arena, n * sizeof *k);
    for (unsigned i = 0; i < n; i++) {
        const expression x = graph_symbol(g, SYMBOL_STATE, i);
        const struct graph_swap rest = { SYMBOL_STATE, i, graph_integer(g, 0) };
        b[i] = graph_swapped(g, law->rate[i], &rest, 1);
        k[i] = graph_one(g, GRAPH_NEGATED, graph_derivative(g, law->rate[i], x));
    }
    is->b = (struct law_list){ b, (unsigned)n };
    is->k = (struct law_list){ k, (unsigned)n };
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
        .parameters = names_of(law, &law->parameters),
        .states = names_of(law, &law->states),
        .parts = parts_of(law, &statements->values[STATEMENT_PARTS]),
        .rate = list_of(law, law->states.n, law->rate),
        .force = law->force,
        .identifiable = statements->identifiable,
    };
    relax(law, &is);
    constrain(law, &is);
    for (int i = 0; i < N_STATEMENTS; i++)
        is.stated[i] = list_of(law, statements->values[i].n, statements->values[i].e);
    /* Last: the graph has grown. */
    is.nodes = law->graph.nodes;
    is.n = law->graph.n;
    is.numbers = law->graph.numbers;
    return is;
}
