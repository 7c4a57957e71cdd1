/* What a rig shows of a law's forces, what that leaves of those measured, and slopes of it, in
 * closed form: along motions of one jerk, which cubics between samples go along exactly. */
#include "properties/fitting/residuals.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

enum { SAMPLES = 40, RUNS = 3, MOST_RESIDUALS = RUNS * SAMPLES, VARIABLES = 2 + N_NUISANCES };

static const double H = 0.01, DELAYS = 2.5, PERIOD = 0.02;

/* Set by tests: above this velocity, m/s, the law has no force. */
static double most_velocity;

static real line(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return v > most_velocity ? (real)NAN : p[0] * v + p[1];
}

static const struct quantity B_AND_C[] = { { "b", "N s/m", 3, 1e-6, 1e6, "" },
                                           { "c", "N", 0.75, -5, 5, "" } };

static const struct model line_law = {
    .name = "line", .params = B_AND_C, .n_params = 2, .speed_max = 10, .force = line
};

struct made_run {
    double t[SAMPLES], v[SAMPLES], force[SAMPLES], weight[SAMPLES];
    struct motion motion;
    struct path path;
};

/* Three runs: all samples of one that turns round, every third of one that begins later, turns
 * round elsewhere, and is slowed down, and every second of one whose acceleration changes. */
struct rig_runs {
    struct made_run made[RUNS];
    struct fit_run run[RUNS];
    struct fit_data data;
    struct fit fit;
};

static const double FIRST_V[RUNS] = { -0.31, 0.352, 0.04 }, ACCELERATION[RUNS] = { 2, -1.5, -1 },
                    JERK[RUNS] = { 0, 0, 6 }, BEGIN[RUNS] = { 0, 5, 9 };
static const size_t EVERY[RUNS] = { 1, 3, 2 };

/* kg, which applied forces move. */
static const double MASSES[RUNS] = { 0, 0.5, 2 };

static double weight_of(size_t run, size_t i)
{
    return i % 5 == 1 + run ? 0 : i % 4 == 0 ? 0.5 : 1;
}

static double velocity_at(size_t j, double t)
{
    return FIRST_V[j] + ACCELERATION[j] * t + JERK[j] * t * t / 2;
}

static double position_at(size_t j, double t)
{
    return FIRST_V[j] * t + ACCELERATION[j] * t * t / 2 + JERK[j] * t * t * t / 6;
}

static void set_up(struct rig_runs *r)
{
    struct fit_setup setup = { .model = &line_law, .p = { 3, 0.75 }, .is_free = { true, true } };
    *r = (struct rig_runs){ .data = { r->run, RUNS, 0 } };
    most_velocity = INFINITY;
    for (size_t j = 0; j < RUNS; j++) {
        struct made_run *m = &r->made[j];
        for (size_t i = 0; i < SAMPLES; i++) {
            m->t[i] = BEGIN[j] + H * (double)i;
            m->v[i] = velocity_at(j, H * (double)i);
            m->force[i] = 1 + 0.125 * (double)(i % 7) - (double)j;
            m->weight[i] = weight_of(j, i);
        }
        motion_of_velocity(&m->motion, SAMPLES, m->t, m->v);
        for (size_t i = 0; i < SAMPLES; i++)
            m->motion.x[i] = position_at(j, H * (double)i);
        path_make(&m->path, SAMPLES, m->t, m->motion.x, m->v, EVERY[j], 0);
        r->run[j] = (struct fit_run){ &m->motion, EVERY[j], &m->path, m->force,
                                      m->weight,  NULL,     j,        MASSES[j] };
        r->data.n += fit_counts(&r->run[j]);
    }
    for (int i = 0; i < N_NUISANCES; i++) {
        setup.nuisances.is_free[i] = true;
        setup.nuisances.size[i] = i == DELAY ? H : 0.5 + i;
        setup.nuisances.value[i] = i == DELAY ? DELAYS * H : 0.125 + 0.0625 * i;
    }
    setup.nuisances.period = PERIOD;
    setup.has_runs = true;
    fit_begin(&r->fit, &setup);
    r->fit.usual = 1;
    cr_assert_eq(r->fit.n, VARIABLES);
}

static void tear_down(struct rig_runs *r)
{
    for (size_t j = 0; j < RUNS; j++) {
        motion_free(&r->made[j].motion);
        path_free(&r->made[j].path);
    }
}

/* What is true of sample `at` of a run: its place, its acceleration, that before its delay and what
 * a delay of a sample more changes of it, the law's velocity and acceleration before the delay, the
 * force without the rig, and the mass. */
struct truth {
    double t, x, v, here, a, a_slope, sign, law_v, law_a, law, mass;
};

/* Of a cubic the parabola through three samples has the acceleration at the middle one. */
static double acceleration_at(size_t j, size_t at)
{
    return ACCELERATION[j] + JERK[j] * H * (double)(at == 0 ? 1 : at + 1 == SAMPLES ? at - 1 : at);
}

static struct truth truth_of(size_t j, size_t at)
{
    const double since = H * (double)at, before = fmax(0, since - DELAYS * H);
    const double place = fmax(0, (double)at - DELAYS);
    const size_t from = (size_t)floor(place);
    const double next = acceleration_at(j, from + 1) - acceleration_at(j, from);
    struct truth truth = { .t = since - H * (SAMPLES - 1) / 2.0,
                           .x = position_at(j, since),
                           .v = velocity_at(j, since),
                           .here = acceleration_at(j, at),
                           .a = acceleration_at(j, from) + (place - (double)from) * next,
                           .a_slope = (double)at > DELAYS ? -next : 0,
                           .mass = MASSES[j],
                           .law_v = velocity_at(j, before),
                           .law_a = ACCELERATION[j] + JERK[j] * before };
    truth.sign = truth.v > 0 ? 1 : -1;
    truth.law = 3 * truth.law_v + 0.75;
    return truth;
}

static double value_of(enum nuisance nuisance) { return 0.125 + 0.0625 * nuisance; }

static double shown(const struct truth *truth)
{
    const double angle = 6.283185307179586 * truth->x / PERIOD;
    return truth->law * (1 + value_of(ASYMMETRY) * truth->sign) + value_of(OFFSET) +
           value_of(DRIFT) * truth->t + value_of(MASS) * truth->a +
           truth->mass * (truth->a - truth->here) + value_of(COGGING_SINE) * sin(angle) +
           value_of(COGGING_COSINE) * cos(angle);
}

/* The slope of what is shown by variable k. */
static double slope_of(const struct truth *truth, unsigned k, size_t at)
{
    const double both = 1 + value_of(ASYMMETRY) * truth->sign;
    const double angle = 6.283185307179586 * truth->x / PERIOD;
    const double parameters[] = { 3 * truth->law_v * both, 0.75 * both };
    const double rig[] = { [OFFSET] = 1,
                           [DRIFT] = truth->t,
                           [ASYMMETRY] = truth->law * truth->sign,
                           [MASS] = truth->a,
                           [DELAY] = ((double)at > DELAYS ? -3 * truth->law_a * both : 0) +
                                     (value_of(MASS) + truth->mass) * truth->a_slope / H,
                           [COGGING_SINE] = sin(angle),
                           [COGGING_COSINE] = cos(angle) };
    return k < 2 ? parameters[k] : rig[k - 2] * (k - 2 == DELAY ? H : 0.5 + (k - 2));
}

/* Positions are sums of rounded numbers, a tenth of a metre at most, and rounding of 1e-16 is
 * 3e-14 of the angle of cogging. */
Test(residuals, are_what_the_rig_shows_less_than_measured)
{
    struct rig_runs r;
    double residual[MOST_RESIDUALS];
    set_up(&r);
    cr_expect(fit_residuals(&r.fit, &r.data, residual));
    size_t k = 0;
    for (size_t j = 0; j < RUNS; j++) {
        double force[SAMPLES];
        size_t counts = 0;
        cr_expect(fit_force(&r.fit, &r.run[j], force));
        for (size_t i = 0; i * EVERY[j] < SAMPLES; i++) {
            const struct truth truth = truth_of(j, i * EVERY[j]);
            cr_expect_float_eq(force[i], shown(&truth), 1e-11, "%zu: %g, not %g", i, force[i],
                               shown(&truth));
            if (weight_of(j, i) == 0)
                continue;
            counts++;
            cr_expect_float_eq(residual[k], weight_of(j, i) * (r.made[j].force[i] - shown(&truth)),
                               1e-11);
            k++;
        }
        cr_expect_eq(fit_counts(&r.run[j]), counts);
    }
    cr_expect_eq(k, r.data.n);
    tear_down(&r);
}

/* A mass that is given is behind the motion where there is a delay, also where no other is fitted.
 */
Test(residuals, a_known_mass_is_late_without_another)
{
    struct rig_runs r;
    set_up(&r);
    r.fit.nuisances.value[MASS] = 0;
    for (size_t j = 0; j < RUNS; j++) {
        double force[SAMPLES];
        cr_expect(fit_force(&r.fit, &r.run[j], force));
        for (size_t i = 0; i * EVERY[j] < SAMPLES; i++) {
            const struct truth truth = truth_of(j, i * EVERY[j]);
            const double expected = shown(&truth) - value_of(MASS) * truth.a;
            cr_expect_float_eq(force[i], expected, 1e-11, "%zu, %zu: %g, not %g", j, i, force[i],
                               expected);
        }
    }
    tear_down(&r);
}

/* What differences of 1e-4 leave of linear variables is rounding, 1e-11 by the angle of cogging
 * over 1e-4. The first variable is a logarithm, of which expm1(h)/h leaves h/2 to one side, and
 * h^2/6 to both. Velocities are parabolas of the delay, of which a step of 0.05 to one side leaves
 * half of that times b, the jerk and 1.5 for the asymmetry; to both sides it leaves nothing. */
Test(residuals, slopes_are_those_of_closed_forms)
{
    struct rig_runs r;
    double *slopes = memory_array((size_t)MOST_RESIDUALS * VARIABLES, sizeof *slopes);
    set_up(&r);
    for (int both = 0; both <= 1; both++) {
        fit_slopes(&r.fit, &r.data, both, slopes);
        for (unsigned v = 0; v < VARIABLES; v++)
            for (size_t j = 0, k = 0; j < RUNS; j++)
                for (size_t i = 0; i * EVERY[j] < SAMPLES; i++) {
                    const struct truth truth = truth_of(j, i * EVERY[j]);
                    const double is = weight_of(j, i) * slope_of(&truth, v, i * EVERY[j]);
                    const double log_bend = both ? 1e-8 / 6 : 1e-4 / 2;
                    const double bend = v == 0 ? log_bend * fabs(is)
                                        : v == 2 + DELAY && !both
                                            ? 0.025 * H * H * 3 * JERK[j] * 1.5
                                            : 0;
                    if (weight_of(j, i) == 0)
                        continue;
                    cr_expect_float_eq(slopes[v * r.data.n + k], is, 1.01 * bend + 1e-7,
                                       "%u at %zu of %zu: %g, not %g", v, i, j,
                                       slopes[v * r.data.n + k], is);
                    k++;
                }
    }
    free(slopes);
    tear_down(&r);
}

/* Without a delay a force belongs to the position at its side, from the first one on. */
Test(residuals, have_no_delay_where_there_is_none)
{
    struct rig_runs r;
    double force[SAMPLES];
    set_up(&r);
    memset(r.fit.nuisances.value, 0, sizeof r.fit.nuisances.value);
    for (size_t j = 0; j < RUNS; j++) {
        cr_expect(fit_force(&r.fit, &r.run[j], force));
        for (size_t i = 0; i * EVERY[j] < SAMPLES; i++)
            cr_expect_float_eq(force[i], 3 * r.made[j].v[i * EVERY[j]] + 0.75, 1e-13);
    }
    tear_down(&r);
}

/* The measure of a fit is the mean of squares, and of what counts of them, beyond three times the
 * usual size as a line that goes on with the parabola's slope, wherever the largest one stands. */
Test(residuals, are_measured_by_their_squares)
{
    struct rig_runs r;
    double residual[MOST_RESIDUALS];
    set_up(&r);
    for (int place = 0; place < 3; place++) {
        double squares = 0, counted = 0;
        size_t beyond = 0;
        const size_t j = place < 2 ? 0 : 1, i = place == 0 ? 0 : place == 1 ? 20 : 12;
        const double was = r.made[j].force[i];
        r.made[j].force[i] = place == 1 ? -200 : 100;
        r.fit.usual = 0.5;
        fit_residuals(&r.fit, &r.data, residual);
        for (size_t k = 0; k < r.data.n; k++) {
            const double size = fabs(residual[k]);
            squares += size * size;
            counted += size <= 1.5 ? size * size : 1.5 * (2 * size - 1.5);
            beyond += size > 1.5;
        }
        cr_assert(beyond > 1 && beyond < r.data.n);
        fit_measure(&r.fit, &r.data);
        cr_expect(r.fit.is_finite);
        cr_expect_float_eq(r.fit.rms / sqrt(squares / (double)r.data.n), 1, 1e-12);
        cr_expect_float_eq(r.fit.loss / (counted / (double)r.data.n), 1, 1e-12);
        r.made[j].force[i] = was;
    }
    tear_down(&r);
}

/* One run along which a law has no force, whichever it is, leaves no residuals and no slopes. */
Test(residuals, of_no_force_are_none)
{
    struct rig_runs r;
    double residual[MOST_RESIDUALS], force[SAMPLES];
    double *slopes = memory_array((size_t)MOST_RESIDUALS * VARIABLES, sizeof *slopes);
    set_up(&r);
    /* The first run is as fast as 0.42 m/s, by the delay, the other ones as 0.352 and 0.08. */
    most_velocity = 0.4;
    for (size_t at = 0; at < RUNS; at++) {
        struct fit_run order[RUNS] = { r.run[1], r.run[2], r.run[2] };
        order[2] = order[at];
        order[at] = r.run[0];
        const struct fit_data data = { order, RUNS, r.data.n };
        for (size_t j = 0; j < RUNS; j++)
            cr_expect_eq(fit_force(&r.fit, &order[j], force), j != at);
        cr_expect_not(fit_residuals(&r.fit, &data, residual));
        fit_measure(&r.fit, &data);
        cr_expect_not(r.fit.is_finite);
        cr_expect(isinf(r.fit.rms) && isinf(r.fit.loss));
        for (size_t k = 0; k < r.data.n * VARIABLES; k++)
            slopes[k] = 1; /* what stood there before */
        fit_slopes(&r.fit, &data, true, slopes);
        for (size_t k = 0; k < r.data.n * VARIABLES; k++)
            cr_expect_eq(slopes[k], 0);
    }
    free(slopes);
    tear_down(&r);
}

static double length;

static real length_of(const real p[])
{
    (void)p;
    return length;
}

/* A law with memory that would be followed through more than a million of its lengths, there and
 * back, is not; one without is. What stands in memory before a motion and behind it is no travel.
 */
Test(residuals, of_too_many_lengths_are_none)
{
    enum { N = 21 };
    double around[N + 2], t[N], v[N], force[N];
    struct path path = { .n = 0 };
    for (int with_memory = 0; with_memory <= 1; with_memory++) {
        struct model model = *model_find_f64(with_memory ? "karnopp" : "coulomb");
        struct fit_setup setup = { .model = &model };
        struct fit fit;
        double *x = around + 1;
        model.length = length_of;
        model_defaults_f64(&model, setup.p);
        around[0] = -1e9;
        around[N + 1] = 1e9;
        /* 1 mm each, to and fro: 20 mm of travel, the first and the last among them. */
        for (int i = 0; i < N; i++) {
            t[i] = H * i;
            x[i] = 1e-3 * (i % 2);
            v[i] = i % 2 ? 0.1 : -0.1;
        }
        struct motion motion = { .n = N, .t = t, .x = x, .v = v };
        path_make(&path, N, t, x, v, 1, 0);
        const struct fit_run run = { &motion, 1, &path, NULL, NULL, NULL, 0, 0 };
        length = 1;
        fit_begin(&fit, &setup);
        length = 20e-9 * (1 + 1e-6);
        cr_expect(fit_force(&fit, &run, force), "%s", model.name);
        length = 20e-9 * (1 - 1e-6);
        cr_expect_eq(fit_force(&fit, &run, force), !with_memory, "%s", model.name);
    }
    path_free(&path);
}
