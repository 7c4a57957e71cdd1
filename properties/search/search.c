/* Searches by random draws, restarts and local descents. */
#include "properties/search/search.h"

#include <stdio.h>

#include "properties/checker/property.h"
#include "properties/search/search_run.h"
#include "properties/trials/draw.h"

static bool draw(struct search_run *hunt, struct candidate *c)
{
    const struct search *s = hunt->search;
    if (!PREC(draw_parameters)(s->model, s->claim, &hunt->rng, c))
        return false;
    PREC(draw_segments)(s->model, s->claim->signals, &hunt->rng, c);
    return true;
}

/* Draws a batch, of which the best becomes the candidate of the run; returns false when no
 * parameters were found. */
static bool draw_batch(struct search_run *hunt, bool *differ)
{
    /* also for the candidates varied from these */
    const bool one_way = rng_below(&hunt->rng, 2) == 0;
    struct candidate batch[SEARCH_BATCH];
    double value[SEARCH_BATCH];
    unsigned n = 0, best = 0;
    while (n < SEARCH_BATCH && draw(hunt, &batch[n]))
        n++;
    PREC(search_attempt_all)(hunt, batch, n, value);
    *differ = false;
    for (unsigned i = 1; i < n; i++) {
        const bool wanted = batch[i].one_way == one_way, has = batch[best].one_way == one_way;
        *differ |= search_differ(value[i], value[i - 1]);
        if ((wanted && !has) || (value[i] < value[best] && wanted == has))
            best = i;
    }
    PREC(search_forget)(hunt);
    if (n < SEARCH_BATCH)
        return hunt->ended;
    hunt->best_value = fmin(value[best], SEARCH_INVALID);
    hunt->best = batch[best];
    return true;
}

/* Varies the best candidate of a batch, with about so many simulations. */
static void climb(struct search_run *hunt, unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    struct candidate c = hunt->best;
    if (PREC(search_descend)(hunt, &c, SEARCH_FINEST, simulations) &&
        hunt->search->claim->signals != CYCLE_SIGNAL && hunt->made < end)
        PREC(search_restructure)(hunt, &hunt->rng, end - hunt->made);
}

/* Tries what was suggested, and varies the best of it. */
static void try_first(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    PREC(search_forget)(hunt);
    for (unsigned i = 0; i < s->n_first && !hunt->ended; i++)
        PREC(search_attempt)(hunt, &s->first[i]);
    if (!hunt->ended && hunt->best_value < SEARCH_INVALID)
        climb(hunt, SEARCH_BATCH);
}

enum search_end PREC(search)(const struct search *s, unsigned *simulations)
{
    struct search_run hunt = { .search = s, .at_edge = s->model->n_params };
    char label[160];
    snprintf(label, sizeof label, "%s/%s/%s", s->model->name,
             property_info[s->claim->property].name, s->claim->domain);
    hunt.rng = rng_keyed(s->seed, label, 0);
    hunt.cost_rng = rng_keyed(s->seed, label, 1);
    hunt.probe_rng = rng_keyed(s->seed, label, 2);
    *simulations = 0;
    if (s->strategy == SEARCH_GUIDED)
        try_first(&hunt);
    for (unsigned round = 1; !hunt.ended; round++) {
        bool differ;
        if (!draw_batch(&hunt, &differ))
            return SEARCH_NO_PARAMETERS;
        if (s->strategy == SEARCH_RANDOM || hunt.ended)
            continue;
        if (differ && hunt.best_value < SEARCH_INVALID && PREC(search_may_descend)(&hunt))
            climb(&hunt, SEARCH_BATCH * PREC(search_luby)(round));
        PREC(search_go_on_with_costs)(&hunt);
        if (!s->without_probes)
            PREC(search_go_on_with_probes)(&hunt);
    }
    *simulations = hunt.made;
    return hunt.by_examine ? SEARCH_ENDED : SEARCH_EXHAUSTED;
}
