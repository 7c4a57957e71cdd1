/* Calls the functions of a unit of FMI 2.0 at random, most in a legal order and many not, with
 * values that may be illegal; linked with a unit's sources. Prints how many were well.
 *
 *   random_calls SEQUENCES SEED */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/unit.h"
#include "properties/fmu/fmi2.h"

enum { CALLS = 40, ROOM = 128, MESSAGES = 512 };

static unsigned long long state;
static unsigned long well, wrong, told;

/* SplitMix64 */
static unsigned long long draw(unsigned long long n)
{
    unsigned long long z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (z ^ (z >> 31)) % n;
}

static bool chance(unsigned percent) { return draw(100) < percent; }

static double number(void)
{
    static const double odd[] = { 0, -0.0, 1, -1, 1e-300, 1e300, -1e308, INFINITY, -INFINITY, NAN };
    if (chance(15))
        return odd[draw(sizeof odd / sizeof *odd)];
    return (double)draw(2000001) * 1e-9 - 1e-3;
}

static void logger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                   fmi2String category, fmi2String message, ...)
{
    (void)environment, (void)instance, (void)status, (void)category;
    told += message != NULL;
}

static bool note(fmi2Status status)
{
    if (status == fmi2OK)
        well++;
    else
        wrong++;
    return status == fmi2OK;
}

/* What one sequence works with. */
struct run {
    fmi2Component c;
    bool steps;
    fmi2FMUstate saved;
    double time, values[ROOM], seed[ROOM];
    fmi2ValueReference which[ROOM];
    int whole[ROOM];
    size_t n;
};

static void fill(struct run *r)
{
    r->n = chance(80) ? 1 : draw(6);
    for (size_t i = 0; i < ROOM; i++) {
        r->which[i] = (fmi2ValueReference)(chance(50) ? 1 : draw(UNIT_VARIABLES + 2));
        r->values[i] = number();
        r->seed[i] = number();
        r->whole[i] = (int)draw(40) - 5;
    }
}

static size_t size(size_t right) { return chance(90) ? right : draw(ROOM); }

/* Calls that go on. */
static fmi2Status call_phase(struct run *r)
{
    fmi2EventInfo info;
    fmi2Boolean enter, end;
    switch (draw(8)) {
    case 0:
        return fmi2EnterEventMode(r->c);
    case 1:
        return fmi2NewDiscreteStates(r->c, chance(95) ? &info : NULL);
    case 2:
        return fmi2EnterContinuousTimeMode(r->c);
    case 3:
        return fmi2CompletedIntegratorStep(r->c, fmi2True, &enter, chance(95) ? &end : NULL);
    case 4:
        return fmi2SetTime(r->c, r->time = chance(95) ? r->time + 1e-3 : number());
    case 5:
        return fmi2Terminate(r->c);
    case 6:
        return fmi2EnterInitializationMode(r->c);
    default:
        return fmi2ExitInitializationMode(r->c);
    }
}

static fmi2Status call_exchange(struct run *r)
{
    switch (draw(6)) {
    case 0:
        return fmi2SetContinuousStates(r->c, r->values, size(LAW_STATES));
    case 1:
        return fmi2GetContinuousStates(r->c, r->values, size(LAW_STATES));
    case 2:
        return fmi2GetDerivatives(r->c, r->values, size(LAW_STATES));
    case 3:
        return fmi2GetEventIndicators(r->c, r->values, size(UNIT_INDICATORS));
    case 4:
        return fmi2GetNominalsOfContinuousStates(r->c, r->values, size(LAW_STATES));
    default:
        return fmi2GetDirectionalDerivative(r->c, r->which, r->n, r->which + 8, r->n, r->seed,
                                            r->values);
    }
}

static fmi2Status call_step(struct run *r)
{
    fmi2Status status;
    switch (draw(6)) {
    case 0:
        return fmi2SetRealInputDerivatives(r->c, r->which, r->n, (int[ROOM]){ 1 }, r->values);
    case 1:
        return fmi2GetRealStatus(r->c, fmi2LastSuccessfulTime, r->values);
    case 2:
        return fmi2CancelStep(r->c);
    default:
        status = fmi2DoStep(r->c, r->time, chance(90) ? 1e-3 : number(), fmi2True);
        r->time += status == fmi2OK ? 1e-3 : 0;
        return status;
    }
}

static fmi2Status call_values(struct run *r)
{
    fmi2String texts[ROOM] = { "text" };
    const fmi2ValueReference *which = chance(98) ? r->which : NULL;
    switch (draw(8)) {
    case 0:
    case 1:
        return fmi2GetReal(r->c, which, r->n, r->values);
    case 2:
    case 3:
        return fmi2SetReal(r->c, which, r->n, r->values);
    case 4:
        return fmi2GetInteger(r->c, which, r->n, r->whole);
    case 5:
        return fmi2SetInteger(r->c, which, r->n, r->whole);
    case 6:
        return fmi2GetString(r->c, which, r->n, texts);
    default:
        return fmi2SetBoolean(r->c, which, r->n, r->whole);
    }
}

static fmi2Status call_other(struct run *r)
{
    size_t n = 0;
    char bytes[ROOM] = { 0 };
    switch (draw(8)) {
    case 0:
        return fmi2GetFMUstate(r->c, chance(95) ? &r->saved : NULL);
    case 1:
        return fmi2SetFMUstate(r->c, r->saved);
    case 2:
        return fmi2FreeFMUstate(r->c, &r->saved);
    case 3:
        return fmi2SerializedFMUstateSize(r->c, r->saved, &n);
    case 4:
        return fmi2DeSerializeFMUstate(r->c, bytes, sizeof bytes, &r->saved);
    case 5:
        return fmi2SetDebugLogging(r->c, (int)draw(2), 0, NULL);
    case 6:
        return fmi2GetReal(NULL, r->which, 1, r->values); /* no instance */
    default:
        return fmi2SetupExperiment(r->c, fmi2False, 0, number(), fmi2False, 0);
    }
}

static fmi2Status call(struct run *r)
{
    const unsigned kind = (unsigned)draw(20);
    fill(r);
    if (kind < 7)
        return call_values(r);
    if (kind < 11)
        return chance(90) == r->steps ? call_step(r) : call_exchange(r);
    if (kind < 14)
        return chance(90) == r->steps ? call_step(r) : call_phase(r);
    return kind < 16 ? call_other(r) : kind < 17 ? call_phase(r) : call_step(r);
}

/* Mostly legal values, and the way to where time goes on. */
static void begin(struct run *r)
{
    bool all = note(fmi2SetupExperiment(r->c, fmi2False, 0, 0, fmi2False, 0)) &&
               note(fmi2EnterInitializationMode(r->c));
    for (int i = 0; all && i < 3; i++) {
        fill(r);
        if (chance(20))
            note(call_values(r));
    }
    note(fmi2ExitInitializationMode(r->c));
    r->time = 0;
}

static void sequence(const char *token)
{
    static const fmi2CallbackFunctions functions = { .logger = logger };
    struct run r = { .steps = chance(50) };
    const fmi2Type type = r.steps ? fmi2CoSimulation : fmi2ModelExchange;
    r.c = fmi2Instantiate(chance(98) ? "unit" : NULL, type, chance(98) ? token : "{0}", NULL,
                          chance(98) ? &functions : NULL, fmi2False, fmi2True);
    if (chance(90))
        begin(&r);
    for (int i = 0; i < CALLS; i++)
        if (!note(call(&r)) && chance(60) && r.c) {
            note(fmi2Reset(r.c));
            begin(&r);
        }
    if (r.c)
        fmi2FreeFMUstate(r.c, &r.saved);
    fmi2FreeInstance(r.c);
}

int main(int argc, char **argv)
{
    const long n = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (long i = 0; i < n; i++)
        sequence(LAW_TOKEN);
    printf("%ld sequences: %lu calls were well, %lu were not, %lu messages\n", n, well, wrong,
           told);
    return well > 10 * (unsigned long)n && wrong > (unsigned long)n && told > 0 ? 0 : 1;
}
