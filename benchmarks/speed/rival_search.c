/* Runs global optimisers of NLopt on the numbers of random candidates (rival_search.h). */
#include "benchmarks/speed/rival_search.h"

#include <nlopt.h>
#include <stdio.h>

#include "properties/checker/property.h"
#include "properties/search/draw.h"

enum { AT_A_TIME = 1000 }; /* simulations on one structure */

static const nlopt_algorithm algorithms[RIVALS] = {
    [RIVAL_CRS2] = NLOPT_GN_CRS2_LM,
    [RIVAL_ISRES] = NLOPT_GN_ISRES,
    [RIVAL_ESCH] = NLOPT_GN_ESCH,
    [RIVAL_DIRECT_L] = NLOPT_GN_DIRECT_L,
};

static const double INVALID = 1e3; /* the value of what is no number, or not in the domain */

struct rival_run {
    const struct search *search;
    struct candidate *at;
    struct search_variable *numbers;
    nlopt_opt optimiser;
    unsigned made;
    bool found, ended;
};

static double attempt(struct rival_run *run)
{
    const struct search *s = run->search;
    struct sample sample;
    if (!PREC(candidate_sample)(s->model, s->claim, run->at, &sample)) {
        run->made++; /* or an optimiser that never enters the domain would not end */
        run->ended |= run->made >= s->simulations;
        return INVALID;
    }
    const enum property property = s->claim->property;
    sample.n = PREC(evaluate_worst_prefix)(s->model, sample.p, property, sample.holds, sample.n);
    const struct margin m =
        PREC(evaluate_property)(s->model, sample.p, property, sample.holds, sample.n);
    run->made += sample.simulations;
    run->found = !s->examine(s->context, run->at, &sample, m);
    run->ended |= run->found || run->made >= s->simulations;
    const double value =
        (double)m.value + (double)m.distance + s->weight * fmin((double)m.rounding, 1);
    return value < INVALID ? value : INVALID;
}

static double objective(unsigned n, const double *position, double *gradient, void *context)
{
    struct rival_run *run = context;
    (void)gradient;
    for (unsigned i = 0; i < n; i++)
        search_variable_set(&run->numbers[i], position[i]);
    const double value = run->ended ? INVALID : attempt(run);
    if (run->ended)
        nlopt_force_stop(run->optimiser);
    return value;
}

/* Varies the candidate's numbers from where they are. */
static void vary(struct rival_run *run, enum rival rival, unsigned n)
{
    double position[CANDIDATE_MAX_VARIABLES], least;
    run->optimiser = nlopt_create(algorithms[rival], n);
    if (!run->optimiser)
        return;
    for (unsigned i = 0; i < n; i++)
        position[i] = search_variable_get(&run->numbers[i]);
    nlopt_set_min_objective(run->optimiser, objective, run);
    nlopt_set_lower_bounds1(run->optimiser, 0);
    nlopt_set_upper_bounds1(run->optimiser, 1);
    nlopt_set_maxeval(run->optimiser, AT_A_TIME);
    nlopt_optimize(run->optimiser, position, &least);
    nlopt_destroy(run->optimiser);
}

enum search_end rival_search(const struct search *s, enum rival rival, unsigned *simulations)
{
    struct rival_run run = { .search = s };
    char label[160];
    snprintf(label, sizeof label, "%s/%s/%s", s->model->name,
             property_info[s->claim->property].name, s->claim->domain);
    struct rng rng = rng_keyed(s->seed, label, 2 + (uint64_t)rival);
    nlopt_srand((unsigned long)rng_below(&rng, 1u << 30));
    *simulations = 0;
    while (!run.ended) {
        struct candidate c = { .n = 0 };
        struct search_variable numbers[CANDIDATE_MAX_VARIABLES];
        if (!PREC(draw_parameters)(s->model, s->claim, &rng, &c))
            return SEARCH_NO_PARAMETERS;
        PREC(draw_segments)(s->model, s->claim->signals, &rng, &c);
        run.at = &c;
        run.numbers = numbers;
        const unsigned n = PREC(candidate_variables)(s->model, s->claim, &c, numbers);
        attempt(&run);
        if (n > 0 && !run.ended)
            vary(&run, rival, n);
    }
    *simulations = run.made;
    return run.found ? SEARCH_ENDED : SEARCH_EXHAUSTED;
}
