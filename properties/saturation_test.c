/* The saturating force of models/saturation.h against its equation: two ways one after the other
 * are one way, what is gained is what the rate says, and the way back to the path is the inverse.
 * In both precisions; each answer is good to some roundings of its terms. */
#include <criterion/criterion.h>

#include "models/saturation.h"
#include "properties/rng.h"

enum { POINTS = 20000 };

static const real TOLERANCE = 16 * R_EPSILON;

struct point {
    real n, w, tau;
};

/* From -4 to where it saturates, or, one in four, from beyond. */
static struct point draw(const char *label, uint64_t i)
{
    struct rng rng = rng_keyed(0, label, i);
    const real n = rng_below(&rng, 2) ? 2 : 1;
    const real beyond = (real)rng_log_uniform(&rng, 1e-3, 3);
    const real w = rng_below(&rng, 4) ? (real)(1 - 5 * rng_uniform(&rng)) : 1 + beyond;
    return (struct point){ n, w, (real)rng_log_uniform(&rng, 1e-4, 4) };
}

/* Terms of the change reach |w|^n tau. */
static bool near(real a, real b, const struct point *at)
{
    const real w = r_abs(at->w) + 1;
    return r_abs(a - b) <= TOLERANCE * w * w * (1 + at->tau);
}

Test(saturation, two_ways_are_one)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        const struct point at = draw("saturation/parts", i);
        const struct saturation whole = saturated(at.n, at.w, at.tau);
        const struct saturation first = saturated(at.n, at.w, C(0.25) * at.tau);
        const struct saturation second = saturated(at.n, first.end, C(0.75) * at.tau);
        cr_expect(near(whole.end, second.end, &at), "n = %g, from %a by %a", (double)at.n,
                  (double)at.w, (double)at.tau);
        cr_expect(near(whole.change, first.change + second.change, &at));
        cr_expect(near(whole.integral, first.integral + second.integral, &at));
        cr_expect(near(whole.end - at.w, whole.change, &at));
    }
}

/* Over a short way of h the next terms are h^2 times derivatives of at most n (1 + |w|)^(2n). */
Test(saturation, begins_by_its_rate)
{
    const real h = r_sqrt(R_EPSILON);
    for (uint64_t i = 0; i < POINTS; i++) {
        const struct point at = draw("saturation/rate", i);
        const struct saturation to = saturated(at.n, at.w, h);
        const real w = (1 + r_abs(at.w)) * (1 + r_abs(at.w)), next = 8 * h * w * w;
        cr_expect(r_abs(to.change / h - saturation_rate(at.n, at.w)) <= next);
        cr_expect(r_abs(to.integral / h - at.w) <= next);
    }
}

Test(saturation, paths_are_those_of_the_changes)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        struct point at = draw("saturation/path", i);
        if (at.w > 1)
            continue;
        const struct saturation to = saturated(at.n, at.w, at.tau);
        const real path = saturation_path(at.n, at.w, to.change);
        const real rate = saturation_rate(at.n, to.end);
        /* near saturation the path is uncertain by what a rounding of the change takes */
        const real margin = TOLERANCE * (1 + r_abs(at.w)) * (1 + r_abs(at.w)) * (1 + at.tau);
        if (rate > 64 * margin)
            cr_expect(r_abs(path - at.tau) <= 4 * margin / rate + TOLERANCE * at.tau,
                      "n = %g, from %a: %a, the way was %a", (double)at.n, (double)at.w,
                      (double)path, (double)at.tau);
    }
}

/* No way leads to where it saturates, or past it, as rounded changes may want to. */
Test(saturation, no_path_leads_past_its_end)
{
    for (int n = 1; n <= 2; n++)
        for (int i = -8; i < 8; i++)
            for (int past = 0; past < 4; past++) {
                const real w = (real)i / 8, change = (1 - w) * (1 + (real)past * R_EPSILON);
                cr_expect_eq(saturation_path((real)n, w, change), (real)INFINITY,
                             "n = %d, w = %g, %d roundings past", n, (double)w, past);
            }
}
