/* Searches by random draws, restarts and local descents. */
#include "properties/search/search.h"

#include <nlopt.h>
#include <stdio.h>

#include "properties/checker/property.h"
#include "properties/search/cheapest_signal.h"
#include "properties/search/draw.h"

enum {
    BATCH = 32,     /* random candidates, the best of which is then varied */
    PER_NUMBER = 4, /* simulations of one subplex run, for every number varied */
    /* Calls of rate and force that take about as long as a simulation, or one by numbers. */
    CALLS = 50,
    CALLS_BY_NUMBERS = 2000,
    SHARE = 5,       /* a fifth as much work goes into costs of a state as into simulations */
    AT_ONE = 128,    /* looks at the costs, of a claim about one set of parameters */
    SHORT_ONES = 64, /* looks after which signals may be long */
    NEARLY = 64,     /* simulations to vary a signal that ought to violate the property */
};
/* Step sizes, as a share of a number's whole range. */
static const double COARSEST = 0.2, FINEST = 0.003;

/* The state of a search. */
struct search_run {
    const struct search *search;
    struct rng rng, cost_rng;
    unsigned made;    /* simulations so far */
    double spent;     /* work on the costs of a state, in simulations */
    unsigned n_looks; /* sets of parameters for which these were computed */
    bool ended;       /* by `examine`, or because all simulations are made */
    bool by_examine;
    struct candidate *at;            /* the candidate being varied */
    struct search_variable *numbers; /* its variables */
    double *set;                     /* their present positions; NaN: not set yet */
    struct candidate best;           /* best candidate of the present run */
    double best_value;
    nlopt_opt optimiser;
};

static const double INVALID = 1e3;

/* Returns the value to be minimised; NaN becomes the worst. */
static double value_of(const struct search *s, struct margin m)
{
    const double value =
        (double)m.value + (double)m.distance + s->weight * fmin((double)m.rounding, 1);
    return value < INVALID ? value : INVALID;
}

static double attempt(struct search_run *hunt, const struct candidate *c)
{
    const struct search *s = hunt->search;
    struct sample sample;
    if (!PREC(candidate_sample)(s->model, s->claim, c, &sample))
        return INVALID;
    sample.n =
        PREC(evaluate_worst_prefix)(s->model, sample.p, s->claim->property, sample.holds, sample.n);
    const struct margin m =
        PREC(evaluate_property)(s->model, sample.p, s->claim->property, sample.holds, sample.n);
    hunt->made += sample.simulations;
    if (!s->examine(s->context, c, &sample, m))
        hunt->by_examine = true;
    hunt->ended |= hunt->by_examine || hunt->made >= s->simulations;
    const double value = value_of(s, m);
    if (value < hunt->best_value) {
        hunt->best_value = value;
        hunt->best = *c;
    }
    return value;
}

static double objective(unsigned n, const double *position, double *gradient, void *context)
{
    struct search_run *hunt = context;
    (void)gradient;
    for (unsigned i = 0; i < n; i++) /* a step of subplex moves only a few */
        if (position[i] != hunt->set[i]) {
            search_variable_set(&hunt->numbers[i], position[i]);
            hunt->set[i] = position[i];
        }
    const double value = attempt(hunt, hunt->at);
    if (hunt->ended)
        nlopt_force_stop(hunt->optimiser);
    return value;
}

/* Varies the candidate's numbers, in steps of that size, with at most so many simulations. The
 * candidate becomes the best one found. */
static void vary(struct search_run *hunt, struct candidate *c, double step, unsigned simulations)
{
    struct search_variable numbers[CANDIDATE_MAX_VARIABLES];
    double position[CANDIDATE_MAX_VARIABLES] = { 0 }, set[CANDIDATE_MAX_VARIABLES], least;
    const struct search *s = hunt->search;
    const unsigned n = PREC(candidate_variables)(s->model, s->claim, c, numbers);
    hunt->optimiser = n > 0 ? nlopt_create(NLOPT_LN_SBPLX, n) : NULL;
    if (!hunt->optimiser)
        return;
    for (unsigned i = 0; i < n; i++) {
        position[i] = search_variable_get(&numbers[i]);
        set[i] = (double)NAN;
    }
    hunt->at = c;
    hunt->numbers = numbers;
    hunt->set = set;
    nlopt_set_min_objective(hunt->optimiser, objective, hunt);
    nlopt_set_lower_bounds1(hunt->optimiser, 0);
    nlopt_set_upper_bounds1(hunt->optimiser, 1);
    nlopt_set_initial_step1(hunt->optimiser, step);
    nlopt_set_xtol_abs1(hunt->optimiser, step / 8);
    nlopt_set_maxeval(hunt->optimiser,
                      (int)(simulations < PER_NUMBER * n ? simulations : PER_NUMBER * n));
    nlopt_optimize(hunt->optimiser, position, &least);
    nlopt_destroy(hunt->optimiser);
    *c = hunt->best;
}

/* Varies in steps from coarse to fine, each size as long as it helps, with about so many
 * simulations. */
static void descend(struct search_run *hunt, struct candidate *c, unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    double step = COARSEST;
    while (step > FINEST && !hunt->ended && hunt->made < end) {
        const double before = hunt->best_value;
        vary(hunt, c, step, end - hunt->made);
        if (!(hunt->best_value < before))
            step /= 4;
    }
}

static bool draw(struct search_run *hunt, struct candidate *c)
{
    const struct search *s = hunt->search;
    if (!PREC(draw_parameters)(s->model, s->claim, &hunt->rng, c))
        return false;
    PREC(draw_segments)(s->model, s->claim->signals, &hunt->rng, c);
    return true;
}

/* Changes the structure of the signal, each time followed by a descent, and keeps changes that
 * help. */
static void restructure(struct search_run *hunt, unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    while (!hunt->ended && hunt->made < end) {
        const struct candidate kept = hunt->best;
        const double before = hunt->best_value;
        struct candidate c = kept;
        PREC(draw_mutation)(hunt->search->model, &hunt->rng, &c);
        hunt->best_value = INVALID;
        hunt->best = c;
        attempt(hunt, &c);
        if (!hunt->ended && hunt->made < end)
            descend(hunt, &c, end - hunt->made);
        if (!(hunt->best_value < before)) {
            hunt->best = kept;
            hunt->best_value = before;
        }
    }
}

/* Returns the i-th number of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., i from 1: how long to go on before
 * a restart when the distribution of the time needed is unknown (M. Luby, A. Sinclair, D.
 * Zuckerman, "Optimal speedup of Las Vegas algorithms", Inf. Process. Lett. 47(4), 1993). */
static unsigned luby(unsigned i)
{
    unsigned power = 1;
    while (power - 1 < i)
        power *= 2;
    return power - 1 == i ? power / 2 : luby(i - (power / 2 - 1));
}

/* Returns true when what it costs to move a state says something of the claim. */
static bool is_about_costs(const struct claim *claim)
{
    return (claim->property == PASSIVITY || claim->property == DISSIPATION) &&
           (claim->signals == ANY_SIGNAL || claim->signals == ONE_WAY_SIGNAL);
}

/* Returns true when the claim is about one set of parameters. */
static bool is_at_one(const struct claim *claim)
{
    return claim->base == AT_DEFAULTS && claim->n_box == 0;
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
    for (; edges > 0 && !is_at_one(s->claim); edges--)
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
    const bool long_ones = is_at_one(s->claim) || hunt->n_looks >= SHORT_ONES;
    const unsigned n = long_ones && property == PASSIVITY ? N_SIGNAL_LENGTHS : 1;
    struct state_costs costs;
    PREC(one_state_costs)(law, grid, &costs);
    hunt->spent +=
        (double)costs.calls / (exact_state_is_exact(s->model) ? CALLS : CALLS_BY_NUMBERS);
    if (!PREC(one_state_may_violate)(law, &costs, property))
        return 0;
    for (unsigned i = 0; i < n && !hunt->ended; i++)
        if (PREC(cheapest_signal)(law, &costs, property, (enum signal_length)i, c))
            attempt(hunt, c);
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
    hunt->best_value = INVALID;
    grid.focus = try_costs(hunt, &law, grid, &c);
    if (!hunt->ended && grid.focus > 0)
        try_costs(hunt, &law, grid, &c);
    c = hunt->best;
    if (!hunt->ended && hunt->best_value < INVALID)
        descend(hunt, &c, NEARLY);
    hunt->n_looks++;
    return true;
}

/* Computes costs as often as their share of the search allows. */
static void go_on_with_costs(struct search_run *hunt)
{
    const struct claim *claim = hunt->search->claim;
    while (!hunt->ended && is_about_costs(claim) && SHARE * hunt->spent < hunt->made &&
           !(is_at_one(claim) && hunt->n_looks >= AT_ONE))
        if (!try_parameters(hunt))
            break;
}

/* Tries what was suggested, and varies the best of it. */
static void try_first(struct search_run *hunt)
{
    const struct search *s = hunt->search;
    hunt->best_value = INVALID;
    for (unsigned i = 0; i < s->n_first && !hunt->ended; i++)
        attempt(hunt, &s->first[i]);
    struct candidate c = hunt->best;
    if (!hunt->ended && hunt->best_value < INVALID)
        descend(hunt, &c, NEARLY);
}

enum search_end PREC(search)(const struct search *s, unsigned *simulations)
{
    struct search_run hunt = { .search = s };
    char label[160];
    snprintf(label, sizeof label, "%s/%s/%s", s->model->name,
             property_info[s->claim->property].name, s->claim->domain);
    hunt.rng = rng_keyed(s->seed, label, 0);
    hunt.cost_rng = rng_keyed(s->seed, label, 1);
    *simulations = 0;
    if (s->strategy == SEARCH_GUIDED)
        try_first(&hunt);
    for (unsigned round = 1; !hunt.ended; round++) {
        /* also for the candidates varied from these */
        const bool one_way = rng_below(&hunt.rng, 2) == 0;
        struct candidate c, best = { .n = 0 };
        double least = INVALID;
        for (unsigned i = 0; i < BATCH && !hunt.ended; i++) {
            if (!draw(&hunt, &c))
                return SEARCH_NO_PARAMETERS;
            hunt.best_value = INVALID;
            attempt(&hunt, &c);
            const bool better = hunt.best_value < least;
            const bool wanted = c.one_way == one_way, has = best.one_way == one_way;
            if (best.n == 0 || (wanted && !has) || (better && wanted == has)) {
                least = hunt.best_value;
                best = c;
            }
        }
        hunt.best_value = least;
        hunt.best = best;
        if (s->strategy == SEARCH_RANDOM || hunt.ended || hunt.best_value >= INVALID)
            continue;
        const unsigned end = hunt.made + BATCH * luby(round);
        c = hunt.best;
        descend(&hunt, &c, end - hunt.made);
        if (s->claim->signals != CYCLE_SIGNAL && hunt.made < end)
            restructure(&hunt, end - hunt.made);
        go_on_with_costs(&hunt);
    }
    *simulations = hunt.made;
    return hunt.by_examine ? SEARCH_ENDED : SEARCH_EXHAUSTED;
}

/* Never ends the search: only its simulations do. */
static bool go_on(void *context, const struct candidate *c, const struct sample *sample,
                  struct margin m)
{
    (void)context, (void)c, (void)sample, (void)m;
    return true;
}

void PREC(search_maximize)(const struct search *s, struct candidate *c, unsigned simulations)
{
    struct search deepening = *s;
    deepening.examine = go_on;
    deepening.simulations = simulations;
    struct search_run hunt = { .search = &deepening, .best_value = INVALID, .best = *c };
    attempt(&hunt, c);
    descend(&hunt, c, simulations);
    *c = hunt.best;
}
