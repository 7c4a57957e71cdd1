/* Functions of units in phases where they may be called, with arguments that are right and wrong:
 * well or refused as each standard says, with a message that names the function. */
#include <math.h>

#include "benchmarks/fmu/loaded_test.h"
#include "properties/fmu/fmi2.h"
#include "properties/fmu/fmi3.h"

/* Phases, and kinds with `STEPS_TOO`: co-simulation. */
enum { FIRST, INIT, EVENT, TIME, STEP };

/* Value references of the first whole parameter and of what there is not; lengths of arrays. */
static unsigned whole, none;
static size_t n_states, n_indicators;

enum { ROOM = 64 };
static const unsigned velocity = 1, force = 2;
static const int first = 1, second = 2, three = 3;
static const double one[ROOM] = { 1 }, infinite = INFINITY, not_a_number = NAN;
static double values[ROOM];
static int integer, flag;
static size_t size;
static void *state;
static bool is[5];
static fmi2EventInfo info;
static fmi2Status pending;
static const char *texts[1];
static char bytes[1];

/* X(function, phase, status, arguments after the unit) */
#define CASES_2(X)                                                                                 \
    X(fmi2SetupExperiment, FIRST, 0, 1, 1e-3, 1, 1, 2)                                             \
    X(fmi2SetupExperiment, FIRST, 0, 0, 0, 1, 0, 1)                                                \
    X(fmi2SetupExperiment, FIRST, 3, 1, 0, 1, 1, 2)                                                \
    X(fmi2SetupExperiment, FIRST, 3, 1, 1e-3, 1, 1, 1)                                             \
    X(fmi2SetupExperiment, FIRST, 3, 0, 0, INFINITY, 0, 0)                                         \
    X(fmi2GetReal, INIT, 0, NULL, 0, NULL)                                                         \
    X(fmi2GetReal, INIT, 0, &force, 1, values)                                                     \
    X(fmi2GetReal, INIT, 3, NULL, 1, values)                                                       \
    X(fmi2GetReal, INIT, 3, &force, 1, NULL)                                                       \
    X(fmi2GetReal, INIT, 3, &none, 1, values)                                                      \
    X(fmi2GetReal, INIT, 3, &whole, 1, values)                                                     \
    X(fmi2GetInteger, INIT, 0, &whole, 1, &integer)                                                \
    X(fmi2GetInteger, INIT, 3, &force, 1, &integer)                                                \
    X(fmi2GetInteger, INIT, 3, &whole, 1, NULL)                                                    \
    X(fmi2SetReal, INIT, 0, &velocity, 1, one)                                                     \
    X(fmi2SetReal, INIT, 3, &velocity, 1, &not_a_number)                                           \
    X(fmi2SetReal, INIT, 3, &force, 1, one)                                                        \
    X(fmi2SetReal, INIT, 3, &whole, 1, one)                                                        \
    X(fmi2SetReal, INIT, 3, NULL, 1, one)                                                          \
    X(fmi2SetReal, INIT, 3, &none, 1, one)                                                         \
    X(fmi2SetInteger, INIT, 0, &whole, 1, &three)                                                  \
    X(fmi2SetInteger, INIT, 3, &velocity, 1, &three)                                               \
    X(fmi2SetInteger, TIME, 3, &whole, 1, &three)                                                  \
    X(fmi2SetInteger, INIT, 3, &whole, 1, NULL)                                                    \
    X(fmi2GetBoolean, INIT, 0, NULL, 0, NULL)                                                      \
    X(fmi2GetBoolean, INIT, 3, &force, 1, &flag)                                                   \
    X(fmi2SetBoolean, INIT, 0, NULL, 0, NULL)                                                      \
    X(fmi2SetBoolean, INIT, 3, &velocity, 1, &flag)                                                \
    X(fmi2GetString, INIT, 0, NULL, 0, NULL)                                                       \
    X(fmi2GetString, INIT, 3, &force, 1, texts)                                                    \
    X(fmi2SetString, INIT, 0, NULL, 0, NULL)                                                       \
    X(fmi2SetString, INIT, 3, &velocity, 1, texts)                                                 \
    X(fmi2GetBoolean, FIRST, 3, NULL, 0, NULL)                                                     \
    X(fmi2GetFMUstate, INIT, 3, NULL)                                                              \
    X(fmi2SetFMUstate, INIT, 3, NULL)                                                              \
    X(fmi2FreeFMUstate, INIT, 0, NULL)                                                             \
    X(fmi2FreeFMUstate, INIT, 0, &state)                                                           \
    X(fmi2SerializedFMUstateSize, INIT, 3, state, &size)                                           \
    X(fmi2SerializeFMUstate, INIT, 3, state, bytes, 1)                                             \
    X(fmi2DeSerializeFMUstate, INIT, 3, bytes, 1, &state)                                          \
    X(fmi2GetDirectionalDerivative, TIME, 0, &force, 1, &velocity, 1, one, values)                 \
    X(fmi2GetDirectionalDerivative, TIME, 0, NULL, 0, NULL, 0, NULL, NULL)                         \
    X(fmi2GetDirectionalDerivative, TIME, 3, &force, 1, &velocity, 1, NULL, values)                \
    X(fmi2GetDirectionalDerivative, TIME, 3, &force, 1, &velocity, 1, one, NULL)                   \
    X(fmi2GetDirectionalDerivative, TIME, 3, &force, 1, &force, 1, one, values)                    \
    X(fmi2NewDiscreteStates, EVENT, 0, &info)                                                      \
    X(fmi2NewDiscreteStates, EVENT, 3, NULL)                                                       \
    X(fmi2CompletedIntegratorStep, TIME, 0, 1, &flag, &flag)                                       \
    X(fmi2CompletedIntegratorStep, TIME, 3, 1, NULL, &flag)                                        \
    X(fmi2CompletedIntegratorStep, TIME, 3, 1, &flag, NULL)                                        \
    X(fmi2SetTime, TIME, 0, 2)                                                                     \
    X(fmi2SetTime, TIME, 3, NAN)                                                                   \
    X(fmi2SetContinuousStates, TIME, 3, one, n_states + 1)                                         \
    X(fmi2SetContinuousStates, TIME, 3, NULL, n_states)                                            \
    X(fmi2GetContinuousStates, TIME, 3, values, n_states - 1)                                      \
    X(fmi2GetContinuousStates, TIME, 3, NULL, n_states)                                            \
    X(fmi2GetDerivatives, TIME, 0, values, n_states)                                               \
    X(fmi2GetDerivatives, TIME, 3, values, n_states + 1)                                           \
    X(fmi2GetEventIndicators, TIME, 0, values, n_indicators)                                       \
    X(fmi2GetEventIndicators, TIME, 3, values, n_indicators + 1)                                   \
    X(fmi2GetEventIndicators, TIME, 3, values, n_states)                                           \
    X(fmi2GetNominalsOfContinuousStates, TIME, 0, values, n_states)                                \
    X(fmi2GetNominalsOfContinuousStates, TIME, 3, values, n_states + 1)                            \
    X(fmi2SetRealInputDerivatives, STEP, 0, NULL, 0, NULL, NULL)                                   \
    X(fmi2SetRealInputDerivatives, STEP, 0, &velocity, 1, &first, one)                             \
    X(fmi2SetRealInputDerivatives, STEP, 3, &velocity, 1, &second, one)                            \
    X(fmi2SetRealInputDerivatives, STEP, 3, &force, 1, &first, one)                                \
    X(fmi2SetRealInputDerivatives, STEP, 3, &velocity, 1, &first, &infinite)                       \
    X(fmi2SetRealInputDerivatives, STEP, 3, NULL, 1, &first, one)                                  \
    X(fmi2SetRealInputDerivatives, STEP, 3, &velocity, 1, NULL, one)                               \
    X(fmi2SetRealInputDerivatives, STEP, 3, &velocity, 1, &first, NULL)                            \
    X(fmi2GetRealOutputDerivatives, STEP, 3, &force, 1, &first, values)                            \
    X(fmi2DoStep, STEP, 0, 0, 1e-3, 1)                                                             \
    X(fmi2DoStep, STEP, 3, 0, 0, 1)                                                                \
    X(fmi2DoStep, STEP, 3, 0, -1e-3, 1)                                                            \
    X(fmi2DoStep, STEP, 3, 0, INFINITY, 1)                                                         \
    X(fmi2DoStep, STEP, 3, 1, 1e-3, 1)                                                             \
    X(fmi2CancelStep, STEP, 3)                                                                     \
    X(fmi2GetStatus, STEP, 2, fmi2DoStepStatus, &pending)                                          \
    X(fmi2GetRealStatus, STEP, 0, fmi2LastSuccessfulTime, values)                                  \
    X(fmi2GetRealStatus, STEP, 2, fmi2LastSuccessfulTime, NULL)                                    \
    X(fmi2GetRealStatus, STEP, 2, fmi2DoStepStatus, values)                                        \
    X(fmi2GetIntegerStatus, STEP, 2, fmi2DoStepStatus, &integer)                                   \
    X(fmi2GetBooleanStatus, STEP, 0, fmi2Terminated, &flag)                                        \
    X(fmi2GetBooleanStatus, STEP, 2, fmi2Terminated, NULL)                                         \
    X(fmi2GetBooleanStatus, STEP, 2, fmi2DoStepStatus, &flag)                                      \
    X(fmi2GetStringStatus, STEP, 2, fmi2PendingStatus, texts)                                      \
    X(fmi2GetStatus, TIME, 3, fmi2DoStepStatus, &pending)                                          \
    X(fmi2GetRealStatus, INIT, 3, fmi2LastSuccessfulTime, values)                                  \
    X(fmi2GetBooleanStatus, INIT, 3, fmi2Terminated, &flag)

#define CASES_3(X)                                                                                 \
    X(fmi3EnterInitializationMode, FIRST, 0, true, 1e-3, 1, true, 2)                               \
    X(fmi3EnterInitializationMode, FIRST, 0, false, 0, 1, false, 1)                                \
    X(fmi3EnterInitializationMode, FIRST, 3, true, 0, 1, true, 2)                                  \
    X(fmi3EnterInitializationMode, FIRST, 3, true, 1e-3, 1, true, 1)                               \
    X(fmi3EnterInitializationMode, FIRST, 3, false, 0, INFINITY, false, 0)                         \
    X(fmi3GetFloat64, INIT, 0, NULL, 0, NULL, 0)                                                   \
    X(fmi3GetFloat64, INIT, 0, &force, 1, values, 1)                                               \
    X(fmi3GetFloat64, INIT, 3, &force, 1, values, 2)                                               \
    X(fmi3GetFloat64, INIT, 3, NULL, 1, values, 1)                                                 \
    X(fmi3GetFloat64, INIT, 3, &force, 1, NULL, 1)                                                 \
    X(fmi3GetFloat64, INIT, 3, &none, 1, values, 1)                                                \
    X(fmi3GetFloat64, INIT, 3, &whole, 1, values, 1)                                               \
    X(fmi3GetInt32, INIT, 0, &whole, 1, &integer, 1)                                               \
    X(fmi3GetInt32, INIT, 3, &force, 1, &integer, 1)                                               \
    X(fmi3SetFloat64, INIT, 0, &velocity, 1, one, 1)                                               \
    X(fmi3SetFloat64, INIT, 3, &velocity, 1, one, 2)                                               \
    X(fmi3SetFloat64, INIT, 3, &velocity, 1, &not_a_number, 1)                                     \
    X(fmi3SetFloat64, INIT, 3, &force, 1, one, 1)                                                  \
    X(fmi3SetFloat64, INIT, 3, &whole, 1, one, 1)                                                  \
    X(fmi3SetInt32, INIT, 0, &whole, 1, &three, 1)                                                 \
    X(fmi3SetInt32, INIT, 3, &velocity, 1, &three, 1)                                              \
    X(fmi3SetInt32, TIME, 3, &whole, 1, &three, 1)                                                 \
    X(fmi3GetBoolean, INIT, 0, NULL, 0, NULL, 0)                                                   \
    X(fmi3GetBoolean, INIT, 3, &force, 1, is, 1)                                                   \
    X(fmi3SetBoolean, INIT, 0, NULL, 0, NULL, 0)                                                   \
    X(fmi3SetBoolean, INIT, 3, &velocity, 1, is, 1)                                                \
    X(fmi3GetString, INIT, 3, &force, 1, texts, 1)                                                 \
    X(fmi3SetString, INIT, 3, &velocity, 1, texts, 1)                                              \
    X(fmi3GetClock, INIT, 0, NULL, 0, NULL)                                                        \
    X(fmi3GetClock, INIT, 3, &force, 1, is)                                                        \
    X(fmi3SetClock, INIT, 3, &velocity, 1, is)                                                     \
    X(fmi3GetFMUState, INIT, 3, NULL)                                                              \
    X(fmi3SetFMUState, INIT, 3, NULL)                                                              \
    X(fmi3FreeFMUState, INIT, 0, NULL)                                                             \
    X(fmi3FreeFMUState, INIT, 0, &state)                                                           \
    X(fmi3SerializedFMUStateSize, INIT, 3, state, &size)                                           \
    X(fmi3EnterConfigurationMode, FIRST, 3)                                                        \
    X(fmi3ExitConfigurationMode, FIRST, 3)                                                         \
    X(fmi3GetDirectionalDerivative, TIME, 0, &force, 1, &velocity, 1, one, 1, values, 1)           \
    X(fmi3GetDirectionalDerivative, TIME, 3, &force, 1, &velocity, 1, one, 2, values, 1)           \
    X(fmi3GetDirectionalDerivative, TIME, 3, &force, 1, &velocity, 1, one, 1, values, 2)           \
    X(fmi3GetDirectionalDerivative, TIME, 3, &force, 1, &velocity, 1, NULL, 1, values, 1)          \
    X(fmi3GetDirectionalDerivative, TIME, 3, &force, 1, &force, 1, one, 1, values, 1)              \
    X(fmi3EvaluateDiscreteStates, INIT, 0)                                                         \
    X(fmi3EvaluateDiscreteStates, EVENT, 0)                                                        \
    X(fmi3EvaluateDiscreteStates, TIME, 3)                                                         \
    X(fmi3UpdateDiscreteStates, EVENT, 0, is, is + 1, is + 2, is + 3, is + 4, values)              \
    X(fmi3UpdateDiscreteStates, EVENT, 3, NULL, is, is, is, is, values)                            \
    X(fmi3UpdateDiscreteStates, EVENT, 3, is, NULL, is, is, is, values)                            \
    X(fmi3UpdateDiscreteStates, EVENT, 3, is, is, NULL, is, is, values)                            \
    X(fmi3UpdateDiscreteStates, EVENT, 3, is, is, is, NULL, is, values)                            \
    X(fmi3UpdateDiscreteStates, EVENT, 3, is, is, is, is, NULL, values)                            \
    X(fmi3UpdateDiscreteStates, EVENT, 3, is, is, is, is, is, NULL)                                \
    X(fmi3CompletedIntegratorStep, TIME, 0, true, is, is)                                          \
    X(fmi3CompletedIntegratorStep, TIME, 3, true, NULL, is)                                        \
    X(fmi3CompletedIntegratorStep, TIME, 3, true, is, NULL)                                        \
    X(fmi3SetTime, TIME, 0, 2)                                                                     \
    X(fmi3SetTime, TIME, 3, NAN)                                                                   \
    X(fmi3SetContinuousStates, TIME, 3, one, n_states + 1)                                         \
    X(fmi3GetContinuousStates, TIME, 3, values, n_states - 1)                                      \
    X(fmi3GetContinuousStateDerivatives, TIME, 3, values, n_states + 1)                            \
    X(fmi3GetEventIndicators, TIME, 0, values, n_indicators)                                       \
    X(fmi3GetEventIndicators, TIME, 3, values, n_states)                                           \
    X(fmi3GetNominalsOfContinuousStates, TIME, 3, values, n_states + 1)                            \
    X(fmi3GetNumberOfEventIndicators, FIRST, 0, &size)                                             \
    X(fmi3GetNumberOfEventIndicators, FIRST, 3, NULL)                                              \
    X(fmi3GetNumberOfContinuousStates, FIRST, 3, NULL)                                             \
    X(fmi3DoStep, STEP, 0, 0, 1e-3, true, is, is + 1, is + 2, values)                              \
    X(fmi3DoStep, STEP, 3, 0, 0, true, is, is, is, values)                                         \
    X(fmi3DoStep, STEP, 3, 0, INFINITY, true, is, is, is, values)                                  \
    X(fmi3DoStep, STEP, 3, 1, 1e-3, true, is, is, is, values)                                      \
    X(fmi3DoStep, STEP, 3, 0, 1e-3, true, NULL, is, is, values)                                    \
    X(fmi3DoStep, STEP, 3, 0, 1e-3, true, is, NULL, is, values)                                    \
    X(fmi3DoStep, STEP, 3, 0, 1e-3, true, is, is, NULL, values)                                    \
    X(fmi3DoStep, STEP, 3, 0, 1e-3, true, is, is, is, NULL)

/* The object's functions are found where they are called. */
static void *object;

static void *found(const char *name)
{
    void *at = dlsym(object, name);
    cr_assert(at, "no %s", name);
    return at;
}

struct trial {
    const char *name;
    int phase, status;
};

#define TRIAL(function, at, expected, ...)                                                         \
    if (i == k++) {                                                                                \
        __typeof__(function) *call = NULL;                                                         \
        *trial = (struct trial){ #function, at, expected };                                        \
        *(void **)&call = found(#function);                                                        \
        return unit ? (int)call(*unit, ##__VA_ARGS__) : 0;                                         \
    }

/* Tells what trial i is, and tries it with a unit; returns -1 behind the last one. */
static int try_2(int i, void *const *unit, struct trial *trial)
{
    int k = 0;
    CASES_2(TRIAL)
    return -1;
}

static int try_3(int i, void *const *unit, struct trial *trial)
{
    int k = 0;
    CASES_3(TRIAL)
    return -1;
}

static void *unit_in(struct loaded *l, int phase)
{
    struct fmu_event event;
    void *unit = ASK(open, l->token, NULL, phase == STEP);
    cr_assert(unit);
    cr_assert(phase == FIRST || ASK(enter, unit, 0));
    cr_assert(phase <= INIT || ASK(leave, unit));
    cr_assert(phase != TIME || ASK(settle, unit, &event));
    return unit;
}

/* Errors are said, with the function; what is well, or of no consequence, is not. */
static void statuses(int version)
{
    struct loaded unit_of = { .law = NULL }, *l = &unit_of;
    struct trial trial;
    int (*const try)(int, void *const *, struct trial *) = version == 2 ? try_2 : try_3;
    load(l, "maxwell_slip", "maxwell_slip", version);
    char *path =
        memory_text("%s/maxwell_slip_%d/binaries/%s/maxwell_slip.so", getenv("TEST_TMPDIR"),
                    version, version == 2 ? "linux64" : "x86_64-linux");
    object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    free(path);
    cr_assert(object);
    whole = reference(l, l->law->params[0].name);
    none = 1000;
    n_states = l->law->n_states;
    n_indicators = l->law->n_guards + (l->law->stiction ? 2 : 0);
    cr_assert(model_param_is_whole(l->law, 0) && n_states > 0 && n_indicators != n_states);
    for (int i = 0; try(i, NULL, &trial) == 0; i++) {
        void *unit = unit_in(l, trial.phase), *nothing = NULL;
        *l->object.said = '\0';
        const int status = try(i, &unit, &trial);
        cr_expect_eq(status, trial.status, "%s, case %d: %d", trial.name, i, status);
        const size_t n = strlen(trial.name);
        cr_expect_eq(strncmp(l->object.said, trial.name, n) == 0 && l->object.said[n] == ':',
                     status == 3, "%s, case %d: '%s'", trial.name, i, l->object.said);
        cr_expect_eq(try(i, &nothing, &trial), 3, "%s of no unit", trial.name);
        ASK(close, unit);
    }
    unload(l);
}

Test(arguments, of_2) { statuses(2); }
Test(arguments, of_3) { statuses(3); }
