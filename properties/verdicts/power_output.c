/* Says how many planted flaws were found (power.h). */
#include "properties/verdicts/power_output.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "tools/base/wrap.h"

static const char *const names[POWER_KINDS] = { "in a band of speeds", "at a value of a parameter",
                                                "in a corner of parameters", "after a rest" };

double power_difficulty(enum power_kind kind, unsigned level)
{
    return kind == POWER_REST ? pow(10, level) : pow(10, -1.0 - level);
}

static unsigned sum(const struct power *power, unsigned from, unsigned to, unsigned *found)
{
    unsigned planted = 0;
    *found = 0;
    for (unsigned kind = from; kind < to; kind++)
        for (unsigned level = 0; level < POWER_LEVELS; level++) {
            planted += power->of[kind][level].planted;
            *found += power->of[kind][level].found;
        }
    return planted;
}

unsigned power_planted(const struct power *power)
{
    unsigned found;
    return sum(power, 0, POWER_KINDS, &found);
}

unsigned power_found(const struct power *power)
{
    unsigned found;
    sum(power, 0, POWER_KINDS, &found);
    return found;
}

void power_print(FILE *out, const struct power *power)
{
    char kinds[512] = "";
    const char *between = ": ";
    size_t used = 0;
    if (power_planted(power) == 0)
        return;
    for (unsigned kind = 0; kind < POWER_KINDS; kind++) {
        unsigned found;
        const unsigned planted = sum(power, kind, kind + 1, &found);
        if (planted == 0 || used >= sizeof kinds)
            continue;
        used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s %u of %u", between,
                                 names[kind], found, planted);
        between = ", ";
    }
    fputs("    ", out);
    wrap_format(out, 4, 8, "of %u flaws planted here the same search finds %u%s",
                power_planted(power), power_found(power), kinds);
}

cJSON *power_json(const struct power *power)
{
    cJSON *json = cJSON_CreateObject(), *kinds = cJSON_CreateArray();
    cJSON_AddNumberToObject(json, "planted", power_planted(power));
    cJSON_AddNumberToObject(json, "found", power_found(power));
    for (unsigned kind = 0; kind < POWER_KINDS; kind++)
        for (unsigned level = 0; level < POWER_LEVELS; level++) {
            cJSON *row = cJSON_CreateObject();
            cJSON_AddStringToObject(row, "flaw", names[kind]);
            cJSON_AddNumberToObject(row, "difficulty",
                                    power_difficulty((enum power_kind)kind, level));
            cJSON_AddNumberToObject(row, "planted", power->of[kind][level].planted);
            cJSON_AddNumberToObject(row, "found", power->of[kind][level].found);
            cJSON_AddItemToArray(kinds, row);
        }
    cJSON_AddItemToObject(json, "flaws", kinds);
    return json;
}
