/* Samples that are made from drawn numbers: cycles are closed where the state first turned, states
 * are anywhere within their sizes, and windows of a drift end where they should. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/trials/draw.h"
#include "properties/trials/evaluate_property.h"
#include "properties/trials/model_sample.h"
#include "tools/testing/test_distribution.h"

static double gain; /* by which the way back counts more than the way forth */
static unsigned flows;
static const double LENGTH = 1e-5;

static const struct quantity states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" },
                                          { "y", "m", 0, -INFINITY, INFINITY, "" } };

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    flows++;
    x[0] += (real)(v < 0 ? gain : 1) * v * h;
}

static real length_of(const real p[])
{
    (void)p;
    return (real)LENGTH;
}

/* A cycle comes back to where it turned, after a time that is known, to a millionth of the length;
 * what that took is counted. A way that is longer than a few lengths is not gone. */
Test(cycle, ends_where_it_turned)
{
    static const double gains[] = { 0.125, 0.75, 1, 3, 16, 1000 };
    const struct model law = { .name = "travel",
                               .speed_max = 1,
                               .states = states,
                               .n_states = 1,
                               .flow = flow,
                               .length = length_of };
    const struct claim claim = { .property = NO_DRIFT, .signals = CYCLE_SIGNAL };
    for (size_t i = 0; i < sizeof gains / sizeof *gains; i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double v = sign * 1e-3, forth = LENGTH / 1e-3, back = forth / 16;
            struct candidate c = { .n = 2 };
            struct sample s;
            c.segments[0] = (struct segment){ SEGMENT_HOLD, { v, 0 }, forth, 1, 0, 0 };
            c.segments[1] = (struct segment){ SEGMENT_HOLD, { 0.5, 0 }, back, 1, 0, 0 };
            gain = gains[i];
            flows = 0;
            cr_assert(PREC(candidate_sample)(&law, &claim, &c, &s));
            cr_assert_eq(s.n, 3);
            cr_expect(s.holds[0].v == (real)v && s.holds[1].v == -(real)v &&
                      s.holds[2].v == (real)v);
            cr_expect(s.holds[0].h == (real)forth && s.holds[1].h == (real)back);
            /* forth counts once if v > 0, and the third hold as the first */
            const double needed = back * (sign > 0 ? gain : 1 / gain);
            const double apart =
                fabs((double)s.holds[2].h - needed) * fabs(v) * (sign > 0 ? 1 : gain) / LENGTH;
            if (needed * fabs(v) <= 4 * LENGTH)
                cr_expect(apart <= 1e-6, "gain %g, %d: %g s, not %g", gain, sign,
                          (double)s.holds[2].h, needed);
            else
                cr_expect((double)s.holds[2].h * fabs(v) <= 8 * LENGTH, "gain %g: %g s", gain,
                          (double)s.holds[2].h);
            /* three flows lead to where the third hold begins */
            cr_expect_eq(s.simulations, 1 + flows - 3, "%u, %u flows", s.simulations, flows);
        }
}

static void bound(const real p[], real x[])
{
    (void)p;
    x[0] = C(0x1p-10);
    x[1] = (real)INFINITY;
}

/* One state moves along, the other a thousand times as far. */
static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p;
    (void)mem;
    (void)s;
    (void)x;
    dx[0] = v;
    dx[1] = 1000 * v;
}

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p;
    (void)mem;
    (void)v;
    (void)s;
    (void)x;
    return 0;
}

/* States are uniform within their bound, or within the length where there is none. A law without
 * bounds has them where they come to from zero. */
Test(samples, have_states_of_any_size)
{
    struct model law = { .name = "drawn",
                         .speed_max = 1,
                         .states = states,
                         .n_states = 2,
                         .flow = flow,
                         .bound = bound,
                         .length = length_of };
    struct histogram shares[2] = { { .n = 0 } };
    for (unsigned k = 0; k < 5000; k++) {
        struct model_sample pt;
        cr_assert(PREC(model_sample_draw)(&law, k, &pt));
        cr_assert(pt.v != 0 && pt.h > 0 && pt.s == r_sign(pt.v) && !pt.mem);
        histogram_add(&shares[0], ((double)pt.x[0] / 0x1p-10 + 1) / 2);
        histogram_add(&shares[1], ((double)pt.x[1] / LENGTH + 1) / 2);
    }
    expect_uniform("bounded", &shares[0]);
    expect_uniform("travel", &shares[1]);
    law.length = NULL;
    law.bound = NULL;
    law.rate = rate;
    law.force = no_force;
    unsigned apart = 0; /* of two uniform numbers one is 10 times the other in 5 % of cases */
    for (unsigned k = 0; k < 1000; k++) {
        struct model_sample pt;
        cr_assert(PREC(model_sample_draw)(&law, k, &pt));
        apart += r_abs(pt.x[1]) > 100 * r_abs(pt.x[0]);
    }
    cr_expect_gt(apart, 900);
}

/* What happens behind the first 32 holds is not looked at; what happens in the last of these is. */
Test(drift, is_looked_for_in_the_first_holds)
{
    const struct model *model = PREC(model_find)("dahl");
    double p[MODEL_MAX_PARAMS];
    struct hold holds[DRIFT_MAX_HOLDS + 16];
    PREC(model_defaults)(model, p);
    const double length = (double)model->length(p), v = 1e-4;
    for (unsigned i = 0; i < DRIFT_MAX_HOLDS + 16; i++)
        holds[i] = (struct hold){ i % 2 ? -v : v, 1e-2 * length / v * (1 + i % 3) };
    const struct margin first = PREC(evaluate_property)(model, p, NO_DRIFT, holds, DRIFT_MAX_HOLDS);
    for (unsigned more = 1; more <= 16; more++) {
        const struct margin m =
            PREC(evaluate_property)(model, p, NO_DRIFT, holds, DRIFT_MAX_HOLDS + more);
        cr_expect(m.value == first.value && m.rounding == first.rounding,
                  "%u more holds: %g, not %g", more, (double)m.value, (double)first.value);
    }
}
