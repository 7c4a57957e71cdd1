/* What the trials of a search have looked at, so that "none in N" says where it was looked. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_LOOKED_AT_H
#define BRISTLE_PROPERTIES_JUDGEMENT_LOOKED_AT_H

#include "properties/trials/candidate.h"

enum { LOOKED_AT_MODES = 64 };

struct looked_at {
    unsigned trials;           /* 0: nothing was noted */
    double slowest, fastest;   /* of all |v| but 0, m/s; 0: none */
    double shortest, longest;  /* of all holds, s */
    unsigned holds, reversals; /* in a signal, at most; rests between do not matter */
    uint64_t low, high; /* parameters that have been at an end of their range, by their bits */
    unsigned ends;      /* that there are: two of each parameter that the claim leaves free */
    /* Modes, which are what the whole numbers of a law's memory are at the end of a hold. Every
     * 16th trial is looked at, and so many are told apart; 0 of a law without such memory. */
    unsigned modes;
    uint64_t mode[LOOKED_AT_MODES]; /* hashes */
};

/* Notes one more trial. */
void PREC(looked_at_add)(struct looked_at *at, const struct model *model, const struct claim *claim,
                         const struct sample *sample);

#endif
