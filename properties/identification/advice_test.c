/* What is advised of a law is so: the largest step keeps it passive, and the next larger one does
 * not. */
#include "properties/identification/advice.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/integrator.h"
#include "properties/identification/ranked_test.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/memory.h"

/* Of methods a tenth of the trials is looked at. */
enum { TRIALS = 600, OF_METHODS = TRIALS / 10 + 1 };

/* Returns true where trajectories by the method keep passivity where it is claimed of p, as the
 * law's own do. */
static bool keeps(const struct law_choice *own, const double p[], const char *method, double step)
{
    const struct integration_scheme scheme = { .integrator = integrator_find_f64(method),
                                               .settings.step = step };
    const struct search_budget budget = { .trials = OF_METHODS };
    struct attribution_table table = attribution_table_run(own, 1, PASSIVITY, &scheme, &budget, 1);
    bool kept = true;
    for (size_t i = 0; i < table.n; i++)
        if (table.rows[i].claim->declared == HOLDS &&
            claim_contains(own->model, table.rows[i].claim, p))
            kept &= table.rows[i].result.source != VIOLATION_SOURCE_INTEGRATOR;
    attribution_table_free(&table);
    return kept;
}

Test(advice, has_the_largest_steps)
{
    struct ranked_log r;
    struct advice advice;
    unsigned n_found = 0;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    advice_make(&r.ranking.law[0], &r.measured, TRIALS, 2, &advice);
    cr_assert_eq(advice.n_steps, ADVICE_METHODS);
    cr_expect_eq(advice.step_trials, OF_METHODS);
    for (unsigned i = 0; i < advice.n_steps; i++) {
        const struct method_step *s = &advice.step[i];
        const double digits = -log10(s->step > 0 ? s->step : 1e-7);
        cr_expect_float_eq(digits, rint(digits), 1e-12, "%s: %g", s->method, s->step);
        cr_expect(digits > 1.5 && digits < 7.5, "%s: %g", s->method, s->step);
        if (s->step > 0) {
            cr_expect(keeps(advice.own, r.ranking.law[0].fit.estimate.fit.p, s->method, s->step),
                      "%s: %g", s->method, s->step);
            n_found++;
        }
        if (digits > 2.5)
            cr_expect_not(keeps(advice.own, r.ranking.law[0].fit.estimate.fit.p, s->method,
                                pow(10, 1 - rint(digits))),
                          "%s: %g", s->method, s->step);
    }
    cr_expect_geq(n_found, 2);
    struct memory_stream stream;
    advice_write(memory_open(&stream), &advice);
    char *text = memory_close(&stream),
         *line = memory_text("keep it passive in %d trials: euler %.0e s,", OF_METHODS,
                             advice.step[0].step);
    cr_expect(strstr(text, line), "'%s' is not in %s", line, text);
    free(line);
    free(text);
    advice_free(&advice);
    release(&r);
}
