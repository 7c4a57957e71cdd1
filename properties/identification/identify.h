/* What a law's linear parametrisation F = U P identifies, shown by identifying it.
 *
 * A trajectory along a stated excitation gives U and F; the singular values of U its rank, and
 * its null space the combinations of P that the force does not depend on. What is left is
 * estimated by least squares, without noise and with Gaussian noise, where the 95 % confidence
 * intervals of Student's t must contain the true value in 95 % of all repetitions.
 *
 * U needs the states, which in practice must be known or estimated, and the parameters that
 * stay nonlinear (sigma0, vs and m of Martinez-Rosas et al.): both are taken as known here, which
 * is the best case.
 */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_IDENTIFY_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_IDENTIFY_H

#include <stdint.h>
#include <stdio.h>

#include "models/model.h"
#include "properties/checker/excitation.h"
#include "tools/base/cli.h"

/* Each hold of the excitation is sampled at so many equal steps. */
enum { IDENTIFY_STEPS = 16, IDENTIFY_SAMPLES = EXCITATION_HOLDS * IDENTIFY_STEPS };

/* What must be reached: relative errors without noise, and coverage at 1000 repetitions; with
 * fewer, N, the latter widens by sqrt(1000/N), as its standard error does, and stays at 4.3
 * standard errors. */
#define IDENTIFY_ERROR    1e-9
#define IDENTIFY_COVERAGE 0.03

struct identify_settings {
    double noise;         /* N, standard deviation of the force; > 0 */
    unsigned repetitions; /* with noise, >= 1 */
    uint64_t seed;        /* of the noise */
    double interval;      /* width of the intervals over that of Student's t; 0: 1 */
};

/* A vector that U maps to zero. Entries are integers where the singular vector is a multiple of
 * small ones within its own uncertainty. */
struct null_vector {
    double entry[MODEL_MAX_REGRESSORS];
    unsigned dropped; /* the column that the others make up for */
    bool integer;
};

/* theta = P_column - sum of coefficients times the dropped entries of P. */
struct combination {
    unsigned column;
    double coefficient[MODEL_MAX_REGRESSORS]; /* of all entries of P */
    double true_value, estimate;              /* without noise, in the units of P_column */
    double relative_error;
    double coverage;   /* share of repetitions whose interval contains the true value */
    double half_width; /* mean of the intervals, relative to the true value */
};

struct identification {
    const struct model *model;
    double p[MODEL_MAX_PARAMS], coefficient[MODEL_MAX_REGRESSORS]; /* P */
    struct identify_settings settings;
    double singular[MODEL_MAX_REGRESSORS]; /* of U with columns of length 1, falling */
    double threshold;                      /* below it a singular value is rounding */
    unsigned rank, n_null;
    struct null_vector null[MODEL_MAX_REGRESSORS];
    struct combination combination[MODEL_MAX_REGRESSORS]; /* rank of them */
    /* P plus each null vector, scaled to the size of P, and how far its force is from that of P,
     * relative to the summed magnitudes of the terms of U P. */
    double other[MODEL_MAX_REGRESSORS][MODEL_MAX_REGRESSORS];
    double force_difference[MODEL_MAX_REGRESSORS];
};

/* n rows of U, row by row, n_columns <= MODEL_MAX_REGRESSORS each. */
struct regression {
    unsigned n, n_columns;
    double u[IDENTIFY_SAMPLES][MODEL_MAX_REGRESSORS], F[IDENTIFY_SAMPLES];
};

/* The trajectory. The model needs a regressor, coefficients and a flow. */
void regression_simulate(const struct model *model, const double p[], struct regression *r);

/* Singular values, rank and null vectors of U. False when out of memory. */
bool regression_null_space(const struct regression *r, struct identification *id);

/* Fills in *id. Returns NULL, or why the model cannot be identified, as a static text. */
const char *identify(const struct model *model, const double p[],
                     const struct identify_settings *settings, struct identification *id);

/* Whether errors and coverage are what they must be. */
bool identification_succeeds(const struct identification *id);

/* For people, at most 100 columns, and for scripts. False when out of memory. */
void identification_write(FILE *out, enum format format, const struct identification *id);

#endif
