/* Lists the rows of a comparison, and computes them (compare.h). */
#include "benchmarks/comparison/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/arb/law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static const double steps[] = { 1e-3, 1e-4, 1e-5, 2e-6 };
static const double tolerances[] = { 1e-4, 1e-6, 1e-8, 1e-10 };
enum { N_SETTINGS = 4, N_QUICK = 2 };

static const double MOST_STEPS = 5e6, MOST_QUICK_STEPS = 1e6;

static const double TIME_PER_ROW = 0.15;

/* Where events repeat at v = 0, a run may take many times its expected number of steps, or never
 * end: it then fails at this limit. Laws with events of their own may need many steps: 3e6 bonds
 * snap in each second at 1 m/s. */
static uint64_t most_steps(const struct comparison *c, const struct integrator *integrator,
                           double step)
{
    static const double repeated = 4, events = 1e6, adaptive = 1e7;
    if (c->model->n_guards > 0)
        return 0; /* the integrator's default */
    if (integrator->flags & INTEGRATOR_ADAPTIVE || !(step > 0))
        return (uint64_t)adaptive;
    return (uint64_t)fmin(repeated * c->setup.duration / step + events, 1e18);
}

void comparison_add(struct comparison *c, const struct integrator *integrator,
                    const struct settings *settings)
{
    c->rows = memory_grown(c->rows, c->n_rows, &c->capacity, sizeof *c->rows);
    struct compare_row *row = &c->rows[c->n_rows++];
    *row = (struct compare_row){ .integrator = integrator, .settings = *settings };
    if (settings->max_steps == 0)
        row->settings.max_steps = most_steps(c, integrator, settings->step);
}

/* Returns the next value of 1, 2, 5 times a power of ten that is at least the step and makes at
 * most `most` steps. Rounding must not exclude a step that makes exactly `most`. */
static double coarsened(double step, double duration, double most)
{
    static const double digits[] = { 1, 2, 5 };
    enum { DECADES = 6 };
    const size_t n = sizeof digits / sizeof *digits;
    double parts = 1e6, coarser = 0;
    for (size_t i = 0; i < DECADES * n; i++) {
        coarser = digits[i % n] / parts;
        if (coarser >= step && duration <= coarser * most * (1 + 1e-12))
            break;
        if (i % n == n - 1)
            parts /= 10;
    }
    return coarser;
}

/* Lists the standard steps for the scenario; returns their number. */
static size_t standard_steps(double duration, bool quick, double allowed[N_SETTINGS])
{
    size_t n = 0;
    for (size_t i = 0; i < (quick ? N_QUICK : N_SETTINGS); i++) {
        const double step = coarsened(steps[i], duration, quick ? MOST_QUICK_STEPS : MOST_STEPS);
        if (n == 0 || step < allowed[n - 1])
            allowed[n++] = step;
    }
    return n;
}

void comparison_add_ladder(struct comparison *c, const struct integrator *const integrators[],
                           const struct compare_ladder *ladder)
{
    double allowed[N_SETTINGS];
    struct compare_ladder l = *ladder;
    if (!l.steps) {
        l.steps = allowed;
        l.n_steps = standard_steps(c->setup.duration, l.quick, allowed);
    }
    if (!l.tolerances) {
        l.tolerances = tolerances;
        l.n_tolerances = l.quick ? N_QUICK : N_SETTINGS;
    }
    for (size_t k = 0; integrators[k]; k++) {
        const bool chooses = integrators[k]->flags & INTEGRATOR_ADAPTIVE;
        for (size_t i = 0; i < (chooses ? l.n_tolerances : l.n_steps); i++) {
            struct settings settings = { .step = 0 };
            if (chooses)
                settings.rtol = l.tolerances[i];
            else
                settings.step = l.steps[i];
            comparison_add(c, integrators[k], &settings);
        }
    }
}

void comparison_add_standard(struct comparison *c, const struct integrator *const integrators[],
                             bool quick)
{
    const struct compare_ladder standard = { .quick = quick };
    comparison_add_ladder(c, integrators, &standard);
}

static void add_columns(struct comparison *c)
{
    if (c->setup.has_mass) {
        c->columns[c->n_columns++] = "x";
        c->columns[c->n_columns++] = "v";
    }
    for (unsigned k = 0; k < c->model->n_states; k++)
        c->columns[c->n_columns++] = c->model->states[k].name;
    c->columns[c->n_columns++] = "F";
}

struct comparison comparison_new(const struct scenario *scenario, const struct model *model,
                                 const double p[])
{
    struct comparison c = {
        .scenario = scenario,
        .model = model,
        .rigorous = arb_law_find(model->name),
        .samples = scenario->samples,
        .effort = { TIME_PER_ROW, TIMING_LONG_RUN },
    };
    char error[SIGNAL_TEXT];
    double q[SCENARIO_MAX_PARAMS];
    memcpy(c.p, p, model->n_params * sizeof *p);
    scenario_defaults(scenario, q);
    if (!scenario_set_up(scenario, q, &c.setup, error))
        cli_fail("scenario '%s': %s", scenario->name, error);
    add_columns(&c);
    return c;
}

void comparison_free(struct comparison *c)
{
    free(c->rows);
    trajectory_free(&c->reference);
    setup_free(&c->setup);
    c->rows = NULL;
    c->n_rows = c->capacity = 0;
}

void compare_setting(const struct compare_row *row, char *buffer, size_t size)
{
    const bool adaptive = row->integrator->flags & INTEGRATOR_ADAPTIVE;
    const double value = adaptive ? row->settings.rtol : row->settings.step;
    const char *const kind = adaptive ? "rtol" : "h";
    snprintf(buffer, size, "%s=%.0e", kind, value);
    const double shown = strtod(strchr(buffer, '=') + 1, NULL);
    if (shown < value || shown > value)
        snprintf(buffer, size, "%s=%.9g", kind, value);
}

const char *compare_failure(const struct compare_row *row)
{
    return row->failure[0] ? row->failure : status_text(row->status);
}

double compare_scd(const struct comparison *c, const struct compare_row *row)
{
    return -log10(fmax(row->error_max, c->floor));
}
