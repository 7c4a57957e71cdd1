/* Compares the box of a stored proof with the domain of a claim. */
#include "properties/verdicts/proved.h"

#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/own_parameters.h"

/* Returns true when all corners of the proof's box, from the law's parameter i on, are in the
 * domain. The domains of Bristle's claims contain a box if they contain its corners. */
static bool corners_of_domain(const struct model *model, const struct claim *claim,
                              const struct proof_claim *proof, double p[], int i)
{
    const char *name = proof->law->params[i];
    if (!name)
        return claim_contains(model, claim, p);
    const unsigned k = quantity_index(model->params, model->n_params, name);
    p[k] = strtod(proof->low[i], NULL);
    if (!corners_of_domain(model, claim, proof, p, i + 1))
        return false;
    p[k] = strtod(proof->high[i], NULL);
    return strcmp(proof->low[i], proof->high[i]) == 0 ||
           corners_of_domain(model, claim, proof, p, i + 1);
}

/* Returns true when each parameter lies in its interval of the proof. */
static bool covers(const struct model *model, const struct proof_claim *proof, const double p[])
{
    for (int i = 0; proof->law->params[i]; i++) {
        const unsigned k = quantity_index(model->params, model->n_params, proof->law->params[i]);
        if (!(p[k] >= strtod(proof->low[i], NULL) && p[k] <= strtod(proof->high[i], NULL)))
            return false;
    }
    return true;
}

/* Looks for a proof of the property whose box lies in the claim's domain, or, without a claim,
 * covers the defaults. */
static bool find(const struct model *model, enum property property, const struct claim *claim,
                 char box[PROOF_BOX_TEXT])
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
        yes = strcmp(proof.claim.law->name, model->name) == 0 && proof.claim.property == property &&
              (claim ? corners_of_domain(model, claim, &proof.claim, p, 0)
                     : covers(model, &proof.claim, p)) &&
              proof_check(&proof, NULL).proved == ANSWER_YES;
        if (yes)
            proof_box_text(box, &proof.claim);
        proof_free(&proof);
    }
    return yes;
}

bool proved(const struct model *model, const struct claim *claim, char box[PROOF_BOX_TEXT])
{
    return find(model, claim->property, claim, box);
}

bool proved_at_defaults(const struct model *model, enum property property, char box[PROOF_BOX_TEXT])
{
    return find(model, property, NULL, box);
}
