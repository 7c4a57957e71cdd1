/* The ramp of models/sine_ramp.h, in both precisions. Its sine is good to two roundings, those of
 * the last sum and of the product; the others are at most a quarter of a rounding each, and halve
 * from term to term. */
#include <criterion/criterion.h>

#include "models/sine_ramp.h"

enum { POINTS = 20000 };

static const long double PI = 3.14159265358979323846264338327950288L;

Test(ramp, sine_is_good_to_rounding)
{
    for (int i = -POINTS; i <= POINTS; i++) {
        const real t = (real)i / (2 * POINTS);
        const long double exact = sinl(PI * (long double)t);
        const long double error = fabsl((long double)ramp_sine(t) - exact);
        cr_expect(error <= 2 * (long double)R_EPSILON * fabsl(exact), "sin(pi %a): %a, off by %Lg",
                  (double)t, (double)ramp_sine(t), error);
    }
}

/* Climbs from 0 to 1 by the slope. */
Test(ramp, climbs_by_its_slope)
{
    cr_expect(ramp(0) == 0 && r_abs(ramp(1) - 1) <= 4 * R_EPSILON);
    for (int i = 0; i < POINTS; i++) {
        const real y = ((real)i + C(0.5)) / POINTS, height = ramp(y);
        const long double sine = sinl(PI / 2 * (long double)y), exact = sine * sine;
        const long double slope = PI / 2 * sinl(PI * (long double)y);
        cr_expect(fabsl((long double)height - exact) <= 8 * (long double)R_EPSILON * exact);
        cr_expect(fabsl((long double)ramp_slope(y) - slope) <= 8 * (long double)R_EPSILON * 2);
    }
}
