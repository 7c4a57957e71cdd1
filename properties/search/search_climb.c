/* Tries candidates, varies the numbers of one, and changes its structure (search_run.h). */
#include <math.h>

#include "properties/search/search_run.h"
#include "properties/trials/draw.h"

enum { PER_NUMBER = 4 /* simulations of one subplex run, for every number varied */ };
/* The coarsest step, as a share of a number's whole range. */
static const double COARSEST = 0.2;

/* Returns the value to be minimised; NaN becomes the worst. */
static double value_of(const struct search *s, struct margin m)
{
    const double value =
        (double)m.value + (double)m.distance + s->weight * fmin((double)m.rounding, 1);
    return value < SEARCH_INVALID ? value : SEARCH_INVALID;
}

/* Makes the sample of a candidate, which is then one more simulation. */
static bool begin(struct search_run *hunt, const struct candidate *c, struct sample *sample)
{
    return PREC(candidate_sample)(hunt->search->model, hunt->search->claim, c, sample);
}

/* Counts a trial, shows it to the caller, and keeps it if it is the best. */
static double count(struct search_run *hunt, const struct candidate *c, const struct sample *sample,
                    struct margin m)
{
    const struct search *s = hunt->search;
    hunt->made += sample->simulations;
    if (!s->examine(s->context, c, sample, m))
        hunt->by_examine = true;
    hunt->ended |= hunt->by_examine || hunt->made >= s->simulations;
    const double value = value_of(s, m);
    if (value < hunt->best_value) {
        hunt->best_value = value;
        hunt->best = *c;
    }
    hunt->least = fmin(hunt->least, value);
    hunt->most = fmax(hunt->most, value);
    return value;
}

/* Shortens the sample to where it is worst, and evaluates it. */
static struct margin evaluate(const struct search *s, struct sample *sample)
{
    const enum property property = s->claim->property;
    sample->n =
        PREC(evaluate_worst_prefix)(s->model, sample->p, property, sample->holds, sample->n);
    return PREC(evaluate_property)(s->model, sample->p, property, sample->holds, sample->n);
}

double PREC(search_attempt)(struct search_run *hunt, const struct candidate *c)
{
    struct sample sample;
    if (!begin(hunt, c, &sample))
        return SEARCH_INVALID;
    return count(hunt, c, &sample, evaluate(hunt->search, &sample));
}

/* Samples first, then all their margins, then one after the other as if it were alone. */
static void attempt_in_lanes(struct search_run *hunt, const struct candidate of[], unsigned n,
                             double value[])
{
    struct sample sample[SEARCH_BATCH];
    struct margin m[SEARCH_BATCH];
    unsigned at[SEARCH_BATCH], n_valid = 0;
    for (unsigned i = 0; i < n; i++)
        if (begin(hunt, &of[i], &sample[n_valid]))
            at[n_valid++] = i;
    hunt->search->lanes->evaluate(hunt->search->lanes->context, sample, n_valid, m);
    for (unsigned k = 0; k < n_valid && !hunt->ended; k++)
        value[at[k]] = count(hunt, &of[at[k]], &sample[k], m[k]);
}

void PREC(search_attempt_all)(struct search_run *hunt, const struct candidate of[], unsigned n,
                              double value[])
{
    for (unsigned i = 0; i < n; i++)
        value[i] = SEARCH_INVALID;
    if (hunt->search->lanes && hunt->made >= SEARCH_ALONE && !hunt->ended)
        attempt_in_lanes(hunt, of, n, value);
    else
        for (unsigned i = 0; i < n && !hunt->ended; i++)
            value[i] = PREC(search_attempt)(hunt, &of[i]);
}

void PREC(search_forget)(struct search_run *hunt)
{
    hunt->best_value = SEARCH_INVALID;
    hunt->least = (double)INFINITY;
    hunt->most = -(double)INFINITY;
}

/* Returns true when the objective has been the same everywhere. */
static bool is_flat(const struct search_run *hunt)
{
    return hunt->least >= hunt->most || !search_differ(hunt->least, hunt->most);
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
    if (hunt->at_edge < hunt->search->model->n_params)
        PREC(move_to_edge)(hunt->search->model, hunt->search->claim, hunt->at_edge, hunt->at);
    const double value = PREC(search_attempt)(hunt, hunt->at);
    hunt->evaluations++;
    if (hunt->ended || (hunt->evaluations > n + 1 && is_flat(hunt) && !hunt->insists))
        nlopt_force_stop(hunt->optimiser);
    return value;
}

/* Lists the variables, without parameters that are kept. */
static unsigned list_variables(const struct search_run *hunt, struct candidate *c,
                               struct search_variable numbers[CANDIDATE_MAX_VARIABLES])
{
    const struct search *s = hunt->search;
    const unsigned n = PREC(candidate_variables)(s->model, s->claim, c, numbers);
    unsigned left = 0;
    for (unsigned i = 0; i < n; i++) {
        const ptrdiff_t param = numbers[i].value - c->p;
        const bool is_param = param >= 0 && param < MODEL_MAX_PARAMS;
        if (!is_param || (!hunt->is_fixed && param != (ptrdiff_t)hunt->at_edge))
            numbers[left++] = numbers[i];
    }
    return left;
}

/* Varies the candidate's numbers, in steps of that size, with at most so many simulations. The
 * candidate becomes the best one found. Returns false where no number made a difference. */
static bool vary(struct search_run *hunt, struct candidate *c, double step, unsigned simulations)
{
    struct search_variable numbers[CANDIDATE_MAX_VARIABLES];
    double position[CANDIDATE_MAX_VARIABLES] = { 0 }, set[CANDIDATE_MAX_VARIABLES], least;
    const unsigned n = list_variables(hunt, c, numbers);
    hunt->optimiser = n > 0 ? nlopt_create(NLOPT_LN_SBPLX, n) : NULL;
    if (!hunt->optimiser)
        return false;
    hunt->least = (double)INFINITY;
    hunt->most = -(double)INFINITY;
    hunt->evaluations = 0;
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
    return !is_flat(hunt);
}

/* Returns true when one of the numbers, moved by the coarsest step, makes a difference. The first
 * moves of subplex are of a few numbers only. */
static bool differs_around(struct search_run *hunt, const struct candidate *c)
{
    struct search_variable numbers[CANDIDATE_MAX_VARIABLES];
    struct candidate moved = *c;
    const unsigned n = list_variables(hunt, &moved, numbers);
    for (unsigned i = 0; i < n && !hunt->ended && is_flat(hunt); i++) {
        const double kept = *numbers[i].value, place = search_variable_get(&numbers[i]);
        search_variable_set(&numbers[i], place < 0.5 ? place + COARSEST : place - COARSEST);
        PREC(search_attempt)(hunt, &moved);
        *numbers[i].value = kept;
    }
    return !is_flat(hunt);
}

bool PREC(search_descend)(struct search_run *hunt, struct candidate *c, double finest,
                          unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    double step = COARSEST;
    hunt->insists = false;
    while (step > finest && !hunt->ended && hunt->made < end) {
        const double before = hunt->best_value;
        if (!vary(hunt, c, step, end - hunt->made) && !hunt->insists) {
            if (!differs_around(hunt, c)) {
                hunt->flats++;
                return false;
            }
            hunt->insists = true;
            continue;
        }
        if (!(hunt->best_value < before))
            step /= 4;
    }
    hunt->flats = 0;
    return true;
}

bool PREC(search_may_descend)(struct search_run *hunt)
{
    enum { FEW = 2, ONE_IN = 8 };
    return hunt->flats < FEW || hunt->skipped++ % ONE_IN == ONE_IN - 1;
}

void PREC(search_restructure)(struct search_run *hunt, struct rng *rng, unsigned simulations)
{
    const unsigned end = hunt->made + simulations;
    bool differs = true;
    while (differs && !hunt->ended && hunt->made < end) {
        const struct candidate kept = hunt->best;
        const double before = hunt->best_value;
        struct candidate c = kept;
        PREC(draw_mutation)(hunt->search->model, rng, &c);
        hunt->best_value = SEARCH_INVALID;
        hunt->best = c;
        PREC(search_attempt)(hunt, &c);
        if (!hunt->ended && hunt->made < end)
            differs = PREC(search_descend)(hunt, &c, SEARCH_FINEST, end - hunt->made);
        if (!(hunt->best_value < before)) {
            hunt->best = kept;
            hunt->best_value = before;
        }
    }
}

unsigned PREC(search_luby)(unsigned i)
{
    unsigned power = 1;
    while (power - 1 < i)
        power *= 2;
    return power - 1 == i ? power / 2 : PREC(search_luby)(i - (power / 2 - 1));
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
    struct search_run hunt = { .search = &deepening,
                               .best_value = SEARCH_INVALID,
                               .best = *c,
                               .at_edge = s->model->n_params };
    PREC(search_attempt)(&hunt, c);
    PREC(search_descend)(&hunt, c, SEARCH_FINEST, simulations);
    *c = hunt.best;
}
