/* Samples that have moved: a law whose states record what it was moved by tells how far, how often,
 * and whether another velocity follows. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/trials/made_up_test.h"
#include "properties/trials/model_sample.h"
#include "tools/testing/test_distribution.h"

enum { LAST, COUNT, SHORTEST, LONGEST, N_STATES };

static const struct quantity states[N_STATES] = { { .name = "last", .unit = "m/s" },
                                                  { .name = "holds", .unit = "" },
                                                  { .name = "shortest", .unit = "m" },
                                                  { .name = "longest", .unit = "m" } };

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem;
    const real travel = r_abs(v) * h;
    cr_assert(s == r_sign(v) && v != 0 && h > 0);
    x[SHORTEST] = x[COUNT] > 0 ? r_min(x[SHORTEST], travel) : travel;
    x[LONGEST] = x[COUNT] > 0 ? r_max(x[LONGEST], travel) : travel;
    x[LAST] = v;
    x[COUNT] += 1;
}

/* The states begin at zero, and tell of all holds; the velocity and the time that are left are
 * drawn as those of each hold. */
Test(walk, ends_at_a_velocity_of_its_own)
{
    enum { WALKS = 4000, MOST_HOLDS = 4, OCTAVES = 6 };
    const struct model law = { .name = "recorder",
                               .states = states,
                               .n_states = N_STATES,
                               .speed_max = 1e3,
                               .flow = flow,
                               .stribeck_speed = made_up_speed,
                               .length = made_up_length };
    struct histogram travels = { .n = 0 }, speeds = { .n = 0 };
    unsigned turned = 0, holds[MOST_HOLDS + 1] = { 0 };
    for (unsigned k = 0; k < WALKS; k++) {
        struct model_sample pt = { .v = 1, .s = 1, .h = 1 };
        PREC(model_sample_walk)(&law, k, &pt);
        cr_assert(pt.x[COUNT] >= 1 && pt.x[COUNT] <= MOST_HOLDS);
        holds[(unsigned)pt.x[COUNT]]++;
        cr_expect(log2((double)pt.x[SHORTEST] / MADE_UP_LENGTH) >= -OCTAVES / 2.0 - 1e-9);
        cr_expect(log2((double)pt.x[LONGEST] / MADE_UP_LENGTH) <= OCTAVES / 2.0 + 1e-9);
        cr_expect_neq(pt.v, pt.x[LAST], "walk %u goes on as it came, at %g m/s", k, (double)pt.v);
        cr_expect_eq(pt.s, r_sign(pt.v));
        turned += pt.s != r_sign(pt.x[LAST]);
        histogram_add(&speeds, (log2((double)r_abs(pt.v) / MADE_UP_SPEED) + 4) / 8);
        histogram_add(&travels,
                      log2((double)(r_abs(pt.v) * pt.h) / MADE_UP_LENGTH) / OCTAVES + 0.5);
    }
    for (int n = 1; n <= MOST_HOLDS; n++)
        expect_share("holds", holds[n], WALKS, 1.0 / MOST_HOLDS);
    expect_share("turned", turned, WALKS, 0.5);
    expect_uniform("speeds", &speeds);
    expect_uniform("travels", &travels);
}
