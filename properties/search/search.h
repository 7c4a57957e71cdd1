/* The search for a counterexample: random, and guided.
 *
 * A guided search draws a few random candidates, takes the one that comes nearest to a violation,
 * and lets NLopt's subplex (T. Rowan, "Functional stability analysis of numerical algorithms", PhD
 * thesis, Austin 1990) vary its numbers, first in steps of decades, then in finer steps while that
 * helps. When varying numbers no longer helps, the search changes the signal's structure; when that
 * does not help either, it starts again from new candidates. In between come signals that the costs
 * of a state suggest (one_state.h), and probes (probe.h). A random search only draws.
 *
 * The search minimises the normalised margin of evaluate_property.h, plus its distance, plus its
 * rounding times a weight. */
#ifndef BRISTLE_PROPERTIES_SEARCH_SEARCH_H
#define BRISTLE_PROPERTIES_SEARCH_SEARCH_H

#include "properties/trials/candidate.h"
#include "properties/trials/evaluate_property.h"
#include "properties/trials/trial_lanes.h"

enum strategy { SEARCH_GUIDED, SEARCH_RANDOM };

struct search {
    const struct model *model;
    const struct claim *claim;
    enum strategy strategy;
    uint64_t seed;
    unsigned simulations; /* simulations to make; the last candidate may take a few more */
    double weight;        /* of the rounding in the value to be minimised */
    /* What a guided search tries before all else; NULL: nothing. */
    const struct candidate *first;
    unsigned n_first;
    bool without_probes;             /* it draws and varies signals only */
    const struct trial_lanes *lanes; /* NULL: trials are evaluated one after the other */
    /* Is called with every trial, in order; returns false to end the search. */
    bool (*examine)(void *context, const struct candidate *candidate, const struct sample *sample,
                    struct margin margin);
    void *context;
};

enum search_end { SEARCH_EXHAUSTED, SEARCH_ENDED, SEARCH_NO_PARAMETERS };

/* Runs the search; *simulations receives how many were made. Returns SEARCH_NO_PARAMETERS when it
 * found no parameters in the claim's domain, SEARCH_ENDED when `examine` ended it. */
enum search_end PREC(search)(const struct search *search, unsigned *simulations);

/* Enlarges a violation: makes at most so many simulations from the candidate, which becomes the one
 * with the smallest margin beyond rounding. */
void PREC(search_maximize)(const struct search *search, struct candidate *candidate,
                           unsigned simulations);

#endif
