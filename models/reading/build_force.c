/* Identities of the force: regressor, parts, scales, resistance to creep (identities.h). */
#include <string.h>

#include "models/reading/build.h"

/* The sum of products u p, and of their magnitudes. */
static expression product_of(struct building *b, enum statement regressor, expression *size)
{
    const struct statement_values *u = &b->statements->values[regressor],
                                  *p = &b->statements->values[STATEMENT_COEFFICIENTS];
    expression sum = graph_integer(b->g, 0);
    *size = sum;
    for (size_t i = 0; i < u->n; i++) {
        const expression term = graph_two(b->g, GRAPH_PRODUCT, u->e[i], p->e[i]);
        sum = graph_two(b->g, GRAPH_SUM, sum, term);
        *size = graph_two(b->g, GRAPH_SUM, *size, build_abs(b->g, term));
    }
    return sum;
}

static bool has_columns(const struct building *b, enum statement regressor)
{
    const size_t n = b->statements->values[regressor].n;
    return n > 0 && n == b->statements->values[STATEMENT_COEFFICIENTS].n;
}

static void regressor(struct building *b)
{
    expression size;
    if (has_columns(b, STATEMENT_REGRESSOR)) {
        const expression sum = product_of(b, STATEMENT_REGRESSOR, &size);
        struct identity *i =
            build_equal(b, "regressor", "regressor * coefficients = force", sum, b->law->force);
        i->size = graph_two(b->g, GRAPH_SUM, size, i->size);
        i->is_fact = true;
    }
    for (size_t c = 0; c < b->statements->n_claims; c++) {
        if (!build_claims(&b->statements->claims[c], REGRESSOR_AS_PRINTED) ||
            !has_columns(b, STATEMENT_PRINTED_REGRESSOR))
            continue;
        const expression sum = product_of(b, STATEMENT_PRINTED_REGRESSOR, &size);
        struct identity *i = build_equal(
            b, "printed_regressor", "printed regressor * coefficients = force", sum, b->law->force);
        i->size = graph_two(b->g, GRAPH_SUM, size, i->size);
        i->set = (int)c;
    }
}

static void parts(struct building *b)
{
    const struct statement_values *parts = &b->statements->values[STATEMENT_PARTS];
    expression sum = graph_integer(b->g, 0), size = sum;
    for (size_t i = 0; i < parts->n; i++) {
        sum = graph_two(b->g, GRAPH_SUM, sum, parts->e[i]);
        size = graph_two(b->g, GRAPH_SUM, size, build_abs(b->g, parts->e[i]));
    }
    if (parts->n == 0)
        return;
    struct identity *i = build_equal(b, "parts", "the parts sum to the force", sum, b->law->force);
    i->size = size;
    i->is_fact = true;
}

/* The force at a creep, 1e-30 m/s: what vanishes with the velocity is 0 to working precision, also
 * a root of it beside 1. */
static expression at_creep(struct building *b, expression e)
{
    const struct graph_swap swaps[] = {
        { SYMBOL_INPUT, 0, graph_real(b->g, 1e-30) },
        { SYMBOL_SELECTION, 0, graph_integer(b->g, 1) },
    };
    return graph_swapped(b->g, e, swaps, 2);
}

static void limits(struct building *b)
{
    struct graph *g = b->g;
    const expression F = b->law->force, v = build_velocity(g),
                     scale = build_stated(b, STATEMENT_FORCE_SCALE),
                     resistance = build_stated(b, STATEMENT_CREEP_RESISTANCE),
                     break_away = build_stated(b, STATEMENT_BREAK_AWAY),
                     stated = build_stated(b, STATEMENT_STEADY_FORCE),
                     steady = steady_force(b->law, b->statements);
    if (scale != EXPRESSION_NONE)
        build_at_most(b, "force_scale", "|force| <= force_scale", build_abs(g, F), scale);
    if (resistance != EXPRESSION_NONE) {
        const expression largest = graph_two(g, GRAPH_PRODUCT, resistance, build_abs(g, v));
        build_at_most(b, "creep_resistance", "|force| <= creep_resistance |v|", build_abs(g, F),
                      largest);
        build_equal(b, "creep_resistance", "force = creep_resistance v at a creep", at_creep(b, F),
                    at_creep(b, largest));
    }
    if (break_away != EXPRESSION_NONE && steady != EXPRESSION_NONE)
        build_equal(b, "break_away", "steady force at a creep = break_away", at_creep(b, steady),
                    break_away);
    if (stated != EXPRESSION_NONE && steady != EXPRESSION_NONE)
        build_equal(b, "steady_force", "force in the steady state = steady_force", steady, stated)
            ->is_fact = true;
}

/* Rates and force are finite; 0 times what is not finite is no number. */
static void finiteness(struct building *b)
{
    struct graph *g = b->g;
    expression sum = b->law->force;
    for (size_t i = 0; i < b->law->states.n; i++)
        sum = graph_two(g, GRAPH_SUM, sum, build_abs(g, b->law->rate[i]));
    for (size_t c = 0; c < b->statements->n_claims; c++)
        if (build_claims(&b->statements->claims[c], FINITE_FORCE)) {
            struct identity *i = build_at_most(
                b, "finite_force", "rates and force are finite",
                graph_two(g, GRAPH_DIFFERENCE, sum, graph_real(g, 1e300)), graph_real(g, 0));
            i->set = (int)c;
        }
}

void build_force(struct building *b)
{
    regressor(b);
    parts(b);
    limits(b);
    finiteness(b);
}
