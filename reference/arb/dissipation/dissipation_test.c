/* The sums that proofs evaluate, against the laws themselves: force, rates and a storage that is
 * differentiated by its own formula. */
#include "reference/arb/dissipation/point_test.h"
#include "tools/base/decide.h"

/* dS/dx_0 where c = 1, 0, ...: of the law's own storage, by differences over a relative 2^-60,
 * whose error is their square's; for a law that declares none, S has the unit Fc/sigma0, or Fc
 * where z has none. */
static void declared_slope(arb_t slope, const struct point *pt)
{
    arb_t step, t;
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    arb_init(step);
    arb_init(t);
    if (pt->law->storage) {
        _arb_vec_set(x, pt->x, ARB_LAW_MAX);
        arb_mul_2exp_si(step, pt->bound, -60);
        arb_add(x, pt->x, step, (slong)4 * PREC);
        pt->law->storage(slope, pt->p, x, (slong)4 * PREC);
        arb_sub(x, pt->x, step, (slong)4 * PREC);
        pt->law->storage(t, pt->p, x, (slong)4 * PREC);
        arb_sub(slope, slope, t, (slong)4 * PREC);
        arb_div(slope, slope, step, (slong)4 * PREC);
        arb_mul_2exp_si(slope, slope, -1);
        arb_mul_2exp_si(t, slope, -100);
        arb_add_error(slope, t);
    } else {
        const int sigma0 = arb_law_index(pt->law->params, "sigma0");
        arb_set(slope, pt->p + arb_law_index(pt->law->params, "Fc"));
        if (sigma0 >= 0)
            arb_div(slope, slope, pt->p + sigma0, PREC);
        arb_mul(slope, slope, pt->x, PREC);
        arb_div(slope, slope, pt->bound, PREC);
        arb_div(slope, slope, pt->bound, PREC);
    }
    arb_clear(t);
    arb_clear(step);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

/* (1-theta) (F v - dS/dt)/|v| by force and rate: c_k multiplies the declared slope by w^(2k). */
static void by_the_law(arb_t D, const struct point *pt)
{
    arb_t F, t, power, slope;
    arb_ptr dx = _arb_vec_init(ARB_LAW_MAX);
    arb_init(F);
    arb_init(t);
    arb_init(power);
    arb_init(slope);
    pt->law->force(F, pt->p, pt->v, pt->s, pt->x, PREC);
    arb_mul(D, F, pt->s, PREC);
    if (pt->balance.n_storage > 0) {
        pt->law->rate(dx, pt->p, pt->v, pt->s, pt->x, PREC);
        for (int k = pt->balance.n_storage - 1; k >= 0; k--) {
            arb_sqr(power, pt->w, PREC);
            arb_mul(slope, slope, power, PREC);
            arb_add(slope, slope, pt->c + k, PREC);
        }
        declared_slope(t, pt);
        arb_mul(slope, slope, t, PREC);
        arb_mul(slope, slope, dx, PREC);
        arb_abs(t, pt->v);
        arb_div(slope, slope, t, PREC);
        arb_sub(D, D, slope, PREC);
    }
    arb_sub_ui(t, pt->theta, 1, PREC);
    arb_neg(t, t);
    arb_mul(D, D, t, PREC);
    arb_clear(slope);
    arb_clear(power);
    arb_clear(t);
    arb_clear(F);
    _arb_vec_clear(dx, ARB_LAW_MAX);
}

Test(balance, excess_is_what_force_and_rate_give)
{
    arb_t mine, theirs, mu;
    arb_init(mine);
    arb_init(theirs);
    arb_init(mu);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_excess && i < POINTS; i++) {
            point_draw(&pt, i);
            const struct dissipation_box box = box_of(&pt);
            dissipation_value(q, mine, &box, mu, PREC);
            by_the_law(theirs, &pt);
            cr_assert(arb_overlaps(mine, theirs), "%s, point %u: %.17g, by force and rate %.17g",
                      q->law, i, arf_get_d(arb_midref(mine), ARF_RND_NEAR),
                      arf_get_d(arb_midref(theirs), ARF_RND_NEAR));
            cr_assert(mag_cmp_2exp_si(arb_radref(mine), -60) < 0, "%s", q->law);
            dissipation_excess(q, theirs, &box, mu, PREC);
            cr_assert(arb_contains_zero(mine) || ball_sign(theirs) == ball_sign(mine),
                      "%s, point %u: another sign", q->law, i);
        }
        point_clear(&pt);
    }
    arb_clear(mu);
    arb_clear(theirs);
    arb_clear(mine);
}

/* D is affine in the storage's coefficients, and its row says how. */
Test(balance, row_is_what_values_give)
{
    arb_ptr row = _arb_vec_init(1 + DISSIPATION_MAX_STORAGE);
    arb_t value, mu;
    arb_init(value);
    arb_init(mu);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_excess && i < POINTS; i++) {
            point_draw(&pt, i);
            const struct dissipation_box box = box_of(&pt);
            arb_set_ui(mu, i % 2);
            dissipation_value(q, value, &box, mu, PREC);
            dissipation_row(q, row, &box, mu, PREC);
            arb_dot(row, row, 0, row + 1, 1, pt.c, 1, q->n_storage, PREC);
            cr_assert(arb_overlaps(value, row), "%s, point %u: %.17g, by its row %.17g", q->law, i,
                      arf_get_d(arb_midref(value), ARF_RND_NEAR),
                      arf_get_d(arb_midref(row), ARF_RND_NEAR));
            cr_assert(mag_cmp_2exp_si(arb_radref(row), -60) < 0, "%s", q->law);
        }
        point_clear(&pt);
    }
    arb_clear(mu);
    arb_clear(value);
    _arb_vec_clear(row, 1 + DISSIPATION_MAX_STORAGE);
}

/* At the bounds, where it is used, and with the sign of the true rate elsewhere. */
Test(balance, inflow_has_the_sign_of_the_rate)
{
    arb_ptr dx = _arb_vec_init(ARB_LAW_MAX);
    arb_t mine;
    arb_init(mine);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_inflow && i < POINTS; i++) {
            point_draw(&pt, i);
            const int k = (int)(i % (unsigned)q->n_states), side = i % 4 < 2 ? -1 : 1;
            arb_set_si(pt.w + k, side);
            arb_mul(pt.x + k, pt.bound + k, pt.s, PREC);
            arb_mul_si(pt.x + k, pt.x + k, side, PREC);
            const struct dissipation_box box = box_of(&pt);
            dissipation_inflow(q, mine, &box, k, side, PREC);
            pt.law->rate(dx, pt.p, pt.v, pt.s, pt.x, PREC);
            arb_mul(dx + k, dx + k, pt.s, PREC);
            arb_mul_si(dx + k, dx + k, -side, PREC);
            cr_assert(arb_contains_zero(dx + k) ||
                          arf_sgn(arb_midref(mine)) == arf_sgn(arb_midref(dx + k)),
                      "%s, state %d at %d: %g, rate %g", q->law, k, side,
                      arf_get_d(arb_midref(mine), ARF_RND_NEAR),
                      arf_get_d(arb_midref(dx + k), ARF_RND_NEAR));
        }
        point_clear(&pt);
    }
    arb_clear(mine);
    _arb_vec_clear(dx, ARB_LAW_MAX);
}

/* mu takes away in proportion, nothing at rest, and something of every motion with w_0 > 0. */
Test(balance, mu_takes_away_in_proportion)
{
    arb_t with[3], mu, taken;
    arb_init(mu);
    arb_init(taken);
    for (int k = 0; k < 3; k++)
        arb_init(with[k]);
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct point pt;
        if (!point_init(&pt, *law))
            continue;
        const struct dissipation_inequality *q = &pt.balance;
        for (unsigned i = 0; q->has_excess && i < POINTS; i++) {
            point_draw(&pt, i);
            const struct dissipation_box box = box_of(&pt);
            for (int k = 0; k < 3; k++) {
                arb_set_si(mu, k);
                dissipation_value(q, with[k], &box, mu, PREC);
            }
            arb_sub(taken, with[0], with[1], PREC);
            const bool moves = q->n_states == 0 || arb_is_positive(pt.w);
            cr_assert(moves ? arb_is_positive(taken) : !arb_is_negative(taken), "%s, point %u",
                      q->law, i);
            arb_addmul_si(with[2], taken, 2, PREC);
            cr_assert(arb_overlaps(with[2], with[0]), "%s, point %u", q->law, i);
        }
        point_clear(&pt);
    }
    for (int k = 0; k < 3; k++)
        arb_clear(with[k]);
    arb_clear(taken);
    arb_clear(mu);
}
