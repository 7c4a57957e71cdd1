/* Units that remember: what they answer in each memory, whichever came before, and what is left of
 * a question of which a call fails. */
#include "properties/fmu/counting_unit_test.h"

/* A memory is the same after questions in another, or with v of another sign. Where the unit
 * follows the sign of v, the direction is that of v. It begins at rest, without a direction. */
Test(memory, is_that_of_its_last_event)
{
    static const double x[2] = { 3, 9 };
    for (int follows = 0; follows < 2; follows++) {
        struct unit u = unit_with(true, follows);
        const struct memories of = remember(&u);
        for (int i = 0; i < 3; i++) {
            cr_expect_eq(force_of(&u, P, &of.second, -2, x), expected(-1, 2, -2, x));
            cr_expect_eq(force_of(&u, P, &of.first, 0, x), expected(0, 1, 0, x));
            cr_expect_eq(force_of(&u, P, &of.second, 8, x),
                         follows ? expected(1, 3, 8, x) : expected(-1, 2, 8, x));
            cr_expect_eq(force_of(&u, P, &of.second, -8, AFTER), expected(-1, 2, -8, AFTER));
            cr_expect_eq(force_of(&u, P, &of.first, -8, x),
                         follows ? expected(-1, 2, -8, x) : expected(0, 1, -8, x));
        }
    }
}

/* Guards fall below 0 where an indicator changes its sign, from either; they are those of the
 * memory asked about. */
Test(memory, has_guards_of_either_sign)
{
    double guard[2], x[2] = { LEVEL - 3, 0 };
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    for (int i = 0; i < 2; i++) {
        struct unit_place at = place_of(P, &of.second, -2, x);
        unit_guards(&u, &at, guard);
        cr_expect(guard[0] == 3 && guard[1] == 2, "%g, %g", guard[0], guard[1]);
        at = place_of(P, &of.first, -2, x);
        unit_guards(&u, &at, guard);
        cr_expect(guard[0] == 3 && guard[1] == -2, "at first v is not below 0: %g", guard[1]);
    }
    x[0] = LEVEL + 5;
    const struct unit_place at = place_of(P, &of.second, -2, x);
    unit_guards(&u, &at, guard);
    cr_expect_eq(guard[0], -5);
}

/* Rates by states and v, row by row, then the force; of the memory asked about. */
Test(memory, has_its_slopes)
{
    static const unsigned unknown[3] = { RATES, RATES + 1, FORCE },
                          known[3] = { STATES, STATES + 1, VELOCITY };
    double value[SLOPES];
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    for (int sign = -1; sign <= 1; sign += 2) {
        const struct unit_place at = place_of(P, &of.second, sign, AFTER);
        unit_slopes(&u, &at, value);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                cr_expect_eq(value[3 * i + k], 100.0 * unknown[i] + known[k] + 10000 * sign);
    }
}

static void expect_unknown(struct unit *u, const struct unit_place *at)
{
    double value[VALUES], guard[2], x[2];
    struct memory mem = { .ints = { 0 } };
    unit_respond(u, at, value);
    unit_guards(u, at, guard);
    cr_expect(isnan(value[0]) && isnan(value[1]) && isnan(value[2]));
    cr_expect(isnan(guard[0]) && isnan(guard[1]));
    memcpy(x, at->x, sizeof x);
    cr_expect_not(unit_transition(u, at, x, &mem));
}

/* No memory, one that nobody has, and one of other parameters, the last of them, give nothing. */
Test(memory, is_of_its_parameters)
{
    static const double other[PARAMETERS] = { 7, 4 };
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    const struct memory none = { .ints = { 0 } }, later = { .ints = { of.second.ints[0] + 1 } };
    const struct unit_place wrong[] = { place_of(P, NULL, -2, AFTER), place_of(P, &none, -2, AFTER),
                                        place_of(P, &later, -2, AFTER),
                                        place_of(other, &of.second, -2, AFTER) };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_unknown(&u, &wrong[i]);
    cr_expect_eq(force_of(&u, P, &of.second, -2, AFTER), expected(-1, 2, -2, AFTER));
}

/* The latest memories are kept, as many as there are places, and none before them. */
Test(memory, is_kept_for_so_long)
{
    struct unit u = unit_with(true, true);
    struct memory mem[RECORDS + 1] = { { .ints = { 0 } } };
    for (int i = 0; i <= RECORDS; i++)
        unit_start(&u, P, &mem[i]);
    cr_expect(isnan(force_of(&u, P, &mem[0], 0, AFTER)));
    for (int i = 1; i <= RECORDS; i += RECORDS - 1)
        cr_expect_eq(force_of(&u, P, &mem[i], 0, AFTER), expected(0, 1, 0, AFTER), "%d", i);
}

/* What a unit is asked, which fails where one call does: then it says so of all numbers, and the
 * memory is the one before or none. */
static bool begins(struct unit *u, struct memory *mem)
{
    unit_start(u, P, mem);
    return mem->ints[0] != 0;
}

static bool all_or_none(const double value[], int n)
{
    int unknown = 0;
    for (int i = 0; i < n; i++)
        unknown += isnan(value[i]);
    cr_expect(unknown == 0 || unknown == n, "%d of %d are unknown", unknown, n);
    return unknown == 0;
}

static bool guards(struct unit *u, struct memory *mem)
{
    double guard[2];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_guards(u, &at, guard);
    return all_or_none(guard, 2);
}

static bool responds(struct unit *u, struct memory *mem)
{
    double value[VALUES];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_respond(u, &at, value);
    return all_or_none(value, VALUES);
}

static bool follows(struct unit *u, struct memory *mem)
{
    double value[VALUES];
    const struct unit_place at = place_of(P, mem, 2, AFTER);
    unit_respond(u, &at, value);
    return all_or_none(value, VALUES);
}

static bool has_slopes(struct unit *u, struct memory *mem)
{
    double value[SLOPES];
    const struct unit_place at = place_of(P, mem, -2, AFTER);
    unit_slopes(u, &at, value);
    return all_or_none(value, SLOPES);
}

static bool goes_on(struct unit *u, struct memory *mem)
{
    double x[2] = { LEVEL + 1, 5 };
    const struct unit_place at = place_of(P, mem, 2, x);
    const int64_t before = mem->ints[0];
    const bool is_made = unit_transition(u, &at, x, mem);
    cr_expect(is_made ? mem->ints[0] > before : mem->ints[0] == before || mem->ints[0] == 0);
    return is_made;
}

static bool has_states(struct unit *u, struct memory *mem)
{
    double x[2];
    (void)mem;
    unit_initial(u, P, x);
    return all_or_none(x, 2);
}

/* Has the call after the first n fail. Returns true when it is not needed. Memories of before are
 * as good as ever. */
static bool works_without(bool (*work)(struct unit *u, struct memory *mem), int n)
{
    struct unit u = unit_with(true, true);
    const struct memories of = remember(&u);
    struct memory mem = of.second;
    force_of(&u, P, &of.first, 0, AFTER); /* so that the memory has to be gone back to */
    left = n;
    const bool is_done = work(&u, &mem);
    cr_assert(!is_done || left == 0, "goes on after call %d fails", n);
    left = -1;
    cr_expect_eq(force_of(&u, P, &of.second, -2, AFTER), expected(-1, 2, -2, AFTER), "%d", n);
    cr_expect_eq(force_of(&u, P, &of.first, 0, AFTER), expected(0, 1, 0, AFTER), "%d", n);
    close_unit(NULL, u.instance);
    return is_done;
}

/* The least numbers of calls: to go back and to put velocity and states are three. */
Test(memory, outlives_any_failure)
{
    static const struct {
        bool (*work)(struct unit *u, struct memory *mem);
        int least;
    } works[] = { { begins, 9 },      { guards, 4 },  { responds, 5 },  { follows, 9 },
                  { has_slopes, 12 }, { goes_on, 8 }, { has_states, 8 } };
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        int n = 0;
        while (!works_without(works[i].work, n))
            cr_assert_lt(++n, 100);
        cr_expect_geq(n, works[i].least, "work %zu: %d calls", i, n);
    }
}
