/* The guide's table has the least work among all settings: here errors and work are in closed form.
 * Linked with --wrap, so that the guide takes these rows. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/guide.h"

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_comparison_reference(struct comparison *c);
void __wrap_comparison_row(struct comparison *c, size_t i);
/* NOLINTEND(bugprone-reserved-identifier) */

double chance(const char *a, const char *b, const char *c, unsigned salt);

/* Returns the same number in 0 to 1 for the same texts and number. */
double chance(const char *a, const char *b, const char *c, unsigned salt)
{
    const char *const texts[] = { a, b, c };
    uint64_t hash = 0xcbf29ce484222325u + salt;
    for (size_t i = 0; i < 3; i++)
        for (const char *s = texts[i]; *s; s++)
            hash = (hash ^ (unsigned char)*s) * 0x100000001b3u;
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u;
    return (double)(hash >> 40) * 0x1p-24;
}

/* A run by one setting. Finer ones take more work. Some methods do not fit, some fail at coarse
 * settings, and one setting in six gives a worse error than a coarser one. */
struct outcome {
    enum status status;
    double error;
    uint64_t rates, flows, jacobians;
};

static struct outcome outcome_of(const char *scenario, const char *law, const char *integrator,
                                 double setting, bool adaptive)
{
    const double fit = chance(scenario, law, integrator, 1),
                 order = 0.5 + 2 * chance(scenario, law, integrator, 2),
                 size = 4 * chance(scenario, law, integrator, 3),
                 bump = chance(scenario, law, integrator, (unsigned)lround(-97 * log10(setting)));
    const double h = adaptive ? cbrt(setting) : setting;
    const double work = (1 + 9 * chance(scenario, law, integrator, 4)) / h;
    struct outcome o = { STATUS_OK, pow(10, size) * pow(h, order), 0, 0, 0 };
    if (fit < 0.1)
        o.status = STATUS_UNSUPPORTED;
    else if (fit < 0.3 && h > 1e-3)
        o.status = STATUS_NONFINITE;
    if (bump < 1 / 6.0)
        o.error *= 300;
    o.rates = (uint64_t)(10 * work);
    o.flows = fit > 0.6 ? (uint64_t)(7 * work) : 0;
    o.jacobians = fit > 0.8 ? (uint64_t)(3 * work) : 0;
    return o;
}

void __wrap_comparison_reference(struct comparison *c)
{
    struct comparison whole = comparison_new(c->scenario, c->model, c->p);
    const double interval = whole.setup.duration / (double)(whole.samples - 1);
    c->not_applicable = NULL;
    cr_expect(c->errors_only);
    /* shorter, and sampled as often */
    cr_expect_lt(c->setup.duration, whole.setup.duration);
    cr_expect_lt(fabs(c->setup.duration / interval - (double)(c->samples - 1)), 0.5001, "%s",
                 c->scenario->name);
    comparison_free(&whole);
}

void __wrap_comparison_row(struct comparison *c, size_t i)
{
    struct compare_row *row = &c->rows[i];
    const bool adaptive = row->integrator->flags & INTEGRATOR_ADAPTIVE;
    cr_expect_eq(adaptive ? row->settings.step : row->settings.rtol, 0);
    const struct outcome o =
        outcome_of(c->scenario->name, c->model->name, row->integrator->name,
                   adaptive ? row->settings.rtol : row->settings.step, adaptive);
    row->status = o.status;
    row->error_max = o.error;
    row->statistics = (struct statistics){
        .rate_evals = o.rates, .flow_evals = o.flows, .jac_evals = o.jacobians, .steps = 1
    };
}

/* The experiments; states with those of the mass and of the integral of a controller. */
static const struct {
    const char *scenario, *law, *title;
    double t_end, interval;
    unsigned states;
} guided[] = {
    { "hysteresis", "lugre", "hysteresis, lugre", 10, 20.0 / 4000, 1 },
    { "hysteresis", "martinez_rosas", "hysteresis, martinez_rosas", 10, 20.0 / 4000, 2 },
    { "driven_stiff", "lugre", "driven_stiff, lugre", 2, 5.0 / 2000, 1 },
    { "driven_stiff", "martinez_rosas", "driven_stiff, martinez_rosas", 2, 5.0 / 2000, 2 },
    { "stick_slip", "lugre", "stick_slip, lugre", 12, 30.0 / 3003, 3 },
    { "stick_slip", "martinez_rosas", "stick_slip, martinez_rosas α = 50000", 12, 30.0 / 3003, 4 },
    { "pid", "lugre", "pid, lugre", 16, 100.0 / 5000, 4 },
    { "pid", "martinez_rosas", "pid, martinez_rosas α = 50000", 16, 100.0 / 5000, 5 },
};
enum { N_GUIDED = sizeof guided / sizeof *guided };

struct found {
    const char *integrator; /* NULL: none */
    bool adaptive;
    double setting, work;
};

/* Returns the coarsest setting of an integrator that reaches the target together with the next
 * finer one. */
static struct found search(size_t k, const struct integrator *integrator, double target)
{
    static const double units[] = { 1, 0.5, 0.2 };
    const bool adaptive = integrator->flags & INTEGRATOR_ADAPTIVE;
    struct found before = { NULL, adaptive, 0, 0 };
    for (int i = 0; i < 40; i++) {
        const double setting =
            adaptive ? pow(10, -2 - i) : units[i % 3] * pow(10, -2 - floor(i / 3.0));
        if (adaptive ? i > 10 : setting < 0.9e-6)
            break;
        if (!adaptive &&
            (setting > guided[k].interval * 1.0001 || guided[k].t_end / setting > 2e6 * 1.0001))
            continue;
        const struct outcome o =
            outcome_of(guided[k].scenario, guided[k].law, integrator->name, setting, adaptive);
        const bool reaches = o.status == STATUS_OK && o.error <= target;
        const uint64_t work = o.rates + o.flows + guided[k].states * o.jacobians;
        if (reaches && before.integrator)
            return before;
        before = (struct found){ reaches ? integrator->name : NULL, adaptive, setting,
                                 (double)work / guided[k].t_end };
    }
    return (struct found){ NULL, adaptive, 0, 0 };
}

static struct found best_of(size_t k, bool adaptive, double target)
{
    struct found best = { NULL, adaptive, 0, 0 };
    for (const struct integrator *const *i = PREC(integrators); *i; i++) {
        const struct found other = search(k, *i, target);
        if (other.adaptive == adaptive && other.integrator &&
            (!best.integrator || other.work < best.work))
            best = other;
    }
    return best;
}

/* Two digits: 5, 12, 120, 1.2k, 12k, 120k, 1.2M. */
static void put_work(FILE *out, double work)
{
    char text[32];
    snprintf(text, sizeof text, "%.1e", work);
    const double rounded = work < 9.5 ? round(work) : strtod(text, NULL);
    if (rounded < 1e3)
        fprintf(out, "%.0f", rounded);
    else if (rounded < 1e6)
        fprintf(out, rounded < 1e4 ? "%.1fk" : "%.0fk", rounded / 1e3);
    else
        fprintf(out, "%.1fM", work / 1e6);
}

static void put_found(FILE *out, const struct found *f, bool named)
{
    if (!f->integrator) {
        fputs(" - |", out);
        return;
    }
    fprintf(out, named ? " `%s`, " : " ", f->integrator);
    if (f->adaptive)
        fprintf(out, "%.0e: ", f->setting);
    else if (f->setting > 0.9e-3)
        fprintf(out, "%g ms: ", round(f->setting * 1e3));
    else
        fprintf(out, "%g µs: ", round(f->setting * 1e6));
    put_work(out, f->work);
    fputs(" |", out);
}

static struct found own(size_t k, const char *name, double target)
{
    return search(k, PREC(integrator_find)(name), target);
}

Test(guide, has_the_least_work_of_all_settings)
{
    char *text = NULL, *expected = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    compare_guide(out, 1);
    fclose(out);
    out = open_memstream(&expected, &size);
    fputs("| experiment | error | steps of given size | `euler` | `rk4` | steps chosen | "
          "`cvode_bdf` |\n|---|---|---|---|---|---|---|\n",
          out);
    for (size_t k = 0; k < N_GUIDED; k++)
        for (int t = 0; t < 2; t++) {
            const double target = t == 0 ? 1e-2 : 1e-6;
            const struct found cells[] = { best_of(k, false, target), own(k, "euler", target),
                                           own(k, "rk4", target), best_of(k, true, target),
                                           own(k, "cvode_bdf", target) };
            fprintf(out, "| %s | %s |", guided[k].title, t == 0 ? "1 %" : "1e-6");
            for (size_t c = 0; c < 5; c++)
                put_found(out, &cells[c], c % 3 == 0);
            fputc('\n', out);
        }
    fclose(out);
    cr_expect_str_eq(text, expected, "\n%s\ninstead of\n%s", text, expected);
    free(text);
    free(expected);
}
