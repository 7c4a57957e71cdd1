/* Encloses a property along a stated set of signals, rigorously: more than a test, less than a
 * proof.
 *
 * The set depends on the law, the claim and a seed only. Its parameters are in the claim's domain,
 * the defaults first if they are; its signals are drawn like those of the search. All numbers are
 * then rounded to decimals of 3 digits, where the domain allows, and mean exactly what they say.
 * Along each signal the law's ball model is evaluated in ball arithmetic, energies after every
 * hold, at rising precision until the answer is certain or a limit is reached. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_ENCLOSE_H
#define BRISTLE_PROPERTIES_JUDGEMENT_ENCLOSE_H

#include "properties/rigorous/rigorous.h"
#include "properties/trials/candidate.h"

struct enclosure {
    unsigned kept;         /* signals along which the property is kept for certain */
    unsigned undecided;    /* signals along which the balls stay too wide */
    bool violated;         /* certainly violated along a signal, at which the enclosure ended */
    struct sample against; /* that signal, in working precision */
};

/* Draws and evaluates so many signals; the law must have what the property needs
 * (rigorous_applicable). */
struct enclosure PREC(enclose)(const struct model *model, const struct arb_law *law,
                               const struct claim *claim, uint64_t seed, unsigned signals);

#endif
