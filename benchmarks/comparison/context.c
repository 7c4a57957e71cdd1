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
#include "tools/base/memory.h"

/* Bazel defines the flags; other builds need not. */
#ifndef COMPARE_FLAGS
#define COMPARE_FLAGS "unknown"
#endif

/* Reads "model name" of the first processor, or writes "unknown". */
static void cpu_name(char *buffer, size_t size)
{
    char line[512];
    snprintf(buffer, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(buffer, size, "%s", strchr(line, ':') + 2);
            buffer[strcspn(buffer, "\n")] = '\0';
            break;
        }
    if (file)
        fclose(file);
}

static void add_machine(cJSON *json)
{
    char text[512];
    const time_t t = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", gmtime_r(&t, &utc));
    cJSON_AddStringToObject(json, "date", text);
    if (gethostname(text, sizeof text) == 0)
        cJSON_AddStringToObject(json, "host_name", text);
    cJSON_AddStringToObject(json, "executable", "compare");
    cJSON_AddNumberToObject(json, "num_cpus", (double)sysconf(_SC_NPROCESSORS_ONLN));
    cpu_name(text, sizeof text);
    cJSON_AddStringToObject(json, "cpu", text);
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

/* Adds, if there are times, the cost of reading the clock, and the median of the calibration loop
 * over all comparisons. */
static void add_clock(cJSON *json, const struct comparison *comparisons, size_t n)
{
    double *calibration = memory_array(n, sizeof *calibration);
    unsigned timed = 0;
    for (size_t i = 0; i < n; i++)
        if (comparisons[i].calibration.repetitions > 0)
            calibration[timed++] = comparisons[i].calibration.cpu;
    if (timed > 0) {
        const struct timing_clock clock = timing_clock();
        cJSON_AddNumberToObject(json, "clock_overhead_cpu_ns", 1e9 * clock.cpu_overhead);
        cJSON_AddNumberToObject(json, "clock_overhead_real_ns", 1e9 * clock.real_overhead);
        cJSON_AddNumberToObject(json, "calibration_ns", 1e9 * clock_median(calibration, timed));
    }
    free(calibration);
}

struct cJSON *compare_context(const struct comparison *comparisons, size_t n)
{
    cJSON *json = cJSON_CreateObject();
    add_machine(json);
    add_program(json);
    add_clock(json, comparisons, n);
    return json;
}
