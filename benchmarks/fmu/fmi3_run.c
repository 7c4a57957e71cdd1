/* The functions of FMI 3.0.1 for saved states, for model exchange and for co-simulation (fmi3.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/fmi3_instance.h"

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_ANY, __func__))
        return fmi3Error;
    if (!state)
        return fmi3_fail(at, __func__, "there is no place for the state");
    if (!*state)
        *state = malloc(sizeof at->unit);
    if (!*state)
        return fmi3_fail(at, __func__, "out of memory");
    memcpy(*state, &at->unit, sizeof at->unit);
    return fmi3OK;
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_ANY, __func__))
        return fmi3Error;
    if (!state)
        return fmi3_fail(at, __func__, "there is no state");
    memcpy(&at->unit, state, sizeof at->unit);
    return fmi3OK;
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
    if (!fmi3_may(c, UNIT_ANY, __func__))
        return fmi3Error;
    if (state) {
        free(*state);
        *state = NULL;
    }
    return fmi3OK;
}

fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_CONTINUOUS, __func__))
        return fmi3Error;
    at->unit.phase = UNIT_EVENT;
    return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
    return fmi3_may(c, UNIT_INITIALIZING | UNIT_EVENT, __func__) ? fmi3OK : fmi3Error;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
                                    fmi3Boolean *nominals_changed, fmi3Boolean *states_changed,
                                    fmi3Boolean *has_next_event, fmi3Float64 *next_event)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_EVENT, __func__))
        return fmi3Error;
    if (!again || !terminate || !nominals_changed || !states_changed || !has_next_event ||
        !next_event)
        return fmi3_fail(at, __func__, "there is no place for the result");
    *again = *terminate = *nominals_changed = *has_next_event = false;
    *next_event = 0;
    const char *problem = unit_settle(&at->unit, states_changed);
    return problem ? fmi3_fail(at, __func__, problem) : fmi3OK;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_EVENT, __func__))
        return fmi3Error;
    at->unit.phase = UNIT_CONTINUOUS;
    return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_return,
                                       fmi3Boolean *enter_event_mode, fmi3Boolean *terminate)
{
    struct instance *at = c;
    (void)no_return;
    if (!fmi3_may(at, UNIT_CONTINUOUS, __func__))
        return fmi3Error;
    if (!enter_event_mode || !terminate)
        return fmi3_fail(at, __func__, "there is no place for the result");
    *enter_event_mode = *terminate = false;
    return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 time)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_CONTINUOUS | UNIT_EVENT, __func__))
        return fmi3Error;
    if (!isfinite(time))
        return fmi3_fail(at, __func__, "the time is not a finite number");
    at->unit.time = time;
    return fmi3OK;
}

/* Returns true when an array of model exchange has the right size. */
static bool fits(struct instance *at, unsigned phases, const char *function, const void *values,
                 size_t n, size_t right)
{
    if (!fmi3_may(at, phases, function))
        return false;
    if (!at->unit.steps && n == right && (values || n == 0))
        return true;
    fmi3_fail(at, function, "not the number of states or indicators, or not model exchange");
    return false;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_CONTINUOUS, __func__, x, n, LAW_STATES))
        return fmi3Error;
    const char *problem = unit_set_states(&at->unit, x);
    return problem ? fmi3_fail(at, __func__, problem) : fmi3OK;
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 rates[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, rates, n, LAW_STATES))
        return fmi3Error;
    const char *problem = unit_rates(&at->unit, rates);
    return problem ? fmi3_fail(at, __func__, problem) : fmi3OK;
}

fmi3Status fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 indicators[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, indicators, n, UNIT_INDICATORS))
        return fmi3Error;
    const char *problem = unit_indicators(&at->unit, indicators);
    return problem ? fmi3_fail(at, __func__, problem) : fmi3OK;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_READABLE, __func__, x, n, LAW_STATES))
        return fmi3Error;
    for (size_t i = 0; i < n; i++) {
        const char *problem = unit_get(&at->unit, UNIT_STATES + i, false, &x[i]);
        if (problem)
            return fmi3_fail(at, __func__, problem);
    }
    return fmi3OK;
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 nominals[], size_t n)
{
    struct instance *at = c;
    if (!fits(at, UNIT_ANY, __func__, nominals, n, LAW_STATES))
        return fmi3Error;
    if (n > 0)
        memcpy(nominals, unit_nominals, n * sizeof *nominals);
    return fmi3OK;
}

/* Tells a number that does not change. */
static fmi3Status tell(fmi3Instance c, const char *function, size_t *n, size_t number)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_ANY, function))
        return fmi3Error;
    if (!n)
        return fmi3_fail(at, function, "there is no place for the result");
    *n = number;
    return fmi3OK;
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
    return tell(c, __func__, n, UNIT_INDICATORS);
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
    return tell(c, __func__, n, LAW_STATES);
}

fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 time, fmi3Float64 h, fmi3Boolean no_return,
                      fmi3Boolean *event_needed, fmi3Boolean *terminate, fmi3Boolean *early_return,
                      fmi3Float64 *reached)
{
    struct instance *at = c;
    (void)no_return;
    if (!fmi3_may(at, UNIT_STEPPING, __func__))
        return fmi3Error;
    if (!event_needed || !terminate || !early_return || !reached)
        return fmi3_fail(at, __func__, "there is no place for the result");
    if (!(h > 0) || !isfinite(h) || !unit_is_time(&at->unit, time, h))
        return fmi3_fail(at, __func__, "h is not above 0, or the time is not that of the unit");
    *event_needed = *terminate = *early_return = false;
    *reached = time;
    const char *problem = unit_step(&at->unit, h);
    if (problem)
        return fmi3_fail(at, __func__, problem);
    at->unit.time = *reached = time + h;
    return fmi3OK;
}
