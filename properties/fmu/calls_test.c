/* Calls of units by either standard: what a unit is told, what its statuses count for, and what it
 * says. The unit is functions of this file, under the names that the standards give them. */
#include "properties/fmu/calls.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "properties/fmu/fmi2.h"
#include "properties/fmu/fmi3.h"

/* What functions of the unit answer: the first n_good well, then that status, if any are left. */
static int status, n_good;

/* What was told to the function that was called last, and the calls so far. */
static struct {
    unsigned which, known;
    size_t n;
    double value, time;
    bool flag;
    int calls;
} told;

static int answer(void)
{
    told.calls++;
    return n_good-- > 0 ? 0 : status;
}
static int answer_of(unsigned which, size_t n, double value)
{
    told.which = which;
    told.n = n;
    told.value = value;
    return answer();
}
static int answer_array(unsigned which, double x[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 10 + (double)i;
    return answer_of(which, n, 0);
}

/* Functions that have no arguments, and those of arrays, by which they are told apart. */
enum { INITIALIZED = 31, LEFT, RESET, STOPPED, GOING_ON, SET_STATES, STATES, RATES, INDICATORS };

/* Rounds of an event that the unit needs, and what it says of the first of them. */
static int rounds;
static struct fmu_event first;

static int here; /* the instance's address */
static struct {
    const char *name, *token, *resources;
    bool steps, visible, logs;
} opened;

static void *open_as(const char *name, const char *token, const char *resources, bool steps,
                     bool visible, bool logs)
{
    opened.name = name;
    opened.token = token;
    opened.resources = resources;
    opened.steps = steps;
    opened.visible = visible;
    opened.logs = logs;
    return &here;
}

/* FMI 2.0 */
static const fmi2CallbackFunctions *callbacks;

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions *functions, fmi2Boolean visible,
                              fmi2Boolean on)
{
    callbacks = functions;
    return open_as(name, guid, resources, type == fmi2CoSimulation, visible, on);
}
void fmi2FreeInstance(fmi2Component c) { told.calls += c == &here; }

#define GIVES2 return (fmi2Status)
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
                               fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
    (void)c, (void)tolerance, (void)stop;
    told.time = start;
    told.flag = has_tolerance || has_stop;
    GIVES2 answer();
}
fmi2Status fmi2EnterInitializationMode(fmi2Component c)
{
    GIVES2((void)c, answer_of(INITIALIZED, 0, 0));
}
fmi2Status fmi2ExitInitializationMode(fmi2Component c) { GIVES2((void)c, answer_of(LEFT, 0, 0)); }
fmi2Status fmi2Reset(fmi2Component c) { GIVES2((void)c, answer_of(RESET, 0, 0)); }
fmi2Status fmi2EnterEventMode(fmi2Component c) { GIVES2((void)c, answer_of(STOPPED, 0, 0)); }
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    GIVES2((void)c, answer_of(GOING_ON, 0, 0));
}
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference w[], size_t n, fmi2Real x[])
{
    *x = 10;
    GIVES2((void)c, answer_of(*w, n, 0));
}
fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference w[], size_t n, const fmi2Real x[])
{
    GIVES2((void)c, answer_of(*w, n, *x));
}
fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference w[], size_t n, fmi2Integer x[])
{
    *x = 10;
    GIVES2((void)c, answer_of(*w, n, 0));
}
fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference w[], size_t n,
                          const fmi2Integer x[])
{
    GIVES2((void)c, answer_of(*w, n, *x));
}
fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *s)
{
    *s = &told;
    GIVES2((void)c, answer_of(1, 0, 0));
}
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate s)
{
    GIVES2((void)c, answer_of(s == &told ? 2 : 0, 0, 0));
}
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *s)
{
    GIVES2((void)c, answer_of(*s == &told ? 3 : 0, 0, 0));
}
fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                        size_t n, const fmi2ValueReference known[], size_t n_known,
                                        const fmi2Real seed[], fmi2Real slope[])
{
    *slope = 10;
    told.known = *known;
    GIVES2((void)c, answer_of(*unknown, n == n_known ? n : 0, *seed));
}
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    *info = (fmi2EventInfo){ .newDiscreteStatesNeeded = --rounds > 0,
                             .terminateSimulation = first.ends,
                             .valuesOfContinuousStatesChanged = first.moved,
                             .nextEventTimeDefined = first.timed };
    first = (struct fmu_event){ .moved = false };
    GIVES2((void)c, answer());
}
fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    GIVES2((void)c, answer_of(SET_STATES, n, x[n - 1]));
}
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    GIVES2((void)c, answer_array(STATES, x, n));
}
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real x[], size_t n)
{
    GIVES2((void)c, answer_array(RATES, x, n));
}
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real x[], size_t n)
{
    GIVES2((void)c, answer_array(INDICATORS, x, n));
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference w[], size_t n,
                                       const fmi2Integer order[], const fmi2Real x[])
{
    GIVES2((void)c, answer_of(*w, *order == 1 ? n : 0, *x));
}
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real h, fmi2Boolean no_return)
{
    told.time = time;
    told.flag = no_return;
    GIVES2((void)c, answer_of(0, 0, h));
}

/* FMI 3.0 */
static fmi3LogMessageCallback say;
static fmi3InstanceEnvironment environment;

/* What a step of the unit says beside its status. */
static bool step_needs_event, step_ends, step_is_early;

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean on,
                                          fmi3InstanceEnvironment e, fmi3LogMessageCallback log)
{
    environment = e;
    say = log;
    return open_as(name, token, resources, false, visible, on);
}
fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                         fmi3Boolean visible, fmi3Boolean on, fmi3Boolean events,
                                         fmi3Boolean early, const fmi3ValueReference intermediate[],
                                         size_t n, fmi3InstanceEnvironment e,
                                         fmi3LogMessageCallback log,
                                         fmi3IntermediateUpdateCallback update)
{
    cr_expect(!events && !early && !intermediate && n == 0 && !update);
    environment = e;
    say = log;
    return open_as(name, token, resources, true, visible, on);
}
void fmi3FreeInstance(fmi3Instance c) { told.calls += c == &here; }

#define GIVES3 return (fmi3Status)
fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean has_stop, fmi3Float64 stop)
{
    (void)c, (void)tolerance, (void)stop;
    told.time = start;
    told.flag = has_tolerance || has_stop;
    GIVES3 answer_of(INITIALIZED, 0, 0);
}
fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { GIVES3((void)c, answer_of(LEFT, 0, 0)); }
fmi3Status fmi3Reset(fmi3Instance c) { GIVES3((void)c, answer_of(RESET, 0, 0)); }
fmi3Status fmi3EnterEventMode(fmi3Instance c) { GIVES3((void)c, answer_of(STOPPED, 0, 0)); }
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    GIVES3((void)c, answer_of(GOING_ON, 0, 0));
}
fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference w[], size_t n, fmi3Float64 x[],
                          size_t n_x)
{
    *x = 10;
    GIVES3((void)c, answer_of(*w, n == n_x ? n : 0, 0));
}
fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference w[], size_t n,
                          const fmi3Float64 x[], size_t n_x)
{
    GIVES3((void)c, answer_of(*w, n == n_x ? n : 0, *x));
}
fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference w[], size_t n, fmi3Int32 x[],
                        size_t n_x)
{
    *x = 10;
    GIVES3((void)c, answer_of(*w, n == n_x ? n : 0, 0));
}
fmi3Status fmi3SetInt32(fmi3Instance c, const fmi3ValueReference w[], size_t n, const fmi3Int32 x[],
                        size_t n_x)
{
    GIVES3((void)c, answer_of(*w, n == n_x ? n : 0, *x));
}
fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *s)
{
    *s = &told;
    GIVES3((void)c, answer_of(1, 0, 0));
}
fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState s)
{
    GIVES3((void)c, answer_of(s == &told ? 2 : 0, 0, 0));
}
fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *s)
{
    GIVES3((void)c, answer_of(*s == &told ? 3 : 0, 0, 0));
}
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance c, const fmi3ValueReference unknown[],
                                        size_t n, const fmi3ValueReference known[], size_t n_known,
                                        const fmi3Float64 seed[], size_t n_seed,
                                        fmi3Float64 slope[], size_t n_slope)
{
    *slope = 10;
    told.known = *known;
    GIVES3((void)c,
           answer_of(*unknown, n == n_known && n == n_seed && n == n_slope ? n : 0, *seed));
}
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *ends,
                                    fmi3Boolean *nominals, fmi3Boolean *moved, fmi3Boolean *timed,
                                    fmi3Float64 *next)
{
    *again = --rounds > 0;
    *ends = first.ends;
    *moved = first.moved;
    *timed = first.timed;
    *nominals = false;
    *next = 0;
    first = (struct fmu_event){ .moved = false };
    GIVES3((void)c, answer());
}
fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    GIVES3((void)c, answer_of(SET_STATES, n, x[n - 1]));
}
fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    GIVES3((void)c, answer_array(STATES, x, n));
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    GIVES3((void)c, answer_array(RATES, x, n));
}
fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    GIVES3((void)c, answer_array(INDICATORS, x, n));
}
fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 h, fmi3Boolean no_return,
                      fmi3Boolean *event_needed, fmi3Boolean *ends, fmi3Boolean *early,
                      fmi3Float64 *reached)
{
    told.time = time;
    told.flag = no_return;
    *event_needed = step_needs_event;
    *ends = step_ends;
    *early = step_is_early;
    *reached = time + h;
    GIVES3((void)c, answer_of(0, 0, h));
}

static struct fmu_object object;

static void of_version(int version)
{
    void *handle = dlopen(NULL, RTLD_NOW);
    const char *missing = fmu_object_of(&object, handle, version, true, true);
    cr_assert_null(missing, "%s", missing);
    n_good = 0;
    status = 0;
}

static void give(int n, int then)
{
    n_good = n;
    status = then;
    told.calls = 0;
}

#define ASK(function, ...) object.call->function(&object, &here, ##__VA_ARGS__)

/* Each call of a unit, with what it needs. */
static double some[2];
static int whole;
static void *state;
static struct fmu_event event;

static bool ask_reset(void) { return ASK(reset); }
static bool ask_enter(void) { return ASK(enter, 3); }
static bool ask_leave(void) { return ASK(leave); }
static bool ask_get(void) { return ASK(get, 7, some); }
static bool ask_set(void) { return ASK(set, 7, 0.5); }
static bool ask_get_whole(void) { return ASK(get_whole, 7, &whole); }
static bool ask_set_whole(void) { return ASK(set_whole, 7, 5); }
static bool ask_save(void) { return ASK(save, &state); }
static bool ask_restore(void) { return ASK(restore, &told); }
static bool ask_forget(void)
{
    state = &told;
    return ASK(forget, &state);
}
static bool ask_slope(void) { return ASK(slope, 7, 8, some); }
static bool ask_stop(void) { return ASK(stop); }
static bool ask_settle(void)
{
    rounds = 2;
    return ASK(settle, &event);
}
static bool ask_set_states(void)
{
    some[1] = 0.5;
    return ASK(set_states, some, 2);
}
static bool ask_get_states(void) { return ASK(get_states, some, 2); }
static bool ask_rates(void) { return ASK(rates, some, 2); }
static bool ask_indicators(void) { return ASK(indicators, some, 2); }
static bool ask_step(void) { return ASK(step, 3, 0.5); }
static bool ask_ramp(void) { return ASK(ramp, 7, 0.5); }

static const struct {
    bool (*ask)(void);
    const char *name;
    int calls; /* of functions of the standard: 2.0, 3.0 */
    int calls_3;
    unsigned which;
    size_t n;
    double value;  /* that is told */
    double answer; /* that is given; 0: none */
} asked[] = {
    { ask_reset, "reset", 1, 1, RESET, 0, 0, 0 },
    { ask_enter, "enter", 2, 1, INITIALIZED, 0, 0, 0 },
    { ask_leave, "leave", 1, 1, LEFT, 0, 0, 0 },
    { ask_get, "get", 1, 1, 7, 1, 0, 10 },
    { ask_set, "set", 1, 1, 7, 1, 0.5, 0 },
    { ask_get_whole, "get_whole", 1, 1, 7, 1, 0, 10 },
    { ask_set_whole, "set_whole", 1, 1, 7, 1, 5, 0 },
    { ask_save, "save", 1, 1, 1, 0, 0, 0 },
    { ask_restore, "restore", 1, 1, 2, 0, 0, 0 },
    { ask_forget, "forget", 1, 1, 3, 0, 0, 0 },
    { ask_slope, "slope", 1, 1, 7, 1, 1, 10 },
    { ask_stop, "stop", 1, 1, STOPPED, 0, 0, 0 },
    { ask_settle, "settle", 3, 3, GOING_ON, 0, 0, 0 },
    { ask_set_states, "set_states", 1, 1, SET_STATES, 2, 0.5, 0 },
    { ask_get_states, "get_states", 1, 1, STATES, 2, 0, 10 },
    { ask_rates, "rates", 1, 1, RATES, 2, 0, 10 },
    { ask_indicators, "indicators", 1, 1, INDICATORS, 2, 0, 10 },
    { ask_step, "step", 1, 1, 0, 0, 0.5, 0 },
    { ask_ramp, "ramp", 1, 0, 7, 1, 0.5, 0 },
};
enum { ASKED = sizeof asked / sizeof *asked };

/* Returns how many functions of the standard a call is. */
static int calls_of(int version, size_t i)
{
    return version == 2 ? asked[i].calls : asked[i].calls_3;
}

/* All is well where each function says OK or warns. Any other status is a failure, whichever of the
 * functions has it, and none is called after it. */
static void statuses(int version)
{
    of_version(version);
    for (size_t i = 0; i < ASKED; i++)
        for (int k = 0; k < calls_of(version, i); k++)
            for (int s = 0; s <= (version == 2 ? (int)fmi2Pending : (int)fmi3Fatal); s++) {
                const bool is_well = s == 0 || s == fmi2Warning;
                give(k, s);
                cr_expect_eq(asked[i].ask(), is_well, "%s: %d of call %d", asked[i].name, s, k);
                cr_expect_eq(told.calls, is_well ? calls_of(version, i) : k + 1, "%s",
                             asked[i].name);
            }
    fmu_object_free(&object);
}

Test(calls, of_2_have_statuses) { statuses(2); }
Test(calls, of_3_have_statuses) { statuses(3); }

/* Variables by their reference, arrays with their length, values there and back; slopes along 1. */
static void tells(int version)
{
    of_version(version);
    for (size_t i = 0; i < ASKED; i++) {
        if (calls_of(version, i) == 0)
            continue;
        memset(&told, 0, sizeof told);
        some[0] = some[1] = whole = 0;
        cr_assert(asked[i].ask());
        cr_expect(told.which == asked[i].which && told.n == asked[i].n &&
                      told.value == asked[i].value,
                  "%s: %u, %zu, %g", asked[i].name, told.which, told.n, told.value);
        cr_expect(asked[i].answer == 0 || some[0] == asked[i].answer || whole == asked[i].answer,
                  "%s: %g", asked[i].name, some[0]);
        cr_expect(asked[i].ask != ask_slope || told.known == 8);
        cr_expect(asked[i].ask != ask_enter || (told.time == 3 && !told.flag));
        cr_expect(asked[i].ask != ask_step || (told.time == 3 && told.flag));
        cr_expect(asked[i].ask != ask_save || state == &told);
    }
    object.call->close(&object, &here);
    fmu_object_free(&object);
}

Test(calls, of_2_tell_what_is_asked) { tells(2); }
Test(calls, of_3_tell_what_is_asked) { tells(3); }

/* What any round of an event says counts. A unit that never comes to an end of them has failed:
 * a hundred rounds are an event. */
static void events(int version)
{
    of_version(version);
    for (int i = 0; i < 8; i++)
        for (int n = 1; n <= 3; n++) {
            first = (struct fmu_event){ .moved = i & 1, .ends = i & 2, .timed = i & 4 };
            rounds = n;
            cr_assert(ASK(settle, &event));
            cr_expect_eq(rounds, 0);
            cr_expect(event.moved == ((i & 1) != 0) && event.ends == ((i & 2) != 0) &&
                      event.timed == ((i & 4) != 0));
        }
    rounds = 100;
    cr_expect(ASK(settle, &event));
    rounds = 101;
    cr_expect_not(ASK(settle, &event));
    fmu_object_free(&object);
}

Test(calls, of_2_have_events_of_rounds) { events(2); }
Test(calls, of_3_have_events_of_rounds) { events(3); }

/* Instances are of the kind that is asked for, are not shown, and say what happens. */
static void opens(int version)
{
    of_version(version);
    for (int steps = 0; steps < 2; steps++) {
        cr_expect_eq(object.call->open(&object, "token", "folder", steps), &here);
        cr_expect(opened.steps == steps && !opened.visible && opened.logs);
        cr_expect_str_eq(opened.name, "unit");
        cr_expect_str_eq(opened.token, "token");
        cr_expect_str_eq(opened.resources, "folder");
        told.calls = 0;
        ASK(close);
        cr_expect_eq(told.calls, 1);
    }
}

/* The last message is kept, unless it says that all is well. */
Test(calls, of_2_keep_what_is_said)
{
    opens(2);
    callbacks->logger(callbacks->componentEnvironment, "unit", fmi2Error, "any", "%d of %s", 3,
                      "z");
    cr_expect_str_eq(object.said, "3 of z");
    callbacks->logger(callbacks->componentEnvironment, "unit", fmi2OK, "any", "well");
    cr_expect_str_eq(object.said, "3 of z");
    callbacks->logger(callbacks->componentEnvironment, "unit", fmi2Warning, "any", "hot");
    cr_expect_str_eq(object.said, "hot");
    fmu_object_free(&object);
}

Test(calls, of_3_keep_what_is_said)
{
    opens(3);
    say(environment, fmi3Error, "any", "%d");
    cr_expect_str_eq(object.said, "%d", "a message is no format");
    say(environment, fmi3OK, "any", "well");
    cr_expect_str_eq(object.said, "%d");
    say(environment, fmi3Warning, "any", "hot");
    cr_expect_str_eq(object.said, "hot");
    fmu_object_free(&object);
}

/* A step that needs an event, or ends before it should, has not been taken. */
Test(calls, of_3_take_whole_steps)
{
    bool *const flags[] = { &step_needs_event, &step_ends, &step_is_early };
    of_version(3);
    for (int i = 0; i < 3; i++) {
        *flags[i] = true;
        cr_expect_not(ask_step(), "%d", i);
        *flags[i] = false;
        cr_expect(ask_step(), "%d", i);
    }
    cr_expect_null(object.call->ramp, "3.0 has no derivatives of inputs");
    fmu_object_free(&object);
}
