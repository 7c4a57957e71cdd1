/* Carries claims of a text over to its implementation (deviation.h). */
#include <string.h>

#include "properties/self_check/deviation.h"

static bool same_order(const struct model *a, const struct model *b)
{
    bool same = a->n_params == b->n_params;
    for (unsigned i = 0; same && i < a->n_params; i++)
        same = strcmp(a->params[i].name, b->params[i].name) == 0;
    return same;
}

bool PREC(deviation_claim)(const struct model *text, const struct model *code,
                           const struct claim *claim, struct claim *own)
{
    *own = *claim;
    for (unsigned k = 0; k < own->n_box; k++)
        own->box[k].param =
            quantity_index(code->params, code->n_params, text->params[claim->box[k].param].name);
    return !claim->contains || same_order(text, code);
}

bool PREC(deviation_has_claim)(const struct model *model, const struct claim *claim)
{
    for (unsigned i = 0; i < model->n_claims; i++) {
        const struct claim *c = &model->claims[i];
        if (claim_is(c, claim->property, claim->id) && strcmp(c->domain, claim->domain) == 0 &&
            c->declared == claim->declared && c->signals == claim->signals)
            return true;
    }
    return false;
}
