/* Parts of comparisons: the context of measured times, which rows stay, and what options choose. */
#include "benchmarks/comparison/context.h"

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <float.h>
#include <getopt.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "benchmarks/comparison/measure.h"
#include "benchmarks/comparison/options.h"
#include "reference/experiments/run.h"
#include "tools/base/cli.h"

static const char *text_in(const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    cr_assert(text && *text, "no %s", key);
    return text;
}

/* The median is of those comparisons that were timed, wherever they stand. */
Test(context, is_of_this_machine_and_program)
{
    struct comparison c[4] = { { .calibration = { .cpu = 3e-3, .repetitions = 1 } },
                               { .calibration = { .cpu = 7e-3, .repetitions = 0 } },
                               { .calibration = { .cpu = 1e-3, .repetitions = 5 } },
                               { .calibration = { .cpu = 2e-3, .repetitions = 2 } } };
    char expected[64], host[256];
    const time_t now = time(NULL);
    struct tm utc;
    cJSON *json = compare_context(c, 4);
    cr_expect_float_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "calibration_ns")), 2e6,
                       1e-9);
    cr_expect_gt(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "clock_overhead_cpu_ns")), 0);
    cr_expect_gt(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "clock_overhead_real_ns")), 0);
    /* reading a clock takes less than ten microseconds: the unit is right */
    cr_expect_lt(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "clock_overhead_cpu_ns")), 1e4);
    cr_expect_float_eq(cJSON_GetNumberValue(cJSON_GetObjectItem(json, "num_cpus")),
                       (double)sysconf(_SC_NPROCESSORS_ONLN), 0);
    cr_assert_eq(gethostname(host, sizeof host), 0);
    cr_expect_str_eq(text_in(json, "host_name"), host);
    cr_expect_str_eq(text_in(json, "executable"), "compare");
    cr_expect_str_eq(text_in(json, "bristle_version"), BRISTLE_VERSION);
    cr_expect_str_eq(text_in(json, "compiler"), __VERSION__);
    cr_expect_str_eq(text_in(json, "cjson_version"), cJSON_Version());
    cr_expect(strchr(text_in(json, "sundials_version"), '.') &&
              strchr(text_in(json, "flint_version"), '.') && strstr(text_in(json, "flags"), "-D"));
    cr_expect(!strpbrk(text_in(json, "cpu"), "\n:"), "%s", text_in(json, "cpu"));
    /* to the minute, unless it has just passed */
    strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:", gmtime_r(&now, &utc));
    cr_expect(strncmp(text_in(json, "date"), expected, 17) == 0 || utc.tm_sec > 57, "%s",
              text_in(json, "date"));
    cr_expect_str_eq(text_in(json, "date") + 19, "+00:00");
    cJSON_Delete(json);
    json = compare_context(c + 1, 1);
    cr_expect_null(cJSON_GetObjectItem(json, "calibration_ns"), "nothing was timed");
    cJSON_Delete(json);
}

/* Of rows that are refused the first one of each integrator stays, wherever they stand. */
Test(rows, of_refusals_one_stays)
{
    const struct integrator *const all[] = { PREC(integrator_find)("euler"),
                                             PREC(integrator_find)("heun"),
                                             PREC(integrator_find)("rk4"), NULL };
    const struct model *law = PREC(model_find)("lugre");
    const double steps[] = { 1e-2, 1e-3, 1e-4 };
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(law, p);
    const struct compare_ladder ladder = { .steps = steps, .n_steps = 3 };
    for (unsigned refused = 0; refused < 8; refused++) {
        struct comparison c = comparison_new(scenario_find("hysteresis"), law, p);
        size_t kept = 0;
        comparison_add_ladder(&c, all, &ladder);
        for (size_t i = 0; i < 9; i++)
            c.rows[i].status = refused >> i / 3 & 1 ? STATUS_UNSUPPORTED : STATUS_NONFINITE;
        comparison_drop_refusals(&c);
        for (size_t i = 0; i < 9; i++)
            if (i % 3 == 0 || !(refused >> i / 3 & 1)) {
                cr_assert_lt(kept, c.n_rows);
                cr_expect(c.rows[kept].integrator == all[i / 3] &&
                          c.rows[kept].settings.step == steps[i % 3]);
                kept++;
            }
        cr_expect_eq(c.n_rows, kept);
        comparison_free(&c);
    }
}

/* The last cycle is from 4 to 6 s, both included: an extreme counts at its first sample, within it
 * and at its last, which may be the run's last, and no sample further. */
Test(cycle, has_its_amplitude_between_its_slips)
{
    static const struct {
        double t;
        bool counts;
    } cases[] = {
        { 0, false },   { 3.99, false }, { 4, true },     { 4.01, true }, { 5, true },
        { 5.99, true }, { 6, true },     { 6.01, false }, { 9, false },   { 10, false },
    };
    const struct setup setup = { .has_mass = true, .plant = { .mass = 1, .stiffness = 1 } };
    for (unsigned k = 0; k < 4; k++) {
        const double end = k / 2 ? 10 : 6, x = k % 2 ? 3 : -3;
        for (size_t i = 0; i < sizeof cases / sizeof *cases && cases[i].t <= end; i++) {
            struct trajectory reference, run;
            trajectory_init(&reference, (size_t)(100 * end) + 1, 0, end);
            trajectory_init(&run, (size_t)(100 * end) + 1, 0, end);
            for (int slip = 1; slip <= 3; slip++) {
                trajectory_event(&reference, PLANT_FASTER, 2 * slip);
                trajectory_event(&run, PLANT_FASTER, 2 * slip);
            }
            reference.x[500] = 1;
            run.x[lround(100 * cases[i].t)] = x;
            /* a swing of 3 for one of 1, or none for it */
            const double error = compare_cycle(&setup, &reference, &run).amplitude_error;
            cr_expect_eq(error, cases[i].counts ? 2 : 1, "%g of %g s: %g", cases[i].t, end, error);
            trajectory_free(&reference);
            trajectory_free(&run);
        }
    }
}

/* A run may have a slip more or less than the reference, at its end, but no more, and two at
 * least. */
Test(cycle, needs_as_many_slips_but_for_one)
{
    const struct setup setup = { .has_mass = true, .plant = { .mass = 1, .stiffness = 1 } };
    for (unsigned expected = 0; expected <= 6; expected++)
        for (unsigned found = 0; found <= 9; found++) {
            struct trajectory reference, run;
            trajectory_init(&reference, 101, 0, 10);
            trajectory_init(&run, 101, 0, 10);
            for (size_t i = 0; i < 101; i++)
                reference.x[i] = run.x[i] = (double)(i % 3);
            for (unsigned k = 0; k < expected; k++)
                trajectory_event(&reference, PLANT_FASTER, k + 0.5);
            for (unsigned k = 0; k < found; k++)
                trajectory_event(&run, PLANT_FASTER, k + 0.5);
            const struct compare_cycle cycle = compare_cycle(&setup, &reference, &run);
            const bool near = found >= 2 && found + 1 >= expected && found <= expected + 1;
            if (expected < 2)
                cr_expect(isnan(cycle.period_error) && isnan(cycle.amplitude_error));
            else if (near)
                cr_expect(cycle.period_error == 0 && cycle.amplitude_error == 0, "%u of %u", found,
                          expected);
            else
                cr_expect(isinf(cycle.period_error) && isinf(cycle.amplitude_error), "%u of %u",
                          found, expected);
            trajectory_free(&reference);
            trajectory_free(&run);
        }
}

/* Reads "compare OPTION VALUE"; the value stays in use. */
static void read_option(const char *option, char *value, struct compare_options *o)
{
    char *argv[] = { (char *)"compare", (char *)option, value, NULL };
    optind = 0; /* glibc: restarts getopt */
    compare_read_options(3, argv, o);
}

/* Writes the names that the digits of `number` to the base 3 choose, and sets order[] to the
 * different ones, each where it stands first. Returns how many these are. */
static size_t sequence(unsigned number, unsigned length, const char *const names[3], char text[99],
                       unsigned order[3])
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < length; i++, number /= 3) {
        const unsigned name = number % 3;
        size_t k = 0;
        snprintf(text + strlen(text), 99 - strlen(text), "%s%s", i > 0 ? "," : "", names[name]);
        while (k < n && order[k] != name)
            k++;
        if (k == n)
            order[n++] = name;
    }
    return n;
}

/* All sequences of up to four out of three. */
Test(options, choose_each_name_once_in_the_order_given)
{
    static const char *const laws[] = { "lugre", "dahl", "coulomb" },
                             *const methods[] = { "rk4", "euler", "heun" },
                             *const motions[] = { "pid", "hysteresis", "stick_slip" },
                             *const numbers[] = { "1e-2", "3e-3", "2e-4" };
    static const double values[] = { 1e-2, 3e-3, 2e-4 };
    static struct compare_options o;
    char text[99];
    unsigned order[3];
    for (unsigned length = 1, all = 3; length <= 4; length++, all *= 3)
        for (unsigned number = 0; number < all; number++) {
            size_t n = sequence(number, length, laws, text, order);
            read_option("--model", text, &o);
            for (size_t i = 0; i < n; i++)
                cr_assert_eq(o.laws[i].model, PREC(model_find)(laws[order[i]]), "%s", laws[0]);
            cr_assert(!o.laws[n].model && o.some_models);
            sequence(number, length, methods, text, order);
            read_option("--integrators", text, &o);
            for (size_t i = 0; i < n; i++)
                cr_assert_eq(o.integrators[i], PREC(integrator_find)(methods[order[i]]));
            cr_assert(!o.integrators[n] && !o.some_models);
            sequence(number, length, motions, text, order);
            read_option("--scenario", text, &o);
            for (size_t i = 0; i < n; i++)
                cr_assert_eq(o.scenarios[i], scenario_find(motions[order[i]]));
            cr_assert_null(o.scenarios[n]);
            /* numbers are sorted, the largest first */
            bool chosen[3] = { false };
            n = sequence(number, length, numbers, text, order);
            for (size_t i = 0; i < n; i++)
                chosen[order[i]] = true;
            read_option(number % 2 ? "--steps" : "--tolerances", text, &o);
            cr_assert_eq(o.n_steps, number % 2 ? n : 0);
            cr_assert_eq(o.n_tolerances, number % 2 ? 0 : n);
            const double *read = number % 2 ? o.steps : o.tolerances;
            for (unsigned i = 0; i < 3; i++)
                if (chosen[i])
                    cr_assert_eq(*read++, values[i]);
        }
}

/* Without options everything is chosen, in its order. */
Test(options, choose_everything)
{
    static struct compare_options o;
    size_t n = 0;
    read_option("--threshold", (char *)"1", &o);
    for (; scenarios[n]; n++)
        cr_expect_eq(o.scenarios[n], scenarios[n]);
    cr_expect_null(o.scenarios[n]);
    for (n = 0; PREC(models)[n]; n++)
        cr_expect_eq(o.laws[n].model, PREC(models)[n]);
    cr_expect_null(o.laws[n].model);
    for (n = 0; PREC(integrators)[n]; n++)
        cr_expect_eq(o.integrators[n], PREC(integrators)[n]);
    cr_expect_null(o.integrators[n]);
    cr_expect(o.threshold == 1 && o.timeout == 0 && !o.some_models && o.jobs > 0 && !o.path);
}

/* compare.h: four times the given steps and 1e6, or 1e7 of chosen ones; none for laws with events
 * of their own, which have the integrator's; a limit that is given stays. */
Test(rows, may_take_so_many_steps)
{
    static const double none = 0, coarse = 0.3, tiny = 1e-300;
    const struct integrator *given = PREC(integrator_find)("rk4"),
                            *chosen = PREC(integrator_find)("rosenbrock");
    static const char *const laws[] = { "lugre", "bristle" };
    for (unsigned k = 0; k < 2; k++) {
        const struct model *law = PREC(model_find)(laws[k]);
        double p[MODEL_MAX_PARAMS];
        PREC(model_defaults)(law, p);
        cr_assert_eq(law->n_guards > 0, k);
        struct comparison c = comparison_new(scenario_find("hysteresis"), law, p);
        const double duration = c.setup.duration;
        const struct {
            const struct integrator *integrator;
            struct settings settings;
            double most;
        } cases[] = {
            { given, { .step = 1e-3 }, 4 * duration / 1e-3 + 1e6 },
            { given, { .step = coarse }, floor(4 * duration / coarse + 1e6) },
            { given, { .step = tiny }, 1e18 },
            { given, { .step = none }, 1e7 },
            { chosen, { .rtol = 1e-3 }, 1e7 },
            { chosen, { .rtol = 1e-3, .step = coarse }, 1e7 },
            { given, { .step = 1e-3, .max_steps = 17 }, 17 },
            { chosen, { .rtol = 1e-3, .max_steps = 18 }, 18 },
        };
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            comparison_add(&c, cases[i].integrator, &cases[i].settings);
            const double most = k && cases[i].settings.max_steps == 0 ? 0 : cases[i].most;
            cr_expect_float_eq((double)c.rows[i].settings.max_steps, most, 1e-12 * most,
                               "%s, case %zu: %g", laws[k], i,
                               (double)c.rows[i].settings.max_steps);
        }
        comparison_free(&c);
    }
}

static double limit;
static void bound_to(const real p[], real bound[])
{
    (void)p;
    bound[0] = limit;
}

/* A state is beyond its bound by more than 32 roundings of it. */
Test(rows, count_what_is_beyond_its_bound)
{
    struct model law = *PREC(model_find)("dahl");
    const struct settings settings = { .step = 1e-3 };
    double p[MODEL_MAX_PARAMS];
    struct trajectory run;
    struct statistics statistics;
    PREC(model_defaults)(&law, p);
    law.bound = bound_to;
    struct comparison c = comparison_new(scenario_find("hysteresis"), &law, p);
    c.samples = 101;
    c.setup.duration = 0.5;
    c.errors_only = true;
    trajectory_init(&run, c.samples, 1, c.setup.duration);
    comparison_add(&c, PREC(integrator_find)("heun"), &settings);
    cr_assert_eq(
        run_without_energy(c.rows[0].integrator, &settings, &law, p, &c.setup, &run, &statistics),
        STATUS_OK);
    const double largest = trajectory_largest(run.law, run.n, 1);
    comparison_reference(&c);
    for (int roundings = 24; roundings <= 40; roundings += 4) {
        limit = largest / (1 + roundings * DBL_EPSILON);
        comparison_row(&c, 0);
        if (roundings != 32)
            cr_expect_eq(c.rows[0].bound_violations > 0, roundings > 32, "%d: %lu", roundings,
                         (unsigned long)c.rows[0].bound_violations);
    }
    limit = 0;
    comparison_row(&c, 0);
    cr_expect_eq(c.rows[0].bound_violations, c.samples - 1, "all but the first, which is at 0");
    trajectory_free(&run);
    comparison_free(&c);
}
