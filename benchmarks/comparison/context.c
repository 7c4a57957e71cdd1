/* Collects data about processor, program and clock (context.h). */
#include "benchmarks/comparison/context.h"

#include <cjson/cJSON.h>
#include <flint/flint.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/context.h"
#include "tools/base/memory.h"

/* Bazel defines the flags; other builds need not. */
#ifndef COMPARE_FLAGS
#define COMPARE_FLAGS "unknown"
#endif

/* The keys of Google Benchmark. Its date is left out where there are no times, and all else is the
 * same from run to run. */
static void add_machine(cJSON *json, bool timed)
{
    char text[512];
    const time_t t = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", gmtime_r(&t, &utc));
    if (timed)
        cJSON_AddStringToObject(json, "date", text);
    if (gethostname(text, sizeof text) == 0)
        cJSON_AddStringToObject(json, "host_name", text);
    const cJSON *machine = cJSON_GetObjectItem(json, "machine");
    cJSON_AddStringToObject(json, "executable", "compare");
    cJSON_AddNumberToObject(json, "num_cpus", cli_processors());
    cJSON_AddStringToObject(json, "cpu",
                            cJSON_GetStringValue(cJSON_GetObjectItem(machine, "processor")));
}

static void add_program(cJSON *json)
{
    char sundials[32] = "";
    cJSON_AddStringToObject(json, "library_build_type", "release");
    cJSON_AddStringToObject(json, "bristle_version", BRISTLE_VERSION);
    cJSON_AddStringToObject(json, "compiler", __VERSION__);
    cJSON_AddStringToObject(json, "flags", COMPARE_FLAGS);
    SUNDIALSGetVersion(sundials, sizeof sundials);
    cJSON_AddStringToObject(json, "sundials_version", sundials);
    cJSON_AddStringToObject(json, "flint_version", flint_version);
    cJSON_AddStringToObject(json, "cjson_version", cJSON_Version());
}

/* Adds the cost of reading the clock, and the median of n calibration loops. */
static void add_clock(cJSON *json, double calibration[], unsigned n)
{
    const struct timing_clock clock = timing_clock();
    cJSON_AddNumberToObject(json, "clock_overhead_cpu_ns", 1e9 * clock.cpu_overhead);
    cJSON_AddNumberToObject(json, "clock_overhead_real_ns", 1e9 * clock.real_overhead);
    cJSON_AddNumberToObject(json, "calibration_ns", 1e9 * clock_median(calibration, n));
}

struct cJSON *compare_context(const struct comparison *comparisons, size_t n)
{
    double *calibration = memory_array(n, sizeof *calibration);
    cJSON *json = context_json();
    unsigned timed = 0;
    for (size_t i = 0; i < n; i++)
        if (comparisons[i].calibration.repetitions > 0)
            calibration[timed++] = comparisons[i].calibration.cpu;
    add_machine(json, timed > 0 || n == 0);
    add_program(json);
    if (timed > 0)
        add_clock(json, calibration, timed);
    free(calibration);
    return json;
}
