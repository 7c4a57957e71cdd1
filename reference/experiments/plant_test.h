/* What the tests of masses share. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_PLANT_TEST_H
#define BRISTLE_REFERENCE_EXPERIMENTS_PLANT_TEST_H

#include <criterion/criterion.h>

#include "reference/experiments/plant_ode.h"

/* Coulomb friction of 1 N on the plant (1 kg), under the force signal. */
static inline struct plant plant_under(const char *force)
{
    struct plant plant = { .mass = 1 };
    char error[SIGNAL_TEXT];
    if (force)
        cr_assert(signal_parse(force, &plant.force, error), "%s", error);
    return plant;
}

#endif
