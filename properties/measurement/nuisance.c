/* The forces of a rig (nuisance.h). */
#include "properties/measurement/nuisance.h"

#include <math.h>

static const double TURN = 6.283185307179586;

const char *const nuisance_words[N_NUISANCES] = {
#define X(id, word, unit, meaning) word,
    NUISANCES(X)
#undef X
};

const char *const nuisance_units[N_NUISANCES] = {
#define X(id, word, unit, meaning) unit,
    NUISANCES(X)
#undef X
};

double nuisance_gain(const struct nuisances *n, double v)
{
    return 1 + n->value[ASYMMETRY] * ((v > 0) - (v < 0));
}

double nuisance_add(const struct nuisances *n, const struct nuisance_place *place, double force)
{
    const double sum = force * nuisance_gain(n, place->v) + n->value[OFFSET] +
                       n->value[DRIFT] * place->t + n->value[MASS] * place->a;
    if (!(n->period > 0))
        return sum;
    const double angle = TURN * place->x / n->period;
    return sum + n->value[COGGING_SINE] * sin(angle) + n->value[COGGING_COSINE] * cos(angle);
}

double nuisance_size(enum nuisance nuisance, double force, double interval)
{
    return nuisance == ASYMMETRY || nuisance == MASS ? 1 : nuisance == DELAY ? interval : force;
}
