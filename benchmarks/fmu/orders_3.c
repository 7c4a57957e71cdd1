/* The functions of FMI 3.0 and their phases (orders.h). */
#include <dlfcn.h>
#include <string.h>

#include "benchmarks/fmu/orders.h"
#include "properties/fmu/fmi3.h"

/* What a unit can be asked for in any phase but the first. In a fault values are for debugging. */
enum { READABLE = AT_INIT | AT_EVENT | AT_TIME | AT_STEP | AT_END };

/* X(function, kinds, legal phases, open phases, arguments after the unit) */
#define ORDERS(X)                                                                                  \
    X(fmi3SetDebugLogging, 3, AT_ALL, 0, true, 0, NULL)                                            \
    X(fmi3EnterInitializationMode, 3, AT_FIRST, 0, false, 0, 0, false, 0)                          \
    X(fmi3ExitInitializationMode, 3, AT_INIT, 0)                                                   \
    X(fmi3Terminate, 3, AT_EVENT | AT_TIME | AT_STEP, 0)                                           \
    X(fmi3Reset, 3, AT_ALL, 0)                                                                     \
    X(fmi3GetFloat64, 3, AT_FIRST | READABLE, AT_FAULT, &velocity, 1, values, 1)                   \
    X(fmi3SetFloat64, 3, AT_FIRST | AT_INIT | AT_EVENT | AT_TIME | AT_STEP, AT_END, &velocity, 1,  \
      zero, 1)                                                                                     \
    X(fmi3GetDirectionalDerivative, 3, READABLE, AT_FAULT, &force, 1, &velocity, 1, zero, 1,       \
      values, 1)                                                                                   \
    X(fmi3SerializedFMUStateSize, 3, 0, 0, NULL, &size)                                            \
    X(fmi3EnterConfigurationMode, 3, 0, 0)                                                         \
    X(fmi3EnterEventMode, 3, AT_TIME, 0)                                                           \
    X(fmi3UpdateDiscreteStates, EXCHANGE, AT_EVENT, 0, &flag, &flag, &flag, &flag, &flag, values)  \
    X(fmi3EnterContinuousTimeMode, EXCHANGE, AT_EVENT, 0)                                          \
    X(fmi3CompletedIntegratorStep, EXCHANGE, AT_TIME, 0, true, &flag, &flag)                       \
    X(fmi3SetTime, EXCHANGE, AT_TIME, AT_EVENT, 0.5)                                               \
    X(fmi3SetContinuousStates, EXCHANGE, AT_TIME, 0, zero, n_states)                               \
    X(fmi3GetContinuousStates, EXCHANGE, READABLE, AT_FAULT, values, n_states)                     \
    X(fmi3GetContinuousStateDerivatives, EXCHANGE, READABLE, AT_FAULT, values, n_states)           \
    X(fmi3GetEventIndicators, EXCHANGE, READABLE, AT_FAULT, values, n_indicators)                  \
    X(fmi3GetNominalsOfContinuousStates, EXCHANGE, READABLE, AT_FIRST | AT_INIT | AT_FAULT,        \
      values, n_states)                                                                            \
    X(fmi3EnterStepMode, STEPS, 0, 0)                                                              \
    X(fmi3DoStep, STEPS, AT_STEP, 0, 0, 1e-3, true, &flag, &flag, &flag, values)

static struct {
#define X(name, ...) __typeof__(name) *(name);
    ORDERS(X)
#undef X
} loaded;

static size_t n_states, n_indicators, size;
static const fmi3ValueReference velocity = 1, force = 2;
static const double zero[64] = { 0 };
static double values[64];
static fmi3Boolean flag;

#define X(name, kinds, legal, open, ...)                                                           \
    static int call_##name(void *unit) { return (int)loaded.name(unit, ##__VA_ARGS__); }
ORDERS(X)
#undef X

static const struct order orders[] = {
#define X(name, kinds, legal, open, ...) { #name, kinds, legal, open, call_##name },
    ORDERS(X)
#undef X
        { NULL }
};

const struct order *orders_3(void *object, unsigned states, unsigned indicators)
{
    void *at;
    n_states = states;
    n_indicators = indicators;
#define X(name, ...)                                                                               \
    if (!(at = dlsym(object, #name)))                                                              \
        return NULL;                                                                               \
    memcpy(&loaded.name, &at, sizeof at);
    ORDERS(X)
#undef X
    return orders;
}
