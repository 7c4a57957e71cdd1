/* Errors grow and decay by the slopes of all the step, not by those of a moment: a state whose
 * relaxation turns into growth on the way, and one that relaxes the more the larger it is. */
#include "reference/motion/moved_test.h"

enum { FINE = 400 };

#define LAW(rate)                                                                                  \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e3;\n"                                             \
    "  parameter Real w(unit=\"1/s\", min=1e-3) = 3;\n"                                            \
    "  parameter Real u(unit=\"m/s\", min=1e-9) = 0.25;\n"                                         \
    "  parameter Real L(unit=\"m\", min=1e-9) = 0.5;\n"                                            \
    "  Real a(unit=\"m\", start=0, fixed=true);\nequation\n  der(a) = " rate                       \
    ";\n  F = k*a;\nend test;\n"

/* a <- a exp(w (x/u - t)), x the travel. */
static void grow(arb_t a, arb_srcptr p, const arb_t travel, const arb_t t)
{
    arb_t y;
    arb_init(y);
    arb_div(y, travel, p + 2, FINE);
    arb_sub(y, y, t, FINE);
    arb_mul(y, y, p + 1, FINE);
    arb_exp(y, y, FINE);
    arb_mul(a, a, y, FINE);
    arb_clear(y);
}

/* da/dt = -w a^2/L: a <- a/(1 + w t a/L). */
static void relax(arb_t a, arb_srcptr p, const arb_t travel, const arb_t t)
{
    arb_t y;
    arb_init(y);
    (void)travel;
    arb_mul(y, p + 1, t, FINE);
    arb_mul(y, y, a, FINE);
    arb_div(y, y, p + 3, FINE);
    arb_add_ui(y, y, 1, FINE);
    arb_div(a, a, y, FINE);
    arb_clear(y);
}

static const struct {
    const char *source;
    void (*solve)(arb_t a, arb_srcptr p, const arb_t travel, const arb_t t);
    struct stretch along;
    double a, radius;
} motions[] = {
    { LAW("w*(v/u - 1)*a"), grow, { SIGNAL_RAMP, { 0.0625, 0.4375 }, 1 }, 0.5, 1e-3 },
    { LAW("w*(v/u - 1)*a"), grow, { SIGNAL_RAMP, { 0.4375, 0.0625 }, 1 }, 0.5, 1e-3 },
    { LAW("w*(v/u - 1)*a"), grow, { SIGNAL_RAMP, { 0.0625, 0.4375 }, 1 }, -2, 0.25 },
    { LAW("-w*a^2/L"), relax, { SIGNAL_HOLD, { 0.25 }, 0.5 }, 0.5, 0.015625 },
};

Test(slopes, are_those_of_all_the_step)
{
    arb_t a, t, travel, zero, radius;
    arb_init(a);
    arb_init(t);
    arb_init(travel);
    arb_init(zero);
    arb_init(radius);
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        struct moved m = { .source = NULL };
        struct arb_segment segment;
        double ends[2];
        arb_segment_init(&segment);
        open_source(&m, motions[i].source);
        arb_set_d(m.x, motions[i].a);
        arb_set_d(radius, motions[i].radius);
        arb_add_error(m.x, radius);
        cr_assert(go(m.law, m.p, m.x, m.energy, &motions[i].along, 64, &segment), "%zu", i);
        arb_segment_distance(travel, &segment, zero, segment.duration, FINE);
        for (int side = 0; side < 2; side++) {
            arb_set_d(a, motions[i].a + (side ? 1 : -1) * motions[i].radius);
            motions[i].solve(a, m.p, travel, segment.duration);
            cr_expect(arb_contains(m.x, a), "%zu: %g +- %g, at an end %g", i,
                      arf_get_d(arb_midref(m.x), ARF_RND_NEAR), mag_get_d(arb_radref(m.x)),
                      arf_get_d(arb_midref(a), ARF_RND_NEAR));
            ends[side] = arf_get_d(arb_midref(a), ARF_RND_NEAR);
        }
        const double is = fabs(ends[1] - ends[0]) / 2, found = mag_get_d(arb_radref(m.x));
        /* e^1.5 of growth by the largest slope in each of eight parts is e^(1.5/4) too much, at
         * most, and of 1.8 of decay by the square a tube of 1/32 is e^(0.1) off. */
        cr_expect(found <= 1.5 * is, "%zu: radius %g, is %g", i, found, is);
        close_moved(&m);
        arb_segment_clear(&segment);
    }
    arb_clear(radius);
    arb_clear(zero);
    arb_clear(travel);
    arb_clear(t);
    arb_clear(a);
}
