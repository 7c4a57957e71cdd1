/* Collocation's two forms of a solution: which one is taken where, and that both give the same
 * solution. In both precisions. */
#include <criterion/criterion.h>

#include "integrators/numerics/lobatto.h"

enum { Q = 6, PLACES = 17 };

/* From 2 towards 1 at the rate 1. */
static void solve(real h, struct relaxing *r)
{
    const real ones[Q + 1] = { 1, 1, 1, 1, 1, 1, 1 };
    collocate(Q, &lobatto_7, h, ones, ones, 2, R_EPSILON / 4, r);
}

/* From the travel 1 on it is the polynomial with an exponential, below that the series. They are
 * next to each other there: term k of the series has 2 k roundings, of a size of 1/k!, and adding
 * them up has one of each partial sum, of up to 2; the other form has five in all. */
Test(collocation, has_the_form_for_its_travel)
{
    struct relaxing below, from;
    real h = 1 - 16 * R_EPSILON;
    solve(h, &below);
    for (from = below; from.theta < 1; h = r_next_up(h)) {
        below = from;
        solve(h, &from);
    }
    cr_assert(from.theta == 1, "there is a step of that travel: %a", (double)from.theta);
    cr_expect(below.theta < 1 && below.series);
    cr_expect(!from.series);
    for (int i = 0; i < PLACES; i++) {
        const real u = (real)i / (PLACES - 1);
        const real series = collocation_at(Q, &below, u), other = collocation_at(Q, &from, u);
        cr_expect(r_abs(series - other) <= 16 * R_EPSILON, "at %g: %a and %a", (double)u,
                  (double)series, (double)other);
        cr_expect(r_abs(other - (1 + r_exp(-u))) <= 4 * R_EPSILON, "at %g: %a", (double)u,
                  (double)other);
    }
}
