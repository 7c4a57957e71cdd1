/* Calls units of FMI 2.0 (calls.h). */
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fmu/calls.h"
#include "properties/fmu/fmi2.h"
#include "tools/base/memory.h"

#define OF_BOTH(X)                                                                                 \
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
    X(fmi2GetDirectionalDerivative)

#define OF_EXCHANGE(X)                                                                             \
    X(fmi2EnterEventMode)                                                                          \
    X(fmi2NewDiscreteStates)                                                                       \
    X(fmi2EnterContinuousTimeMode)                                                                 \
    X(fmi2SetContinuousStates)                                                                     \
    X(fmi2GetContinuousStates)                                                                     \
    X(fmi2GetDerivatives)                                                                          \
    X(fmi2GetEventIndicators)

#define OF_STEPS(X)                                                                                \
    X(fmi2SetRealInputDerivatives)                                                                 \
    X(fmi2DoStep)

struct functions {
#define X(name) __typeof__(name) *(name);
    OF_BOTH(X)
    OF_EXCHANGE(X)
    OF_STEPS(X)
#undef X
    fmi2CallbackFunctions callbacks;
};

/* At most so many rounds of one event. */
enum { ROUNDS = 100 };

static const struct functions *of(const struct fmu_object *o) { return o->table; }

static bool ok(fmi2Status status) { return status == fmi2OK || status == fmi2Warning; }

/* Keeps the message. Its format is the unit's, whose code runs anyway. */
static void keep(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                 fmi2String category, fmi2String message, ...)
{
    struct fmu_object *o = environment;
    va_list args;
    (void)instance, (void)category;
    if (!o || !message || status == fmi2OK)
        return;
    va_start(args, message);
    vsnprintf(o->said, sizeof o->said, message, args);
    va_end(args);
}

static void *open_unit(struct fmu_object *o, const char *token, const char *resources, bool steps)
{
    struct functions *f = o->table;
    f->callbacks = (fmi2CallbackFunctions){
        .logger = keep, .allocateMemory = calloc, .freeMemory = free, .componentEnvironment = o
    };
    return f->fmi2Instantiate("unit", steps ? fmi2CoSimulation : fmi2ModelExchange, token,
                              resources, &f->callbacks, fmi2False, fmi2True);
}

static void close_unit(const struct fmu_object *o, void *unit) { of(o)->fmi2FreeInstance(unit); }

static bool reset(const struct fmu_object *o, void *unit) { return ok(of(o)->fmi2Reset(unit)); }

static bool enter(const struct fmu_object *o, void *unit, double start)
{
    return ok(of(o)->fmi2SetupExperiment(unit, fmi2False, 0, start, fmi2False, 0)) &&
           ok(of(o)->fmi2EnterInitializationMode(unit));
}

static bool leave(const struct fmu_object *o, void *unit)
{
    return ok(of(o)->fmi2ExitInitializationMode(unit));
}

static bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
{
    return ok(of(o)->fmi2GetReal(unit, &which, 1, value));
}

static bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    return ok(of(o)->fmi2SetReal(unit, &which, 1, &value));
}

static bool get_whole(const struct fmu_object *o, void *unit, unsigned which, int *value)
{
    return ok(of(o)->fmi2GetInteger(unit, &which, 1, value));
}

static bool set_whole(const struct fmu_object *o, void *unit, unsigned which, int value)
{
    return ok(of(o)->fmi2SetInteger(unit, &which, 1, &value));
}

static bool save(const struct fmu_object *o, void *unit, void **state)
{
    return ok(of(o)->fmi2GetFMUstate(unit, state));
}

static bool restore(const struct fmu_object *o, void *unit, void *state)
{
    return ok(of(o)->fmi2SetFMUstate(unit, state));
}

static bool forget(const struct fmu_object *o, void *unit, void **state)
{
    return ok(of(o)->fmi2FreeFMUstate(unit, state));
}

static bool slope(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                  double *value)
{
    const double seed = 1;
    return ok(of(o)->fmi2GetDirectionalDerivative(unit, &unknown, 1, &known, 1, &seed, value));
}

static bool stop(const struct fmu_object *o, void *unit)
{
    return ok(of(o)->fmi2EnterEventMode(unit));
}

static bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
{
    fmi2EventInfo info = { .newDiscreteStatesNeeded = fmi2True };
    *event = (struct fmu_event){ .moved = false };
    for (int i = 0; info.newDiscreteStatesNeeded; i++) {
        if (i == ROUNDS || !ok(of(o)->fmi2NewDiscreteStates(unit, &info)))
            return false;
        event->moved |= info.valuesOfContinuousStatesChanged != fmi2False;
        event->ends |= info.terminateSimulation != fmi2False;
        event->timed |= info.nextEventTimeDefined != fmi2False;
    }
    return ok(of(o)->fmi2EnterContinuousTimeMode(unit));
}

static bool set_states(const struct fmu_object *o, void *unit, const double x[], size_t n)
{
    return ok(of(o)->fmi2SetContinuousStates(unit, x, n));
}

static bool get_states(const struct fmu_object *o, void *unit, double x[], size_t n)
{
    return ok(of(o)->fmi2GetContinuousStates(unit, x, n));
}

static bool rates(const struct fmu_object *o, void *unit, double rate[], size_t n)
{
    return ok(of(o)->fmi2GetDerivatives(unit, rate, n));
}

static bool indicators(const struct fmu_object *o, void *unit, double indicator[], size_t n)
{
    return ok(of(o)->fmi2GetEventIndicators(unit, indicator, n));
}

static bool step(const struct fmu_object *o, void *unit, double time, double h)
{
    return ok(of(o)->fmi2DoStep(unit, time, h, fmi2True));
}

static bool ramp(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    const fmi2Integer order = 1;
    return ok(of(o)->fmi2SetRealInputDerivatives(unit, &which, 1, &order, &value));
}

const char *fmu_calls_2(struct fmu_object *o, void *handle, bool exchanges, bool steps)
{
    static const struct fmu_calls calls = {
        open_unit, close_unit, reset,      enter,   leave,      get,   set,
        get_whole, set_whole,  save,       restore, forget,     slope, stop,
        settle,    set_states, get_states, rates,   indicators, step,  ramp,
    };
    struct functions *f = memory_array(1, sizeof *f);
    void *at;
    o->call = &calls;
    o->table = f;
#define X(name)                                                                                    \
    if (!(at = dlsym(handle, #name)))                                                              \
        return #name;                                                                              \
    memcpy(&f->name, &at, sizeof at);
    OF_BOTH(X)
    if (exchanges) {
        OF_EXCHANGE(X)
    }
    if (steps) {
        OF_STEPS(X)
    }
#undef X
    return NULL;
}
