/* The functions of FMI 2.0.4 for saved states, for model exchange and for co-simulation (fmi2.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/fmi2_instance.h"

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_ANY, __func__))
        return fmi2Error;
    if (!state)
        return fmi2_fail(at, __func__, "there is no place for the state");
    if (!*state)
        *state = malloc(sizeof at->unit);
    if (!*state)
        return fmi2_fail(at, __func__, "out of memory");
    memcpy(*state, &at->unit, sizeof at->unit);
    return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_ANY, __func__))
        return fmi2Error;
    if (!state)
        return fmi2_fail(at, __func__, "there is no state");
    memcpy(&at->unit, state, sizeof at->unit);
    return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
    if (!fmi2_may(c, UNIT_ANY, __func__))
        return fmi2Error;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi2OK;
}

/* What the description says that a unit cannot do. */
static fmi2Status cannot(fmi2Component c, const char *function)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_ANY, function))
        return fmi2Error;
    return fmi2_fail(at, function, "the unit has no such ability");
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
    (void)state, (void)size;
    return cannot(c, __func__);
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
    (void)state, (void)bytes, (void)size;
    return cannot(c, __func__);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate *state)
{
    (void)bytes, (void)size, (void)state;
    return cannot(c, __func__);
}

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_CONTINUOUS | UNIT_EVENT, __func__))
        return fmi2Error;
    at->unit.phase = UNIT_EVENT;
    return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
    struct instance *at = c;
    bool moved;
    if (!fmi2_may(at, UNIT_EVENT, __func__))
        return fmi2Error;
    if (!info)
        return fmi2_fail(at, __func__, "there is no place for the result");
    const char *problem = unit_settle(&at->unit, &moved);
    if (problem)
        return fmi2_fail(at, __func__, problem);
    *info = (fmi2EventInfo){ .valuesOfContinuousStatesChanged = moved };
    return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_EVENT, __func__))
        return fmi2Error;
    at->unit.phase = UNIT_CONTINUOUS;
    return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return,
                                       fmi2Boolean *enter_event_mode, fmi2Boolean *terminate)
{
    struct instance *at = c;
    (void)no_return;
    if (!fmi2_may(at, UNIT_CONTINUOUS, __func__))
        return fmi2Error;
    if (!enter_event_mode || !terminate)
        return fmi2_fail(at, __func__, "there is no place for the result");
    *enter_event_mode = *terminate = fmi2False;
    return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time)
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_CONTINUOUS | UNIT_EVENT, __func__))
        return fmi2Error;
    if (!isfinite(time))
        return fmi2_fail(at, __func__, "the time is not a finite number");
    at->unit.time = time;
    return fmi2OK;
}

/* Returns true when an array of model exchange has the right size. */
static bool fits(struct instance *at, unsigned phases, const char *function, const void *values,
                 size_t n, size_t right)
{
    if (!fmi2_may(at, phases, function))
        return false;
    if (!at->unit.steps && n == right && (values || n == 0))
        return true;
    fmi2_fail(at, function, "not the number of states or indicators, or not model exchange");
    return false;
}

fmi2Status fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_CONTINUOUS, __func__, x, n, LAW_STATES))
        return fmi2Error;
    const char *problem = unit_set_states(&at->unit, x);
    return problem ? fmi2_fail(at, __func__, problem) : fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real rates[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, rates, n, LAW_STATES))
        return fmi2Error;
    const char *problem = unit_rates(&at->unit, rates);
    return problem ? fmi2_fail(at, __func__, problem) : fmi2OK;
}

fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, indicators, n, UNIT_INDICATORS))
        return fmi2Error;
    const char *problem = unit_indicators(&at->unit, indicators);
    return problem ? fmi2_fail(at, __func__, problem) : fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, x, n, LAW_STATES))
        return fmi2Error;
    for (size_t i = 0; i < n; i++) {
        const char *problem = unit_get(&at->unit, UNIT_STATES + i, false, &x[i]);
        if (problem)
            return fmi2_fail(at, __func__, problem);
    }
    return fmi2OK;
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_ANY, __func__, nominals, n, LAW_STATES))
        return fmi2Error;
    if (n > 0)
        memcpy(nominals, unit_nominals, n * sizeof *nominals);
    return fmi2OK;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference which[], size_t n,
                                       const fmi2Integer order[], const fmi2Real values[])
{
    struct instance *at = c;
    if (!fmi2_may(at, UNIT_INSTANTIATED | UNIT_INITIALIZING | UNIT_STEPPING, __func__))
        return fmi2Error;
    if (!at->unit.steps || (n > 0 && (!which || !order || !values)))
        return fmi2_fail(at, __func__, "an array is missing, or not co-simulation");
    for (size_t i = 0; i < n; i++) {
        if (which[i] != UNIT_VELOCITY || order[i] != 1 || !isfinite(values[i]))
            return fmi2_fail(at, __func__, "there is the first derivative of v only, finite");
        at->unit.slope = values[i];
    }
    return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference which[], size_t n,
                                        const fmi2Integer order[], fmi2Real values[])
{
    (void)which, (void)n, (void)order, (void)values;
    return cannot(c, __func__);
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real time, fmi2Real h, fmi2Boolean no_return)
{
    struct instance *at = c;
    (void)no_return;
    if (!fmi2_may(at, UNIT_STEPPING, __func__))
        return fmi2Error;
    if (!(h > 0) || !isfinite(h) || !unit_is_time(&at->unit, time, h))
        return fmi2_fail(at, __func__, "h is not above 0, or the time is not that of the unit");
    const char *problem = unit_step(&at->unit, h);
    if (problem)
        return fmi2_fail(at, __func__, problem);
    at->unit.time = time + h;
    return fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component c) { return cannot(c, __func__); }

/* Steps are done when they return: nothing is pending that could be asked about. */
static fmi2Status nothing_pending(fmi2Component c, const char *function)
{
    return fmi2_may(c, UNIT_STEPPING | UNIT_TERMINATED | UNIT_FAILED, function) ? fmi2Discard
                                                                                : fmi2Error;
}

fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status *value)
{
    (void)kind, (void)value;
    return nothing_pending(c, __func__);
}

fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real *value)
{
    struct instance *at = c;
    const fmi2Status status = nothing_pending(c, __func__);
    if (status != fmi2Discard || kind != fmi2LastSuccessfulTime || !value)
        return status;
    *value = at->unit.time;
    return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind, fmi2Integer *value)
{
    (void)kind, (void)value;
    return nothing_pending(c, __func__);
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value)
{
    const fmi2Status status = nothing_pending(c, __func__);
    if (status != fmi2Discard || kind != fmi2Terminated || !value)
        return status;
    *value = fmi2False;
    return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, fmi2String *value)
{
    (void)kind, (void)value;
    return nothing_pending(c, __func__);
}
