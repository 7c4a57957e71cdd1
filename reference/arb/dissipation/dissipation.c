/* Finds a law's dissipation inequality by the law's name. */
#include "reference/arb/dissipation/dissipation.h"

#include <string.h>

extern const struct dissipation_inequality dissipation_alvarez_icaza, dissipation_bouc_wen,
    dissipation_coulomb, dissipation_coulomb_viscous, dissipation_dahl, dissipation_elastoplastic,
    dissipation_exponential, dissipation_lugre, dissipation_lugre_increment,
    dissipation_martinez_rosas, dissipation_reset_integrator, dissipation_stribeck,
    dissipation_viscous;

const struct dissipation_inequality *const balances[] = {
    &dissipation_alvarez_icaza,
    &dissipation_bouc_wen,
    &dissipation_coulomb,
    &dissipation_coulomb_viscous,
    &dissipation_dahl,
    &dissipation_elastoplastic,
    &dissipation_exponential,
    &dissipation_lugre,
    &dissipation_lugre_increment,
    &dissipation_martinez_rosas,
    &dissipation_reset_integrator,
    &dissipation_stribeck,
    &dissipation_viscous,
    NULL,
};

const struct dissipation_inequality *dissipation_find(const char *law)
{
    for (const struct dissipation_inequality *const *b = balances; *b; b++)
        if (strcmp((*b)->law, law) == 0)
            return *b;
    return NULL;
}
