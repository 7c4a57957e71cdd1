/* What the lists of identities are made with (build.h). */
#include "models/reading/build.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

expression build_abs(struct graph *g, expression a) { return graph_one(g, GRAPH_ABS, a); }

expression build_size(struct graph *g, expression a, expression b)
{
    const expression size = build_abs(g, a);
    return graph_two(g, GRAPH_SUM, size, build_abs(g, b));
}

expression build_velocity(struct graph *g) { return graph_symbol(g, SYMBOL_INPUT, 0); }

expression build_stated(const struct building *b, enum statement which)
{
    const struct statement_values *values = &b->statements->values[which];
    return values->n > 0 ? values->e[0] : EXPRESSION_NONE;
}

expression build_stated_of(const struct building *b, enum statement which, size_t state)
{
    const struct statement_values *values = &b->statements->values[which];
    return state < values->n ? values->e[state] : EXPRESSION_NONE;
}

static struct identity *append(struct building *b, struct identity identity)
{
    struct identities *list = b->list;
    identity.size = build_size(b->g, identity.left, identity.right);
    identity.tolerance = IDENTITY_TOLERANCE;
    identity.where = EXPRESSION_NONE;
    identity.set = SET_VALID;
    list->of = memory_grown(list->of, list->n, &list->room, sizeof *list->of);
    list->of[list->n] = identity;
    return &list->of[list->n++];
}

struct identity *build_equal(struct building *b, const char *word, const char *says,
                             expression left, expression right)
{
    return append(b,
                  (struct identity){
                      .word = word, .says = says, .left = left, .right = right, .is_equal = true });
}

struct identity *build_at_most(struct building *b, const char *word, const char *says,
                               expression left, expression right)
{
    return append(b, (struct identity){ .word = word, .says = says, .left = left, .right = right });
}

bool build_claims(const struct claim_text *claim, enum property property)
{
    return claim->property == property && claim->declared == HOLDS && claim->signals == ANY_SIGNAL;
}

expression build_least_guard(const struct building *b)
{
    expression least = EXPRESSION_NONE;
    for (size_t i = 0; i < b->law->n_events; i++)
        least = i == 0 ? b->law->events[i].guard
                       : graph_two(b->g, GRAPH_MIN, least, b->law->events[i].guard);
    return least;
}

expression build_first_mode(const struct building *b)
{
    expression condition = graph_integer(b->g, 1);
    for (unsigned i = 0; i < b->law->memory.n; i++)
        condition = graph_two(b->g, GRAPH_AND, condition,
                              graph_two(b->g, GRAPH_EQUAL, graph_symbol(b->g, SYMBOL_MEMORY, i),
                                        b->law->memory.of[i].start));
    return condition;
}

expression build_at_steady(struct building *b, expression e)
{
    const struct equations *law = b->law;
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES];
    size_t n = 0;
    for (unsigned i = 0; i < law->states.n; i++) {
        const expression steady = build_stated_of(b, STATEMENT_STEADY, i);
        swaps[n++] =
            (struct graph_swap){ SYMBOL_STATE, i,
                                 steady != EXPRESSION_NONE ? steady : graph_integer(b->g, 0) };
    }
    for (unsigned i = 0; i < law->memory.n; i++)
        swaps[n++] = (struct graph_swap){ SYMBOL_MEMORY, i,
                                          law->memory.of[i].type == TYPE_INTEGER
                                              ? graph_symbol(b->g, SYMBOL_SELECTION, 0)
                                              : law->memory.of[i].start };
    return graph_swapped(b->g, e, swaps, n);
}

struct identities identities_of(struct equations *law, const struct statements *statements,
                                struct mirroring mirroring)
{
    struct identities list = { NULL, 0, 0 };
    struct building b = { law, &law->graph, statements, mirroring, &list };
    build_force(&b);
    build_motion(&b);
    build_energy(&b);
    build_events(&b);
    build_symmetry(&b);
    build_checks(&b);
    return list;
}
