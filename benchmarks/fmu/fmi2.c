/* The functions of FMI 2.0.4 that both kinds of units have (fmi2.h). A call that is illegal in its
 * phase, or has illegal values, is an error: the unit can then be read, reset and freed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/fmi2_instance.h"

fmi2Status fmi2_fail(struct instance *at, const char *function, const char *problem)
{
    at->unit.phase = UNIT_FAILED;
    if (at->logs)
        at->functions.logger(at->functions.componentEnvironment, at->name, fmi2Error,
                             "logStatusError", "%s: %s", function, problem);
    return fmi2Error;
}

bool fmi2_may(struct instance *at, unsigned phases, const char *function)
{
    if (!at)
        return false;
    if (at->unit.phase & phases)
        return true;
    fmi2_fail(at, function, "cannot be called now");
    return false;
}

const char *fmi2GetTypesPlatform(void) { return "default"; }

const char *fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
                               const fmi2String categories[])
{
    struct instance *at = c;
    (void)n, (void)categories; /* there is one */
    if (!fmi2_may(at, UNIT_ANY, __func__))
        return fmi2Error;
    at->logs = on && at->functions.logger;
    return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean on)
{
    (void)resources, (void)visible;
    if (!name || !*name || !guid || strcmp(guid, LAW_TOKEN) != 0 || !functions ||
        (type != fmi2ModelExchange && type != fmi2CoSimulation))
        return NULL;
    const size_t length = strlen(name);
    struct instance *at = calloc(1, sizeof *at + length + 1);
    if (!at)
        return NULL;
    memcpy(at->name, name, length + 1);
    at->functions = *functions;
    at->logs = on && functions->logger;
    unit_reset(&at->unit, type == fmi2CoSimulation);
    return at;
}

void fmi2FreeInstance(fmi2Component c) { free(c); }

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_INSTANTIATED, __func__))
        return fmi2Error;
    if (!isfinite(start) || (has_tolerance && !(tolerance > 0)) || (has_stop && !(stop > start)))
        return fmi2_fail(at, __func__, "the experiment makes no sense");
    at->unit.time = start;
    return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_INSTANTIATED, __func__))
        return fmi2Error;
    at->unit.phase = UNIT_INITIALIZING;
    return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_INITIALIZING, __func__))
        return fmi2Error;
    const char *problem = unit_begin(&at->unit);
    return problem ? fmi2_fail(at, __func__, problem) : fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_EVENT | UNIT_CONTINUOUS | UNIT_STEPPING, __func__))
        return fmi2Error;
    at->unit.phase = UNIT_TERMINATED;
    return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_ANY, __func__))
        return fmi2Error;
    unit_reset(&at->unit, at->unit.steps);
    return fmi2OK;
}

/* Reads one variable as a number of either type. */
static bool read_one(struct instance *at, const char *function, fmi2ValueReference which,
                     bool is_whole, double *value)
{
    const char *problem = unit_get(&at->unit, which, is_whole, value);
    if (problem)
        fmi2_fail(at, function, problem);
    return !problem;
}

static bool write_one(struct instance *at, const char *function, fmi2ValueReference which,
                      bool is_whole, double value)
{
    const char *problem = unit_set(&at->unit, which, is_whole, value);
    if (problem)
        fmi2_fail(at, function, problem);
    return !problem;
}

/* Returns true when a function may go through n variables. */
static bool may_visit(struct instance *at, unsigned phases, const char *function,
                      const fmi2ValueReference which[], const void *values, size_t n)
{
    if (!fmi2_may(at, phases, function))
        return false;
    if (n == 0 || (which && values))
        return true;
    fmi2_fail(at, function, "an array is missing");
    return false;
}

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference which[], size_t n,
                       fmi2Real values[])
{
    struct instance *at = c;
    if (!may_visit(at, UNIT_READABLE, __func__, which, values, n))
        return fmi2Error;
    for (size_t i = 0; i < n; i++)
        if (!read_one(at, __func__, which[i], false, &values[i]))
            return fmi2Error;
    return fmi2OK;
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference which[], size_t n,
                          fmi2Integer values[])
{
    struct instance *at = c;
    double value;
    if (!may_visit(at, UNIT_READABLE, __func__, which, values, n))
        return fmi2Error;
    for (size_t i = 0; i < n; i++) {
        if (!read_one(at, __func__, which[i], true, &value))
            return fmi2Error;
        values[i] = (fmi2Integer)value;
    }
    return fmi2OK;
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference which[], size_t n,
                       const fmi2Real values[])
{
    struct instance *at = c;
    if (!may_visit(at, FMI2_WRITABLE, __func__, which, values, n))
        return fmi2Error;
    for (size_t i = 0; i < n; i++)
        if (!write_one(at, __func__, which[i], false, values[i]))
            return fmi2Error;
    return fmi2OK;
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference which[], size_t n,
                          const fmi2Integer values[])
{
    struct instance *at = c;
    if (!may_visit(at, FMI2_WRITABLE, __func__, which, values, n))
        return fmi2Error;
    for (size_t i = 0; i < n; i++)
        if (!write_one(at, __func__, which[i], true, values[i]))
            return fmi2Error;
    return fmi2OK;
}

/* Variables of types of which there is none. */
static fmi2Status visit_none(fmi2Component c, unsigned phases, const char *function, size_t n)
{
    struct instance *at = c;
    if (!fmi2_may(at, phases, function))
        return fmi2Error;
    return n == 0 ? fmi2OK : fmi2_fail(at, function, "there is no variable of that type");
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference which[], size_t n,
                          fmi2Boolean values[])
{
    (void)which, (void)values;
    return visit_none(c, UNIT_READABLE, __func__, n);
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference which[], size_t n,
                         fmi2String values[])
{
    (void)which, (void)values;
    return visit_none(c, UNIT_READABLE, __func__, n);
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference which[], size_t n,
                          const fmi2Boolean values[])
{
    (void)which, (void)values;
    return visit_none(c, FMI2_WRITABLE, __func__, n);
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference which[], size_t n,
                         const fmi2String values[])
{
    (void)which, (void)values;
    return visit_none(c, FMI2_WRITABLE, __func__, n);
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknowns[],
                                        size_t n_unknowns, const fmi2ValueReference knowns[],
                                        size_t n_knowns, const fmi2Real seed[],
                                        fmi2Real derivative[])
{
    struct instance *at = c;
    if (!may_visit(at, UNIT_READABLE, __func__, unknowns, derivative, n_unknowns) ||
        !may_visit(at, UNIT_READABLE, __func__, knowns, seed, n_knowns))
        return fmi2Error;
    for (size_t i = 0; i < n_unknowns; i++) {
        derivative[i] = 0;
        for (size_t k = 0; k < n_knowns; k++) {
            double slope = 0;
            const char *problem = unit_slope(&at->unit, unknowns[i], knowns[k], &slope);
            if (problem)
                return fmi2_fail(at, __func__, problem);
            derivative[i] += slope * seed[k];
        }
    }
    return fmi2OK;
}
