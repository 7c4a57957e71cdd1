/* A flaw planted in the text of a law (properties/judgement/power.h): at some speeds, and only
 * where more is the case, friction pushes instead of opposing. The claim that a search could not
 * refute is then false, and there is a witness. */
#ifndef BRISTLE_PROPERTIES_POWER_PLANT_H
#define BRISTLE_PROPERTIES_POWER_PLANT_H

#include "models/model.h"
#include "properties/judgement/power.h"
#include "reference/experiments/exact.h"

enum { PLANT_HOLDS = 2 };

struct plant {
    enum power_kind kind;
    unsigned level;
    double speed;                   /* in the middle of where it pushes, m/s */
    double push;                    /* after a rest, by how much at most, N */
    unsigned param[2];              /* indices of the law's parameters, as the kind has them */
    double p[MODEL_MAX_PARAMS];     /* where it is worst */
    struct hold holds[PLANT_HOLDS]; /* the witness, from the law's initial state */
    unsigned n_holds;
};

/* Draws flaw `number` of a kind and level for a claim of a law. Returns false where the claim has
 * no place for it: no parameters, or too few that are free. */
bool plant_draw(const struct model *model, const struct claim *claim, enum power_kind kind,
                unsigned level, unsigned number, struct plant *plant);

/* Returns the text with the flaw, and with the one claim that counts, number `claim`; to be freed.
 * The law's name becomes NAME_planted. NULL where the text has no place for it. */
char *plant_text(const char *source, const struct model *model, unsigned claim,
                 const struct plant *plant);

#endif
