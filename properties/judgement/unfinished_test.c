/* A trial whose motion takes too many steps says nothing, and is counted; equations that give no
 * number end a judgement. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/judgement/judge.h"

/* Above this speed, in m/s, the motion takes too many steps, as the rate turns 10^9 times within a
 * metre; there is no number where `broken`. */
static double limit;
static bool broken;

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)s;
    dx[0] = v;
    dx[1] = -x[1];
    if (fabs((double)v) > limit)
        dx[1] += broken ? (real)NAN : v * (real)sin(1e12 * (double)x[0]);
}

static real force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)s, (void)x;
    return v;
}

static real force_scale(const real p[], real v, real travel)
{
    (void)p, (void)travel;
    return r_abs(v);
}

static const struct quantity states[] = { { "x", "m", 0, -INFINITY, INFINITY, "" },
                                          { "y", "m", 0, -INFINITY, INFINITY, "" } };
static const struct claim claim = { .property = PASSIVITY, .declared = HOLDS, .domain = "any" };
static const struct model law = { .name = "rough",
                                  .speed_max = 1,
                                  .claims = &claim,
                                  .n_claims = 1,
                                  .states = states,
                                  .n_states = 2,
                                  .rate = rate,
                                  .force = force,
                                  .force_scale = force_scale };

static struct judgement judged(double speed, bool is_broken)
{
    const struct search_budget budget = { .trials = 16, .ignore_stored = true };
    struct judgement j;
    limit = speed;
    broken = is_broken;
    PREC(judge)(&law, NULL, &claim, &budget, &j);
    return j;
}

Test(unfinished, trials_are_counted)
{
    struct judgement j = judged(1, false);
    cr_expect(j.verdict == VERDICT_HOLDS && j.unfinished == 0, "%u", j.unfinished);
    judgement_clear(&j);
    j = judged(0.1, false);
    cr_expect(j.verdict == VERDICT_HOLDS && j.as_declared, "%s", judgement_note(&j));
    cr_expect(j.unfinished > 0 && 2 * j.unfinished <= j.trials && j.trials >= 16, "%u of %u",
              j.unfinished, j.trials);
    cr_expect(j.margin >= 0 && j.margin <= 1, "%g", j.margin);
    judgement_clear(&j);
}

/* Where most trials say nothing, there is no verdict; where the equations give no number, neither,
 * and the trial is told. */
Test(unfinished, trials_may_be_too_many)
{
    struct judgement j = judged(1e-12, false);
    cr_expect(j.verdict == VERDICT_INCONCLUSIVE && !j.as_declared && 2 * j.unfinished > j.trials);
    cr_expect(strstr(judgement_note(&j), "too many steps, or is off, in most trials"), "%s",
              judgement_note(&j));
    judgement_clear(&j);
    j = judged(0.1, true);
    cr_expect(j.verdict == VERDICT_INCONCLUSIVE && j.unfinished == 0 && j.trials < 16);
    cr_expect(strstr(judgement_note(&j), "the model's code gives no number"), "%s",
              judgement_note(&j));
    judgement_clear(&j);
}
