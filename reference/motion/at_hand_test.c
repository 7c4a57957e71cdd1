/* A step that would be in vain is not taken: where a state is as near to an event as it is known,
 * or all but there. Others are, up to the event. */
#include "reference/motion/moved_test.h"
#include "reference/taylor/general.h"

static const char law[] =
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
    "  parameter Real L(unit=\"m\", min=1e-9) = 0.0009765625;\n"
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
    "  Real z(unit=\"m\", start=0, fixed=true);\n"
    "  Integer m(start=0, fixed=true);\n"
    "equation\n  der(z) = if m == 0 then v else 0;\n"
    "  when pre(m) == 0 and L - z <= 0 then\n    m = 1;\n  end when;\n"
    "  F = k*z;\nend test;\n";

enum { PREC = 128, LOG_V = -4, LOG_LEAST = -180 };

/* How a step of 1 s ends from 2^gap m before the event at L = 2^-10 m, where z is known to
 * 2^radius m, and the velocity is 2^LOG_V m/s; to: when, or how long it is until the event, s. */
static enum general_end ended(struct moved *m, slong gap, slong radius, double *to)
{
    struct arb_segment segment;
    struct general_step g;
    arb_ptr v = _arb_vec_init(4);
    arb_t from, t;
    arb_init(from);
    arb_init(t);
    arb_segment_init(&segment);
    arb_one(t);
    arb_mul_2exp_si(v, t, LOG_V);
    arb_segment_set(&segment, SIGNAL_HOLD, v, t, (slong)4 * PREC);
    general_step_init(&g, m->law, NULL, m->p, PREC);
    arb_mul_2exp_si(g.least, t, LOG_LEAST);
    arb_mul_2exp_si(m->x, t, gap);
    arb_sub(m->x, m->p, m->x, ARF_PREC_EXACT);
    arb_add_error_2exp_si(m->x, radius);
    general_step_remember(&g, m->x);
    const enum general_end end = general_step_go(&g, &segment, 1, from, t, m->x);
    *to = arf_get_d(arb_midref(end == GENERAL_DONE ? g.to : g.near), ARF_RND_NEAR);
    general_step_clear(&g);
    arb_segment_clear(&segment);
    arb_clear(t);
    arb_clear(from);
    _arb_vec_clear(v, 4);
    return end;
}

Test(at_hand, ends_what_cannot_lead_nearer)
{
    struct moved m = { .source = NULL };
    double to;
    open_source(&m, law);
    for (slong gap = -14; gap >= -94; gap -= 20) {
        const double until = ldexp(1, (int)gap - LOG_V);
        cr_expect_eq(ended(&m, gap, gap - 1, &to), GENERAL_AT_KINK, "2^%ld", gap);
        cr_expect_float_eq(to, until, 1e-9 * until);
        cr_expect_eq(ended(&m, gap, gap - 2, &to), GENERAL_AT_KINK, "2^%ld", gap);
        /* known well: the step ends at the event, or is too long to end that near */
        const enum general_end far = ended(&m, gap, gap - 30, &to);
        cr_expect_eq(far, gap - LOG_V > -17 ? GENERAL_DONE : GENERAL_NEAR_KINK, "2^%ld", gap);
        cr_expect_float_eq(to, until, 1e-6 * until, "2^%ld: %g, %g", gap, to, until);
    }
    close_moved(&m);
}

Test(at_hand, ends_what_is_all_but_there)
{
    struct moved m = { .source = NULL };
    double to;
    open_source(&m, law);
    /* within 2^6 of the least length, although it is known well */
    cr_expect_eq(ended(&m, LOG_LEAST + LOG_V + 5, LOG_LEAST + LOG_V - 30, &to), GENERAL_AT_KINK);
    cr_expect_float_eq(to, ldexp(1, LOG_LEAST + 5), ldexp(1, LOG_LEAST - 20));
    cr_expect_eq(ended(&m, LOG_LEAST + LOG_V + 8, LOG_LEAST + LOG_V - 30, &to), GENERAL_NEAR_KINK);
    close_moved(&m);
}
