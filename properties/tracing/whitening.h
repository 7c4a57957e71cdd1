/* Residuals of which each is independent of the others, where the motion is known to some error.
 *
 * An error of the measured motion makes an error of the law's force that lasts: the residuals of a
 * fit are correlated, in a way that the law itself tells. Let d_i be what the positions are off,
 * and e what the states are. To first order, around the path of the fit,
 *
 *     e' = A e + B (d_{i+1} - d_{i-1})/(2h)
 *     r_i = C e + D (d_{i+1} - d_{i-1})/(2h) + noise of the force
 *     x_i - s_i = d_i + noise of the position, or
 *     h (v_i - s'_i) = (d_{i+1} - d_{i-1})/2 + h noise of the velocity
 *     third difference of (s + d) = as large as the weights of the smoother say (motion.h),
 *     or first difference, where the motion rests.
 *
 * The filter of Kalman for this system turns residuals and positions into innovations, each with
 * variance one and independent of the others. Their sum of squares is that of the most probable
 * motion and parameters together. It is linear in the residuals, so that slopes are turned alike.
 */
#ifndef BRISTLE_PROPERTIES_TRACING_WHITENING_H
#define BRISTLE_PROPERTIES_TRACING_WHITENING_H

#include <stdbool.h>

#include "models/model.h"
#include "properties/measurement/motion.h"
#include "properties/measurement/path.h"

/* What a force that is far counts as, whatever it is, in deviations. */
#define WHITENING_FAR 5.0

struct whitening {
    size_t n;            /* samples */
    double h;            /* s, from one to the next */
    ptrdiff_t lag;       /* samples by which forces are behind positions */
    unsigned size;       /* of the filter's state: three positions and the law's states */
    double *step;        /* private: for each sample A, B, C, D, gains and deviations */
    double *drift;       /* n: what the smooth motion is off its own weights */
    double *seen;        /* n: what the sensor is off the smooth motion */
    double sensor[3];    /* private: what is measured, of the three positions */
    double *bias;        /* n, N: of the law's force along the motion, to be added; begins as 0 */
    double *variance;    /* n, N^2: of a force beside its noise; begins as 0 */
    double *log_density; /* private, n: what a force adds to whitening_log_deviations */
    bool *counts;        /* n: this force is measured by the filter */
    bool *is_linear;     /* private, n: the force is a linear function of what the motion is off */
    bool *rests;         /* private, n: the position behind the next one is that */
    bool *is_far;        /* n: this force tells nothing; begins as false */
    double position_noise;           /* private: m, usual deviation of what the sensor says */
    double mass;                     /* private: kg, as whitening_begin had it */
    double spread[MODEL_MAX_STATES]; /* deviations of the law's states at first; begin as 0 */
    double speed_error;              /* m/s, likewise of the velocity */
};

/* Linearizes a law around its motion, along a path of that delay, s. To be followed by
 * whitening_begin. */
void whitening_linearize(struct whitening *w, const struct model *model, const double p[],
                         const double start[], const struct path *path, const struct motion *motion,
                         double delay);

/* Takes the law's states to be off at first by as much as `scale`, or as makes that force, N, if
 * that is less. Before whitening_begin. */
void whitening_spread(struct whitening *w, const double scale[], double force);

/* force[n], N: the linear change of the law's force where positions change by off[n], m. Before
 * whitening_begin. */
void whitening_respond(const struct whitening *w, const double off[], double force[]);

/* Sets up the filter. `noise`, N, is that of the force, weight[i] is 0 where a force does not
 * count; one whose `variance` is above that of the noise tells the filter nothing, and is only as
 * large as that lets it be, many in a row together as one. Where an applied force was measured,
 * `mass`, kg, is what it moves. May be done again, for other forces that are far. */
void whitening_begin(struct whitening *w, const struct motion *motion, const double weight[],
                     double noise, double mass);

/* innovation[2 n]: those of the n residuals, N, and of the motion measured beside them; a residual
 * that has no weight has innovation 0, one that is far WHITENING_FAR. Slopes of residuals have no
 * motion, and none where one is far. */
void whitening_apply(const struct whitening *w, const double residual[], bool has_motion,
                     double innovation[]);

/* by_motion[n], N: what errors of the motion make of each residual, as all positions and all
 * residuals that count tell them, before it and behind (the smoother of Bryson and Frazier). Where
 * the force is no linear function of them, the bias only. */
void whitening_explain(const struct whitening *w, const double residual[], double by_motion[]);

/* The sum of twice the logarithms of innovations' deviations, of forces in N, of motions in parts
 * of the sensor's noise: what the logarithm of the likelihood has beside their squares. With
 * another delay a few positions more or less lie beside forces; each is worth about one then,
 * whatever its unit. */
double whitening_log_deviations(const struct whitening *w);

void whitening_free(struct whitening *w);

#endif
