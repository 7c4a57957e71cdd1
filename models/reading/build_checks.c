/* Identities of numbers that the source prints, and of defaults (identities.h). */
#include "models/reading/build.h"

/* Puts the defaults in place of the parameters, or what the check states. */
static expression at_parameters(struct building *b, expression e, const struct check_text *check)
{
    struct graph_swap swaps[EQUATIONS_QUANTITIES + 2];
    const size_t n = b->law->parameters.n;
    for (unsigned i = 0; i < n; i++) {
        double value = b->law->parameters.of[i].value;
        for (size_t k = 0; check && k < check->n_at; k++)
            if (check->at[k].parameter == i)
                value = check->at[k].lo;
        swaps[i] = (struct graph_swap){ SYMBOL_PARAMETER, i, graph_real(b->g, value) };
    }
    if (!check)
        return graph_swapped(b->g, e, swaps, n);
    swaps[n] = (struct graph_swap){ SYMBOL_INPUT, 0, graph_real(b->g, check->v) };
    swaps[n + 1] = (struct graph_swap){ SYMBOL_SELECTION, 0,
                                        graph_integer(b->g, (check->v > 0) - (check->v < 0)) };
    return graph_swapped(b->g, e, swaps, n + 2);
}

void build_checks(struct building *b)
{
    const struct equations *law = b->law;
    const struct statements *s = b->statements;
    const expression F = s->n_checks > 0 ? steady_force(b->law, s) : EXPRESSION_NONE;
    for (size_t i = 0; i < s->n_checks && F != EXPRESSION_NONE; i++) {
        const struct check_text *check = &s->checks[i];
        struct identity *identity =
            build_equal(b, "check", "the steady force is what the source prints",
                        at_parameters(b, F, check), graph_real(b->g, check->force));
        identity->size = graph_integer(b->g, 1);
        identity->tolerance = check->tolerance;
        identity->is_fact = true;
    }
    for (size_t i = 0; i < law->n_constraints; i++)
        build_at_most(b, "defaults", "the defaults are valid", graph_integer(b->g, 1),
                      at_parameters(b, law->constraints[i].condition, NULL))
            ->is_fact = true;
}
