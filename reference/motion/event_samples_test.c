/* Samples of laws with events: next to an event they hold what is there, and at an end next to a
 * zero of v all are seen. */
#include "reference/motion/moved_test.h"

#define LAW(declarations, equations)                                                               \
    "model test\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"                    \
    "  parameter Real k(unit=\"N/m\", min=1) = 1e5;\n"                                             \
    "  parameter Real L(unit=\"m\", min=1e-9) = 1e-5;\n"                                           \
    "  Real z(unit=\"m\", start=0, fixed=true);\n" declarations "equation\n" equations             \
    "end test;\n"

/* z falls back to L/4 when it comes to L, as a hold lets it after L/v. */
static const char falling_back[] =
    LAW("  parameter Real d(unit=\"N.s/m\", min=0) = 2;\n  Integer n(start=0, fixed=true);\n",
        "  der(z) = v;\n"
        "  when pre(n) == 0 and L - z <= 0 then\n    n = 1;\n    reinit(z, L/4);\n  end when;\n"
        "  F = k*z + d*v;\n"
        "  annotation(__Bristle(parts(elastic=k*z, viscous=d*v)));\n");

/* Samples as near to an event as they may be, on both sides of it. */
enum { NEAREST = 140, APART = 10, NEAR = 2 * NEAREST / APART };

struct near {
    arb_ptr z, work, viscous;
    size_t n;
};

static void see_near(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct near *seen = ctx;
    cr_assert(i == seen->n && i < NEAR);
    arb_set(seen->z + i, x);
    arb_set(seen->work + i, energy);
    arb_set(seen->viscous + i, energy + 1);
    seen->n++;
}

/* Times before and after L/v by 2^-APART, 2^(-2 APART), ... of it, rising. */
static void set_times_near(arb_ptr times, arb_srcptr p, const arb_t v)
{
    arb_t off;
    arb_init(off);
    for (int i = 0; i < NEAR; i++) {
        const bool is_after = i >= NEAR / 2;
        const slong k = is_after ? NEAR - i : i + 1;
        arb_div(times + i, p + 1, v, 400);
        arb_mul_2exp_si(off, times + i, -APART * k);
        (is_after ? arb_add : arb_sub)(times + i, times + i, off, 400);
        mag_zero(arb_radref(times + i));
    }
    arb_clear(off);
}

/* z = v t up to L, then L/4 + v t - L; the work is k z^2/2, after the event k (15/16) L^2/2 more.
 */
static void fallen(arb_t z, arb_t work, arb_srcptr p, const arb_t v, const arb_t t, bool is_after)
{
    arb_t lost;
    arb_init(lost);
    arb_mul(z, v, t, 400);
    if (is_after) {
        arb_mul_ui(lost, p + 1, 3, 400);
        arb_mul_2exp_si(lost, lost, -2);
        arb_sub(z, z, lost, 400);
        arb_sqr(lost, p + 1, 400);
        arb_mul_ui(lost, lost, 15, 400);
        arb_mul_2exp_si(lost, lost, -4);
    }
    arb_addmul(lost, z, z, 400);
    arb_mul(work, lost, p, 400);
    arb_mul_2exp_si(work, work, -1);
    arb_clear(lost);
}

/* What is seen right before and after an event holds what is there, also where a sample lies in the
 * short time in which it happens; a little farther away it is sharp. */
Test(events, are_held_by_samples_next_to_them)
{
    struct moved m = { .source = NULL };
    struct near seen = { .z = _arb_vec_init(NEAR),
                         .work = _arb_vec_init(NEAR),
                         .viscous = _arb_vec_init(NEAR) };
    struct work_limit limit = work_limit_from_now(1e5, 0);
    struct arb_segment segment;
    arb_ptr times = _arb_vec_init(NEAR);
    arb_t v, end, z, work;
    arb_init(v);
    arb_init(end);
    arb_init(z);
    arb_init(work);
    arb_segment_init(&segment);
    open_source(&m, falling_back);
    arb_set_d(v, 1e-3);
    arb_set_d(end, 0.015);
    arb_segment_set(&segment, SIGNAL_HOLD, v, end, 400);
    set_times_near(times, m.p, v);
    struct arb_taylor run = { .limit = &limit,
                              .law = m.law,
                              .p = m.p,
                              .prec = 100,
                              .x = m.x,
                              .energy = m.energy,
                              .sample = see_near,
                              .ctx = &seen };
    cr_assert(arb_taylor_run(&run, &segment, end, times, NEAR));
    cr_assert_eq(seen.n, (size_t)NEAR);
    for (int i = 0; i < NEAR; i++) {
        const bool is_after = i >= NEAR / 2;
        const int k = is_after ? NEAR - i : i + 1;
        fallen(z, work, m.p, v, times + i, is_after);
        cr_expect(arb_contains(seen.z + i, z), "z, sample %d", i);
        cr_expect(arb_contains(seen.work + i, work), "work, sample %d", i);
        arb_sqr(work, v, 400); /* d v^2 t */
        arb_mul(work, work, m.p + 2, 400);
        arb_mul(work, work, times + i, 400);
        cr_expect(arb_contains(seen.viscous + i, work), "viscous, sample %d", i);
        if (k * APART <= 90) {
            cr_expect_lt(mag_get_d(arb_radref(seen.z + i)), 1e-5 * 0x1p-80, "z, sample %d", i);
            cr_expect_lt(mag_get_d(arb_radref(seen.work + i)), 1e-5 * 0x1p-80, "work, %d", i);
        }
    }
    close_moved(&m);
    arb_segment_clear(&segment);
    arb_clear(work);
    arb_clear(z);
    arb_clear(end);
    arb_clear(v);
    _arb_vec_clear(times, NEAR);
    _arb_vec_clear(seen.viscous, NEAR);
    _arb_vec_clear(seen.work, NEAR);
    _arb_vec_clear(seen.z, NEAR);
}

static const char play[] = LAW("  Integer slip(start=0, fixed=true);\n",
                               "  der(z) = if slip == 0 then v else 0;\n"
                               "  when pre(slip) == 0 and L - sign(v)*z <= 0 then\n"
                               "    slip = sign(v);\n    reinit(z, sign(v)*L);\n"
                               "  elsewhen pre(slip) <> 0 and pre(slip)*v < 0 then\n"
                               "    slip = 0;\n  end when;\n  F = k*z;\n");

static void count(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    (void)x, (void)energy;
    cr_expect_eq(i, *(size_t *)ctx);
    ++*(size_t *)ctx;
}

/* A ramp ends a little before or behind the zero of v, nearer than any step goes to one. */
Test(events, are_seen_at_an_end_next_to_a_zero)
{
    struct arb_segment segment;
    arb_ptr v = _arb_vec_init(2), times = _arb_vec_init(2);
    struct moved m = { .source = NULL };
    unsigned decided = 0;
    arb_segment_init(&segment);
    open_source(&m, play);
    for (int k = 20; k <= 200; k += 10)
        for (int sign = -1; sign <= 1; sign++) {
            struct work_limit limit = work_limit_from_now(1e5, 0);
            size_t seen = 0;
            _arb_vec_zero(m.x, 2);
            arb_set_d(v, 0.125);
            arb_set_si(v + 1, sign);
            arb_mul_2exp_si(v + 1, v + 1, -k);
            arb_one(times + 1); /* the end; and before */
            arb_mul_2exp_si(times, times + 1, -1);
            arb_segment_set(&segment, SIGNAL_RAMP, v, times + 1, 800);
            struct arb_taylor run = { .limit = &limit,
                                      .law = m.law,
                                      .p = m.p,
                                      .prec = 100,
                                      .x = m.x,
                                      .sample = count,
                                      .ctx = &seen };
            if (!arb_taylor_run(&run, &segment, times + 1, times, 2))
                continue;
            decided++;
            cr_expect_eq(seen, 2, "%d, %d: %zu seen", k, sign, seen);
        }
    cr_expect_gt(decided, 38, "%u of 57 decided", decided); /* where v turns, it may be too near */
    close_moved(&m);
    arb_segment_clear(&segment);
    _arb_vec_clear(times, 2);
    _arb_vec_clear(v, 2);
}

/* Follows a law along mean + amplitude sin(omega t + phase), of[0] to of[3], until `end`. */
static bool follow(struct moved *m, enum signal_kind kind, arb_srcptr of, const arb_t end)
{
    struct work_limit limit = work_limit_from_now(1e5, 0);
    struct arb_segment segment;
    arb_segment_init(&segment);
    arb_segment_set(&segment, kind, of, end, 400);
    struct arb_taylor run = {
        .limit = &limit, .law = m->law, .p = m->p, .prec = 64, .x = m->x, .energy = m->energy
    };
    const bool ok = arb_taylor_run(&run, &segment, end, NULL, 0);
    arb_segment_clear(&segment);
    return ok;
}

/* A wave of one sign comes to zero where it ends, as near as its numbers are to pi: an element that
 * slips does so to the end. It has gone as far as -A T + A (1 - cos(w T))/w. */
Test(events, are_told_where_a_wave_ends_as_it_touches_zero)
{
    struct moved m = { .source = NULL };
    arb_ptr of = _arb_vec_init(4);
    arb_t end, way, t;
    arb_init(end);
    arb_init(way);
    arb_init(t);
    open_source(&m, play);
    arb_set_d(of, -0.01);
    arb_set_d(of + 1, 0.01);
    arb_set_d(of + 2, 6.283185307179586);
    for (int periods = 0; periods < 3; periods++) {
        arb_set_d(end, 0.25 + periods);
        _arb_vec_zero(m.x, 2);
        _arb_vec_zero(m.energy, 1);
        cr_assert(follow(&m, SIGNAL_SINE, of, end), "%d", periods);
        arb_neg(t, m.p + 1);
        cr_expect(arb_contains(m.x, t) && arb_equal_si(m.x + 1, -1), "%d", periods);
        arb_mul(t, of + 2, end, 400);
        arb_cos(t, t, 400);
        arb_sub_ui(t, t, 1, 400);
        arb_neg(t, t);
        arb_div(t, t, of + 2, 400);
        arb_sub(t, end, t, 400);
        arb_mul(way, t, of + 1, 400);
        arb_mul_2exp_si(t, m.p + 1, -1); /* k L (way - L/2) */
        arb_sub(way, way, t, 400);
        arb_mul(way, way, m.p, 400);
        arb_mul(way, way, m.p + 1, 400);
        cr_expect(arb_contains(m.energy, way), "%d", periods);
        cr_expect_lt(mag_get_d(arb_radref(m.energy)), 1e-15, "%d", periods);
    }
    close_moved(&m);
    arb_clear(t);
    arb_clear(way);
    arb_clear(end);
    _arb_vec_clear(of, 4);
}

/* z leaves a band of speeds, and counts in which it is. */
static const char band[] = LAW("  parameter Real D(unit=\"m/s\", min=0) = 1e-3;\n"
                               "  Boolean inside(start=true, fixed=true);\n",
                               "  der(z) = v;\n"
                               "  when pre(inside) and D - abs(v) <= 0 then\n    inside = false;\n"
                               "  elsewhen not pre(inside) and abs(v) - D < 0 then\n"
                               "    inside = true;\n  end when;\n"
                               "  F = if inside then 0 else k*z;\n");

/* A wave that ends as near to a zero of v as any number of bits tells: what either sign leads to is
 * told, but not which of two. */
Test(events, are_told_at_a_zero_of_no_known_side_where_both_do_the_same)
{
    struct moved m = { .source = NULL };
    arb_ptr of = _arb_vec_init(4);
    arb_t end, z;
    arb_init(end);
    arb_init(z);
    arb_set_d(of + 1, 0.01);
    arb_const_pi(of + 2, 400);
    arb_mul_2exp_si(of + 2, of + 2, -1);
    arb_one(end);
    open_source(&m, band);
    cr_assert(follow(&m, SIGNAL_COSINE, of, end));
    arb_div(z, of + 1, of + 2, 400); /* A/w, as the sine is 1 */
    cr_expect(arb_overlaps(m.x, z) && mag_get_d(arb_radref(m.x)) < 1e-19);
    cr_expect(arb_equal_si(m.x + 1, 1));
    close_moved(&m);
    open_source(&m, play);
    cr_expect_not(follow(&m, SIGNAL_COSINE, of, end)); /* does it still slip? */
    close_moved(&m);
    arb_clear(z);
    arb_clear(end);
    _arb_vec_clear(of, 4);
}

/* An event that has just happened leaves a guard that is as good as zero, wherever v passes the
 * edge of the band; z goes as far as the wave. */
Test(events, leave_guards_that_are_told_from_zero)
{
    struct moved m = { .source = NULL };
    arb_ptr of = _arb_vec_init(4);
    arb_t end, z, t;
    arb_init(end);
    arb_init(z);
    arb_init(t);
    open_source(&m, band);
    arb_set_d(of + 1, 0.01);
    arb_set_d(of + 2, 6.25);
    for (int i = 0; i < 60; i++) {
        arb_set_d(of, 0.01 * (0.11 + i / 70.0));
        arb_set_d(end, 2.75 + i / 64.0);
        _arb_vec_zero(m.x, 1);
        arb_one(m.x + 1);
        _arb_vec_zero(m.energy, 1);
        cr_expect(follow(&m, SIGNAL_SINE, of, end), "%d", i);
        arb_mul(t, of + 2, end, 400);
        arb_cos(t, t, 400);
        arb_sub_ui(t, t, 1, 400);
        arb_mul(t, t, of + 1, 400);
        arb_div(t, t, of + 2, 400);
        arb_mul(z, of, end, 400);
        arb_sub(z, z, t, 400);
        cr_expect(arb_contains(m.x, z), "%d", i);
    }
    close_moved(&m);
    arb_clear(t);
    arb_clear(z);
    arb_clear(end);
    _arb_vec_clear(of, 4);
}
