/* The members of a law's table that its text states, or that follow from it (members.h). */
#include "models/derived/members.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

const struct law_member law_members[LAW_MEMBERS] = {
    { "storage", "const real p[], const struct memory *mem, const real x[]", NULL,
      STATEMENT_STORAGE, false },
    { "steady_force", "const real p[], real v", NULL, STATEMENT_STEADY_FORCE, false },
    { "settling_rate", "const real p[], real v", NULL, STATEMENT_SETTLING_RATE, false },
    { "bound", "const real p[], real x_bound[]", "x_bound[%zu]", STATEMENT_BOUND, false },
    { "force_scale", "const real p[], real v, real travel", NULL, STATEMENT_FORCE_SCALE, false },
    { "stribeck", "const real p[], real v", NULL, STATEMENT_STRIBECK, false },
    { "break_away", "const real p[]", NULL, STATEMENT_BREAK_AWAY, false },
    { "creep_resistance", "const real p[]", NULL, STATEMENT_CREEP_RESISTANCE, false },
    { "length", "const real p[]", NULL, STATEMENT_LENGTH, false },
    { "stribeck_speed", "const real p[]", NULL, STATEMENT_STRIBECK_SPEED, false },
    { "magnification", "const real p[], real travel", NULL, STATEMENT_MAGNIFICATION, false },
    { "stick_band", "const real p[]", NULL, STATEMENT_STICK_BAND, false },
    { "regressor",
      "const real p[], const struct memory *mem, real v, real s, const real x[], real u[]",
      "u[%zu]", STATEMENT_REGRESSOR, true },
    { "coefficients", "const real p[], real coefficient[]", "coefficient[%zu]",
      STATEMENT_COEFFICIENTS, false },
    { "printed_force", "const real p[], real v", NULL, STATEMENT_PRINTED_FORCE, false },
    { "printed_regressor", "const real p[], real v0, real v, real s, const real x[]", NULL,
      STATEMENT_PRINTED_REGRESSOR, true },
};

bool law_has_code(const struct equations *law, expression e)
{
    const struct graph *g = &law->graph;
    bool *seen = memory_array(e + 1, sizeof *seen), has = true;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        has = has && !(seen[i] && (g->nodes[i].operation == GRAPH_INTEGRAL ||
                                   g->nodes[i].operation == GRAPH_DRAW));
    free(seen);
    return has;
}

/* Where a velocity is held, s is its sign. */
static expression held(struct equations *law, expression e)
{
    struct graph *g = &law->graph;
    const expression sign = graph_one(g, GRAPH_SIGN, graph_symbol(g, SYMBOL_INPUT, 0));
    return graph_swapped(g, e, &(struct graph_swap){ SYMBOL_SELECTION, 0, sign }, 1);
}

/* Returns true when the arguments of a member give all symbols of an expression. */
static bool is_given(const struct equations *law, const struct law_member *m, expression e)
{
    static const struct {
        enum graph_symbol symbol;
        const char *argument;
    } needs[] = { { SYMBOL_INPUT, "real v" },     { SYMBOL_STATE, "const real x[]" },
                  { SYMBOL_SELECTION, "real s" }, { SYMBOL_MEMORY, "mem" },
                  { SYMBOL_TRAVEL, "travel" },    { SYMBOL_REFERENCE, "v0" } };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (graph_depends(&law->graph, e, needs[i].symbol, ANY_INDEX) &&
            !strstr(m->arguments, needs[i].argument))
            return false;
    return true;
}

/* Returns what a member is that has one number. */
static expression value_of(const struct statements *statements, const struct law_values *found,
                           enum statement statement)
{
    const struct statement_values *values = &statements->values[statement];
    switch (statement) {
    case STATEMENT_STEADY_FORCE:
        return found->steady_force;
    case STATEMENT_SETTLING_RATE:
        return found->settling_rate;
    case STATEMENT_FORCE_SCALE:
        return found->force_scale;
    case STATEMENT_STRIBECK:
        return found->stribeck;
    case STATEMENT_PRINTED_REGRESSOR:
        return found->printed_regressor;
    default:
        return values->n > 0 ? values->e[0] : EXPRESSION_NONE;
    }
}

/* Sets the one number that a member is; none: its function says so. Returns false when it is not
 * known. */
static bool one_value(struct equations *law, const struct statements *statements,
                      const struct law_values *found, const struct law_member *m, expression *e)
{
    *e = value_of(statements, found, m->statement);
    if (m->statement == STATEMENT_SETTLING_RATE && law->states.n == 0)
        return true;
    if (*e != EXPRESSION_NONE && !m->has_selection)
        *e = held(law, *e);
    return *e != EXPRESSION_NONE && is_given(law, m, *e);
}

size_t law_member_values(struct equations *law, const struct statements *statements,
                         const struct law_values *found, const struct law_member *m,
                         expression e[EQUATIONS_ELEMENTS])
{
    const struct statement_values *values = &statements->values[m->statement];
    size_t n = 0;
    if (!m->list)
        n = one_value(law, statements, found, m, &e[0]);
    for (size_t i = 0; m->list && i < values->n; i++)
        e[n++] = values->e[i];
    for (size_t i = 0; i < n; i++)
        if (e[i] != EXPRESSION_NONE && (!law_has_code(law, e[i]) || !is_given(law, m, e[i])))
            return 0;
    return n;
}

bool law_has_equations(const struct equations *law)
{
    bool has = law_has_code(law, law->force);
    for (size_t i = 0; i < law->states.n; i++)
        has = has && law_has_code(law, law->rate[i]);
    for (size_t i = 0; i < law->n_events; i++)
        has = has && law_has_code(law, law->events[i].guard);
    return has;
}

bool law_has_transition(const struct equations *law)
{
    for (size_t i = 0; i < law->n_events; i++)
        for (size_t k = 0; k < law->events[i].n; k++)
            if (!law_has_code(law, law->events[i].actions[k].value))
                return false;
    return true;
}

bool law_sticks(const struct statements *statements, const struct structure *structure)
{
    return structure->jumps &&
           (!structure->is_hybrid || statements->values[STATEMENT_STICK_BAND].n > 0);
}
