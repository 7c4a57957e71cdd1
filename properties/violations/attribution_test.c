/* Attribution: violations that come from the equations, and violations that come from the
 * integrator. */
#include <criterion/criterion.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/trials/draw.h"
#include "properties/violations/attribution.h"

static const struct claim *claim_of(const struct model *model, enum property property,
                                    enum declared declared)
{
    for (unsigned i = 0; i < model->n_claims; i++)
        if (model->claims[i].property == property && model->claims[i].declared == declared)
            return &model->claims[i];
    cr_assert_fail("%s claims nothing of that kind", model->name);
    return NULL;
}

static struct integration_scheme scheme_of(const char *integrator, double step)
{
    return (struct integration_scheme){
        .integrator = PREC(integrator_find)(integrator),
        .settings = { .step = step },
    };
}

static struct attribution blamed(const char *model_name, enum property property,
                                 enum declared declared, const struct integration_scheme *scheme)
{
    const struct model *model = PREC(model_find)(model_name);
    const struct search_budget budget = { .trials = 200 };
    struct attribution result;
    cr_assert(model && scheme->integrator);
    attribute_claim(model, claim_of(model, property, declared), scheme, &budget, &result);
    return result;
}

/* Returns the margin of one hold at Table I from zero state, of 8 steps of k = sigma0 |v| h/G each,
 * at a speed where G is Fc. */
static struct margin held(const char *integrator, double k)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct integration_scheme scheme = scheme_of(integrator, k * 1e-5);
    const struct hold holds[] = { { 1, 8 * k * 1e-5 } };
    struct numerical n;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    numerical_open(&n, &scheme, 100);
    const struct margin m = integrated_trial(&n, model, p, STATE_BOUND, holds, 1);
    cr_expect(n.status == STATUS_OK && n.steps == 8, "%d, %d", (int)n.status, (int)n.steps);
    numerical_close(&n);
    return m;
}

/* Euler's z+ = z + k (z_ss - z) overshoots z_ss = Fc/sigma0 by the factor k in its first step, and
 * the bound is Fs/sigma0: margin 1 - k Fc/Fs for 1 <= k <= 2. */
Test(trajectory, euler_overshoots_by_k)
{
    for (int i = 0; i <= 4; i++) {
        const double k = 1 + 0.2 * i;
        const struct margin m = held("euler", k);
        cr_expect(fabs(m.value - (1 - k / 1.5)) <= m.rounding, "k = %g: %a", k, m.value);
        cr_expect(m.rounding < 1e-11);
    }
}

/* The rounding is that of all steps: twice as many have twice as much, however many holds they are
 * in. */
Test(trajectory, rounding_grows_with_the_steps)
{
    const struct model *model = PREC(model_find)("lugre");
    const struct hold holds[] = { { 1e-3, 1e-2 }, { -1e-3, 1e-2 } };
    double p[MODEL_MAX_PARAMS], each = 0;
    PREC(model_defaults)(model, p);
    for (unsigned n_holds = 1; n_holds <= 2; n_holds++)
        for (int steps = 8; steps <= 64; steps *= 2) {
            const struct integration_scheme scheme = scheme_of("exponential", 1e-2 / steps);
            struct numerical n;
            numerical_open(&n, &scheme, 100);
            const struct margin m = integrated_trial(&n, model, p, STATE_BOUND, holds, n_holds),
                                exact =
                                    PREC(evaluate_property)(model, p, STATE_BOUND, holds, n_holds);
            cr_assert_eq(n.steps, (uint64_t)steps * n_holds);
            /* of a step as many evaluations of the exact flow's size */
            if (each == 0)
                each = m.rounding / exact.rounding / steps;
            cr_expect_float_eq(m.rounding / exact.rounding / steps, each, 1e-12 * each,
                               "%d steps, %u holds: %g", steps, n_holds, m.rounding);
            numerical_close(&n);
        }
    cr_expect_float_eq(each, 8, 1e-12, "the stages of the method that has most");
}

/* Returns the law without the members of that number. */
static struct model without(const struct model *model, unsigned members)
{
    struct model less = *model;
    if (members & 1)
        less.work = NULL;
    if (members & 2)
        less.flow = NULL;
    if (members & 4)
        less.relaxation = NULL;
    return less;
}

/* Whatever a law lacks: a method without an obstacle integrates states and energy, and one of which
 * a structure is missed does not integrate the energy. */
Test(trajectory, runs_unless_an_obstacle_is_named)
{
    const struct hold hold = { 1e-3, 4e-6 };
    unsigned runs = 0, refused = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (const struct integrator *const *in = PREC(integrators); *in; in++)
            for (unsigned members = 0; members < 8; members++) {
                const struct integration_scheme scheme = { .integrator = *in,
                                                           .settings = { .step = 1e-6 } };
                const struct model less = without(*m, members);
                double p[MODEL_MAX_PARAMS], energy = 0, peak[MODEL_MAX_STATES];
                struct exact_state w;
                struct numerical n;
                PREC(model_defaults)(&less, p);
                const char *why = numerical_obstacle(&scheme, &less, PASSIVITY);
                if (why && !strstr(why, "structure"))
                    continue;
                numerical_open(&n, &scheme, 10000);
                exact_state_start(&w, &less, p);
                n.propagator.hold(n.propagator.ctx, &w, hold,
                                  (struct seen){ .energy = &energy, .peak = peak });
                cr_expect_eq(n.status == STATUS_UNSUPPORTED, why != NULL,
                             "%s of %s, without %u: %s", (*in)->name, less.name, members,
                             why ? why : "no obstacle");
                numerical_close(&n);
                *(why ? &refused : &runs) += 1;
            }
    cr_expect(runs > 1000 && refused > 100, "%u, %u", runs, refused);
}

/* Energies by part: the parts' power, by the trapezoidal rule over the exact flow, in steps of a
 * thousandth of what settles fastest, is their work within a hundred thousandth. */
Test(trajectory, parts_of_the_energy_are_those_of_the_exact_solution)
{
    static const struct hold holds[] = { { 1e-3, 0.02 }, { -5e-4, 0.01 }, { 2e-3, 0.015 } };
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct integration_scheme scheme = scheme_of("exponential", 5e-6);
    struct numerical n;
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(model, p);
    numerical_open(&n, &scheme, 10000);
    for (enum property part = I1_NONNEGATIVE; part <= I4_NONNEGATIVE; part++) {
        const struct margin exact = PREC(evaluate_property)(model, p, part, holds, 3);
        numerical_reset(&n);
        const struct margin m = integrated_trial(&n, model, p, part, holds, 3);
        cr_expect(n.status == STATUS_OK && fabs(m.value - exact.value) <= 1e-5,
                  "%s: %.9g, exactly %.9g", property_info[part].name, m.value, exact.value);
        cr_expect(exact.value != 0 && fabs(exact.value) <= 1, "%g", exact.value);
    }
    numerical_close(&n);
}

/* The exponential method takes the exact flow: equal margins, whatever the step. */
Test(trajectory, exponential_is_the_exact_flow)
{
    unsigned compared = 0;
    const struct integration_scheme scheme = scheme_of("exponential", 1e-3);
    struct numerical n;
    numerical_open(&n, &scheme, 10000);
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            const struct claim *claim = &(*m)->claims[i];
            struct rng rng = rng_keyed(0, (*m)->name, i);
            double p[MODEL_MAX_PARAMS];
            struct hold holds[DRAW_MAX_HOLDS];
            if (numerical_obstacle(&scheme, *m, claim->property) ||
                (claim->property >= I1_NONNEGATIVE && claim->property <= I4_NONNEGATIVE))
                continue; /* energies by part need a quadrature, see below */
            for (int k = 0; k < 20; k++) {
                cr_assert(PREC(draw_params)(*m, claim, &rng, p));
                const unsigned n_holds = PREC(sample_signal)(*m, p, claim->signals, &rng, holds);
                for (unsigned j = 0; j < n_holds; j++)
                    holds[j].h = fmin(holds[j].h, 0.1);
                const struct margin e =
                    PREC(evaluate_property)(*m, p, claim->property, holds, n_holds);
                const struct margin q =
                    integrated_trial(&n, *m, p, claim->property, holds, n_holds);
                if (isinf(e.rounding))
                    continue;
                compared++;
                /* A state may be largest within a hold, where only the ends of steps are
                 * evaluated. */
                cr_expect(fabs(q.value - e.value) <= q.rounding + e.rounding,
                          "%s %s: %a, %a, rounding %a, %s", (*m)->name,
                          property_info[claim->property].name, q.value, e.value, q.rounding,
                          status_text(n.status));
            }
        }
    numerical_close(&n);
    cr_expect(compared > 500, "%u", compared);
}

/* Along the exact flow an energy by part is wrong only by the trapezoidal rule: over 5 s of a power
 * that decays at 1/s, the error is (step)^2/12 of the whole to first order. */
Test(trajectory, energies_by_part_converge_like_their_rule)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct hold hold = { 1e-4, 5 };
    const int i3 = PREC(trial_part_index)(model, "I3");
    double p[MODEL_MAX_PARAMS], exact[MODEL_MAX_PARTS] = { 0 }, part[MODEL_MAX_PARTS] = { 0 };
    struct exact_state w;
    PREC(model_defaults)(model, p);
    exact_state_start(&w, model, p);
    model->work_parts(p, w.mem, hold.v, 1, hold.h, w.x, exact);
    for (int i = 0; i < 3; i++) {
        const double step = 0.05 * exp2(-i);
        const struct integration_scheme scheme = scheme_of("exponential", step);
        struct numerical n;
        numerical_open(&n, &scheme, 10000);
        exact_state_start(&w, model, p);
        n.propagator.hold(n.propagator.ctx, &w, hold, (struct seen){ .part = part });
        cr_expect_eq(n.status, STATUS_OK);
        numerical_close(&n);
        const double off = part[i3] / (hold.v * exact[i3]) - 1;
        cr_expect(fabs(off * 12 / (step * step) - 1) < 1e-3, "step %g: %g", step, off);
    }
}

/* k > 1, and for rk4 k > 2.785, occur at these steps: at 1 m/s k is 1e5 1/s times the step. */
Test(source, explicit_methods_leave_the_state_bound_at_large_steps)
{
    static const struct {
        const char *integrator;
        double step;
        enum violation_source source;
    } known[] = {
        { "euler", 1e-4, VIOLATION_SOURCE_INTEGRATOR },
        { "rk4", 1e-4, VIOLATION_SOURCE_INTEGRATOR },
        { "heun", 1e-4, VIOLATION_SOURCE_INTEGRATOR },
        { "exponential", 1e-4, VIOLATION_SOURCE_NONE },
        { "exponential", 1, VIOLATION_SOURCE_NONE },
        { "implicit_euler", 1e-4, VIOLATION_SOURCE_NONE },
        { "exponential1", 1e-2, VIOLATION_SOURCE_NONE },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct integration_scheme scheme = scheme_of(known[i].integrator, known[i].step);
        const struct attribution b = blamed("lugre", STATE_BOUND, HOLDS, &scheme);
        cr_expect_eq(b.source, known[i].source, "%s at %g s: %s, margin %g", known[i].integrator,
                     known[i].step, violation_source_names[b.source], b.margin);
        cr_expect_eq(b.as_declared, known[i].source == VIOLATION_SOURCE_NONE);
        cr_expect(b.exact_margin >= 0);
        cr_expect((b.margin < 0) == (known[i].source == VIOLATION_SOURCE_INTEGRATOR));
    }
}

Test(source, the_equations_are_blamed_whatever_the_integrator)
{
    static const char *const integrators[] = { "euler", "rk4", "exponential", "rosenbrock2" };
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        const struct integration_scheme scheme = scheme_of(integrators[i], 1e-5);
        const struct attribution b = blamed("lugre", PASSIVITY, REFUTED, &scheme);
        cr_expect_eq(b.source, VIOLATION_SOURCE_EQUATIONS, "%s", integrators[i]);
        cr_expect(b.as_declared && b.margin < 0 && b.exact_margin < 0, "%g, %g", b.margin,
                  b.exact_margin);
    }
}

Test(source, euler_makes_energy_where_dahl_is_passive)
{
    const struct integration_scheme euler = scheme_of("euler", 1e-3),
                                    exact = scheme_of("exponential", 1e-3);
    struct attribution b = blamed("dahl", PASSIVITY, HOLDS, &euler);
    cr_expect(b.source == VIOLATION_SOURCE_INTEGRATOR && !b.as_declared && b.exact_margin > 0);
    b = blamed("dahl", PASSIVITY, HOLDS, &exact);
    cr_expect(b.source == VIOLATION_SOURCE_NONE && b.as_declared, "%g", b.margin);
}

/* A seeded fault in an integrator, and one in the equations. */
static enum status advance_too_far(struct integration *in, double target)
{
    const struct integrator *right = PREC(integrator_find)("exponential");
    const enum status status = right->advance(in, target);
    for (unsigned i = 0; i < in->ode->n; i++)
        in->x[i] *= 1.01;
    return status;
}

static void flow_too_far(const double p[], struct memory *mem, double v, double s, double h,
                         double x[])
{
    PREC(model_find)("dahl")->flow(p, mem, v, s, h, x);
    x[0] *= 1.01;
}

Test(source, planted_mistakes_are_told_apart)
{
    const struct model *dahl = PREC(model_find)("dahl");
    const struct claim *claim = claim_of(dahl, STATE_BOUND, HOLDS);
    const struct search_budget budget = { .trials = 100 };
    struct integrator wrong = *PREC(integrator_find)("exponential");
    struct model planted = *dahl;
    struct attribution b;
    wrong.advance = advance_too_far;
    planted.flow = flow_too_far;
    struct integration_scheme scheme = { .integrator = &wrong, .settings = { .step = 1e-3 } };
    attribute_claim(dahl, claim, &scheme, &budget, &b);
    cr_expect_eq(b.source, VIOLATION_SOURCE_INTEGRATOR);
    scheme = scheme_of("rk4", 1e-3);
    attribute_claim(&planted, claim, &scheme, &budget, &b);
    cr_expect_eq(b.source, VIOLATION_SOURCE_EQUATIONS);
    cr_expect(!b.as_declared);
}

/* Euler beyond k = 2 grows without bound, to infinity if the hold is long; the integrator is the
 * source of that, too. */
Test(source, failed_integrations_are_the_integrators)
{
    const struct integration_scheme scheme = scheme_of("euler", 1e-2);
    const struct attribution b = blamed("lugre", STEADY_STATE, HOLDS, &scheme);
    cr_expect_eq(b.source, VIOLATION_SOURCE_INTEGRATOR);
    cr_expect(isinf(b.margin) && b.status == STATUS_NONFINITE, "%g", b.margin);
}

Test(source, what_does_not_fit_is_not_applicable)
{
    static const struct {
        const char *integrator, *model;
        enum property property;
        const char *said;
    } known[] = {
        { "time_stepping", "lugre", PASSIVITY, "set-valued" },
        { "exponential4", "bouc_wen", STATE_BOUND, "structure" },
        { "euler", "lugre", FINITE_FORCE, "trajectories" },
        { "euler", "coulomb", PASSIVITY, "no states" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct integration_scheme scheme = scheme_of(known[i].integrator, 1e-3);
        const struct attribution b =
            blamed(known[i].model, known[i].property,
                   known[i].property == PASSIVITY && strcmp(known[i].model, "lugre") == 0 ? REFUTED
                                                                                          : HOLDS,
                   &scheme);
        cr_expect_eq(b.source, VIOLATION_SOURCE_NOT_APPLICABLE);
        cr_expect(b.as_declared && b.reason && strstr(b.reason, known[i].said), "%s", b.reason);
    }
}

/* The stored witness of a claim is one trial more; one of another law, or none that is stored, is
 * no trial. */
Test(attribution, tries_its_own_witness)
{
    static const struct {
        const char *law, *witness;
        enum declared declared;
        unsigned more;
    } of[] = { { "lugre", "lugre_passivity.json", REFUTED, 1 },
               { "lugre", "lugre_passivity.json", HOLDS, 0 },
               { "dahl", "lugre_passivity.json", REFUTED, 0 },
               { "lugre", "lugre_nowhere.json", REFUTED, 0 },
               { "lugre", NULL, REFUTED, 0 } };
    const struct integration_scheme scheme = scheme_of("exponential", 0);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct model *model = PREC(model_find)(of[i].law);
        const struct claim claim = { .property = PASSIVITY,
                                     .domain = "any",
                                     .declared = of[i].declared,
                                     .witness = of[i].witness };
        const struct search_budget budget = { .trials = 3 };
        struct attribution result;
        attribute_claim(model, &claim, &scheme, &budget, &result);
        cr_expect_eq(result.trials, 3 + of[i].more, "case %zu: %u trials", i, result.trials);
    }
}

/* Energies by part are known along steps that are given. */
Test(trajectory, has_parts_of_energies_along_given_steps)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    for (enum property property = I1_NONNEGATIVE; property <= I4_NONNEGATIVE; property++)
        for (int given = 0; given < 2; given++) {
            const struct integration_scheme scheme = scheme_of("exponential", given ? 1e-3 : 0);
            const char *why = numerical_obstacle(&scheme, model, property);
            cr_expect(given ? !why : why && strstr(why, "--step"), "%s: %s",
                      property_info[property].name, why ? why : "nothing");
        }
}
