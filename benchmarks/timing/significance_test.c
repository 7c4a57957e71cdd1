/* The rank-sum test against counted choices, and how often it is wrong of samples of one
 * distribution. */
#include <criterion/criterion.h>
#include <math.h>

#include "benchmarks/timing/significance.h"
#include "tools/testing/test_distribution.h"
#include "tools/testing/test_random.h"

/* Relative: some hundred sums and quotients of counts. */
static const double ROUNDING = 1e-14;

static void expect_near(double is, double expected)
{
    cr_expect(fabs(is - expected) <= ROUNDING * expected, "%.17g, not %.17g", is, expected);
}

static void expect_p(const double a[], size_t n, const double b[], size_t m, double p, double least)
{
    const struct rank_test test = rank_test(a, n, b, m), back = rank_test(b, m, a, n);
    expect_near(test.p, p);
    expect_near(test.least, least);
    expect_near(back.p, p);
}

/* Of the 20 ways to choose 3 of 6, those with ranks 1 + 2 + 3 and 4 + 5 + 6 are the extremes. */
Test(rank_test, counts_choices)
{
    expect_p((double[]){ 1, 2, 3 }, 3, (double[]){ 4, 5, 6 }, 3, 2.0 / 20, 2.0 / 20);
    expect_p((double[]){ 1, 2, 4 }, 3, (double[]){ 3, 5, 6 }, 3, 4.0 / 20, 2.0 / 20);
    expect_p((double[]){ 1, 3, 5 }, 3, (double[]){ 2, 4, 6 }, 3, 14.0 / 20, 2.0 / 20);
    expect_p((double[]){ 7 }, 1, (double[]){ 1, 2, 3, 4 }, 4, 2.0 / 5, 2.0 / 5);
}

/* Where the extreme number stands in its sample does not matter. */
Test(rank_test, takes_numbers_in_any_order)
{
    static const double b[] = { 4, 1, 3, 2, 5 };
    for (size_t at = 0; at < 5; at++) {
        double a[] = { 6, 7, 8, 9, 10 };
        a[at] = 1e300;
        expect_p(a, 5, b, 5, 2.0 / 252, 2.0 / 252);
    }
}

/* Equal numbers share their ranks: 1 2 2 2 3 have ranks 1 3 3 3 5, and of the choices of two three
 * have the sum 4, four 6 and three 8. */
Test(rank_test, is_exact_where_numbers_are_equal)
{
    expect_p((double[]){ 1, 2 }, 2, (double[]){ 2, 2, 3 }, 3, 6.0 / 10, 6.0 / 10);
    expect_p((double[]){ 1, 3 }, 2, (double[]){ 2, 2, 2 }, 3, 1, 6.0 / 10);
    expect_p((double[]){ 2, 2, 2 }, 3, (double[]){ 2, 2, 2, 2 }, 4, 1, 1);
}

Test(rank_test, decides_nothing_about_what_is_no_number)
{
    double a[] = { 1, 2, 3 };
    const double b[] = { 4, 5, 6 };
    cr_expect(isnan(rank_test(a, 0, b, 3).p) && isnan(rank_test(a, 3, b, 0).least));
    for (size_t at = 0; at < 3; at++) {
        a[at] = NAN;
        cr_expect(isnan(rank_test(a, 3, b, 3).p) && isnan(rank_test(b, 3, a, 3).p));
        a[at] = 1;
    }
}

/* The largest samples: the end of the distribution, and its middle. */
Test(rank_test, takes_as_many_as_it_says)
{
    double a[SAMPLE_MOST], b[SAMPLE_MOST], choices = 1;
    for (size_t i = 0; i < SAMPLE_MOST; i++) {
        a[i] = (double)i;
        b[i] = (double)(SAMPLE_MOST + i);
        choices *= (double)(SAMPLE_MOST + i + 1) / (double)(i + 1);
    }
    expect_p(a, SAMPLE_MOST, b, SAMPLE_MOST, 2 / choices, 2 / choices);
    expect_p(a, SAMPLE_MOST, a, SAMPLE_MOST, 1, 2 / choices);
}

/* Times as they are, skewed; with few values, often equal. */
static double time_of(unsigned long long *seed, bool coarse)
{
    const double time = 1 - log(1 - test_uniform(seed));
    return coarse ? floor(3 * time) : time;
}

/* Counts how many of the tests have p at most `level`, of samples of one distribution. */
static unsigned alarms(size_t n, size_t m, bool coarse, double level, unsigned tests)
{
    unsigned long long seed = test_seed() + 1;
    unsigned count = 0;
    for (unsigned k = 0; k < tests; k++) {
        double a[SAMPLE_MOST], b[SAMPLE_MOST];
        for (size_t i = 0; i < n; i++)
            a[i] = time_of(&seed, coarse);
        for (size_t i = 0; i < m; i++)
            b[i] = time_of(&seed, coarse);
        count += rank_test(a, n, b, m).p <= level;
    }
    return count;
}

/* Of 5 and 5 repetitions p <= 0.05 for 8 of 252 choices: sums 15, 16, 17, 17 and their mirror
 * images. Where numbers are equal the rate depends on them, but is no larger than the level. */
Test(rank_test, is_wrong_as_often_as_it_says)
{
    enum { TESTS = 4000 };
    expect_share("5 and 5", alarms(5, 5, false, 0.05, TESTS), TESTS, 8.0 / 252);
    expect_share("3 and 3", alarms(3, 3, false, 0.1, TESTS), TESTS, 0.1);
    cr_expect_eq(alarms(3, 3, false, 0.05, TESTS), 0);
    const unsigned coarse = alarms(7, 5, true, 0.05, TESTS),
                   fine = alarms(15, 9, false, 0.05, 1000);
    cr_expect_lt(coarse, TESTS * 0.05 + 5 * sqrt(TESTS * 0.05 * 0.95), "%u", coarse);
    cr_expect_gt(coarse, TESTS * 0.02, "%u", coarse);
    expect_share("15 and 9", fine, 1000, 0.05);
}

static size_t adjust(struct rank_test tests[], size_t n, double level)
{
    struct rank_test *list[64];
    for (size_t i = 0; i < n; i++)
        list[i] = &tests[i];
    return rank_tests_adjust(list, n, level);
}

/* The smallest p counts n times, the next n - 1 times, and none less than one before it. The
 * extreme stands first, in the middle and last. */
Test(rank_tests, are_adjusted_by_holm)
{
    static const double p[][4] = { { 0.001, 0.04, 0.03, 0.9 },
                                   { 0.9, 0.001, 0.04, 0.03 },
                                   { 0.03, 0.04, 0.9, 0.001 } };
    for (size_t k = 0; k < 3; k++) {
        struct rank_test tests[4];
        for (size_t i = 0; i < 4; i++)
            tests[i] = (struct rank_test){ .p = p[k][i], .least = 1e-6 };
        cr_expect_eq(adjust(tests, 4, 0.05), 4);
        for (size_t i = 0; i < 4; i++) {
            const double expected = p[k][i] < 0.01 ? 0.004 : p[k][i] < 0.1 ? 0.09 : 0.9;
            expect_near(tests[i].adjusted, expected);
        }
    }
}

/* Tests that cannot reach the level, of all that could, burden none of the others. */
Test(rank_tests, too_small_to_be_significant_take_no_part)
{
    struct rank_test tests[20];
    for (size_t i = 0; i < 20; i++)
        tests[i] = (struct rank_test){ .p = 0.008, .least = i % 10 == 3 ? 1e-6 : 0.008 };
    tests[0].least = NAN;
    cr_expect_eq(adjust(tests, 20, 0.05), 2);
    for (size_t i = 0; i < 20; i++) {
        cr_expect_eq(tests[i].able, i % 10 == 3);
        if (tests[i].able)
            expect_near(tests[i].adjusted, 0.016);
        else
            cr_expect(isnan(tests[i].adjusted));
    }
    cr_expect_eq(adjust(tests + 4, 6, 0.05), 6, "six of these reach a sixth of the level");
    cr_expect_eq(adjust(NULL, 0, 0.05), 0);
}

/* In families of rows without a difference, any is called significant as often as the level says:
 * with 15 repetitions, nearly. */
Test(rank_tests, are_wrong_of_any_row_as_often_as_they_say)
{
    enum { FAMILIES = 400, ROWS = 10 };
    unsigned long long seed = test_seed() + 2;
    unsigned wrong = 0;
    for (unsigned f = 0; f < FAMILIES; f++) {
        struct rank_test tests[ROWS];
        bool any = false;
        for (size_t r = 0; r < ROWS; r++) {
            double a[11], b[11];
            const size_t n = r % 3 == 0 ? 4 : 11;
            for (size_t i = 0; i < n; i++) {
                a[i] = time_of(&seed, false);
                b[i] = time_of(&seed, false);
            }
            tests[r] = rank_test(a, n, b, n);
        }
        cr_expect_eq(adjust(tests, ROWS, 0.05), 6, "4 of the 10 have 4 repetitions");
        for (size_t r = 0; r < ROWS; r++)
            any |= tests[r].adjusted <= 0.05;
        wrong += any;
    }
    expect_share("families", wrong, FAMILIES, 0.05);
}
