/* The digits that the project promises of its references, over the whole length of the
 * experiments. */
#include "reference/solutions/reference_fixture.h"

Test(promises, pre_sliding_of_lugre)
{
    struct reference_fixture s;
    open_law(&s, "lugre");
    experiment(&s, "pre_sliding");
    solve(&s, 40); /* 10 and 35 s are the 100th and the 350th of 400 samples */
    cr_expect(fabs(s.reference.x[100] - 4.48579e-5) <= 6e-11, "x(10) = %g", s.reference.x[100]);
    cr_expect(fabs(s.reference.x[350] + 9.5635e-6) <= 6e-11, "x(35) = %g", s.reference.x[350]);
    clean(&s);
}

Test(promises, hunting_of_lugre)
{
    struct reference_fixture s;
    double least = HUGE_VAL, most = -HUGE_VAL;
    open_law(&s, "lugre");
    experiment(&s, "pid");
    solve(&s, 100);
    for (size_t i = (N - 1) / 2 + 1; i < N; i++) {
        least = fmin(least, s.reference.x[i]);
        most = fmax(most, s.reference.x[i]);
    }
    cr_expect(fabs(s.reference.x[N - 1] - 0.936110) <= 6e-7);
    /* The extremes are flat: the mass rests there. */
    cr_expect(fabs(least - 0.936018) <= 6e-7 && fabs(most - 1.063909) <= 6e-7, "%.6f to %.6f",
              least, most);
    expect_floors(&s);
    clean(&s);
}

Test(promises, floors)
{
    static const char *const names[] = { "pre_sliding", "stick_slip", "pid" };
    static const double alphas[] = { 0, 25000, 50000, 100000, 1e9 }; /* 0: LuGre */
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
            struct reference_fixture s;
            open_law(&s, alphas[i] > 0 ? "martinez_rosas" : "lugre");
            if (alphas[i] > 0)
                set(&s, "alpha", alphas[i]);
            experiment(&s, names[k]);
            solve(&s, s.setup.duration);
            expect_floors(&s);
            clean(&s);
        }
}
