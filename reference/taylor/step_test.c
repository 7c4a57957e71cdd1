/* Steps of linear equations that have a closed solution (closed_test.h), in few terms and over wide
 * steps: states and energies hold what is true, found in FINE bits, where one number at a time has
 * a radius. What has no good bounds is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "reference/taylor/closed_test.h"

/* Compares a step with what is true at places from -1/4 to 1/4, alone and in a range of u. Returns
 * the largest radius of a state at the end. */
static double compare(const struct trial *m, int wide)
{
    arb_ptr x = _arb_vec_init(N), E = _arb_vec_init(N), is = _arb_vec_init(N),
            is_E = _arb_vec_init(N), E0 = _arb_vec_init(N);
    arb_t u, t;
    double radius = 0;
    arb_init(u);
    arb_init(t);
    for (int k = 0; k < N; k++)
        arb_set_si(E0 + k, 5 + k); /* goes on from there */
    for (int place = -4; place <= 4; place++) {
        arb_set_si(u, place);
        arb_mul_2exp_si(u, u, -4);
        arb_mul(t, u, m->step.reach, ARF_PREC_EXACT);
        arb_add(t, t, m->step.centre, ARF_PREC_EXACT);
        solve(is, is_E, m->point, t);
        _arb_vec_add(is_E, is_E, E0, N, FINE);
        taylor_step_at(&m->step, u, x, E0, E);
        expect_in(x, is, "state", wide, place);
        expect_in(E, is_E, "energy", wide, place);
        if (place == 4)
            for (int k = 0; k < N; k++)
                radius = fmax(radius, mag_get_d(arb_radref(x + k)));
        if (abs(place) == 4)
            continue;
        for (int side = -1; side <= 1; side += 2) {
            arb_set_si(u, 2 * place + side); /* the place lies at an end of the range */
            arb_mul_2exp_si(u, u, -5);
            mag_set_ui_2exp_si(arb_radref(u), 1, -5);
            taylor_step_at(&m->step, u, x, E0, E);
            expect_in(x, is, "state of a range", wide, place);
            expect_in(E, is_E, "energy of a range", wide, place);
        }
    }
    arb_clear(t);
    arb_clear(u);
    _arb_vec_clear(E0, N);
    _arb_vec_clear(is_E, N);
    _arb_vec_clear(is, N);
    _arb_vec_clear(E, N);
    _arb_vec_clear(x, N);
    return radius;
}

/* Few terms leave much out, many next to nothing. */
Test(step, resolved_states_are_held_in_few_terms)
{
    static const slong lengths[] = { 2, 3, 5, 8, 12, 24 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int wide = 0; wide <= NUMBERS; wide++)
            for (int side = -1; side <= 1; side += 2) {
                struct trial m;
                open_trial(&m, 1, 0.5, l % 2 ? 0.25 : 2, 40);
                m.step.len = lengths[l];
                widen(&m, wide, 1e-3, side);
                cr_assert(taylor_step_try(&m.step, &m.segment, 1, m.from, m.to));
                cr_assert(taylor_step_solve(&m.step, &m.segment, m.box + X0));
                const double radius = compare(&m, wide);
                /* Bounds on the disc are below 1e3, and 24 terms leave 4^-24 of that. */
                if (lengths[l] == 24 && wide == NUMBERS)
                    cr_expect_lt(radius, 1e3 * 0x1p-47);
                close_trial(&m);
            }
}

/* States that have forgotten their beginning but for a share of 2^-6, either way or not at all:
 * what is left of it decays, and few terms of the polynomial that they follow leave a defect. */
Test(step, followed_states_are_held)
{
    static const slong lengths[] = { 5, 6, 8, 20 };
    static const double w0[N] = { 1, 1 / 1.5 };
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++)
        for (int wide = 0; wide <= NUMBERS; wide++)
            for (int near = -1; near <= 1; near++) {
                struct trial m;
                open_trial(&m, 40, 25, 2, 3);
                m.step.len = lengths[l];
                for (int i = 0; i < N; i++) {
                    m.step.relaxed[i] = m.step.enough[i];
                    arb_set_d(m.box + X0 + i, w0[i] * (1 + ldexp(near, -6)));
                }
                widen(&m, wide, 1e-3, near < 0 ? -1 : 1);
                cr_assert(taylor_step_try(&m.step, &m.segment, 1, m.from, m.to));
                cr_assert(m.step.states[0].follows && m.step.states[1].follows);
                cr_assert(taylor_step_solve(&m.step, &m.segment, m.box + X0));
                const double radius = compare(&m, wide);
                /* k is above 60, the defect's bound on the disc below 2e3, and e^-120 nothing. */
                if (lengths[l] == 20 && wide == NUMBERS)
                    cr_expect_lt(radius, 2e3 / 60 * 0x1p-39, "%g", radius);
                close_trial(&m);
            }
}

/* Tries a step, and returns what comes of it: 2 solved, 1 tried, 0 too long. */
static int attempt(struct trial *m)
{
    return !taylor_step_try(&m->step, &m->segment, 1, m->from, m->to) ? 0
           : !taylor_step_solve(&m->step, &m->segment, m->box + X0)   ? 1
                                                                      : 2;
}

/* A wave of which the disc reaches a pole is too long, and so is one that a state neither resolves
 * nor follows. */
Test(step, is_too_long_without_good_bounds)
{
    struct trial m;
    open_trial(&m, 1, 0.5, 2, 40);
    arb_set_d(m.box + A, 0.4); /* v is 1.4 +- 1.6 in the disc, A = 2 */
    widen(&m, NUMBERS, 0, 1);
    cr_expect_eq(attempt(&m), 0, "beyond a pole");
    arb_set_d(m.box + A, 0.125);
    widen(&m, NUMBERS, 0, 1);
    cr_expect_eq(attempt(&m), 2);
    close_trial(&m);

    open_trial(&m, 40, 25, 2, 20);
    widen(&m, NUMBERS, 0, 1);
    cr_expect_eq(attempt(&m), 0, "relaxes too fast");
    for (int i = 0; i < N; i++)
        m.step.relaxed[i] = m.step.enough[i];
    cr_expect_eq(attempt(&m), 1, "has not forgotten where it began");
    cr_expect_eq(attempt(&m), 0, "so that it is to relax further");
    for (int i = 0; i < N; i++)
        m.step.relaxed[i] = m.step.enough[i];
    known(m.box + X0, m.box + X0 + 1, m.box, 0, m.box + V0, m.from);
    known(m.box + X0 + 1, m.point, m.box, 1, m.box + V0, m.from);
    cr_expect_eq(attempt(&m), 2, "follows");
    taylor_step_begin(&m.step);
    cr_expect_eq(attempt(&m), 0, "equations are new");
    close_trial(&m);

    open_trial(&m, 1, 30, 2, 20); /* of the states' rates one may be 0 where v is 1/30 less */
    arb_set_d(m.box + KAPPA, -24);
    for (int i = 0; i < N; i++)
        m.step.relaxed[i] = m.step.enough[i];
    widen(&m, NUMBERS, 0, 1);
    cr_expect_eq(attempt(&m), 0, "may not relax");
    close_trial(&m);
}

/* Few terms in many bits: the polynomial misses the equations by more than is asked for. */
Test(step, is_too_long_where_a_polynomial_misses)
{
    for (int bits = 4; bits <= 40; bits += 36) {
        struct trial m;
        open_trial(&m, 40, 25, 2, bits);
        m.step.len = 8;
        widen(&m, NUMBERS, 0, 1);
        for (int i = 0; i < N; i++) {
            m.step.relaxed[i] = m.step.enough[i];
            known(m.box + X0 + i, m.point, m.box, i, m.box + V0, m.from);
        }
        cr_expect_eq(attempt(&m), bits == 4 ? 2 : 1, "%d bits", bits);
        close_trial(&m);
    }
}

/* k is linear in t: its integral is its middle times the duration. */
Test(step, counts_how_far_states_have_relaxed)
{
    struct trial m;
    arb_t w, K, v;
    arb_init(w);
    arb_init(K);
    arb_init(v);
    open_trial(&m, 1, 0.5, 2, 40);
    widen(&m, NUMBERS, 0, 1);
    for (int times = 1; times <= 2; times++) {
        cr_assert_eq(attempt(&m), 2);
        for (int i = 0; i < N; i++) {
            arb_set_d(v, 1.25);
            known(w, K, m.box, i, v, m.to);
            const double is = times * arf_get_d(arb_midref(K), ARF_RND_NEAR);
            cr_expect(fabs(m.step.relaxed[i] - is) <= 1e-12 * is, "%g, is %g", m.step.relaxed[i],
                      is);
        }
    }
    close_trial(&m);
    arb_clear(v);
    arb_clear(K);
    arb_clear(w);
}
