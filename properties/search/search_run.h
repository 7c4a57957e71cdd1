/* What the parts of a search share: its state, and the ways to vary a candidate. Only the files
 * search*.c include this header. */
#ifndef BRISTLE_PROPERTIES_SEARCH_SEARCH_RUN_H
#define BRISTLE_PROPERTIES_SEARCH_SEARCH_RUN_H

#include <math.h>
#include <nlopt.h>

#include "properties/search/probe.h"
#include "properties/search/search.h"

enum {
    SEARCH_BATCH = 32, /* candidates, the best of which is then varied */
    /* First trials, by the law's own code in any case, so that it is compared with its equations.
     */
    SEARCH_ALONE = 64,
    /* Calls of rate and force that take about as long as a simulation, or one by numbers. */
    SEARCH_CALLS = 50,
    SEARCH_CALLS_BY_NUMBERS = 2000,
};

/* The value of a candidate that is not in the domain, or gives no number. */
#define SEARCH_INVALID 1e3

/* The state of a search. */
struct search_run {
    const struct search *search;
    struct rng rng, cost_rng, probe_rng;
    unsigned made;    /* simulations so far */
    double spent;     /* work on the costs of a state, in simulations */
    unsigned n_looks; /* sets of parameters for which these were computed */
    double probed;    /* work of probes, in simulations; of these, `probes` are among `made` */
    unsigned probes, probe_rounds, counts;
    struct probe_finds finds;
    bool ended; /* by `examine`, or because all simulations are made */
    bool by_examine;
    struct candidate *at;            /* the candidate being varied */
    struct search_variable *numbers; /* its variables */
    double *set;                     /* their present positions; NaN: not set yet */
    unsigned at_edge;      /* while varying, this parameter is kept at the edge of the claim's joint
                              condition; n_params: none is */
    bool is_fixed;         /* while varying, all parameters are kept */
    struct candidate best; /* best candidate of the present run */
    double best_value;
    double least, most;      /* values since they were set to INFINITY and -INFINITY */
    unsigned evaluations;    /* since the same time */
    unsigned flats, skipped; /* descents in a row that made no difference; those left out since */
    bool insists;            /* on varying where the first values were all the same */
    nlopt_opt optimiser;
};

/* Returns the work of so many calls of rate and force, in simulations. */
static inline double search_work(const struct model *model, unsigned calls)
{
    return (double)calls / (exact_state_is_exact(model) ? SEARCH_CALLS : SEARCH_CALLS_BY_NUMBERS);
}

/* Returns true when two values differ by more than roundings of a margin. */
static inline bool search_differ(double a, double b)
{
    return fabs(a - b) > 64 * (double)R_EPSILON * (1 + fabs(a));
}

/* Returns true when the claim is about one set of parameters. */
static inline bool search_is_at_one(const struct claim *claim)
{
    return claim->base == AT_DEFAULTS && claim->n_box == 0;
}

/* Tries the candidate; returns the value to be minimised. */
double PREC(search_attempt)(struct search_run *hunt, const struct candidate *c);

/* Tries n candidates, SEARCH_BATCH at most, in turn, as long as the search goes on; value[i]
 * receives what is to be minimised, SEARCH_INVALID where it was not tried. */
void PREC(search_attempt_all)(struct search_run *hunt, const struct candidate of[], unsigned n,
                              double value[]);

/* Forgets the best candidate. */
void PREC(search_forget)(struct search_run *hunt);

/* Varies the candidate's numbers in steps from coarse to fine, each size as long as it helps, with
 * about so many simulations; `finest` is where steps end, as a share of a number's whole range. The
 * candidate becomes the best one found. Returns false, soon, where no number makes a difference. */
bool PREC(search_descend)(struct search_run *hunt, struct candidate *c, double finest,
                          unsigned simulations);
#define SEARCH_FINEST 0.003
#define SEARCH_MINUTE 1e-6

/* Returns false, seven times in eight, when the last descents made no difference. */
bool PREC(search_may_descend)(struct search_run *hunt);

/* Changes the structure of the best candidate's signal, each time followed by a descent, and keeps
 * changes that help. Ends where a descent makes no difference. */
void PREC(search_restructure)(struct search_run *hunt, struct rng *rng, unsigned simulations);

/* Returns the i-th number of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., i from 1: how long to go on before
 * a restart when the distribution of the time needed is unknown (M. Luby, A. Sinclair, D.
 * Zuckerman, "Optimal speedup of Las Vegas algorithms", Inf. Process. Lett. 47(4), 1993). */
unsigned PREC(search_luby)(unsigned i);

/* Go on, as often as their share of the search allows, with the costs of a state (one_state.h) and
 * with probes (probe.h). */
void PREC(search_go_on_with_costs)(struct search_run *hunt);
void PREC(search_go_on_with_probes)(struct search_run *hunt);

#endif
