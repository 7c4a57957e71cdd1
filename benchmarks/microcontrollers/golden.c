/* Finds rows in the stored table (golden.h). */
#include "benchmarks/microcontrollers/golden.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns: core,model,integrator,precision,steps,instructions_min,instructions_mean,... */
enum { CORE, MODEL, INTEGRATOR, PRECISION, MEAN = 6 };

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

double embedded_golden_instructions(const char *core, const char *model, const char *integrator,
                                    const char *precision)
{
    const char *line = line_of(core, model, integrator, precision);
    const char *mean = line ? field(line, MEAN) : NULL;
    char *end = NULL;
    const double value = mean ? strtod(mean, &end) : 0;
    return mean && end != mean ? value : (double)NAN;
}

bool embedded_golden_measured(const char *core, const char *precision)
{
    return line_of(core, NULL, NULL, precision) != NULL;
}

bool embedded_golden_has(const char *integrator)
{
    return line_of(NULL, NULL, integrator, NULL) != NULL;
}
