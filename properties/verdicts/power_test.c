/* What is printed of a power reads back as what was measured. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/power_output.h"
#include "tools/base/memory.h"

/* Every count is another one. */
static struct power different(void)
{
    struct power power = { 0 };
    for (unsigned kind = 0; kind < POWER_KINDS; kind++)
        for (unsigned level = 0; level < POWER_LEVELS; level++) {
            power.of[kind][level].planted = 100 + 10 * kind + level;
            power.of[kind][level].found = 10 * kind * kind + level * level;
        }
    return power;
}

static double number(const cJSON *json, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(json, key));
}

Test(power, is_printed)
{
    const struct power power = different(), none = { 0 };
    struct memory_stream stream;
    unsigned planted, found, by[POWER_KINDS][2];
    power_print(memory_open(&stream), &power);
    char *text = memory_close(&stream);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_expect(strcspn(line, "\n") <= 80);
    cr_assert_eq(sscanf(text,
                        " of %u flaws planted here the same search finds %u: in a band of speeds "
                        "%u of %u, at a value of a parameter %u of %u, in a corner of parameters "
                        "%u of %u, after a rest %u of %u",
                        &planted, &found, &by[0][1], &by[0][0], &by[1][1], &by[1][0], &by[2][1],
                        &by[2][0], &by[3][1], &by[3][0]),
                 10, "%s", text);
    unsigned all = 0, all_found = 0;
    for (unsigned kind = 0; kind < POWER_KINDS; kind++) {
        cr_expect_eq(by[kind][0], 4 * (100 + 10 * kind) + 6);
        cr_expect_eq(by[kind][1], 4 * 10 * kind * kind + 14);
        all += by[kind][0];
        all_found += by[kind][1];
    }
    cr_expect(planted == all && found == all_found && power_planted(&power) == all &&
              power_found(&power) == all_found);
    free(text);
    power_print(memory_open(&stream), &none);
    text = memory_close(&stream);
    cr_expect_str_eq(text, "");
    free(text);
}

Test(power, is_written_by_kind_and_level)
{
    static const char *const flaws[] = { "in a band of speeds", "at a value of a parameter",
                                         "in a corner of parameters", "after a rest" };
    static const double hard[2][POWER_LEVELS] = { { 0.1, 0.01, 0.001, 0.0001 },
                                                  { 1, 10, 100, 1000 } };
    const struct power power = different();
    cJSON *json = power_json(&power), *rows = cJSON_GetObjectItemCaseSensitive(json, "flaws");
    cr_expect(number(json, "planted") == power_planted(&power) &&
              number(json, "found") == power_found(&power));
    cr_assert_eq(cJSON_GetArraySize(rows), POWER_KINDS * POWER_LEVELS);
    for (int i = 0; i < POWER_KINDS * POWER_LEVELS; i++) {
        const cJSON *row = cJSON_GetArrayItem(rows, i);
        const unsigned kind = (unsigned)i / POWER_LEVELS, level = (unsigned)i % POWER_LEVELS;
        const double d = hard[kind == POWER_REST][level];
        cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "flaw")),
                         flaws[kind]);
        cr_expect_float_eq(number(row, "difficulty"), d, 1e-12 * d);
        cr_expect(number(row, "planted") == power.of[kind][level].planted &&
                  number(row, "found") == power.of[kind][level].found);
    }
    cJSON_Delete(json);
}
