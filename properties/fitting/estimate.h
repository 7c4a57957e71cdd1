/* What a log says of a law's parameters: values, how far they may be off, and which of them it does
 * not tell. */
#ifndef BRISTLE_PROPERTIES_FITTING_ESTIMATE_H
#define BRISTLE_PROPERTIES_FITTING_ESTIMATE_H

#include "properties/fitting/fit.h"

/* What is known of a variable of a fit. */
enum knowledge {
    KNOWN,     /* within its interval */
    NOT_KNOWN, /* its interval is wider than what a reader would call a value */
    AT_EDGE,   /* at the end of its range, or of what the law allows */
    NO_EFFECT, /* the forces do not depend on it */
};

struct estimate {
    struct fit fit;
    enum knowledge knowledge[FIT_MOST];
    double deviation[FIT_MOST]; /* of each variable: 1.96 of them are half its 95 % interval */
    double inflation[FIT_MOST]; /* of variances: 1 of independent residuals of mean square one */
    double correlation[FIT_MOST * FIT_MOST];
    double unsettled[FIT_MOST]; /* deviations by which slopes would move each variable yet; NAN
                                 * where nothing is known */
    bool jumps;                 /* so often that slopes do not hold, as estimate_doubt has found */
    double block;               /* samples, over which residuals are taken to belong together */
};

/* Sets everything for a fit that has been improved. Residuals may be correlated along time:
 * deviations are those of sums of scores over blocks of samples (a sandwich, with the window that
 * the residuals' own correlation asks for), as wide as the blocks ask for that tell of a variable,
 * if they are few, and no less than half of the variance by residuals one by one asks for. Forces
 * that a filter does not take for linear are off by no less there than it says. */
void estimate_from(const struct fit *fit, const struct fit_data *data, struct estimate *estimate);

/* Deviations are those of slopes. Where a law with events jumps again and again along the motion,
 * slopes between jumps are those of no force: when residuals that tell most of a parameter change
 * by something else within a hundredth of it, another place may explain them as well, and no
 * variable is known. */
void estimate_doubt(const struct fit_data *data, struct estimate *estimate);

/* Returns true where variable k with that deviation, in units of the variable, is what a reader
 * would call a value. */
bool estimate_tells(const struct fit *fit, unsigned k, double deviation);

/* Deviations on either side of a value that hold 95 % of a normal distribution. */
#define ESTIMATE_95 1.959963984540054

#endif
