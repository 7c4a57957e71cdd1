/* Draws the plots of the source's experiments. */
#include "benchmarks/replication/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/replication/parts.h"
#include "tools/base/cli.h"
#include "tools/figures/plot.h"

enum { N_SHOWN = 4, N_OMEGAS = 3, MAX_CURVES = 6, MAX_PANELS = 6, MAX_PATH = 4096 };

static const double shown[N_SHOWN] = { 25000, 50000, 100000, TABLE_I };

static void write_plot(const char *directory, const char *name, const char *title,
                       const struct plot_panel *panels, size_t n, unsigned columns)
{
    char path[MAX_PATH];
    const int length = snprintf(path, sizeof path, "%s/%s.svg", directory, name);
    if (length < 0 || (size_t)length >= sizeof path)
        cli_fail("--plots: the path '%s' is too long", directory);
    plot_svg(path, title, "tools/bazel run //benchmarks:findings -- --plots DIR", panels, n,
             columns);
}

static void run(const struct finding *experiment, double alpha, struct trajectory *r)
{
    cli_progress("findings: plot of %s, alpha %g", experiment->scenario, alpha);
    if (!finding_run(experiment, alpha, FINE, r))
        cli_fail("the integrator fails on %s at alpha = %g", experiment->scenario, alpha);
}

static void name_of(char text[FINDINGS_CELL], double alpha)
{
    char value[FINDINGS_CELL];
    findings_alpha(value, alpha);
    snprintf(text, FINDINGS_CELL, "%s%.40s", alpha > 0 ? "α = " : "", value);
}

static double *x_of(const struct trajectory *r) { return r->x; }
static double *t_of(const struct trajectory *r) { return r->t; }
static double *force_of(const struct trajectory *r) { return r->F; }

/* Draws each alpha in its own panel, over the curve of LuGre. */
static void beside_lugre(const char *directory, const char *title, const struct finding *experiment,
                         double *(*x)(const struct trajectory *),
                         double *(*y)(const struct trajectory *), const char *x_label,
                         const char *y_label)
{
    struct trajectory runs[N_SHOWN + 1];
    struct plot_series series[N_SHOWN][2];
    struct plot_panel panels[N_SHOWN];
    char names[N_SHOWN][FINDINGS_CELL];
    run(experiment, LUGRE, &runs[N_SHOWN]);
    for (size_t i = 0; i < N_SHOWN; i++) {
        const struct trajectory *lugre = &runs[N_SHOWN], *r = &runs[i];
        run(experiment, shown[i], &runs[i]);
        name_of(names[i], shown[i]);
        series[i][0] = (struct plot_series){ "LuGre", x(lugre), y(lugre), lugre->n, 1, PLOT_LINE };
        series[i][1] = (struct plot_series){ names[i], x(r), y(r), r->n, 0, PLOT_LINE };
        panels[i] = (struct plot_panel){
            .x_label = x_label, .y_label = y_label, .series = series[i], .n = 2
        };
    }
    cli_progress_done();
    write_plot(directory, experiment->scenario, title, panels, N_SHOWN, 2);
    for (size_t i = 0; i <= N_SHOWN; i++)
        trajectory_free(&runs[i]);
}

/* The lag against alpha, which is linear in alpha; LuGre's as a level beside it. */
struct lags {
    double alpha[2], lag[N_OMEGAS][2];
};

static void plot_hysteresis(const char *directory)
{
    static const double laws[N_SHOWN + 1] = { LUGRE, 25000, 50000, 100000, TABLE_I };
    static const char *const names[N_OMEGAS] = { "1 rad/s", "10 rad/s", "25 rad/s" };
    struct trajectory runs[N_SHOWN + 1][N_OMEGAS];
    struct plot_series series[N_SHOWN + 2][N_OMEGAS];
    struct plot_panel panels[N_SHOWN + 2];
    char titles[N_SHOWN + 1][FINDINGS_CELL];
    struct lags lags = { .alpha = { 0, 1.2e5 } };
    for (size_t i = 0; i <= N_SHOWN; i++) {
        name_of(titles[i], laws[i]);
        for (size_t k = 0; k < N_OMEGAS; k++) {
            struct trajectory *r = &runs[i][k];
            struct finding experiment = findings_hysteresis_period(findings_omegas[k], false);
            experiment.samples = 302;
            run(&experiment, laws[i], r);
            series[i][k] = (struct plot_series){ names[k], r->v + 1,    r->F + 1,
                                                 r->n - 1, (unsigned)k, PLOT_LINE };
        }
        panels[i] = (struct plot_panel){ .title = titles[i],
                                         .x_label = "velocity v (m/s)",
                                         .y_label = "friction F (N)",
                                         .series = series[i],
                                         .n = N_OMEGAS };
    }
    for (size_t k = 0; k < N_OMEGAS; k++) {
        const double omega = findings_omegas[k], lo = 1e3, hi = 1e5;
        const double low = findings_hysteresis(lo, omega, false, FINE).lag,
                     high = findings_hysteresis(hi, omega, false, FINE).lag;
        for (size_t j = 0; j < 2; j++)
            lags.lag[k][j] = low + (high - low) * (lags.alpha[j] - lo) / (hi - lo);
        series[N_SHOWN + 1][k] =
            (struct plot_series){ names[k], lags.alpha, lags.lag[k], 2, (unsigned)k, PLOT_LINE };
    }
    panels[N_SHOWN + 1] = (struct plot_panel){ .title = "friction rising less falling, by α",
                                               .x_label = "α (N s/m)",
                                               .y_label = "lag (N)",
                                               .series = series[N_SHOWN + 1],
                                               .n = N_OMEGAS };
    cli_progress_done();
    write_plot(directory, "hysteresis",
               "hysteresis: v = 1.5 + cos ωt mm/s, the last period before 20 s", panels,
               N_SHOWN + 2, 2);
    for (size_t i = 0; i <= N_SHOWN; i++)
        for (size_t k = 0; k < N_OMEGAS; k++)
            trajectory_free(&runs[i][k]);
}

enum { PER_DECADE = 12, DECADES = 7, N_ERRORS = PER_DECADE * DECADES + 1 };

/* Plots errors relative to LuGre's; where the integrator fails the curve is interrupted. */
static void plot_pid_error(const char *directory)
{
    static const double lo = 1e3, hi = 1e10, window_lo = 25000, window_hi = 108926.079;
    double alpha[N_ERRORS], largest[N_ERRORS], rms[N_ERRORS], release;
    struct deviation d, lugre;
    if (!findings_pid(LUGRE, FINE, &release, &lugre))
        cli_fail("the integrator fails on pid with LuGre");
    for (int i = 0; i < N_ERRORS; i++) {
        alpha[i] = lo * pow(10, (double)i / PER_DECADE);
        cli_progress("findings: plot of the PID error, alpha %g", alpha[i]);
        const bool ok = findings_pid(alpha[i], FINE, &release, &d);
        largest[i] = ok ? d.largest / lugre.largest : (double)NAN;
        rms[i] = ok ? d.rms / lugre.rms : (double)NAN;
    }
    cli_progress_done();
    const double ends[] = { lo, hi }, one[] = { 1, 1 }, reduced[] = { 0.35, 0.35 };
    const double window[] = { window_lo, window_lo, window_hi, window_hi };
    const double height[] = { 0.35, 1e4, 1e4, 0.35 };
    const struct plot_series series[] = {
        { "largest error", alpha, largest, N_ERRORS, 0, PLOT_LINE },
        { "rms error", alpha, rms, N_ERRORS, 1, PLOT_LINE },
        { "LuGre", ends, one, 2, 6, PLOT_LINE },
        { "65 % smaller", ends, reduced, 2, 2, PLOT_LINE },
        { "passive between", window, height, 4, 3, PLOT_LINE },
    };
    const struct plot_panel panel = { .x_label = "α (N s/m)",
                                      .y_label = "error over LuGre's",
                                      .series = series,
                                      .n = sizeof series / sizeof *series,
                                      .log_x = true,
                                      .log_y = true };
    write_plot(directory, "pid_error", "pid: error from 50 to 100 s over LuGre's", &panel, 1, 1);
}

void findings_plot(const char *directory)
{
    static const struct finding pre_sliding = { .scenario = "pre_sliding", .samples = 651 },
                                stick_slip = { .scenario = "stick_slip", .samples = 1001 },
                                pid = { .scenario = "pid", .samples = 1001 };
    plot_check();
    beside_lugre(directory, "pre_sliding: friction against position, ±1.425 N in slow ramps",
                 &pre_sliding, x_of, force_of, "position x (m)", "friction F (N)");
    plot_hysteresis(directory);
    beside_lugre(directory, "stick_slip: a mass pulled at 0.1 m/s through a spring", &stick_slip,
                 t_of, x_of, "time t (s)", "position x (m)");
    beside_lugre(directory, "pid: a mass held to x = 1 m", &pid, t_of, x_of, "time t (s)",
                 "position x (m)");
    plot_pid_error(directory);
}
