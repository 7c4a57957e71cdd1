/* Instants at which a trajectory is not smooth: several at once, touched but not crossed, and no
 * more than there are. Problems that have no solution of this kind are refused. */
#include <stdio.h>

#include "reference/solvers/filippov_test.h"

static void expect_value(const struct record *r, const char *what, const arb_t value,
                         double expected, double allowed_)
{
    cr_expect(fabs(middle(value) - expected) <= allowed_, "%s, %s: %.17g, expected %.17g",
              r->law->name, what, middle(value), expected);
}

static void push(struct record *r, const char *law, const char *force, double end, size_t n)
{
    record_init(r, law);
    record_signal(&r->plant.force, force);
    record_run(r, end, n);
    cr_assert_eq(r->status, FILIPPOV_OK, "%s, '%s': status %d", law, force, (int)r->status);
}

Test(motion_events, a_force_that_jumps_releases_at_once)
{
    struct record r;
    push(&r, "coulomb", "hold 0.5 1; hold 2 1; hold 0 3", 5, 6);
    expect_events(&r, "RC");
    expect_value(&r, "release", r.at, 1, 0);
    expect_value(&r, "stop", r.at + 1, 3, 1e-25);
    expect_value(&r, "x", r.x + 5, 1, 1e-25);
    record_clear(&r);
}

Test(motion_events, a_force_that_jumps_reverses_at_once)
{
    struct record r;
    push(&r, "coulomb", "hold 0 1; hold -3 1; hold 0 4", 6, 7);
    expect_events(&r, "RC");
    expect_value(&r, "v(2)", r.v + 2, -2, 1e-25);
    expect_value(&r, "stop", r.at + 1, 4, 1e-25);
    expect_value(&r, "x", r.x + 6, -3, 1e-25);
    record_clear(&r);
}

/* The mass stops at t = 2, just when the force comes back: x(2) = 1, then a = 1 again. */
Test(motion_events, capture_at_a_corner_of_the_force)
{
    struct record r;
    push(&r, "coulomb", "hold 2 1; hold 0 1; hold 2 1", 3, 4);
    expect_value(&r, "v(1)", r.v + 1, 1, 1e-25);
    expect_value(&r, "x(2)", r.x + 2, 1, 1e-25);
    expect_value(&r, "x(3)", r.x + 3, 1.5, 1e-25);
    expect_value(&r, "v(3)", r.v + 3, 1, 1e-25);
    record_clear(&r);
}

/* The force reaches Fc at its corner, or at its crest, and falls again. */
Test(motion_events, a_touched_limit_does_not_release)
{
    static const char *const forces[] = { "ramp 0 1 1; ramp 1 0 1", "sine 0 1 1.5 0 2",
                                          "ramp 0 -1 1; hold -1 1" };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct record r;
        push(&r, "coulomb", forces[i], 2, 3);
        expect_value(&r, "x", r.x + 2, 0, 1e-20);
        expect_value(&r, "v", r.v + 2, 0, 0);
        record_clear(&r);
    }
}

/* The force is above Fc for 2 acos(1/1.000001)/1.5 s = 1.9 ms, far less than a step, and as long
 * before the crest as after it. Then the mass stops. */
Test(motion_events, a_limit_just_crossed_does)
{
    struct record r;
    push(&r, "coulomb", "sine 0 1.000001 1.5 0 2", 2, 3);
    expect_events(&r, "RC");
    expect_value(&r, "release", r.at, asin(1 / 1.000001) / 1.5, 1e-12);
    cr_expect(middle(r.x + 2) > 0 && middle(r.x + 2) < 1e-8);
    record_clear(&r);
}

/* Wherever within a step the crest lies, and whichever limit it crosses. The force ends with
 * slopes that tell little of where its crest is. */
Test(motion_events, a_limit_just_crossed_is_found_anywhere)
{
    static const double crests[] = { 0.03, 0.1, 0.35, 0.65, 0.9, 0.97 };
    for (size_t i = 0; i < sizeof crests / sizeof *crests; i++)
        for (int side = -1; side <= 1; side += 2) {
            struct record r;
            char force[128];
            const double w = 3, half = acos(1 / 1.000001) / w;
            snprintf(force, sizeof force, "cosine 0 %.17g %.17g %.17g 1", side * 1.000001, w,
                     -w * crests[i]);
            push(&r, "coulomb", force, 1, 2);
            expect_events(&r, "RC");
            expect_value(&r, "release", r.at, crests[i] - half, 1e-12);
            cr_expect(side * middle(r.x + 1) > 0 && fabs(middle(r.x + 1)) < 1e-8, "%s", force);
            record_clear(&r);
        }
}

/* Pulled steadily, x = r1 (w - sin w) with k = m = 1 and w the time since release: v touches
 * zero after each turn, when the spring is just as long as at release, and moves on. */
Test(motion_events, grazing_goes_on)
{
    struct record r;
    record_init(&r, "coulomb");
    r.plant.stiffness = 1;
    r.plant.pull = 0.25;
    record_run(&r, 20, 81);
    cr_assert_eq(r.status, FILIPPOV_OK);
    for (size_t i = 0; i < r.n; i++) {
        const double w = fmax(r.t[i] - 4, 0);
        expect_value(&r, "x", r.x + i, 0.25 * (w - sin(w)), 1e-9);
    }
    record_clear(&r);
}

/* v rises to the watched speed and falls again, where the force has a corner; and crosses it
 * just when the force comes back. */
Test(motion_events, a_watched_speed_may_be_touched)
{
    struct record r;
    record_init(&r, "coulomb");
    r.motion.watched_speed = 1;
    record_signal(&r.plant.force, "hold 2 1; hold 0 0.5; hold 2 1; hold 0 1");
    record_run(&r, 3.5, 8);
    cr_assert_eq(r.status, FILIPPOV_OK);
    expect_value(&r, "v(1)", r.v + 2, 1, 1e-25);
    expect_value(&r, "v(2.5)", r.v + 5, 1.5, 1e-25);
    const size_t faster = nth_event(&r, PLANT_FASTER, 0), slower = nth_event(&r, PLANT_SLOWER, 0);
    cr_assert(faster < slower && slower < r.n_events);
    record_clear(&r);
}

/* A law with a damped bristle rings about its place, -158 +- 274i 1/s, and then is still, though
 * v is never quite zero: events end with what the tolerance can see. That is 16e-18 of the
 * largest v, below which each reversal takes it by another exp(-158 pi/274) after 21 of them. */
Test(motion_events, ringing_ends)
{
    struct record r;
    push(&r, "lugre", "hold 0.5 30", 30, 31);
    cr_expect(r.n_events > 4 && r.n_events < 25, "%zu events", r.n_events);
    cr_expect(middle(r.at + r.n_events - 1) < 0.5);
    record_clear(&r);
}

/* Each stop is one capture, whatever the level of friction there: no chatter. The law
 * martinez_rosas, whose bristle does not let the force go to zero at once, is thrown back a little
 * first. */
Test(motion_events, each_stop_is_one_capture)
{
    static const char *const laws[] = { "coulomb", "coulomb_viscous", "stribeck", "exponential",
                                        "martinez_rosas" };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        struct record r;
        record_init(&r, laws[i]);
        if (strcmp(laws[i], "martinez_rosas") == 0)
            record_set(&r, "alpha", 5e4);
        record_signal(&r.plant.force, "hold 3 1; hold 0 6; hold -3 1; hold 0 6");
        record_run(&r, 14, 15);
        cr_assert_eq(r.status, FILIPPOV_OK, "%s", laws[i]);
        expect_events(&r, i == 4 ? "RVCRVC" : "RCRC");
        record_clear(&r);
    }
}

Test(motion_events, what_has_no_such_solution_is_refused)
{
    struct record r;
    record_init(&r, "bristle");
    record_run(&r, 1, 2);
    cr_expect_eq(r.status, FILIPPOV_UNSUPPORTED, "memory");
    record_clear(&r);
    record_init(&r, "martinez_rosas");
    record_set(&r, "alpha", 0);
    record_run(&r, 1, 2);
    cr_expect_eq(r.status, FILIPPOV_UNSUPPORTED, "rates that jump, a force that does not");
    record_clear(&r);
    record_init(&r, "lugre");
    record_signal(&r.plant.force, "hold 0.5 1");
    r.motion.max_steps = 3;
    record_run(&r, 1, 2);
    cr_expect_eq(r.status, FILIPPOV_TOO_MANY_STEPS);
    record_clear(&r);
}

/* A mass that stops where the force is just at the limit of sticking stays, on either side. */
Test(motion_events, a_stop_at_a_limit_stays)
{
    static const char *const forces[] = { "hold 0 1; hold 2 1; hold -1 3",
                                          "hold 0 1; hold -2 1; hold 1 3" };
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
        struct record r;
        push(&r, "coulomb", forces[i], 5, 6);
        expect_events(&r, "RC");
        expect_value(&r, "stop", r.at + 1, 2.5, 1e-25);
        expect_value(&r, "x", r.x + 5, i == 0 ? 0.75 : -0.75, 1e-25);
        record_clear(&r);
    }
}

/* The mirrored problem has the mirrored solution, with the same events. */
static void expect_mirrored(const struct record *a, const struct record *b)
{
    arb_t mirrored;
    arb_init(mirrored);
    cr_expect_eq(a->n_events, b->n_events, "%s: %zu events, mirrored %zu", a->law->name,
                 a->n_events, b->n_events);
    for (size_t i = 0; i < a->n_events && i < b->n_events; i++)
        cr_expect(a->kind[i] == b->kind[i] && distance(a->at + i, b->at + i) <= 1e-24,
                  "%s: event %zu at %.17g, mirrored at %.17g", a->law->name, i, middle(a->at + i),
                  middle(b->at + i));
    const arb_srcptr columns[][2] = { { a->x, b->x }, { a->v, b->v }, { a->F, b->F } };
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < a->n; i++) {
            arb_neg(mirrored, columns[k][1] + i);
            cr_expect(distance(columns[k][0] + i, mirrored) <= 1e-20,
                      "%s: %c(%g) = %.17g, not %.17g", a->law->name, "xvF"[k], a -> t[i],
                      middle(columns[k][0] + i), middle(mirrored));
        }
    for (size_t i = 0; i < a->n; i++)
        cr_expect(distance(a->energy + i, b->energy + i) <= 1e-20, "%s: energy at %g", a->law->name,
                  a->t[i]);
    arb_clear(mirrored);
}

Test(motion_events, either_side_is_the_other_mirrored)
{
    static const char *const laws[] = { "coulomb", "stribeck", "reset_integrator" },
                             *const forces[][2] = {
                                 { "hold 0 1; hold 2.5 1; hold -1 2",
                                   "hold 0 1; hold -2.5 1; hold 1 2" },
                                 { "hold 3 1; hold -4 1; hold 1.6 2",
                                   "hold -3 1; hold 4 1; hold -1.6 2" },
                                 { "sine 0.25 2 2 0.5 4", "sine -0.25 -2 2 0.5 4" },
                             };
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
        for (size_t i = 0; i < sizeof forces / sizeof *forces; i++) {
            struct record one, other;
            push(&one, laws[k], forces[i][0], 4, 9);
            push(&other, laws[k], forces[i][1], 4, 9);
            cr_expect_gt(one.n_events, 0);
            expect_mirrored(&one, &other);
            record_clear(&other);
            record_clear(&one);
        }
}
