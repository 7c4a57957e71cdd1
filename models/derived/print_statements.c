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

/* Returns what a member is that has one number. */
static expression value_of(const struct law_printer *p, enum statement statement)
{
    const struct statement_values *values = &p->statements->values[statement];
    switch (statement) {
    case STATEMENT_STEADY_FORCE:
        return p->values.steady_force;
    case STATEMENT_SETTLING_RATE:
        return p->values.settling_rate;
    case STATEMENT_FORCE_SCALE:
        return p->values.force_scale;
    case STATEMENT_STRIBECK:
        return p->values.stribeck;
    case STATEMENT_PRINTED_REGRESSOR:
        return p->values.printed_regressor;
    default:
        return values->n > 0 ? values->e[0] : EXPRESSION_NONE;
    }
}

/* Sets the one number that a member is; none: its function says so. Returns false when it is not
 * known. */
static bool one_value(const struct law_printer *p, const struct member *m, expression *e)
{
    *e = value_of(p, m->statement);
    if (m->statement == STATEMENT_SETTLING_RATE && p->law->states.n == 0)
        return true;
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
