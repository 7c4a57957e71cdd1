/* Which parts of a ball model a law's text gives (graph_law.h). */
#include <stdlib.h>

#include "reference/arb/linear.h"
#include "reference/derived/graph_law.h"
#include "reference/graph/graph_mark.h"
#include "tools/base/memory.h"

static bool is_stated(const struct law_list *list)
{
    bool is = list->n > 0;
    for (unsigned i = 0; i < list->n; i++)
        is = is && list->of[i] != EXPRESSION_NONE;
    return is;
}

/* One bound is enough: states without one are not bounded in balls, either. */
static bool has_bound(const struct law_graph *law)
{
    const struct law_list *bound = &law->stated[STATEMENT_BOUND];
    bool has = false;
    for (unsigned i = 0; i < bound->n; i++)
        has = has || bound->of[i] != EXPRESSION_NONE;
    return has && bound->n == law->rate.n;
}

static int count(const char *const *names)
{
    int n = 0;
    while (names && names[n])
        n++;
    return n;
}

/* Integrals and draws have no balls. */
static bool has_only_balls(const struct law_graph *law)
{
    bool *needed = memory_array(law->n + 1, sizeof *needed), has = true;
    graph_mark_all(law, &law->force, 1, needed);
    graph_mark_all(law, law->rate.of, law->rate.n, needed);
    for (unsigned k = 0; k < law->n_events; k++) {
        graph_mark_all(law, &law->events[k].guard, 1, needed);
        for (unsigned i = 0; i < law->events[k].n; i++)
            graph_mark_all(law, &law->events[k].actions[i].value, 1, needed);
    }
    for (size_t i = 0; has && law->n_events > 0 && i < law->n; i++)
        has = !needed[i] ||
              (law->nodes[i].operation != GRAPH_INTEGRAL && law->nodes[i].operation != GRAPH_DRAW);
    free(needed);
    return has;
}

bool graph_law_has_balls(const struct law_graph *law)
{
    return count(law->parameters) <= ARB_LAW_MAX && law->rate.n + law->start.n <= ARB_LAW_MAX &&
           has_only_balls(law);
}

void graph_law_members(struct arb_law *b, const struct law_graph *law)
{
    const struct law_list *stated = law->stated;
    const struct law_values *values = &law->values;
    const bool regresses =
        is_stated(&stated[STATEMENT_REGRESSOR]) && is_stated(&stated[STATEMENT_COEFFICIENTS]);
    b->name = law->name;
    b->params = law->parameters;
    b->states = law->rate.n > 0 ? law->states : NULL;
    b->parts = law->parts;
    b->n_memory = (int)law->start.n;
    b->start = law->start.n > 0 ? b->start : NULL;
    b->initial = law->initial.n > 0 ? b->initial : NULL;
    b->n_identifiable = (int)law->identifiable;
    b->by_path = law->is_by_path && law->work.n > 0 && law->flow.n == law->rate.n;
    b->stick_band = is_stated(&stated[STATEMENT_STICK_BAND]) ? b->stick_band : NULL;
    b->rate = law->rate.n > 0 ? b->rate : NULL;
    b->flow = law->flow.n > 0 ? b->flow : NULL;
    b->work = law->work.n > 0 ? b->work : NULL;
    b->steady_force = values->steady_force != EXPRESSION_NONE ? b->steady_force : NULL;
    b->settling_rate =
        law->rate.n > 0 && values->settling_rate != EXPRESSION_NONE ? b->settling_rate : NULL;
    b->force_scale = values->force_scale != EXPRESSION_NONE ? b->force_scale : NULL;
    b->stribeck = values->stribeck != EXPRESSION_NONE ? b->stribeck : NULL;
    b->printed_regressor =
        values->printed_regressor != EXPRESSION_NONE ? b->printed_regressor : NULL;
    b->bound = has_bound(law) ? b->bound : NULL;
    b->slack = law->slack.n > 0 ? b->slack : NULL;
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
