/* Computes what a unit is asked for (unit.h). */
#include "benchmarks/fmu/unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "benchmarks/fmu/travel.h"

const double unit_nominals[] = LAW_NOMINALS;

static const size_t n_states = LAW_STATES, n_given = LAW_GIVEN, n_shown = LAW_SHOWN;

static double sign(double v) { return (double)((v > 0) - (v < 0)); }

void unit_reset(struct unit *unit, bool steps)
{
    static const struct law_parameters defaults = LAW_DEFAULTS;
    memset(unit, 0, sizeof *unit);
    unit->phase = UNIT_INSTANTIATED;
    unit->steps = steps;
    unit->max_step = LAW_MAX_STEP;
    unit->now.p = defaults;
    law_begin(&unit->now);
}

/* Checks new parameters, and makes memory and states fit them. */
static const char *prepare(struct unit *unit)
{
    double x[LAW_STATES + 1];
    const char *problem = unit->is_prepared ? NULL : law_check(&unit->now.p);
    if (unit->is_prepared || problem)
        return problem;
    memcpy(x, unit->now.x, n_states * sizeof *x);
    law_begin(&unit->now);
    memcpy(unit->now.x, x, n_given * sizeof *x);
    unit->is_prepared = true;
    return NULL;
}

const char *unit_begin(struct unit *unit)
{
    const char *problem = prepare(unit);
    if (problem)
        return problem;
    unit->side = sign(unit->now.v);
    unit->phase = unit->steps ? UNIT_STEPPING : UNIT_EVENT;
    return NULL;
}

/* While time goes on a law that jumps stays on its side of the jump. */
static void choose_sign(struct unit *unit)
{
    const bool is_kept = LAW_JUMPS && unit->phase == UNIT_CONTINUOUS;
    unit->now.s = is_kept ? unit->side : sign(unit->now.v);
}

static void respond(struct unit *unit)
{
    choose_sign(unit);
    law_respond(&unit->now);
}

/* None is 0, as the standards demand (2.0.4, 3.2.2; 3.0.1, 3.2.2): simulators see no change of sign
 * where one leaves 0. A guard that is 0 has not fired; at v = 0 the unit is on neither side. */
const char *unit_indicators(struct unit *unit, double indicator[])
{
    const char *problem = prepare(unit);
    if (problem)
        return problem;
    unit->now.s = LAW_JUMPS ? unit->side : sign(unit->now.v);
#if LAW_GUARDS > 0
    law_watch(&unit->now);
    for (int i = 0; i < LAW_GUARDS; i++)
        indicator[i] = unit->now.guard[i] < 0 ? unit->now.guard[i] : unit->now.guard[i] + DBL_MIN;
#endif
#if LAW_JUMPS
    indicator[LAW_GUARDS] = unit->now.v - DBL_MIN;
    indicator[LAW_GUARDS + 1] = -unit->now.v - DBL_MIN;
#endif
    (void)indicator;
    return NULL;
}

/* Returns true for the variables from one on that are before another; there may be none. */
static bool is_among(size_t variable, size_t from, size_t before)
{
    return variable >= from && variable < before;
}

static bool is_whole_parameter(size_t variable)
{
    return is_among(variable, UNIT_PARAMETERS, UNIT_MAX_STEP) &&
           (LAW_WHOLE >> (variable - UNIT_PARAMETERS) & 1);
}

static const char *check_kind(size_t variable, bool is_whole)
{
    if (variable >= UNIT_VARIABLES)
        return "there is no variable of that value reference";
    if (is_whole != is_whole_parameter(variable))
        return "the variable is of another type";
    return NULL;
}

/* Reads what is computed. The force of a step stays what the step has returned. */
static const char *computed(struct unit *unit, size_t variable, double *value)
{
    double indicator[UNIT_INDICATORS + 1] = { 0 };
    const char *problem = variable >= UNIT_WATCHED ? unit_indicators(unit, indicator) : NULL;
    if (!problem && variable >= UNIT_WATCHED)
        *value = indicator[variable - UNIT_WATCHED];
    if (problem || variable >= UNIT_WATCHED)
        return problem;
    const double stepped = unit->now.force;
    respond(unit);
    if (unit->has_stepped)
        unit->now.force = stepped;
    const bool is_rate = is_among(variable, UNIT_RATES, UNIT_PARAMETERS);
    *value = is_rate ? unit->now.rate[variable - UNIT_RATES] : unit->now.force;
    return NULL;
}

const char *unit_get(struct unit *unit, size_t variable, bool is_whole, double *value)
{
    const char *problem = check_kind(variable, is_whole);
    if (!problem && (variable < UNIT_PARAMETERS || variable >= UNIT_WATCHED))
        problem = prepare(unit);
    if (problem)
        return problem;
    if (variable == UNIT_TIME)
        *value = unit->time;
    else if (variable == UNIT_VELOCITY)
        *value = unit->now.v;
    else if (variable == UNIT_MAX_STEP)
        *value = unit->max_step;
    else if (is_among(variable, UNIT_STATES, UNIT_RATES))
        *value = unit->now.x[variable - UNIT_STATES];
    else if (is_among(variable, UNIT_PARAMETERS, UNIT_MAX_STEP))
        *value = *law_parameter(&unit->now, (unsigned)(variable - UNIT_PARAMETERS));
    else
        return computed(unit, variable, value);
    return NULL;
}

const char *unit_set(struct unit *unit, size_t variable, bool is_whole, double value)
{
    const bool at_first = unit->phase & (UNIT_INSTANTIATED | UNIT_INITIALIZING);
    const char *problem = check_kind(variable, is_whole);
    if (problem)
        return problem;
    if (!isfinite(value))
        return "a value is not a finite number";
    if (variable == UNIT_VELOCITY) {
        unit->now.v = value;
        unit->slope = 0;
        unit->has_stepped = false;
        return NULL;
    }
    const bool is_state = is_among(variable, UNIT_STATES, UNIT_RATES);
    if (!at_first && !(is_state && unit->phase == UNIT_CONTINUOUS))
        return "only the input, and states while time goes on, can be set after initialization";
    if (is_state && (variable < UNIT_STATES + n_given || !at_first))
        unit->now.x[variable - UNIT_STATES] = value;
    else if (is_among(variable, UNIT_PARAMETERS, UNIT_MAX_STEP)) {
        *law_parameter(&unit->now, (unsigned)(variable - UNIT_PARAMETERS)) = value;
        unit->is_prepared = false;
    } else if (variable == UNIT_MAX_STEP && value >= 0)
        unit->max_step = value;
    else
        return "the variable cannot be set so";
    return NULL;
}

const char *unit_set_states(struct unit *unit, const double x[])
{
    for (size_t i = 0; i < n_states; i++)
        if (!isfinite(x[i]))
            return "a state is not a finite number";
    memcpy(unit->now.x, x, n_states * sizeof *x);
    return NULL;
}

const char *unit_rates(struct unit *unit, double rate[])
{
    const char *problem = prepare(unit);
    if (problem)
        return problem;
    respond(unit);
    for (size_t i = 0; i < n_states; i++)
        if (!isfinite(unit->now.rate[i]))
            return "a rate is not a finite number";
    memcpy(rate, unit->now.rate, n_states * sizeof *rate);
    return NULL;
}

const char *unit_settle(struct unit *unit, bool *moved)
{
    *moved = false;
    unit->side = sign(unit->now.v);
#if LAW_GUARDS > 0
    double x[LAW_STATES + 1];
    memcpy(x, unit->now.x, n_states * sizeof *x);
    unit->now.s = unit->side;
    if (!law_settle(&unit->now))
        return "events have no end";
    *moved = memcmp(x, unit->now.x, n_states * sizeof *x) != 0;
#endif
    return NULL;
}

bool unit_is_time(const struct unit *unit, double time, double h)
{
    return fabs(time - unit->time) <= 1e-9 * (fabs(time) + h); /* what masters round */
}

const char *unit_step(struct unit *unit, double h)
{
    const double v1 = unit->now.v + unit->slope * h;
    if (!isfinite(v1))
        return "the velocity grows beyond all numbers";
    if (!law_travel(&unit->now, h, v1, unit->max_step))
        return "the step is more than 10000000 of the longest steps";
    unit->slope = 0;
    unit->has_stepped = true;
    return isfinite(unit->now.force) ? NULL : "the equations of a step have no solution";
}

const char *unit_slope(struct unit *unit, size_t unknown, size_t known, double *slope)
{
#if LAW_SLOPES
    const bool of_rate = is_among(unknown, UNIT_RATES, UNIT_PARAMETERS);
    const bool by_state = is_among(known, UNIT_STATES, UNIT_RATES);
    const bool of_shown = is_among(unknown, UNIT_STATES, UNIT_STATES + n_shown);
    if ((unknown != UNIT_FORCE && !of_rate && !of_shown) || (known != UNIT_VELOCITY && !by_state))
        return "there are derivatives of outputs and of rates only, by the input and by states";
    if (of_shown) {
        *slope = unknown == known;
        return NULL;
    }
    const char *problem = prepare(unit);
    if (problem)
        return problem;
    choose_sign(unit);
    law_differentiate(&unit->now);
    if (of_rate && by_state)
        *slope =
            unit->now.slopes.rate_x[(unknown - UNIT_RATES) * LAW_STATES + (known - UNIT_STATES)];
    else if (of_rate)
        *slope = unit->now.slopes.rate_v[unknown - UNIT_RATES];
    else if (by_state)
        *slope = unit->now.slopes.force_x[known - UNIT_STATES];
    else
        *slope = unit->now.slopes.force_v;
    return NULL;
#else
    (void)unit, (void)unknown, (void)known, (void)slope;
    return "the law has no derivatives";
#endif
}
