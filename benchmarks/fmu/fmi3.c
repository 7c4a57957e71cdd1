/* The functions of FMI 3.0.1 that both kinds of units have (fmi3.h). A call that is illegal in its
 * phase, or has illegal values, is an error: the unit can then be read, reset and freed. */
#include "properties/fmu/fmi3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/fmi3_instance.h"

fmi3Status fmi3_fail(struct instance *at, const char *function, const char *problem)
{
    char message[256];
    at->unit.phase = UNIT_FAILED;
    snprintf(message, sizeof message, "%s: %s", function, problem);
    if (at->logs)
        at->log(at->environment, fmi3Error, "logStatusError", message);
    return fmi3Error;
}

bool fmi3_may(struct instance *at, unsigned phases, const char *function)
{
    if (!at)
        return false;
    if (at->unit.phase & phases)
        return true;
    fmi3_fail(at, function, "cannot be called now");
    return false;
}

bool fmi3_may_visit(struct instance *at, unsigned phases, const char *function,
                    const fmi3ValueReference which[], size_t n, const void *values, size_t n_values)
{
    if (!fmi3_may(at, phases, function))
        return false;
    if (n == n_values && (n == 0 || (which && values)))
        return true;
    fmi3_fail(at, function, "an array is missing, or of another size");
    return false;
}

const char *fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n,
                               const fmi3String categories[])
{
    struct instance *at = c;
    (void)n, (void)categories; /* there is one */
    if (!fmi3_may(at, UNIT_ANY, __func__))
        return fmi3Error;
    at->logs = on && at->log;
    return fmi3OK;
}

static fmi3Instance instantiate(fmi3String name, fmi3String token, bool steps, bool on,
                                fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    if (!name || !*name || !token || strcmp(token, LAW_TOKEN) != 0)
        return NULL;
    struct instance *at = calloc(1, sizeof *at);
    if (!at)
        return NULL;
    at->environment = environment;
    at->log = log;
    at->logs = on && log;
    unit_reset(&at->unit, steps);
    return at;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean on,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log)
{
    (void)resources, (void)visible;
    return instantiate(name, token, false, on, environment, log);
}

fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on,
    fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
    const fmi3ValueReference intermediate[], size_t n, fmi3InstanceEnvironment environment,
    fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update)
{
    (void)resources, (void)visible, (void)early_return_allowed, (void)intermediate, (void)update;
    return event_mode_used || n > 0 ? NULL : instantiate(name, token, true, on, environment, log);
}

/* There are no clocks. */
fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean on,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)on, (void)environment;
    (void)log, (void)update, (void)lock, (void)unlock;
    return NULL;
}

void fmi3FreeInstance(fmi3Instance c) { free(c); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_INSTANTIATED, __func__))
        return fmi3Error;
    if (!isfinite(start) || (has_tolerance && !(tolerance > 0)) || (has_stop && !(stop > start)))
        return fmi3_fail(at, __func__, "the experiment makes no sense");
    at->unit.time = start;
    at->unit.phase = UNIT_INITIALIZING;
    return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_INITIALIZING, __func__))
        return fmi3Error;
    const char *problem = unit_begin(&at->unit);
    return problem ? fmi3_fail(at, __func__, problem) : fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance c)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_EVENT | UNIT_CONTINUOUS | UNIT_STEPPING, __func__))
        return fmi3Error;
    at->unit.phase = UNIT_TERMINATED;
    return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance c)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_ANY, __func__))
        return fmi3Error;
    unit_reset(&at->unit, at->unit.steps);
    return fmi3OK;
}

/* Reads one variable as a number of either type. */
static bool read_one(struct instance *at, const char *function, fmi3ValueReference which,
                     bool is_whole, double *value)
{
    const char *problem = unit_get(&at->unit, which, is_whole, value);
    if (problem)
        fmi3_fail(at, function, problem);
    return !problem;
}

static bool write_one(struct instance *at, const char *function, fmi3ValueReference which,
                      bool is_whole, double value)
{
    const char *problem = unit_set(&at->unit, which, is_whole, value);
    if (problem)
        fmi3_fail(at, function, problem);
    return !problem;
}

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                          fmi3Float64 values[], size_t n_values)
{
    struct instance *at = c;
    if (!fmi3_may_visit(at, FMI3_READABLE, __func__, which, n, values, n_values))
        return fmi3Error;
    for (size_t i = 0; i < n; i++)
        if (!read_one(at, __func__, which[i], false, &values[i]))
            return fmi3Error;
    return fmi3OK;
}

fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                        fmi3Int32 values[], size_t n_values)
{
    struct instance *at = c;
    double value;
    if (!fmi3_may_visit(at, FMI3_READABLE, __func__, which, n, values, n_values))
        return fmi3Error;
    for (size_t i = 0; i < n; i++) {
        if (!read_one(at, __func__, which[i], true, &value))
            return fmi3Error;
        values[i] = (fmi3Int32)value;
    }
    return fmi3OK;
}

fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                          const fmi3Float64 values[], size_t n_values)
{
    struct instance *at = c;
    if (!fmi3_may_visit(at, FMI3_WRITABLE, __func__, which, n, values, n_values))
        return fmi3Error;
    for (size_t i = 0; i < n; i++)
        if (!write_one(at, __func__, which[i], false, values[i]))
            return fmi3Error;
    return fmi3OK;
}

fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                        const fmi3Int32 values[], size_t n_values)
{
    struct instance *at = c;
    if (!fmi3_may_visit(at, FMI3_WRITABLE, __func__, which, n, values, n_values))
        return fmi3Error;
    for (size_t i = 0; i < n; i++)
        if (!write_one(at, __func__, which[i], true, values[i]))
            return fmi3Error;
    return fmi3OK;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                        size_t n_unknowns, const fmi3ValueReference knowns[],
                                        size_t n_knowns, const fmi3Float64 seed[], size_t n_seed,
                                        fmi3Float64 sensitivity[], size_t n_sensitivity)
{
    struct instance *at = c;
    if (!fmi3_may_visit(at, UNIT_READABLE, __func__, unknowns, n_unknowns, sensitivity,
                        n_sensitivity) ||
        !fmi3_may_visit(at, UNIT_READABLE, __func__, knowns, n_knowns, seed, n_seed))
        return fmi3Error;
    for (size_t i = 0; i < n_unknowns; i++) {
        sensitivity[i] = 0;
        for (size_t k = 0; k < n_knowns; k++) {
            double slope = 0;
            const char *problem = unit_slope(&at->unit, unknowns[i], knowns[k], &slope);
            if (problem)
                return fmi3_fail(at, __func__, problem);
            sensitivity[i] += slope * seed[k];
        }
    }
    return fmi3OK;
}
