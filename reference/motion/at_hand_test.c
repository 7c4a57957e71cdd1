/* A step that would be in vain is not taken: where a state is as near to an event as it is known,
 * or all but there. Others are, up to the event, and over a loose kink that makes nothing. */
#include "reference/motion/moved_test.h"
#include "reference/taylor/general.h"
#include "tools/base/decide.h"

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

/* A step of 1 s at 2^LOG_V m/s. */
struct stepped {
    struct arb_segment segment;
    struct general_step g;
    arb_t from, to;
};

static void stepped_init(struct stepped *s, const struct moved *m)
{
    arb_ptr v = _arb_vec_init(4);
    arb_init(s->from);
    arb_init(s->to);
    arb_one(s->to);
    arb_mul_2exp_si(v, s->to, LOG_V);
    arb_segment_init(&s->segment);
    arb_segment_set(&s->segment, SIGNAL_HOLD, v, s->to, (slong)4 * PREC);
    general_step_init(&s->g, m->law, NULL, m->p, PREC);
    arb_mul_2exp_si(s->g.least, s->to, LOG_LEAST);
    _arb_vec_clear(v, 4);
}

static void stepped_clear(struct stepped *s)
{
    general_step_clear(&s->g);
    arb_segment_clear(&s->segment);
    arb_clear(s->to);
    arb_clear(s->from);
}

/* How that ends from 2^gap m before the event at L = 2^-10 m, where z is known to 2^radius m; to:
 * when, or how long it is until the event, s. */
static enum general_end ended(struct moved *m, slong gap, slong radius, double *to)
{
    struct stepped s;
    stepped_init(&s, m);
    arb_mul_2exp_si(m->x, s.to, gap);
    arb_sub(m->x, m->p, m->x, ARF_PREC_EXACT);
    arb_add_error_2exp_si(m->x, radius);
    general_step_remember(&s.g, m->x);
    const enum general_end end = general_step_go(&s.g, &s.segment, 1, s.from, s.to, m->x);
    *to = arf_get_d(arb_midref(end == GENERAL_DONE ? s.g.to : s.g.near), ARF_RND_NEAR);
    stepped_clear(&s);
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
        cr_expect_eq(to, until);
        cr_expect_eq(ended(&m, gap, gap - 2, &to), GENERAL_AT_KINK, "2^%ld", gap);
        /* known well: the step ends at the event, or is too long to end that near */
        const enum general_end far = ended(&m, gap, gap - 30, &to);
        cr_expect_eq(far, gap - LOG_V > -17 ? GENERAL_DONE : GENERAL_NEAR_KINK, "2^%ld", gap);
        /* the gap is known to 2^-30 of itself, and its error in a step to half of that */
        cr_expect_float_eq(to, until, ldexp(until, -29), "2^%ld: %g, %g", gap, to, until);
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
    cr_expect_eq(to, ldexp(1, LOG_LEAST + 5));
    cr_expect_eq(ended(&m, LOG_LEAST + LOG_V + 8, LOG_LEAST + LOG_V - 30, &to), GENERAL_NEAR_KINK);
    close_moved(&m);
}

/* At rest at a kink: z stays where it is, on whichever side its error may be. */
Test(at_hand, does_not_end_what_no_side_changes)
{
    static const char settled[] =
        "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
        "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"
        "  parameter Real c(unit=\"1/s\", min=1) = 1;\n"
        "  Real z(unit=\"m\", start=0, fixed=true);\n"
        "equation\n  der(z) = -c*(z + abs(z));\n  F = k*z;\nend test;\n";
    struct moved m = { .source = NULL };
    struct stepped s;
    open_source(&m, settled);
    stepped_init(&s, &m);
    arb_add_error_2exp_si(m.x, -100);
    general_step_remember(&s.g, m.x);
    cr_expect_eq(general_step_go(&s.g, &s.segment, 1, s.from, s.to, m.x), GENERAL_DONE);
    cr_expect(ball_same(s.g.to, s.to));
    stepped_clear(&s);
    close_moved(&m);
}
