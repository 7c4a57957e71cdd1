/* What the checker says of a segment's velocity: that it certainly moves in a direction, may, or
 * rests, is compared with what the segment does, by construction. Ramps end at zero, and waves
 * touch it at all instants that are looked at, where their balls hold both signs. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "properties/rigorous/rigorous_run.h"

/* A segment, and whether it goes forth or back at some time. */
struct segment {
    const char *value[4], *duration;
    enum signal_kind kind;
    bool forth, back;
};

/* 2 pi and pi: with these a wave has its 64 troughs, where it is looked at, 1e-60 from zero. */
#define TWO_PI  "6.28318530717958647692528676655900576839433879875021164194989"
#define PI      "3.14159265358979323846264338327950288419716939937510582097494"
#define HALF_PI "1.57079632679489661923132169163975144209858469968755291048747"

static const struct segment segments[] = {
    { { "0.01" }, "2", SIGNAL_HOLD, true, false },
    { { "-1e-300" }, "2", SIGNAL_HOLD, false, true },
    { { "0" }, "2", SIGNAL_HOLD, false, false },
    { { "0", "0.1" }, "1", SIGNAL_RAMP, true, false },
    { { "0.1", "0" }, "3", SIGNAL_RAMP, true, false },
    { { "-0.1", "0" }, "3", SIGNAL_RAMP, false, true },
    { { "0.1", "-1e-6" }, "3", SIGNAL_RAMP, true, true },
    { { "0.1", "0" }, "0.7", SIGNAL_RAMP, true, false },
    { { "0.3", "0" }, "1.1", SIGNAL_RAMP, true, false },
    { { "0.7", "0" }, "13", SIGNAL_RAMP, true, false },
    { { "-0.9", "0" }, "1.7", SIGNAL_RAMP, false, true },
    { { "-0.3", "0" }, "0.19", SIGNAL_RAMP, false, true },
    { { "0.1", "0.1", TWO_PI, PI }, "64", SIGNAL_COSINE, true, false },
    { { "-0.1", "0.1", TWO_PI, "0" }, "64", SIGNAL_COSINE, false, true },
    { { "0.3", "0.3", TWO_PI, "-" HALF_PI }, "64", SIGNAL_SINE, true, false },
    { { "-0.3", "0.3", TWO_PI, HALF_PI }, "64", SIGNAL_SINE, false, true },
    { { "0.3", "0.4", "1", "0" }, "20", SIGNAL_SINE, true, true },
    { { "0", "0.1", "3", "0" }, "1", SIGNAL_SINE, true, false },
    { { "0", "0.1", "3", "0" }, "2", SIGNAL_SINE, true, true },
};

/* Waves from here on do not touch zero but cross it. */
enum { FIRST_CROSSING = 16 };
/* The square of this one's velocity is no double. */
enum { TOO_SLOW = 1 };
enum { N_SEGMENTS = sizeof segments / sizeof *segments, N_VALUES = 4 };

/* Numbers are loaded as those up to that much larger, as a power of 2; 0: exactly. */
static slong blur;

static void set(arb_t x, const char *text, slong prec)
{
    arb_t error;
    arb_set_str(x, text, prec);
    if (!blur)
        return;
    arb_init(error);
    arb_mul_2exp_si(error, x, blur);
    arb_add(error, error, x, prec);
    arb_union(x, x, error, prec);
    arb_clear(error);
}

/* One segment. */
static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct segment *s = numbers;
    (void)x0, (void)v;
    for (int i = 0; i < ARB_LAW_MAX; i++)
        arb_one(p + i);
    set(h, s->duration, prec);
}

static void load_segment(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    const struct segment *s = numbers;
    arb_ptr value = _arb_vec_init(N_VALUES);
    arb_t h;
    (void)i;
    arb_init(h);
    set(h, s->duration, prec);
    for (int k = 0; k < N_VALUES && s->value[k]; k++)
        set(value + k, s->value[k], prec);
    arb_segment_set(segment, s->kind, value, h, prec);
    arb_clear(h);
    _arb_vec_clear(value, N_VALUES);
}

Test(kinematics, what_is_certain_is_so)
{
    static const slong precisions[] = { 30, 53, 64, 100, 128, 150, 180 };
    unsigned certain = 0, said = 0;
    for (size_t k = 0; k < N_SEGMENTS; k++)
        for (size_t i = 0; i < sizeof precisions / sizeof *precisions; i++) {
            const struct segment *s = &segments[k];
            const struct rigorous_case c = { .law = arb_law_find("coulomb"),
                                             .n_segments = 1,
                                             .load = load,
                                             .load_segment = load_segment,
                                             .numbers = s };
            struct rigorous_run r;
            rigorous_run_init(&r, &c, precisions[i]);
            rigorous_hold_segments(&r);
            cr_expect_eq(rigorous_is_smooth(&r, 0), s->kind != SIGNAL_HOLD, "segment %zu", k);
            cr_expect_eq(arb_is_finite(r.v), s->kind == SIGNAL_HOLD,
                         "segment %zu: one velocity of many", k);
            const bool forth = rigorous_moves(&r, 0, 1), back = rigorous_moves(&r, 0, -1),
                       rests = rigorous_rests(&r, 0);
            cr_expect(s->forth || !forth, "segment %zu, %ld bits: forth", k, precisions[i]);
            cr_expect(s->back || !back, "segment %zu, %ld bits: back", k, precisions[i]);
            cr_expect(!s->forth || rigorous_may_move(&r, 0, 1), "segment %zu: may not move", k);
            cr_expect(!s->back || rigorous_may_move(&r, 0, -1), "segment %zu: may not move", k);
            cr_expect_eq(rests, !s->forth && !s->back, "segment %zu rests: %d", k, rests);
            if (s->kind == SIGNAL_HOLD || s->kind == SIGNAL_RAMP || k >= FIRST_CROSSING) {
                said += (unsigned)forth + (unsigned)back;
                certain += (unsigned)s->forth + (unsigned)s->back;
            }
            rigorous_run_clear(&r);
        }
    cr_expect_eq(said, certain, "%u of %u directions are certain", said, certain);
}

/* What is at rest exchanges no energy, and keeps passivity with the whole margin. */
Test(kinematics, rest_exchanges_nothing)
{
    static const struct segment rest = { { "0" }, "2", SIGNAL_HOLD, false, false };
    static const struct {
        const char *law;
        enum property property;
    } cases[] = { { "coulomb", PASSIVITY },
                  { "stribeck", PASSIVITY },
                  { "stribeck", PASSIVITY_AS_PRINTED },
                  { "dahl", PASSIVITY } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct rigorous_case c = { .law = arb_law_find(cases[i].law),
                                         .property = cases[i].property,
                                         .n_segments = 1,
                                         .load = load,
                                         .load_segment = load_segment,
                                         .numbers = &rest };
        arb_t functional, margin;
        arb_init(functional);
        arb_init(margin);
        cr_expect_eq(rigorous_evaluate(&c, 64, functional, margin), ANSWER_NO, "%s", cases[i].law);
        cr_expect(arb_is_zero(functional) && arb_is_one(margin), "%s, case %zu", cases[i].law, i);
        arb_clear(margin);
        arb_clear(functional);
    }
}

/* All segments in one signal. */
static void load_all(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct segment *s = numbers;
    for (size_t k = 0; k < N_SEGMENTS; k++)
        load(&s[k], prec, p, x0, v, h + k);
}

static void load_two(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct segment *s = numbers;
    load(&s[0], prec, p, x0, v, h);
    load(&s[1], prec, p, x0, v, h + 1);
}

static void load_segment_of_all(const void *numbers, slong prec, unsigned i,
                                struct arb_segment *segment)
{
    load_segment((const struct segment *)numbers + i, prec, 0, segment);
}

/* What the checker says of a segment: its velocities at both ends, travel and path. */
enum { START, END, TRAVEL, PATH, N_SAID };

static void say(struct rigorous_run *r, unsigned i, arb_ptr said)
{
    arb_set(said + START, rigorous_velocity(r, i, false));
    arb_set(said + END, rigorous_velocity(r, i, true));
    rigorous_travel(r, i, said + TRAVEL);
    rigorous_path(r, i, i + 1, said + PATH);
}

/* Returns the velocity after a share of the duration, m/s. */
static double velocity_at(const struct segment *s, double share)
{
    double value[N_VALUES] = { 0 };
    for (int k = 0; k < N_VALUES && s->value[k]; k++)
        value[k] = strtod(s->value[k], NULL);
    const double angle = value[2] * share * strtod(s->duration, NULL) + value[3];
    switch (s->kind) {
    case SIGNAL_RAMP:
        return value[0] + (value[1] - value[0]) * share;
    case SIGNAL_SINE:
        return value[0] + value[1] * sin(angle);
    case SIGNAL_COSINE:
        return value[0] + value[1] * cos(angle);
    default:
        return value[0];
    }
}

/* Returns the largest difference between what is said and sums over short steps, relative to the
 * largest speed, and to what it travels in all. */
static double error_of(const struct segment *s, arb_srcptr said)
{
    enum { STEPS = 6400 };
    const double T = strtod(s->duration, NULL);
    double expected[N_SAID] = { velocity_at(s, 0), velocity_at(s, 1), 0, 0 }, top = 0, error = 0;
    for (int k = 0; k < STEPS; k++) {
        const double v = velocity_at(s, (k + 0.5) / STEPS);
        expected[TRAVEL] += v * T / STEPS;
        expected[PATH] += fabs(v) * T / STEPS;
        top = fmax(top, fabs(v));
    }
    for (int k = 0; k < N_SAID && top > 0 && arb_is_finite(said + k); k++) {
        const double is = arf_get_d(arb_midref(said + k), ARF_RND_NEAR);
        error = fmax(error, fabs(is - expected[k]) / (k < TRAVEL ? top : top * T));
    }
    return error;
}

/* A segment of a signal does what it does alone, that is what its formula says, and with numbers
 * that are known to a millionth it may do all that. */
Test(kinematics, of_a_segment_is_its_own)
{
    const double WORK = 20; /* for paths that end at rest, or nearly, any is in vain */
    const struct arb_law *coulomb = arb_law_find("coulomb");
    const struct rigorous_case all = { .law = coulomb,
                                       .n_segments = N_SEGMENTS,
                                       .load = load_all,
                                       .load_segment = load_segment_of_all,
                                       .numbers = segments };
    unsigned paths = 0;
    for (int k = 0; k < 2; k++) {
        struct rigorous_run r;
        blur = k == 0 ? 0 : -20;
        rigorous_run_init(&r, &all, 128);
        blur = 0;
        for (unsigned i = 0; i < N_SEGMENTS; i++) {
            const struct rigorous_case one = { .law = coulomb,
                                               .n_segments = 1,
                                               .load = load,
                                               .load_segment = load_segment,
                                               .numbers = &segments[i] };
            struct rigorous_run alone;
            arb_ptr here = _arb_vec_init(N_SAID), there = _arb_vec_init(N_SAID);
            rigorous_run_init(&alone, &one, 128);
            struct work_limit limits[] = { work_limit_from_now(WORK, 0),
                                           work_limit_from_now(WORK, 0) };
            r.limit = &limits[0];
            alone.limit = &limits[1];
            say(&r, i, here);
            say(&alone, 0, there);
            paths += arb_is_finite(there + PATH) != 0;
            for (int what = 0; what < N_SAID; what++)
                cr_expect(arb_is_finite(here + what)
                              ? (k == 0 ? arb_equal : arb_contains)(here + what, there + what)
                              : what == PATH,
                          "segment %u, %d: it has its own", i, what);
            /* steps of 1/6400, of a wave of at most 64 periods: 2 pi 64/6400 squared, over 24 */
            cr_expect_lt(error_of(&segments[i], there), 1.7e-4, "segment %u", i);
            for (int sign = -1; sign <= 1; sign += 2) {
                cr_expect(!rigorous_moves(&r, i, sign) || rigorous_moves(&alone, 0, sign));
                cr_expect(rigorous_may_move(&r, i, sign) || !rigorous_may_move(&alone, 0, sign));
            }
            cr_expect(!rigorous_rests(&r, i) || rigorous_rests(&alone, 0));
            rigorous_run_clear(&alone);
            _arb_vec_clear(there, N_SAID);
            _arb_vec_clear(here, N_SAID);
        }
        rigorous_run_clear(&r);
    }
    cr_expect_geq(paths, N_SEGMENTS / 2, "%u paths", paths);
}

static const char *const no_params[] = { NULL };

/* The law F = v, as printed. */
static void linear_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p, (void)prec;
    arb_set(F, v);
}

/* Its energy is int v^2 dt. The checker takes the range of v^2 over each of 16 times as many
 * intervals as bits, which is the slope times the interval, at most: half of that to either side.
 */
Test(kinematics, energy_of_a_line_is_that_of_the_square)
{
    enum { BITS = 64, STEPS = 6400 };
    static const struct arb_law law = { .name = "line",
                                        .params = no_params,
                                        .printed_force = linear_force };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (size_t i = 0; i < N_SEGMENTS; i++) {
        if (i == TOO_SLOW)
            continue;
        const struct segment *s = &segments[i];
        const struct rigorous_case c = { .law = &law,
                                         .property = PASSIVITY_AS_PRINTED,
                                         .n_segments = 1,
                                         .load = load,
                                         .load_segment = load_segment,
                                         .numbers = s };
        const double T = strtod(s->duration, NULL);
        double energy = 0, slope = 0;
        for (int k = 0; k < STEPS; k++) { /* Simpson's rule */
            const double v0 = velocity_at(s, (double)k / STEPS),
                         v = velocity_at(s, (k + 0.5) / STEPS),
                         v1 = velocity_at(s, (k + 1.0) / STEPS);
            energy += (v0 * v0 + 4 * v * v + v1 * v1) / 6 * T / STEPS;
            slope = fmax(slope, fabs(v0 * v0 - v1 * v1) * STEPS / T);
        }
        const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
        const double is = arf_get_d(arb_midref(functional), ARF_RND_NEAR);
        const double radius = mag_get_d(arb_radref(functional));
        /* of fourth order in steps of at most 0.01 of a period: (4 pi 0.01)^4/2880 */
        cr_expect_leq(fabs(is - energy), radius + 1e-7 * energy, "segment %zu: %g, not %g", i, is,
                      energy);
        cr_expect_leq(radius, 1.01 * slope * T * T / (32 * BITS) + 0x1p-56 * energy,
                      "segment %zu: +/- %g", i, radius);
        cr_expect_eq(answer, energy > 2 * radius || !(energy > 0) ? ANSWER_NO : ANSWER_UNDECIDED);
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* A law whose state is not known once it moves, and heads inwards or, beyond 2^-40 m/s, outwards.
 */
static int heading;

static void unknown_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s, const arb_t h,
                         slong prec)
{
    (void)p, (void)v, (void)s, (void)h, (void)prec;
    arb_indeterminate(x);
}

static void unit_bound(arb_ptr bound, arb_srcptr p, slong prec)
{
    (void)p, (void)prec;
    arb_one(bound);
}

static void heads(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)
{
    (void)p;
    arb_one(slack);
    if (heading < 0) {
        arb_t speed;
        arb_init(speed);
        arb_abs(speed, v);
        arb_mul_2exp_si(slack, slack, -40);
        arb_sub(slack, slack, speed, prec);
        arb_clear(speed);
    }
}

/* A bound stands by where the states head: at all velocities of all segments, whatever the last one
 * does. */
Test(kinematics, of_states_is_judged_all_along)
{
    static const char *const states[] = { "x", NULL };
    static const struct arb_law law = { .name = "unknown",
                                        .params = no_params,
                                        .states = states,
                                        .flow = unknown_flow,
                                        .bound = unit_bound,
                                        .slack = heads };
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (size_t i = 0; i < N_SEGMENTS; i++)
        for (size_t k = 0; k < N_SEGMENTS; k++)
            for (heading = -1; heading <= 1; heading += 2) {
                const struct segment both[] = { segments[i], segments[k] };
                const struct rigorous_case c = { .law = &law,
                                                 .property = STATE_BOUND,
                                                 .n_segments = 2,
                                                 .load = load_two,
                                                 .load_segment = load_segment_of_all,
                                                 .numbers = both };
                bool moves = false;
                for (int part = 0; part < 2; part++)
                    moves |=
                        (both[part].forth || both[part].back) && (part == 0 ? i : k) != TOO_SLOW;
                const enum answer answer = rigorous_evaluate(&c, 64, functional, margin);
                cr_expect_eq(answer, moves && heading < 0 ? ANSWER_UNDECIDED : ANSWER_NO,
                             "segments %zu, %zu: %d", i, k, (int)answer);
            }
    arb_clear(margin);
    arb_clear(functional);
}
