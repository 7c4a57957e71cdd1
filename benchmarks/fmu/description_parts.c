/* Writes parts of descriptions (description_parts.h). The documents are flat lists of attributes,
 * so they are printed, and all texts escaped; a test holds them against the published schemas. */
#include "benchmarks/fmu/description_parts.h"

#include <math.h>
#include <string.h>

#include "models/language/units.h"
#include "tools/base/decimal.h"
#include "tools/figures/page.h"

void put_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, " %s=\"", name);
    page_escape(file, text);
    fputc('"', file);
}

void put_number(FILE *file, const char *name, double value)
{
    char text[DECIMAL_TEXT];
    decimal_of_double(text, value);
    fprintf(file, " %s=\"%s\"", name, text);
}

static void put_value(FILE *file, const struct variable *v, const char *name, double value)
{
    if (isfinite(value) && v->is_whole)
        fprintf(file, " %s=\"%.0f\"", name, value);
    else if (isfinite(value))
        put_number(file, name, value);
}

void put_type(FILE *file, const struct variable *v)
{
    if (*v->unit && !v->is_whole)
        put_text(file, "unit", v->unit);
    put_value(file, v, "min", v->lo);
    put_value(file, v, "max", v->hi);
    if (v->has_start)
        put_value(file, v, "start", v->start);
}

/* Writes a unit as powers of base units, where it is that. */
static void put_unit(FILE *file, const char *text)
{
    static const char *const bases[UNIT_BASES] = { "kg", "m", "s", "A", "K", "mol", "cd" };
    struct unit unit;
    bool is_known = unit_read(text, NULL, NULL, &unit) == NULL && unit.parameter < 0;
    for (unsigned i = 0; is_known && i < UNIT_BASES; i++)
        is_known = unit.whole[i] % UNIT_PARTS == 0;
    fputs("    <Unit", file);
    put_text(file, "name", text);
    fputs(is_known ? "><BaseUnit" : "/>\n", file);
    for (unsigned i = 0; is_known && i < UNIT_BASES; i++)
        if (unit.whole[i] != 0)
            fprintf(file, " %s=\"%d\"", bases[i], unit.whole[i] / UNIT_PARTS);
    fputs(is_known ? "/></Unit>\n" : "", file);
}

static bool is_first_of_unit(const struct variables *list, unsigned i)
{
    for (unsigned k = 0; k < i; k++)
        if (strcmp(list->at[k].unit, list->at[i].unit) == 0 && !list->at[k].is_whole)
            return false;
    return *list->at[i].unit && !list->at[i].is_whole;
}

void put_units(FILE *file, const struct variables *list)
{
    fputs("  <UnitDefinitions>\n", file);
    for (unsigned i = 0; i < list->n; i++)
        if (is_first_of_unit(list, i))
            put_unit(file, list->at[i].unit);
    fputs("  </UnitDefinitions>\n"
          "  <LogCategories>\n"
          "    <Category name=\"logStatusError\" description=\"why a call has failed\"/>\n"
          "  </LogCategories>\n",
          file);
}

void put_dependencies(FILE *file, const struct variables *list, unsigned offset)
{
    fprintf(file, " dependencies=\"%u", 1 + offset);
    for (unsigned i = list->states; i < list->rates; i++)
        fprintf(file, " %u", i + offset);
    fputc('"', file);
}

bool is_output(const struct variable *v) { return v->role == VARIABLE_OUTPUT || v->is_shown; }

struct role_words role_words(const struct variable *v)
{
    static const struct role_words words[] = {
        [VARIABLE_TIME] = { "independent", "continuous", NULL },
        [VARIABLE_INPUT] = { "input", "continuous", NULL },
        [VARIABLE_OUTPUT] = { "output", "continuous", "calculated" },
        [VARIABLE_STATE] = { "local", "continuous", "calculated" },
        [VARIABLE_RATE] = { "local", "continuous", "calculated" },
        [VARIABLE_PARAMETER] = { "parameter", "fixed", "exact" },
        [VARIABLE_INDICATOR] = { "local", "continuous", "calculated" },
    };
    struct role_words found = words[v->role];
    if (v->role == VARIABLE_STATE && v->has_start)
        found.initial = "exact";
    if (is_output(v))
        found.causality = "output";
    return found;
}

bool is_initial_unknown(const struct variable *v)
{
    return v->role == VARIABLE_OUTPUT || v->role == VARIABLE_RATE ||
           (v->role == VARIABLE_STATE && !v->has_start);
}
