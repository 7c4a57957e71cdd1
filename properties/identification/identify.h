/* Shows what a law's linear parametrisation F = U P identifies, by identifying it.
 *
 * A trajectory along the stated excitation gives U and F; the singular values of U give its rank,
 * and its null space the combinations of P that the force does not depend on. The remaining
 * combinations are estimated by least squares, without noise and with Gaussian noise. With noise
 * the 95 % confidence intervals of Student's t must contain the true value in 95 % of all
 * repetitions.
 *
 * U needs the states, which in practice must be known or estimated, and the parameters that stay
 * nonlinear (sigma0, vs and m of Martinez-Rosas et al.): both are taken as known here, which is the
 * best case. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_IDENTIFY_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_IDENTIFY_H

#include <stdint.h>
#include <stdio.h>

#include "models/model.h"
#include "properties/rigorous/excitation.h"
#include "tools/base/cli.h"

/* Each hold of the excitation is sampled at IDENTIFY_STEPS equal steps. */
enum { IDENTIFY_STEPS = 16, IDENTIFY_SAMPLES = EXCITATION_HOLDS * IDENTIFY_STEPS };

/* Requirements: relative errors without noise, and coverage at 1000 repetitions; with fewer, N, the
 * tolerance of the latter widens by sqrt(1000/N), as its standard error does, and stays at 4.3
 * standard errors. */
#define IDENTIFY_ERROR    1e-9
#define IDENTIFY_COVERAGE 0.03

struct identify_settings {
    double noise;         /* N, standard deviation of the force; > 0 */
    unsigned repetitions; /* with noise, >= 1 */
    uint64_t seed;        /* of the noise */
    double interval;      /* factor on the width of Student's intervals; 0: 1 */
};

/* A vector that U maps to zero. Entries are integers where the singular vector is a multiple of
 * small ones within its own uncertainty. */
struct null_vector {
    double entry[MODEL_MAX_REGRESSORS];
    unsigned dropped; /* the column that the other columns combine to */
    bool integer;
};

/* A combination that can be identified: theta = P_column - sum of coefficients times the dropped
 * entries of P. */
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
    double singular[MODEL_MAX_REGRESSORS]; /* of U with columns of length 1, in falling order */
    double threshold;                      /* singular values below it are rounding */
    unsigned rank, n_null;
    struct null_vector null[MODEL_MAX_REGRESSORS];
    struct combination combination[MODEL_MAX_REGRESSORS]; /* `rank` of them */
    /* P plus each null vector, scaled to the size of P, and how far its force is from that of P,
     * relative to the summed magnitudes of the terms of U P. */
    double other[MODEL_MAX_REGRESSORS][MODEL_MAX_REGRESSORS];
    double force_difference[MODEL_MAX_REGRESSORS];
};

/* n rows of U, row by row, n_columns <= MODEL_MAX_REGRESSORS each, and the forces F, N. */
struct regression {
    unsigned n, n_columns;
    double u[IDENTIFY_SAMPLES][MODEL_MAX_REGRESSORS], F[IDENTIFY_SAMPLES];
};

/* Simulates the trajectory. The model needs a regressor, coefficients and a flow. */
void regression_simulate(const struct model *model, const double p[], struct regression *r);

/* Computes singular values, rank and null vectors of U. Returns false when the singular values do
 * not converge. */
bool regression_null_space(const struct regression *r, struct identification *id);

/* Fills in *id. Returns NULL, or why the model cannot be identified, as a static text. */
const char *identify(const struct model *model, const double p[],
                     const struct identify_settings *settings, struct identification *id);

/* Returns true when errors and coverage meet the requirements. */
bool identification_succeeds(const struct identification *id);

/* Writes for people, at most 100 columns, or for scripts. */
void identification_write(FILE *out, enum format format, const struct identification *id);

#endif
