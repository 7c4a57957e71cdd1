/* Judges the signals that the costs of a state suggest, as a search does. */
#ifndef BRISTLE_PROPERTIES_SEARCH_COSTS_JUDGED_TEST_H
#define BRISTLE_PROPERTIES_SEARCH_COSTS_JUDGED_TEST_H

#include <criterion/criterion.h>

#include "properties/search/cheapest_signal.h"
#include "properties/trials/evaluate_property.h"
#include "tools/testing/test_stack.h"

/* Returns the least margin beyond rounding of the signals that the costs suggest; 1: none. */
static inline double judged(const struct one_state *law, enum property property,
                            struct one_state_grid at)
{
    const struct claim claim = { .property = property };
    struct state_costs costs;
    struct candidate c = { .n = 0 };
    struct sample s;
    double least = 1;
    for (unsigned i = 0; i < law->model->n_params; i++)
        c.p[i] = (double)law->p[i];
    for (unsigned i = 0; i < 2 * N_SIGNAL_LENGTHS; i++) {
        stack_is_dirty();
        PREC(one_state_costs)(law, at, &costs);
        stack_is_dirty();
        if (!PREC(one_state_may_violate)(law, &costs, property))
            return least;
        if (i >= N_SIGNAL_LENGTHS)
            at.focus = PREC(one_state_worst)(&costs);
        const enum signal_length length = (enum signal_length)(i % N_SIGNAL_LENGTHS);
        if (!PREC(cheapest_signal)(law, &costs, property, length, &c))
            continue;
        cr_assert(PREC(candidate_sample)(law->model, &claim, &c, &s));
        s.n = PREC(evaluate_worst_prefix)(law->model, s.p, property, s.holds, s.n);
        const struct margin m = PREC(evaluate_property)(law->model, s.p, property, s.holds, s.n);
        if (m.value < -m.rounding)
            least = fmin(least, (double)m.value);
    }
    return least;
}

#endif
