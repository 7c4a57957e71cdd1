/* Counts which share of the claims is more than tested. */
#include <string.h>

#include "properties/verdicts/verdicts.h"

/* The laws of the papers and notes that the harness was first made for. */
static const char *const first_laws[] = {
    "coulomb",          "viscous", "coulomb_viscous", "stribeck",       "exponential",   "bristle",
    "reset_integrator", "lugre",   "lugre_increment", "martinez_rosas", "alvarez_icaza",
};

static bool is_first(const struct model *model)
{
    for (size_t i = 0; i < sizeof first_laws / sizeof *first_laws; i++)
        if (strcmp(model->name, first_laws[i]) == 0)
            return true;
    return false;
}

struct verdicts_share verdicts_share(const struct verdicts *verdicts, bool first)
{
    struct verdicts_share share = { 0 };
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict_row *row = &verdicts->rows[i];
        if (row->claim->declared != HOLDS || (first && !is_first(row->model)))
            continue;
        if (row->stated && row->judgement.verdict == VERDICT_NOT_APPLICABLE)
            continue; /* not claimed at one's own parameters */
        share.declared++;
        share.proved += row->judgement.method == METHOD_PROVED;
        share.enclosed += row->judgement.method == METHOD_ENCLOSED;
    }
    return share;
}
