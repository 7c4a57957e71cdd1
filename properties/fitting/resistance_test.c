/* Whether forces resist the motion, or drive it. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/fitting/measured.h"

enum { SAMPLES = 4001 };

/* Sets t, x and the force of a run: Coulomb's, 2 N, with a Stribeck's part of 2 N that is gone at
 * 0.02 m/s, beside 5 N of weight, where both directions are. */
static void rub(struct log_run *run, bool is_one_way)
{
    for (size_t i = 0; i < run->n; i++) {
        const double t = 1e-3 * (double)i, v = is_one_way ? 0.01 * t : 0.05 * sin(7 * t + 0.3);
        run->t[i] = t;
        run->x[i] = is_one_way ? 0.005 * t * t : -0.05 / 7 * cos(7 * t + 0.3);
        run->force[i] = copysign(2 + 2 * fmax(0, 1 - fabs(v) / 0.02), v) + (is_one_way ? 0 : 5);
    }
}

/* Friction resists wholly, with the other sign it drives wholly, whichever directions there are; a
 * spring does neither: what it takes it gives back, but for the last part of a period in twenty. */
Test(measured, tells_what_resists)
{
    static double t[SAMPLES], x[SAMPLES], force[SAMPLES];
    struct log_run run = { .file = "made", .n = SAMPLES, .t = t, .x = x, .force = force };
    const struct log log = { .runs = &run, .n_runs = 1 };
    for (int kind = 0; kind < 5; kind++) {
        static const double expected[] = { 1, -1, 1, -1, 0 };
        struct measured m;
        rub(&run, kind >= 2 && kind < 4);
        for (size_t i = 0; i < SAMPLES; i++)
            force[i] = kind == 4 ? 300 * x[i] + 5 : kind % 2 ? -force[i] : force[i];
        measured_from(&log, 0, 0, &m);
        cr_expect_float_eq(measured_resistance(&m), expected[kind], 0.06, "%d: %g", kind,
                           measured_resistance(&m));
        measured_free(&m);
    }
}

/* Moves forward for `forward` samples, back for as many as are left, at one speed. */
static void go_and_return(size_t forward, double middle, struct log_run *run)
{
    for (size_t i = 0; i < run->n; i++) {
        run->t[i] = 1e-3 * (double)i;
        run->x[i] = 1e-4 * (i < forward ? (double)i : 2 * (double)forward - (double)i);
        run->force[i] = middle + (i < forward ? 1 : -1);
    }
}

/* A force that belongs to neither direction is taken away of each run by itself, where more than a
 * tenth of the way is in one of them: friction of 1 N beside it resists wholly. With less it stays:
 * of 92 parts of the way with 6 N, and 8 back with 4 N, forces take 552 and give 32. */
Test(measured, takes_the_middle_of_two_directions_away)
{
    enum { N = 1001 };
    static double t[2][N], x[2][N], force[2][N];
    static const struct {
        size_t forward[2];
        double expected;
    } cases[] = { { { 880, 500 }, 1 }, { { 120, 500 }, 1 }, { { 920, 920 }, 520.0 / 584 } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct log_run runs[2];
        struct measured m;
        for (int j = 0; j < 2; j++) {
            runs[j] =
                (struct log_run){ .file = "made", .n = N, .t = t[j], .x = x[j], .force = force[j] };
            go_and_return(cases[k].forward[j], k < 2 && j == 1 ? -7 : 5, &runs[j]);
        }
        const struct log log = { .runs = runs, .n_runs = 2 };
        measured_from(&log, 0, 0, &m);
        /* At the return, which the motion rounds off, a few samples of a thousand are off. */
        cr_expect_float_eq(measured_resistance(&m), cases[k].expected, 0.01, "%zu: %g", k,
                           measured_resistance(&m));
        measured_free(&m);
    }
}

/* Every force works along the way from the sample before it to the one behind, less the middle of
 * its run, which is half of what both directions have on average, by their ways. */
Test(measured, work_is_that_of_each_force)
{
    enum { N = 9 };
    double x[2][N] = { { 0, 1, 3, 4, 6, 5, 3, 2, 0 }, { 5, 4, 2, 3, 4, 7, 8, 6, 5 } };
    double force[2][N] = { { 9, 3, 1, 4, 1, -5, 2, -6, 5 }, { 2, -3, -1, 5, 7, 1, 6, -8, 30 } };
    struct measured_run run[2];
    const struct measured m = { .run = run, .n_runs = 2 };
    double work = 0, most = 0;
    for (int j = 0; j < 2; j++) {
        double forward = 0, back = 0, with = 0, against = 0;
        run[j] = (struct measured_run){ .n = N, .force = force[j], .motion = { .x = x[j] } };
        for (int i = 1; i + 1 < N; i++) {
            const double way = x[j][i + 1] - x[j][i - 1];
            *(way > 0 ? &forward : &back) += fabs(way);
            *(way > 0 ? &with : &against) += force[j][i] * fabs(way);
        }
        const double middle = (with / forward + against / back) / 2;
        for (int i = 1; i + 1 < N; i++) {
            const double way = x[j][i + 1] - x[j][i - 1];
            work += (force[j][i] - middle) * way;
            most += fabs((force[j][i] - middle) * way);
        }
    }
    cr_expect_float_eq(measured_resistance(&m), work / most, 1e-12);
}
