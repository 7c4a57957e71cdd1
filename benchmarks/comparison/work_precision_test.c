/* Work-precision curves with known crossings. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/comparison/work_precision.h"

/* A method of order p: error = c h^p, time = d/h: time = d (c/error)^(1/p) exactly, and the line
 * through any of its points is the curve itself. */
Test(work_precision, power_laws_are_interpolated_exactly)
{
    for (int p = 1; p <= 5; p++) {
        struct work_point points[8];
        for (int i = 0; i < 8; i++) {
            const double h = pow(10, -0.5 * i);
            points[i] = (struct work_point){ 3 * pow(h, p), 2e-4 / h };
        }
        const double error = 3 * pow(0.02, p);
        cr_expect_float_eq(work_at_error(points, 8, error), 2e-4 / 0.02, 1e-12);
    }
}

Test(work_precision, of_several_crossings_the_shortest_counts)
{
    const struct work_point points[] = { { 1e-3, 1 }, { 1e-7, 2 }, { 1e-5, 3 }, { 1e-9, 4 } };
    cr_expect_float_eq(work_at_error(points, 4, 1e-6), pow(2, 0.75), 1e-12);
}

Test(work_precision, failures_have_no_neighbours)
{
    const struct work_point points[] = { { (double)NAN, 1 }, { 1e-7, 2 }, { HUGE_VAL, 3 } };
    cr_expect(isnan(work_at_error(points, 3, 1e-6)));
    cr_expect(isnan(work_at_error(points, 3, 1e-8)));
    cr_expect(isnan(work_at_error(points, 0, 1e-8)));
}

Test(work_precision, a_curve_that_begins_below_takes_its_first_time)
{
    const struct work_point points[] = { { 1e-7, 2 }, { 1e-8, 3 } };
    cr_expect_eq(work_at_error(points, 2, 1e-6), 2);
}
