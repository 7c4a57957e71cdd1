/* Errors, bounds and energies against loops over Dahl's law by Euler's method, written out; motions
 * in closed form; the stored table against its own lines; and a law that is a text against the law
 * of Bristle that it copies. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/behaviour/hold_sequences.h"
#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/motion.h"
#include "properties/plugin/text_law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static const struct model *dahl(double p[], double *stiffness, double *level)
{
    const struct model *law = PREC(model_find)("dahl");
    PREC(model_defaults)(law, p);
    *stiffness = p[quantity_index(law->params, law->n_params, "sigma0")];
    *level = p[quantity_index(law->params, law->n_params, "Fc")];
    return law;
}

/* dF/dx = sigma0 (1 - F sgn v/Fc): one step of Euler's method, of the force and of the energy. */
static void euler(double stiffness, double level, double h, double v, double *F, double *energy)
{
    const double f = *F;
    *F += h * stiffness * (v - f * fabs(v) / level);
    *energy += h * f * v;
}

/* Of every list of holds the largest excess, and the largest share of energy given back. */
static struct embedded_quality along_holds(double stiffness, double level, double speed, double h)
{
    struct embedded_quality q = { .status = STATUS_OK };
    for (size_t i = 0; i < HOLDS_LISTED; i++) {
        const struct holds holds = holds_listed(i);
        double F = 0, energy = 0, least = 0, most = 0;
        for (size_t k = 0; k < holds.n; k++)
            for (size_t step = 0; step < holds.steps[k]; step++) {
                euler(stiffness, level, h, speed * holds.v[k], &F, &energy);
                q.bound_excess = fmax(q.bound_excess, fabs(F) / level - 1);
                least = fmin(least, energy);
                most = fmax(most, fabs(energy));
            }
        if (least < 0)
            q.energy_deficit = fmax(q.energy_deficit, -least / most);
    }
    return q;
}

/* Euler's method keeps the bound while a step is shorter than the bristle's travel Fc/sigma0, and
 * passivity not even then. */
Test(quality, along_holds_is_the_worst_of_all_samples)
{
    static const double travels[] = { 0.01, 0.3, 0.9, 1.1, 1.5 };
    double p[MODEL_MAX_PARAMS], stiffness, level;
    unsigned exceeded = 0, returned = 0;
    dahl(p, &stiffness, &level);
    for (size_t i = 0; i < 5; i++) {
        const double h = 1e-3, speed = travels[i] * level / stiffness / h;
        const struct embedded_quality q = quality_along_holds_f64("dahl", "euler", p, speed, h),
                                      e = along_holds(stiffness, level, speed, h);
        cr_expect_eq(q.status, STATUS_OK);
        /* the rounding that is forgiven: 64 units in each of up to 401 samples */
        cr_expect_float_eq(q.bound_excess, e.bound_excess, 64 * DBL_EPSILON * 10, "%g: %g",
                           travels[i], q.bound_excess);
        cr_expect_float_eq(q.energy_deficit, e.energy_deficit, 401 * 64 * DBL_EPSILON, "%g: %g",
                           travels[i], q.energy_deficit);
        cr_expect(isnan(q.error));
        exceeded += q.bound_excess > 0;
        returned += q.energy_deficit > 0;
    }
    cr_expect(exceeded == 2 && returned > 0, "%u %u", exceeded, returned);
}

enum { PERIODS = 5 };

/* Returns the forces at the ends of periods that are cut into steps, within which the velocity is
 * linear; a step begins at its first velocity. */
static void along_motion(const double v[PERIODS + 1], unsigned steps, double h, double stiffness,
                         double level, double F[PERIODS + 1])
{
    double force = 0, energy = 0;
    for (size_t i = 0; i < PERIODS; i++) {
        F[i] = force;
        for (unsigned k = 0; k < steps; k++)
            euler(stiffness, level, h / steps, v[i] + (v[i + 1] - v[i]) * k / steps, &force,
                  &energy);
    }
    F[PERIODS] = force;
}

/* A single sample differs from the reference, at each place in turn; others are unknown. */
Test(quality, error_is_the_largest_over_the_largest_force)
{
    const double v[PERIODS + 1] = { 1e-3, 2e-3, -3e-3, 2.5e-3, 1e-3, 4e-3 };
    double p[MODEL_MAX_PARAMS], F[PERIODS + 1], reference[PERIODS + 1], stiffness, level;
    dahl(p, &stiffness, &level);
    struct embedded_motion motion = {
        .period = 1e-3, .n = PERIODS, .v = (double *)v, .speed = 4e-3, .reference = reference
    };
    for (unsigned steps = 1; steps <= 4; steps *= 2)
        for (size_t other = 1; other <= PERIODS; other++) {
            double size = 0;
            along_motion(v, steps, 1e-3, stiffness, level, F);
            for (size_t i = 0; i <= PERIODS; i++) {
                reference[i] = i == other % PERIODS + 1 ? (double)NAN
                               : i == other             ? F[i] + 0.25 * level
                                                        : F[i];
                if (i > 0 && !isnan(reference[i]))
                    size = fmax(size, fabs(reference[i]));
            }
            const struct embedded_quality q = embedded_quality_f64("dahl", "euler", p, steps,
                                                                   &motion),
                                          e = along_holds(stiffness, level, 4e-3, 1e-3 / steps);
            const double error = 0.25 * level / size;
            cr_expect_float_eq(q.error, error, 100 * DBL_EPSILON, "%u, %zu", steps, other);
            cr_expect_float_eq(q.bound_excess, e.bound_excess, 640 * DBL_EPSILON);
            cr_expect_float_eq(q.energy_deficit, e.energy_deficit, 401 * 64 * DBL_EPSILON);
            const struct embedded_quality s =
                embedded_quality_f32("dahl", "euler", p, steps, &motion);
            cr_expect_float_eq(s.error, error, 100 * FLT_EPSILON);
        }
    motion.reference = NULL;
    cr_expect(isnan(embedded_quality_f64("dahl", "euler", p, 1, &motion).error));
    cr_expect_eq(embedded_quality_f64("dahl", "time_stepping", p, 1, &motion).status,
                 STATUS_UNSUPPORTED);
    cr_expect_eq(quality_along_holds_f64("dahl", "time_stepping", p, 1e-3, 1e-3).status,
                 STATUS_UNSUPPORTED);
}

/* Beyond its bound along the motion only, whose second period is the fastest there is. */
Test(quality, bound_counts_along_the_motion_too)
{
    double p[MODEL_MAX_PARAMS], stiffness, level;
    dahl(p, &stiffness, &level);
    const double travel = level / stiffness, slow = 0.5 * travel / 1e-3,
                 fast = 1.75 * travel / 1e-3;
    const double v[] = { slow, fast, fast, 0 };
    const struct embedded_motion motion = {
        .period = 1e-3, .n = 3, .v = (double *)v, .speed = slow
    };
    /* 0.5, then 0.5 + 1.75 (1 - 0.5), then back */
    const struct embedded_quality q = embedded_quality_f64("dahl", "euler", p, 1, &motion);
    cr_expect_float_eq(q.bound_excess, 0.375, 640 * DBL_EPSILON, "%g", q.bound_excess);
    /* a law without a state has no bound, and one that is not claimed to be passive no deficit */
    const struct model *viscous = PREC(model_find)("viscous"),
                       *paper = PREC(model_find)("martinez_rosas");
    PREC(model_defaults)(viscous, p);
    cr_expect(isnan(quality_along_holds_f64("viscous", "euler", p, 1e-3, 1e-3).bound_excess));
    PREC(model_defaults)(paper, p);
    const struct embedded_quality r =
        quality_along_holds_f64("martinez_rosas", "exponential", p, 1e-3, 1e-3);
    cr_expect(isnan(r.energy_deficit) && !isnan(r.bound_excess));
}

/* Velocities at k/rate; the force of a viscous law is in proportion. */
Test(motion, has_the_samples_within_the_signal)
{
    static const struct {
        const char *signal, *why;
        double rate;
        size_t n;
        double speed;
    } cases[] = {
        { "ramp 0 1 0.5", NULL, 10, 5, 1 },
        { "ramp 1 -2 0.5", NULL, 10, 5, 2 },
        { "ramp 0 1 0.55", NULL, 10, 5, 0.5 / 0.55 },
        { "hold -3 0.3", NULL, 10, 3, 3 },
        { "hold 1 0.1", NULL, 10, 1, 1 },
        { "hold 1 0.09", "the motion is shorter than a period", 10, 0, 0 },
        { "hold 1 1.1", "the motion has more than ten million samples", 1e7, 0, 0 },
        { "hold 0 1", "nothing moves", 10, 0, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct setup setup;
        struct embedded_motion m;
        char error[SIGNAL_TEXT];
        cr_assert(setup_velocity(cases[i].signal, &setup, error), "%s", error);
        const char *why = motion_sample(&setup, cases[i].rate, &m);
        cr_expect(why == cases[i].why || (why && cases[i].why && strcmp(why, cases[i].why) == 0),
                  "%s: %s", cases[i].signal, why ? why : "no refusal");
        if (!why) {
            cr_expect_eq(m.n, cases[i].n, "%s", cases[i].signal);
            cr_expect_float_eq(m.period, 1 / cases[i].rate, 0);
            cr_expect_float_eq(m.speed, cases[i].speed, 1e-15);
            for (size_t k = 0; k <= m.n; k++)
                cr_expect_float_eq(m.v[k], signal_velocity(&setup.velocity, (double)k / 10), 0);
            double p[MODEL_MAX_PARAMS], force[16];
            const struct model *law = PREC(model_find)("viscous");
            PREC(model_defaults)(law, p);
            cr_assert(motion_reference(&setup, &m, law, arb_law_find(law->name), p, force));
            for (size_t k = 0; k <= m.n; k++)
                cr_expect_float_eq(force[k], p[0] * m.v[k], 4 * DBL_EPSILON, "%s: %zu",
                                   cases[i].signal, k);
            motion_free(&m);
        }
        setup_free(&setup);
    }
}

static void expect_range(const char *line, const unsigned long long ends[2], double mean,
                         const struct embedded_range *range)
{
    cr_expect(range->min == ends[0] && range->max == ends[1], "%s", line);
    cr_expect_float_eq(range->mean, mean, 0, "%s", line);
}

/* Every line of the table is found again by its names, with its numbers, and nothing else is. */
Test(golden, finds_each_line_by_its_names)
{
    unsigned lines = 0, with_cycles = 0, unmeasured = 0;
    struct embedded_cost cost;
    for (const char *const *line = embedded_golden_lines; *line; line++) {
        char core[32], law[32], method[32], precision[8];
        unsigned long long instructions[2], lo[2], hi[2], calls[2], restarts;
        unsigned flash, ram, stack;
        double mean, mean_lo, mean_hi, mean_calls;
        int at = 0;
        if (**line == '#' ||
            sscanf(*line, "%31[^,],%31[^,],%31[^,],%7[^,],%n", core, law, method, precision, &at) !=
                4 ||
            strcmp(precision, "precision") == 0)
            continue;
        const int counted = sscanf(*line + at, "%*u,%llu,%lf,%llu,%n", &instructions[0], &mean,
                                   &instructions[1], &at);
        const char *rest = strstr(*line, precision) + strlen(precision) + 1;
        if (counted != 3) { /* a kernel that does not fit or fails has no count */
            cr_expect_not(embedded_golden_cost(core, law, method, precision, &cost), "%s", *line);
            unmeasured++;
            continue;
        }
        cr_assert(embedded_golden_cost(core, law, method, precision, &cost), "%s", *line);
        cr_expect(strcmp(cost.law, law) == 0 && strcmp(cost.method, method) == 0 &&
                  strcmp(cost.precision, precision) == 0 && cost.status == EMBEDDED_OK);
        expect_range(*line, instructions, mean, &cost.instructions);
        if (cost.has_cycles) {
            cr_assert_eq(
                sscanf(rest,
                       "%*u,%*u,%*f,%*u,%llu,%lf,%llu,%llu,%lf,%llu,%llu,%lf,%llu,%u,%u,%u,%llu",
                       &lo[0], &mean_lo, &lo[1], &hi[0], &mean_hi, &hi[1], &calls[0], &mean_calls,
                       &calls[1], &flash, &ram, &stack, &restarts),
                13, "%s", *line);
            expect_range(*line, lo, mean_lo, &cost.cycles_lo);
            expect_range(*line, hi, mean_hi, &cost.cycles_hi);
            expect_range(*line, calls, mean_calls, &cost.exp_calls);
            cr_expect(cost.flash == flash && cost.ram == ram && cost.stack == stack &&
                          cost.restarts == restarts,
                      "%s", *line);
            with_cycles++;
        } else
            cr_expect(strstr(rest, ",,,,,,"), "%s", *line);
        cr_expect(embedded_golden_measured(core, precision) && embedded_golden_has(method));
        method[strlen(method) - 1] = '\0';
        cr_expect(strcmp(method, "exponentia") != 0 ||
                  !embedded_golden_cost(core, law, method, precision, &cost));
        lines++;
    }
    cr_expect(lines > 100 && unmeasured > 0 && with_cycles > 0 && with_cycles < lines);
    cr_expect_not(embedded_golden_cost("m4f", "lugre", "cvode_bdf", "f64", &cost));
    cr_expect(!embedded_golden_has("cvode_bdf") && !embedded_golden_has("core"));
    cr_expect(!embedded_golden_measured("atmega328p", "f64") &&
              embedded_golden_measured("atmega328p", "f32"));
}

/* Returns the law's text under the name my_LAW, to be freed. */
static char *copy(const char *law)
{
    char *path = memory_text("models/laws/%s.mo", law), *text = cli_read(path);
    char *name = memory_text("model %s ", law), *end = memory_text("end %s;", law);
    cr_assert(text, "%s", path);
    char *model = strstr(text, name), *last = strstr(text, end);
    cr_assert(model && last);
    *model = *last = '\0';
    char *copied = memory_text("%smodel my_%s %send my_%s;%s", text, law, model + strlen(name), law,
                               last + strlen(end));
    free(end);
    free(name);
    free(text);
    free(path);
    return copied;
}

enum { TEXT_PERIODS = 200 };

static double velocity(size_t i) { return 0.01 * sin(0.05 * (double)i); }

/* Equal, or both not a number. */
static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

static void expect_same(const struct embedded_quality *q, const struct embedded_quality *expected,
                        const char *what)
{
    cr_expect(q->status == expected->status && q->runs_away == expected->runs_away, "%s", what);
    cr_expect(same(q->error, expected->error) && same(q->bound_excess, expected->bound_excess) &&
                  same(q->energy_deficit, expected->energy_deficit),
              "%s: %a %a %a instead of %a %a %a", what, q->error, q->bound_excess,
              q->energy_deficit, expected->error, expected->bound_excess, expected->energy_deficit);
}

static void compare(const char *law)
{
    static const char *const methods[] = { "euler", "rosenbrock2", "exponential" };
    double v[TEXT_PERIODS + 1], reference[TEXT_PERIODS + 1], p[MODEL_MAX_PARAMS];
    char *source = copy(law);
    const struct text_law text = text_law_of(law, source);
    struct text_code code = text_law_code("--model", law, source);
    const void *single = text_law_single("--model", law, &code);
    const struct embedded_motion motion = {
        .period = 1e-3, .n = TEXT_PERIODS, .v = v, .reference = reference, .speed = 0.01
    };
    for (size_t i = 0; i <= TEXT_PERIODS; i++) {
        v[i] = velocity(i);
        reference[i] = sin((double)i); /* any: the same to both */
    }
    PREC(model_defaults)(text.model, p);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        char what[100];
        snprintf(what, sizeof what, "%s by %s", law, methods[m]);
        struct embedded_quality q = embedded_quality_of_f64(text.model, methods[m], p, 2, &motion);
        struct embedded_quality expected = embedded_quality_f64(law, methods[m], p, 2, &motion);
        expect_same(&q, &expected, what);
        q = embedded_quality_of_f32(single, methods[m], p, 2, &motion);
        expected = embedded_quality_f32(law, methods[m], p, 2, &motion);
        expect_same(&q, &expected, what);
    }
    text_code_free(&code);
    free(source);
}

/* One state or two; passive at the defaults or not. */
Test(text_quality, is_that_of_the_law_copied)
{
    compare("lugre");
    compare("dahl");
    compare("martinez_rosas");
}

/* Along the reference of its own balls a second-order method errs less with each halving of its
 * steps, until float has nothing left. */
Test(text_quality, converges_against_its_own_reference)
{
    struct setup setup;
    struct embedded_motion motion;
    char error[SIGNAL_TEXT];
    double p[MODEL_MAX_PARAMS], before = INFINITY;
    char *source = copy("lugre");
    const struct text_law text = text_law_of("lugre", source);
    struct text_code code = text_law_code("--model", "lugre", source);
    const void *single = text_law_single("--model", "lugre", &code);
    cr_assert(setup_velocity("ramp 0 0.01 0.5", &setup, error), "%s", error);
    cr_assert_null(motion_sample(&setup, 1000, &motion));
    double *force = memory_array(motion.n + 1, sizeof *force);
    PREC(model_defaults)(text.model, p);
    cr_assert(motion_reference(&setup, &motion, text.model, text.balls.rigorous, p, force));
    motion.reference = force;
    for (unsigned steps = 1; steps <= 16; steps *= 2) {
        const struct embedded_quality q =
            embedded_quality_of_f64(text.model, "exponential", p, steps, &motion);
        cr_expect(q.error < before / 2, "%u steps: %g after %g", steps, q.error, before);
        before = q.error;
    }
    /* In steps of 1 us z is pulled back by a part in 1000 each, so that the rounding of a step,
     * 2^-25 of z, adds up to some 1000 times that: 3e-5, far beyond what is left in double. */
    const struct embedded_quality fine =
        embedded_quality_of_f64(text.model, "exponential", p, 1000, &motion);
    const struct embedded_quality rounded =
        embedded_quality_of_f32(single, "exponential", p, 1000, &motion);
    cr_expect(rounded.error > 2 * fine.error, "%g in float, %g in double", rounded.error,
              fine.error);
    free(force);
    motion_free(&motion);
    setup_free(&setup);
    text_code_free(&code);
    free(source);
}
