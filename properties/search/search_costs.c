/* Tries what the costs of a state suggest (one_state.h). */
#include "properties/search/cheapest_signal.h"
#include "properties/search/search_run.h"
#include "properties/trials/draw.h"

enum {
    SHARE = 5,       /* a fifth as much work goes into costs of a state as into simulations */
    AT_ONE = 128,    /* looks at the costs, of a claim about one set of parameters */
    SHORT_ONES = 64, /* looks after which signals may be long */
    NEARLY = 64,     /* simulations to vary a signal that ought to violate the property */
};

/* Returns true when what it costs to move a state says something of the claim. */
static bool is_about_costs(const struct claim *claim)
{
    return (claim->property == PASSIVITY || claim->property == DISSIPATION) &&
           (claim->signals == ANY_SIGNAL || claim->signals == ONE_WAY_SIGNAL);
}

/* Draws parameters anywhere in the domain, or at one or two of its edges: mostly so where it has a
 * joint condition. */
static bool draw_with_edges(struct search_run *hunt, struct candidate *c)
{
    const struct search *s = hunt->search;
    struct rng *rng = &hunt->cost_rng;
    *c = (struct candidate){ .n = 0 };
    if (!PREC(draw_parameters)(s->model, s->claim, rng, c))
        return false;
    unsigned edges = rng_below(rng, 3);
    if (edges == 0 && s->claim->contains)
        edges = rng_below(rng, 3);
    if (hunt->n_looks % 2 == 1)
        PREC(draw_count)(s->model, s->claim, hunt->counts++, c);
    for (; edges > 0 && !search_is_at_one(s->claim); edges--)
        PREC(draw_at_edge)(s->model, s->claim, rng, c);
    return true;
}

/* Computes the costs of the state, and tries the signals that they suggest, if any: at first only
 * short ones, which make readable witnesses. Returns the deflection where a cycle would pay most;
 * 0: none would. */
static double try_costs(struct search_run *hunt, const struct one_state *law,
                        struct one_state_grid grid, struct candidate *c)
{
    const struct search *s = hunt->search;
    const enum property property = s->claim->property;
    const bool long_ones = search_is_at_one(s->claim) || hunt->n_looks >= SHORT_ONES;
    const unsigned n = long_ones && property == PASSIVITY ? N_SIGNAL_LENGTHS : 1;
    struct state_costs costs;
    PREC(one_state_costs)(law, grid, &costs);
    hunt->spent += search_work(s->model, costs.calls);
    if (!PREC(one_state_may_violate)(law, &costs, property))
        return 0;
    for (unsigned i = 0; i < n && !hunt->ended; i++)
        if (PREC(cheapest_signal)(law, &costs, property, (enum signal_length)i, c))
            PREC(search_attempt)(hunt, c);
    return PREC(one_state_worst)(&costs);
}

/* Looks at the costs for one set of parameters. Returns false when the law has no costs. */
static bool try_parameters(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    struct rng *rng = &hunt->cost_rng;
    struct candidate c;
    real p[MODEL_MAX_PARAMS];
    struct one_state law = { .model = s->model,
                             .p = p,
                             .side = rng_below(rng, 2) == 0 ? 1 : -1,
                             .fastest = PREC(candidate_speed_limit)(s->model, s->claim),
                             .one_way = s->claim->signals == ONE_WAY_SIGNAL };
    if (!draw_with_edges(hunt, &c) || !PREC(candidate_params)(s->model, s->claim, &c, p) ||
        !PREC(one_state_applies)(s->model, p, &law.state))
        return false;
    struct one_state_grid grid = { rng_uniform(rng), rng_uniform(rng), rng_uniform(rng), 0 };
    hunt->best_value = SEARCH_INVALID;
    grid.focus = try_costs(hunt, &law, grid, &c);
    if (!hunt->ended && grid.focus > 0)
        try_costs(hunt, &law, grid, &c);
    c = hunt->best;
    if (!hunt->ended && hunt->best_value < SEARCH_INVALID)
        PREC(search_descend)(hunt, &c, SEARCH_FINEST, NEARLY);
    hunt->n_looks++;
    return true;
}

void PREC(search_go_on_with_costs)(struct search_run *hunt)
{
    const struct claim *claim = hunt->search->claim;
    while (!hunt->ended && is_about_costs(claim) && SHARE * hunt->spent < hunt->made &&
           !(search_is_at_one(claim) && hunt->n_looks >= AT_ONE))
        if (!try_parameters(hunt))
            break;
}
