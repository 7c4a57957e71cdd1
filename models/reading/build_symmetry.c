/* Identities of symmetry: reversal of the velocity, twice the speed, paths below break-away
 * (identities.h). */
#include "models/derived/structure.h"
#include "models/reading/build.h"

/* A reversal of everything that changes its sign with the velocity. */
struct reversal {
    struct graph_swap swaps[2 * EQUATIONS_QUANTITIES + 2];
    size_t n;
};

static void reverse(struct building *b, struct reversal *r, enum graph_symbol symbol,
                    unsigned index)
{
    const expression e = graph_symbol(b->g, symbol, index);
    r->swaps[r->n++] = (struct graph_swap){ symbol, index, graph_one(b->g, GRAPH_NEGATED, e) };
}

static void mirrored(struct building *b, const struct reversal *r, expression e, bool is_even)
{
    const expression there = graph_swapped(b->g, e, r->swaps, r->n);
    build_equal(b, "odd_symmetry", "a reversal reverses the force",
                is_even ? there : graph_one(b->g, GRAPH_NEGATED, there), e);
}

static void odd(struct building *b)
{
    const struct equations *law = b->law;
    unsigned group[2 * EQUATIONS_QUANTITIES] = { 0 };
    const unsigned groups = structure_groups(law, group);
    struct reversal r = { .n = 0 };
    if (!b->mirroring.is_known || groups > MIRRORING_GROUPS)
        return;
    reverse(b, &r, SYMBOL_INPUT, 0);
    reverse(b, &r, SYMBOL_SELECTION, 0);
    for (unsigned i = 0; i < law->states.n + law->memory.n; i++)
        if (!(b->mirroring.even >> group[i] & 1)) {
            const bool is_state = i < law->states.n;
            reverse(b, &r, is_state ? SYMBOL_STATE : SYMBOL_MEMORY,
                    is_state ? i : i - (unsigned)law->states.n);
        }
    mirrored(b, &r, law->force, false);
    for (unsigned i = 0; i < law->states.n; i++)
        mirrored(b, &r, law->rate[i], b->mirroring.even >> group[i] & 1);
    for (size_t k = 0; k < law->n_events; k++) {
        mirrored(b, &r, law->events[k].guard, true);
        for (size_t a = 0; a < law->events[k].n; a++) {
            const struct action *action = &law->events[k].actions[a];
            const size_t i =
                action->what == SYMBOL_STATE ? action->index : law->states.n + action->index;
            mirrored(b, &r, action->value, b->mirroring.even >> group[i] & 1);
        }
    }
}

/* At twice the speed the states move twice as fast, and the force is the same. */
static void by_path(struct building *b, int claim)
{
    struct graph *g = b->g;
    const struct graph_swap twice = {
        SYMBOL_INPUT, 0, graph_two(g, GRAPH_PRODUCT, graph_integer(g, 2), build_velocity(g))
    };
    for (size_t i = 0; i <= b->law->states.n; i++) {
        const bool is_rate = i < b->law->states.n;
        const expression e = is_rate ? b->law->rate[i] : b->law->force;
        const expression wanted = is_rate ? graph_two(g, GRAPH_PRODUCT, graph_integer(g, 2), e) : e;
        struct identity *identity =
            build_equal(b, "rate_independence", "states and force follow the path",
                        graph_swapped(g, e, &twice, 1), wanted);
        identity->set = claim;
        if (is_rate) /* a difference that may cancel */
            identity->size =
                graph_two(g, GRAPH_SUM, identity->size, build_abs(g, build_velocity(g)));
    }
}

/* Below nine tenths of break-away, before any event, the states follow the travel: reversed
 * velocity, reversed rates. */
static void elastic(struct building *b, int claim)
{
    struct graph *g = b->g;
    const expression break_away = build_stated(b, STATEMENT_BREAK_AWAY);
    if (break_away == EXPRESSION_NONE)
        return;
    struct reversal r = { .n = 0 };
    reverse(b, &r, SYMBOL_INPUT, 0);
    reverse(b, &r, SYMBOL_SELECTION, 0);
    const struct graph_swap rest = { SYMBOL_INPUT, 0, graph_integer(g, 0) };
    const expression below =
        graph_two(g, GRAPH_AT_MOST, build_abs(g, graph_swapped(g, b->law->force, &rest, 1)),
                  graph_two(g, GRAPH_PRODUCT, graph_real(g, 0.9), break_away));
    const expression where = graph_two(g, GRAPH_AND, build_first_mode(b), below);
    for (size_t i = 0; i < b->law->states.n; i++) {
        const expression there = graph_swapped(g, b->law->rate[i], r.swaps, r.n);
        struct identity *identity =
            build_equal(b, "no_drift", "below break-away states follow the travel",
                        graph_one(g, GRAPH_NEGATED, there), b->law->rate[i]);
        identity->where = where;
        identity->set = claim;
    }
}

void build_symmetry(struct building *b)
{
    const struct statements *s = b->statements;
    bool is_odd = false;
    for (size_t c = 0; c < s->n_claims; c++) {
        if (!is_odd && build_claims(&s->claims[c], ODD_SYMMETRY)) {
            odd(b);
            is_odd = true;
        }
        if (build_claims(&s->claims[c], RATE_INDEPENDENCE))
            by_path(b, (int)c);
        struct claim_text cycle = s->claims[c];
        cycle.signals = ANY_SIGNAL;
        if (build_claims(&cycle, NO_DRIFT))
            elastic(b, (int)c);
    }
}
