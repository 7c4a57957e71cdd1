/* What follows from a law that was found: the motion to measure next, the parameters that keep it
 * passive and what they cost, its claims at its parameters, and with which steps methods keep it
 * passive. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_ADVICE_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_ADVICE_H

#include <stdio.h>

#include "properties/fitting/design.h"
#include "properties/identification/ranking.h"
#include "properties/verdicts/verdicts.h"

struct cJSON;

/* Parameters of a law where a claim about it is made. */
struct kept {
    const struct claim *claim; /* NULL: no claim is made that those found are outside of */
    struct law_fit fit;        /* the best inside; is_finite false: none was found */
    double
        times; /* what is left there over what the law leaves, root mean squares of innovations */
};

/* The largest step, in s, of ten to the minus two to six, with which a method of fixed steps keeps
 * passivity in all trials; 0: none. */
struct method_step {
    const char *method;
    double step;
};

enum { ADVICE_METHODS = 5 };

struct advice {
    const struct ranked *law;
    struct design design;
    struct kept kept;
    struct verdicts verdicts; /* n 0: the law is not judged */
    struct law_choice *own;   /* the law at its parameters */
    struct method_step step[ADVICE_METHODS];
    unsigned n_steps;     /* 0: the law is not judged, or not passive there */
    unsigned step_trials; /* of each: a tenth of the others, and one more */
};

/* Fills in *advice, with that many trials for each claim; 0: the law is not judged. Borrows the
 * law. */
void advice_make(const struct ranked *law, const struct measured *measured, unsigned trials,
                 unsigned jobs, struct advice *advice);
void advice_free(struct advice *advice);

/* Writes it for people, and adds it to a JSON object as "next_motion", "passive", "claims" and
 * "steps". */
void advice_write(FILE *out, const struct advice *advice);
void advice_json(const struct advice *advice, struct cJSON *root);

#endif
