/* Parts of laws that are made up for tests. */
#ifndef BRISTLE_PROPERTIES_TRIALS_MADE_UP_TEST_H
#define BRISTLE_PROPERTIES_TRIALS_MADE_UP_TEST_H

#include "models/model.h"

/* Scales of a law: its Stribeck speed, m/s, and its length, m. */
#define MADE_UP_SPEED  0x1p-9
#define MADE_UP_LENGTH 0x1p-14

static inline real made_up_speed(const real p[])
{
    (void)p;
    return (real)MADE_UP_SPEED;
}

static inline real made_up_length(const real p[])
{
    (void)p;
    return (real)MADE_UP_LENGTH;
}

/* Members of a law that are functions and tables of the members' names; PARTS and COLUMNS are how
 * many parts of energy and columns of the regressor there are. */
#define MADE_UP_MEMBERS                                                                            \
    .rate = rate, .force = force, .flow = flow, .work = work, .storage = storage,                  \
    .part_names = part_names, .n_parts = PARTS, .work_parts = work_parts,                          \
    .steady_force = steady_force, .settling_rate = settling_rate, .bound = bound,                  \
    .force_scale = force_scale, .stribeck = stribeck, .break_away = break_away,                    \
    .creep_resistance = creep_resistance, .n_regressors = COLUMNS, .regressor = regressor,         \
    .coefficients = coefficients, .printed_force = printed_force,                                  \
    .printed_regressor = printed_regressor

#endif
