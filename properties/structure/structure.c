/* Chooses the rule for a property, and reads the parameters of a claim (structure.h). */
#include "properties/structure/structure.h"

#include <math.h>
#include <stdio.h>

#include "properties/structure/creep.h"
#include "properties/structure/finite.h"
#include "properties/structure/hybrid.h"
#include "properties/structure/odd.h"
#include "properties/structure/opposed.h"
#include "properties/structure/passive.h"
#include "properties/structure/path.h"
#include "properties/structure/regressor.h"
#include "properties/structure/steady.h"
#include "properties/structure/stored.h"
#include "properties/structure/within.h"

/* Returns the range of a parameter in the claim: its default, or what it may be, within the claim's
 * own intervals. */
static struct reach range_of(const struct model *model, const struct claim *claim, unsigned i)
{
    const struct quantity *q = &model->params[i];
    struct reach is = { q->lo, q->hi };
    if (claim->base == AT_DEFAULTS)
        is = (struct reach){ q->value, q->value };
    for (unsigned k = 0; k < claim->n_box; k++)
        if (claim->box[k].param == i)
            is = (struct reach){ claim->box[k].lo, claim->box[k].hi };
    return is;
}

/* Lists the parameters that are one whole number in the claim. */
static struct fixed fixed_of(const struct law_graph *law, const struct model *model,
                             const struct claim *claim)
{
    struct fixed fixed = { .n = 0 };
    for (unsigned i = 0; law->parameters[i] && fixed.n < FIXED_MOST; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, law->parameters[i]);
        const struct reach is = range_of(model, claim, k);
        if (is.lo == is.hi && is.lo == floor(is.lo) && fabs(is.lo) < 1e9) {
            fixed.of[fixed.n].parameter = i;
            fixed.of[fixed.n++].value = (long)is.lo;
        }
    }
    return fixed;
}

static struct finite_place place_of(const struct law_graph *law, const struct model *model,
                                    const struct claim *claim)
{
    struct finite_place place = { .speed = model->speed_max, .memory = { { .is_known = false } } };
    for (unsigned i = 0; law->parameters[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, law->parameters[i]);
        place.parameter[i] = range_of(model, claim, k);
        place.whole |= (uint64_t)model_param_is_whole(model, k) << i;
    }
    for (unsigned i = 0; i < law->rate.n; i++) {
        const unsigned k = quantity_index(model->states, model->n_states, law->states[i]);
        place.state[i] = (struct reach){ model->states[k].lo, model->states[k].hi };
    }
    return place;
}

static enum answer prove_finite(const struct law_graph *law, const struct model *model,
                                const struct claim *claim, char words[], size_t size)
{
    struct finite_place place = place_of(law, model, claim);
    hybrid_find_limits(law, &place);
    snprintf(words, size, "all parameters, |v| <= %.6g m/s%s", model->speed_max,
             model->n_states > 0 ? ", states within their ranges" : "");
    return finite_prove(law, &place);
}

/* Returns the joint condition of the claim, as an expression of the law; EXPRESSION_NONE where it
 * has none, or none that can be told from another claim's: then all parameters are asked for. */
static expression condition_of(const struct law_graph *law, const struct claim *claim)
{
    expression is = EXPRESSION_NONE;
    unsigned n = 0;
    for (unsigned i = 0; claim->contains && i < law->n_domains; i++) {
        const struct law_domain *domain = &law->domains[i];
        if (!claim_is(claim, domain->property, domain->id) || !domain->text || !claim->domain ||
            strcmp(domain->text, claim->domain) != 0)
            continue;
        is = domain->where;
        n++;
    }
    return n == 1 ? is : EXPRESSION_NONE;
}

static const char *of_claim(expression condition)
{
    return condition == EXPRESSION_NONE ? "" : " of the claim";
}

typedef enum answer prover(const struct law_graph *law, expression condition);

static bool proves_by_part(prover *prove, const struct law_graph *law, expression condition)
{
    const struct graph_node *node = &law->nodes[condition];
    bool is = false;
    for (unsigned k = 0; !is && node->operation == GRAPH_AND && k < 2; k++)
        is = prove(law, node->argument[k]) == ANSWER_YES ||
             proves_by_part(prove, law, node->argument[k]);
    return is;
}

/* Proves by a claim's condition, by a part of it, or without: what is demanded besides may only
 * stand in the way. */
static enum answer prove_by_parts(prover *prove, const struct law_graph *law, expression condition)
{
    const enum answer is = prove(law, condition);
    if (is == ANSWER_YES || condition == EXPRESSION_NONE)
        return is;
    const bool by_less =
        proves_by_part(prove, law, condition) || prove(law, EXPRESSION_NONE) == ANSWER_YES;
    return by_less ? ANSWER_YES : is;
}

typedef enum answer case_prover(const struct hybrid_claim *claim);

static enum answer prove_by_cases(case_prover *prove, const struct law_graph *law,
                                  const struct model *model, const struct claim *claim)
{
    const struct finite_place place = place_of(law, model, claim);
    const struct fixed fixed = fixed_of(law, model, claim);
    const struct hybrid_claim of = { law, &place, &fixed, condition_of(law, claim) };
    return prove(&of);
}

static enum answer prove_bounds(const struct law_graph *law, const struct model *model,
                                const struct claim *claim, char words[], size_t size)
{
    const expression condition = condition_of(law, claim);
    if (law->n_events > 0) {
        snprintf(words, size, "all parameters%s, as neither rates nor events leave the bounds",
                 of_claim(condition));
        return prove_by_cases(hybrid_prove_bounds, law, model, claim);
    }
    snprintf(words, size, "all parameters%s, as rates point inward at the bounds",
             of_claim(condition));
    return prove_by_parts(within_prove_bounds, law, condition);
}

/* Where the claim's joint condition is not known as an expression, a place that is come upon may
 * break it: the search tells. */
static enum answer prove_passivity(const struct law_graph *law, const struct model *model,
                                   const struct claim *claim, char words[], size_t size,
                                   struct opposed_answer *opposed)
{
    snprintf(words, size, "all parameters, as F v > 0 at all v != 0");
    if (passive_prove(law) == ANSWER_YES)
        return ANSWER_YES;
    const expression condition = condition_of(law, claim);
    snprintf(words, size, "all parameters%s, by the stored energy", of_claim(condition));
    if (prove_by_parts(stored_prove_passivity, law, condition) == ANSWER_YES)
        return ANSWER_YES;
    snprintf(words, size, "all parameters of the claim, |v| <= %.6g m/s", model->speed_max);
    const struct finite_place place = place_of(law, model, claim);
    *opposed = opposed_prove(law, &place, condition);
    return opposed->is == ANSWER_YES ? ANSWER_YES : ANSWER_UNDECIDED;
}

static enum answer prove_dissipation(const struct law_graph *law, const struct model *model,
                                     const struct claim *claim, char words[], size_t size)
{
    const expression condition = condition_of(law, claim);
    if (law->n_events > 0) {
        snprintf(words, size, "all parameters of the claim, as D >= 0 and events only lose");
        return prove_by_cases(hybrid_prove_dissipation, law, model, claim);
    }
    snprintf(words, size, "all parameters%s, as D >= 0 in all states", of_claim(condition));
    return prove_by_parts(stored_prove_dissipation, law, condition);
}

static enum answer prove_path(const struct law_graph *law, const struct model *model,
                              const struct claim *claim, char words[], size_t size)
{
    const struct fixed fixed = fixed_of(law, model, claim);
    snprintf(words, size, "all parameters of the claim, as states follow the path");
    return path_prove(law, &fixed) == ANSWER_YES
               ? ANSWER_YES
               : prove_by_cases(hybrid_prove_path, law, model, claim);
}

static enum answer prove_printed(const struct law_graph *law, const struct model *model,
                                 const struct claim *claim, char words[], size_t size)
{
    const struct fixed fixed = fixed_of(law, model, claim);
    snprintf(words, size, "all parameters of the claim and all states, as an identity");
    return regressor_prove_printed(law, &fixed);
}

/* Returns true when the model has the parameters and states of the law, and no others. */
static bool is_model_of(const struct law_graph *law, const struct model *model)
{
    unsigned n = 0;
    bool is = model->n_states == law->rate.n;
    for (; law->parameters[n]; n++)
        is = is &&
             quantity_index(model->params, model->n_params, law->parameters[n]) < model->n_params;
    for (unsigned i = 0; is && i < law->rate.n; i++)
        is = quantity_index(model->states, model->n_states, law->states[i]) < model->n_states;
    return is && n == model->n_params;
}

enum answer structure_prove(const struct law_graph *law, const struct model *model,
                            const struct claim *claim, char words[], size_t size)
{
    struct opposed_answer opposed;
    return structure_prove_or_place(law, model, claim, words, size, &opposed);
}

enum answer structure_prove_or_place(const struct law_graph *law, const struct model *model,
                                     const struct claim *claim, char words[], size_t size,
                                     struct opposed_answer *opposed)
{
    *opposed = (struct opposed_answer){ .has_place = false };
    if (!is_model_of(law, model))
        return ANSWER_UNDECIDED;
    switch (claim->property) {
    case ODD_SYMMETRY:
        snprintf(words, size, "all parameters, as the equations are their own mirror image");
        return odd_prove(law);
    case RATE_INDEPENDENCE:
        return prove_path(law, model, claim, words, size);
    case REGRESSOR:
        snprintf(words, size, "all parameters and states, as an identity");
        return regressor_prove(law);
    case REGRESSOR_AS_PRINTED:
        return prove_printed(law, model, claim, words, size);
    case STEADY_STATE:
        snprintf(words, size, "all parameters, as %s",
                 model->n_states > 0 ? "each state relaxes to a value within its bound"
                                     : "the force has no state");
        return steady_prove(law);
    case STATE_BOUND:
        return prove_bounds(law, model, claim, words, size);
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        snprintf(words, size, "all parameters, as y relaxes to a value below the curve");
        return within_prove_curve(law, claim->property == STRIBECK_HISTORY_BOUND, claim->signals);
    case PASSIVITY:
        return prove_passivity(law, model, claim, words, size, opposed);
    case DISSIPATION:
        return prove_dissipation(law, model, claim, words, size);
    case CREEPING:
        snprintf(words, size, "all parameters, as 0 <= F <= R v at v > 0");
        return creep_prove(law);
    case FINITE_FORCE:
        return prove_finite(law, model, claim, words, size);
    default:
        return ANSWER_UNDECIDED;
    }
}
