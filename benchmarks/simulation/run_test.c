/* The computation of a law from a file is that of the law itself, in a process of its own: what
 * comes back is the same, and a law whose code ends or never ends is said to have crashed. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/simulation/simulate_run.h"
#include "integrators/ending_test.h"

enum { SAMPLES = 21 };

/* A law along a signal or, if `mass`, pulled by a spring. */
struct fixture {
    struct simulation simulation;
    struct setup setup;
    struct settings settings;
    double p[MODEL_MAX_PARAMS];
};

static void prepare(struct fixture *f, const char *law, bool mass, const char *file)
{
    char error[SIGNAL_TEXT];
    const struct model *model = PREC(model_find)(law);
    *f = (struct fixture){ .settings = { .step = 1e-3, .rtol = 1e-4, .atol = 1e-4 } };
    PREC(model_defaults)(model, f->p);
    if (mass) {
        double q[SCENARIO_MAX_PARAMS];
        const struct scenario *scenario = scenario_find("break_away");
        scenario_defaults(scenario, q);
        cr_assert(scenario_set_up(scenario, q, &f->setup, error), "%s", error);
    } else {
        cr_assert(setup_velocity("hold 0.001 1; hold -0.002 1", &f->setup, error), "%s", error);
    }
    f->simulation = (struct simulation){ .law = law_choice_of(model),
                                         .timeout = 60,
                                         .integrator = PREC(integrator_find)("rosenbrock"),
                                         .settings = &f->settings,
                                         .p = f->p,
                                         .setup = &f->setup };
    f->simulation.law.file = file;
}

/* Runs it; outcomes of an earlier run are forgotten. */
static struct outcome outcome_of(struct fixture *f, struct trajectory *r)
{
    struct outcome outcome;
    memset(&outcome, 0x55, sizeof outcome);
    outcome.no_reference = "of an earlier run";
    outcome.status = STATUS_NONFINITE;
    trajectory_init(r, SAMPLES, f->simulation.law.model->n_states, f->setup.duration);
    simulate_run(&f->simulation, r, &outcome);
    return outcome;
}

static void expect_same_columns(const struct trajectory *a, const struct trajectory *b)
{
    const double *const first[] = { a->t, a->x, a->v, a->F, a->energy, a->law }, *const second[] = {
        b->t, b->x, b->v, b->F, b->energy, b->law
    };
    for (size_t k = 0; k < 6; k++)
        for (size_t i = 0; i < (k < 5 ? 1 : a->n_states) * a->n; i++)
            cr_expect(first[k][i] == second[k][i] || (isnan(first[k][i]) && isnan(second[k][i])),
                      "column %zu, %zu: %g, not %g", k, i, first[k][i], second[k][i]);
    cr_assert_eq(a->n_events, b->n_events);
    for (size_t i = 0; i < a->n_events; i++)
        cr_expect(a->events[i].kind == b->events[i].kind && a->events[i].t == b->events[i].t);
}

static void expect_same(const char *law, bool mass, const struct integrator *integrator)
{
    struct fixture here, apart;
    struct trajectory r, s;
    prepare(&here, law, mass, NULL);
    prepare(&apart, law, mass, "a.so");
    here.simulation.integrator = apart.simulation.integrator = integrator;
    const struct outcome a = outcome_of(&here, &r), b = outcome_of(&apart, &s);
    cr_expect(a.status == STATUS_OK && !a.no_reference && !*a.failure);
    cr_expect(b.status == STATUS_OK && !b.no_reference && !*b.failure);
    cr_expect(a.statistics.steps == b.statistics.steps &&
              a.statistics.rate_evals == b.statistics.rate_evals);
    cr_expect(integrator ? a.statistics.steps > 0 : a.uncertainty.floor[REFERENCE_F] > 0);
    for (size_t k = 0; k < REFERENCE_LAW + r.n_states; k++)
        cr_expect_eq(a.uncertainty.floor[k], b.uncertainty.floor[k]);
    cr_expect(a.uncertainty.enclosed == b.uncertainty.enclosed &&
              a.uncertainty.floor_events == b.uncertainty.floor_events);
    cr_expect_gt(fabs(r.F[SAMPLES - 1]), 0.1);
    expect_same_columns(&r, &s);
    trajectory_free(&r);
    trajectory_free(&s);
    setup_free(&here.setup);
    setup_free(&apart.setup);
}

Test(run, of_a_file_is_that_of_the_law)
{
    expect_same("lugre", false, PREC(integrator_find)("rosenbrock"));
    expect_same("martinez_rosas", false, PREC(integrator_find)("exponential"));
    expect_same("dahl", true, PREC(integrator_find)("rosenbrock"));
}

Test(run, of_a_reference_has_its_uncertainty) { expect_same("lugre", false, NULL); }

Test(run, says_how_code_has_failed)
{
    static const struct {
        enum status (*advance)(struct integration *in, real target);
        const char *says;
    } cases[] = { { kill_program, "crashed (" },
                  { leave_program, "" },
                  { never_end, "took longer than 0.2 s" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct trajectory r;
        struct integrator method = *PREC(integrator_find)("heun");
        prepare(&f, "lugre", false, "a.so");
        method.advance = cases[i].advance;
        f.simulation.integrator = &method;
        f.simulation.timeout = 0.2;
        const struct outcome o = outcome_of(&f, &r);
        cr_expect_eq(o.status, STATUS_CRASHED, "%zu: %s", i, status_text(o.status));
        cr_expect(!o.no_reference && *o.failure && strstr(o.failure, cases[i].says) == o.failure,
                  "'%s'", o.failure);
        trajectory_free(&r);
        setup_free(&f.setup);
    }
}

/* A failure of the method is the outcome here and there, and no crash. */
Test(run, passes_on_the_methods_status)
{
    for (unsigned apart = 0; apart < 2; apart++) {
        struct fixture f;
        struct trajectory r;
        prepare(&f, "lugre", false, apart ? "a.so" : NULL);
        f.simulation.integrator = PREC(integrator_find)("euler");
        f.settings.step = 0.1;
        f.settings.max_steps = 3;
        const struct outcome o = outcome_of(&f, &r);
        cr_expect(o.status != STATUS_OK && o.status != STATUS_CRASHED, "%s", status_text(o.status));
        cr_expect(!o.no_reference && !*o.failure);
        trajectory_free(&r);
        setup_free(&f.setup);
    }
}
