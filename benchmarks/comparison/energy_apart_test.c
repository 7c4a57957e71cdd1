/* The energy of a run is computed beside it, and changes nothing else. */
#include <criterion/criterion.h>

#include "benchmarks/comparison/compare_test.h"
#include "benchmarks/comparison/measure.h"
#include "reference/experiments/run.h"

static bool same(const struct trajectory *a, const struct trajectory *b)
{
    bool equal = true;
    for (size_t i = 0; i < a->n; i++) {
        equal &= !(a->x[i] < b->x[i] || a->x[i] > b->x[i] || a->v[i] < b->v[i]);
        equal &= !(a->v[i] > b->v[i] || a->F[i] < b->F[i] || a->F[i] > b->F[i]);
        for (size_t k = 0; k < a->n_states; k++)
            equal &= !(a->law[i * a->n_states + k] < b->law[i * a->n_states + k] ||
                       a->law[i * a->n_states + k] > b->law[i * a->n_states + k]);
    }
    return equal;
}

static void expect_apart(const struct integrator *integrator, const char *scenario, const char *law)
{
    struct comparison c = comparison(scenario, law);
    const struct settings settings = { .step = 2e-5 };
    struct trajectory with, without;
    struct statistics s, t;
    c.setup.duration = 1;
    trajectory_init(&with, 101, c.model->n_states, 1);
    trajectory_init(&without, 101, c.model->n_states, 1);
    const enum status a = run_experiment(integrator, &settings, c.model, c.p, &c.setup, &with, &s);
    const enum status b =
        run_without_energy(integrator, &settings, c.model, c.p, &c.setup, &without, &t);
    cr_expect_eq(a, b);
    if (a == STATUS_OK) {
        /* methods for states that relax evaluate rates of the energy only */
        const uint64_t rates = integrator->flags & INTEGRATOR_RELAXING ? 0 : s.rate_evals;
        cr_expect(same(&with, &without), "%s, %s", scenario, integrator->name);
        cr_expect(s.steps == t.steps && t.rate_evals == rates && s.flow_evals == t.flow_evals &&
                      s.events == t.events,
                  "work of %s, %s", scenario, integrator->name);
    }
    trajectory_free(&with);
    trajectory_free(&without);
    comparison_free(&c);
}

/* One run gives errors and energy: the energy does not change the other results of explicit
 * methods. */
Test(energy, is_apart_in_explicit_methods)
{
    for (const struct integrator *const *i = PREC(integrators); *i; i++) {
        if ((*i)->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_IMPLICIT))
            continue;
        expect_apart(*i, "driven_stiff", "lugre");
        expect_apart(*i, "stick_slip", "lugre");
        expect_apart(*i, "pid", "coulomb_viscous");
    }
}
