/* What a search would have found: of flaws that are planted in a law so that its claim is false,
 * how many the same search refutes. A room below measures it (properties/power); a row keeps it. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_POWER_H
#define BRISTLE_PROPERTIES_JUDGEMENT_POWER_H

/* Where the law pushes, of motion forth only; and what makes that hard to find. */
enum power_kind {
    POWER_SPEED,  /* in a band of speeds: its relative half-width */
    POWER_VALUE,  /* in a decade of speeds, about a value of a parameter: the same */
    POWER_CORNER, /* in a decade of speeds, near the upper ends of two parameters: the same */
    POWER_REST,   /* in a decade of speeds, after a rest: how long it must be, s */
    POWER_KINDS
};

enum { POWER_LEVELS = 4 };

struct power {
    struct {
        unsigned planted, found; /* planted 0 everywhere: not measured */
    } of[POWER_KINDS][POWER_LEVELS];
};

/* How hard a flaw is to find, by level from 0. */
double power_difficulty(enum power_kind kind, unsigned level);

#endif
