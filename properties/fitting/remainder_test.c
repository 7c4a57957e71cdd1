/* What laws make of a motion's error beyond its linear part: nothing, a bend, or a jump. */
#include "properties/fitting/remainder.h"

#include "properties/fitting/found_test.h"
#include "properties/tracing/trace.h"

static const double NOISE = 0.01;

struct remains {
    struct log log;
    struct measured measured;
    const struct measured_run *run;
    struct fit fit;
    struct whitening filter;
};

/* A law at its defaults along slow and fast waves with an encoder of 1 um; `jitter`: parts of an
 * interval. */
static void remain(const char *name, double jitter, struct remains *r)
{
    struct law_fit_settings settings;
    double p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64(name);
    model_defaults_f64(model, p);
    r->log = (struct log){ .n_runs = 0 };
    rig_measure(
        &(struct rig){ model, p,
                       "sine 0 3e-4 6.283185307179586 0 2; sine 0 0.1 6.283185307179586 0 1", 1000,
                       1e-6, NOISE, 0, 0, 1, 0 },
        &r->log);
    measured_from(&r->log, 0, 0, &r->measured);
    r->run = &r->measured.run[0];
    law_fit_defaults(model, &r->measured, &settings);
    fit_begin(&r->fit, &settings.setup);
    whitening_linearize(&r->filter, model, p, r->fit.start[0], &r->run->path, &r->run->motion, 0);
    remainder_find(&r->fit, &r->measured.fine[0], r->run->again, MEASURED_AGAIN, 1e-3 * jitter,
                   NOISE, &r->filter, r->filter.bias, r->filter.variance);
}

static void forget_remains(struct remains *r)
{
    whitening_free(&r->filter);
    measured_free(&r->measured);
    log_free(&r->log);
}

Test(remainder, of_what_is_linear_is_nothing)
{
    struct remains r;
    remain("viscous", 0.5, &r);
    for (size_t i = 0; i < r.run->n; i++) {
        cr_assert_lt(r.filter.variance[i], 1e-4 * NOISE * NOISE, "%zu: %g", i,
                     r.filter.variance[i]);
        cr_assert_lt(fabs(r.filter.bias[i]), 1e-2 * NOISE, "%zu: %g", i, r.filter.bias[i]);
    }
    forget_remains(&r);
}

/* A jump does not count where the velocity, or the delay, may be on its other side; everywhere else
 * it does. */
Test(remainder, of_jumps_is_around_reversals)
{
    struct remains r;
    remain("coulomb", 0.5, &r);
    for (size_t i = 2; i + 2 < r.run->n; i++) {
        const double v = r.run->motion.v[i], variance = r.filter.variance[i];
        const bool is_near = v * r.run->motion.v[i - 1] <= 0 || v * r.run->motion.v[i + 1] <= 0;
        if (is_near)
            cr_expect_gt(variance, NOISE * NOISE, "%zu: %g", i, variance);
        const double was = (i < 2000 ? 3e-4 : 0.1) * sin(6.283185307179586e-3 * (double)i);
        const bool is_far = fabs(was) > 0.3 * (i < 2000 ? 3e-4 : 0.1);
        if (is_far)
            cr_expect_eq(variance, 0, "%zu: %g", i, variance);
    }
    forget_remains(&r);
}

/* Near its peak, Stribeck's curve is below that of the mean velocity, on either side of it. */
Test(remainder, of_a_peak_is_below_it)
{
    struct remains r;
    double sum = 0;
    remain("brown_mcphee", 0, &r);
    for (size_t i = 0; i < 2000; i++)
        sum += r.filter.bias[i] * ((r.run->motion.v[i] > 0) - (r.run->motion.v[i] < 0));
    cr_expect_lt(sum, 0, "%g", sum);
    for (size_t i = 2050; i < 2450; i++)
        cr_expect_lt(fabs(r.filter.bias[i]), 1e-2 * NOISE, "%zu: %g", i, r.filter.bias[i]);
    forget_remains(&r);
}

/* The linear part is the law's own answer to a small change of the motion. */
Test(remainder, linear_part_is_the_laws)
{
    struct remains r;
    remain("lugre", 0, &r);
    const struct motion *m = &r.run->motion;
    struct path path = { .n = 0 };
    double *off = memory_array(m->n, sizeof *off), *expected = memory_array(m->n, sizeof *expected);
    double *x = memory_array(m->n, sizeof *x), *v = memory_array(m->n, sizeof *v);
    double *here = memory_array(m->n, sizeof *here), *there = memory_array(m->n, sizeof *there);
    double largest = 0, error = 0;
    for (size_t i = 0; i < m->n; i++) {
        off[i] = 1e-9 * sin(40 * m->t[i]);
        x[i] = m->x[i] + off[i];
        v[i] = m->v[i] + 4e-8 * cos(40 * m->t[i]);
    }
    whitening_respond(&r.filter, off, expected);
    path_make(&path, m->n, m->t, x, v, 1, 0);
    cr_assert(trace_force(r.fit.model, NULL, r.fit.p, NULL, &path, there));
    cr_assert(trace_force(r.fit.model, NULL, r.fit.p, NULL, &r.run->path, here));
    for (size_t i = 10; i + 10 < m->n; i++) {
        largest = fmax(largest, fabs(expected[i]));
        error = fmax(error, fabs(there[i] - here[i] - expected[i]));
    }
    cr_expect_lt(error, 0.15 * largest, "%g of %g", error, largest);
    path_free(&path);
    double *const all[] = { off, expected, x, v, here, there };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    forget_remains(&r);
}

/* What changes fast is no jump: with a delay that may be off by a whole interval as much counts as
 * without. */
Test(remainder, of_fast_transitions_counts)
{
    size_t left_out[2] = { 0 };
    for (int k = 0; k < 2; k++) {
        struct remains r;
        remain("lugre", k, &r);
        for (size_t i = 0; i < r.run->n; i++)
            left_out[k] += r.filter.variance[i] > NOISE * NOISE;
        forget_remains(&r);
    }
    cr_expect_eq(left_out[1], left_out[0], "%zu, not %zu", left_out[1], left_out[0]);
    cr_expect_lt(left_out[0], (size_t)100, "%zu", left_out[0]);
}

static real jumping(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)x;
    return p[0] * v + p[1] * s;
}

static const struct quantity JUMPING[] = { { "b", "N s/m", 4, 1e-6, 1e6, "" },
                                           { "c", "N", 1, 1e-6, 1e6, "" } };

static const struct model jumping_law = {
    .name = "jumping", .params = JUMPING, .n_params = 2, .speed_max = 2, .force = jumping
};

enum { N = 1000 };

/* Finds the variance of b v + c sign(v), and at how many samples it jumps, along an exact wave of 1
 * m/s of 2.5 turns, where the delay may be off by half a sample. The velocity is zero that part of
 * a sample before one. */
static size_t find_jump_variance(double c, double noise, double part, double v[N],
                                 double variance[N])
{
    double t[N], bias[N], force[N];
    const struct fit_setup setup = { .model = &jumping_law, .p = { 4, c } };
    struct motion motion;
    struct path path = { .n = 0 };
    struct whitening filter;
    struct fit fit;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        v[i] = cos(2 * 3.141592653589793 * 2.5 * (t[i] + 1e-3 * part));
    }
    motion_of_velocity(&motion, N, t, v);
    path_make(&path, N, t, motion.x, v, 1, 0);
    fit_begin(&fit, &setup);
    const struct fit_run run = { &motion, 1, &path, force, NULL, NULL, 0, 0 };
    whitening_linearize(&filter, &jumping_law, fit.p, NULL, &path, &motion, 0);
    const size_t jumps =
        remainder_find(&fit, &run, NULL, 0, 0.5e-3, noise, &filter, bias, variance);
    for (size_t i = 0; i < N; i++)
        cr_expect_eq(bias[i], 0);
    whitening_free(&filter);
    path_free(&path);
    motion_free(&motion);
    return jumps;
}

/* Samples from i to the nearest one of those at which the force may jump within half a sample. */
static size_t samples_from_jump(const double v[N], size_t i)
{
    size_t least = N;
    for (size_t j = 1; j < N; j++) {
        const size_t at = fabs(v[j]) < fabs(v[j - 1]) ? j : j - 1, far = i < at ? at - i : i - at;
        if (v[j] * v[j - 1] < 0 && far < least)
            least = far;
    }
    return least;
}

/* A jump counts with its square, (2 c)^2, where it is above the noise and above a twentieth of the
 * usual force, 4/sqrt(2) N: at the one sample that is within half a sample of it, on either side,
 * whether within a quarter or not, at both of its neighbours, and for half as long, which is two
 * samples, before and behind these. Beside it the
 * force changes by 0.03 N in half a sample, and the slope of that is a difference of rounded
 * forces, 4e-16 c, for 3e-14 m/s: it is off by 1e-4 c. */
Test(remainder, jumps_count_with_their_square)
{
    static const struct {
        double c, noise;
        bool counts;
    } cases[] = {
        { 1, 1e-3, true },     { 0.5, 0.9, true },     { 0.5, 1.1, false },
        { 0.075, 1e-3, true }, { 0.066, 1e-3, false }, { 0.3, 0.5, true },
    };
    static const double parts[] = { 0.2, 0.4, -0.2, -0.4 };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int part = 0; part < 4; part++) {
            double v[N], variance[N];
            const size_t jumps =
                find_jump_variance(cases[k].c, cases[k].noise, parts[part], v, variance);
            size_t at_jumps = 0;
            for (size_t i = 0; i < N; i++)
                at_jumps += samples_from_jump(v, i) == 0;
            cr_expect_eq(jumps, cases[k].counts ? at_jumps : 0, "%zu, %zu: %zu", k, jumps,
                         at_jumps);
            for (size_t i = 0; i < N; i++) {
                const bool is_near = samples_from_jump(v, i) <= 3;
                cr_expect_float_eq(sqrt(variance[i]),
                                   is_near && cases[k].counts ? 2 * cases[k].c : 0,
                                   1.1e-4 * cases[k].c, "%zu, %zu: %g", k, i, sqrt(variance[i]));
            }
        }
}

static real square(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] * v * v;
}

static const struct model square_law = {
    .name = "square", .params = JUMPING, .n_params = 1, .speed_max = 2, .force = square
};

/* Along other motions, plus and minus what they are off, -4 v^2 loses four squares of that: the
 * bias is the mean of these squares, and the variance that of their own squares. What is linear is
 * none: its slope is off by a thousandth, as rounding of forces and 3e-14 m/s make it, which
 * cancels in the bias and is 1e-5 of the variance. */
Test(remainder, is_a_mean_over_motions)
{
    enum { MOTIONS = 3 };
    double t[N], v[N], bias[N], variance[N], x_off[MOTIONS][N], v_off[MOTIONS][N];
    const struct fit_setup setup = { .model = &square_law, .p = { -4 } };
    struct motion motion;
    struct path path = { .n = 0 };
    struct whitening filter;
    struct again again[MOTIONS];
    struct fit fit;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        v[i] = 0.5;
    }
    motion_of_velocity(&motion, N, t, v);
    for (size_t k = 0; k < MOTIONS; k++)
        for (size_t i = 0; i < N; i++) {
            const double off = 0.1 * (double)(1 + k);
            v_off[k][i] = 0.5 + off;
            x_off[k][i] = motion.x[i] + off * t[i];
            again[k] = (struct again){ x_off[k], v_off[k] };
        }
    path_make(&path, N, t, motion.x, v, 1, 0);
    fit_begin(&fit, &setup);
    const struct fit_run run = { &motion, 1, &path, v, NULL, NULL, 0, 0 };
    whitening_linearize(&filter, &square_law, fit.p, NULL, &path, &motion, 0);
    remainder_find(&fit, &run, again, MOTIONS, 0, 1, &filter, bias, variance);
    /* -4 N s2/m2 times 0.01, 0.04 and 0.09 (m/s)^2; at the ends no slope is to both sides. */
    for (size_t i = 3; i + 3 < N; i++) {
        cr_expect_float_eq(bias[i], -0.04 * (1 + 4 + 9) / 3, 1e-9, "%zu: %g", i, bias[i]);
        cr_expect_float_eq(variance[i] / (0.0016 * (1 + 16 + 81) / 3), 1, 1e-4, "%zu: %g", i,
                           variance[i]);
    }
    whitening_free(&filter);
    path_free(&path);
    motion_free(&motion);
}
