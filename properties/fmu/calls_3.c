/* Calls units of FMI 3.0 (calls.h). */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fmu/calls.h"
#include "properties/fmu/fmi3.h"
#include "tools/base/memory.h"

#define OF_BOTH(X)                                                                                 \
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
    X(fmi3GetDirectionalDerivative)

#define OF_EXCHANGE(X)                                                                             \
    X(fmi3InstantiateModelExchange)                                                                \
    X(fmi3EnterEventMode)                                                                          \
    X(fmi3UpdateDiscreteStates)                                                                    \
    X(fmi3EnterContinuousTimeMode)                                                                 \
    X(fmi3SetContinuousStates)                                                                     \
    X(fmi3GetContinuousStates)                                                                     \
    X(fmi3GetContinuousStateDerivatives)                                                           \
    X(fmi3GetEventIndicators)

#define OF_STEPS(X)                                                                                \
    X(fmi3InstantiateCoSimulation)                                                                 \
    X(fmi3DoStep)

struct functions {
#define X(name) __typeof__(name) *(name);
    OF_BOTH(X)
    OF_EXCHANGE(X)
    OF_STEPS(X)
#undef X
};

/* At most so many rounds of one event. */
enum { ROUNDS = 100 };

static const struct functions *of(const struct fmu_object *o) { return o->table; }

static bool ok(fmi3Status status) { return status == fmi3OK || status == fmi3Warning; }

static void keep(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                 fmi3String message)
{
    struct fmu_object *o = environment;
    (void)category;
    if (o && message && status != fmi3OK)
        snprintf(o->said, sizeof o->said, "%s", message);
}

static void *open_unit(struct fmu_object *o, const char *token, const char *resources, bool steps)
{
    return steps ? of(o)->fmi3InstantiateCoSimulation("unit", token, resources, false, true, false,
                                                      false, NULL, 0, o, keep, NULL)
                 : of(o)->fmi3InstantiateModelExchange("unit", token, resources, false, true, o,
                                                       keep);
}

static void close_unit(const struct fmu_object *o, void *unit) { of(o)->fmi3FreeInstance(unit); }

static bool reset(const struct fmu_object *o, void *unit) { return ok(of(o)->fmi3Reset(unit)); }

static bool enter(const struct fmu_object *o, void *unit, double start)
{
    return ok(of(o)->fmi3EnterInitializationMode(unit, false, 0, start, false, 0));
}

static bool leave(const struct fmu_object *o, void *unit)
{
    return ok(of(o)->fmi3ExitInitializationMode(unit));
}

static bool get(const struct fmu_object *o, void *unit, unsigned which, double *value)
{
    return ok(of(o)->fmi3GetFloat64(unit, &which, 1, value, 1));
}

static bool set(const struct fmu_object *o, void *unit, unsigned which, double value)
{
    return ok(of(o)->fmi3SetFloat64(unit, &which, 1, &value, 1));
}

static bool get_whole(const struct fmu_object *o, void *unit, unsigned which, int *value)
{
    return ok(of(o)->fmi3GetInt32(unit, &which, 1, value, 1));
}

static bool set_whole(const struct fmu_object *o, void *unit, unsigned which, int value)
{
    return ok(of(o)->fmi3SetInt32(unit, &which, 1, &value, 1));
}

static bool save(const struct fmu_object *o, void *unit, void **state)
{
    return ok(of(o)->fmi3GetFMUState(unit, state));
}

static bool restore(const struct fmu_object *o, void *unit, void *state)
{
    return ok(of(o)->fmi3SetFMUState(unit, state));
}

static bool forget(const struct fmu_object *o, void *unit, void **state)
{
    return ok(of(o)->fmi3FreeFMUState(unit, state));
}

static bool slope(const struct fmu_object *o, void *unit, unsigned unknown, unsigned known,
                  double *value)
{
    const double seed = 1;
    return ok(
        of(o)->fmi3GetDirectionalDerivative(unit, &unknown, 1, &known, 1, &seed, 1, value, 1));
}

static bool stop(const struct fmu_object *o, void *unit)
{
    return ok(of(o)->fmi3EnterEventMode(unit));
}

static bool settle(const struct fmu_object *o, void *unit, struct fmu_event *event)
{
    bool again = true, ends = false, nominals, moved = false, timed = false;
    double next;
    *event = (struct fmu_event){ .moved = false };
    for (int i = 0; again; i++) {
        if (i == ROUNDS || !ok(of(o)->fmi3UpdateDiscreteStates(unit, &again, &ends, &nominals,
                                                               &moved, &timed, &next)))
            return false;
        event->moved |= moved;
        event->ends |= ends;
        event->timed |= timed;
    }
    return ok(of(o)->fmi3EnterContinuousTimeMode(unit));
}

static bool set_states(const struct fmu_object *o, void *unit, const double x[], size_t n)
{
    return ok(of(o)->fmi3SetContinuousStates(unit, x, n));
}

static bool get_states(const struct fmu_object *o, void *unit, double x[], size_t n)
{
    return ok(of(o)->fmi3GetContinuousStates(unit, x, n));
}

static bool rates(const struct fmu_object *o, void *unit, double rate[], size_t n)
{
    return ok(of(o)->fmi3GetContinuousStateDerivatives(unit, rate, n));
}

static bool indicators(const struct fmu_object *o, void *unit, double indicator[], size_t n)
{
    return ok(of(o)->fmi3GetEventIndicators(unit, indicator, n));
}

/* A unit that wants an event, or ends before the step does, has not taken it. */
static bool step(const struct fmu_object *o, void *unit, double time, double h)
{
    bool needs_event, ends, is_early;
    double reached;
    return ok(of(o)->fmi3DoStep(unit, time, h, true, &needs_event, &ends, &is_early, &reached)) &&
           !needs_event && !ends && !is_early;
}

const char *fmu_calls_3(struct fmu_object *o, void *handle, bool exchanges, bool steps)
{
    static const struct fmu_calls calls = {
        open_unit, close_unit, reset,      enter,   leave,      get,   set,
        get_whole, set_whole,  save,       restore, forget,     slope, stop,
        settle,    set_states, get_states, rates,   indicators, step,  NULL,
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
