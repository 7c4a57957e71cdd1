/* A test of what a generator has written: it fails if the generator computes something else. */
#include <criterion/criterion.h>

extern const int sample_corners;

Test(sample_generated, has_the_number) { cr_expect_eq(sample_corners, 4); }
