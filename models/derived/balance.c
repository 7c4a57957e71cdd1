/* Finds the dissipation inequality of a law (balance.h). */
#include "models/derived/balance.h"

#include <string.h>

#include "models/algebra/derive.h"
#include "models/derived/balance_product.h"
#include "models/normal/regular.h"

/* What is known of a law on the way. */
struct finding {
    struct equations *law;
    struct normal *normal;
    const expression *bound; /* by state */
    expression speed, stored /* S_1 */, scale /* E */;
    struct law_balance *is;
};

static expression state(struct finding *f, unsigned i)
{
    return graph_symbol(&f->law->graph, SYMBOL_STATE, i);
}

static expression product(struct finding *f, expression a, expression b)
{
    return graph_two(&f->law->graph, GRAPH_PRODUCT, a, b);
}

static expression quotient(struct finding *f, expression a, expression b)
{
    return graph_two(&f->law->graph, GRAPH_QUOTIENT, a, b);
}

/* Puts V u in the place of v, bound w in that of x, and 1 in that of the selection; u is written
 * |u|, which has no sign in normal forms. Returns how many symbols that are. */
static size_t scale(struct finding *f, struct graph_swap swaps[BALANCE_STATES + 2])
{
    struct graph *g = &f->law->graph;
    size_t n = 0;
    const expression u = graph_one(g, GRAPH_ABS, graph_symbol(g, SYMBOL_INPUT, 0));
    swaps[n++] = (struct graph_swap){ SYMBOL_INPUT, 0, product(f, f->speed, u) };
    swaps[n++] = (struct graph_swap){ SYMBOL_SELECTION, 0, graph_integer(g, 1) };
    for (unsigned i = 0; i < f->is->n_states; i++)
        swaps[n++] = (struct graph_swap){ SYMBOL_STATE, i, product(f, f->bound[i], state(f, i)) };
    return n;
}

static expression scaled(struct finding *f, expression e)
{
    struct graph_swap swaps[BALANCE_STATES + 2];
    const size_t n = scale(f, swaps);
    return graph_swapped(&f->law->graph, e, swaps, n);
}

static bool is_regular(struct finding *f, expression e, const struct regular_place *place)
{
    return normal_is_regular(f->normal, f->law, e, place);
}

/* Returns true when an expression has bounded slopes over the states: everywhere, or around a face
 * (2 i of w_i = -1, 2 i + 1 of w_i = 1). */
static bool is_lipschitz(struct finding *f, expression e, int face)
{
    struct graph *g = &f->law->graph;
    struct graph_swap swaps[BALANCE_STATES + 2];
    const struct regular_place place = { SYMBOL_STATE, true, swaps, scale(f, swaps) };
    if (face >= 0) {
        struct graph_swap *side = swaps + place.n - f->is->n_states + face / 2;
        const expression bound = f->bound[face / 2];
        side->by = face % 2 == 0 ? graph_one(g, GRAPH_NEGATED, bound) : bound;
    }
    return is_regular(f, e, &place);
}

/* Returns true when what holds while the velocity comes to 0 holds at rest. */
static bool holds_at_rest(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const struct graph_swap swaps[] = { { SYMBOL_INPUT, 0, graph_integer(g, 0) },
                                        { SYMBOL_SELECTION, 0, graph_integer(g, 1) } };
    const struct regular_place rest = { SYMBOL_INPUT, false, swaps, 2 };
    bool does = f->is->n_states == 0 || is_regular(f, f->law->force, &rest);
    for (unsigned i = 0; i < f->is->n_states && does; i++)
        does =
            is_regular(f, f->law->rate[i], &rest) &&
            graph_is_affine_in_selection(g, graph_swapped(g, f->law->rate[i], swaps /* of v */, 1));
    return does;
}

/* Puts values in the places of the states: `first` for x_0, 0 for others. */
static expression at(struct finding *f, expression e, expression first)
{
    struct graph_swap swaps[BALANCE_STATES];
    for (unsigned i = 0; i < f->is->n_states; i++)
        swaps[i] = (struct graph_swap){ SYMBOL_STATE, i,
                                        i == 0 ? first : graph_integer(&f->law->graph, 0) };
    return graph_swapped(&f->law->graph, e, swaps, f->is->n_states);
}

static bool is_of_parameters(const struct graph *g, expression e)
{
    for (enum graph_symbol s = SYMBOL_INPUT; s <= SYMBOL_REFERENCE; s++)
        if (graph_depends(g, e, s, ANY_INDEX))
            return false;
    return true;
}

/* The form of r in dx_0/dt = r v at the origin; NO_FORM: none. */
static size_t rise_of(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const expression there = at(f, f->law->rate[0], graph_integer(g, 0));
    return normal_form(f->normal, quotient(f, there, graph_symbol(g, SYMBOL_INPUT, 0)));
}

/* c x_0^2/(2 r) where F = c x_0 + ..., rates apart, and dx_0/dt = r v at the origin. */
static expression elastic_energy(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const size_t rise = rise_of(f);
    if (rise == NO_FORM)
        return EXPRESSION_NONE;
    const expression c = graph_derivative(g, f->law->force_by_rates, state(f, 0)),
                     r = form_expression(f->normal, g, rise);
    if (!is_of_parameters(g, c) || !is_of_parameters(g, r))
        return EXPRESSION_NONE;
    return quotient(f, product(f, c, graph_two(g, GRAPH_POWER, state(f, 0), graph_integer(g, 2))),
                    product(f, graph_integer(g, 2), r));
}

/* The expression at -v and -x. */
static expression mirrored(struct finding *f, expression e)
{
    struct graph *g = &f->law->graph;
    struct graph_swap swaps[BALANCE_STATES + 2];
    size_t n = 0;
    const expression v = graph_symbol(g, SYMBOL_INPUT, 0), s = graph_symbol(g, SYMBOL_SELECTION, 0);
    swaps[n++] = (struct graph_swap){ SYMBOL_INPUT, 0, graph_one(g, GRAPH_NEGATED, v) };
    swaps[n++] = (struct graph_swap){ SYMBOL_SELECTION, 0, graph_one(g, GRAPH_NEGATED, s) };
    for (unsigned i = 0; i < f->is->n_states; i++)
        swaps[n++] =
            (struct graph_swap){ SYMBOL_STATE, i, graph_one(g, GRAPH_NEGATED, state(f, i)) };
    return graph_swapped(g, e, swaps, n);
}

static bool is_odd(struct finding *f, expression e)
{
    return normal_same(f->normal, mirrored(f, e), graph_one(&f->law->graph, GRAPH_NEGATED, e));
}

/* Returns true when force and rates change their signs with v and all states, so that v > 0 is all
 * there is to look at. */
static bool are_odd(struct finding *f)
{
    bool are = is_odd(f, f->law->force);
    for (unsigned i = 0; are && i < f->is->n_states; i++)
        are = is_odd(f, f->law->rate[i]);
    return are;
}

/* Returns true when S_1 is an energy: 0 at the origin, never negative, and positive at w_0 = 1. And
 * where w_0 is 0 it rises, so that no motion costs nothing. */
static bool is_energy(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const expression origin = at(f, f->stored, graph_integer(g, 0));
    return is_lipschitz(f, f->stored, -1) && normal_same(f->normal, origin, graph_integer(g, 0)) &&
           normal_same(f->normal, mirrored(f, f->stored), f->stored) &&
           normal_never_negative(f->normal, f->stored) &&
           form_positive(f->normal, normal_form(f->normal, f->scale)) &&
           form_positive(f->normal, rise_of(f));
}

/* F at v = V. */
static expression force_at_speed(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const struct graph_swap swaps[] = { { SYMBOL_INPUT, 0, f->speed },
                                        { SYMBOL_SELECTION, 0, graph_integer(g, 1) } };
    return graph_swapped(g, f->law->force, swaps, 2);
}

/* Finds S_1 and E; EXPRESSION_NONE: there is none. */
static void find_energy(struct finding *f, expression stated)
{
    struct graph *g = &f->law->graph;
    f->stored = EXPRESSION_NONE;
    f->scale = graph_integer(g, 1);
    if (f->is->n_states == 0) {
        const expression force = force_at_speed(f);
        if (form_is_sum_of_positive(f->normal, normal_form(f->normal, force)))
            f->scale = force; /* of its terms none is far larger than others for some parameters */
        return;
    }
    f->stored = stated != EXPRESSION_NONE ? stated : elastic_energy(f);
    if (f->stored == EXPRESSION_NONE)
        return;
    f->scale =
        quotient(f, product(f, graph_integer(g, 2), at(f, f->stored, f->bound[0])), f->bound[0]);
    if (!is_energy(f))
        f->stored = EXPRESSION_NONE;
}

/* Energies of one state may be other polynomials of it. */
static unsigned storages(struct finding *f)
{
    for (unsigned i = 1; i < f->is->n_states; i++)
        if (graph_depends(&f->law->graph, f->stored, SYMBOL_STATE, (int)i))
            return 1;
    return BALANCE_STORAGE;
}

/* S = sum of c_k w_0^(2k)/(k + 1) times S_1. */
static expression storage(struct finding *f)
{
    struct graph *g = &f->law->graph;
    expression sum = graph_integer(g, 0);
    const expression w = quotient(f, state(f, 0), f->bound[0]);
    for (unsigned k = 0; k < f->is->n_storage; k++) {
        const expression power = graph_two(g, GRAPH_POWER, w, graph_integer(g, 2 * (long)k)),
                         c = graph_symbol(g, SYMBOL_VARIABLE, BALANCE_OF_STORED + k);
        sum = graph_two(g, GRAPH_SUM, sum,
                        quotient(f, product(f, c, power), graph_integer(g, (long)k + 1)));
    }
    return product(f, sum, f->stored);
}

/* D - mu (u/(1 + u)) E w_0^2 */
static expression excess(struct finding *f)
{
    struct graph *g = &f->law->graph;
    const expression v = graph_symbol(g, SYMBOL_INPUT, 0);
    expression D = f->law->force, cost = f->scale;
    if (f->stored != EXPRESSION_NONE) {
        const expression S = storage(f), w = quotient(f, state(f, 0), f->bound[0]);
        for (unsigned i = 0; i < f->is->n_states; i++)
            D = graph_two(
                g, GRAPH_DIFFERENCE, D,
                quotient(f, product(f, graph_derivative(g, S, state(f, i)), f->law->rate[i]), v));
        cost = product(f, cost, product(f, w, w));
    }
    const expression u = quotient(f, v, f->speed),
                     theta = quotient(f, u, graph_two(g, GRAPH_SUM, graph_integer(g, 1), u)),
                     mu = graph_symbol(g, SYMBOL_VARIABLE, BALANCE_OF_MU);
    return scaled(f, graph_two(g, GRAPH_DIFFERENCE, D, product(f, mu, product(f, theta, cost))));
}

static void find_excess(struct finding *f, struct law_balance *is)
{
    if (is->n_states > 0 && f->stored == EXPRESSION_NONE)
        return;
    is->n_storage = is->n_states > 0 ? storages(f) : 0;
    is->value = excess(f);
    is->has_excess = balance_product_of(f->law, f->normal, is->value, &is->excess);
}

/* The rate at a face, inwards. */
static expression inflow(struct finding *f, unsigned face)
{
    struct graph *g = &f->law->graph;
    const expression rate = scaled(f, f->law->rate[face / 2]);
    const struct graph_swap side = { SYMBOL_STATE, face / 2,
                                     graph_integer(g, face % 2 == 0 ? -1 : 1) };
    const expression there = graph_swapped(g, rate, &side, 1);
    return face % 2 == 0 ? there : graph_one(g, GRAPH_NEGATED, there);
}

static void find_inflow(struct finding *f, struct law_balance *is)
{
    is->has_inflow = is->n_states > 0;
    for (unsigned face = 0; face < 2 * is->n_states && is->has_inflow; face++)
        is->has_inflow = is_lipschitz(f, f->law->rate[face / 2], (int)face) &&
                         balance_product_of(f->law, f->normal, inflow(f, face), &is->inflow[face]);
}

/* Returns true when every state has a bound, which is positive. */
static bool are_bounded(struct finding *f, const struct statement_values *bound)
{
    bool are = f->is->n_states <= BALANCE_STATES && (f->is->n_states == 0 || bound->n > 0);
    for (unsigned i = 0; are && i < f->is->n_states; i++)
        are = bound->e[i] != EXPRESSION_NONE &&
              form_positive(f->normal, normal_form(f->normal, bound->e[i]));
    return are;
}

static const char *storage_text(struct finding *f, bool is_stated)
{
    const char *stored =
        is_stated ? "the stated storage" : "c x^2/(2 r) of F = c x + ..., dx = r v dt";
    const char *name = f->law->states.of[0].name;
    enum { REST = 160 };
    const size_t size = strlen(name) + REST;
    char *text = arena_new(&f->law->arena, size);
    if (f->is->n_storage > 1)
        snprintf(text, size, "S = S1 (c0 + c1 w^2/2 + c2 w^4/3 + c3 w^6/4), S1 = %s, w = %s/bound",
                 stored, name);
    else
        snprintf(text, size, "S = S1 c0, S1 = %s", stored);
    return text;
}

struct law_balance law_balance_of(struct equations *law, const struct statements *statements,
                                  const struct structure *structure)
{
    const struct statement_values *values = statements->values;
    struct law_balance is = { .n_states = (unsigned)law->states.n, .value = EXPRESSION_NONE };
    struct finding f = {
        .law = law, .normal = normal_new(law), .bound = values[STATEMENT_BOUND].e, .is = &is
    };
    const bool is_stated = values[STATEMENT_STORAGE].n > 0;
    const bool is_fit = !structure->is_hybrid && are_bounded(&f, &values[STATEMENT_BOUND]) &&
                        are_odd(&f) && holds_at_rest(&f);
    f.speed = is.speed = values[STATEMENT_STRIBECK_SPEED].n > 0
                             ? values[STATEMENT_STRIBECK_SPEED].e[0]
                             : graph_integer(&law->graph, 1);
    if (is_fit) {
        find_energy(&f, is_stated ? values[STATEMENT_STORAGE].e[0] : EXPRESSION_NONE);
        find_excess(&f, &is);
        find_inflow(&f, &is);
        is.storage = is.n_storage > 0 ? storage_text(&f, is_stated) : NULL;
    }
    normal_free(f.normal);
    return is;
}
