/* Finds rows in the stored table (golden.h). */
#include "benchmarks/microcontrollers/golden.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the table. Ranges are three: min, mean, max. */
enum {
    CORE,
    MODEL,
    INTEGRATOR,
    PRECISION,
    INSTRUCTIONS = 5,
    CYCLES_LO = 8,
    CYCLES_HI = 11,
    EXP_CALLS = 14,
    FLASH = 17,
    RAM,
    STACK,
    RESTARTS
};

/* Returns the beginning of field k of a line. */
static const char *field(const char *line, int k)
{
    for (; k > 0 && line; k--) {
        line = strchr(line, ',');
        line += line != NULL;
    }
    return line;
}

/* Returns true when field k is the text; text NULL matches every field. */
static bool field_is(const char *line, int k, const char *text)
{
    const char *at = field(line, k);
    if (!text)
        return at != NULL;
    const size_t n = strlen(text);
    return at && strncmp(at, text, n) == 0 && at[n] == ',';
}

static const char *line_of(const char *core, const char *model, const char *integrator,
                           const char *precision)
{
    for (const char *const *line = embedded_golden_lines; *line; line++)
        if (**line != '#' && field_is(*line, CORE, core) && field_is(*line, MODEL, model) &&
            field_is(*line, INTEGRATOR, integrator) && field_is(*line, PRECISION, precision))
            return *line;
    return NULL;
}

static double number(const char *line, int k)
{
    const char *text = field(line, k);
    char *end = NULL;
    const double value = text ? strtod(text, &end) : 0;
    return text && end != text ? value : (double)NAN;
}

static struct embedded_range range(const char *line, int k)
{
    return (struct embedded_range){ .min = (uint64_t)fmax(number(line, k), 0),
                                    .mean = number(line, k + 1),
                                    .max = (uint64_t)fmax(number(line, k + 2), 0) };
}

bool embedded_golden_cost(const char *core, const char *model, const char *integrator,
                          const char *precision, struct embedded_cost *cost)
{
    const char *line = line_of(core, model, integrator, precision);
    if (!line || isnan(number(line, INSTRUCTIONS + 1)))
        return false;
    *cost = (struct embedded_cost){
        .status = EMBEDDED_OK,
        .steps = UINT64_MAX, /* not kept */
        .restarts = (uint64_t)fmax(number(line, RESTARTS), 0),
        .instructions = range(line, INSTRUCTIONS),
        .has_cycles = !isnan(number(line, CYCLES_HI + 2)),
        .cycles_lo = range(line, CYCLES_LO),
        .cycles_hi = range(line, CYCLES_HI),
        .exp_calls = range(line, EXP_CALLS),
        .flash = (uint32_t)fmax(number(line, FLASH), 0),
        .ram = (uint32_t)fmax(number(line, RAM), 0),
        .stack = (uint32_t)fmax(number(line, STACK), 0),
        .force = NAN,
    };
    snprintf(cost->law, sizeof cost->law, "%s", model);
    snprintf(cost->method, sizeof cost->method, "%s", integrator);
    snprintf(cost->precision, sizeof cost->precision, "%s", precision);
    return true;
}

bool embedded_golden_measured(const char *core, const char *precision)
{
    return line_of(core, NULL, NULL, precision) != NULL;
}

bool embedded_golden_has(const char *integrator)
{
    return line_of(NULL, NULL, integrator, NULL) != NULL;
}
