/* Normal equations of slopes, scaled to columns of length one, and what windows of rows tell. */
#ifndef BRISTLE_PROPERTIES_FITTING_NORMAL_H
#define BRISTLE_PROPERTIES_FITTING_NORMAL_H

#include <gsl/gsl_matrix.h>

#include "properties/fitting/fit.h"

/* Columns that have an effect, divided by their lengths; `of` gives the variable of each. Variables
 * at an edge are among them: taken as known there they would make others known that are so only
 * together with them. */
struct normal {
    unsigned n, of[FIT_MOST];
    double length[FIT_MOST];
    unsigned rank;       /* of the space of singular values that are not small */
    gsl_matrix *inverse; /* of the scaled columns; infinite for those that are not told */
    gsl_matrix *pseudo;  /* the inverse without what lies in directions of small values */
};

/* Takes those of n columns of slopes that have_effect, and inverts. To be ended. */
void normal_begin(struct normal *c, unsigned n, const bool have_effect[], size_t rows,
                  const double slopes[]);

void normal_end(struct normal *c);

/* Returns the covariance by scores over windows of `block` rows, with as many fewer rows as there
 * are variables; to be freed. r[rows]: residuals, those beyond three deviations without slopes. */
gsl_matrix *normal_by_windows(const struct normal *c, size_t rows, const double slopes[],
                              const double r[], size_t block);

/* What windows tell of a variable. */
struct told {
    double share; /* the part of it that one has, where all have as much; of as many as count */
    double left;  /* the part of the squares of scores that the fit leaves: it follows a window that
                   * tells much (R. M. Bell and D. F. McCaffrey, Survey Methodology 28 (2002)) */
};

/* told[n] of columns, by windows of `block` rows, with residuals of mean square one. */
void normal_told(const struct normal *c, size_t rows, const double slopes[], size_t block,
                 struct told told[]);

#endif
