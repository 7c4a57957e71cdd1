/* Races whose solvers are the test's own: outputs in their places, errors by their definition, and
 * the setting that is found. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/racing/race.h"
#include "integrators/problems/ivp.h"

/* What the solvers below are told by the tests. */
static struct {
    const struct race *race;
    double off;    /* of the first state at every output, relative to its largest magnitude */
    unsigned runs; /* legs that began */
    bool gives_up;
    double asked[100]; /* tolerances, in order */
} told;

/* Writes the reference, with the first state off. */
static bool knows(struct run *run, struct leg *leg)
{
    const struct race *r = told.race;
    const unsigned n = run->ode->n;
    double row[ODE_MAX_STATES], largest = 0;
    told.asked[told.runs++ % 100] = run->rtol;
    for (size_t i = 0; i < r->outputs; i++)
        largest = fmax(largest, fabs(r->reference[i * n]));
    while (run->next < run->n && run->times[run->next] < leg->end) {
        memcpy(row, r->reference + run->next * n, n * sizeof *row);
        row[0] += told.off * largest;
        run_output(run, row);
    }
    memcpy(leg->x, r->reference + (r->outputs - 1) * n, n * sizeof *row);
    leg->x[0] += told.off * largest;
    leg->t = leg->end;
    return !told.gives_up;
}

/* Its error is its tolerance, and it is slow above 1e-3 and below 1e-9. */
static bool obeys(struct run *run, struct leg *leg)
{
    told.off = run->rtol;
    if (run->rtol > 1e-3 || run->rtol < 1e-9)
        for (volatile unsigned i = 0; i < 3000000; i++)
            ;
    return knows(run, leg);
}

static const struct rival knower = { "knower", "test", NULL, false, knows };
static const struct rival follower = { "follower", "test", NULL, false, obeys };

static void open_driven(struct race *race)
{
    const char *why = race_open(race, "hysteresis", "dahl", 1, 11);
    cr_assert_null(why, "%s", why);
    told.race = race;
    told.runs = 0;
    told.gives_up = false;
}

Test(race, error_is_the_largest_difference_over_the_largest_value)
{
    struct race race;
    const struct racer racer = { .rival = &knower };
    open_driven(&race);
    for (int i = 0; i < 3; i++) {
        told.off = (const double[]){ 0, 1e-5, -3e-2 }[i];
        cr_expect_float_eq(race_run(&race, &racer, 1e-4, HANDLING_NONE, NULL), fabs(told.off),
                           4 * DBL_EPSILON);
    }
    told.off = (double)NAN;
    cr_expect_eq(race_run(&race, &racer, 1e-4, HANDLING_NONE, NULL), (double)INFINITY);
    told.off = 0;
    told.gives_up = true;
    cr_expect_eq(race_run(&race, &racer, 1e-4, HANDLING_NONE, NULL), (double)INFINITY);
    race_close(&race);
}

/* The fastest setting whose error is small enough; one that reaches none of the targets has none.
 */
Test(race, settings_are_the_fastest_that_reach_the_target)
{
    static const double targets[] = { 1e-6, 1e-8 };
    struct race race;
    struct setting best[2];
    struct racer racer = { .rival = &follower };
    open_driven(&race);
    race_tune(&race, &racer, targets, 2, best);
    for (int k = 0; k < 2; k++) {
        cr_expect(best[k].error <= targets[k] && best[k].rtol <= targets[k] * (1 + 1e-9) &&
                      best[k].rtol > 9e-10,
                  "target %g: rtol %g, error %g", targets[k], best[k].rtol, best[k].error);
        cr_expect(best[k].seconds < 1e-3, "%g s", best[k].seconds);
    }
    cr_expect_float_eq(told.asked[0], 1e-2, 1e-12);
    racer.rival = &knower;
    told.off = 1e-3;
    race_tune(&race, &racer, targets, 2, best);
    cr_expect(isinf(best[0].seconds) && isinf(best[1].seconds));
    race_close(&race);
}

/* Of our own methods the race has the library's results: small tolerances have small errors, also
 * of a mass, and of a problem whose end alone is known. */
Test(race, ours_come_near_the_reference)
{
    struct race race;
    const struct racer racer = { .integrator = PREC(integrator_find)("rosenbrock") };
    cr_assert_null(race_open(&race, "pre_sliding", "lugre", 1, 21));
    cr_expect_eq(race.measured, 1, "the position only");
    const double coarse = race_run(&race, &racer, 1e-4, HANDLING_EVENTS, NULL);
    const double fine = race_run(&race, &racer, 1e-9, HANDLING_EVENTS, NULL);
    cr_expect(fine < 1e-7 && coarse > fine && coarse < 1e-2, "%g, %g", coarse, fine);
    race_close(&race);
    for (const struct ivp *const *ivp = PREC(ivps); *ivp; ivp++) {
        race_open_ivp(&race, *ivp);
        const double error = race_run(&race, &racer, 1e-9, HANDLING_NONE, NULL);
        cr_expect(error < 1e-5, "%s: %g", (*ivp)->name, error);
        race_close(&race);
    }
}

/* A jump of the velocity is a stop: legs end there, and outputs are each written once. */
Test(race, legs_end_where_the_velocity_jumps)
{
    struct race race;
    const struct racer racer = { .rival = &knower };
    const char *why = race_open(&race, "driven_steps", "dahl", 4, 11);
    cr_assert_null(why, "%s", why);
    told.race = &race;
    told.off = 0;
    told.gives_up = false;
    told.runs = 0;
    cr_expect_eq(race_run(&race, &racer, 1e-4, HANDLING_NONE, NULL), 0);
    cr_expect_eq(told.runs, 1);
    told.runs = 0;
    (void)race_run(&race, &racer, 1e-4, HANDLING_STOPS, NULL);
    cr_expect(told.runs > 1, "%u legs", told.runs);
    race_close(&race);
}
