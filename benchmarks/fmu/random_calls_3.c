/* Calls the functions of a unit of FMI 3.0 at random, most in a legal order and many not, with
 * values that may be illegal; linked with a unit's sources. Prints how many were well.
 *
 *   random_calls SEQUENCES SEED */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/unit.h"
#include "properties/fmu/fmi3.h"

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

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                        fmi3String message)
{
    (void)environment, (void)status, (void)category;
    told += message != NULL;
}

static bool note(fmi3Status status)
{
    if (status == fmi3OK)
        well++;
    else
        wrong++;
    return status == fmi3OK;
}

/* What one sequence works with. */
struct run {
    fmi3Instance c;
    bool steps;
    fmi3FMUState saved;
    double time, values[ROOM], seed[ROOM];
    fmi3ValueReference which[ROOM];
    fmi3Int32 whole[ROOM];
    size_t n;
};

static void fill(struct run *r)
{
    r->n = chance(80) ? 1 : draw(6);
    for (size_t i = 0; i < ROOM; i++) {
        r->which[i] = (fmi3ValueReference)(chance(50) ? 1 : draw(UNIT_VARIABLES + 2));
        r->values[i] = number();
        r->seed[i] = number();
        r->whole[i] = (fmi3Int32)draw(40) - 5;
    }
}

static size_t size(size_t right) { return chance(90) ? right : draw(ROOM); }

/* Calls that go on. */
static fmi3Status call_phase(struct run *r)
{
    fmi3Boolean a, b, c, d, e;
    double next;
    switch (draw(8)) {
    case 0:
        return fmi3EnterEventMode(r->c);
    case 1:
        return fmi3UpdateDiscreteStates(r->c, &a, &b, &c, &d, &e, chance(95) ? &next : NULL);
    case 2:
        return fmi3EnterContinuousTimeMode(r->c);
    case 3:
        return fmi3CompletedIntegratorStep(r->c, true, &a, chance(95) ? &b : NULL);
    case 4:
        return fmi3SetTime(r->c, r->time = chance(95) ? r->time + 1e-3 : number());
    case 5:
        return fmi3Terminate(r->c);
    case 6:
        return fmi3EnterInitializationMode(r->c, false, 0, number(), false, 0);
    default:
        return fmi3ExitInitializationMode(r->c);
    }
}

static fmi3Status call_exchange(struct run *r)
{
    switch (draw(6)) {
    case 0:
        return fmi3SetContinuousStates(r->c, r->values, size(LAW_STATES));
    case 1:
        return fmi3GetContinuousStates(r->c, r->values, size(LAW_STATES));
    case 2:
        return fmi3GetContinuousStateDerivatives(r->c, r->values, size(LAW_STATES));
    case 3:
        return fmi3GetEventIndicators(r->c, r->values, size(UNIT_INDICATORS));
    case 4:
        return fmi3GetNominalsOfContinuousStates(r->c, r->values, size(LAW_STATES));
    default:
        return fmi3GetDirectionalDerivative(r->c, r->which, r->n, r->which + 8, r->n, r->seed,
                                            size(r->n), r->values, r->n);
    }
}

static fmi3Status call_step(struct run *r)
{
    fmi3Status status;
    fmi3Boolean a, b, c;
    switch (draw(6)) {
    case 0:
        return fmi3GetOutputDerivatives(r->c, r->which, r->n, r->whole, r->values, r->n);
    case 1:
        return fmi3EnterStepMode(r->c);
    default:
        status = fmi3DoStep(r->c, r->time, chance(90) ? 1e-3 : number(), true, &a, &b, &c,
                            chance(95) ? r->seed : NULL);
        r->time += status == fmi3OK ? 1e-3 : 0;
        return status;
    }
}

static fmi3Status call_values(struct run *r)
{
    fmi3String texts[ROOM] = { "text" };
    const fmi3ValueReference *which = chance(98) ? r->which : NULL;
    switch (draw(8)) {
    case 0:
    case 1:
        return fmi3GetFloat64(r->c, which, r->n, r->values, size(r->n));
    case 2:
    case 3:
        return fmi3SetFloat64(r->c, which, r->n, r->values, size(r->n));
    case 4:
        return fmi3GetInt32(r->c, which, r->n, r->whole, size(r->n));
    case 5:
        return fmi3SetInt32(r->c, which, r->n, r->whole, size(r->n));
    case 6:
        return fmi3GetString(r->c, which, r->n, texts, r->n);
    default:
        return fmi3SetUInt32(r->c, which, r->n, r->which, r->n);
    }
}

static fmi3Status call_other(struct run *r)
{
    size_t n = 0;
    fmi3Byte bytes[ROOM] = { 0 };
    switch (draw(8)) {
    case 0:
        return fmi3GetFMUState(r->c, chance(95) ? &r->saved : NULL);
    case 1:
        return fmi3SetFMUState(r->c, r->saved);
    case 2:
        return fmi3FreeFMUState(r->c, &r->saved);
    case 3:
        return fmi3SerializedFMUStateSize(r->c, r->saved, &n);
    case 4:
        return fmi3DeserializeFMUState(r->c, bytes, sizeof bytes, &r->saved);
    case 5:
        return fmi3SetDebugLogging(r->c, chance(50), 0, NULL);
    case 6:
        return fmi3GetFloat64(NULL, r->which, 1, r->values, 1); /* no instance */
    default:
        return fmi3GetNumberOfEventIndicators(r->c, chance(90) ? &n : NULL);
    }
}

static fmi3Status call(struct run *r)
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
    bool all = note(fmi3EnterInitializationMode(r->c, false, 0, 0, false, 0));
    for (int i = 0; all && i < 3; i++) {
        fill(r);
        if (chance(20))
            note(call_values(r));
    }
    note(fmi3ExitInitializationMode(r->c));
    r->time = 0;
}

static void sequence(const char *token)
{
    struct run r = { .steps = chance(50) };
    const char *name = chance(98) ? "unit" : NULL, *given = chance(98) ? token : "{0}";
    if (r.steps)
        r.c = fmi3InstantiateCoSimulation(name, given, NULL, false, true, chance(2), false, NULL, 0,
                                          NULL, chance(98) ? log_message : NULL, NULL);
    else
        r.c = fmi3InstantiateModelExchange(name, given, NULL, false, true, NULL,
                                           chance(98) ? log_message : NULL);
    if (chance(90))
        begin(&r);
    for (int i = 0; i < CALLS; i++)
        if (!note(call(&r)) && chance(60) && r.c) {
            note(fmi3Reset(r.c));
            begin(&r);
        }
    if (r.c)
        fmi3FreeFMUState(r.c, &r.saved);
    fmi3FreeInstance(r.c);
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
