/* Claims about experiments, by trajectories that are made up: each measure is what its words say,
 * a claim holds beyond its limit by more than the uncertainty, and claims about one run share it.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/experiment.h"
#include "properties/verdicts/experiments.h"
#include "reference/solutions/reference_solution.h"

#define CLAIM(text, is)                                                                            \
    {                                                                                              \
        .property = EXPERIMENT, .declared = (is), .domain = (text)                                 \
    }

enum { SAMPLES = 101 };

/* The trajectory: a sample a second. Before 50 s the largest |x - 1| is 3, at x = -2, and 2.75 at
 * 50 s; after that 2.5, at x = 3.5. It sticks and is released at 7 s and again at 21 s. */
static const double EARLY = 3, LATE = 2.5, LARGEST = 3.5, RELEASE = 7;

/* In place of those of the laws: limits on either side of each measure. Some are of a run
 * of their own, or about another law. */
const struct experiment experiments_of_laws[] = {
    { "lugre", CLAIM("largest at least 3.25", HOLDS), "stick_slip", 100, SAMPLES, LARGEST_X, true,
      3.25 },
    { "lugre", CLAIM("largest at least 4", HOLDS), "stick_slip", 100, SAMPLES, LARGEST_X, true, 4 },
    { "dahl", CLAIM("largest at most 4", HOLDS), "stick_slip", 100, SAMPLES, LARGEST_X, false, 4 },
    { "lugre", CLAIM("largest at most 3", REFUTED), "stick_slip", 100, SAMPLES, LARGEST_X, false,
      3 },
    { "lugre", CLAIM("release at most 8", HOLDS), "stick_slip", 100, SAMPLES, FIRST_RELEASE, false,
      8 },
    { "lugre", CLAIM("release at least 7", HOLDS), "stick_slip", 100, SAMPLES, FIRST_RELEASE, true,
      7 },
    { "lugre", CLAIM("late error at most 2", UNKNOWN), "stick_slip", 100, SAMPLES, LATE_ERROR,
      false, 2 },
    { "lugre", CLAIM("growth at most 1", HOLDS), "stick_slip", 100, SAMPLES, ERROR_GROWTH, false,
      1 },
    { "lugre", CLAIM("largest at least 1", HOLDS), "stick_slip", 99, SAMPLES, LARGEST_X, true, 1 },
    { "lugre", CLAIM("nowhere", HOLDS), "no such scenario", 98, SAMPLES, LARGEST_X, true, 1 },
    /* next to the measure */
    { "lugre", CLAIM("largest at most 3.5 + 2e-11", HOLDS), "stick_slip", 100, SAMPLES, LARGEST_X,
      false, 3.5 + 2e-11 },
    { "lugre", CLAIM("late error at most 2.5 + 2e-11", HOLDS), "stick_slip", 100, SAMPLES,
      LATE_ERROR, false, 2.5 + 2e-11 },
    { "lugre", CLAIM("growth at most 5/6 + 2e-11", HOLDS), "stick_slip", 100, SAMPLES, ERROR_GROWTH,
      false, 2.5 / 3 + 2e-11 },
    { "lugre", CLAIM("growth at most 5/6 + 2.3e-11", HOLDS), "stick_slip", 100, SAMPLES,
      ERROR_GROWTH, false, 2.5 / 3 + 2.3e-11 },
    { .model = NULL },
};
enum { CLAIMS = sizeof experiments_of_laws / sizeof *experiments_of_laws - 1 };

/* What the reference says. */
static struct {
    double floor_x, floor_events;
    bool never_released;
    const char *failure;
    unsigned runs;
} reference;

const char *__wrap_reference_solution_run(const struct model *model, const double p[],
                                          const struct setup *setup, struct trajectory *r,
                                          struct uncertainty *uncertainty);

const char *__wrap_reference_solution_run(const struct model *model, const double p[],
                                          const struct setup *setup, struct trajectory *r,
                                          struct uncertainty *uncertainty)
{
    (void)model, (void)p, (void)setup;
    reference.runs++;
    cr_assert_eq(r->n, SAMPLES);
    for (size_t i = 0; i < r->n; i++)
        r->x[i] = 1;
    r->x[10] = 1 - EARLY;
    r->x[50] = 1 - (EARLY + LATE) / 2;
    r->x[51] = LARGEST;
    r->x[100] = 1 - LATE;
    *uncertainty = (struct uncertainty){ .floor_events = reference.floor_events };
    for (size_t i = 0; i < sizeof uncertainty->floor / sizeof *uncertainty->floor; i++)
        uncertainty->floor[i] = 1; /* of columns that no measure reads */
    uncertainty->floor[REFERENCE_X] = reference.floor_x;
    trajectory_event(r, PLANT_CAPTURE, 3);
    if (!reference.never_released)
        trajectory_event(r, PLANT_RELEASE, RELEASE);
    trajectory_event(r, PLANT_CAPTURE, 14);
    if (!reference.never_released)
        trajectory_event(r, PLANT_RELEASE, 3 * RELEASE);
    return reference.failure;
}

static struct judgement judged(size_t claim)
{
    struct experiments *e = experiments_open();
    struct judgement j;
    experiments_judge(e, &experiments_of_laws[claim].claim, &j);
    experiments_close(e);
    return j;
}

static void expect(size_t claim, enum verdict verdict, double margin)
{
    const struct experiment *of = &experiments_of_laws[claim];
    struct judgement j = judged(claim);
    cr_expect_eq(j.verdict, verdict, "%s: %d", of->claim.domain, (int)j.verdict);
    cr_expect(j.margin == margin || fabs(j.margin - margin) <= 1e-15, "%s: %g, not %g",
              of->claim.domain, j.margin, margin);
    cr_expect(j.method == METHOD_AGREED && j.trials == 1, "%s", of->claim.domain);
    const bool as_declared = verdict == (of->claim.declared == HOLDS     ? VERDICT_HOLDS
                                         : of->claim.declared == REFUTED ? VERDICT_REFUTED
                                                                         : VERDICT_INCONCLUSIVE);
    cr_expect_eq(j.as_declared, as_declared, "%s", of->claim.domain);
    cr_expect_eq(*judgement_note(&j) != '\0', !as_declared, "%s: %s", of->claim.domain,
                 judgement_note(&j));
    judgement_clear(&j);
}

static void reset(void)
{
    memset(&reference, 0, sizeof reference);
    reference.floor_x = 1e-12;
    reference.floor_events = 1e-9;
}

Test(experiments, read_their_measures, .init = reset)
{
    expect(0, VERDICT_HOLDS, (LARGEST - 3.25) / LARGEST);
    expect(1, VERDICT_REFUTED, (LARGEST - 4) / 4);
    expect(2, VERDICT_HOLDS, (4 - LARGEST) / 4);
    expect(3, VERDICT_REFUTED, (3 - LARGEST) / LARGEST);
    expect(4, VERDICT_HOLDS, (8 - RELEASE) / 8);
    expect(5, VERDICT_INCONCLUSIVE, 0); /* at its limit, within the uncertainty */
    expect(6, VERDICT_REFUTED, (2 - LATE) / LATE);
    expect(7, VERDICT_HOLDS, 1 - LATE / EARLY);
    reference.never_released = true;
    expect(4, VERDICT_REFUTED, -1);
    expect(5, VERDICT_HOLDS, 1);
}

/* A measure within its uncertainty of the limit decides nothing: of times that of events; of
 * positions that of x, relative to the largest; of a ratio those of both terms. */
Test(experiments, are_decided_beyond_their_uncertainty, .init = reset)
{
    for (int far = 0; far < 2; far++) {
        const double times = far ? 0.99 : 1.01; /* of the distance from the limit */
        reference.floor_events = times * (8 - RELEASE);
        expect(4, far ? VERDICT_HOLDS : VERDICT_INCONCLUSIVE, (8 - RELEASE) / 8);
    }
    reset();
    /* An error of 3.5e-11 in x is as much in a distance from 1, and 3.5e-11/3 (1 + 5/6) = 2.14e-11
     * in the ratio; of an error of 3.5e-12 nothing is left at these limits. */
    for (size_t i = 10; i < CLAIMS; i++) {
        reference.floor_x = 1e-11;
        struct judgement j = judged(i);
        cr_expect_eq(j.verdict, i == 13 ? VERDICT_HOLDS : VERDICT_INCONCLUSIVE, "claim %zu: %d", i,
                     (int)j.verdict);
        judgement_clear(&j);
        reference.floor_x = 1e-12;
        j = judged(i);
        cr_expect_eq(j.verdict, VERDICT_HOLDS, "claim %zu: %d", i, (int)j.verdict);
        judgement_clear(&j);
    }
    reference.floor_x = EXPERIMENTS_FLOOR;
    expect(0, VERDICT_HOLDS, (LARGEST - 3.25) / LARGEST);
    reference.floor_x = 1.01 * EXPERIMENTS_FLOOR; /* not known well enough */
    struct judgement j = judged(0);
    cr_expect(j.verdict == VERDICT_INCONCLUSIVE && j.method == METHOD_NONE && isnan(j.margin) &&
              !j.as_declared);
    cr_expect_str_eq(judgement_note(&j), "lugre, \"largest at least 3.25\": no reference: the two "
                                         "computations of the reference disagree");
    judgement_clear(&j);
}

Test(experiments, say_why_there_is_no_reference, .init = reset)
{
    reference.failure = "it melts";
    struct judgement j = judged(0);
    cr_expect_eq(j.verdict, VERDICT_INCONCLUSIVE);
    cr_expect_str_eq(judgement_note(&j),
                     "lugre, \"largest at least 3.25\": no reference: it melts");
    judgement_clear(&j);
    j = judged(9);
    cr_expect_eq(j.verdict, VERDICT_INCONCLUSIVE);
    cr_expect_str_eq(judgement_note(&j),
                     "lugre, \"nowhere\": no reference: there is no such scenario");
    judgement_clear(&j);
    j = judged(1);
    judgement_clear(&j);
    reference.failure = NULL;
    j = judged(1);
    cr_expect_str_eq(judgement_note(&j),
                     "lugre, \"largest at least 4\": the reference gives 3.5, the limit is 4");
    judgement_clear(&j);
}

/* Claims about one law, scenario, time and number of samples share a run, whichever comes first. */
Test(experiments, share_their_runs, .init = reset)
{
    for (int back = 0; back < 2; back++) {
        struct experiments *e = experiments_open();
        reference.runs = 0;
        for (int twice = 0; twice < 2 * CLAIMS; twice++) {
            const int i = back ? CLAIMS - 1 - twice % CLAIMS : twice % CLAIMS;
            struct judgement j;
            experiments_judge(e, &experiments_of_laws[i].claim, &j);
            judgement_clear(&j);
        }
        experiments_close(e);
        cr_expect_eq(reference.runs, 3, "%u runs", reference.runs);
    }
}

Test(experiments, are_found_by_their_law)
{
    size_t n = 0;
    for (size_t i = 0; i < CLAIMS; i++)
        if (strcmp(experiments_of_laws[i].model, "lugre") == 0)
            cr_expect_eq(experiments_claim("lugre", n++), &experiments_of_laws[i].claim);
    cr_expect_null(experiments_claim("lugre", n));
    cr_expect_eq(experiments_claim("dahl", 0), &experiments_of_laws[2].claim);
    cr_expect_null(experiments_claim("dahl", 1));
    cr_expect_null(experiments_claim("coulomb", 0));
    /* a claim that is none of them is not judged */
    const struct claim other = CLAIM("largest at least 5", HOLDS);
    struct experiments *e = experiments_open();
    struct judgement j;
    experiments_judge(e, &other, &j);
    cr_expect_eq(j.verdict, VERDICT_NOT_APPLICABLE);
    experiments_close(e);
}
