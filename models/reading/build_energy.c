/* Identities of the energy: the stored one grows by no more than the work (identities.h). */
#include "models/algebra/derive.h"
#include "models/reading/build.h"

/* The rate at which the stored energy changes, and the size of its terms. */
static expression storage_rate(struct building *b, expression *size)
{
    struct graph *g = b->g;
    const expression storage = build_stated(b, STATEMENT_STORAGE);
    expression sum = graph_integer(g, 0);
    *size = sum;
    for (unsigned i = 0; i < b->law->states.n && storage != EXPRESSION_NONE; i++) {
        const expression slope = graph_derivative(g, storage, graph_symbol(g, SYMBOL_STATE, i));
        const expression term = graph_two(g, GRAPH_PRODUCT, slope, b->law->rate[i]);
        sum = graph_two(g, GRAPH_SUM, sum, term);
        *size = graph_two(g, GRAPH_SUM, *size, build_abs(g, term));
    }
    return sum;
}

void build_energy(struct building *b)
{
    struct graph *g = b->g;
    const bool has_storage = build_stated(b, STATEMENT_STORAGE) != EXPRESSION_NONE;
    const expression balance = build_stated(b, STATEMENT_BALANCE), least = build_least_guard(b);
    const expression power = graph_two(g, GRAPH_PRODUCT, b->law->force, build_velocity(g));
    expression size;
    const expression grows = storage_rate(b, &size);
    /* An event is not due. */
    const expression between =
        least == EXPRESSION_NONE ? least : graph_two(g, GRAPH_LESS, graph_integer(g, 0), least);
    size = graph_two(g, GRAPH_SUM, size, build_abs(g, power));
    if (balance != EXPRESSION_NONE) {
        struct identity *i = build_equal(b, "balance", "F v - dS/dt = balance",
                                         graph_two(g, GRAPH_DIFFERENCE, power, grows), balance);
        i->size = size;
        i->where = between;
        i->is_fact = true;
    }
    for (size_t c = 0; c < b->statements->n_claims; c++) {
        const struct claim_text *claim = &b->statements->claims[c];
        const bool passive = build_claims(claim, PASSIVITY),
                   dissipative = build_claims(claim, DISSIPATION);
        if ((!passive && !dissipative) || (!has_storage && b->law->states.n > 0))
            continue;
        /* In other modes than the first the states may be where no motion leads. */
        for (unsigned k = 0; k < 1u + (b->law->n_events > 0); k++) {
            struct identity *i =
                build_at_most(b, dissipative ? "dissipation" : "passivity",
                              has_storage ? "dS/dt <= F v" : "F v >= 0", grows, power);
            i->size = size;
            i->where = k == 0 ? between : graph_two(g, GRAPH_AND, build_first_mode(b), between);
            i->set = (int)c;
        }
    }
}
