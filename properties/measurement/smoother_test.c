/* The smoother's curve against the sum that it makes least. */
#include "properties/measurement/smoother.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/memory.h"
#include "tools/base/rng.h"

enum { N = 12 };

static void draw_times(struct rng *rng, size_t n, double t[])
{
    double at = 3;
    for (size_t i = 0; i < n; i++)
        t[i] = at += rng_log_uniform(rng, 0.2, 1);
}

/* Where the sum is least, its slope by each position is 0, but for rounding of the curve and of the
 * factors, each multiplied as coefficients and weights say. */
static void expect_least(const struct smoother *s, const double x[], const double smooth[],
                         double sum)
{
    double slope[N] = { 0 }, rounding[N] = { 0 }, direct = 0;
    for (size_t i = 0; i < N; i++) {
        const double off = smooth[i] - x[i];
        slope[i] = s->w[i] * off;
        rounding[i] = s->w[i];
        direct += s->w[i] * off * off;
    }
    for (size_t i = 0; i + s->order < N; i++) {
        const double difference = smoother_difference(s, i, smooth), weight = 1 / s->slack[i];
        const double *d = s->d[i], size = fabs(d[0]) + fabs(d[1]) + fabs(d[2]) + fabs(d[3]);
        direct += weight * difference * difference;
        for (size_t k = 0; k <= s->order; k++) {
            slope[i + k] += weight * d[k] * difference;
            rounding[i + k] += weight * fabs(d[k]) * size;
            for (size_t j = 0; j <= s->order; j++)
                rounding[i + k] +=
                    weight * fabs(d[k]) * d[j] * d[j] * weight * fabs(difference) / s->w[i + j];
        }
    }
    for (size_t i = 0; i < N; i++)
        cr_expect_float_eq(slope[i], 0, 16 * DBL_EPSILON * rounding[i], "%zu: %g of %g", i,
                           slope[i], rounding[i]);
    cr_expect_float_eq(sum, direct, 1e-8 * direct, "%g, not %g", sum, direct);
}

Test(smoother, makes_the_sum_least)
{
    struct rng rng = rng_keyed(0, "smoother", 0);
    for (size_t round = 0; round < 400; round++) {
        struct smoother s;
        double t[N], x[N], smooth[N];
        draw_times(&rng, N, t);
        smoother_begin(&s, N, t, 2 + round % 2);
        /* Of third differences one is held in some rounds, and one has its own slack. */
        if (round % 4 == 1) {
            smoother_give(&s, 2, 0.03);
            smoother_hold(&s, 5, 0.02);
        }
        s.lambda = rng_log_uniform(&rng, 1e-8, 1e3);
        for (size_t i = 0; i < N; i++) {
            s.w[i] = rng_log_uniform(&rng, 0.01, 1);
            s.u[i] = rng_log_uniform(&rng, 0.01, 10);
            x[i] = rng_uniform(&rng);
        }
        smoother_factor(&s);
        for (size_t i = 0; i + s.order < N; i++) {
            const bool is_held = round % 4 == 1 && i == 5, is_given = round % 4 == 1 && i == 2;
            cr_expect_eq(smoother_is_held(&s, i), is_held);
            cr_expect_eq(smoother_is_given(&s, i), is_held || is_given);
            if (is_held || is_given)
                cr_expect_eq(s.slack[i], is_held ? 0.02 : 0.03);
            else
                cr_expect_float_eq(s.slack[i] * s.lambda * s.u[i], 1, 1e-14);
            if (is_held)
                cr_expect_eq(smoother_difference(&s, i, x), (x[i + 3] - x[i]) - (x[i + 2] - x[i]));
        }
        expect_least(&s, x, smooth, smoother_solve(&s, x, smooth));
        /* One array for both: the same. */
        const double sum = smoother_solve(&s, x, smooth);
        cr_expect_eq(smoother_solve(&s, x, x), sum);
        for (size_t i = 0; i < N; i++)
            cr_expect_eq(x[i], smooth[i]);
        smoother_free(&s);
    }
}

/* At any times, the third differences of a cubic are its third derivative times the cube of the
 * mean interval, and the second ones of a parabola its second times the square. */
Test(smoother, knows_powers)
{
    struct rng rng = rng_keyed(0, "cubics", 0);
    double t[N], x[N];
    struct smoother s;
    draw_times(&rng, N, t);
    const double h = (t[N - 1] - t[0]) / (N - 1);
    for (size_t order = 2; order <= 3; order++) {
        for (size_t i = 0; i < N; i++)
            x[i] = 7 + t[i] * (1 - t[i] * (2 - (order == 3) * 0.5 * t[i]));
        smoother_begin(&s, N, t, order);
        for (size_t i = 0; i + order < N; i++) {
            double rounding = 0;
            for (size_t k = 0; k <= order; k++)
                rounding += fabs(s.d[i][k] * x[i + k]) * 16 * DBL_EPSILON;
            cr_expect_float_eq(smoother_difference(&s, i, x),
                               order == 3 ? 3 * h * h * h : -4 * h * h, rounding);
        }
        smoother_free(&s);
    }
}

/* Parabolas cost nothing, and of velocities straight lines: they stay, however stiff the curve,
 * where they are, far from 0 too. */
Test(smoother, leaves_parabolas)
{
    enum { MANY = 20000 };
    double *t = memory_array(MANY, sizeof *t), *x = memory_array(MANY, sizeof *x);
    double *smooth = memory_array(MANY, sizeof *smooth);
    for (int irregular = 0; irregular < 2; irregular++)
        for (int k = 0; k < 8; k++) {
            const int order = 2 + k % 2, stiff = k / 2;
            struct rng rng = rng_keyed(0, "parabola", 0);
            struct smoother s;
            for (int i = 0; i < MANY; i++) {
                t[i] = 1e-3 * (i + irregular * rng_uniform(&rng));
                x[i] = 1000 + t[i] * (1 - (order == 3) * 0.1 * t[i]);
            }
            smoother_begin(&s, MANY, t, (size_t)order);
            s.lambda = pow(10, 10 * stiff - 5);
            for (int i = 0; i < MANY; i++) {
                s.w[i] = rng_log_uniform(&rng, 1e-3, 1);
                s.u[i] = rng_log_uniform(&rng, 1e-3, 1e3);
            }
            smoother_factor(&s);
            smoother_solve(&s, x, smooth);
            /* Rounding of positions is noise, which a curve does not make larger by much. */
            for (int i = 0; i < MANY; i++)
                cr_assert_float_eq(smooth[i], x[i], 100 * DBL_EPSILON * 1000, "1e%d, %d: %g",
                                   10 * stiff - 5, i, smooth[i] - x[i]);
            smoother_free(&s);
        }
    free(t);
    free(x);
    free(smooth);
}

/* A curve that is as stiff as can be, through noise, is no farther off than a parabola by much. */
Test(smoother, is_as_stiff_as_can_be)
{
    enum { MANY = 20000 };
    double *t = memory_array(MANY, sizeof *t), *x = memory_array(MANY, sizeof *x), sum = 0;
    struct rng rng = rng_keyed(0, "stiff", 0);
    struct smoother s;
    for (int i = 0; i < MANY; i++) {
        t[i] = 1e-3 * i;
        x[i] = 2 * rng_uniform(&rng) - 1;
    }
    smoother_begin(&s, MANY, t, 3);
    s.lambda = 1e30;
    for (int i = 0; i < MANY; i++)
        s.w[i] = i % 1000 < 500 ? 1e-3 : 1;
    smoother_factor(&s);
    smoother_solve(&s, x, x);
    for (int i = 0; i < MANY; i++)
        sum += x[i] * x[i] / MANY;
    /* One number for every 250 samples is free; of half of them the weights are next to nothing. */
    cr_expect_lt(sum, 8 / 3.0 / 250, "%g", sum);
    smoother_free(&s);
    free(t);
    free(x);
}
