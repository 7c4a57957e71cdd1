/* The saturating force of models/saturation.h against its equation: two paths one after the other
 * are one path, changes begin by the rate, and the path found for a change is the one that made it.
 * In both precisions.
 *
 * What rounding may do is counted, in R_EPSILON: half for each operation, 2 for each of the
 * library's functions, 3.5 for r_decay_m1 (models/decay.h). With m = max(1, |w|), which the end
 * never exceeds:
 *
 *     n = 1     end 3.4 (1+m)    change 4.5 |change|    integral 4.5 |change| + |integral|/2
 *     w >= 0    end 6 m          change 7.5 |change|    integral 4.5 + 2 tau + 2.5 |integral|
 *     w < 0     end 6 m          change 7 |change|      integral 7 m + 2 |integral|
 *     past 0    end 5.5          change 5.5 + (1+m)/2   integral 8.4 + 2 m + tau + |integral|/2
 *
 * where w + t cancels for w < 0 and the rounding of t <= |w| stays; the log1p of a sum that loses
 * at most half, or that is 1 + X with X > 0, is off by no more than its argument, relatively; and
 * past 0 the path left is off by 2 atan(|w|) + tau/2. */
#include <criterion/criterion.h>

#include "models/saturation.h"
#include "tools/base/rng.h"

enum { POINTS = 20000 };

struct point {
    real n, w, tau;
};

/* A point from w = -4 to saturation or, in one of four cases, from beyond. */
static struct point draw(const char *label, uint64_t i)
{
    struct rng rng = rng_keyed(0, label, i);
    const real n = rng_below(&rng, 2) ? 2 : 1;
    const real beyond = (real)rng_log_uniform(&rng, 1e-3, 3);
    const real w = rng_below(&rng, 4) ? (real)(1 - 5 * rng_uniform(&rng)) : 1 + beyond;
    return (struct point){ n, w, (real)rng_log_uniform(&rng, 1e-4, 4) };
}

/* The rounding allowed for an end, and for a change. */
static real rounding(real w) { return 8 * R_EPSILON * (1 + r_max(1, r_abs(w))); }

static real integral_rounding(real w, real tau, real integral)
{
    return rounding(w) + 3 * R_EPSILON * (tau + r_abs(integral));
}

static bool near(real a, real b, real allowed) { return r_abs(a - b) <= allowed; }

/* A path, and a quarter and the rest of it one after the other, agree. The rest begins where the
 * quarter ends to within rounding, which shrinks on the way, as solutions come together, and counts
 * for all of it in the integral; and 3/4 of a path is rounded. A sum adds half a rounding, which
 * those counted are above. */
Test(saturation, two_ways_are_one)
{
    for (uint64_t i = 0; i < POINTS; i++) {
        const struct point at = draw("saturation/parts", i);
        const real w = at.w, tau = at.tau, quarter = tau / 4, rest = 3 * quarter;
        const struct saturation whole = saturated(at.n, w, tau);
        const struct saturation first = saturated(at.n, w, quarter);
        const struct saturation second = saturated(at.n, first.end, rest);
        const real path = R_EPSILON / 2 * rest * (1 + w * w);
        const real allowed = 3 * rounding(w) + path;
        cr_expect(near(whole.end, second.end, allowed), "n = %g, from %a by %a", (double)at.n,
                  (double)w, (double)tau);
        cr_expect(near(whole.change, first.change + second.change, allowed + rounding(w)));
        cr_expect(near(whole.integral, first.integral + second.integral,
                       integral_rounding(w, tau, whole.integral) +
                           integral_rounding(w, quarter, first.integral) +
                           integral_rounding(w, rest, second.integral) + tau * rounding(w) + path));
        cr_expect(near(whole.end - w, whole.change, 3 * rounding(w)));
    }
}

/* Over a short path h the next term is h^2/2 times w" = -n |w|^(n-1) (1 - w |w|^(n-1)), and less
 * than h^2 times it, since w changes little; roundings show as they are large next to h. */
Test(saturation, begins_by_its_rate)
{
    const real h = r_sqrt(R_EPSILON);
    for (uint64_t i = 0; i < POINTS; i++) {
        const struct point at = draw("saturation/rate", i);
        const real w = r_abs(at.w);
        const struct saturation to = saturated(at.n, at.w, h);
        const real rate = 1 + (at.n == 2 ? w * w : w), next = (at.n == 2 ? 2 * w : 1) * rate;
        cr_expect(near(to.change / h, saturation_rate(at.n, at.w), h * next + rounding(w) / h));
        cr_expect(near(to.integral / h, at.w, h * rate + integral_rounding(w, h, to.integral) / h));
    }
}

/* A change that is off by its rounding shifts its path by that rounding over the rate at the end:
 * the change's own rounding, 5 of the terms of the path, and 4 of the path. Near saturation, where
 * the rate itself is within roundings of 0, a change says nothing of the path. */
Test(saturation, paths_are_those_of_the_changes)
{
    unsigned compared = 0;
    for (uint64_t i = 0; i < POINTS; i++) {
        struct point at = draw("saturation/path", i);
        if (at.w > 1)
            continue;
        const struct saturation to = saturated(at.n, at.w, at.tau);
        const real path = saturation_path(at.n, at.w, to.change);
        const real rate = saturation_rate(at.n, to.end);
        const real change = rounding(at.w) + 5 * R_EPSILON * r_abs(to.change);
        /* then the rate is known, over all that the end may be, to a factor of two */
        if (rate < 8 * change)
            continue;
        compared++;
        cr_expect(near(path, at.tau, 2 * change / rate + 4 * R_EPSILON * at.tau),
                  "n = %g, from %a: %a, the way was %a", (double)at.n, (double)at.w, (double)path,
                  (double)at.tau);
    }
    cr_expect(compared > POINTS / 2);
}

/* No path leads to saturation, or past it, as rounded changes may ask for. */
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
