/* Rigorous motion along smooth velocities against independent computations. */
#include <criterion/criterion.h>
#include <math.h>

#include "reference/motion/followed_test.h"

enum { PREC = 64 };

/* Moves the law along one more segment of the grammar. Returns the work that it took, in steps of
 * 128 bits. */
static double go(struct followed_law *m, enum signal_kind kind, const double value[4],
                 double duration)
{
    const double most = 1e6;
    arb_ptr v = _arb_vec_init(4);
    arb_t t;
    arb_init(t);
    for (int i = 0; i < 4; i++)
        arb_set_d(v + i, value[i]);
    arb_set_d(t, duration);
    arb_segment_set(&m->segment, kind, v, t, (slong)4 * PREC);
    struct work_limit limit = work_limit_from_now(most, 0);
    struct arb_taylor run = {
        .limit = &limit, .law = &m->law, .p = m->p, .prec = PREC, .x = m->x, .energy = m->energy
    };
    cr_assert(arb_taylor_run(&run, &m->segment, t, NULL, 0), "%s", m->law.name);
    arb_clear(t);
    _arb_vec_clear(v, 4);
    return most - limit.units;
}

static void total(arb_t sum, const struct followed_law *m)
{
    arb_zero(sum);
    for (int q = 0; q < (m->law.parts ? arb_law_count(m->law.parts) : 1); q++)
        arb_add(sum, sum, m->energy + q, (slong)2 * PREC);
}

/* Checks that two enclosures of one solution overlap, within 2^-bits of a size. */
static void expect_same(const arb_t a, const arb_t b, double size, int bits, const char *what)
{
    cr_expect(arb_overlaps(a, b), "%s: %.17g, %.17g", what, arf_get_d(arb_midref(a), ARF_RND_NEAR),
              arf_get_d(arb_midref(b), ARF_RND_NEAR));
    cr_expect(mag_get_d(arb_radref(a)) + mag_get_d(arb_radref(b)) <= ldexp(size, -bits),
              "%s: radii %g, %g", what, mag_get_d(arb_radref(a)), mag_get_d(arb_radref(b)));
}

static double bound_of(const struct followed_law *m, int state)
{
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    m->law.bound(bound, m->p, PREC);
    const double value = arf_get_d(arb_midref(bound + state), ARF_RND_NEAR);
    _arb_vec_clear(bound, ARB_LAW_MAX);
    return value;
}

static const struct {
    enum signal_kind kind;
    double value[4], duration;
} segments[] = {
    { SIGNAL_RAMP, { 0, 3e-3 }, 0.5 },
    { SIGNAL_RAMP, { 1e-3, -2e-3 }, 0.25 },
    { SIGNAL_SINE, { 0, 1e-2, 20, 0 }, 1 },
    { SIGNAL_COSINE, { 1e-3, 2e-3, -30, 0.5 }, 0.5 },
    { SIGNAL_CHIRP, { 1e-4, 1e-3, 5, 60 }, 0.5 },
    { SIGNAL_CHIRP, { 0, 1e-3, 40, -40 }, 0.5 }, /* turns back */
    { SIGNAL_SINE, { 1e-3, 1e-3, 20, 0 }, 0.5 }, /* touches zero */
};

enum { N_SEGMENTS = sizeof segments / sizeof *segments, TOUCHES = N_SEGMENTS - 1 };

/* Laws without rate dependence are known in closed form along the path: steps of series, and one
 * held motion from reversal to reversal. */
Test(smooth, steps_agree_with_the_closed_form_along_the_path)
{
    static const char *const names[] = { "coulomb", "dahl", "bliman_sorine" };
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct followed_law steps, path;
        open_law(&steps, names[k]);
        open_law(&path, names[k]);
        path.law.linear = NULL;
        path.law.by_path = true;
        for (size_t i = 0; i < TOUCHES; i++) {
            go(&steps, segments[i].kind, segments[i].value, segments[i].duration);
            go(&path, segments[i].kind, segments[i].value, segments[i].duration);
            for (int j = 0; j < arb_law_count(steps.law.states); j++)
                expect_same(steps.x + j, path.x + j, bound_of(&path, j), 56, names[k]);
            total(a, &steps);
            total(b, &path);
            expect_same(a, b, 1e-3, 56, names[k]);
        }
        close_law(&path);
        close_law(&steps);
    }
    arb_clear(b);
    arb_clear(a);
}

/* With Fs = Fc and sigma1 = 0 LuGre is Dahl's law and viscous friction, whose energy is
 * sigma2 int v^2 dt, along a sine over whole periods sigma2 A^2 T/2. */
Test(smooth, lugre_becomes_dahl_and_viscous_friction)
{
    struct followed_law lugre, dahl;
    const double amplitude = 1, sine[4] = { 0, amplitude, 2 * acos(-1), 0 }, duration = 2;
    arb_t expected;
    arb_init(expected);
    open_law(&lugre, "lugre");
    open_law(&dahl, "dahl");
    set(&lugre, "Fs", 1);
    set(&lugre, "sigma1", 0);
    go(&lugre, SIGNAL_SINE, sine, duration);
    go(&dahl, SIGNAL_SINE, sine, duration);
    expect_same(lugre.x, dahl.x, 1e-5, 56, "z");
    arb_set_d(expected, 0.4);
    arb_add(expected, expected, dahl.energy, PREC);
    arb_add_error_2exp_si(expected, -50); /* omega is 2 pi to that: sin(2 omega T)/(4 omega) */
    cr_expect(arb_contains(expected, lugre.energy));
    arb_clear(expected);
    close_law(&dahl);
    close_law(&lugre);
}

/* Where a state follows a smooth motion closely, steps are as long as the motion is smooth: with
 * steps that resolve the state work would be 1e5 times as much, as its rate. */
Test(smooth, stiffness_costs_no_steps)
{
    static const double ramp[4] = { 1e-3, 2e-3 };
    double work[2];
    for (int stiff = 0; stiff < 2; stiff++) {
        struct followed_law m;
        open_law(&m, "lugre");
        set(&m, "sigma0", stiff ? 1e11 : 1e6);
        work[stiff] = go(&m, SIGNAL_RAMP, ramp, 0.5);
        close_law(&m);
    }
    cr_expect(work[1] < 10 * work[0], "%g and %g", work[0], work[1]);
}

/* A wave without amplitude is a hold, which has a closed form. */
Test(smooth, waves_become_holds)
{
    static const char *const names[] = { "lugre",         "lugre_increment", "martinez_rosas",
                                         "alvarez_icaza", "exponential",     "tanh_stribeck" };
    const double v = 1.5e-3, duration = 0.25;
    arb_t held, a, b;
    arb_init(held);
    arb_init(a);
    arb_init(b);
    arb_set_d(held, v);
    arb_set_d(a, duration);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int whole = 0; whole < 2; whole++) {
            struct followed_law m, h;
            open_law(&m, names[k]);
            open_law(&h, names[k]);
            if (!whole && arb_law_index(m.law.params, "m") < 0)
                continue;
            if (!whole) {
                set(&m, "m", 0.5);
                set(&h, "m", 0.5);
            }
            go(&m, SIGNAL_SINE, (double[]){ v, 0, 10, 1 }, duration);
            arb_set_d(a, duration);
            arb_law_hold(&h.law, h.p, held, a, h.x, h.energy, PREC);
            for (int j = 0; j < arb_law_count(m.law.states); j++)
                expect_same(m.x + j, h.x + j, bound_of(&h, j), 50, names[k]);
            total(a, &m);
            total(b, &h);
            cr_expect(arb_overlaps(a, b), "%s", names[k]);
            close_law(&h);
            close_law(&m);
        }
    arb_clear(b);
    arb_clear(a);
    arb_clear(held);
}

/* A motion in two segments that are one: 1 s of a sine from rest, and its halves. */
Test(smooth, segments_join)
{
    static const char *const names[] = { "lugre", "martinez_rosas", "bouc_wen", "bristle",
                                         "brown_mcphee" };
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct followed_law one, two;
        open_law(&one, names[k]);
        open_law(&two, names[k]);
        if (one.law.start) {
            one.law.start(one.x + arb_law_count(one.law.states), one.p);
            two.law.start(two.x + arb_law_count(two.law.states), two.p);
        }
        go(&one, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, 16, 0.25 }, 1);
        go(&two, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, 16, 0.25 }, 0.5);
        go(&two, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, 16, 8.25 }, 0.5);
        for (int j = 0; j < arb_law_count(one.law.states); j++)
            expect_same(one.x + j, two.x + j, 1e-5, 50, names[k]);
        total(a, &one);
        total(b, &two);
        cr_expect(arb_overlaps(a, b), "%s", names[k]);
        close_law(&two);
        close_law(&one);
    }
    arb_clear(b);
    arb_clear(a);
}

/* Five periods, of which one is computed, and the same by two and a half or less at a time, which
 * are gone through; a third of a period has its samples folded back elsewhere. */
Test(smooth, many_periods_are_so_many_times_one)
{
    enum { SEGMENTS = 2 };
    static const char *const names[] = { "lugre", "martinez_rosas", "exponential" };
    const double omega = 16, last = 1.9375;
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (int whole = 0; whole < 2; whole++) {
            struct followed_law one, many;
            open_law(&one, names[k]);
            open_law(&many, names[k]);
            if (!whole && arb_law_index(one.law.params, "m") < 0) {
                close_law(&many);
                close_law(&one);
                continue;
            }
            if (!whole) {
                set(&one, "m", 0.5);
                set(&many, "m", 0.5);
            }
            go(&one, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, omega, 0.25 }, last);
            for (int i = 0; i < SEGMENTS; i++)
                go(&many, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, omega, 0.25 + 15.0 * i }, 0.9375);
            go(&many, SIGNAL_SINE, (double[]){ 1e-4, 1e-2, omega, 0.25 + 15.0 * SEGMENTS }, 0.0625);
            for (int j = 0; j < arb_law_count(one.law.states); j++)
                expect_same(one.x + j, many.x + j, 1e-5, 50, names[k]);
            total(a, &one);
            total(b, &many);
            cr_expect(arb_overlaps(a, b), "%s", names[k]);
            close_law(&many);
            close_law(&one);
        }
    arb_clear(b);
    arb_clear(a);
}

/* Where v only touches zero the motion goes on. */
Test(smooth, goes_through_a_double_zero)
{
    struct followed_law m;
    open_law(&m, "martinez_rosas");
    set(&m, "m", 0.5);
    go(&m, segments[TOUCHES].kind, segments[TOUCHES].value, segments[TOUCHES].duration);
    cr_expect(mag_get_d(arb_radref(m.x)) <= 1e-5 * 1e-15, "z: %g", mag_get_d(arb_radref(m.x)));
    cr_expect(mag_get_d(arb_radref(m.x + 1)) <= 1e-5 * 1e-9, "y: %g",
              mag_get_d(arb_radref(m.x + 1)));
    close_law(&m);
}
