/* The functions of FMI 2.0 and their phases (orders.h). */
#include <dlfcn.h>
#include <string.h>

#include "benchmarks/fmu/orders.h"
#include "properties/fmu/fmi2.h"

/* What a unit can be asked for in any phase but the first. In a fault values are for debugging. */
enum { READABLE = AT_INIT | AT_EVENT | AT_TIME | AT_STEP | AT_END };

/* X(function, kinds, legal phases, open phases, arguments after the unit) */
#define ORDERS(X)                                                                                  \
    X(fmi2SetDebugLogging, 3, AT_ALL, 0, fmi2True, 0, NULL)                                        \
    X(fmi2SetupExperiment, 3, AT_FIRST, 0, fmi2False, 0, 0, fmi2False, 0)                          \
    X(fmi2EnterInitializationMode, 3, AT_FIRST, 0)                                                 \
    X(fmi2ExitInitializationMode, 3, AT_INIT, 0)                                                   \
    X(fmi2Terminate, 3, AT_EVENT | AT_TIME | AT_STEP, 0)                                           \
    X(fmi2Reset, 3, AT_ALL, 0)                                                                     \
    X(fmi2GetReal, 3, READABLE, AT_FAULT, &velocity, 1, values)                                    \
    X(fmi2SetReal, 3, AT_FIRST | AT_INIT | AT_EVENT | AT_TIME | AT_STEP, 0, &velocity, 1, zero)    \
    X(fmi2GetDirectionalDerivative, 3, READABLE, AT_FAULT, &force, 1, &velocity, 1, zero, values)  \
    X(fmi2SerializedFMUstateSize, 3, 0, 0, NULL, &size)                                            \
    X(fmi2EnterEventMode, EXCHANGE, AT_TIME, AT_EVENT)                                             \
    X(fmi2NewDiscreteStates, EXCHANGE, AT_EVENT, 0, &info)                                         \
    X(fmi2EnterContinuousTimeMode, EXCHANGE, AT_EVENT, 0)                                          \
    X(fmi2CompletedIntegratorStep, EXCHANGE, AT_TIME, 0, fmi2True, &flag, &flag)                   \
    X(fmi2SetTime, EXCHANGE, AT_EVENT | AT_TIME, 0, 0.5)                                           \
    X(fmi2SetContinuousStates, EXCHANGE, AT_TIME, 0, zero, n_states)                               \
    X(fmi2GetContinuousStates, EXCHANGE, READABLE, AT_FAULT, values, n_states)                     \
    X(fmi2GetDerivatives, EXCHANGE, READABLE, AT_INIT | AT_FAULT, values, n_states)                \
    X(fmi2GetEventIndicators, EXCHANGE, READABLE, AT_FAULT, values, n_indicators)                  \
    X(fmi2GetNominalsOfContinuousStates, EXCHANGE, AT_FIRST | READABLE, AT_INIT | AT_FAULT,        \
      values, n_states)                                                                            \
    X(fmi2SetRealInputDerivatives, STEPS, AT_FIRST | AT_INIT | AT_STEP, 0, &velocity, 1, &first,   \
      zero)                                                                                        \
    X(fmi2DoStep, STEPS, AT_STEP, 0, 0, 1e-3, fmi2True)                                            \
    X(fmi2CancelStep, STEPS, 0, 0)

static struct {
#define X(name, ...) __typeof__(name) *(name);
    ORDERS(X)
#undef X
} loaded;

static size_t n_states, n_indicators, size;
static const fmi2ValueReference velocity = 1, force = 2;
static const fmi2Integer first = 1;
static const double zero[64] = { 0 };
static double values[64];
static fmi2EventInfo info;
static fmi2Boolean flag;

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

const struct order *orders_2(void *object, unsigned states, unsigned indicators)
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
