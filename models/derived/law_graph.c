/* Collects a law's expressions (law_graph.h). */
#include "models/derived/law_graph.h"

#include <stdio.h>
#include <string.h>

#include "models/algebra/cancel.h"
#include "models/algebra/derive.h"
#include "models/derived/relaxing.h"
#include "models/derived/structure.h"
#include "models/normal/normal.h"

static const char *const *names_of(struct equations *law, const struct quantity_list *list)
{
    const char **names = arena_new(&law->arena, (list->n + 1) * sizeof *names);
    for (size_t i = 0; i < list->n; i++)
        names[i] = list->of[i].name;
    return names;
}

static const struct law_sign *signs_of(struct equations *law)
{
    struct law_sign *of = arena_new(&law->arena, law->parameters.n * sizeof *of);
    for (size_t i = 0; i < law->parameters.n; i++) {
        const struct quantity_text *q = &law->parameters.of[i];
        enum { REST = sizeof " >= 0" };
        const size_t size = strlen(q->name) + REST;
        char *text = arena_new(&law->arena, size);
        snprintf(text, size, "%s %s 0", q->name, q->lo > 0 ? ">" : ">=");
        of[i] = (struct law_sign){ q->lo > 0, q->lo >= 0 ? text : NULL };
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

/* The integral of x over a time h, from the equation itself: k times it is b h less the change. */
static expression integral_of(struct graph *g, const struct law_relaxing *is, expression change)
{
    const expression h = graph_symbol(g, SYMBOL_VARIABLE, GRAPH_TIME),
                     lag = graph_two(g, GRAPH_QUOTIENT, change, is->k);
    return graph_two(g, GRAPH_DIFFERENCE, graph_two(g, GRAPH_PRODUCT, is->steady, h), lag);
}

static expression change_of(struct graph *g, unsigned i)
{
    return graph_two(g, GRAPH_DIFFERENCE, graph_symbol(g, SYMBOL_VARIABLE, GRAPH_END + i),
                     graph_symbol(g, SYMBOL_STATE, i));
}

/* Returns 1 - |steady value|/bound where it is shown that this is never negative, and that the
 * state does not run away. */
static expression slack_of(struct equations *law, struct normal *normal,
                           const struct law_relaxing *is, expression bound)
{
    struct graph *g = &law->graph;
    if (bound == EXPRESSION_NONE || is->steady == EXPRESSION_NONE)
        return EXPRESSION_NONE;
    const expression steady = graph_one(g, GRAPH_ABS, is->steady),
                     part = graph_two(g, GRAPH_QUOTIENT, steady, bound),
                     slack = graph_two(g, GRAPH_DIFFERENCE, graph_integer(g, 1), part);
    return normal_never_negative(normal, slack) ? slack : EXPRESSION_NONE;
}

/* Finds out whether states do not run away, and then the room that a bound leaves to each. */
static void settle(struct equations *law, const struct statement_values *bound,
                   struct law_graph *is, const struct law_relaxing of[])
{
    struct normal *normal = normal_new(law);
    expression e[EQUATIONS_QUANTITIES];
    is->settles = true;
    for (unsigned i = 0; i < law->states.n; i++)
        is->settles = is->settles && normal_never_negative(normal, of[i].k);
    for (unsigned i = 0; i < law->states.n; i++)
        e[i] = slack_of(law, normal, &of[i], bound->n > 0 ? bound->e[i] : EXPRESSION_NONE);
    if (is->settles)
        is->slack = list_of(law, law->states.n, e);
    normal_free(normal);
}

static void relax(struct equations *law, struct law_graph *is, struct law_relaxing of[])
{
    struct graph *g = &law->graph;
    const size_t n = law->states.n;
    expression e[4][EQUATIONS_QUANTITIES];
    for (unsigned i = 0; i < n; i++) {
        of[i] = law_relaxing(law, i);
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

/* A force f + sum of c x + sum of d dx/dt has the integral f h + sum of c times the integral of x +
 * sum of d times the change. */
static expression work_of(struct equations *law, const struct law_relaxing of[], expression F)
{
    struct graph *g = &law->graph;
    struct graph_swap origin[2 * EQUATIONS_QUANTITIES];
    const unsigned n = (unsigned)law->states.n;
    for (unsigned i = 0; i < n; i++) {
        origin[2 * (size_t)i] = (struct graph_swap){ SYMBOL_STATE, i, graph_integer(g, 0) };
        origin[2 * (size_t)i + 1] = (struct graph_swap){ SYMBOL_RATE, i, graph_integer(g, 0) };
    }
    expression sum = graph_two(g, GRAPH_PRODUCT, graph_swapped(g, F, origin, 2 * (size_t)n),
                               graph_symbol(g, SYMBOL_VARIABLE, GRAPH_TIME));
    for (unsigned i = 0; i < n; i++) {
        const expression c = graph_derivative(g, F, graph_symbol(g, SYMBOL_STATE, i)),
                         d = graph_derivative(g, F, graph_symbol(g, SYMBOL_RATE, i)),
                         change = change_of(g, i);
        sum = graph_two(g, GRAPH_SUM, sum,
                        graph_two(g, GRAPH_PRODUCT, c, integral_of(g, &of[i], change)));
        sum = graph_two(g, GRAPH_SUM, sum, graph_two(g, GRAPH_PRODUCT, d, change));
    }
    return graph_cancelled(g, sum);
}

static void work(struct equations *law, const struct statements *statements, struct law_graph *is,
                 const struct law_relaxing of[])
{
    const struct statement_values *parts = &statements->values[STATEMENT_PARTS];
    expression F[1 + EQUATIONS_QUANTITIES], e[EQUATIONS_QUANTITIES];
    const size_t n_parts = parts->n > 0 ? parts->n : 1, first = parts->n > 0 ? 1 : 0;
    F[0] = law->force_by_rates;
    for (size_t k = 0; k < parts->n; k++)
        F[1 + k] = graph_replaced(&law->graph, parts->e[k], by_rate, law);
    for (size_t k = 0; k < n_parts; k++)
        e[k] = work_of(law, of, F[first + k]);
    is->work = list_of(law, n_parts, e);
    is->by_rates = list_of(law, 1 + parts->n, F);
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

static void list_domains(struct equations *law, const struct statements *statements,
                         struct law_graph *is)
{
    struct law_domain *of = arena_new(&law->arena, statements->n_claims * sizeof *of);
    for (size_t i = 0; i < statements->n_claims; i++) {
        const struct claim_text *claim = &statements->claims[i];
        if (claim->where != EXPRESSION_NONE)
            of[is->n_domains++] =
                (struct law_domain){ claim->property, claim->id, claim->domain, claim->where };
    }
    is->domains = of;
}

static const struct law_action *actions_of(struct equations *law, const struct event_text *event)
{
    struct law_action *of = arena_new(&law->arena, event->n * sizeof *of);
    for (size_t k = 0; k < event->n; k++)
        of[k] = (struct law_action){ event->actions[k].what, event->actions[k].index,
                                     event->actions[k].value };
    return of;
}

/* Lists what a law remembers, and its events. */
static void remember(struct equations *law, struct law_graph *is)
{
    const size_t n = law->states.n + law->memory.n;
    expression start[EQUATIONS_QUANTITIES] = { 0 };
    unsigned *declaration = arena_new(&law->arena, n * sizeof *declaration);
    struct law_event *events = arena_new(&law->arena, law->n_events * sizeof *events);
    bool *is_whole = arena_new(&law->arena, law->memory.n * sizeof *is_whole);
    structure_groups(law, declaration);
    for (size_t i = 0; i < law->memory.n; i++) {
        start[i] = law->memory.of[i].start;
        is_whole[i] = law->memory.of[i].type != TYPE_REAL;
    }
    for (size_t i = 0; i < law->n_events; i++)
        events[i] =
            (struct law_event){ law->events[i].guard, law->events[i].fires_at_zero,
                                actions_of(law, &law->events[i]), (unsigned)law->events[i].n };
    is->start = list_of(law, law->memory.n, start);
    for (size_t i = 0; i < law->states.n; i++)
        start[i] = law->states.of[i].start;
    if (!law_begins_at_zero(law))
        is->initial = list_of(law, law->states.n, start);
    is->declaration = declaration;
    is->is_whole = is_whole;
    is->events = events;
    is->n_events = (unsigned)law->n_events;
}

static bool is_force_of_states(const struct equations *law)
{
    return !graph_depends(&law->graph, law->force, SYMBOL_INPUT, ANY_INDEX) &&
           !graph_depends(&law->graph, law->force, SYMBOL_SELECTION, ANY_INDEX);
}

struct law_graph law_graph_of(struct equations *law, const struct statements *statements)
{
    struct law_graph is = {
        .name = law->name,
        .parameters = names_of(law, &law->parameters),
        .states = names_of(law, &law->states),
        .signs = signs_of(law),
        .parts = parts_of(law, &statements->values[STATEMENT_PARTS]),
        .rate = list_of(law, law->states.n, law->rate),
        .force = law->force,
        .identifiable = statements->identifiable,
    };
    struct law_relaxing of[EQUATIONS_QUANTITIES] = { { 0 } };
    struct structure structure;
    structure_find(law, &structure);
    is.is_by_path = structure.is_by_path && is_force_of_states(law);
    if (structure_relaxes(&structure)) {
        relax(law, &is, of);
        settle(law, &statements->values[STATEMENT_BOUND], &is, of);
    }
    if (structure_has_work(law, &structure))
        work(law, statements, &is, of);
    if (structure_has_work(law, &structure))
        split(law, statements, &is);
    is.values = law_values_find(law, statements, &structure);
    is.balance = law_balance_of(law, statements, &structure);
    constrain(law, &is);
    list_domains(law, statements, &is);
    remember(law, &is);
    for (int i = 0; i < N_STATEMENTS; i++)
        is.stated[i] = list_of(law, statements->values[i].n, statements->values[i].e);
    /* Last: the graph has grown. */
    is.nodes = law->graph.nodes;
    is.n = law->graph.n;
    is.numbers = law->graph.numbers;
    return is;
}
