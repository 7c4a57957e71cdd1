/* Bounds in the ellipse of a step, at every level of degrees: they hold what functions come to at
 * its ends, where these are largest, and are no idle multiples of that. */
#include "reference/motion/moved_test.h"
#include "reference/taylor/general.h"

/* One state, for each rate and force a function that grows along the real axis. */
static const char growing[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n"
    "  der(z) = v;\n  F = k*z;\nend test;\n";

/* Puts a step in place whose ellipse has its right end `end` half steps from the middle. */
static void place(struct general_step *g, int level, double *end)
{
    general_step_set_level(g, level);
    *end = (ldexp(1, (int)g->log_r) + ldexp(1, -(int)g->log_r)) / 2;
    arb_set_d(g->from, 0.25);
    arb_set_d(g->to, 0.75);
    arb_set_d(g->centre, 0.5);
    arb_one(g->reach); /* twice the length */
    arb_one(g->s);
}

Test(ellipse, bounds_hold_what_its_ends_come_to)
{
    struct moved m = { .source = NULL };
    struct arb_segment segment;
    struct general_step g;
    arb_ptr value = _arb_vec_init(4);
    arb_t duration;
    mag_ptr bound = _mag_vec_init(2);
    mag_t speed;
    arb_init(duration);
    mag_init(speed);
    open_source(&m, growing);
    general_step_init(&g, m.law, NULL, m.p, 80);
    arb_segment_init(&segment);
    arb_set_d(value, 1); /* v = 1 + t */
    arb_set_d(value + 1, 2);
    arb_one(duration);
    arb_segment_set(&segment, SIGNAL_RAMP, value, duration, 200);
    for (int level = 0; level < GENERAL_LEVELS; level++) {
        double end;
        place(&g, level, &end);
        arb_set_d(g.c, 3); /* z = 3 + 2 T_1 + T_2, T_2(e) = 2 e^2 - 1 */
        arb_set_d(g.c + 1, 2);
        arb_one(g.c + 2);
        const double v = 1 + 0.5 + 0.25 * end, z = 3 + 2 * end + (2 * end * end - 1);
        /* A disc about the ellipse, and r^k for T_k, which comes to half of that at its end. */
        general_step_ellipse(bound, speed, &g, &segment, g.tape.of, 2);
        cr_expect(mag_get_d(bound) >= v && mag_get_d(bound) <= 1.5 * v + 1,
                  "level %d: |v| at most %g, is %g", level, mag_get_d(bound), v);
        cr_expect(mag_get_d(speed) >= v && mag_get_d(speed) <= 1.5 * v + 1,
                  "level %d: speed at most %g, is %g", level, mag_get_d(speed), v);
        cr_expect(mag_get_d(bound + 1) >= z && mag_get_d(bound + 1) <= 4 * z + 8,
                  "level %d: |z| at most %g, is %g", level, mag_get_d(bound + 1), z);
    }
    arb_segment_clear(&segment);
    general_step_clear(&g);
    close_moved(&m);
    mag_clear(speed);
    _mag_vec_clear(bound, 2);
    arb_clear(duration);
    _arb_vec_clear(value, 4);
}
