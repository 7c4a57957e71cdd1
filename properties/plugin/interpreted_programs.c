/* Makes the expressions of a law ready (interpreted_parts.h): the same as print_equations.c prints.
 */
#include "models/algebra/derive.h"
#include <stdlib.h>

#include "properties/plugin/interpreted_parts.h"
#include "tools/base/memory.h"

enum { MOST = EQUATIONS_QUANTITIES };

static void prepare(struct interpreted *is, const expression e[], size_t n,
                    struct graph_program *program)
{
    graph_prepare(&is->law->graph, e, n, program);
}

static void prepare_jacobian(struct interpreted *is)
{
    struct equations *law = is->law;
    const size_t n = law->states.n;
    expression *e = memory_array((n + 1) * (n + 1), sizeof *e);
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= n; j++)
            e[i * (n + 1) + j] =
                graph_derivative(&law->graph, i < n ? law->rate[i] : law->force,
                                 j < n ? graph_symbol(&law->graph, SYMBOL_STATE, (unsigned)j)
                                       : graph_symbol(&law->graph, SYMBOL_INPUT, 0));
    prepare(is, e, (n + 1) * (n + 1), &is->jacobian);
    free(e);
}

static expression at_rest(struct graph *g, expression force, long selection)
{
    const struct graph_swap swaps[] = {
        { SYMBOL_INPUT, 0, graph_integer(g, 0) },
        { SYMBOL_SELECTION, 0, graph_integer(g, selection) },
    };
    return graph_swapped(g, force, swaps, 2);
}

static void prepare_initial(struct interpreted *is)
{
    expression e[MOST];
    for (size_t i = 0; i < is->law->states.n; i++)
        e[i] = is->law->states.of[i].start;
    prepare(is, e, is->law->states.n, &is->initial);
}

static void prepare_events(struct interpreted *is)
{
    struct equations *law = is->law;
    const size_t n = law->n_events, most = n > law->memory.n ? n : law->memory.n;
    expression *e = memory_array(most + 1, sizeof *e);
    for (size_t i = 0; i < law->memory.n; i++)
        e[i] = law->memory.of[i].start;
    prepare(is, e, law->memory.n, &is->start);
    for (size_t i = 0; i < n; i++)
        e[i] = law->events[i].guard;
    prepare(is, e, n, &is->guard);
    free(e);
    is->transition = memory_array(n + 1, sizeof *is->transition);
    for (size_t i = 0; i < n; i++) {
        const struct event_text *event = &law->events[i];
        e = memory_array(event->n + 1, sizeof *e);
        for (size_t k = 0; k < event->n; k++)
            e[k] = event->actions[k].value;
        prepare(is, e, event->n, &is->transition[i]);
        free(e);
    }
}

static void prepare_relaxing(struct interpreted *is)
{
    const size_t n = is->law->states.n;
    expression affine[2 * MOST], drawn[2 * MOST], steady[2 * MOST];
    is->relaxing = memory_array(n + 1, sizeof *is->relaxing);
    is->has_level = memory_array(n + 1, sizeof *is->has_level);
    for (size_t i = 0; i < n; i++) {
        const struct law_relaxing of = is->relaxing[i] = law_relaxing(is->law, i);
        is->has_level[i] = of.is_tame && of.level != EXPRESSION_NONE;
        affine[i] = of.b;
        drawn[i] = !of.is_tame ? of.b : is->has_level[i] ? of.level : of.steady;
        steady[i] = of.steady;
        affine[n + i] = drawn[n + i] = steady[n + i] = of.k;
    }
    prepare(is, affine, 2 * n, &is->affine);
    prepare(is, drawn, 2 * n, &is->drawn);
    prepare(is, steady, 2 * n, &is->steady);
}

static void prepare_conditions(struct interpreted *is)
{
    const struct equations *law = is->law;
    const struct statements *s = is->statements;
    expression *e = memory_array(law->n_constraints + 1, sizeof *e);
    for (size_t i = 0; i < law->n_constraints; i++)
        e[i] = law->constraints[i].condition;
    prepare(is, e, law->n_constraints, &is->constraints);
    free(e);
    is->domains = memory_array(s->n_claims + 1, sizeof *is->domains);
    for (size_t i = 0; i < s->n_claims; i++)
        if (s->claims[i].where != EXPRESSION_NONE)
            prepare(is, &s->claims[i].where, 1, &is->domains[i]);
}

static void prepare_members(struct interpreted *is)
{
    const struct law_values values = law_values_find(is->law, is->statements, &is->structure);
    expression e[EQUATIONS_ELEMENTS];
    for (size_t i = 0; i < LAW_MEMBERS; i++) {
        struct interpreted_values *member = &is->members[i];
        member->n = law_member_values(is->law, is->statements, &values, &law_members[i], e);
        member->infinite = memory_array(member->n + 1, sizeof *member->infinite);
        for (size_t k = 0; k < member->n; k++)
            if ((member->infinite[k] = e[k] == EXPRESSION_NONE))
                e[k] = graph_integer(&is->law->graph, 0);
        prepare(is, e, member->n, &member->program);
    }
}

void interpreted_programs(struct interpreted *is)
{
    struct equations *law = is->law;
    const struct statement_values *parts = &is->statements->values[STATEMENT_PARTS];
    prepare(is, law->rate, law->states.n, &is->rate);
    prepare_initial(is);
    prepare(is, &law->force, 1, &is->force);
    prepare(is, &law->force_by_rates, 1, &is->mean);
    prepare(is, parts->e, parts->n, &is->parts);
    const expression rest[] = { at_rest(&law->graph, law->force, -1),
                                at_rest(&law->graph, law->force, 1) };
    prepare(is, rest, 2, &is->stiction);
    prepare_jacobian(is);
    prepare_events(is);
    if (structure_relaxes(&is->structure))
        prepare_relaxing(is);
    prepare_conditions(is);
    prepare_members(is);
}
