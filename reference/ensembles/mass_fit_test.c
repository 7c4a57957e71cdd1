/* The factor on a step is the root that it stands for, to the digits that its terms leave. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/ensembles/mass_fit.h"

/* Sizes from 1e-11 to 1e11, and the mantissas at which terms that are left out are largest. */
Test(mass_fit, is_the_tenth_root_of_the_reciprocal_within_its_range)
{
    for (int e = -36; e <= 36; e++)
        for (int k = 0; k <= 64; k++) {
            const double error = ldexp(1 + k / 64.0, e);
            const double fit = mass_fit(error), root = pow(error, -0.1);
            const double within = fmin(fmax(root, 0.1), 10);
            cr_expect(fabs(fit / within - 1) < 1e-5, "%g: %.9g, not %.9g", error, fit, within);
        }
    cr_expect_float_eq(mass_fit(0), 10, 1e-4);
    cr_expect_float_eq(mass_fit(INFINITY), 0.1, 1e-6);
    cr_expect_float_eq(mass_fit(NAN), 10, 1e-4);
}
