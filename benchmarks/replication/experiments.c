/* Runs the experiments with their measures, and makes the table of those at Table I (parts.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "benchmarks/replication/parts.h"

static const double SIGMA0 = 1e5; /* 1/m, Table I */

struct findings_pre_sliding findings_pre_sliding(double alpha, enum method method)
{
    static const struct finding experiment = { .scenario = "pre_sliding", .samples = 6501 };
    static const double ends[] = { 10, 35, 60 };
    struct findings_pre_sliding m = { NAN, NAN, { NAN, NAN, NAN }, NAN };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return m;
    m.release = measure_release(&r);
    m.force = measure_at(&r, r.F, 1, m.release);
    for (size_t i = 0; i < 3; i++)
        m.x[i] = measure_at(&r, r.x, 1, ends[i]);
    m.largest = trajectory_largest(r.x, r.n, 1);
    trajectory_free(&r);
    return m;
}

const double findings_omegas[3] = { 1, 10, 25 };

struct finding findings_hysteresis_period(double omega, bool reversing)
{
    const double period = 2 * 3.14159265358979323846 / omega, end = period * floor(20 / period);
    struct finding f = { .scenario = "hysteresis",
                         .changes = { { "omega", omega } },
                         .t_end = end,
                         .from = end - period,
                         .samples = 4003 };
    if (reversing) {
        f.changes[1].name = "mean";
        f.changes[2].name = "amplitude";
        f.changes[2].value = 2.5e-3;
    }
    return f;
}

struct findings_hysteresis findings_hysteresis(double alpha, double omega, bool reversing,
                                               enum method method)
{
    const struct finding experiment = findings_hysteresis_period(omega, reversing);
    struct findings_hysteresis m = { NAN, NAN, NAN, NAN };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return m;
    m.lag = measure_lag(&r, experiment.from);
    m.force_swing = measure_swing(&r, r.F, 1, experiment.from);
    m.z = measure_swing(&r, r.law, r.n_states, experiment.from);
    if (r.n_states > 1)
        m.y = measure_swing(&r, r.law + 1, r.n_states, experiment.from);
    trajectory_free(&r);
    return m;
}

/* Counts slips in the first 30 s, the time that the paper shows. */
static void count_early(struct findings_stick_slip *m, struct trajectory *r)
{
    const size_t all = r->n_events;
    size_t early = 0;
    while (early < all && r->events[early].t <= 30)
        early++;
    r->n_events = early;
    const struct slips s = measure_slips(r);
    m->forward = s.forward;
    m->backward = s.backward;
    r->n_events = all;
}

struct findings_stick_slip findings_stick_slip(double alpha, enum method method)
{
    static const struct finding experiment = { .scenario = "stick_slip",
                                               .t_end = 60,
                                               .samples = 30001 };
    struct findings_stick_slip m = {
        .release = NAN,
        .slips = { .first = NAN, .period = NAN, .length = NAN, .peak = NAN },
        .failed = true,
    };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return m;
    m.failed = false;
    m.release = measure_release(&r);
    m.slips = measure_slips(&r);
    count_early(&m, &r);
    trajectory_free(&r);
    return m;
}

static const double PLACE = 1; /* m, the set point of pid */

bool findings_pid(double alpha, enum method method, double *release, struct deviation *d)
{
    static const struct finding experiment = { .scenario = "pid", .from = 50, .samples = 25002 };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return false;
    *release = measure_release(&r);
    *d = measure_deviation(&r, PLACE, 50, 100);
    trajectory_free(&r);
    return true;
}

bool findings_pid_long(double alpha, enum method method, struct deviation *early,
                       struct deviation *late)
{
    static const struct finding experiment = {
        .scenario = "pid", .t_end = 500, .from = 50, .samples = 225002
    };
    struct trajectory r;
    if (!finding_run(&experiment, alpha, method, &r))
        return false;
    *early = measure_deviation(&r, PLACE, 50, 100);
    *late = measure_deviation(&r, PLACE, 450, 500);
    trajectory_free(&r);
    return true;
}

/* Adds a row of the table of Table I: the experiment and measure, then LuGre and alpha = 1e9, each
 * computed twice. */
static void put(struct findings_table *t, const char *experiment, const char *measure,
                const double lugre[2], const double printed[2])
{
    static const double none[2] = { NAN, NAN };
    const unsigned row = t->n_rows++;
    snprintf(t->cell[row][0], FINDINGS_CELL, "%s", experiment);
    snprintf(t->cell[row][1], FINDINGS_CELL, "%s", measure);
    lugre = lugre ? lugre : none;
    findings_common(t->cell[row][2], lugre[0], lugre[1]);
    findings_common(t->cell[row][3], printed[0], printed[1]);
}

static void pre_sliding(struct findings_table *t)
{
    double lugre[2], printed[2];
    for (int k = FINE; k <= COARSE; k++) {
        lugre[k] = 1e6 * findings_pre_sliding(LUGRE, (enum method)k).largest;
        printed[k] = 1e6 * findings_pre_sliding(TABLE_I, (enum method)k).largest;
    }
    put(t, "pre_sliding, Fig. 2", "largest displacement in 65 s (µm)", lugre, printed);
}

static void hysteresis(struct findings_table *t)
{
    char what[FINDINGS_CELL];
    for (size_t i = 0; i < 3; i++) {
        const double omega = findings_omegas[i];
        double z[2][2], y[2], swing[2][2], lag[2][2];
        for (int k = FINE; k <= COARSE; k++) {
            const enum method method = (enum method)k;
            const struct findings_hysteresis a = findings_hysteresis(LUGRE, omega, false, method),
                                             b = findings_hysteresis(TABLE_I, omega, false, method);
            z[0][k] = SIGMA0 * a.z;
            z[1][k] = SIGMA0 * b.z < 1e-6 ? 0 : SIGMA0 * b.z;
            y[k] = SIGMA0 * b.y;
            swing[0][k] = a.force_swing;
            swing[1][k] = b.force_swing;
            lag[0][k] = a.lag;
            lag[1][k] = b.lag;
        }
        snprintf(what, sizeof what, "hysteresis, Figs. 3-4, %g rad/s", omega);
        put(t, what, "swing of sigma0 z", z[0], z[1]);
        put(t, what, "swing of sigma0 y", NULL, y);
        put(t, what, "swing of F (N)", swing[0], swing[1]);
        put(t, what, "lag (N)", lag[0], lag[1]);
    }
}

/* Measures the motion after the first release. */
static void put_thrown(struct findings_table *t, const char *name, const char *scenario,
                       double t_end)
{
    const struct finding experiment = { .scenario = scenario,
                                        .t_end = t_end,
                                        .samples = (size_t)(1000 * t_end) + 1 };
    double release[2], y[2], force[2], speed[2], place[2];
    for (int k = FINE; k <= COARSE; k++) {
        struct trajectory r;
        release[k] = y[k] = force[k] = speed[k] = place[k] = NAN;
        if (!finding_run(&experiment, TABLE_I, (enum method)k, &r))
            continue;
        const struct excursion e = measure_excursion(&r);
        release[k] = measure_release(&r);
        y[k] = SIGMA0 * measure_at(&r, r.law + 1, r.n_states, release[k]);
        /* a sample earlier, since F jumps in between */
        force[k] = measure_at(&r, r.F, 1, release[k] - 1e-3);
        speed[k] = e.speed;
        place[k] = e.place;
        trajectory_free(&r);
    }
    put(t, name, "first release (s)", NULL, release);
    put(t, name, "sigma0 y then", NULL, y);
    put(t, name, "force on the mass then (N)", NULL, force);
    put(t, name, "peak speed until the first stop (m/s)", NULL, speed);
    put(t, name, "place of that stop (m)", NULL, place);
}

static void stick_slip(struct findings_table *t)
{
    char *const cells[] = { t->cell[t->n_rows][2], t->cell[t->n_rows][3] };
    static const double zero[2];
    const struct findings_stick_slip a = findings_stick_slip(LUGRE, FINE),
                                     b = findings_stick_slip(TABLE_I, FINE);
    put(t, "stick_slip, Figs. 6-8", "slips in 30 s", zero, zero);
    snprintf(cells[0], FINDINGS_CELL, "%u", a.forward);
    snprintf(cells[1], FINDINGS_CELL, "%u", b.forward);
    put_thrown(t, "stick_slip, 400 s", "stick_slip", 400);
}

static void pid(struct findings_table *t)
{
    static const char name[] = "pid, Fig. 10", later[] = "pid, 500 s";
    double value[4][2][2]; /* measure, law, method */
    put_thrown(t, name, "pid", 100);
    for (int k = FINE; k <= COARSE; k++)
        for (int law = 0; law < 2; law++) {
            struct deviation early = { NAN, NAN }, late = { NAN, NAN };
            const double alpha = law == 0 ? LUGRE : TABLE_I;
            if (!findings_pid_long(alpha, (enum method)k, &early, &late))
                early = late = (struct deviation){ NAN, NAN };
            value[0][law][k] = early.largest;
            value[1][law][k] = early.rms;
            value[2][law][k] = late.largest;
            value[3][law][k] = late.rms;
        }
    put(t, name, "max error, 50-100 s (m)", value[0][0], value[0][1]);
    put(t, name, "rms error, 50-100 s (m)", value[1][0], value[1][1]);
    put(t, later, "max error, 450-500 s (m)", value[2][0], value[2][1]);
    put(t, later, "rms error, 450-500 s (m)", value[3][0], value[3][1]);
}

void findings_table_i(struct findings_table *t)
{
    static const char *const headings[] = { "experiment", "measure", "LuGre", "alpha = 1e9" };
    t->n_columns = 4;
    memcpy(t->heading, headings, sizeof headings);
    pre_sliding(t);
    hysteresis(t);
    stick_slip(t);
    pid(t);
}
