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
        const bool is_far = fabs(v) > 0.3 * (i < 2000 ? 3e-4 : 0.1);
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
