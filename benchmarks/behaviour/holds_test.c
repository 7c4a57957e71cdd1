/* The sequences of holds are those that are promised: all pairs of some lengths and speeds, random
 * ones of eight holds, and a long one. What they are as text is read back. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/behaviour/hold_sequences.h"

enum { LENGTHS = 4, SPEEDS = 3, ALL_PAIRS = LENGTHS * LENGTHS * SPEEDS * SPEEDS };

static const size_t lengths[LENGTHS] = { 1, 2, 5, 30 };
static const double speeds[SPEEDS] = { 1, 0.5, 0.125 };

static size_t place_of_length(size_t steps)
{
    size_t i = 0;
    while (i < LENGTHS && lengths[i] != steps)
        i++;
    cr_assert_lt(i, LENGTHS, "%zu steps", steps);
    return i;
}

static size_t place_of_speed(double v)
{
    size_t i = 0;
    while (i < SPEEDS && speeds[i] != fabs(v))
        i++;
    cr_assert_lt(i, SPEEDS, "at %g", v);
    return i;
}

/* One way and back: each pair of lengths and speeds occurs once. */
Test(holds, have_every_pair_once)
{
    unsigned seen[LENGTHS][LENGTHS][SPEEDS][SPEEDS] = { 0 };
    for (size_t i = 0; i < ALL_PAIRS; i++) {
        const struct holds h = holds_listed(i);
        cr_assert(h.n == 2 && h.v[0] > 0 && h.v[1] < 0, "%zu", i);
        seen[place_of_length(h.steps[0])][place_of_length(h.steps[1])][place_of_speed(h.v[0])]
            [place_of_speed(h.v[1])]++;
    }
    const unsigned *each = &seen[0][0][0][0];
    for (size_t i = 0; i < ALL_PAIRS; i++)
        cr_expect_eq(each[i], 1, "pair %zu is there %u times", i, each[i]);
}

/* Each hold of 1 to 7 steps is one of six velocities. Of 320 draws each of the 42 occurs about
 * 7.6 times; here they are always the same, and none is missing. */
Test(holds, that_are_drawn_have_every_length_and_velocity)
{
    enum { LONGEST = 7 };
    unsigned seen[LONGEST][SPEEDS][2] = { 0 };
    for (size_t i = ALL_PAIRS; i < HOLDS_LISTED - 1; i++) {
        const struct holds h = holds_listed(i), again = holds_listed(i), next = holds_listed(i + 1);
        cr_assert_eq(h.n, HOLDS_MOST);
        bool same = true, as_next = true;
        for (size_t k = 0; k < h.n; k++) {
            cr_assert(h.steps[k] >= 1 && h.steps[k] <= LONGEST);
            seen[h.steps[k] - 1][place_of_speed(h.v[k])][h.v[k] > 0]++;
            same &= h.v[k] == again.v[k] && h.steps[k] == again.steps[k];
            as_next &= h.v[k] == next.v[k] && h.steps[k] == next.steps[k];
        }
        cr_expect(same && !as_next, "%zu", i);
    }
    const unsigned *each = &seen[0][0][0];
    for (size_t i = 0; i < (size_t)LONGEST * SPEEDS * 2; i++)
        cr_expect(each[i] > 0 && each[i] < 25, "%zu occurs %u times", i, each[i]);
}

/* The last is the longest: there and back at full speed, 200 steps each. */
Test(holds, end_with_a_long_sequence)
{
    const struct holds last = holds_listed(HOLDS_LISTED - 1);
    cr_expect(last.n == 2 && last.steps[0] == 200 && last.steps[1] == 200);
    cr_expect(last.v[0] == 1 && last.v[1] == -1);
    cr_expect_eq(holds_steps(&last), HOLDS_MOST_STEPS);
}

/* Returns the number at *at behind the word, and moves *at behind it. */
static double next_number(const char **at, const char *word)
{
    char *end;
    cr_assert(strncmp(*at, word, strlen(word)) == 0, "'%s'", *at);
    const double value = strtod(*at + strlen(word), &end);
    cr_assert(end > *at + strlen(word), "'%s'", *at);
    *at = end;
    return value;
}

/* Velocities and times are exact, and steps add up. */
Test(holds, are_what_their_text_says)
{
    static const double speed = 0.3, h = 1.0 / 3;
    for (size_t i = 0; i < HOLDS_LISTED; i++) {
        char text[HOLDS_MOST * 64];
        const struct holds holds = holds_listed(i);
        const char *at = text;
        size_t steps = 0;
        holds_text(&holds, speed, h, text, sizeof text);
        for (size_t k = 0; k < holds.n; k++) {
            cr_expect_eq(next_number(&at, k == 0 ? "hold " : ";hold "), speed * holds.v[k]);
            cr_expect_eq(next_number(&at, " "), (double)holds.steps[k] * h);
            steps += holds.steps[k];
        }
        cr_expect_str_empty(at);
        cr_expect_eq(holds_steps(&holds), steps);
        cr_expect_leq(steps, HOLDS_MOST_STEPS);
    }
}
