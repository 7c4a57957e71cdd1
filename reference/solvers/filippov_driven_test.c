/* Driven trajectories to many digits (reference/solvers/filippov.h) against rigorous ones
 * (reference/solvers/driven.h), and signals in ball arithmetic. */
#include <stdio.h>
#include <unistd.h>

#include "reference/solvers/driven.h"
#include "reference/solvers/filippov_test.h"
#include "reference/solvers/signal_ball.h"

struct comparison {
    struct record *r;
    double size[ARB_LAW_MAX]; /* of the states */
    double force_radius;      /* what the states' errors do to F */
    double path;              /* m */
};

/* Compares a sample with its enclosure: states within what the tolerance allows; F within what such
 * states allow, by the law itself in ball arithmetic; energy within that over the whole path, and
 * its own tolerance. */
static void compare(void *ctx, size_t i, arb_srcptr x, const arb_t F, const arb_t energy)
{
    struct comparison *c = ctx;
    struct record *r = c->r;
    const int size = arb_law_size(r->law);
    arb_ptr near = _arb_vec_init(size), theirs = _arb_vec_init(size);
    arb_t s, force;
    arb_init(s);
    arb_init(force);
    _arb_vec_set(theirs, x, size);
    if (r->law->turn && signal_interval(&r->signal, r->t[i]).segment->start == r->t[i])
        r->law->turn(theirs, r->p, 192); /* which a hold does once it has begun */
    for (int k = 0; k < r->n_states; k++) {
        const double bound = allowed(r, c->size[k]);
        arb_srcptr mine = record_states(r, i) + k;
        cr_expect(distance(mine, theirs + k) <= bound, "%s, %s at %g s: off by %.3g, allowed %.3g",
                  r->law->name, r->law->states[k], r->t[i], distance(mine, theirs + k), bound);
        arb_set(near + k, mine);
        arb_add_error_2exp_si(near + k, (slong)ceil(log2(bound)));
    }
    for (int k = r->n_states; k < size; k++)
        arb_set(near + k, theirs + k);
    /* At a zero of v some laws have an interval, and one of the two is at the zero itself, the
     * other at the time in double. */
    if (arb_is_finite(F) && signal_velocity(&r->signal, r->t[i]) != 0) {
        arb_sgn(s, r->v + i);
        r->law->force(force, r->p, r->v + i, s, near, 128);
        /* the trajectory that is not rigorous has rounding of its own */
        arb_add_error_2exp_si(force, -100);
        cr_expect(arb_overlaps(force, F), "%s: F at %g s", r->law->name, r->t[i]);
        c->force_radius = fmax(c->force_radius, 2 * mag_get_d(arb_radref(force)));
    }
    if (arb_is_finite(energy)) {
        const double bound =
            allowed(r, fmax(largest(r->energy, r->n), 1e-5)) + c->force_radius * c->path;
        cr_expect(distance(r->energy + i, energy) <= bound,
                  "%s, energy at %g s: off by %.3g, allowed %.3g", r->law->name, r->t[i],
                  distance(r->energy + i, energy), bound);
    }
    arb_clear(force);
    arb_clear(s);
    _arb_vec_clear(theirs, size);
    _arb_vec_clear(near, size);
}

static void expect_agreement(struct record *r, const char *signal)
{
    struct comparison c = { .r = r };
    record_signal(&r->signal, signal);
    record_run(r, r->signal.duration, 41);
    cr_assert_eq(r->status, FILIPPOV_OK, "%s", r->law->name);
    arb_ptr bound = _arb_vec_init(ARB_LAW_MAX);
    if (r->law->bound)
        r->law->bound(bound, r->p, 128);
    for (int k = 0; k < r->n_states; k++) {
        c.size[k] = arb_is_finite(bound + k) ? middle(bound + k) : 1e-5;
        for (size_t i = 0; i < r->n; i++)
            c.size[k] = fmax(c.size[k], fabs(middle(record_states(r, i) + k)));
    }
    for (size_t i = 1; i < r->n; i++)
        c.path += (fabs(middle(r->v + i - 1)) + fabs(middle(r->v + i))) * (r->t[i] - r->t[i - 1]);
    cr_expect(arb_driven(r->law, r->p, &r->signal, r->t, r->n, 192, compare, &c));
    _arb_vec_clear(bound, ARB_LAW_MAX);
}

Test(motion_driven, every_law_held_agrees_with_its_closed_form)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        struct record r;
        if (((*law)->n_memory > 0 && !(*law)->turn) || (*law)->stick_band)
            continue;
        record_init(&r, (*law)->name);
        expect_agreement(&r, "hold 1e-4 1; hold 1e-2 0.5; hold -1 0.0625; hold 0 0.4375; "
                             "hold -1e-3 0.5; hold 2e-3 0.5");
        record_clear(&r);
    }
}

Test(motion_driven, bouc_wen_held_agrees_in_its_other_class)
{
    struct record r;
    record_init(&r, "bouc_wen");
    record_set(&r, "n", 2);
    record_set(&r, "beta", 6e9);
    record_set(&r, "gamma", -4e9);
    expect_agreement(&r, "hold 1e-4 1; hold -1e-3 0.5; hold 2e-3 0.5");
    record_clear(&r);
}

/* Every law that is enclosed along smooth velocities, with reversals. */
Test(motion_driven, smooth_velocities_agree_with_enclosures)
{
    static const char *const signals[] = { "sine 0 1 6.283185307179586 0 0.3125",
                                           "cosine 0.0005 0.001 25 0.5 0.25",
                                           "ramp 0.001 -0.002 0.5; chirp 0.0001 0.001 5 40 0.5" };
    for (const struct arb_law *const *law = arb_laws; *law; law++)
        for (size_t k = 0; (*law)->linear && k < sizeof signals / sizeof *signals; k++) {
            struct record r;
            record_init(&r, (*law)->name);
            expect_agreement(&r, signals[k]);
            record_clear(&r);
        }
}

/* z follows from the path alone, which has closed forms for all signals. They are in double;
 * a path D wrong by eps D turns exp(-sigma0 D) by sigma0 D eps exp(-sigma0 D) < eps/e. */
static void expect_path_and_z(const char *signal)
{
    struct record r;
    record_init(&r, "martinez_rosas");
    record_signal(&r.signal, signal);
    record_run(&r, r.signal.duration, 33);
    cr_assert_eq(r.status, FILIPPOV_OK);
    for (size_t i = 0; i < r.n; i++) {
        const double path = signal_distance(&r.signal, r.t[i]);
        const double scale = largest(r.x, r.n);
        cr_expect(fabs(middle(r.x + i) - path) <= 1e-14 * scale, "'%s' at %g: %.17g, %.17g", signal,
                  r.t[i], middle(r.x + i), path);
        cr_expect(fabs(1e5 * middle(record_states(&r, i)) + expm1(-1e5 * path)) <= 1e-13);
    }
    record_clear(&r);
}

static const char csv_rows[] = "t,v\n0,1e-5\n0.1,3e-5\n0.35,1e-6\n0.8,5e-5\n1,2e-5\n";

/* Writes a file to the test's own directory; the file's name follows "csv " in the signal's
 * text. */
static void write_csv(char name[64], const char *rows)
{
    snprintf(name, 64, "csv /tmp/motion_test_%ld.csv", (long)getpid());
    FILE *file = fopen(name + 4, "w");
    cr_assert(file);
    fputs(rows, file);
    fclose(file);
}

Test(motion_driven, signals_of_every_kind_have_their_path)
{
    char csv[64];
    expect_path_and_z("hold 1e-5 0.5; ramp 1e-5 3e-5 1");
    expect_path_and_z("sine 2e-5 1e-5 7 0.25 1; cosine 2e-5 1e-5 7 0.25 1");
    expect_path_and_z("chirp 2e-5 1e-5 3 30 1");
    write_csv(csv, csv_rows);
    expect_path_and_z(csv);
    remove(csv + 4);
}

/* At the end of each interval v is zero to the arithmetic's precision, or a segment or row ends. */
static void expect_sharp_ends(const char *text, size_t zeros)
{
    struct signal signal;
    size_t found = 0;
    arb_t end, v;
    record_signal(&signal, text);
    arb_init(end);
    arb_init(v);
    for (double t = 0; t < signal.duration;) {
        const struct smooth_interval interval = signal_interval(&signal, t);
        const struct signal_ball ball = signal_ball_of(&interval);
        signal_ball_end(end, &ball, &interval, 192);
        signal_ball_value(v, &ball, end, 192);
        cr_expect(fabs(middle(end) - interval.end) <= 1e-12 * signal.duration);
        found += fabs(middle(v)) < 0x1p-170;
        t = interval.end;
    }
    cr_expect_eq(found, zeros, "'%s': %zu zeros, expected %zu", text, found, zeros);
    arb_clear(v);
    arb_clear(end);
    signal_free(&signal);
}

Test(motion_driven, zeros_of_signals_are_sharp)
{
    char csv[64];
    expect_sharp_ends("ramp -0.3 0.4 1", 1);
    expect_sharp_ends("sine 0.1 0.3 6.5 0.2 2", 4);
    expect_sharp_ends("cosine 0.1 0.3 6.5 0.2 2; hold 1 1", 4);
    expect_sharp_ends("chirp 0.1 0.3 3 17 1", 3);
    /* the same in a million seconds, and in a millionth of one */
    expect_sharp_ends("ramp -0.3 0.4 1e6", 1);
    expect_sharp_ends("sine 0.1 0.3 6.5e-6 0.2 2e6", 4);
    expect_sharp_ends("chirp 0.1 0.3 3e-6 17e-6 1e6", 3);
    expect_sharp_ends("sine 0.1 0.3 6.5e6 0.2 2e-6", 4);
    write_csv(csv, "0,0.1\n0.3,-0.2\n0.7,-0.1\n1,0.7\n");
    expect_sharp_ends(csv, 2);
    remove(csv + 4);
}

/* At rest the force of a law that sticks may be any between two: there is none to show. Other laws
 * have one there, and all have one in motion. */
Test(motion_driven, shows_no_force_where_there_is_a_choice)
{
    static const struct {
        const char *law;
        bool chooses;
    } cases[] = { { "coulomb", true },
                  { "stribeck", true },
                  { "dahl", false },
                  { "lugre", false },
                  { "viscous", false } };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct record r;
        record_init(&r, cases[k].law);
        record_signal(&r.signal, "hold 0.001 1; hold 0 1; hold -0.001 1");
        record_run(&r, 2.5, 6);
        cr_assert_eq(r.status, FILIPPOV_OK, "%s", cases[k].law);
        for (size_t i = 0; i < r.n; i++) {
            const bool rests = signal_velocity(&r.signal, r.t[i]) == 0;
            cr_expect_eq(!arb_is_finite(r.F + i), rests && cases[k].chooses, "%s at %g s",
                         cases[k].law, r.t[i]);
        }
        record_clear(&r);
    }
}

/* The velocity of a sample is the signal's at that instant to all digits, where the text has a jump
 * that after it, and exactly zero where the signal says so: at the ends of its intervals. */
Test(motion_driven, samples_have_the_velocity_to_all_digits)
{
    static const char *const signals[] = { "ramp -0.3 0.4 1; hold 0.25 1", "sine 0.1 0.3 6.5 0.2 2",
                                           "hold 0.1 0.7; hold 0 0.4; chirp 0 0.3 3 17 1" };
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        struct record r;
        unsigned rests = 0;
        arb_t v, t;
        arb_init(v);
        arb_init(t);
        record_init(&r, "viscous");
        record_signal(&r.signal, signals[k]);
        r.motion.signal = &r.signal;
        for (double at = 0; at < r.signal.duration;
             r.n += 2) { /* each interval's begin and middle */
            const struct smooth_interval interval = signal_interval(&r.signal, at);
            r.t[r.n] = at;
            r.t[r.n + 1] = at + (interval.end - at) / 2;
            at = interval.end;
        }
        cr_assert_eq(filippov_run(&r.motion, r.t, r.n, record_sample, record_event, &r, &r.steps),
                     FILIPPOV_OK);
        for (size_t i = 0; i < r.n; i++) {
            const struct smooth_interval interval = signal_interval(&r.signal, r.t[i]);
            const struct signal_ball ball = signal_ball_of(&interval);
            if (signal_velocity(&r.signal, r.t[i]) == 0) {
                cr_expect(arb_is_zero(r.v + i), "'%s' at %.17g", signals[k], r.t[i]);
                rests++;
                continue;
            }
            arb_set_d(t, r.t[i]);
            signal_ball_value(v, &ball, t, 192);
            cr_expect(distance(v, r.v + i) <= 0x1p-110, "'%s' at %.17g: off by %g", signals[k],
                      r.t[i], distance(v, r.v + i));
        }
        cr_expect_gt(rests, 0, "'%s'", signals[k]);
        arb_clear(t);
        arb_clear(v);
        record_clear(&r);
    }
}
