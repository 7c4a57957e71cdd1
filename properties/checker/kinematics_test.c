/* What the checker says of a segment's velocity: that it certainly moves in a direction, may, or
 * rests, is compared with what the segment does, by construction. Ramps end at zero, and waves
 * touch it at all instants that are looked at, where their balls hold both signs. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "properties/checker/rigorous_run.h"

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
enum { N_SEGMENTS = sizeof segments / sizeof *segments, N_VALUES = 4 };

static void load(const void *numbers, slong prec, arb_ptr p, arb_ptr x0, arb_ptr v, arb_ptr h)
{
    const struct segment *s = numbers;
    (void)x0, (void)v;
    for (int i = 0; i < ARB_LAW_MAX; i++)
        arb_one(p + i);
    arb_set_str(h, s->duration, prec);
}

static void load_segment(const void *numbers, slong prec, unsigned i, struct arb_segment *segment)
{
    const struct segment *s = numbers;
    arb_ptr value = _arb_vec_init(N_VALUES);
    arb_t h;
    (void)i;
    arb_init(h);
    arb_set_str(h, s->duration, prec);
    for (int k = 0; k < N_VALUES && s->value[k]; k++)
        arb_set_str(value + k, s->value[k], prec);
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
