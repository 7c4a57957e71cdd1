/* The filter of a motion's errors: it is linear, and makes white what comes from such errors. */
#include "properties/tracing/whitening.h"

#include "properties/measurement/rig_test.h"
#include "properties/tracing/trace.h"

struct filtered {
    struct log log;
    struct motion motion;
    struct path path;
    double p[MODEL_MAX_PARAMS], *weight, *residual, *innovation;
    struct whitening filter;
    size_t n;
};

static void filter(const char *name, double noise, uint64_t seed, struct filtered *f)
{
    const struct model *model = model_find_f64(name);
    model_defaults_f64(model, f->p);
    f->log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ model, f->p, "sine 0 0.0003 6.283185307179586 0 6", 1000, 1e-6,
                               noise, 0, 0, seed, 0 },
                &f->log);
    const struct log_run *run = f->log.runs;
    f->n = run->n;
    f->path = (struct path){ .n = 0 };
    motion_through(&f->motion, f->n, run->t, run->x);
    path_make(&f->path, f->n, run->t, f->motion.x, f->motion.v, 1, 0);
    f->weight = memory_array(f->n, sizeof(double));
    f->residual = memory_array(f->n, sizeof(double));
    f->innovation = memory_array(2 * f->n, sizeof(double));
    cr_assert(trace_force(model, NULL, f->p, NULL, &f->path, f->residual));
    for (size_t i = 0; i < f->n; i++) {
        f->residual[i] = run->force[i] - f->residual[i];
        f->weight[i] = i % 7 != 3;
    }
    whitening_linearize(&f->filter, model, f->p, NULL, &f->path, &f->motion, 0);
    whitening_begin(&f->filter, &f->motion, f->weight, noise, 0);
}

static void release(struct filtered *f)
{
    whitening_free(&f->filter);
    free(f->weight);
    free(f->residual);
    free(f->innovation);
    path_free(&f->path);
    motion_free(&f->motion);
    log_free(&f->log);
}

/* What is left of a right law has mean square one and no correlation, for forces and positions; as
 * it is measured, next to no noise, it is correlated nearly wholly. */
Test(whitening, makes_errors_of_the_motion_white)
{
    for (int law = 0; law < 2; law++) {
        struct filtered f;
        filter(law ? "dahl" : "lugre", 0.001, 3, &f);
        double sum[2] = { 0 }, lag[2] = { 0 }, raw = 0, raw_lag = 0;
        size_t n = 0;
        whitening_apply(&f.filter, f.residual, true, f.innovation);
        for (size_t i = 100; i + 1 < f.n; i++) {
            raw += f.residual[i] * f.residual[i];
            raw_lag += f.residual[i] * f.residual[i + 1];
            for (int k = 0; k < 2; k++) {
                const double a = fmax(-4, fmin(4, f.innovation[2 * i + (size_t)k]));
                sum[k] += a * a;
                lag[k] += a * fmax(-4, fmin(4, f.innovation[2 * i + 2 + (size_t)k]));
            }
            n += f.weight[i] > 0;
            cr_assert(f.weight[i] > 0 || f.innovation[2 * i] == 0);
        }
        cr_expect_gt(raw_lag / raw, 0.25, "%g", raw_lag / raw);
        cr_expect_float_eq(sum[0] / (double)n, 1, 0.25, "%g", sum[0] / (double)n);
        cr_expect_lt(fabs(lag[0] / sum[0]), 0.15, "%g", lag[0] / sum[0]);
        cr_expect_lt(sum[1] / (double)f.n, 1.3, "%g", sum[1] / (double)f.n);
        release(&f);
    }
}

/* Slopes of residuals are turned as differences of residuals are. */
Test(whitening, is_linear)
{
    struct filtered f;
    filter("lugre", 0.01, 4, &f);
    double *other = memory_array(f.n, sizeof *other), *both = memory_array(2 * f.n, sizeof *both);
    double *turned = memory_array(2 * f.n, sizeof *turned);
    for (size_t i = 0; i < f.n; i++)
        other[i] = sin(0.01 * (double)i);
    whitening_apply(&f.filter, f.residual, true, f.innovation);
    whitening_apply(&f.filter, other, false, turned);
    for (size_t i = 0; i < f.n; i++)
        f.residual[i] += other[i];
    whitening_apply(&f.filter, f.residual, true, both);
    for (size_t i = 0; i < 2 * f.n; i++)
        cr_assert_float_eq(both[i], f.innovation[i] + turned[i],
                           1e-9 * (1 + fabs(f.innovation[i]) + fabs(turned[i])));
    free(other);
    free(both);
    free(turned);
    release(&f);
}

/* A force that is far moves no other innovation, whatever it is: the others are those without it.
 * It has one itself that does not depend on it, and no slope. The filter may be set up again. */
Test(whitening, is_not_moved_by_forces_that_are_far)
{
    const size_t far = 1234, its = 2 * far;
    struct filtered f;
    filter("lugre", 0.01, 4, &f);
    double *without = memory_array(2 * f.n, sizeof *without);
    double *with = memory_array(2 * f.n, sizeof *with);
    cr_assert_gt(f.weight[far], 0);
    whitening_apply(&f.filter, f.residual, true, f.innovation);
    f.weight[far] = 0;
    whitening_begin(&f.filter, &f.motion, f.weight, 0.01, 0.5);
    whitening_begin(&f.filter, &f.motion, f.weight, 0.01, 0);
    whitening_apply(&f.filter, f.residual, true, without);
    cr_expect_eq(without[its], 0);
    f.weight[far] = 1;
    f.filter.is_far[far] = true;
    f.residual[far] += 3;
    whitening_begin(&f.filter, &f.motion, f.weight, 0.01, 0);
    whitening_apply(&f.filter, f.residual, true, with);
    size_t moved = 0;
    for (size_t i = 0; i < 2 * f.n; i++) {
        cr_assert(i == its || with[i] == without[i], "%zu", i);
        cr_assert(i >= its || fabs(with[i] - f.innovation[i]) < 1e-6, "%zu", i);
        moved += i > its && with[i] != f.innovation[i];
    }
    cr_expect_gt(moved, (size_t)0);
    cr_expect_eq(with[its], WHITENING_FAR);
    f.residual[far] += 3;
    whitening_apply(&f.filter, f.residual, true, without);
    cr_expect_eq(without[its], WHITENING_FAR);
    whitening_apply(&f.filter, f.residual, false, without);
    cr_expect_eq(without[its], 0);
    f.filter.counts[far] = false;
    whitening_apply(&f.filter, f.residual, true, without);
    cr_expect_eq(without[its], 0);
    free(without);
    free(with);
    release(&f);
}

/* Where the motion is exact and the law has no states, nothing is turned: an innovation is a
 * residual over the noise. */
Test(whitening, leaves_static_laws_along_exact_motions)
{
    enum { N = 400 };
    const struct model *model = model_find_f64("viscous");
    double p[MODEL_MAX_PARAMS], t[N], v[N], weight[N], residual[N], innovation[2 * N];
    struct motion motion;
    struct path path = { .n = 0 };
    struct whitening filter;
    model_defaults_f64(model, p);
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        v[i] = sin(30 * t[i]);
        weight[i] = 1;
        residual[i] = cos((double)i);
    }
    motion_of_velocity(&motion, N, t, v);
    path_make(&path, N, t, motion.x, motion.v, 1, 0);
    whitening_linearize(&filter, model, p, NULL, &path, &motion, 0);
    whitening_begin(&filter, &motion, weight, 0.5, 0);
    whitening_apply(&filter, residual, true, innovation);
    for (size_t i = 10; i < N; i++)
        cr_expect_float_eq(innovation[2 * i], residual[i] / 0.5, 1e-3, "%zu: %g, not %g", i,
                           innovation[2 * i], residual[i] / 0.5);
    whitening_free(&filter);
    path_free(&path);
    motion_free(&motion);
}

/* A force that is known worse than the noise by more than its linear part moves nothing of what the
 * filter knows, and counts as much as its variance lets it; those that follow each other have one
 * error, and count as one: in the likelihood, too, where the other has its noise. A little worse,
 * it counts less. */
Test(whitening, bounds_what_is_not_linear)
{
    enum { N = 100, JUMP = 2 * 50, BEND = 2 * 70, PAIR = 2 * 85 };
    const struct model *model = model_find_f64("viscous");
    double p[MODEL_MAX_PARAMS], t[N], v[N], weight[N], residual[N], innovation[2 * N], by_motion[N],
        sum[2];
    struct motion motion;
    struct path path = { .n = 0 };
    model_defaults_f64(model, p);
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        v[i] = 1 + t[i];
        weight[i] = residual[i] = 1;
    }
    motion_of_velocity(&motion, N, t, v);
    path_make(&path, N, t, motion.x, motion.v, 1, 0);
    for (int k = 0; k < 2; k++) {
        struct whitening filter;
        whitening_linearize(&filter, model, p, NULL, &path, &motion, 0);
        if (k == 1) {
            filter.variance[JUMP / 2] = 3.75;
            filter.bias[JUMP / 2] = 0.125;
            filter.variance[PAIR / 2] = filter.variance[PAIR / 2 + 1] = 3.75;
            filter.variance[BEND / 2] = 0.2;
            filter.bias[BEND / 2] = 0.25;
        }
        whitening_begin(&filter, &motion, weight, 0.5, 0);
        whitening_apply(&filter, residual, true, innovation);
        sum[k] = whitening_log_deviations(&filter);
        whitening_explain(&filter, residual, by_motion);
        whitening_free(&filter);
    }
    cr_expect_float_eq(innovation[JUMP], 0.875 / 2, 1e-12, "%g", innovation[JUMP]);
    for (int k = 0; k < 2; k++)
        cr_expect_float_eq(innovation[PAIR + 2 * k], 1 / sqrt(7.75), 1e-12, "%g",
                           innovation[PAIR + 2 * k]);
    cr_expect_float_eq(innovation[BEND], 0.75 / sqrt(0.45), 1e-3, "%g", innovation[BEND]);
    cr_expect_eq(by_motion[JUMP / 2], 0.125);
    cr_expect_float_eq(by_motion[BEND / 2], 0.25, 1e-3, "%g", by_motion[BEND / 2]);
    cr_expect_float_eq(sum[1] - sum[0], log(16) + log(31) + 1 + log(1.8), 1e-3, "%g",
                       sum[1] - sum[0]);
    path_free(&path);
    motion_free(&motion);
}

/* States begin as far off as they are large, or as makes the force that is allowed. */
Test(whitening, spreads_states_as_far_as_forces_allow)
{
    struct filtered f;
    filter("martinez_rosas", 0.002, 3, &f);
    struct whitening *w = &f.filter;
    const double scale[] = { 2e-5, 3e-5 };
    double *force[2];
    for (int k = 0; k < 2; k++) {
        const double few = 1e-3, many = 1e12;
        whitening_spread(w, scale, many);
        cr_expect_eq(w->spread[k], scale[k]);
        whitening_spread(w, scale, few);
        cr_expect_lt(w->spread[k], scale[k]);
        /* The force at the first sample by a state that is off by the spread. */
        double start[MODEL_MAX_STATES] = { 0 };
        force[0] = memory_array(f.n, sizeof(double));
        force[1] = memory_array(f.n, sizeof(double));
        cr_assert(
            trace_force(model_find_f64("martinez_rosas"), NULL, f.p, start, &f.path, force[0]));
        start[k] = w->spread[k];
        cr_assert(
            trace_force(model_find_f64("martinez_rosas"), NULL, f.p, start, &f.path, force[1]));
        const double change = fabs(force[1][0] - force[0][0]);
        cr_expect_float_eq(change / few, 1, 1e-3, "%d: %g", k, change);
        free(force[0]);
        free(force[1]);
    }
    release(&f);
}

/* The likelihood of forces that say nothing of the motion does not go with the delay, but by a
 * position or two that lie beside no force then: each is worth its square, one in the mean, and
 * less than that for how much the filter expects of it. */
Test(whitening, delays_cost_nothing_by_themselves)
{
    enum { N = 600, MOST = 3 };
    double t[N], x[N], weight[N], residual[N], innovation[2 * N], p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64("viscous");
    struct motion motion;
    struct rng rng = rng_keyed(6, "delays", 0);
    double at_none = 0;
    model_defaults_f64(model, p);
    p[quantity_index(model->params, model->n_params, "sigma2")] = 0;
    for (size_t i = 0; i < N; i++) {
        t[i] = 1e-3 * (double)i;
        x[i] = rint(1e3 * sin(20 * t[i])) * 1e-6;
        residual[i] = rng_uniform(&rng) - 0.5;
        weight[i] = 1;
    }
    motion_through(&motion, N, t, x);
    for (int k = 0; k <= 2 * MOST; k++) {
        const int lag = k % 2 ? (k + 1) / 2 : -k / 2;
        struct path path = { .n = 0 };
        struct whitening filter;
        path_make(&path, N, t, motion.x, motion.v, 1, 1e-3 * lag);
        whitening_linearize(&filter, model, p, NULL, &path, &motion, 1e-3 * lag);
        filter.speed_error = 1e-3;
        whitening_begin(&filter, &motion, weight, 0.3, 0);
        whitening_apply(&filter, residual, true, innovation);
        double deviance = whitening_log_deviations(&filter);
        for (size_t i = 0; i < sizeof innovation / sizeof *innovation; i++)
            deviance += innovation[i] * innovation[i];
        at_none = k == 0 ? deviance : at_none;
        cr_expect(fabs(deviance - at_none) < 4 * abs(lag) + 1, "%d: %g, %g without", lag, deviance,
                  at_none);
        whitening_free(&filter);
        path_free(&path);
    }
    motion_free(&motion);
}
