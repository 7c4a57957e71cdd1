/* The filter against the whole system that it is made for, as one matrix. */
#include "properties/tracing/whitening.h"

#include "properties/measurement/rig_test.h"

enum { FEW = 30, SOURCES = 3 + FEW };

/* All that a filter of a viscous force, b = 4 N s/m, and a mass is made for, in order: each
 * position and each force as a sum of independent sources, with the variance of its own noise. */
struct dense {
    size_t n;
    double row[2 * FEW][SOURCES], own[2 * FEW], value[2 * FEW];
    double source[SOURCES][SOURCES];       /* covariance */
    double force[FEW][SOURCES], mean[FEW]; /* of each force, measured or not */
};

static void add_row(struct dense *d, const double row[], double own, double value)
{
    memcpy(d->row[d->n], row, SOURCES * sizeof *row);
    d->own[d->n] = own;
    d->value[d->n++] = value;
}

/* Returns z' V^-1 z of the values z, and adds the logarithm of the determinant of their covariance
 * V, by Cholesky's factors. solved = V^-1 z. */
static double squares_of(const struct dense *d, double solved[], double *log_determinant)
{
    static double V[2 * FEW][2 * FEW];
    double z[2 * FEW], sum = 0;
    for (size_t a = 0; a < d->n; a++)
        for (size_t b = 0; b <= a; b++) {
            V[a][b] = a == b ? d->own[a] : 0;
            for (size_t k = 0; k < SOURCES; k++)
                for (size_t l = 0; l < SOURCES; l++)
                    V[a][b] += d->row[a][k] * d->source[k][l] * d->row[b][l];
            for (size_t k = 0; k < b; k++)
                V[a][b] -= V[a][k] * V[b][k];
            V[a][b] = a == b ? sqrt(V[a][a]) : V[a][b] / V[b][b];
        }
    for (size_t a = 0; a < d->n; a++) {
        z[a] = d->value[a];
        for (size_t k = 0; k < a; k++)
            z[a] -= V[a][k] * z[k];
        z[a] /= V[a][a];
        sum += z[a] * z[a];
        *log_determinant += 2 * log(V[a][a]);
    }
    for (size_t a = d->n; a-- > 0;) {
        solved[a] = z[a];
        for (size_t k = a + 1; k < d->n; k++)
            solved[a] -= V[k][a] * solved[k];
        solved[a] /= V[a][a];
    }
    return sum;
}

/* The mean of a force under the condition of all values. */
static double expect_force(const struct dense *d, size_t i, const double solved[])
{
    double sum = d->mean[i];
    for (size_t a = 0; a < d->n; a++)
        for (size_t k = 0; k < SOURCES; k++)
            for (size_t l = 0; l < SOURCES; l++)
                sum += d->force[i][k] * d->source[k][l] * d->row[a][l] * solved[a];
    return sum;
}

/* What is off at first: two sources, a position by its noise and a velocity by its own error, m/s,
 * in three positions; the middle one is then measured, if it is a sample and positions are. */
static void begin_dense(const struct motion *m, ptrdiff_t j, double speed_error, struct dense *d)
{
    const double position = motion_noise(m), way = 1e-3 * speed_error;
    memset(d, 0, sizeof *d);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            d->source[a][b] = position * position + (1 - a) * (1 - b) * way * way;
    if (j < 0 || j >= FEW || m->is_of_velocity)
        return;
    double column[3];
    for (int a = 0; a < 3; a++)
        column[a] = d->source[a][1];
    const double sum = column[1] + motion_variance(m, (size_t)j);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            d->source[a][b] -= column[a] * column[b] / sum;
}

/* What is measured with sample j: the position behind it, or the velocity there by the way of two
 * intervals, both in m. */
static void add_motion(const struct motion *m, ptrdiff_t j, double off[3][SOURCES],
                       const double drift[3], struct dense *d)
{
    double row[SOURCES];
    if (!m->is_of_velocity && j + 1 >= 0 && j + 1 < FEW)
        add_row(d, off[0], motion_variance(m, (size_t)(j + 1)),
                m->seen[j + 1] - m->x[j + 1] - drift[0]);
    if (!m->is_of_velocity || j < 1 || j + 1 >= FEW)
        return;
    for (int k = 0; k < SOURCES; k++)
        row[k] = (off[0][k] - off[2][k]) / 2;
    add_row(d, row, motion_variance(m, (size_t)j),
            1e-3 * (m->seen[j] - m->v[j]) - (drift[0] - drift[2]) / 2);
}

/* Of a sample i, whose force belongs to the position of sample j = i - lag: `off` are the position
 * behind it, at it and before it. */
static void add_sample(const struct motion *m, ptrdiff_t i, ptrdiff_t j, const double residual[],
                       const double weight[], double mass, double off[3][SOURCES],
                       const double drift[3], struct dense *d)
{
    const double h = 1e-3, by[3] = { 4 / (2 * h) + mass / (h * h), -2 * mass / (h * h),
                                     -4 / (2 * h) + mass / (h * h) };
    double row[SOURCES] = { 0 }, mean = 0;
    add_motion(m, j, off, drift, d);
    for (int a = 0; a < 3; a++) {
        mean += by[a] * drift[a];
        for (int k = 0; k < SOURCES; k++)
            row[k] += by[a] * off[a][k];
    }
    memcpy(d->force[i], row, sizeof row);
    d->mean[i] = mean;
    if (weight[i] > 0)
        add_row(d, row, 0.02 * 0.02, residual[i] - mean);
}

/* Moves the three positions on by one: third differences of the true motion, or first ones where it
 * rests, have variances of their own and no mean, those of the smooth one are not zero. */
static void go_on(const struct motion *m, ptrdiff_t i, ptrdiff_t j, double off[3][SOURCES],
                  double drift[3], struct dense *d)
{
    const bool has_third = j > 0 && j + 2 < FEW;
    const bool rests = has_third && i > 0 && motion_rests(m, (size_t)(j - 1));
    double next[SOURCES];
    const double next_drift = (rests ? drift[0] : 3 * drift[0] - 3 * drift[1] + drift[2]) -
                              (has_third ? motion_third(m, (size_t)(j - 1)) : 0);
    for (int k = 0; k < SOURCES; k++)
        next[k] = rests ? off[0][k] : 3 * off[0][k] - 3 * off[1][k] + off[2][k];
    next[3 + i] += 1;
    d->source[3 + i][3 + i] = has_third && i > 0 ? motion_third_variance(m, (size_t)(j - 1))
                              : j < 0            ? 0
                                                 : 1e6 * motion_noise(m) * motion_noise(m);
    memcpy(off[2], off[1], sizeof off[2]);
    memcpy(off[1], off[0], sizeof off[1]);
    memcpy(off[0], next, sizeof off[0]);
    drift[2] = drift[1], drift[1] = drift[0], drift[0] = next_drift;
}

/* Innovations are those of the whole system, with whatever lag of forces behind positions and
 * whatever mass: their squares add up to the quadratic form of its inverse covariance, and the
 * logarithms of their deviations to that of its determinant, with positions in parts of the
 * sensor's noise; and what errors of the motion make of a force, measured or not, is what all of it
 * says. Behind the last samples the whole has variances of 1e6 times a position's, which leave 1e-4
 * of rounding in what is left of them. */
static void expect_the_whole(const struct motion *motion, const double residual[],
                             const double weight[])
{
    static struct dense d;
    const struct model *model = model_find_f64("viscous");
    double p[MODEL_MAX_PARAMS], innovation[2 * FEW], by_motion[FEW], solved[2 * FEW];
    model_defaults_f64(model, p);
    p[quantity_index(model->params, model->n_params, "sigma2")] = 4;
    for (int lag = -2; lag <= 2; lag++)
        for (int is_moved = 0; is_moved <= 1; is_moved++) {
            const double mass = 2e-3 * is_moved;
            struct path path = { .n = 0 };
            struct whitening filter;
            double off[3][SOURCES] = { { 1 }, { 0, 1 }, { 0, 0, 1 } }, drift[3] = { 0 };
            double squares = 0, log_determinant = 0;
            path_make(&path, FEW, motion->t, motion->x, motion->v, 1, lag * 1e-3);
            whitening_linearize(&filter, model, p, NULL, &path, motion, lag * 1e-3);
            filter.speed_error = 1e-2;
            whitening_begin(&filter, motion, weight, 0.02, mass);
            whitening_apply(&filter, residual, true, innovation);
            for (size_t i = 0; i < sizeof innovation / sizeof *innovation; i++)
                squares += innovation[i] * innovation[i];
            begin_dense(motion, -lag, filter.speed_error, &d);
            for (ptrdiff_t i = 0; i < FEW; i++) {
                add_sample(motion, i, i - lag, residual, weight, mass, off, drift, &d);
                go_on(motion, i, i - lag, off, drift, &d);
            }
            const double expected = squares_of(&d, solved, &log_determinant);
            /* Of as many rows as are of the motion, in parts of the sensor's noise. */
            size_t of_motion = d.n;
            for (size_t i = 0; i < FEW; i++)
                of_motion -= weight[i] > 0;
            log_determinant -= 2 * (double)of_motion * log(motion_noise(motion));
            cr_expect_float_eq(squares / expected, 1, 1e-4, "%d, %g: %g, not %g", lag, mass,
                               squares, expected);
            cr_expect_float_eq(whitening_log_deviations(&filter), log_determinant, 1e-3,
                               "%d, %g: %g, not %g", lag, mass, whitening_log_deviations(&filter),
                               log_determinant);
            whitening_explain(&filter, residual, by_motion);
            for (size_t i = 0; i < FEW; i++)
                cr_expect_float_eq(by_motion[i], expect_force(&d, i, solved), 1e-4 * 0.02,
                                   "%d, %g, %zu: %g, not %g", lag, mass, i, by_motion[i],
                                   expect_force(&d, i, solved));
            whitening_free(&filter);
            path_free(&path);
        }
}

Test(whitening, is_the_likelihood_of_the_whole)
{
    double t[FEW], x[FEW], v[FEW], weight[FEW], residual[FEW];
    struct motion motion;
    struct rng rng = rng_keyed(2, "whole", 0);
    for (size_t i = 0; i < FEW; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = 1e-3 * sin(200 * t[i]) + 1e-6 * (rng_uniform(&rng) - 0.5);
        residual[i] = 0.04 * (rng_uniform(&rng) - 0.5);
        weight[i] = i % 7 != 3;
    }
    for (size_t i = 0; i < FEW; i++)
        v[i] = 0.2 * cos(200 * t[i]) + 1e-3 * (rng_uniform(&rng) - 0.5);
    motion_through(&motion, FEW, t, x);
    cr_assert_gt(motion.noise, 1e-8);
    expect_the_whole(&motion, residual, weight);
    motion_free(&motion);
    motion_through_velocities(&motion, FEW, t, v);
    cr_assert_gt(motion.noise, 1e-5);
    expect_the_whole(&motion, residual, weight);
    motion_free(&motion);
}

/* Likewise of a motion that rests for most of the time. */
Test(whitening, is_the_likelihood_of_a_rest)
{
    double t[FEW], x[FEW], weight[FEW], residual[FEW];
    struct motion motion;
    struct rng rng = rng_keyed(3, "whole", 0);
    size_t rests = 0;
    for (size_t i = 0; i < FEW; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = 1e-6 * (i < 6 ? -2.0 * (6 - (double)i) : i + 6 > FEW ? (double)(i + 6 - FEW) : 0);
        residual[i] = 0.04 * (rng_uniform(&rng) - 0.5);
        weight[i] = i % 7 != 3;
    }
    motion_through(&motion, FEW, t, x);
    for (size_t i = 0; i + 3 < FEW; i++)
        rests += motion_rests(&motion, i);
    cr_assert(rests > 5 && rests + 10 < FEW, "%zu", rests);
    expect_the_whole(&motion, residual, weight);
    motion_free(&motion);
}
