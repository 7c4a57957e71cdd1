/* Motions in closed form in place of those that integrators compute: the tables' numbers are then
 * known. Linked with -Wl,--wrap=finding_run, so that the tables run these. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_WORLD_TEST_H
#define BRISTLE_BENCHMARKS_REPLICATION_WORLD_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "benchmarks/replication/parts.h"

/* At this alpha two tolerances differ in the third digit, both from the references, which agree.
 * Where tolerances agree, references are wrong: nobody is to ask for them. */
#define UNSETTLED 5e3
/* Here the references differ in the third digit as well, */
#define UNSTABLE 2e3
/* and here nothing can be computed. */
#define HOPELESS 5e9

/* Returns a quantity as a method computes it. */
static inline double seen(double value, double alpha, enum method method)
{
    if (alpha == UNSETTLED)
        return value * (method == FINE ? 1.008 : method == COARSE ? 1.004 : 1);
    if (alpha == UNSTABLE)
        return value * (method == COARSE || method == EXACT_AGAIN ? 1.004 : 1);
    return value * (method >= EXACT ? 1.008 : 1);
}

static inline bool works(double alpha, enum method method)
{
    return alpha != HOPELESS && !(alpha == UNSTABLE && method == COARSE);
}

/* Returns a factor that differs from law to law. */
static inline double of_law(double alpha) { return alpha > 0 ? 1 + 0.1 * log10(alpha) : 1.234; }

/* pre_sliding: x = -c t, F = 0.01 t of_law, release at 3 of_law s, but never from 1.3e6 on. */
static inline double creep(double alpha)
{
    return alpha > 0 ? 2e-6 * pow(alpha, 0.25) * of_law(alpha) : 1.3e-5;
}
static inline double first_release(double alpha)
{
    return alpha < 1.3e6 ? 3 * of_law(alpha) : (double)NAN;
}

/* hysteresis: an ellipse of force over velocity, whose lag is linear in alpha, up to a rounding
 * that is all of it at 5e4, reversing at 10 rad/s; z and y rise. */
static inline double lag_zero(double omega, bool reversing)
{
    return (reversing ? 2.5e4 : 3.3e4) * (1 + omega / 10);
}
static inline double lag(double alpha, double omega, bool reversing)
{
    const double lugre = 0.01 * (1 + omega);
    return alpha > 0 ? lugre * (1 - alpha / lag_zero(omega, reversing)) + 9e-8 : lugre;
}
static inline double swing_z(double alpha, double omega)
{
    return alpha >= 1e9 ? 1e-13 : 1e-6 * omega * of_law(alpha); /* rounding only */
}
static inline double swing_y(double alpha, double omega) { return 2e-6 * omega * of_law(alpha); }

/* stick_slip: slips after a period each, as long as LuGre's at 3e4; the mass moves back between 19
 * and 20 s at 2e4. Released in time below 7e6. */
static inline double period(double alpha) { return alpha > 0 ? 1.7 * sqrt(alpha / 3e4) : 1.7; }
static inline double first_slip(double alpha) { return 1.1 * of_law(alpha); }
static inline double slip_speed(double alpha) { return 0.2 * of_law(alpha); }
static inline bool goes_back(double alpha, double t) { return alpha == 2e4 && t > 19 && t < 20; }
static inline double slip_release(double alpha)
{
    return alpha < 7e6 ? 0.9 * of_law(alpha) : (double)NAN;
}

/* pid: the error grows evenly, to LuGre's at 4e4 and 8e4, to 0.1 m at 1.5e5. */
static inline double pid_error(double alpha)
{
    const double lugre = 0.01, half = log(2) / 2, far = log(1.5e5 / sqrt(3.2e9));
    const double steep = log(0.1 / lugre) / (far * far - half * half);
    const double at = alpha > 0 ? fmin(fabs(log(alpha / sqrt(3.2e9))), 2) : half;
    return lugre * exp(steep * (at * at - half * half));
}
static inline double pid_release(double alpha)
{
    return alpha < 3e9 ? 7 * of_law(alpha) : (double)NAN;
}

/* table_i: the mass is thrown at 1 m/s per s after its release, up to this time after it. */
static inline double thrown_for(double t_end) { return t_end / 8; }

static inline void expect_period(const struct finding *f, double omega, bool reversing)
{
    const double one = 2 * acos(-1) / omega, end = one * floor(20 / one);
    cr_expect_float_eq(f->t_end, end, 1e-12);
    cr_expect_float_eq(f->from, end - one, 1e-12);
    cr_expect_str_eq(f->changes[0].name, "omega");
    if (reversing) {
        cr_expect_str_eq(f->changes[1].name, "mean");
        cr_expect_eq(f->changes[1].value, 0);
        cr_expect_str_eq(f->changes[2].name, "amplitude");
        cr_expect_eq(f->changes[2].value, 2.5e-3);
        cr_expect_null(f->changes[3].name);
    }
}

static inline void run_hysteresis(const struct finding *f, double alpha, enum method method,
                                  struct trajectory *r)
{
    const double omega = f->changes[0].value;
    const bool reversing = f->changes[1].name;
    expect_period(f, omega, reversing);
    for (size_t i = 1; i < r->n; i++) {
        const double part = (r->t[i] - f->from) / (f->t_end - f->from), at = 2 * acos(-1) * part;
        r->v[i] = 0.003 + 0.001 * cos(at);
        r->F[i] = -2 / acos(-1) * seen(lag(alpha, omega, reversing), alpha, method) * sin(at);
        r->law[i * r->n_states] = swing_z(alpha, omega) * part;
        if (r->n_states > 1)
            r->law[i * r->n_states + 1] = swing_y(alpha, omega) * part;
    }
}

static inline void run_stick_slip(double alpha, enum method method, struct trajectory *r)
{
    const double end = r->t[r->n - 1], one = seen(period(alpha), alpha, method);
    if (slip_release(alpha) > 0)
        trajectory_event(r, PLANT_RELEASE, slip_release(alpha));
    for (unsigned k = 0; first_slip(alpha) + k * one <= end; k++)
        trajectory_event(r, PLANT_FASTER, first_slip(alpha) + k * one);
    for (size_t i = 0; i < r->n; i++) {
        r->x[i] = 0.3 * r->t[i];
        r->v[i] = goes_back(alpha, r->t[i]) ? -0.1 : slip_speed(alpha);
    }
}

/* After its release the mass gains speed, comes to its stop, and would be faster still. */
static inline void run_thrown(struct trajectory *r)
{
    const double end = r->t[r->n - 1], release = end / 4, stop = release + thrown_for(end);
    trajectory_event(r, PLANT_RELEASE, release);
    trajectory_event(r, PLANT_REVERSAL, stop);
    for (size_t i = 0; i < r->n; i++) {
        const double t = r->t[i];
        r->v[i] = fmax(0, t - release);
        r->x[i] = t < release ? 1 : 1 - 3 * (t - release);
        r->F[i] = 0.5 + 0.01 * t;
        r->law[i * r->n_states + 1] = 1e-5 * t;
    }
}

/* Sets up n times from 0, then from f->from to the end. */
static inline void set_times(const struct finding *f, double end, size_t n, double alpha,
                             struct trajectory *r)
{
    trajectory_init(r, n, alpha > 0 ? 2 : 1, end);
    for (size_t i = 1; f->from > 0 && i < n; i++)
        r->t[i] = f->from + (end - f->from) * (double)(i - 1) / (double)(n - 2);
}

/* Expects samples as far apart as the tables' measures need them: 10 ms as the mass creeps, 1 ms as
 * it is thrown, 2 ms as it slips and hunts, a four-thousandth of a period of hysteresis; two where
 * only the events count. */
static inline void expect_samples(const struct finding *f, bool thrown)
{
    const double end = f->t_end > 0 ? f->t_end : strcmp(f->scenario, "pid") == 0 ? 100 : 65;
    const bool hysteresis = strcmp(f->scenario, "hysteresis") == 0,
               slips = strcmp(f->scenario, "stick_slip") == 0;
    const double apart = strcmp(f->scenario, "pre_sliding") == 0 ? 1e-2
                         : thrown                                ? 1e-3
                         : hysteresis                            ? (end - f->from) / 4001
                         : slips && f->samples == 2              ? end
                                                                 : 2e-3;
    /* the first of several samples may be before the measure begins */
    const double expected = (end - f->from) / apart + 1 + (f->from > 0);
    cr_expect_float_eq((double)f->samples, expected, 1e-6, "%s to %g s: %zu", f->scenario, end,
                       f->samples);
}

static inline bool run_in_closed_form(const struct finding *f, double alpha, enum method method,
                                      struct trajectory *r)
{
    const bool thrown = alpha == TABLE_I && f->from == 0 && f->t_end >= 100;
    expect_samples(f, thrown || (alpha == TABLE_I && f->from == 0 && f->samples > 40001));
    if (!works(alpha, method))
        return false;
    if (strcmp(f->scenario, "pre_sliding") == 0) {
        set_times(f, 65, 650, alpha, r); /* the largest is at an odd place */
        for (size_t i = 0; i < r->n; i++) {
            r->x[i] = -seen(creep(alpha), alpha, method) * r->t[i];
            r->F[i] = 0.01 * of_law(alpha) * r->t[i];
        }
        if (first_release(alpha) > 0)
            trajectory_event(r, PLANT_RELEASE, first_release(alpha));
    } else if (strcmp(f->scenario, "hysteresis") == 0) {
        set_times(f, f->t_end, 4003, alpha, r);
        run_hysteresis(f, alpha, method, r);
    } else if (thrown) {
        set_times(f, f->t_end, 4001, alpha, r);
        run_thrown(r);
    } else if (strcmp(f->scenario, "stick_slip") == 0) {
        set_times(f, f->t_end, 6001, alpha, r);
        run_stick_slip(alpha, method, r);
    } else {
        const double end = f->t_end > 0 ? f->t_end : 100;
        set_times(f, end, 4502, alpha, r);
        for (size_t i = 0; i < r->n; i++)
            r->x[i] = 1 - seen(pid_error(alpha), alpha, method) * r->t[i] / end;
        if (pid_release(alpha) > 0)
            trajectory_event(r, PLANT_RELEASE, pid_release(alpha));
    }
    return true;
}

#endif
