/* A law's statement of how its flow magnifies errors agrees with its ball model. */
#include <criterion/criterion.h>

#include "properties/suite/widened_sample.h"

enum { FLOW_BITS = 4096 };

/* Computes the first state after the sample's hold, which begins nearer to zero by `nearer`. */
static void reach(struct widened_sample *pt, const arb_t nearer, arb_t end)
{
    _arb_vec_set(pt->bx1, pt->bx, ARB_LAW_MAX);
    arb_sub(pt->bx1, pt->bx1, nearer, FLOW_BITS);
    pt->law->flow(pt->bx1, pt->bp, pt->bv, pt->bs, pt->bh, FLOW_BITS);
    arb_set(end, pt->bx1);
}

/* Starts off by 2^-20 of the state; the bound may round like any number of the law. */
static void check_magnification(struct widened_sample *pt)
{
    const real path = r_abs(pt->v) * pt->h;
    const double most = (double)LAW.magnification(pt->p, path) * (1 + NEIGHBOURHOOD);
    arb_t less, end, other, none;
    cr_assert(most >= 1);
    if (!isfinite(most))
        return;
    arb_init(less);
    arb_init(end);
    arb_init(other);
    arb_init(none);
    widened_sample_fill(pt, exact_ball);
    arb_mul_2exp_si(less, pt->bx, -20);
    reach(pt, none, end);
    reach(pt, less, other);
    arb_sub(end, end, other, FLOW_BITS);
    arb_abs(end, end);
    arb_abs(less, less);
    arb_set_d(other, most);
    arb_mul(less, less, other, FLOW_BITS);
    cr_expect(!arb_gt(end, less), "more than %g at v=%a h=%a, state %a", most, (double)pt->v,
              (double)pt->h, (double)pt->x[0]);
    arb_clear(none);
    arb_clear(other);
    arb_clear(end);
    arb_clear(less);
}

Test(structure, magnification)
{
    if (!LAW.magnification || !LAW.flow)
        cr_skip_test("errors are not magnified");
    at_samples(check_magnification);
}
