/* Every property at its limit: a law of given numbers, whose functions miss the limit by given
 * excesses, is judged along signals of three holds. The answer, the functional and the margin
 * follow from the excesses by the definition of the property (models/property_list.h), in whole
 * numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/rigorous/numbers_test.h"
#include "properties/rigorous/rigorous.h"

enum { HOLDS = NUMBERS_HOLDS, UNIT = NUMBERS_UNIT, BITS = 320 };

static const struct excess kinds[] = { { -2, -2 }, { 0, 0 }, { 2, 2 }, { -3, 3 } };
enum { KINDS = sizeof kinds / sizeof *kinds, SIGNALS = KINDS * KINDS * KINDS };

/* How the excesses of three holds make one of the signal: of the last alone, of all together, or
 * the largest. */
enum whole { LAST, SUM, LARGEST };

/* A property, and what its definition says. At the limit itself it is kept, unless it is strict.
 * The functional is the excess times `sign`, beside an offset. */
static const struct statement {
    enum property property;
    enum whole whole;
    int sign;
    bool strict;
    bool tolerant; /* the offset is an equality's 2^-60 of the scale, too */
    double offset;
} statements[] = {
    { PASSIVITY, SUM, -1, true, false, 0 },
    { PASSIVITY_AS_PRINTED, SUM, -1, true, false, 0 },
    { I1_NONNEGATIVE, SUM, -1, true, false, 0 },
    { I2_NONNEGATIVE, SUM, -1, true, false, 0 },
    { I3_NONNEGATIVE, SUM, -1, false, false, 0 },
    { I4_NONNEGATIVE, SUM, -1, false, false, 0 },
    { DISSIPATION, LARGEST, -1, false, false, 0 },
    { STATE_BOUND, LARGEST, 1, false, false, 0 },
    { STRIBECK_STATE_BOUND, LARGEST, 1, false, false, 0 },
    { STRIBECK_HISTORY_BOUND, LARGEST, 1, false, false, 0 },
    { STEADY_STATE, LAST, 1, false, true, 0x1p9 },
    { ODD_SYMMETRY, LAST, 1, false, true, 0 },
    { RATE_INDEPENDENCE, LAST, 1, false, true, 0 },
    { CREEPING, LAST, 1, false, false, 0 },
    { REGRESSOR, LARGEST, 1, false, true, 0 },
    { REGRESSOR_AS_PRINTED, LARGEST, 1, false, true, 0 },
};

static struct excess whole_of(const struct statement *s, const struct excess e[], int n)
{
    struct excess all = e[n - 1];
    for (int i = n - 2; i >= 0 && s->whole != LAST; i--) {
        const bool sum = s->whole == SUM;
        all.lo = sum ? all.lo + e[i].lo : e[i].lo > all.lo ? e[i].lo : all.lo;
        all.hi = sum ? all.hi + e[i].hi : e[i].hi > all.hi ? e[i].hi : all.hi;
    }
    return all;
}

static enum answer answer_of(const struct statement *s, struct excess e)
{
    if (e.lo > 0 || (s->strict && e.lo >= 0))
        return ANSWER_YES;
    return e.hi < 0 || (!s->strict && e.hi <= 0) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* Sets the excesses of that signal. */
static void give(const struct statement *s, unsigned signal)
{
    given.property = s->property;
    for (int i = 0; i < HOLDS; i++, signal /= KINDS)
        given.excess[i] = kinds[signal % KINDS];
}

static enum answer evaluated(const struct statement *s, bool every_hold, arb_t functional,
                             arb_t margin)
{
    const struct rigorous_case c = { .law = &numbers_law,
                                     .property = s->property,
                                     .n_segments = HOLDS,
                                     .load = numbers_load,
                                     .every_hold = every_hold };
    return rigorous_evaluate(&c, BITS, functional, margin);
}

/* Returns true when the ball has both ends of the excess and little more. */
static bool encloses(const arb_t functional, const struct statement *s, struct excess e)
{
    arb_t end, offset;
    bool both = true;
    arb_init(end);
    arb_init(offset);
    arb_set_si(offset, s->tolerant);
    arb_mul_2exp_si(offset, offset, NUMBERS_SCALE - 60);
    arb_set_d(end, s->offset);
    arb_add(offset, offset, end, BITS);
    for (int k = 0; k < 2; k++) {
        arb_set_si(end, (slong)s->sign * (k ? e.hi : e.lo));
        arb_mul_2exp_si(end, end, UNIT);
        arb_add(end, end, offset, BITS);
        both = both && arb_contains(functional, end);
    }
    arb_clear(offset);
    arb_clear(end);
    /* a radius has 30 bits and is rounded up some times */
    const double widest = 0.5 * (e.hi - e.lo) + 3 * 0x1p-24;
    return both && mag_get_d(arb_radref(functional)) <= ldexp(widest, UNIT);
}

Test(limits, of_every_property_are_where_its_definition_says)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
        for (unsigned signal = 0; signal < SIGNALS; signal++) {
            const struct statement *s = &statements[k];
            give(s, signal);
            const struct excess e = whole_of(s, given.excess, HOLDS);
            const enum answer answer = evaluated(s, false, functional, margin);
            cr_expect_eq(answer, answer_of(s, e), "%s, signal %u: %d at an excess from %d to %d",
                         property_info[s->property].name, signal, (int)answer, e.lo, e.hi);
            cr_expect(encloses(functional, s, e), "%s, signal %u: excess from %d to %d",
                      property_info[s->property].name, signal, e.lo, e.hi);
        }
    arb_clear(margin);
    arb_clear(functional);
}

/* Energies are also asked for after every hold: one that is violated there is violated. */
Test(limits, of_energies_count_after_every_hold)
{
    arb_t functional, margin;
    arb_init(functional);
    arb_init(margin);
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++) {
        const struct statement *s = &statements[k];
        if (s->whole != SUM || s->property == PASSIVITY_AS_PRINTED)
            continue;
        for (unsigned signal = 0; signal < SIGNALS; signal++) {
            enum answer expected = ANSWER_NO;
            give(s, signal);
            for (int n = 1; n <= HOLDS; n++) {
                const enum answer then = answer_of(s, whole_of(s, given.excess, n));
                if (expected != ANSWER_YES && then != ANSWER_NO)
                    expected = then;
            }
            const enum answer answer = evaluated(s, true, functional, margin);
            cr_expect_eq(answer, expected, "%s, signal %u: %d", property_info[s->property].name,
                         signal, (int)answer);
        }
    }
    arb_clear(margin);
    arb_clear(functional);
}

/* Returns the margin of given excesses by its definition (properties/trials/evaluate_property.h).
 */
static double margin_of(const struct statement *s, const int excess[HOLDS])
{
    const double scale = ldexp(1, NUMBERS_SCALE), unit = ldexp(1, UNIT);
    double sum = 0, size = 0, largest = -HUGE_VAL;
    for (int i = 0; i < HOLDS; i++) {
        sum += excess[i];
        size += abs(excess[i]);
        largest = fmax(largest, excess[i]);
    }
    const double last = excess[HOLDS - 1] * unit;
    switch (s->property) {
    case DISSIPATION: /* each hold puts in 1 - excess and stores 1 */
        return -largest * unit / (2 * HOLDS - sum * unit);
    case STATE_BOUND:
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return -largest * unit;
    case STEADY_STATE:
    case ODD_SYMMETRY:
    case RATE_INDEPENDENCE:
        return -(0x1p-60 + last / scale);
    case CREEPING:
        return -last / (2 * ldexp(1, 5 * (HOLDS - 1)));
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
        return -(0x1p-60 + largest * unit / scale);
    default:
        return size > 0 ? -sum / size : s->strict ? 0 : 1;
    }
}

/* Returns true when all excesses are single numbers. */
static bool exact(void)
{
    bool single = true;
    for (int i = 0; i < HOLDS; i++)
        single = single && given.excess[i].lo == given.excess[i].hi;
    return single;
}

/* The margin of excesses that may be one number or another is that of either. */
Test(limits, have_the_margins_of_their_definition)
{
    arb_t functional, margin, expected;
    arb_init(functional);
    arb_init(margin);
    arb_init(expected);
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
        for (unsigned signal = 0; signal < SIGNALS; signal++) {
            const struct statement *s = &statements[k];
            give(s, signal);
            (void)evaluated(s, false, functional, margin);
            const double radius = exact() ? mag_get_d(arb_radref(margin)) : 0;
            for (int choice = 0; choice < 1 << HOLDS; choice++) {
                int excess[HOLDS];
                for (int i = 0; i < HOLDS; i++)
                    excess[i] = choice >> i & 1 ? given.excess[i].hi : given.excess[i].lo;
                const double value = margin_of(s, excess), rounding = 8 * 0x1p-53 * fabs(value);
                arb_set_d(expected, value);
                mag_set_d(arb_radref(expected), rounding);
                cr_expect(arb_overlaps(margin, expected) && radius <= rounding,
                          "%s, signal %u: margin %.17g, up to %g, expected %.17g",
                          property_info[s->property].name, signal,
                          arf_get_d(arb_midref(margin), ARF_RND_NEAR), radius, value);
            }
        }
    arb_clear(expected);
    arb_clear(margin);
    arb_clear(functional);
}

/* A function of the law, what is said where it is missing, and the properties that need it. */
static const struct need {
    size_t at;
    const char *name;
    uint64_t properties;
} needs[] = {
#define NEED(member, name, properties)                                                             \
    {                                                                                              \
        offsetof(struct arb_law, member), name, properties                                         \
    }
#define BIT(property) ((uint64_t)1 << (property))
#define PARTS                                                                                      \
    (BIT(I1_NONNEGATIVE) | BIT(I2_NONNEGATIVE) | BIT(I3_NONNEGATIVE) | BIT(I4_NONNEGATIVE))
#define CURVES (BIT(STRIBECK_STATE_BOUND) | BIT(STRIBECK_HISTORY_BOUND))
#define EQUAL                                                                                      \
    (BIT(STEADY_STATE) | BIT(ODD_SYMMETRY) | BIT(RATE_INDEPENDENCE) | BIT(REGRESSOR) |             \
     BIT(REGRESSOR_AS_PRINTED))
    NEED(flow, "flow", ~BIT(PASSIVITY_AS_PRINTED)),
    NEED(work, "work", BIT(PASSIVITY) | BIT(DISSIPATION) | PARTS),
    NEED(storage, "storage", BIT(DISSIPATION)),
    NEED(parts, "parts", PARTS),
    NEED(bound, "bound", BIT(STATE_BOUND) | CURVES),
    NEED(stribeck, "stribeck", CURVES),
    NEED(force_scale, "force_scale", EQUAL),
    NEED(steady_force, "steady_force", BIT(STEADY_STATE)),
    NEED(settling_rate, "settling_rate", BIT(STEADY_STATE)),
    NEED(printed_force, "printed_force", BIT(PASSIVITY_AS_PRINTED)),
    NEED(creep_resistance, "creep_resistance", BIT(CREEPING)),
    NEED(regressor, "regressor", BIT(REGRESSOR)),
    NEED(coefficients, "regressor", BIT(REGRESSOR)),
    NEED(printed_regressor, "regressor", BIT(REGRESSOR_AS_PRINTED)),
#undef EQUAL
#undef CURVES
#undef PARTS
#undef BIT
#undef NEED
};

/* What a property needs is missed when it is not there, and only that. */
Test(limits, are_asked_of_laws_that_have_what_it_takes)
{
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++) {
        const enum property property = statements[k].property;
        cr_expect_null(rigorous_missing(&numbers_law, property));
        for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
            struct arb_law law = numbers_law;
            memset((char *)&law + needs[i].at, 0, sizeof law.flow); /* no function is NULL */
            const char *missing = rigorous_missing(&law, property);
            const bool needed = needs[i].properties >> property & 1;
            cr_expect(needed ? missing && strcmp(missing, needs[i].name) == 0 : !missing,
                      "%s without %s: %s", property_info[property].name, needs[i].name,
                      missing ? missing : "nothing is missing");
            cr_expect_eq(rigorous_applicable(&law, property), !needed);
        }
    }
}

/* About how many events a hold has. */
static double events_of_hold;

static double events(arb_srcptr p, const arb_t v, const arb_t h)
{
    (void)p, (void)v, (void)h;
    return events_of_hold;
}

/* A law that would go through more than 2^25 events in all is not judged. */
Test(limits, of_events_are_those_of_the_whole_signal)
{
    static const double most = (double)(1 << 25) / HOLDS, counts[] = { 0, 1, 0.99, 1.01, 1e9 };
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            struct arb_law law = numbers_law;
            arb_t functional, margin;
            arb_init(functional);
            arb_init(margin);
            law.events = events;
            events_of_hold = counts[i] * most;
            give(&statements[k], 0);
            const struct rigorous_case c = { .law = &law,
                                             .property = statements[k].property,
                                             .n_segments = HOLDS,
                                             .load = numbers_load };
            const enum answer answer = rigorous_evaluate(&c, BITS, functional, margin);
            cr_expect_eq(answer, counts[i] > 1 ? ANSWER_UNDECIDED : ANSWER_NO, "%s, %g events: %d",
                         property_info[statements[k].property].name, events_of_hold, (int)answer);
            cr_expect_eq(arb_is_finite(functional) != 0, counts[i] <= 1);
            arb_clear(margin);
            arb_clear(functional);
        }
}
