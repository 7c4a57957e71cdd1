/* The curve through weighted numbers whose third differences, of positions, or second differences,
 * of velocities, are small: the system under a motion (motion.h).
 *
 * The sum sum w_i (x_i - s_i)^2 + lambda sum u_j (D s)_j^2 is least for s = x - W^-1 D' g, with
 *
 *     (D W^-1 D' + (lambda U)^-1) g = D x
 *
 * (C. H. Reinsch, "Smoothing by spline functions", Numer. Math. 10 (1967), for other weights). The
 * matrix has up to seven diagonals. Errors of rounding are small beside x - s, not only beside x as
 * those of the system for s itself. Any lambda will do: a stiffness that would be lost in rounding,
 * over a few hundred samples, is as if it were a little less. */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_SMOOTHER_H
#define BRISTLE_PROPERTIES_MEASUREMENT_SMOOTHER_H

#include <stdbool.h>
#include <stddef.h>

/* w[n] and u[n - order] are weights of numbers and of differences, all positive. The caller sets
 * them and lambda, then calls smoother_factor. */
struct smoother {
    size_t n, order; /* numbers; of differences: 2 or 3 */
    double *w, *u, lambda;
    double (*d)[4]; /* coefficients of differences */
    double *slack;  /* [n - order], 1/(lambda u) as smoother_factor took it, or as it is given */
    double *given;  /* private: [n - order], the slack of those that have one; 0: none */
    double (*l)[4]; /* private: factors, and the pivot */
    double *g;      /* private */
};

/* Sets up a smoother for n >= 4 strictly increasing times, s; all weights and lambda are 1. To be
 * released by smoother_free. */
void smoother_begin(struct smoother *s, size_t n, const double t[], size_t order);
void smoother_free(struct smoother *s);

/* Takes that slack for difference i, whatever weights and lambda are. */
void smoother_give(struct smoother *s, size_t i, double slack);
bool smoother_is_given(const struct smoother *s, size_t i);

/* Likewise, for the difference between the last number of third difference i and the one before, in
 * place of that: the curve stands still there. */
void smoother_hold(struct smoother *s, size_t i, double slack);
bool smoother_is_held(const struct smoother *s, size_t i);

/* Takes over the weights and lambda as they are now. */
void smoother_factor(struct smoother *s);

/* smooth[n] = the curve through x[n]; both may be the same array. Returns the least sum. */
double smoother_solve(struct smoother *s, const double x[], double smooth[]);

/* Returns the divided difference of x from sample i < n - order on, times the order's factorial and
 * power of the mean interval: what differences are at equal intervals; where it is held, what it is
 * there. */
double smoother_difference(const struct smoother *s, size_t i, const double x[]);

#endif
