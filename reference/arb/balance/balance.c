/* Finds a law's balance by name. */
#include "reference/arb/balance/balance.h"

#include <string.h>

extern const struct balance balance_alvarez_icaza, balance_bouc_wen, balance_coulomb,
    balance_coulomb_viscous, balance_dahl, balance_elastoplastic, balance_exponential,
    balance_lugre, balance_lugre_increment, balance_martinez_rosas, balance_reset_integrator,
    balance_stribeck, balance_viscous;

const struct balance *const balances[] = {
    &balance_alvarez_icaza,
    &balance_bouc_wen,
    &balance_coulomb,
    &balance_coulomb_viscous,
    &balance_dahl,
    &balance_elastoplastic,
    &balance_exponential,
    &balance_lugre,
    &balance_lugre_increment,
    &balance_martinez_rosas,
    &balance_reset_integrator,
    &balance_stribeck,
    &balance_viscous,
    NULL,
};

const struct balance *balance_find(const char *law)
{
    for (const struct balance *const *b = balances; *b; b++)
        if (strcmp((*b)->law, law) == 0)
            return *b;
    return NULL;
}
