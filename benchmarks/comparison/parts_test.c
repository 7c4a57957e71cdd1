/* Parts of comparisons: the context of measured times, and which rows stay. */
#include "benchmarks/comparison/context.h"

#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
