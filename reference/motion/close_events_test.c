/* Events and kinks that lie close together, beside the length of a step, against closed solutions:
 * none of them is passed over, whichever is the first. */
#include "reference/motion/moved_test.h"

/* Along v all states begin as the travel. z and y stay at their limits, L and b L; w is the time
 * integral of what u is beyond c L; u falls back by L when it comes to d L. */
static const char law[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-5;\n"
    "  parameter Real b(unit=\"1\", min=1e-9) = 1;\n"
    "  parameter Real c(unit=\"1\", min=1e-9) = 1;\n"
    "  parameter Real d(unit=\"1\", min=1e-9) = 1;\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\n  Real y(unit=\"m\", start=0, fixed=true);\n"
    "  Real w(unit=\"m.s\", start=0, fixed=true);\n  Real u(unit=\"m\", start=0, fixed=true);\n"
    "  Real x(unit=\"m\", start=0, fixed=true);\n"
    "  Integer m(start=0, fixed=true);\n  Integer n(start=0, fixed=true);\n"
    "  Integer back(start=0, fixed=true);\n"
    "equation\n"
    "  der(z) = if m == 0 then v else 0;\n  der(y) = if n == 0 then v else 0;\n"
    "  der(w) = max(x - c*L, 0);\n  der(u) = v;\n  der(x) = v;\n"
    "  when pre(m) == 0 and L - z <= 0 then\n    m = 1;\n  end when;\n"
    "  when pre(n) == 0 and b*L - y <= 0 then\n    n = 1;\n  end when;\n"
    "  when pre(back) == 0 and d*L - u <= 0 then\n    back = 1;\n    reinit(u, u - L);\n"
    "  end when;\n"
    "  F = k*z;\nend test;\n";
enum { LENGTH, B, C_, D, K };
enum { Z, Y, W, U, X, STATES };

/* What the states are after a travel, and how long that took, at velocity v. */
static void closed(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t travel, slong prec)
{
    arb_t limit;
    arb_init(limit);
    arb_min(x + Z, travel, p + LENGTH, prec);
    arb_mul(limit, p + LENGTH, p + B, prec);
    arb_min(x + Y, travel, limit, prec);
    arb_mul(limit, p + LENGTH, p + C_, prec);
    arb_sub(x + W, travel, limit, prec); /* (travel - c L)^2/(2 v) */
    arb_nonnegative_part(x + W, x + W);
    arb_sqr(x + W, x + W, prec);
    arb_div(x + W, x + W, v, prec);
    arb_mul_2exp_si(x + W, x + W, -1);
    arb_mul(limit, p + LENGTH, p + D, prec);
    arb_set(x + U, travel);
    if (arb_ge(travel, limit))
        arb_sub(x + U, x + U, p + LENGTH, prec);
    arb_set(x + X, travel);
    arb_clear(limit);
}

/* b, c and d are 1 but for a distance, in any order. */
static void set_order(arb_ptr p, const arb_t apart, int order)
{
    static const signed char times[6][3] = { { 1, 2, 3 },  { 2, -1, 1 },  { -1, 1, -2 },
                                             { -2, 3, 1 }, { -3, -2, 0 }, { 1, -1, 0 } };
    for (int i = 0; i < 3; i++) {
        arb_one(p + B + i);
        arb_addmul_si(p + B + i, apart, times[order][i], ARF_PREC_EXACT);
    }
}

/* Holds that last up to 2^24 times as long as it takes to the events, which are up to 2^-40 of that
 * apart, in any order: what the states are then is contained, and known. */
Test(events, that_are_close_together_all_happen)
{
    enum { CLOSED = 600 };
    static const slong precs[] = { 64, 200 };
    struct arb_segment segment;
    struct moved m = { .source = NULL };
    arb_ptr x = _arb_vec_init(STATES);
    arb_t v, travel, apart;
    unsigned decided = 0, tried = 0;
    arb_segment_init(&segment);
    arb_init(v);
    arb_init(travel);
    arb_init(apart);
    open_source(&m, law);
    const slong n = arb_law_size(m.law);
    for (int order = 0; order < 6; order++)
        for (int k = 4; k <= 40; k += 9)
            for (int longer = 1; longer <= 24; longer += 5) {
                const struct stretch hold = { SIGNAL_HOLD, { 1e-6 }, ldexp(10, longer) };
                arb_one(apart);
                arb_mul_2exp_si(apart, apart, -k);
                set_order(m.p, apart, order);
                _arb_vec_zero(m.x, n);
                _arb_vec_zero(m.energy, MOST);
                tried++;
                if (!go(m.law, m.p, m.x, m.energy, &hold, precs[tried % 2], &segment))
                    continue;
                decided++;
                arb_set_d(v, hold.value[0]);
                arb_set_d(travel, hold.duration);
                arb_mul(travel, travel, v, CLOSED);
                closed(x, m.p, v, travel, CLOSED);
                for (int i = 0; i < STATES; i++) {
                    cr_expect(arb_contains(m.x + i, x + i), "%s, order %d, 2^-%d apart, 2^%d",
                              m.law->states[i], order, k, longer);
                    cr_expect(arb_rel_accuracy_bits(m.x + i) > 20, "%s", m.law->states[i]);
                }
                for (slong i = STATES; i < n; i++)
                    cr_expect(arb_is_one(m.x + i));
            }
    cr_expect_geq(10 * decided, 9 * tried, "%u of %u", decided, tried);
    close_moved(&m);
    arb_clear(apart);
    arb_clear(travel);
    arb_clear(v);
    _arb_vec_clear(x, STATES);
    arb_segment_clear(&segment);
}
