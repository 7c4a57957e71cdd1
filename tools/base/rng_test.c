/* Random numbers have the distributions that they are named after. */
#include <math.h>

#include "tools/base/rng.h"
#include "tools/testing/test_distribution.h"

/* The distribution function of a normal deviate is uniform at it; so is the angle of a pair, as the
 * two are independent. */
Test(rng, pairs_are_normal)
{
    const double pi = 3.14159265358979323846;
    struct rng rng = rng_keyed(1, "normal", 0);
    struct histogram one[2] = { { .n = 0 }, { .n = 0 } }, angle = { .n = 0 };
    for (int i = 0; i < 100000; i++) {
        double pair[2];
        rng_normal_pair(&rng, pair);
        for (int k = 0; k < 2; k++)
            histogram_add(&one[k], erfc(-pair[k] / sqrt(2)) / 2);
        histogram_add(&angle, 0.5 + atan2(pair[1], pair[0]) / (2 * pi));
    }
    expect_uniform("first", &one[0]);
    expect_uniform("second", &one[1]);
    expect_uniform("angle", &angle);
}

/* The same key gives the same numbers; seed, label and index each give others. */
Test(rng, streams_are_keyed)
{
    struct rng rng = rng_keyed(1, "a", 0), same = rng_keyed(1, "a", 0);
    struct rng others[] = { rng_keyed(2, "a", 0), rng_keyed(1, "b", 0), rng_keyed(1, "a", 1) };
    for (int i = 0; i < 100; i++) {
        const uint64_t next = rng_next(&rng);
        cr_expect_eq(rng_next(&same), next);
        for (int k = 0; k < 3; k++)
            cr_expect_neq(rng_next(&others[k]), next);
    }
}
