/* Prints the functions of what a law's text states, and of what its equations say of the long run
 * (print_law.h). */
#include <stdlib.h>
#include <string.h>

#include "models/derived/print_c.h"
#include "models/derived/print_law.h"
#include "tools/base/memory.h"

/* A member of struct model that is one number, or a number for each element of a list. */
static const struct member {
    const char *name, *arguments;
    const char *list; /* where the numbers go; NULL: one, which is returned */
    enum statement statement;
    bool has_selection; /* among the arguments; else s is the sign of v */
} members[] = {
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

enum { N_MEMBERS = sizeof members / sizeof *members };

bool law_has_code(const struct law_printer *p, expression e)
{
    const struct graph *g = &p->law->graph;
    bool *seen = memory_array(e + 1, sizeof *seen), has = true;
    graph_mark(g, e, seen);
    for (expression i = 0; i <= e; i++)
        has = has && !(seen[i] && (g->nodes[i].operation == GRAPH_INTEGRAL ||
                                   g->nodes[i].operation == GRAPH_DRAW));
    free(seen);
    return has;
}

/* Where a velocity is held, s is its sign. */
static expression held(const struct law_printer *p, expression e)
{
    struct graph *g = &p->law->graph;
    const expression sign = graph_one(g, GRAPH_SIGN, graph_symbol(g, SYMBOL_INPUT, 0));
    return graph_swapped(g, e, &(struct graph_swap){ SYMBOL_SELECTION, 0, sign }, 1);
}

/* The force at the states' steady values, where they are known; their rates are 0 there. */
static expression steady_force(const struct law_printer *p)
{
    struct equations *law = p->law;
    struct graph *g = &law->graph;
    const struct statement_values *stated = &p->statements->values[STATEMENT_STEADY];
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES];
    size_t n = 0;
    if (p->structure.is_hybrid)
        return EXPRESSION_NONE;
    for (unsigned i = 0; i < law->states.n; i++) {
        expression x = stated->n > i ? stated->e[i] : EXPRESSION_NONE;
        if (x == EXPRESSION_NONE && !law_prints_relaxation(p))
            return EXPRESSION_NONE;
        if (x == EXPRESSION_NONE)
            x = law_relaxing(p->law, i).steady;
        swaps[n++] = (struct graph_swap){ SYMBOL_STATE, i, x };
        swaps[n++] = (struct graph_swap){ SYMBOL_RATE, i, graph_integer(g, 0) };
    }
    return held(p, graph_swapped(g, law->force_by_rates, swaps, n));
}

/* The slowest relaxation. */
static expression settling_rate(const struct law_printer *p)
{
    expression slowest = law_relaxing(p->law, 0).k;
    for (size_t i = 1; i < p->law->states.n; i++)
        slowest = graph_two(&p->law->graph, GRAPH_MIN, slowest, law_relaxing(p->law, i).k);
    return slowest;
}

/* U P with the columns as printed. */
static expression printed_regressor(const struct law_printer *p)
{
    struct graph *g = &p->law->graph;
    const struct statement_values *U = &p->statements->values[STATEMENT_PRINTED_REGRESSOR],
                                  *P = &p->statements->values[STATEMENT_COEFFICIENTS];
    expression F = graph_integer(g, 0);
    for (size_t i = 0; i < U->n && i < P->n; i++)
        F = graph_two(g, GRAPH_SUM, F, graph_two(g, GRAPH_PRODUCT, U->e[i], P->e[i]));
    return F;
}

/* The bound of a state as a part of its bound at rest. */
static expression stribeck(const struct law_printer *p)
{
    const struct statement_values *now = &p->statements->values[STATEMENT_STRIBECK],
                                  *bound = &p->statements->values[STATEMENT_BOUND];
    for (size_t i = 0; i < now->n && i < bound->n; i++)
        if (now->e[i] != EXPRESSION_NONE && bound->e[i] != EXPRESSION_NONE)
            return graph_two(&p->law->graph, GRAPH_QUOTIENT, now->e[i], bound->e[i]);
    return EXPRESSION_NONE;
}

/* Returns true when the arguments of a member give all symbols of an expression. */
static bool is_given(const struct law_printer *p, const struct member *m, expression e)
{
    static const struct {
        enum graph_symbol symbol;
        const char *argument;
    } needs[] = { { SYMBOL_INPUT, "real v" },     { SYMBOL_STATE, "const real x[]" },
                  { SYMBOL_SELECTION, "real s" }, { SYMBOL_MEMORY, "mem" },
                  { SYMBOL_TRAVEL, "travel" },    { SYMBOL_REFERENCE, "v0" } };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (graph_depends(&p->law->graph, e, needs[i].symbol, ANY_INDEX) &&
            !strstr(m->arguments, needs[i].argument))
            return false;
    return true;
}

/* Sets the one number that a member is. Returns false when it is not known. */
static bool one_value(const struct law_printer *p, const struct member *m, expression *e)
{
    const struct statement_values *values = &p->statements->values[m->statement];
    *e = EXPRESSION_NONE;
    if (m->statement == STATEMENT_SETTLING_RATE && p->law->states.n == 0)
        return true;
    if (m->statement == STATEMENT_PRINTED_REGRESSOR && values->n > 0)
        *e = printed_regressor(p);
    else if (m->statement == STATEMENT_STRIBECK)
        *e = stribeck(p);
    else if (values->n > 0)
        *e = values->e[0];
    else if (m->statement == STATEMENT_STEADY_FORCE)
        *e = steady_force(p);
    else if (m->statement == STATEMENT_SETTLING_RATE && law_prints_relaxation(p))
        *e = settling_rate(p);
    else if (m->statement == STATEMENT_FORCE_SCALE)
        *e = law_force_scale(p);
    if (*e != EXPRESSION_NONE && !m->has_selection)
        *e = held(p, *e);
    return *e != EXPRESSION_NONE && is_given(p, m, *e);
}

/* Fills body[] with what a member is. Returns how many statements there are. */
static size_t body_of(const struct law_printer *p, const struct member *m,
                      struct c_statement body[EQUATIONS_ELEMENTS])
{
    const struct statement_values *values = &p->statements->values[m->statement];
    size_t n = 0;
    if (!m->list)
        n = one_value(p, m, &body[0].e);
    body[0].target = NULL;
    for (size_t i = 0; m->list && i < values->n; i++)
        body[n++] = (struct c_statement){ arena_text(&p->law->arena, m->list, i), values->e[i] };
    for (size_t i = 0; i < n; i++)
        if (body[i].e != EXPRESSION_NONE &&
            (!law_has_code(p, body[i].e) || !is_given(p, m, body[i].e)))
            return 0;
    return n;
}

void law_print_statements(const struct law_printer *p)
{
    struct c_statement body[EQUATIONS_ELEMENTS];
    for (size_t i = 0; i < N_MEMBERS; i++) {
        const struct member *m = &members[i];
        const size_t n = body_of(p, m, body);
        if (n == 0)
            continue;
        law_print_static(p);
        fprintf(p->out, "%s %s_%s(%s)\n{\n", m->list ? "void" : "real", p->id, m->name,
                m->arguments);
        c_body(p->out, p->law, body, n);
        fputs("}\n", p->out);
    }
}

void law_print_statement_members(const struct law_printer *p)
{
    struct c_statement body[EQUATIONS_ELEMENTS];
    for (size_t i = 0; i < N_MEMBERS; i++)
        if (body_of(p, &members[i], body) > 0)
            fprintf(p->out, "    .%s = %s_%s,\n", members[i].name, p->id, members[i].name);
}
