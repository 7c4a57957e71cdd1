/* Makes the table of the alphas at which the behaviour changes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "benchmarks/replication/parts.h"
#include "benchmarks/replication/search.h"
#include "tools/base/cli.h"

static double pre_sliding_moves(double alpha, enum method method)
{
    return isnan(findings_pre_sliding(alpha, method).release) ? -1 : 1;
}

static double stick_slip_releases(double alpha, enum method method)
{
    const struct finding experiment = { .scenario = "stick_slip", .t_end = 30, .samples = 2 };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return NAN;
    const bool released = !isnan(measure_release(&r));
    trajectory_free(&r);
    return released ? 1 : -1;
}

static double stick_slip_period(double alpha, enum method method)
{
    return findings_stick_slip(alpha, method).slips.period;
}

static double pid_max(double alpha, enum method method)
{
    struct deviation d;
    double release;
    return findings_pid(alpha, method, &release, &d) ? d.largest : (double)NAN;
}

static double pid_rms(double alpha, enum method method)
{
    struct deviation d;
    double release;
    return findings_pid(alpha, method, &release, &d) ? d.rms : (double)NAN;
}

static double pid_moves(double alpha, enum method method)
{
    struct deviation d;
    double release;
    return findings_pid(alpha, method, &release, &d) && !isnan(release) ? 1 : -1;
}

static void put(struct findings_table *t, const char *experiment, const char *what,
                const double alpha[2])
{
    const unsigned row = t->n_rows++;
    snprintf(t->cell[row][0], FINDINGS_CELL, "%s", experiment);
    snprintf(t->cell[row][1], FINDINGS_CELL, "%s", what);
    findings_common(t->cell[row][2], alpha[FINE], alpha[COARSE]);
    findings_number(t->cell[row][3], NAN, 4);
}

/* Finds where the lag changes sign. It is linear in alpha, because F is and the motion is given:
 * two values suffice. */
static void put_lag(struct findings_table *t, double omega, bool reversing)
{
    char what[FINDINGS_CELL];
    double alpha[2];
    for (int k = FINE; k <= COARSE; k++) {
        const double lo = 1e4, hi = 1e6;
        const double low = findings_hysteresis(lo, omega, reversing, (enum method)k).lag,
                     high = findings_hysteresis(hi, omega, reversing, (enum method)k).lag;
        alpha[k] = lo - low * (hi - lo) / (high - low);
    }
    snprintf(what, sizeof what, "above: lag %s, %g rad/s", reversing ? "positive" : "negative",
             omega);
    put(t, reversing ? "hysteresis, reversing" : "hysteresis", what, alpha);
}

/* The changes between neighbouring rows of the tables. */
static const struct change {
    const char *experiment, *what;
    findings_function *f;
    double target;
    bool beside_lugre; /* the target is LuGre's value */
    double lo, hi;
} changes[] = {
    { "pre_sliding", "above: never moves", pre_sliding_moves, 0, false, 1e6, 2e6 },
    { "stick_slip", "period as LuGre's", stick_slip_period, 0, true, 2.5e4, 5e4 },
    { "stick_slip", "above: not released in 30 s", stick_slip_releases, 0, false, 5e6, 1e7 },
    { "pid", "above: max error below LuGre's", pid_max, 0, true, 2.5e4, 5e4 },
    { "pid", "above: max error beyond LuGre's", pid_max, 0, true, 5e4, 1e5 },
    { "pid", "above: max error beyond 0.1 m", pid_max, 0.1, false, 1e5, 2e5 },
    { "pid", "above: never moves in 100 s", pid_moves, 0, false, 2e9, 5e9 },
};

static void put_change(struct findings_table *t, const struct change *c)
{
    double alpha[2];
    for (int k = FINE; k <= COARSE; k++) {
        const double target = c->beside_lugre ? c->f(LUGRE, (enum method)k) : c->target;
        alpha[k] = findings_root(c->f, target, c->lo, c->hi, (enum method)k);
    }
    put(t, c->experiment, c->what, alpha);
}

/* Finds a minimum. The function is flat there: alpha has two digits when the value has four. */
static void put_minimum(struct findings_table *t, const char *what, findings_function *f)
{
    const double alpha = findings_minimum(f, 4e4, 7e4, FINE), both[] = { alpha, alpha };
    const unsigned row = t->n_rows;
    put(t, "pid", what, both);
    findings_number(t->cell[row][2], alpha, 2);
    findings_common(t->cell[row][3], f(alpha, FINE) / f(LUGRE, FINE),
                    f(alpha, COARSE) / f(LUGRE, COARSE));
}

void findings_changes(struct findings_table *t)
{
    static const char *const headings[] = { "experiment", "what", "alpha (N s/m)", "over LuGre's" };
    t->n_columns = 4;
    memcpy(t->heading, headings, sizeof headings);
    for (size_t i = 0; i < 6; i++)
        put_lag(t, findings_omegas[i % 3], i >= 3);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        cli_progress("findings: changes, %s, %s", changes[i].experiment, changes[i].what);
        put_change(t, &changes[i]);
    }
    cli_progress("findings: changes, smallest errors");
    put_minimum(t, "smallest max error", pid_max);
    put_minimum(t, "smallest rms error", pid_rms);
    cli_progress_done();
}
