/* Rankings use CPU time: other programs on the processors do not change the order of methods whose
 * times differ by a factor of more than 1.5. */
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "benchmarks/comparison/ranking.h"

static const double DISTINCT = 1.5;

static const char *const names[] = { "euler",       "heun",        "rk4",
                                     "rosenbrock2", "exponential", "exponential4",
                                     "rosenbrock",  "cvode_bdf",   "exponential_adaptive" };
enum { N_NAMES = sizeof names / sizeof *names, N_LOAD = 2 };

static struct comparison comparison(const char *scenario)
{
    static const double steps[] = { 1e-3, 1e-4, 2e-5 };
    static const struct compare_ladder ladder = { .steps = steps, .n_steps = 3 };
    const struct integrator *integrators[N_NAMES + 1] = { NULL };
    const struct model *model = PREC(model_find)("lugre");
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    struct comparison c = comparison_new(scenario_find(scenario), model, p);
    for (size_t i = 0; i < N_NAMES; i++)
        integrators[i] = PREC(integrator_find)(names[i]);
    comparison_add_ladder(&c, integrators, &ladder);
    comparison_errors(&c);
    return c;
}

static void start_load(pid_t load[N_LOAD])
{
    for (int i = 0; i < N_LOAD; i++) {
        load[i] = fork();
        cr_assert_geq(load[i], 0);
        if (load[i] == 0)
            for (volatile unsigned long busy = 0;; busy++)
                ;
    }
}

static void stop_load(const pid_t load[N_LOAD])
{
    for (int i = 0; i < N_LOAD; i++) {
        kill(load[i], SIGKILL);
        waitpid(load[i], NULL, 0);
    }
}

static double time_of(const struct ranking *r, const struct integrator *integrator)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->entries[i].integrator == integrator)
            return r->entries[i].time;
    return (double)NAN;
}

/* Returns the number of pairs compared. */
static size_t expect_order(const char *scenario, const struct ranking *quiet,
                           const struct ranking *loaded)
{
    size_t pairs = 0;
    for (size_t i = 0; i < quiet->n; i++)
        for (size_t k = i + 1; k < quiet->n; k++) {
            const struct ranked *fast = &quiet->entries[i], *slow = &quiet->entries[k];
            if (!(slow->time > DISTINCT * fast->time))
                continue;
            const double a = time_of(loaded, fast->integrator),
                         b = time_of(loaded, slow->integrator);
            cr_expect_lt(a, b, "%s, error %g: %s %g s then %g s, %s %g s then %g s", scenario,
                         quiet->target, fast->integrator->name, fast->time, a,
                         slow->integrator->name, slow->time, b);
            pairs++;
        }
    return pairs;
}

static void expect_same_order(const char *scenario)
{
    struct comparison c = comparison(scenario);
    struct ranking quiet[RANKING_TARGETS], loaded;
    pid_t load[N_LOAD];
    size_t pairs = 0;
    comparison_times(&c);
    for (size_t k = 0; k < RANKING_TARGETS; k++)
        ranking_of(&c, ranking_targets[k], &quiet[k]);
    start_load(load);
    comparison_times(&c);
    stop_load(load);
    for (size_t k = 0; k < RANKING_TARGETS; k++) {
        ranking_of(&c, ranking_targets[k], &loaded);
        pairs += expect_order(scenario, &quiet[k], &loaded);
    }
    cr_expect_gt(pairs, 10, "%s: hardly anything to compare: %zu pairs", scenario, pairs);
    comparison_free(&c);
}

Test(ranking, of_driven_laws_survives_load) { expect_same_order("hysteresis"); }
Test(ranking, of_a_mass_survives_load) { expect_same_order("break_away"); }
