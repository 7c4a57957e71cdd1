/* Drives units of FMI 3.0 (driver.h). */
#include <dlfcn.h>
#include <string.h>

#include "benchmarks/fmu/driver.h"
#include "benchmarks/fmu/fmi3.h"

#define USED(X)                                                                                    \
    X(fmi3InstantiateModelExchange)                                                                \
    X(fmi3InstantiateCoSimulation)                                                                 \
    X(fmi3FreeInstance)                                                                            \
    X(fmi3EnterInitializationMode)                                                                 \
    X(fmi3ExitInitializationMode)                                                                  \
    X(fmi3Reset)                                                                                   \
    X(fmi3GetFloat64)                                                                              \
    X(fmi3SetFloat64)                                                                              \
    X(fmi3GetInt32)                                                                                \
    X(fmi3SetInt32)                                                                                \
    X(fmi3GetFMUState)                                                                             \
    X(fmi3SetFMUState)                                                                             \
    X(fmi3FreeFMUState)                                                                            \
    X(fmi3GetDirectionalDerivative)                                                                \
    X(fmi3EnterEventMode)                                                                          \
    X(fmi3UpdateDiscreteStates)                                                                    \
    X(fmi3EnterContinuousTimeMode)                                                                 \
    X(fmi3SetContinuousStates)                                                                     \
    X(fmi3GetContinuousStates)                                                                     \
    X(fmi3GetContinuousStateDerivatives)                                                           \
    X(fmi3GetEventIndicators)                                                                      \
    X(fmi3DoStep)

/* The functions of the object at hand. */
static struct {
#define X(name) __typeof__(name) *(name);
    USED(X)
#undef X
} loaded;

static bool ok(fmi3Status status) { return status == fmi3OK; }

static void *open_unit(const char *token, bool steps)
{
    return steps
               ? loaded.fmi3InstantiateCoSimulation("unit", token, NULL, false, false, false, false,
                                                    NULL, 0, NULL, NULL, NULL)
               : loaded.fmi3InstantiateModelExchange("unit", token, NULL, false, false, NULL, NULL);
}

static bool enter(void *unit, double start)
{
    return ok(loaded.fmi3EnterInitializationMode(unit, false, 0, start, false, 0));
}

static bool leave(void *unit) { return ok(loaded.fmi3ExitInitializationMode(unit)); }

static bool get(void *unit, unsigned which, double *value)
{
    return ok(loaded.fmi3GetFloat64(unit, &which, 1, value, 1));
}

static bool set(void *unit, unsigned which, double value)
{
    return ok(loaded.fmi3SetFloat64(unit, &which, 1, &value, 1));
}

static bool get_whole(void *unit, unsigned which, int *value)
{
    return ok(loaded.fmi3GetInt32(unit, &which, 1, value, 1));
}

static bool set_whole(void *unit, unsigned which, int value)
{
    return ok(loaded.fmi3SetInt32(unit, &which, 1, &value, 1));
}

static bool step(void *unit, double time, double h)
{
    bool needs_event, ends, is_early;
    double reached;
    return ok(loaded.fmi3DoStep(unit, time, h, true, &needs_event, &ends, &is_early, &reached)) &&
           !needs_event && !ends && !is_early && reached == time + h;
}

static bool set_states(void *unit, const double x[], size_t n)
{
    return ok(loaded.fmi3SetContinuousStates(unit, x, n));
}

static bool get_states(void *unit, double x[], size_t n)
{
    return ok(loaded.fmi3GetContinuousStates(unit, x, n));
}

static bool rates(void *unit, double rate[], size_t n)
{
    return ok(loaded.fmi3GetContinuousStateDerivatives(unit, rate, n));
}

static bool indicators(void *unit, double indicator[], size_t n)
{
    return ok(loaded.fmi3GetEventIndicators(unit, indicator, n));
}

static bool slope(void *unit, unsigned unknown, unsigned known, double *value)
{
    const double seed = 1;
    return ok(
        loaded.fmi3GetDirectionalDerivative(unit, &unknown, 1, &known, 1, &seed, 1, value, 1));
}

static bool event(void *unit, bool *moved)
{
    bool again, ends, nominals, has_next;
    double next;
    return ok(loaded.fmi3EnterEventMode(unit)) &&
           ok(loaded.fmi3UpdateDiscreteStates(unit, &again, &ends, &nominals, moved, &has_next,
                                              &next)) &&
           !again && !ends && !nominals && !has_next &&
           ok(loaded.fmi3EnterContinuousTimeMode(unit));
}

static bool save(void *unit, void **state) { return ok(loaded.fmi3GetFMUState(unit, state)); }

static bool restore(void *unit, void *state) { return ok(loaded.fmi3SetFMUState(unit, state)); }

static bool forget(void *unit, void **state) { return ok(loaded.fmi3FreeFMUState(unit, state)); }

static bool reset(void *unit) { return ok(loaded.fmi3Reset(unit)); }

const char *driver_3(void *object, struct driver *driver)
{
    void *at;
#define X(name)                                                                                    \
    if (!(at = dlsym(object, #name)))                                                              \
        return #name;                                                                              \
    memcpy(&loaded.name, &at, sizeof at);
    USED(X)
#undef X
    *driver = (struct driver){ open_unit,  loaded.fmi3FreeInstance,
                               enter,      leave,
                               get,        set,
                               get_whole,  set_whole,
                               step,       set_states,
                               get_states, rates,
                               indicators, slope,
                               event,      save,
                               restore,    forget,
                               reset,      NULL };
    return NULL;
}
