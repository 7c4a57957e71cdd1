/* Draws, search and shrinking judge a law only up to the speed for which it is stated. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "properties/judgement/judge.h"

/* Coulomb friction of 1 N that turns into a drive above a speed. */
static const double BREAKS = 0.05;

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x, (void)dx;
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)x;
    return r_abs(v) > (real)BREAKS ? -s : s;
}

static void flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
}

static real work(const real p[], const struct memory *mem, real v, real s, real h, const real x[])
{
    return force(p, mem, v, s, x) * h;
}

static real force_scale(const real p[], real v, real travel)
{
    (void)p, (void)v, (void)travel;
    return 1;
}

static const struct claim claims[] = {
    { PASSIVITY, HOLDS, "always", .source = "this test" },
    { RATE_INDEPENDENCE, HOLDS, "always", .source = "this test" },
};

static struct judgement judged(double speed_max, unsigned claim)
{
    const struct model model = {
        .name = "driven_above",
        .title = "",
        .law = "",
        .source = "",
        .speed_max = speed_max,
        .claims = claims,
        .n_claims = sizeof claims / sizeof *claims,
        .rate = rate,
        .force = force,
        .flow = flow,
        .work = work,
        .force_scale = force_scale,
    };
    const struct search_budget budget = { .trials = 5000, .ignore_stored = true };
    struct judgement j;
    PREC(judge)(&model, NULL, &claims[claim], &budget, &j);
    return j;
}

/* The claims hold up to the speed at which the law breaks, and are false beyond it. For rate
 * independence the faster motion counts. */
Test(speed_limit, is_not_gone_beyond)
{
    for (unsigned claim = 0; claim < sizeof claims / sizeof *claims; claim++) {
        struct judgement j = judged(BREAKS, claim);
        cr_expect_eq(j.verdict, VERDICT_HOLDS, "claim %u: %s", claim, judgement_note(&j));
        cr_expect_geq(j.trials, 5000u);
        judgement_clear(&j);
        j = judged(1.2 * BREAKS, claim);
        cr_expect_eq(j.verdict, VERDICT_REFUTED, "claim %u, a fifth farther", claim);
        judgement_clear(&j);
    }
}

/* Rounding to few digits would take the speed beyond the limit. */
Test(speed_limit, holds_for_what_is_shown)
{
    struct judgement j = judged(0.0987, 0);
    cr_assert_eq(j.verdict, VERDICT_REFUTED);
    const char *signal = strstr(judgement_note(&j), "(v in m/s, t in s): (");
    double v = 0;
    cr_assert(signal && sscanf(strrchr(signal, ':'), ": (%lf", &v) == 1, "%s", judgement_note(&j));
    cr_expect(fabs(v) > BREAKS && fabs(v) <= 0.0987, "%g m/s", v);
    judgement_clear(&j);
}
