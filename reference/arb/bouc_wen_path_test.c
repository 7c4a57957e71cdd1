/* What Bouc and Wen's z does along a path, in balls, against the same equation by small steps: at
 * corners and inside of boxes that hold both signs of u and of beta - gamma, and paths that end
 * where u comes to zero. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/arb/bouc_wen_path.h"
#include "reference/arb/test_box.h"

enum { PREC_BITS = 200, BOXES = 1200, STEPS = 1600 };

struct point {
    double A, beta, gamma, u, xi;
};

static double rate(const struct point *q, bool square, double u)
{
    const double power = square ? u * u : fabs(u);
    return q->A + (u >= 0 ? -(q->beta + q->gamma) : q->beta - q->gamma) * power;
}

/* One step of the classical method; the integral of u is one more state. A step through zero, where
 * the second derivative jumps, is halved until nothing is left of it. */
static void step(const struct point *q, bool square, double h, double *u, double *sum)
{
    const double k1 = rate(q, square, *u), u2 = *u + h / 2 * k1, k2 = rate(q, square, u2),
                 u3 = *u + h / 2 * k2, k3 = rate(q, square, u3), u4 = *u + h * k3,
                 k4 = rate(q, square, u4), u1 = *u + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    if (u1 * *u < 0 && h > 1e-7) {
        step(q, square, h / 2, u, sum);
        step(q, square, h / 2, u, sum);
        return;
    }
    *sum += h / 6 * (*u + 2 * u2 + 2 * u3 + u4);
    *u = u1;
}

static void by_steps(const struct point *q, bool square, double *u, double *sum)
{
    *u = q->u;
    *sum = 0;
    for (int i = 0; i < STEPS; i++)
        step(q, square, q->xi / STEPS, u, sum);
}

/* The path to u = 0, or 1 where it is further. */
static double path_to_zero(const struct point *q, bool square)
{
    double u = q->u, sum = 0, xi = 0;
    for (; u < 0 && xi < 1; xi += 1e-3)
        step(q, square, 1e-3, &u, &sum);
    return xi;
}

/* Returns true when the ball, wider by the error of steps, holds the number. */
static bool holds(const arb_t ball, double number, double error)
{
    arb_t wider, exact;
    arb_init(wider);
    arb_init(exact);
    mag_t add;
    mag_init(add);
    mag_set_d(add, error);
    arb_set(wider, ball);
    mag_add(arb_radref(wider), arb_radref(wider), add);
    arb_set_d(exact, number);
    const bool held = arb_contains(wider, exact);
    mag_clear(add);
    arb_clear(exact);
    arb_clear(wider);
    return held;
}

/* One number of a box: the ball, and a double in it. */
static double coordinate(unsigned long long *random, arb_t ball, double m, double radius)
{
    arb_t point;
    arb_init(point);
    test_box_coordinate(random, ball, point, m, radius);
    const double x = arf_get_d(arb_midref(point), ARF_RND_NEAR);
    arb_clear(point);
    return x;
}

Test(bouc_wen_path, boxes_hold_what_steps_give)
{
    unsigned long long random = test_seed();
    unsigned said = 0;
    for (int k = 0; k < BOXES; k++) {
        static const double differences[] = { -0.6, -1e-3, 0, 1e-3, 0.6 },
                            radii[] = { 1e-6, 1e-3, 0.1 };
        const bool square = test_uniform(&random) < 0.5;
        double radius[5]; /* in one coordinate, or in all */
        const int only = (int)(test_uniform(&random) * 6);
        for (int i = 0; i < 5; i++)
            radius[i] = only == i || only == 5 ? radii[(size_t)(test_uniform(&random) * 3)] : 0;
        arb_t A, beta, gamma, u, xi, u1, integral;
        arb_init(A);
        arb_init(beta);
        arb_init(gamma);
        arb_init(u);
        arb_init(xi);
        arb_init(u1);
        arb_init(integral);
        struct point q;
        const double middle = 0.5 + test_uniform(&random),
                     difference = differences[(size_t)(test_uniform(&random) * 5)],
                     rest = difference < 0 ? fmin(pow(-1 / difference, square ? 0.5 : 1), 2) : 0.5,
                     from = 1.2 * test_uniform(&random) - 0.9;
        /* Some begin where u stays, and long paths leave from there. */
        const bool resting = test_uniform(&random) < 0.2;
        q.A = coordinate(&random, A, 1, radius[0]);
        q.beta = coordinate(&random, beta, middle + difference / 2, radius[1]);
        q.gamma = coordinate(&random, gamma, middle - difference / 2, radius[2]);
        q.u = coordinate(&random, u, resting ? -rest : from, radius[3]);
        /* Half of the paths end near where u comes to zero. */
        const double to = test_uniform(&random) < 0.5 ? path_to_zero(&q, square) : 0;
        const double length = (resting ? 8 : 2) * test_uniform(&random) + 0.2;
        q.xi = coordinate(&random, xi, to > 0 ? to : length, radius[4]);
        arb_bouc_wen_path(u1, integral, &(struct bouc_wen_path){ square, A, beta, gamma }, u, xi,
                          PREC_BITS);
        double end, sum;
        by_steps(&q, square, &end, &sum);
        /* Steps of h = xi/STEPS < 1/200 err by less than h^4 in all, as far as an error at the
         * start does not grow, by the ratio of the rates; the step through zero by 1e-14. */
        const double growth = fabs(rate(&q, square, end) / rate(&q, square, q.u)),
                     error = 4e-9 * (1 + growth);
        said += arb_is_finite(u1) && arb_is_finite(integral);
        cr_expect(!arb_is_finite(u1) || holds(u1, end, error),
                  "box %d: u of %g by A %g, beta %g, gamma %g along %g is %.9g", k, q.u, q.A,
                  q.beta, q.gamma, q.xi, end);
        cr_expect(!arb_is_finite(integral) || holds(integral, sum, error),
                  "box %d: the integral from %g by A %g, beta %g, gamma %g along %g is %.9g", k,
                  q.u, q.A, q.beta, q.gamma, q.xi, sum);
        arb_clear(integral);
        arb_clear(u1);
        arb_clear(xi);
        arb_clear(u);
        arb_clear(gamma);
        arb_clear(beta);
        arb_clear(A);
    }
    cr_expect_gt(said, BOXES * 9 / 10, "only %u boxes have an answer", said);
}
