/* Ball models of texts that a program reads while it runs. Members of a ball model have no context,
 * so that each law has functions of its own, like one from a shared object. */
#include <string.h>

#include "reference/arb/linear.h"
#include "reference/derived/graph_members.h"

static const struct law_graph *opened[GRAPH_LAWS];

GRAPH_MEMBERS(slot0, opened[0])
GRAPH_MEMBERS(slot1, opened[1])
GRAPH_MEMBERS(slot2, opened[2])
GRAPH_MEMBERS(slot3, opened[3])
GRAPH_MEMBERS(slot4, opened[4])
GRAPH_MEMBERS(slot5, opened[5])
GRAPH_MEMBERS(slot6, opened[6])
GRAPH_MEMBERS(slot7, opened[7])

static struct arb_law balls[GRAPH_LAWS] = {
    GRAPH_MEMBER_TABLE(slot0), GRAPH_MEMBER_TABLE(slot1), GRAPH_MEMBER_TABLE(slot2),
    GRAPH_MEMBER_TABLE(slot3), GRAPH_MEMBER_TABLE(slot4), GRAPH_MEMBER_TABLE(slot5),
    GRAPH_MEMBER_TABLE(slot6), GRAPH_MEMBER_TABLE(slot7),
};

static bool is_stated(const struct law_list *list)
{
    bool is = list->n > 0;
    for (unsigned i = 0; i < list->n; i++)
        is = is && list->of[i] != EXPRESSION_NONE;
    return is;
}

/* States without a bound have none in balls, either. */
static bool has_bound(const struct law_graph *law)
{
    return is_stated(&law->stated[STATEMENT_BOUND]) &&
           law->stated[STATEMENT_BOUND].n == law->rate.n;
}

/* Drops the members that do not follow from the text. */
static void keep(struct arb_law *b, const struct law_graph *law)
{
    const struct law_list *stated = law->stated;
    const struct law_values *values = &law->values;
    const bool regresses =
        is_stated(&stated[STATEMENT_REGRESSOR]) && is_stated(&stated[STATEMENT_COEFFICIENTS]);
    b->rate = law->rate.n > 0 ? b->rate : NULL;
    b->flow = law->flow.n > 0 ? b->flow : NULL;
    b->work = law->mean.n > 0 ? b->work : NULL;
    b->steady_force = values->steady_force != EXPRESSION_NONE ? b->steady_force : NULL;
    b->settling_rate =
        law->rate.n > 0 && values->settling_rate != EXPRESSION_NONE ? b->settling_rate : NULL;
    b->force_scale = values->force_scale != EXPRESSION_NONE ? b->force_scale : NULL;
    b->stribeck = values->stribeck != EXPRESSION_NONE ? b->stribeck : NULL;
    b->printed_regressor =
        values->printed_regressor != EXPRESSION_NONE ? b->printed_regressor : NULL;
    b->bound = has_bound(law) ? b->bound : NULL;
    b->slack = has_bound(law) && law->settles && law->steady.n > 0 ? b->slack : NULL;
    b->storage = is_stated(&stated[STATEMENT_STORAGE]) ? b->storage : NULL;
    b->break_away = is_stated(&stated[STATEMENT_BREAK_AWAY]) ? b->break_away : NULL;
    b->creep_resistance =
        is_stated(&stated[STATEMENT_CREEP_RESISTANCE]) ? b->creep_resistance : NULL;
    b->printed_force = is_stated(&stated[STATEMENT_PRINTED_FORCE]) ? b->printed_force : NULL;
    b->regressor = regresses ? b->regressor : NULL;
    b->coefficients = regresses ? b->coefficients : NULL;
    b->n_regressors = regresses ? (int)stated[STATEMENT_REGRESSOR].n : 0;
    b->linear = law->f.n > 0 && law->f.n <= ARB_LINEAR_PARTS && law->rate.n <= ARB_LINEAR_STATES &&
                        (law->rate.n == 0 || law->settles)
                    ? b->linear
                    : NULL;
}

const struct arb_law *graph_law_open(const struct law_graph *law)
{
    int i = 0;
    while (i < GRAPH_LAWS && opened[i])
        i++;
    if (i == GRAPH_LAWS || law->is_hybrid || arb_law_count(law->parameters) > ARB_LAW_MAX ||
        arb_law_count(law->states) > ARB_LAW_MAX)
        return NULL;
    opened[i] = law;
    struct arb_law *b = &balls[i];
    b->name = law->name;
    b->params = law->parameters;
    b->states = law->rate.n > 0 ? law->states : NULL;
    b->parts = law->parts;
    b->n_identifiable = (int)law->identifiable;
    keep(b, law);
    return b;
}
