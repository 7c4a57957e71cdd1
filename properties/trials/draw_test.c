/* What is drawn is distributed as draw.h says: each number is put into the distribution function
 * that its words mean, computed here, and must be uniform then; each choice has its share. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/trials/draw.h"
#include "properties/trials/made_up_test.h"
#include "tools/testing/test_distribution.h"

enum { DRAWN = 40000 };

/* A law with ranges of all kinds, and scales. */
enum { NARROW, WIDE, FROM_ZERO, SIGNED, BOXED, FIXED, N_PARAMS };

static const struct quantity params[N_PARAMS] = {
    { "narrow", "N", 30, 1, 99, "" },     { "wide", "N", 7, 0.5, 5e6, "" },
    { "from_zero", "N", 3, 0, 4e3, "" },  { "signed", "N", 1, -2, 500, "" },
    { "boxed", "N", 2.5, -1e4, 1e5, "" }, { "fixed", "N", 4, 4, 4, "" },
};

static const double VS = MADE_UP_SPEED, LENGTH = MADE_UP_LENGTH;

static const struct model law = { .name = "drawn",
                                  .params = params,
                                  .n_params = N_PARAMS,
                                  .speed_max = 1e3,
                                  .stribeck_speed = made_up_speed,
                                  .length = made_up_length };

/* Where a value between the ends of its range, and not typical, stands among such. */
static double place(double lo, double hi, double x)
{
    const double smallest = 1e-9;
    if (lo >= 0 && hi > 100 * lo)
        return log_share(x, lo > 0 ? lo : smallest * hi, hi);
    if (lo < 0 && hi > 0)
        return x < 0 ? 0.5 - log_share(-x, -smallest * lo, -lo) / 2
                     : 0.5 + log_share(x, smallest * hi, hi) / 2;
    return (x - lo) / (hi - lo);
}

static void expect_parameter(unsigned i, double lo, double hi, double typical,
                             const struct candidate c[], const bool drawn[], unsigned n)
{
    struct histogram between = { .n = 0 };
    unsigned lowest = 0, highest = 0, middle = 0, all = 0;
    for (unsigned k = 0; k < n; k++) {
        const double x = c[k].p[i];
        if (!drawn[k])
            continue;
        all++;
        lowest += x == lo;
        highest += x == hi;
        middle += x == typical;
        if (x != lo && x != hi && x != typical)
            histogram_add(&between, place(lo, hi, x));
    }
    expect_share(params[i].name, lowest, all, 1.0 / 8);
    expect_share(params[i].name, highest, all, 1.0 / 8);
    expect_share(params[i].name, middle, all, 1.0 / 4);
    expect_share(params[i].name, between.n, all, 1.0 / 2);
    expect_uniform(params[i].name, &between);
}

/* One draw in three has the defaults, but for a box; of the others a quarter are at the ends of the
 * range, a quarter at the default, or in the middle of a box. */
Test(draw, of_parameters)
{
    static struct candidate c[DRAWN];
    static bool drawn[DRAWN], all[DRAWN];
    const struct claim anywhere = { .base = ALL_VALID, .box = { { BOXED, 10, 90 } }, .n_box = 1 },
                       nearby = { .base = AT_DEFAULTS, .box = { { BOXED, -3, 9 } }, .n_box = 1 };
    unsigned published = 0;
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(1, "parameters", k);
        cr_assert(PREC(draw_parameters)(&law, &anywhere, &rng, &c[k]));
        all[k] = true;
        for (unsigned i = 0; i < N_PARAMS; i++)
            drawn[k] = drawn[k] || (i != BOXED && c[k].p[i] != params[i].value);
        published += !drawn[k];
        cr_expect_eq(c[k].p[FIXED], 4);
    }
    /* four parameters at their defaults by chance, one of them a quarter, are rare */
    const double chance = pow(0.25, 4), given = 1 / 3.0 + 2 / 3.0 * chance;
    expect_share("the defaults", published, DRAWN, given);
    expect_parameter(BOXED, 10, 90, 50, c, all, DRAWN);
    for (unsigned i = NARROW; i <= SIGNED; i++)
        for (unsigned k = 0; k < DRAWN; k++)
            cr_assert(c[k].p[i] >= params[i].lo && c[k].p[i] <= params[i].hi);
    /* that a draw of all defaults is missing among the drawn is far below the spread */
    for (unsigned i = NARROW; i <= SIGNED; i++)
        expect_parameter(i, params[i].lo, params[i].hi, params[i].value, c, drawn, DRAWN);
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(2, "parameters", k);
        cr_assert(PREC(draw_parameters)(&law, &nearby, &rng, &c[k]));
        for (unsigned i = 0; i < N_PARAMS; i++)
            cr_assert(i == BOXED || c[k].p[i] == params[i].value);
    }
    expect_parameter(BOXED, -3, 9, 3, c, all, DRAWN);
}

/* The share of speeds that are at most v, of a law with a Stribeck speed vs (0: with none). */
static double speed_share(double v, double vs)
{
    const double wide = log_share(v, 1e-9, 1), widest = log_share(v, 1e-15, 1);
    return vs > 0 ? log_share(v, 1e-3 * vs, 1e3 * vs) / 2 + 3 * wide / 8 + widest / 8
                  : 7 * wide / 8 + widest / 8;
}

/* The share of times that are at most t, at that speed. */
static double time_share(double t, double speed, double length)
{
    const double any = log_share(t, 1e-6, 100);
    if (speed == 0)
        return any;
    return any / 2 + log_share(t * speed, 1e-9, 0.1) / 4 +
           (length > 0 ? log_share(t * speed, 1e-2 * length, 1e2 * length) : any) / 4;
}

struct seen_segments {
    unsigned signals, one_way, of_length[CANDIDATE_MAX_SEGMENTS + 1];
    unsigned segments, stops, ramps, waves, forward, moving, of_steps[CANDIDATE_MAX_STEPS + 1];
    unsigned of_cycles[CANDIDATE_MAX_STEPS + 1];
    struct histogram speed, time, second, time_at_rest;
};

static void see_segment(struct seen_segments *seen, const struct segment *s, double vs,
                        double length)
{
    const double speed = fabs(s->level[0]), other = fabs(s->level[1]);
    const double fastest = fmax(speed, other);
    seen->segments++;
    seen->stops += speed == 0;
    seen->ramps += s->kind == SEGMENT_RAMP;
    seen->waves += s->kind == SEGMENT_WAVE;
    seen->moving += speed > 0;
    seen->forward += s->level[0] > 0;
    if (speed > 0)
        histogram_add(&seen->speed, speed_share(speed, vs));
    if (s->kind == SEGMENT_HOLD) {
        cr_expect(s->steps == 1 && other == 0);
    } else {
        histogram_add(&seen->second, speed_share(other, vs));
        cr_assert(s->steps <= CANDIDATE_MAX_STEPS && s->cycles >= 1 && s->cycles <= s->steps / 4);
        seen->of_steps[s->steps]++;
        if (s->steps == 16)
            seen->of_cycles[s->cycles]++;
    }
    /* times at their limits stand for all beyond */
    if (fastest > 0 && s->time > CANDIDATE_SHORTEST && s->time < CANDIDATE_LONGEST)
        histogram_add(&seen->time, time_share(s->time, fastest, length));
    if (fastest == 0)
        histogram_add(&seen->time_at_rest, time_share(s->time, 0, length));
    cr_expect(s->time >= CANDIDATE_SHORTEST && s->time <= CANDIDATE_LONGEST);
}

static struct seen_segments see(const struct model *model, double vs, double length)
{
    struct seen_segments seen = { .signals = 0 };
    for (unsigned k = 0; k < DRAWN / 2; k++) {
        struct rng rng = rng_keyed(3, "segments", k);
        struct candidate c = { .n = 0 };
        PREC(draw_segments)(model, ANY_SIGNAL, &rng, &c);
        seen.signals++;
        seen.one_way += c.one_way;
        cr_assert(c.n >= 1 && c.n <= CANDIDATE_MAX_SEGMENTS);
        seen.of_length[c.n]++;
        for (unsigned i = 0; i < c.n; i++)
            see_segment(&seen, &c.segments[i], vs, length);
    }
    return seen;
}

static void expect_seen(const struct seen_segments *seen)
{
    expect_share("one way", seen->one_way, seen->signals, 0.5);
    for (unsigned n = 1; n <= CANDIDATE_MAX_SEGMENTS; n++) {
        double share = 0; /* one to as many as one to eight */
        for (unsigned most = n; most <= CANDIDATE_MAX_SEGMENTS; most++)
            share += 1.0 / most / CANDIDATE_MAX_SEGMENTS;
        expect_share("number of segments", seen->of_length[n], seen->signals, share);
    }
    expect_share("stops", seen->stops, seen->segments, 1.0 / 8);
    expect_share("ramps", seen->ramps, seen->segments, 1.0 / 8);
    expect_share("waves", seen->waves, seen->segments, 1.0 / 8);
    expect_share("forward", seen->forward, seen->moving, 0.5);
    for (unsigned steps = 4; steps <= 16; steps *= 2)
        expect_share("steps", seen->of_steps[steps], seen->ramps + seen->waves, 1.0 / 3);
    for (unsigned cycles = 1; cycles <= 4; cycles++)
        expect_share("cycles", seen->of_cycles[cycles], seen->of_steps[16], 0.25);
    expect_uniform("speed", &seen->speed);
    expect_uniform("second speed", &seen->second);
    expect_uniform("time at rest", &seen->time_at_rest);
}

Test(draw, of_segments)
{
    struct model bare = law;
    const struct seen_segments seen = see(&law, VS, LENGTH);
    expect_seen(&seen);
    bare.stribeck_speed = NULL;
    bare.length = NULL;
    const struct seen_segments without = see(&bare, 0, 0);
    expect_seen(&without);
}

/* Times at one speed: at 1 mm/s none of the ways to draw them reaches the limits. */
Test(draw, of_times)
{
    struct model slow = law;
    struct histogram times = { .n = 0 };
    const double speed = 1e-3;
    slow.speed_max = speed; /* faster ones are taken as this */
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(4, "times", k);
        struct candidate c = { .n = 0 };
        PREC(draw_segments)(&slow, ANY_SIGNAL, &rng, &c);
        for (unsigned i = 0; i < c.n; i++) {
            const struct segment *s = &c.segments[i];
            const double fastest = fmax(fabs(s->level[0]), fabs(s->level[1]));
            cr_assert(fastest <= speed);
            if (fastest == speed && s->time > CANDIDATE_SHORTEST)
                histogram_add(&times, (time_share(s->time, speed, LENGTH) -
                                       time_share(CANDIDATE_SHORTEST, speed, LENGTH)) /
                                          (1 - time_share(CANDIDATE_SHORTEST, speed, LENGTH)));
        }
    }
    expect_uniform("time", &times);
}

/* A cycle goes forth by a part of the law's length, and back by a part of that, at one speed. */
Test(draw, of_cycles)
{
    struct histogram forth = { .n = 0 }, back = { .n = 0 }, speed = { .n = 0 };
    for (unsigned k = 0; k < DRAWN / 2; k++) {
        struct rng rng = rng_keyed(5, "cycles", k);
        struct candidate c = { .one_way = true };
        PREC(draw_segments)(&law, CYCLE_SIGNAL, &rng, &c);
        const struct segment *a = &c.segments[0], *b = &c.segments[1];
        cr_assert(c.n == 2 && !c.one_way && a->kind == SEGMENT_HOLD && b->kind == SEGMENT_HOLD &&
                  a->steps == 1 && b->steps == 1);
        cr_assert(b->level[0] == -a->level[0] && a->level[1] == 0 && b->level[1] == 0);
        histogram_add(&speed, speed_share(fabs(a->level[0]), VS));
        histogram_add(&forth, a->time * fabs(a->level[0]) / LENGTH);
        histogram_add(&back, b->time / a->time);
    }
    expect_uniform("speed", &speed);
    expect_uniform("forth", &forth);
    expect_uniform("back", &back);
}

static bool same(const struct segment *a, const struct segment *b)
{
    return a->kind == b->kind && a->level[0] == b->level[0] && a->level[1] == b->level[1] &&
           a->time == b->time && a->steps == b->steps && a->cycles == b->cycles;
}

/* Returns true when the m segments are those of `from` numbered so; -1: a new one. */
static bool are(const struct candidate *c, const struct candidate *from, const int number[],
                unsigned m)
{
    bool yes = c->n == m;
    for (unsigned i = 0; yes && i < m; i++) {
        bool known = false;
        for (unsigned k = 0; k < from->n; k++)
            known = known || same(&c->segments[i], &from->segments[k]);
        yes = number[i] < 0 ? !known : same(&c->segments[i], &from->segments[number[i]]);
    }
    return yes;
}

/* Three different segments: each change is as frequent as the others, and at any of them. */
Test(draw, of_mutations)
{
    enum { N = 3 };
    static const int results[][N + 1] = {
        { -1, 0, 1, 2 }, { 0, -1, 1, 2 }, { 0, 1, -1, 2 }, { 1, 2 },    { 0, 2 },    { 0, 1 },
        { 0, 0, 1, 2 },  { 0, 1, 1, 2 },  { 0, 1, 2, 2 },  { 1, 0, 2 }, { 0, 2, 1 }, { 2, 1, 0 },
    };
    static const unsigned sizes[] = { 4, 4, 4, 2, 2, 2, 4, 4, 4, 3, 3, 3 };
    enum { RESULTS = sizeof sizes / sizeof *sizes };
    const struct candidate from = { .n = N,
                                    .segments = { { SEGMENT_HOLD, { 0.25, 0 }, 1, 1, 0 },
                                                  { SEGMENT_RAMP, { -0.5, 0.125 }, 2, 4, 1 },
                                                  { SEGMENT_WAVE, { 0.75, 0.0625 }, 3, 8, 2 } } };
    unsigned counts[RESULTS] = { 0 }, mirrored[N] = { 0 }, anew[N] = { 0 };
    for (unsigned k = 0; k < DRAWN; k++) {
        struct rng rng = rng_keyed(6, "mutations", k);
        struct candidate c = from;
        unsigned found = 0;
        PREC(draw_mutation)(&law, &rng, &c);
        for (unsigned r = 0; r < RESULTS; r++)
            if (are(&c, &from, results[r], sizes[r])) {
                counts[r]++;
                found++;
            }
        for (unsigned i = 0; i < N && c.n == N && found == 0; i++) {
            int others[N] = { 0, 1, 2 };
            struct segment turned = from.segments[i];
            others[i] = -1;
            turned.level[0] = -turned.level[0];
            turned.level[1] = -turned.level[1];
            if (!are(&c, &from, others, N))
                continue;
            *(same(&c.segments[i], &turned) ? &mirrored[i] : &anew[i]) += 1;
            found++;
        }
        cr_assert_eq(found, 1, "change %u", k);
    }
    for (unsigned r = 0; r < RESULTS; r++)
        expect_share("more, less, doubled or exchanged", counts[r], DRAWN, 1.0 / 18);
    for (unsigned i = 0; i < N; i++) {
        expect_share("mirrored", mirrored[i], DRAWN, 1.0 / 18);
        expect_share("drawn anew", anew[i], DRAWN, 1.0 / 18);
    }
}

/* Of one segment none is taken away, and to as many as fit none is added. */
Test(draw, of_mutations_at_the_limits)
{
    for (unsigned n = 1; n <= CANDIDATE_MAX_SEGMENTS; n += CANDIDATE_MAX_SEGMENTS - 1) {
        unsigned fewer = 0, more = 0;
        for (unsigned k = 0; k < DRAWN / 10; k++) {
            struct rng rng = rng_keyed(7, "limits", k);
            struct candidate c = { .n = n };
            for (unsigned i = 0; i < n; i++)
                c.segments[i] = (struct segment){ SEGMENT_HOLD, { i + 1, 0 }, 1, 1, 0, 0 };
            PREC(draw_mutation)(&law, &rng, &c);
            cr_assert(c.n >= 1 && c.n <= CANDIDATE_MAX_SEGMENTS);
            fewer += c.n < n;
            more += c.n > n;
        }
        expect_share("fewer", fewer, DRAWN / 10, n > 1 ? 1.0 / 6 : 0);
        expect_share("more", more, DRAWN / 10, n > 1 ? 0 : 1.0 / 3);
    }
}

/* Segments that change their places are neighbours, the last and the first among them, each two as
 * often as any others. */
Test(draw, of_mutations_exchanges_neighbours)
{
    enum { MOST = 6 };
    for (unsigned n = 2; n <= MOST; n++) {
        unsigned exchanged[MOST] = { 0 };
        for (unsigned k = 0; k < DRAWN; k++) {
            struct rng rng = rng_keyed(8, "exchanges", k);
            struct candidate c = { .n = n };
            unsigned moved = 0, i = 0;
            for (unsigned j = 0; j < n; j++)
                c.segments[j] = (struct segment){ SEGMENT_HOLD, { j + 1, 0 }, 1, 1, 0, 0 };
            PREC(draw_mutation)(&law, &rng, &c);
            for (unsigned j = 0; j < n; j++)
                moved += c.segments[j].level[0] != j + 1;
            if (c.n != n || moved != 2)
                continue;
            while (c.segments[i].level[0] == i + 1)
                i++;
            const unsigned last = c.segments[0].level[0] == n ? n - 1 : i, next = (last + 1) % n;
            cr_expect(c.segments[last].level[0] == next + 1 &&
                          c.segments[next].level[0] == last + 1,
                      "%u segments, %u", n, i);
            exchanged[last]++;
        }
        const unsigned pairs = n > 2 ? n : 1; /* of two segments either is the other's neighbour */
        for (unsigned i = 0; i < n; i++)
            expect_share("exchanged", exchanged[n > 2 ? i : n - 1], DRAWN, 1.0 / (6 * pairs));
    }
}
