/* The functions of FMI 3.0.1 for what units do not have: variables of other types, clocks,
 * configuration, saved bytes (fmi3.h). The description says so, and a call is an error. */
#include "benchmarks/fmu/fmi3_instance.h"

static fmi3Status cannot(fmi3Instance c, const char *function)
{
    struct instance *at = c;
    if (!fmi3_may(at, UNIT_ANY, function))
        return fmi3Error;
    return fmi3_fail(at, function, "the unit has no such ability");
}

/* Variables of a type of which there is none: to visit none of them is right. */
static fmi3Status visit_none(fmi3Instance c, unsigned phases, const char *function, size_t n)
{
    struct instance *at = c;
    if (!fmi3_may(at, phases, function))
        return fmi3Error;
    return n == 0 ? fmi3OK : fmi3_fail(at, function, "there is no variable of that type");
}

#define NONE(type)                                                                                 \
    fmi3Status fmi3Get##type(fmi3Instance c, const fmi3ValueReference which[], size_t n,           \
                             fmi3##type values[], size_t n_values)                                 \
    {                                                                                              \
        (void)which, (void)values, (void)n_values;                                                 \
        return visit_none(c, FMI3_READABLE, __func__, n);                                          \
    }                                                                                              \
    fmi3Status fmi3Set##type(fmi3Instance c, const fmi3ValueReference which[], size_t n,           \
                             const fmi3##type values[], size_t n_values)                           \
    {                                                                                              \
        (void)which, (void)values, (void)n_values;                                                 \
        return visit_none(c, FMI3_WRITABLE, __func__, n);                                          \
    }
NONE(Float32)
NONE(Int8)
NONE(UInt8)
NONE(Int16)
NONE(UInt16)
NONE(UInt32)
NONE(Int64)
NONE(UInt64)
NONE(Boolean)
NONE(String)
#undef NONE

fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference which[], size_t n, size_t sizes[],
                         fmi3Binary values[], size_t n_values)
{
    (void)which, (void)sizes, (void)values, (void)n_values;
    return visit_none(c, FMI3_READABLE, __func__, n);
}

fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                         const size_t sizes[], const fmi3Binary values[], size_t n_values)
{
    (void)which, (void)sizes, (void)values, (void)n_values;
    return visit_none(c, FMI3_WRITABLE, __func__, n);
}

fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                        fmi3Clock values[])
{
    (void)which, (void)values;
    return visit_none(c, FMI3_READABLE, __func__, n);
}

fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                        const fmi3Clock values[])
{
    (void)which, (void)values;
    return visit_none(c, FMI3_WRITABLE, __func__, n);
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
    (void)state, (void)size;
    return cannot(c, __func__);
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
    (void)state, (void)bytes, (void)size;
    return cannot(c, __func__);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState *state)
{
    (void)bytes, (void)size, (void)state;
    return cannot(c, __func__);
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) { return cannot(c, __func__); }

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) { return cannot(c, __func__); }

fmi3Status fmi3EnterStepMode(fmi3Instance c) { return cannot(c, __func__); }

fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                  fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[])
{
    (void)which, (void)n, (void)intervals, (void)qualifiers;
    return cannot(c, __func__);
}

fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                   fmi3UInt64 counters[], fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[])
{
    (void)which, (void)n, (void)counters, (void)resolutions, (void)qualifiers;
    return cannot(c, __func__);
}

fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                               fmi3Float64 shifts[])
{
    (void)which, (void)n, (void)shifts;
    return cannot(c, __func__);
}

fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                fmi3UInt64 counters[], fmi3UInt64 resolutions[])
{
    (void)which, (void)n, (void)counters, (void)resolutions;
    return cannot(c, __func__);
}

fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                  const fmi3Float64 intervals[])
{
    (void)which, (void)n, (void)intervals;
    return cannot(c, __func__);
}

fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                   const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)which, (void)n, (void)counters, (void)resolutions;
    return cannot(c, __func__);
}

fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                               const fmi3Float64 shifts[])
{
    (void)which, (void)n, (void)shifts;
    return cannot(c, __func__);
}

fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[])
{
    (void)which, (void)n, (void)counters, (void)resolutions;
    return cannot(c, __func__);
}

fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference which, size_t *n)
{
    (void)which, (void)n;
    return cannot(c, __func__);
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference which, size_t elements[],
                                       fmi3ValueReference independents[],
                                       size_t elements_of_independents[],
                                       fmi3DependencyKind kinds[], size_t n)
{
    (void)which, (void)elements, (void)independents, (void)elements_of_independents, (void)kinds;
    (void)n;
    return cannot(c, __func__);
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference unknowns[],
                                    size_t n_unknowns, const fmi3ValueReference knowns[],
                                    size_t n_knowns, const fmi3Float64 seed[], size_t n_seed,
                                    fmi3Float64 sensitivity[], size_t n_sensitivity)
{
    (void)unknowns, (void)n_unknowns, (void)knowns, (void)n_knowns, (void)seed, (void)n_seed;
    (void)sensitivity, (void)n_sensitivity;
    return cannot(c, __func__);
}

fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference which[], size_t n,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t n_values)
{
    (void)which, (void)n, (void)orders, (void)values, (void)n_values;
    return cannot(c, __func__);
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time)
{
    (void)clock, (void)time;
    return cannot(c, __func__);
}
