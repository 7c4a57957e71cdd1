/* The profile covers the speeds that velocity.h states. */
#include <criterion/criterion.h>

#include "benchmarks/firmware/velocity.h"

enum { MANY = 1000 };

static unsigned period(int32_t u[MANY])
{
    struct velocity velocity = { 0 };
    unsigned n = 0;
    while (!velocity_over(&velocity) && n < MANY)
        u[n++] = velocity_next(&velocity);
    return n;
}

static unsigned equal_to(const int32_t u[], unsigned n, int32_t value)
{
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        count += u[i] == value;
    return count;
}

Test(velocity, goes_through_all_speeds_in_both_directions)
{
    const int32_t fastest = (int32_t)1 << 19;
    int32_t u[MANY];
    const unsigned n = period(u), half = n / 2;
    cr_assert(n < MANY && n % 2 == 1, "%u samples", n);
    cr_assert(u[0] == 0 && u[1] == 1 && u[2] == 2 && u[n - 1] == 0);
    cr_assert(equal_to(u, n, fastest) == 16 && equal_to(u, n, -fastest) == 16);
    cr_assert(equal_to(u, n, 0) == 1 + 8 + 8);
    for (unsigned i = 0; i < half; i++)
        cr_assert(u[1 + half + i] == -u[1 + i], "sample %u", i);
}

Test(velocity, changes_by_an_eighth_at_most)
{
    int32_t u[MANY];
    const unsigned n = period(u);
    for (unsigned i = 1; i < n; i++) {
        const int32_t before = u[i - 1] < 0 ? -u[i - 1] : u[i - 1];
        const int32_t change = u[i] < u[i - 1] ? u[i - 1] - u[i] : u[i] - u[i - 1];
        cr_assert(change <= before / 8 + 1, "sample %u: %d after %d", i, u[i], u[i - 1]);
    }
}
