/* Compares the box of a stored proof with the domain of a claim. */
#include "properties/verdicts/proved.h"

#include <stdlib.h>
#include <string.h>

/* Returns true when the parameters are in the claim's domain. */
static bool of_domain(const struct model *model, const struct claim *claim, const double p[])
{
    bool boxed[MODEL_MAX_PARAMS] = { false };
    for (unsigned i = 0; i < claim->n_box; i++) {
        const struct interval *b = &claim->box[i];
        boxed[b->param] = true;
        if (!(p[b->param] >= b->lo && p[b->param] <= b->hi))
            return false;
    }
    for (unsigned i = 0; i < model->n_params; i++)
        if (claim->base == AT_DEFAULTS && !boxed[i] && p[i] != model->params[i].value)
            return false;
    return !claim->contains || claim->contains(p);
}

/* Returns true when all corners of the proof's box, from the law's parameter i on, are in the
 * domain. The domains of Bristle's claims contain a box if they contain its corners. */
static bool corners_of_domain(const struct model *model, const struct claim *claim,
                              const struct proof_claim *proof, double p[], int i)
{
    const char *name = proof->law->params[i];
    if (!name)
        return of_domain(model, claim, p);
    const unsigned k = quantity_index(model->params, model->n_params, name);
    p[k] = strtod(proof->low[i], NULL);
    if (!corners_of_domain(model, claim, proof, p, i + 1))
        return false;
    p[k] = strtod(proof->high[i], NULL);
    return strcmp(proof->low[i], proof->high[i]) == 0 ||
           corners_of_domain(model, claim, proof, p, i + 1);
}

bool proved(const struct model *model, const struct claim *claim, char box[PROOF_BOX_TEXT])
{
    bool yes = false;
    for (const struct stored_witness *s = stored_proofs; s->name && !yes; s++) {
        struct proof proof;
        struct file_error error;
        double p[MODEL_MAX_PARAMS];
        if (strncmp(s->name, model->name, strlen(model->name)) != 0 ||
            !proof_parse(s->text, strlen(s->text), &proof, &error))
            continue;
        PREC(model_defaults)(model, p);
        yes = strcmp(proof.claim.law->name, model->name) == 0 &&
              proof.claim.property == claim->property &&
              corners_of_domain(model, claim, &proof.claim, p, 0) &&
              proof_check(&proof, NULL).proved == ANSWER_YES;
        if (yes)
            proof_box_text(box, &proof.claim);
        proof_free(&proof);
    }
    return yes;
}
