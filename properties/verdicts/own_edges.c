/* Judges a claim at one's own parameters, and next to the edges of its domain (own_parameters.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/judgement/certify.h"
#include "properties/prover/available_storage.h"
#include "properties/prover/prove.h"
#include "properties/verdicts/own_parameters.h"
#include "properties/verdicts/proved.h"

/* Enough to find what is clearly wrong, in a fraction of a second. */
enum { EDGE_TRIALS = 1000, EDGE_SIGNALS = 8, EDGE_STARTS = 100, EDGE_PREC = 1024, FARTHEST = 6 };
static const double APART = 0.01;

bool own_proved(const struct model *model, const struct arb_law *law, enum property property,
                char box[JUDGE_BOX])
{
    enum { MOST_BOXES = 2000 };
    char text[ARB_LAW_MAX][DECIMAL_TEXT];
    const char *at[ARB_LAW_MAX];
    double p[MODEL_MAX_PARAMS];
    unsigned long boxes;
    PREC(model_defaults)(model, p);
    if (!law || proved_at_defaults(model, property, box))
        return law != NULL;
    for (int i = 0; law->params[i]; i++) {
        decimal_of_double(text[i],
                          p[quantity_index(model->params, model->n_params, law->params[i])]);
        at[i] = text[i];
    }
    char *proof = prove_claim(law, NULL, property, at, at, MOST_BOXES, &boxes);
    const bool yes = proof != NULL;
    if (yes)
        snprintf(box, JUDGE_BOX, "these parameters");
    free(proof);
    return yes;
}

/* A law with one of one's own parameters at another value. */
struct moved {
    struct model model;
    struct quantity params[MODEL_MAX_PARAMS];
    double p[MODEL_MAX_PARAMS];
};

/* Returns false when the parameters are not valid then. */
static bool move(const struct model *model, unsigned param, double value, struct moved *moved)
{
    moved->model = *model;
    memcpy(moved->params, model->params, model->n_params * sizeof *model->params);
    moved->params[param].value = value;
    moved->model.params = moved->params;
    PREC(model_defaults)(&moved->model, moved->p);
    return PREC(model_is_valid)(&moved->model, moved->p);
}

/* Decides whether the signal gives more energy back than it took: in balls, or in double beyond
 * rounding. */
static bool is_refuted(const struct own_judge *own, const struct moved *at,
                       const struct available_storage *e, enum method *method)
{
    struct sample sample = { .n = e->n };
    if (e->n == 0 || !(e->share < 0))
        return false;
    memcpy(sample.p, at->p, sizeof at->p);
    for (unsigned i = 0; i < e->n; i++)
        sample.holds[i] = (struct hold){ e->v[i], e->h[i] };
    const struct margin m =
        PREC(evaluate_property)(&at->model, sample.p, PASSIVITY, sample.holds, sample.n);
    const bool in_balls = own->law && rigorous_applicable(own->law, PASSIVITY);
    *method = in_balls ? METHOD_WITNESS : METHOD_TESTED;
    if (!in_balls)
        return m.value < -m.rounding;
    return PREC(certify)(&at->model, own->law, PASSIVITY, &sample, m, EDGE_PREC).violated ==
           ANSWER_YES;
}

/* Follows the signal that takes the most energy out, from well outside the edge to the value next
 * to it: there the way is narrow. */
static void take_energy_out(const struct own_judge *own, const struct claim_edge *edge,
                            struct edge_side *side)
{
    struct available_storage e = { 0 };
    struct moved at;
    enum method method;
    const double way = side->at - edge->value;
    for (int halvings = FARTHEST; halvings >= 0; halvings--) {
        if (!move(own->model, edge->param, edge->value + ldexp(way, halvings), &at))
            continue;
        find_available_storage(&at.model, at.p, e.n > 0 ? EDGE_STARTS / 10 : EDGE_STARTS,
                               own->budget->seed, &e);
    }
    if (!is_refuted(own, &at, &e, &method))
        return;
    side->verdict = VERDICT_REFUTED;
    side->method = method;
}

static void judge_side(const struct own_judge *own, const struct claim *claim, unsigned param,
                       double value, struct edge_side *side)
{
    const struct claim here = claim_at_defaults(claim);
    struct search_budget less = *own->budget;
    struct moved at;
    struct judgement j;
    if (!move(own->model, param, value, &at))
        return;
    less.ignore_stored = true;
    less.is_proved = own->proved && claim_contains(own->proved, claim, at.p);
    less.trials = less.trials > 0 && less.trials < EDGE_TRIALS ? less.trials : EDGE_TRIALS;
    less.signals = less.signals < EDGE_SIGNALS ? less.signals : EDGE_SIGNALS;
    PREC(judge)(&at.model, own->law, &here, &less, &j);
    if (j.verdict == VERDICT_HOLDS &&
        (less.is_proved || own_proved(&at.model, own->law, claim->property, j.box)))
        j.method = METHOD_PROVED;
    *side = (struct edge_side){ true, value, j.verdict, j.method, j.trials, j.enclosed };
    judgement_clear(&j);
}

void claim_judge_edges(const struct own_judge *own, const struct claim *claim,
                       struct claim_edges *edges)
{
    for (unsigned i = 0; i < edges->n && claim->declared == HOLDS; i++) {
        struct claim_edge *edge = &edges->edge[i];
        const double inwards = (edge->is_from == (edge->value > 0) ? 1 : -1) * APART;
        if (edge->is_point || edge->value == 0 || model_param_is_whole(own->model, edge->param))
            continue;
        judge_side(own, claim, edge->param, edge->value * (1 + inwards), &edge->inside);
        judge_side(own, claim, edge->param, edge->value * (1 - inwards), &edge->outside);
        if (edge->outside.verdict == VERDICT_HOLDS && edge->outside.judged &&
            edge->outside.method != METHOD_PROVED && claim->property == PASSIVITY &&
            claim->signals == ANY_SIGNAL && own->model->flow && own->model->work)
            take_energy_out(own, edge, &edge->outside);
    }
}
