/* A test of what a generator has written: it fails if the generator computes something else. */
#include <criterion/criterion.h>

#include "properties/mutation/sample_generated.h"

Test(sample_generated, has_the_number) { cr_expect_eq(SAMPLE_CORNERS, 4); }
