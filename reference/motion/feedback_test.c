/* Discrete variables that depend on what they have been: along a wave z relaxes to a level that a
 * discrete variable moves, which is set anew where v changes its sign, against the closed form over
 * the path; and what is unstable is held, or not decided. */
#include "reference/motion/moved_test.h"

#define LAW(next)                                                                                  \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e3;\n"                                             \
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-3;\n"                                           \
    "  Real z(unit=\"m\", start=L/4, fixed=true);\n"                                               \
    "  discrete Real peak(unit=\"m\", start=0, fixed=true);\n"                                     \
    "  Integer side(start=1, fixed=true);\nequation\n"                                             \
    "  der(z) = v - abs(v)*(z - peak/4)/L;\n"                                                      \
    "  when pre(side)*v < 0 then\n    side = -pre(side);\n    peak = " next ";\n  end when;\n"     \
    "  F = k*z;\nend test;\n"

enum { FINE = 400 };

/* peak <- a peak + z/3 + c peak^2/L */
static const struct {
    const char *source;
    double a;
    int c;
    slong bits; /* that are left of 80 after 50 half waves */
} laws[] = {
    { LAW("pre(peak)/2 + z/3"), 0.5, 0, 60 },
    { LAW("z/3 - pre(peak)/2"), -0.5, 0, 60 },
    { LAW("pre(peak)/4 + z/3 + pre(peak)^2/L"), 0.25, 1, 50 },
};

static const double AMPLITUDE = 0.0078125, OMEGA = 8; /* exact: half waves are 2 A/w long */

/* z <- that a path further at that sign of v. */
static void relax(arb_t z, const arb_t peak, const arb_t path, int sign)
{
    arb_t level, decay;
    arb_init(level);
    arb_init(decay);
    arb_set_d(level, 1e-3);
    arb_div(decay, path, level, FINE);
    arb_neg(decay, decay);
    arb_exp(decay, decay, FINE);
    arb_mul_si(level, level, sign, FINE);
    arb_mul_2exp_si(decay, decay, 2);
    arb_addmul_si(level, level, 3, FINE); /* 4 (s L + peak/4) */
    arb_add(level, level, peak, FINE);
    arb_mul_2exp_si(level, level, -2);
    arb_mul_2exp_si(decay, decay, -2);
    arb_sub(z, z, level, FINE);
    arb_mul(z, z, decay, FINE);
    arb_add(z, z, level, FINE);
    arb_clear(decay);
    arb_clear(level);
}

/* z and peak after n half waves and the rest of the time. */
static void exactly(arb_t z, arb_t peak, size_t law, int n, const arb_t end)
{
    arb_t path, next, rest;
    arb_init(path);
    arb_init(next);
    arb_init(rest);
    arb_set_d(z, 1e-3);
    arb_mul_2exp_si(z, z, -2);
    arb_zero(peak);
    arb_set_d(path, 2 * AMPLITUDE / OMEGA);
    for (int i = 0; i < n; i++) {
        relax(z, peak, path, i % 2 ? -1 : 1);
        arb_sqr(next, peak, FINE);
        arb_set_d(rest, 1e-3);
        arb_div(next, next, rest, FINE);
        arb_mul_si(next, next, laws[law].c, FINE);
        arb_set_d(rest, laws[law].a);
        arb_addmul(next, peak, rest, FINE);
        arb_div_ui(rest, z, 3, FINE);
        arb_add(peak, next, rest, FINE);
    }
    arb_set_d(rest, OMEGA); /* A/w (1 - |cos(w t)|), before the next quarter */
    arb_mul(rest, rest, end, FINE);
    arb_cos(rest, rest, FINE);
    arb_abs(rest, rest);
    arb_sub_ui(rest, rest, 1, FINE);
    arb_neg(rest, rest);
    arb_set_d(path, AMPLITUDE / OMEGA);
    arb_mul(path, path, rest, FINE);
    relax(z, peak, path, n % 2 ? -1 : 1);
    arb_clear(rest);
    arb_clear(next);
    arb_clear(path);
}

static bool follow(struct moved *m, int n, slong prec)
{
    struct arb_segment segment;
    const struct stretch wave = { SIGNAL_SINE,
                                  { 0, AMPLITUDE, OMEGA, 0 },
                                  (n * 3.141592 + 0.75) / 8 };
    arb_segment_init(&segment);
    arb_law_begin(m->law, m->x, m->p);
    _arb_vec_zero(m->energy, 1);
    const bool ok = go(m->law, m->p, m->x, m->energy, &wave, prec, &segment);
    arb_segment_clear(&segment);
    return ok;
}

Test(feedback, of_a_discrete_variable_is_that_of_its_recurrence)
{
    enum { HALVES = 50, BITS = 80 };
    arb_t z, peak, end;
    arb_init(z);
    arb_init(peak);
    arb_init(end);
    arb_set_d(end, (HALVES * 3.141592 + 0.75) / 8);
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        struct moved m = { .source = NULL };
        open_source(&m, laws[l].source);
        cr_assert(follow(&m, HALVES, BITS), "%zu", l);
        exactly(z, peak, l, HALVES, end);
        expect_same(m.x, z, 1e-3, (int)laws[l].bits, "z");
        expect_same(m.x + 1, peak, 1e-3, (int)laws[l].bits, "peak");
        close_moved(&m);
    }
    arb_clear(end);
    arb_clear(peak);
    arb_clear(z);
}

/* What is off grows up to threefold with each half wave. */
Test(feedback, that_is_unstable_is_held_as_long_as_it_is_decided)
{
    struct moved m = { .source = NULL }, fine = { .source = NULL };
    const char *source = LAW("z/3 + L*sin(3*pre(peak)/L)");
    unsigned decided = 0;
    open_source(&m, source);
    open_source(&fine, source);
    enum { MORE = 160 };
    for (int n = 1; n <= 36; n += 4) {
        cr_assert(follow(&fine, n, MORE), "%d", n);
        if (!follow(&m, n, 64))
            continue;
        decided++;
        cr_expect(arb_contains(m.x, fine.x) && arb_contains(m.x + 1, fine.x + 1), "%d", n);
    }
    cr_expect_geq(decided, 4, "%u of 9", decided);
    close_moved(&fine);
    close_moved(&m);
}
