/* Where elements end that saturate together: the soft one that carries the last of the force has
 * what the others leave of it, to its own rounding and not to that of all. */
#include <criterion/criterion.h>
#include <math.h>

#include "models/slip_elements.h"
#include "tools/base/rng.h"

/* Two stiff elements whose limits leave a part of the level, and a soft one. */
struct example {
    real k[3], W[3], G, part;
};

static struct example draw(struct rng *rng)
{
    struct example of = { .G = (real)rng_log_uniform(rng, 1e-3, 1e3),
                          .part = (real)rng_log_uniform(rng, 1e-3, 0.5) };
    const real share = (real)(0.2 + 0.6 * rng_uniform(rng));
    of.W[0] = of.G * (1 - of.part) * share;
    of.W[1] = of.G * (1 - of.part) * (1 - share);
    of.W[2] = 2 * of.G;
    of.k[2] = (real)rng_log_uniform(rng, 1e2, 1e6);
    for (int i = 0; i < 2; i++)
        of.k[i] = of.k[2] * (real)rng_log_uniform(rng, 1e4, 1e6);
    return of;
}

/* Returns the passage along so many times the way that the soft element has at the level. */
static struct passage along(const struct example *of, real n, real times)
{
    const struct elements e = { 3, of->k, of->W };
    struct passage at = { .n = n, .G = of->G };
    passage_begin(&e, &at);
    passage_go(&e, &at, times * of->G / of->k[2]);
    return at;
}

/* What the stiff ones leave is exact in arithmetic of twice the digits. */
static double left_for_soft(const struct example *of)
{
    const long double left = (long double)of->G - (long double)of->W[0] - (long double)of->W[1];
    return (double)(left / (long double)of->k[2]);
}

Test(slip_elements, end_where_the_level_is)
{
    struct rng rng = rng_keyed(1, "slip_elements", 0);
    for (unsigned i = 0; i < 400; i++) {
        const struct example of = draw(&rng);
        for (int n = 1; n <= 2; n++) {
            const struct passage at = along(&of, (real)n, 100);
            const double is = (double)at.y[2], should = left_for_soft(&of);
            /* two differences of numbers that are near one another are exact, others lose half a
             * unit of G's last place, which is never more than the first of them */
            const double allowed = 4 * (double)R_EPSILON * should +
                                   (double)R_EPSILON * (double)(of.G - of.W[0]) / (double)of.k[2];
            cr_assert(fabs(is - should) <= allowed, "n = %d, part %g: %.17g, not %.17g", n,
                      (double)of.part, is, should);
            cr_assert(at.slip[0] && at.slip[1] && !at.slip[2]);
        }
    }
}
