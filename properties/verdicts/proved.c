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

enum { MOST_PROOFS = 64 };

/* The proofs that count, all of them confirmed. */
struct proofs {
    struct proof of[MOST_PROOFS];
    unsigned n;
};

/* Returns true when a stored proof is about the property and any speed, its box lies in the claim's
 * domain, or, without a claim, covers the defaults, and it is confirmed. */
static bool counts(const struct model *model, enum property property, const struct claim *claim,
                   const struct proof *proof)
{
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    return strcmp(proof->claim.law->name, model->name) == 0 && proof->claim.property == property &&
           !proof->claim.speed &&
           (claim ? corners_of_domain(model, claim, &proof->claim, p, 0)
                  : covers(model, &proof->claim, p)) &&
           proof_check(proof, NULL).proved == ANSWER_YES;
}

/* Finds the proofs that count; without a claim the first is enough. */
static void find(const struct model *model, enum property property, const struct claim *claim,
                 struct proofs *proofs)
{
    proofs->n = 0;
    for (const struct stored_witness *s = stored_proofs;
         s->name && proofs->n < (claim ? MOST_PROOFS : 1); s++) {
        struct proof proof;
        struct file_error error;
        if (strncmp(s->name, model->name, strlen(model->name)) != 0 ||
            !proof_parse(s->text, strlen(s->text), &proof, &error))
            continue;
        if (counts(model, property, claim, &proof))
            proofs->of[proofs->n++] = proof;
        else
            proof_free(&proof);
    }
}

/* Returns the parameter along which two boxes that are otherwise the same meet, b above a; -1:
 * there is none. The decimals at which they meet are the same. */
static int meeting(const struct proof_claim *a, const struct proof_claim *b)
{
    int along = -1;
    for (int i = 0; a->law->params[i]; i++) {
        if (strcmp(a->low[i], b->low[i]) == 0 && strcmp(a->high[i], b->high[i]) == 0)
            continue;
        if (along >= 0 || strcmp(a->high[i], b->low[i]) != 0)
            return -1;
        along = i;
    }
    return along;
}

/* Takes a box that meets the union into it. */
static bool unite(struct proof_claim *whole, const struct proof_claim *part)
{
    const int above = meeting(whole, part), below = meeting(part, whole);
    if (above >= 0)
        whole->high[above] = part->high[above];
    else if (below >= 0)
        whole->low[below] = part->low[below];
    return above >= 0 || below >= 0;
}

/* Says what the proofs prove: the first one's box, and those that continue it. */
static void say(const struct proofs *proofs, char box[PROOF_BOX_TEXT])
{
    struct proof_claim whole = proofs->of[0].claim;
    bool is_used[MOST_PROOFS] = { true };
    for (unsigned i = 1; i < proofs->n; i++)
        if (!is_used[i] && unite(&whole, &proofs->of[i].claim)) {
            is_used[i] = true;
            i = 0; /* others may meet it now */
        }
    proof_box_text(box, &whole);
}

static bool found(const struct model *model, enum property property, const struct claim *claim,
                  char box[PROOF_BOX_TEXT])
{
    struct proofs proofs;
    find(model, property, claim, &proofs);
    if (proofs.n > 0)
        say(&proofs, box);
    for (unsigned i = 0; i < proofs.n; i++)
        proof_free(&proofs.of[i]);
    return proofs.n > 0;
}

bool proved(const struct model *model, const struct claim *claim, char box[PROOF_BOX_TEXT])
{
    return found(model, claim->property, claim, box);
}

bool proved_at_defaults(const struct model *model, enum property property, char box[PROOF_BOX_TEXT])
{
    return found(model, property, NULL, box);
}
