/* Identities of the rates: bounds, steady states, settling, the band of sticking (identities.h). */
#include <string.h>

#include "models/algebra/derive.h"
#include "models/derived/values.h"
#include "models/reading/build.h"

/* Returns true when it is claimed for all signals, or for those. */
static bool holds(const struct statements *statements, enum property property,
                  enum signal_class signals)
{
    for (size_t c = 0; c < statements->n_claims; c++) {
        const struct claim_text *claim = &statements->claims[c];
        if (claim->property == property && claim->declared == HOLDS &&
            (claim->signals == ANY_SIGNAL || claim->signals == signals))
            return true;
    }
    return false;
}

/* Returns the rate of state i where that state has a value and the others have theirs, and its
 * size: what it is where the state is 0. */
static expression rate_at(struct building *b, unsigned i, expression value, expression *size)
{
    const struct graph_swap there = { SYMBOL_STATE, i, value },
                            origin = { SYMBOL_STATE, i, graph_integer(b->g, 0) };
    *size =
        build_size(b->g, graph_swapped(b->g, b->law->rate[i], &origin, 1), build_velocity(b->g));
    return graph_swapped(b->g, b->law->rate[i], &there, 1);
}

/* At either end of the range of a state its rate points inward, or an event is due. */
static void inward(struct building *b, unsigned i, expression end, const char *word,
                   const char *says)
{
    struct graph *g = b->g;
    for (unsigned k = 0; k < 2; k++) {
        const expression value = k == 0 ? end : graph_one(g, GRAPH_NEGATED, end);
        expression size, rate = rate_at(b, i, value, &size);
        if (k == 1)
            rate = graph_one(g, GRAPH_NEGATED, rate);
        if (b->law->n_events > 0) {
            const struct graph_swap there = { SYMBOL_STATE, i, value };
            const expression guard = graph_swapped(g, build_least_guard(b), &there, 1);
            const expression tiny =
                graph_two(g, GRAPH_PRODUCT, graph_real(g, 1e-9), build_abs(g, end));
            rate = graph_select(g, graph_two(g, GRAPH_AT_MOST, guard, tiny), graph_integer(g, 0),
                                rate);
        }
        build_at_most(b, word, says, rate, graph_integer(g, 0))->size = size;
    }
}

static void bounds(struct building *b)
{
    struct graph *g = b->g;
    for (unsigned i = 0; i < b->law->states.n; i++) {
        const expression bound = build_stated_of(b, STATEMENT_BOUND, i),
                         stribeck = build_stated_of(b, STATEMENT_STRIBECK, i),
                         steady = build_stated_of(b, STATEMENT_STEADY, i);
        if (bound != EXPRESSION_NONE && holds(b->statements, STATE_BOUND, ANY_SIGNAL))
            inward(b, i, bound, "bound", "at the bound the rate points inward");
        if (stribeck != EXPRESSION_NONE &&
            (holds(b->statements, STRIBECK_STATE_BOUND, SLOWING_SIGNAL) ||
             holds(b->statements, STRIBECK_HISTORY_BOUND, ANY_SIGNAL)))
            inward(b, i, stribeck, "stribeck", "at the Stribeck bound the rate points inward");
        if (bound != EXPRESSION_NONE && stribeck != EXPRESSION_NONE)
            build_at_most(b, "stribeck", "the Stribeck bound is within the bound",
                          build_abs(g, stribeck), bound);
        if (bound != EXPRESSION_NONE && steady != EXPRESSION_NONE)
            build_at_most(b, "steady", "the steady state is within the bound", build_abs(g, steady),
                          bound);
    }
    for (size_t k = 0; k < b->law->n_events; k++)
        for (size_t a = 0; a < b->law->events[k].n; a++) {
            const struct action *action = &b->law->events[k].actions[a];
            const expression bound = action->what == SYMBOL_STATE
                                         ? build_stated_of(b, STATEMENT_BOUND, action->index)
                                         : EXPRESSION_NONE;
            if (bound != EXPRESSION_NONE)
                build_at_most(b, "bound", "an event leaves a state within its bound",
                              build_abs(g, action->value), bound);
        }
}

/* The slowest relaxation is at least as fast as stated. */
static void settling(struct building *b, unsigned i, expression steady)
{
    struct graph *g = b->g;
    const expression rate = build_stated(b, STATEMENT_SETTLING_RATE);
    if (rate == EXPRESSION_NONE)
        return;
    const expression off = graph_two(g, GRAPH_DIFFERENCE, graph_symbol(g, SYMBOL_STATE, i), steady);
    const expression least =
        graph_two(g, GRAPH_PRODUCT, graph_two(g, GRAPH_PRODUCT, off, off), rate);
    const expression moves = graph_two(g, GRAPH_PRODUCT, off, b->law->rate[i]);
    build_at_most(b, "settling_rate", "states settle as fast as stated", least,
                  graph_one(g, GRAPH_NEGATED, moves));
}

static void steady(struct building *b)
{
    struct graph *g = b->g;
    for (unsigned i = 0; i < b->law->states.n; i++) {
        const expression steady = build_stated_of(b, STATEMENT_STEADY, i);
        expression size;
        if (steady == EXPRESSION_NONE)
            continue;
        (void)rate_at(b, i, steady, &size);
        struct identity *identity =
            build_equal(b, "steady", "the rate is 0 in the steady state",
                        build_at_steady(b, b->law->rate[i]), graph_integer(g, 0));
        identity->size = size;
        identity->is_fact = b->law->n_events == 0;
        settling(b, i, steady);
    }
}

/* At the edge of the band in which it sticks a law changes its mode. */
static void band(struct building *b)
{
    struct graph *g = b->g;
    const expression width = build_stated(b, STATEMENT_STICK_BAND);
    if (width == EXPRESSION_NONE || b->law->n_events == 0)
        return;
    const struct graph_swap edge = { SYMBOL_INPUT, 0, width };
    expression least = EXPRESSION_NONE;
    for (size_t k = 0; k < b->law->n_events; k++) {
        const expression guard = build_abs(g, graph_swapped(g, b->law->events[k].guard, &edge, 1));
        least = k == 0 ? guard : graph_two(g, GRAPH_MIN, least, guard);
    }
    struct identity *identity = build_equal(
        b, "stick_band", "the mode changes at the edge of stick_band", least, graph_integer(g, 0));
    identity->size = width;
}

void build_motion(struct building *b)
{
    bounds(b);
    steady(b);
    band(b);
}

expression steady_force(struct equations *law, const struct statements *statements)
{
    struct building b = { .law = law, .g = &law->graph, .statements = statements };
    struct structure structure;
    structure_find(law, &structure);
    const expression F = law_steady_force(law, statements, &structure);
    return F == EXPRESSION_NONE ? build_stated(&b, STATEMENT_STEADY_FORCE) : F;
}
