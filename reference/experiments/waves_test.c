/* Methods that choose their steps agree along waves that slow down and do not stop: friction is
 * then steady but for dips of the speed, which a long step would not see. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/integrator.h"
#include "reference/experiments/driven.h"
#include "tools/base/rng.h"
#include "tools/testing/test_random.h"

enum { SAMPLES = 801 };

static const char *const waves[] = {
    "sine 0.01 0.009 6.28 0 4",       "cosine 0.01 -0.009 6.28 0 4",
    "sine -0.01 0.009 6.28 2 4",      "cosine 0.3 0.2995 6.28 0.5 4",
    "chirp 0.02 0.019 1 30 4",        "chirp 0.02 0.019 -5 9 4",
    "chirp -0.02 0.0195 6.28 6.28 4", "sine 0.003 -0.00297 56.8 1.15 4",
    "sine -0.0004 -0.0003 56 1.3 2",  "sine 0.04 0.026 54 6 1",
    "sine 0 0.01 6.28 0 2",           "chirp 0 0.007 30 -6 0.5",
};

struct states {
    unsigned n;
    double x[SAMPLES][ODE_MAX_STATES];
};

static void take(void *ctx, size_t i, double t, const double x[])
{
    struct states *s = ctx;
    (void)t;
    memcpy(s->x[i], x, s->n * sizeof *x);
}

static void run(const char *method, const struct model *model, const double p[],
                const struct signal *signal, double rtol, double longest, struct states *s,
                double scale[])
{
    static max_align_t work[4096];
    const struct settings settings = { .rtol = rtol, .step = longest };
    const struct integrator *integrator = integrator_find_f64(method);
    struct statistics statistics;
    struct driven driven;
    double times[SAMPLES], x[ODE_MAX_STATES] = { 0 };
    const struct ode ode = driven_ode_f64(&driven, model, p, signal, model->n_states == 0);
    for (size_t i = 0; i < SAMPLES; i++)
        times[i] = signal->duration * (double)i / (SAMPLES - 1);
    s->n = ode.n;
    model_initial_f64(model, p, x);
    memcpy(scale, ode.scale, ode.n * sizeof *scale);
    cr_assert(integrator->workspace(ode.n) <= sizeof work);
    const enum status status =
        drive_f64(integrator, &ode, &settings, times, SAMPLES, x, work, take, s, &statistics);
    cr_assert_eq(status, STATUS_OK, "%s by %s: %s", model->name, method, status_text(status));
}

/* A method errs by some tens of its tolerance; a dip that was passed over is a tenth of the scale.
 */
Test(waves, are_seen_by_all_methods)
{
    static struct states fine, s;
    static const char *const methods[] = { "exponential_adaptive", "rosenbrock", "radau" };
    unsigned laws = 0;
    for (const struct model *const *m = models_f64; *m; m++) {
        const struct model *model = *m;
        double p[MODEL_MAX_PARAMS], scale[ODE_MAX_STATES];
        if (!model->relaxation || model->n_guards > 0)
            continue;
        laws++;
        model_defaults_f64(model, p);
        for (size_t w = 0; w < sizeof waves / sizeof *waves; w++) {
            struct signal signal;
            char error[SIGNAL_TEXT];
            cr_assert(signal_parse(waves[w], &signal, error), "%s", error);
            run("rosenbrock", model, p, &signal, 1e-10, 0, &fine, scale);
            for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
                double most = 0;
                run(methods[k], model, p, &signal, 1e-6, 0, &s, scale);
                for (size_t i = 0; i < SAMPLES; i++)
                    for (unsigned j = 0; j < s.n; j++)
                        most = fmax(most, fabs(s.x[i][j] - fine.x[i][j]) / scale[j]);
                cr_expect(most < 2e-4, "%s along '%s' by %s: %g", model->name, waves[w], methods[k],
                          most);
            }
            signal_free(&signal);
        }
    }
    cr_expect_geq(laws, 5);
}

/* One to three segments of any kind, with amplitudes and frequencies over decades, and means that
 * let the speed come near zero, touch it or pass it. */
static void draw(struct rng *rng, char text[SIGNAL_TEXT])
{
    static const double means[] = { 0, 1.001, -1.02, 1.2, -0.4, 3 };
    static const char *const waves_of[] = { "sine", "cosine" };
    const unsigned segments = 1 + (unsigned)(rng_uniform(rng) * 3);
    size_t at = 0;
    for (unsigned i = 0; i < segments; i++) {
        const double size = pow(10, -4.5 + 4 * rng_uniform(rng));
        const double mean = size * means[(int)(rng_uniform(rng) * 6)];
        const double omega = pow(10, 2 * rng_uniform(rng) - 0.3);
        const double other = pow(10, 2 * rng_uniform(rng) - 0.3) - 5;
        const int kind = (int)(rng_uniform(rng) * 5);
        const double phase = 6.28 * rng_uniform(rng), T = 0.5 + 1.5 * rng_uniform(rng);
        at += (size_t)snprintf(text + at, SIGNAL_TEXT - at, "%s", i > 0 ? "; " : "");
        if (kind < 2)
            at += (size_t)snprintf(text + at, SIGNAL_TEXT - at, "%s %.4g %.4g %.4g %.3g %.3g",
                                   waves_of[kind], mean, size, omega, phase, T);
        else if (kind == 2)
            at += (size_t)snprintf(text + at, SIGNAL_TEXT - at, "chirp %.4g %.4g %.4g %.4g %.3g",
                                   mean, size, omega, other, T);
        else
            at += (size_t)snprintf(text + at, SIGNAL_TEXT - at, "%s %.4g %.4g %.3g", "ramp", mean,
                                   kind == 3 ? size : mean - size, T);
    }
}

static double largest(const struct states *s, unsigned j)
{
    double most = 0;
    for (size_t i = 0; i < SAMPLES; i++)
        most = fmax(most, fabs(s->x[i][j]));
    return most;
}

/* Along signals drawn at random methods agree with a run in short steps, which pass nothing over: a
 * dip of the speed that is passed over changes a state by a tenth, a hundred times what is allowed,
 * which is a thousand tolerances. Laws with events forget less: what an event is late, within its
 * tolerance, stays for a while. */
Test(waves, drawn_at_random_are_seen)
{
    enum { SIGNALS = 30 };
    static struct states fine, s;
    static const char *const methods[] = { "exponential_adaptive", "rosenbrock", "radau" };
    static const char *const laws[] = { "lugre",   "dahl",      "martinez_rosas", "bliman_sorine",
                                        "karnopp", "armstrong", "bouc_wen",       "maxwell_slip" };
    struct rng rng = rng_keyed(test_seed(), "waves", 0);
    for (unsigned draws = 0; draws < SIGNALS; draws++) {
        struct signal signal;
        char text[SIGNAL_TEXT], error[SIGNAL_TEXT];
        draw(&rng, text);
        cr_assert(signal_parse(text, &signal, error), "%s", error);
        for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
            const struct model *model = model_find_f64(laws[l]);
            double p[MODEL_MAX_PARAMS], scale[ODE_MAX_STATES];
            model_defaults_f64(model, p);
            (void)quantity_set(model->params, model->n_params, "alpha", 5e4, p);
            run("rosenbrock", model, p, &signal, 1e-9, signal.duration / 4000, &fine, scale);
            for (size_t k = model->relaxation ? 0 : 1; k < 3; k++) {
                const double part = model->n_guards > 0 ? 1e-2 : 1e-3;
                unsigned off = 0;
                run(methods[k], model, p, &signal, 1e-6, 0, &s, scale);
                for (size_t i = 0; i < SAMPLES; i++)
                    for (unsigned j = 0; j < s.n; j++)
                        off += fabs(s.x[i][j] - fine.x[i][j]) >
                               part * fmax(scale[j], largest(&fine, j));
                cr_expect(off == 0, "%s along '%s' by %s: %u samples", laws[l], text, methods[k],
                          off);
            }
        }
        signal_free(&signal);
    }
}

/* Karnopp's law beyond its band, however short that is. */
struct beyond {
    struct driven *driven;
    const double *p;
    unsigned n, wrong;
};

static void look_beyond(void *ctx, size_t i, double t, const double x[])
{
    struct beyond *b = ctx;
    const double v = signal_velocity(b->driven->signal, t);
    (void)i;
    if (fabs(v) < b->p[0] * (1 + 1e-7))
        return;
    const double F = copysign(b->p[1], v) + b->p[3] * v, is = driven_force_f64(b->driven, t, x);
    b->n++;
    b->wrong += !(fabs(is - F) < 1e-9);
}

/* A speed that leaves the band of a law for a short part of a wave is seen, also where a step would
 * begin and end in the band: samples beyond it have the force of sliding. */
Test(waves, bands_are_left_for_moments)
{
    static max_align_t work[4096];
    static const char *const methods[] = { "rosenbrock", "radau", "cvode_bdf" };
    static const double beyond[] = { 1.0002, 1.003, 1.05 };
    static const char *const forms[] = { "cosine 0 %g 9 2.4 3", "sine %g %g 40 0 1",
                                         "chirp 0 %g 3 20 2" };
    const struct model *model = model_find_f64("karnopp");
    double p[MODEL_MAX_PARAMS];
    model_defaults_f64(model, p);
    cr_assert(strcmp(model->params[0].name, "Dv") == 0 &&
              strcmp(model->params[1].name, "Fc") == 0 &&
              strcmp(model->params[3].name, "sigma2") == 0);
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
        for (size_t b = 0; b < 3; b++)
            for (size_t form = 0; form < 3; form++) {
                struct signal signal;
                struct statistics statistics;
                struct driven driven;
                char text[96], error[SIGNAL_TEXT];
                double times[SAMPLES], x[ODE_MAX_STATES] = { 0 };
                const double most = beyond[b] * p[0], mean = form == 1 ? 0.6 * most : most;
                snprintf(text, sizeof text, forms[form], mean, most - mean);
                cr_assert(signal_parse(text, &signal, error), "%s", error);
                const struct integrator *integrator = integrator_find_f64(methods[k]);
                const struct settings settings = { .rtol = 1e-6 };
                /* Without its energy the law has no state at all; CVODE wants one. */
                const bool with_energy = form > 0 || k == 2;
                const struct ode ode = driven_ode_f64(&driven, model, p, &signal, with_energy);
                struct beyond seen = { .driven = &driven, .p = p };
                for (size_t i = 0; i < SAMPLES; i++)
                    times[i] = signal.duration * (double)i / (SAMPLES - 1);
                cr_assert_eq(drive_f64(integrator, &ode, &settings, times, SAMPLES, x, work,
                                       look_beyond, &seen, &statistics),
                             STATUS_OK);
                cr_expect(seen.n > 0 && seen.wrong == 0, "%s along '%s': %u of %u", methods[k],
                          text, seen.wrong, seen.n);
                signal_free(&signal);
            }
}
