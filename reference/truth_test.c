/* The rigorous trajectories against independent computations. */
#include <criterion/criterion.h>
#include <math.h>

#include "integrators/integrator.h"
#include "reference/driven.h"
#include "reference/exact.h"
#include "reference/truth.h"

enum { N = 401 };

static double x_ref[N * 2], F_ref[N], energy_ref[N], x_run[N * 2], t[N];

static void keep(void *ctx, size_t i, double time, const double x[])
{
    const unsigned n = *(const unsigned *)ctx;
    (void)time;
    for (unsigned k = 0; k < n; k++)
        x_run[i * n + k] = x[k];
}

static struct truth truth_of(const struct model *model, const double p[], const char *velocity,
                             struct signal *signal)
{
    struct truth truth = { .x = x_ref, .F = F_ref, .energy = energy_ref };
    char error[SIGNAL_TEXT];
    cr_assert(signal_parse(velocity, signal, error), "%s", error);
    for (int i = 0; i < N; i++)
        t[i] = signal->duration * i / (N - 1);
    cr_assert(truth_driven(model, p, signal, t, N, &truth));
    return truth;
}

/* Closed form and quadrature in balls, against RK4 at h = 2 us. After a reversal z relaxes
 * within a few ms, while |v| < 0.05 m/s and k = sigma0 |v| h < 0.01, so RK4 errs by less than
 * k^4/120 = 1e-10 of 1/sigma0; y crosses its peak in vs/2 pi = 160 us, 80 steps, where the
 * rule is Simpson's with an error of (1/80)^4/2880 of the peak. */
Test(truth, of_a_sine_agrees_with_rk4)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    double p[MODEL_MAX_PARAMS];
    struct signal signal;
    PREC(model_defaults)(model, p);
    const struct truth truth = truth_of(model, p, "sine 0 1 6.283185307179586 0 1", &signal);
    cr_expect(truth.floor <= 1e-15, "floor %g", truth.floor);
    struct driven driven;
    const struct ode ode = PREC(driven_ode)(&driven, model, p, &signal, false);
    const struct settings settings = { .step = 2e-6 };
    struct statistics statistics;
    double x[2] = { 0, 0 }, work[10];
    unsigned n = 2;
    cr_assert_eq(PREC(drive)(PREC(integrator_find)("rk4"), &ode, &settings, t, N, x, work, keep, &n,
                             &statistics),
                 STATUS_OK);
    for (unsigned i = 0; i < N; i++)
        for (unsigned k = 0; k < 2; k++)
            cr_expect(fabs(x_run[2 * i + k] - x_ref[2 * i + k]) <= 1e-10 / p[0],
                      "%s at %g: %.17g, rigorously %.17g", model->states[k].name, t[i],
                      x_run[2 * i + k], x_ref[2 * i + k]);
    cr_expect(isnan(F_ref[0]) && isnan(F_ref[N / 2]) && !isnan(F_ref[1]),
              "F is an interval where v = 0, and only there");
    signal_free(&signal);
}

/* A wave of zero amplitude is a hold: quadrature and closed form meet. */
Test(truth, of_a_flat_wave_is_that_of_a_hold)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    double p[MODEL_MAX_PARAMS], flat[N * 2];
    struct signal signal;
    PREC(model_defaults)(model, p);
    truth_of(model, p, "sine 0.0015 1e-300 1 0 3", &signal);
    for (int i = 0; i < 2 * N; i++)
        flat[i] = x_ref[i];
    signal_free(&signal);
    truth_of(model, p, "hold 0.0015 3", &signal);
    for (int i = 0; i < 2 * N; i++)
        cr_expect(fabs(flat[i] - x_ref[i]) <= 4 * DBL_EPSILON * fabs(x_ref[i]));
    signal_free(&signal);
}

/* Tier 1 in double against tier 1 in balls, energy included. */
Test(truth, of_holds_is_the_exact_solution_in_double)
{
    static const char *const names[] = { "coulomb", "exponential", "lugre", "martinez_rosas" };
    static const struct hold holds[] = {
        { 1e-4, 1 }, { 1e-2, 1 }, { -1, 1 }, { 0, 1 }, { 1e-3, 1 }
    };
    for (size_t m = 0; m < sizeof names / sizeof *names; m++) {
        const struct model *model = PREC(model_find)(names[m]);
        double p[MODEL_MAX_PARAMS], bound[MODEL_MAX_STATES] = { 0 };
        struct walk walk;
        double energy = 0, scale = 0;
        struct signal signal;
        PREC(model_defaults)(model, p);
        walk_start(&walk, model, p);
        truth_of(model, p, "hold 1e-4 1; hold 1e-2 1; hold -1 1; hold 0 1; hold 1e-3 1", &signal);
        if (model->bound)
            model->bound(p, bound);
        for (size_t i = 0; i < 5; i++) {
            energy += walk_hold(&walk, holds[i]);
            const double *x = walk.x;
            scale += fabs(holds[i].v) * holds[i].h * model->force_scale(p, holds[i].v, 0);
            const size_t at = (i + 1) * (N - 1) / 5;
            /* 32 roundings a hold, as in properties/trial.c */
            const double rounding = 32 * DBL_EPSILON * (double)(i + 1);
            for (unsigned k = 0; k < model->n_states; k++)
                cr_expect(fabs(x[k] - x_ref[at * model->n_states + k]) <= rounding * bound[k]);
            cr_expect(fabs(energy - energy_ref[at]) <= rounding * scale, "%s: %.17g, %.17g",
                      names[m], energy, energy_ref[at]);
        }
        signal_free(&signal);
    }
}

Test(truth, is_not_made_up_where_there_is_none)
{
    static const struct {
        const char *model, *velocity; /* 1 s */
    } without[] = {
        { "lugre", "sine 0 1 1 0 1" },
        { "martinez_rosas", "ramp -1 1 1" },
        { "martinez_rosas", "chirp 0 1 1 9 1" },
        { "martinez_rosas", "hold 1 0.5; chirp 0.5 1 1 9 0.5" },
    };
    for (size_t k = 0; k < sizeof without / sizeof *without; k++) {
        const struct model *model = PREC(model_find)(without[k].model);
        double p[MODEL_MAX_PARAMS];
        struct signal signal;
        struct truth truth = { .x = x_ref, .F = F_ref };
        char error[SIGNAL_TEXT];
        PREC(model_defaults)(model, p);
        cr_assert(signal_parse(without[k].velocity, &signal, error));
        for (int i = 0; i < N; i++)
            t[i] = (double)i / (N - 1);
        cr_expect(!truth_driven(model, p, &signal, t, N, &truth), "%s, '%s'", without[k].model,
                  without[k].velocity);
        signal_free(&signal);
    }
}
