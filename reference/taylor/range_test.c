/* Short motions of linear equations that have a closed solution (closed_test.h), enclosed by their
 * range alone. */
#include <criterion/criterion.h>

#include "reference/taylor/closed_test.h"
#include "reference/taylor/range.h"

/* A range holds all that happens in it, for 1/16 s. b and k x are below 8 together, and a box
 * becomes twice as wide as it has to be: 1 to either side. */
Test(range, holds_the_motion_in_it)
{
    arb_ptr x = _arb_vec_init(N), E = _arb_vec_init(N), is = _arb_vec_init(N),
            is_E = _arb_vec_init(N);
    arb_t t;
    arb_init(t);
    for (int wide = 0; wide <= NUMBERS; wide++)
        for (int side = -1; side <= 1; side += 2)
            for (int sign = 0; sign < 2; sign++) {
                struct trial m;
                struct taylor_range r;
                taylor_range_init(&r);
                open_trial(&m, 1, 0.5, 0.0625, 40);
                widen(&m, wide, 1e-3, side);
                cr_assert(
                    taylor_range_set(&r, &m.step, &m.segment, m.box + X0, m.from, m.to, sign));
                for (int place = 0; place <= 4; place++) {
                    arb_mul_si(t, m.to, place, FINE);
                    arb_mul_2exp_si(t, t, -2);
                    solve(is, is_E, m.point, t);
                    expect_in(r.box, is, "range", wide, place);
                }
                for (int i = 0; i < N; i++) {
                    cr_expect_leq(mag_get_d(arb_radref(r.box + i)), 1);
                    arb_set(x + i, m.box + X0 + i);
                    arb_addmul(x + i, r.rate + i, r.h, FINE);
                }
                _arb_vec_zero(E, N);
                taylor_range_add_energy(&r, &m.step, E);
                expect_in(x, is, "end", wide, 1);
                expect_in(E, is_E, "energy of a range", wide, 1);
                taylor_range_clear(&r);
                close_trial(&m);
            }
    arb_clear(t);
    _arb_vec_clear(is_E, N);
    _arb_vec_clear(is, N);
    _arb_vec_clear(E, N);
    _arb_vec_clear(x, N);
}

/* States that do not move, but for what is not known of their equations, may go either way. */
Test(range, holds_a_motion_that_may_go_either_way)
{
    arb_ptr is = _arb_vec_init(N), is_E = _arb_vec_init(N);
    arb_t t;
    arb_init(t);
    for (int wide = KAPPA; wide <= A; wide++)
        for (int side = -1; side <= 1; side += 2) {
            struct trial m;
            struct taylor_range r;
            taylor_range_init(&r);
            open_trial(&m, 1, 0.5, 0.0625, 40);
            for (int i = 0; i < N; i++) { /* x = w + w'/k, k = kappa + lambda v0, w' = a w^2 */
                known(t, is, m.box, i, m.box + V0, m.from);
                arb_sqr(m.box + X0 + i, t, FINE);
                arb_mul(m.box + X0 + i, m.box + X0 + i, m.box + A, FINE);
                arb_set_d(is, i == 0 ? 1.5 : 2);
                arb_div(m.box + X0 + i, m.box + X0 + i, is, FINE);
                arb_add(m.box + X0 + i, m.box + X0 + i, t, FINE);
                mag_zero(arb_radref(m.box + X0 + i));
            }
            widen(&m, wide, 0.05, side);
            cr_assert(taylor_range_set(&r, &m.step, &m.segment, m.box + X0, m.from, m.to, 1));
            for (int place = 0; place <= 4; place++) {
                arb_mul_si(t, m.to, place, FINE);
                arb_mul_2exp_si(t, t, -2);
                solve(is, is_E, m.point, t);
                expect_in(r.box, is, "range", wide, place);
            }
            taylor_range_clear(&r);
            close_trial(&m);
        }
    arb_clear(t);
    _arb_vec_clear(is_E, N);
    _arb_vec_clear(is, N);
}
