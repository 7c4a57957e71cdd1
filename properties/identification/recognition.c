/* Whether laws are recognized by logs that they have made: all of them are fitted to each.
 *
 *     recognition [LOGS [SEED [LAW...]]]
 *
 * Of each log one line: the group that the right law is in, the first law, and all of the first
 * group with how far their forces are from those of the first one, in parts of the noise. Exit 1:
 * a right law was in another group than the first. */
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <string.h>

#include "properties/identification/made.h"
#include "properties/identification/ranking.h"
#include "tools/base/cli.h"

enum { MOST = 64 };

static struct law_choice laws[MOST];
static struct law_fit_settings settings[MOST];
static struct trace_lanes *lanes[MOST];

/* Returns true when the law is in the first group of its own log. */
static bool recognize(const struct made *made, uint64_t seed, unsigned jobs)
{
    struct log_run run = made_measure(made, seed);
    const struct log measurements = { .runs = &run, .n_runs = 1 };
    struct measured measured;
    struct ranking ranking;
    unsigned n = 0, group = 0;
    measured_from(&measurements, 0, 0.25, &measured);
    for (const struct model *const *m = models_f64; *m && n < MOST; m++, n++) {
        law_fit_defaults(*m, &measured, &settings[n]);
        settings[n].setup.lanes = lanes[n];
    }
    ranking_make(laws, settings, n, &measured, jobs, &ranking);
    for (size_t i = 0; i < ranking.n; i++)
        if (ranking.law[i].law->model == made->model)
            group = ranking.law[i].group;
    printf("%-16s seed %llu: group %u;", made->model->name, (unsigned long long)seed, group);
    for (size_t i = 0; i < ranking.n && ranking.law[i].group == 1; i++)
        printf(" %s %.2g", ranking.law[i].law->model->name, ranking.law[i].apart / made->noise);
    printf("%s\n", ranking.is_explained ? "" : " (nothing is explained)");
    fflush(stdout);
    ranking_free(&ranking);
    measured_free(&measured);
    made_run_free(&run);
    return group == 1;
}

int main(int argc, char *argv[])
{
    cli_start("recognition");
    gsl_set_error_handler_off();
    const unsigned logs = argc > 1 ? (unsigned)cli_count("LOGS", argv[1], 1, 1000000) : 1;
    const uint64_t seed = argc > 2 ? cli_count("SEED", argv[2], 0, UINT64_MAX) : 0;
    unsigned n = 0, right = 0, n_laws = 0;
    for (const struct model *const *m = models_f64; *m && n_laws < MOST; m++, n_laws++) {
        laws[n_laws] = law_choice_of(*m);
        lanes[n_laws] = trace_lanes_new(laws[n_laws].equations, *m);
    }
    for (const struct model *const *m = models_f64; *m; m++) {
        bool is_asked = argc <= 3;
        struct made made;
        for (int i = 3; i < argc; i++)
            is_asked |= strcmp(argv[i], (*m)->name) == 0;
        if (!is_asked)
            continue;
        made_by(*m, &made);
        for (unsigned i = 0; i < logs; i++, n++)
            right += recognize(&made, seed + i, cli_processors());
        made_free(&made);
    }
    for (unsigned i = 0; i < n_laws; i++)
        trace_lanes_free(lanes[i]);
    if (n == 0)
        cli_fail("no law has one of these names, see verify --list");
    printf("%u of %u logs have their law in the first group\n", right, n);
    return right == n ? 0 : 1;
}
