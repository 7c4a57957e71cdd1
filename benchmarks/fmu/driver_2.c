/* Drives units of FMI 2.0 (driver.h). */
#include <dlfcn.h>
#include <string.h>

#include "benchmarks/fmu/driver.h"
#include "benchmarks/fmu/fmi2.h"

#define USED(X)                                                                                    \
    X(fmi2Instantiate)                                                                             \
    X(fmi2FreeInstance)                                                                            \
    X(fmi2SetupExperiment)                                                                         \
    X(fmi2EnterInitializationMode)                                                                 \
    X(fmi2ExitInitializationMode)                                                                  \
    X(fmi2Reset)                                                                                   \
    X(fmi2GetReal)                                                                                 \
    X(fmi2SetReal)                                                                                 \
    X(fmi2GetInteger)                                                                              \
    X(fmi2SetInteger)                                                                              \
    X(fmi2GetFMUstate)                                                                             \
    X(fmi2SetFMUstate)                                                                             \
    X(fmi2FreeFMUstate)                                                                            \
    X(fmi2GetDirectionalDerivative)                                                                \
    X(fmi2EnterEventMode)                                                                          \
    X(fmi2NewDiscreteStates)                                                                       \
    X(fmi2EnterContinuousTimeMode)                                                                 \
    X(fmi2SetContinuousStates)                                                                     \
    X(fmi2GetContinuousStates)                                                                     \
    X(fmi2GetDerivatives)                                                                          \
    X(fmi2GetEventIndicators)                                                                      \
    X(fmi2SetRealInputDerivatives)                                                                 \
    X(fmi2DoStep)

/* The functions of the object at hand. */
static struct {
#define X(name) __typeof__(name) *(name);
    USED(X)
#undef X
} loaded;

static fmi2CallbackFunctions callbacks; /* none */

static bool ok(fmi2Status status) { return status == fmi2OK; }

static void *open_unit(const char *token, bool steps)
{
    return loaded.fmi2Instantiate("unit", steps ? fmi2CoSimulation : fmi2ModelExchange, token, NULL,
                                  &callbacks, fmi2False, fmi2False);
}

static bool enter(void *unit, double start)
{
    return ok(loaded.fmi2SetupExperiment(unit, fmi2False, 0, start, fmi2False, 0)) &&
           ok(loaded.fmi2EnterInitializationMode(unit));
}

static bool leave(void *unit) { return ok(loaded.fmi2ExitInitializationMode(unit)); }

static bool get(void *unit, unsigned which, double *value)
{
    return ok(loaded.fmi2GetReal(unit, &which, 1, value));
}

static bool set(void *unit, unsigned which, double value)
{
    return ok(loaded.fmi2SetReal(unit, &which, 1, &value));
}

static bool get_whole(void *unit, unsigned which, int *value)
{
    return ok(loaded.fmi2GetInteger(unit, &which, 1, value));
}

static bool set_whole(void *unit, unsigned which, int value)
{
    return ok(loaded.fmi2SetInteger(unit, &which, 1, &value));
}

static bool step(void *unit, double time, double h)
{
    return ok(loaded.fmi2DoStep(unit, time, h, fmi2True));
}

static bool set_states(void *unit, const double x[], size_t n)
{
    return ok(loaded.fmi2SetContinuousStates(unit, x, n));
}

static bool get_states(void *unit, double x[], size_t n)
{
    return ok(loaded.fmi2GetContinuousStates(unit, x, n));
}

static bool rates(void *unit, double rate[], size_t n)
{
    return ok(loaded.fmi2GetDerivatives(unit, rate, n));
}

static bool indicators(void *unit, double indicator[], size_t n)
{
    return ok(loaded.fmi2GetEventIndicators(unit, indicator, n));
}

static bool slope(void *unit, unsigned unknown, unsigned known, double *value)
{
    const double seed = 1;
    return ok(loaded.fmi2GetDirectionalDerivative(unit, &unknown, 1, &known, 1, &seed, value));
}

static bool event(void *unit, bool *moved)
{
    fmi2EventInfo info;
    if (!ok(loaded.fmi2EnterEventMode(unit)) || !ok(loaded.fmi2NewDiscreteStates(unit, &info)))
        return false;
    *moved = info.valuesOfContinuousStatesChanged;
    return ok(loaded.fmi2EnterContinuousTimeMode(unit));
}

static bool save(void *unit, void **state) { return ok(loaded.fmi2GetFMUstate(unit, state)); }

static bool restore(void *unit, void *state) { return ok(loaded.fmi2SetFMUstate(unit, state)); }

static bool forget(void *unit, void **state) { return ok(loaded.fmi2FreeFMUstate(unit, state)); }

static bool reset(void *unit) { return ok(loaded.fmi2Reset(unit)); }

static bool ramp(void *unit, unsigned which, double value)
{
    const fmi2Integer order = 1;
    return ok(loaded.fmi2SetRealInputDerivatives(unit, &which, 1, &order, &value));
}

const char *driver_2(void *object, struct driver *driver)
{
    void *at;
#define X(name)                                                                                    \
    if (!(at = dlsym(object, #name)))                                                              \
        return #name;                                                                              \
    memcpy(&loaded.name, &at, sizeof at);
    USED(X)
#undef X
    *driver = (struct driver){ open_unit,  loaded.fmi2FreeInstance,
                               enter,      leave,
                               get,        set,
                               get_whole,  set_whole,
                               step,       set_states,
                               get_states, rates,
                               indicators, slope,
                               event,      save,
                               restore,    forget,
                               reset,      ramp };
    return NULL;
}
