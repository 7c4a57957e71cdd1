/* Waves of many periods: what one period does, against all of them followed step by step, which a
 * run that is watched does; energies by what a period adds; laws that do not settle. */
#include "reference/motion/moved_test.h"

enum { SAMPLES = 7, BITS = 80 };

/* Stiff, with a cubic spring; one that takes some periods to settle; and one that never does, as
 * each period adds to its state. With events that each period repeats, which leave a state where
 * it is exactly known or in a discrete variable; and with some that are counted. */
#define LAW(declarations, equations)                                                               \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e3;\n"                                             \
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-3;\n"                                           \
    "  parameter Real V(unit=\"m/s\", min=1e-9) = 1;\n"                                            \
    "  Real z(unit=\"m\", start=L/4, fixed=true);\n" declarations "equation\n" equations           \
    "  F = k*z*(1 + (z/L)^2);\nend test;\n"

static const struct {
    const char *name, *source;
    bool settles;
} laws[] = {
    { "cubic", LAW("", "  der(z) = v - abs(v)*z/L*(1 + (z/L)^2);\n"), true },
    { "slow", LAW("", "  der(z) = v/4 - abs(v)*(z/(4*L) + (z/(2*L))^3);\n"), true },
    { "slips",
      LAW("  Integer slip(start=0, fixed=true);\n",
          "  der(z) = if slip == 0 then v else 0;\n"
          "  when pre(slip) == 0 and L - sign(v)*z <= 0 then\n    slip = sign(v);\n"
          "    reinit(z, sign(v)*L);\n"
          "  elsewhen pre(slip) <> 0 and pre(slip)*v <= 0 then\n    slip = 0;\n  end when;\n"),
      true },
    { "keeps its peak", /* in a discrete variable that no number of bits holds */
      LAW("  discrete Real peak(unit=\"m\", start=0, fixed=true);\n"
          "  Integer side(start=1, fixed=true);\n",
          "  der(z) = v - abs(v)*(z - peak/4096)/L;\n"
          "  when pre(side)*v < 0 then\n    side = -pre(side);\n    peak = z;\n  end when;\n"),
      true },
    { "counts",
      LAW("  Integer n(start=0, fixed=true);\n  Integer side(start=1, fixed=true);\n",
          "  der(z) = v - abs(v)*z/L;\n"
          "  when pre(side)*v < 0 then\n    side = -pre(side);\n    n = pre(n) + 1;\n  end "
          "when;\n"),
      false },
    { "keeps a difference", /* of two states that change alike, which is never forgotten */
      LAW("  Real y(unit=\"m\", start=L/8, fixed=true);\n  Real x(unit=\"m\", start=L/16, "
          "fixed=true);\n",
          "  der(z) = v - abs(v)*(z + 2*y)/L;\n  der(y) = v - abs(v)*(z + 2*y)/L;\n"
          "  der(x) = v/4 - abs(v)*(x - y)/L;\n"),
      true },
    { "parts ways", /* two that change alike as well, but for an event in each period */
      LAW("  Real y(unit=\"m\", start=L/8, fixed=true);\n  Integer side(start=1, fixed=true);\n",
          "  der(z) = v - abs(v)*(z + 2*y)/L;\n  der(y) = v - abs(v)*(z + 2*y)/L;\n"
          "  when pre(side)*v < 0 then\n    side = -pre(side);\n    reinit(z, 7*y/8);\n"
          "  end when;\n"),
      true },
    { "travels", /* as far as no law forgets, which neither its motion nor its force depends on */
      LAW("  Real x(unit=\"m\", start=L/3, fixed=true);\n  Real w(unit=\"m2/s\", start=0, "
          "fixed=true);\n",
          "  der(z) = v - abs(v)*z/L*(1 + (z/L)^2);\n  der(x) = v;\n  der(w) = v^2 + "
          "v*abs(z)*V/L;\n"),
      true },
    { "is a spring", /* on the travel itself, beside a state that settles */
      LAW("  Real y(unit=\"m\", start=0, fixed=true);\n",
          "  der(z) = v;\n  der(y) = v - abs(v)*y/L;\n"),
      true },
    { "adds", LAW("", "  der(z) = v^2/V;\n"), false },
};

struct seen {
    arb_ptr z, energy; /* at samples, and at the end */
    size_t spans;
    double work; /* units */
};

static void see(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct seen *s = ctx;
    cr_assert_lt(i, SAMPLES);
    arb_set(s->z + i, x);
    arb_set(s->energy + i, energy);
}

static void count(void *ctx, const struct arb_span *span)
{
    (void)span;
    ((struct seen *)ctx)->spans++;
}

/* Follows the law along v = amp sin(omega t), watched or not, from its beginning. */
static void follow(struct moved *m, double duration, bool watched, struct seen *seen)
{
    struct arb_segment segment;
    enum { MOST_WORK = 1000000 };
    struct work_limit limit = work_limit_from_now(MOST_WORK, 0);
    arb_ptr value = _arb_vec_init(4L), times = _arb_vec_init(SAMPLES);
    struct arb_taylor run = { .law = m->law,
                              .p = m->p,
                              .prec = BITS,
                              .x = m->x,
                              .energy = m->energy,
                              .sample = see,
                              .span = watched ? count : NULL,
                              .ctx = seen,
                              .limit = &limit };
    arb_t end;
    arb_init(end);
    arb_segment_init(&segment);
    arb_set_d(value + 1, 2e-2);
    arb_set_d(value + 2, 7);
    arb_set_d(end, duration);
    for (int i = 0; i < SAMPLES; i++) /* in the first periods, in later ones, and near the end */
        arb_set_d(times + i, duration * (double[]){ 0, 0.01, 0.013, 0.3, 0.501, 0.77, 0.995 }[i]);
    arb_segment_set(&segment, SIGNAL_SINE, value, end, 2L * BITS);
    arb_law_begin(m->law, m->x, m->p);
    _arb_vec_zero(m->energy, 1);
    cr_assert(arb_taylor_run(&run, &segment, end, times, SAMPLES), "%g s", duration);
    seen->work = MOST_WORK - limit.units;
    arb_set(seen->z + SAMPLES, m->x);
    arb_set(seen->energy + SAMPLES, m->energy);
    arb_clear(end);
    arb_segment_clear(&segment);
    _arb_vec_clear(times, SAMPLES);
    _arb_vec_clear(value, 4);
}

static void open_seen(struct seen *s)
{
    *s = (struct seen){ _arb_vec_init(SAMPLES + 1), _arb_vec_init(SAMPLES + 1), 0, 0 };
}

static void close_seen(struct seen *s)
{
    _arb_vec_clear(s->energy, SAMPLES + 1);
    _arb_vec_clear(s->z, SAMPLES + 1);
}

/* 2^-50 of the size: of 80 bits a box about a period's beginning leaves 16, and 40 periods add up
 * what they do not know of the energy. */
static void expect_near(const arb_t a, const arb_t b, double size, const char *law, int i)
{
    cr_expect(arb_overlaps(a, b) && mag_get_d(arb_radref(a)) <= 1e-15 * size &&
                  mag_get_d(arb_radref(b)) <= 1e-15 * size,
              "%s, sample %d: %.17g +- %g, step by step %.17g +- %g", law, i,
              arf_get_d(arb_midref(a), ARF_RND_NEAR), mag_get_d(arb_radref(a)),
              arf_get_d(arb_midref(b), ARF_RND_NEAR), mag_get_d(arb_radref(b)));
}

static void compare(size_t from, size_t to)
{
    enum { PERIODS = 40 };
    const double duration = PERIODS * 6.283 / 7; /* ends just before a zero of v */
    struct seen all, steps;
    open_seen(&all);
    open_seen(&steps);
    for (size_t l = from; l < to; l++) {
        struct moved m = { .source = NULL };
        open_source(&m, laws[l].source);
        steps.spans = all.spans = 0;
        follow(&m, duration, false, &all);
        follow(&m, duration, true, &steps);
        cr_expect_eq(all.spans, 0);
        cr_expect_gt(steps.spans, 4UL * PERIODS);
        /* At most half of the periods are followed before a law has settled, or in vain. */
        cr_expect(laws[l].settles ? all.work < steps.work / 2 : all.work < steps.work * 1.5,
                  "%s: %g units, step by step %g", laws[l].name, all.work, steps.work);
        for (int i = 0; i <= SAMPLES; i++) {
            expect_near(all.z + i, steps.z + i, 1e-3, laws[l].name, i);
            expect_near(all.energy + i, steps.energy + i, 1, laws[l].name, i);
        }
        close_moved(&m);
    }
    close_seen(&steps);
    close_seen(&all);
}

enum { LAWS = sizeof laws / sizeof *laws, HALF = LAWS / 2 };

Test(settled, periods_repeat_what_one_does) { compare(0, HALF); }
Test(settled, periods_repeat_what_one_does_of_more_laws) { compare(HALF, LAWS); }
