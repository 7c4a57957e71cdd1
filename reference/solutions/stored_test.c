/* The stored references: all intact, and a sample computed anew. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/solutions/stored.h"
#include "tools/base/cli.h"

/* Returns the file's text, to be freed, or NULL. */
static char *stored_text(const struct stored_case *c)
{
    char path[512];
    snprintf(path, sizeof path, "reference/data/%s.json", c->name);
    return cli_read(path);
}

/* What is written today has the members that the stored file has, and no others; versions of tools
 * may differ, but they are numbers. */
static void expect_members(const cJSON *stored, const cJSON *written, const char *name)
{
    cr_expect_eq(cJSON_GetArraySize(stored), cJSON_GetArraySize(written), "%s: other members",
                 name);
    for (const cJSON *item = stored->child; item && item->string; item = item->next) {
        const cJSON *own = cJSON_GetObjectItemCaseSensitive(written, item->string);
        cr_assert(own && own->type == item->type, "%s: %s", name, item->string);
        if (cJSON_IsObject(item))
            expect_members(item, own, item->string);
        cr_expect(strcmp(name, "tools") != 0 || isdigit((unsigned char)*own->valuestring), "%s: %s",
                  item->string, own->valuestring);
    }
}

static void expect_all_members(const char *text, const char *computed, const char *name)
{
    cJSON *stored = cJSON_Parse(text), *written = cJSON_Parse(computed);
    cr_assert(stored && written);
    expect_members(stored, written, name);
    cJSON_Delete(written);
    cJSON_Delete(stored);
}

static void expect_same(const struct stored_case *c)
{
    char error[STORED_TEXT] = "";
    char *text = stored_text(c), *computed = stored_compute(c, error);
    cr_expect(computed, "%s", error);
    cr_expect(text, "%s is not stored", c->name);
    if (text && computed) {
        cr_expect(stored_matches(text, computed, error), "%s: %s", c->name, error);
        expect_all_members(text, computed, c->name);
    }
    free(text);
    free(computed);
}

#ifndef SLOW

Test(stored, every_case_is_there_and_intact)
{
    struct stored_case c;
    for (size_t i = 0; stored_case(i, &c); i++) {
        char *text = stored_text(&c);
        cr_expect(text, "%s is not stored", c.name);
        cr_expect(text && stored_intact(text), "%s: its digest is wrong", c.name);
        free(text);
    }
}

/* Computes one case of each kind anew: enclosed along holds and a wave, agreed and driven, agreed
 * with a mass that sticks. */
Test(stored, a_sample_computed_anew_is_the_same)
{
    static const char *const sample[] = { "driven_steps-martinez_rosas", "hysteresis-lugre",
                                          "hysteresis-elastoplastic", "stick_slip-coulomb",
                                          "stick_slip-martinez_rosas-alpha=50000" };
    struct stored_case c;
    size_t found = 0;
    for (size_t i = 0; stored_case(i, &c); i++)
        for (size_t k = 0; k < sizeof sample / sizeof *sample; k++)
            if (strcmp(c.name, sample[k]) == 0) {
                expect_same(&c);
                found++;
            }
    cr_expect_eq(found, sizeof sample / sizeof *sample);
}

static size_t first_of(const char *text, const char *what)
{
    const char *at = strstr(text, what);
    cr_assert(at, "%s", what);
    return (size_t)(at - text);
}

/* Changes each digit of a stored file in turn: the digest notices all of them; and, were the digest
 * made anew, the comparison notices those of the values. */
Test(stored, a_wrong_digit_is_noticed)
{
    struct stored_case c;
    char error[STORED_TEXT];
    size_t i = 0;
    while (stored_case(i, &c) && strcmp(c.name, "stick_slip-coulomb") != 0)
        i++;
    char *text = stored_text(&c);
    cr_assert(text && stored_intact(text));
    char *original = strdup(text);
    const size_t values = first_of(text, "\"columns\""), end = first_of(text, "\"digest\"");
    size_t compared = 0;
    for (size_t k = 0; text[k]; k++) {
        if (!isdigit((unsigned char)text[k]))
            continue;
        const char digit = text[k];
        text[k] = digit == '9' ? '0' : (char)(digit + 1);
        cr_expect(!stored_intact(text), "digit %zu", k);
        if (k > values && k < end && compared++ % 7 == 0)
            cr_expect(!stored_matches(text, original, error), "digit %zu", k);
        text[k] = digit;
    }
    cr_expect(compared > 100);
    /* an uncertainty that promises too much */
    char *floor = strstr(text, "\"floor\"");
    floor = strstr(floor, "e-");
    floor[2] = '9';
    cr_expect(!stored_matches(text, original, error) && strstr(error, "floor"));
    free(original);
    free(text);
}

#else

/* A shard computes every n-th case. STORED_PART, a number, leaves one shard to do. */
static void part(size_t which, size_t n)
{
    const char *only = getenv("STORED_PART");
    struct stored_case c;
    if (only && strtoul(only, NULL, 10) % n != which)
        cr_skip_test("STORED_PART is %s", only);
    for (size_t i = which; stored_case(i, &c); i += n)
        expect_same(&c);
}

Test(all, computed_anew_0, .timeout = 1800) { part(0, 4); }
Test(all, computed_anew_1, .timeout = 1800) { part(1, 4); }
Test(all, computed_anew_2, .timeout = 1800) { part(2, 4); }
Test(all, computed_anew_3, .timeout = 1800) { part(3, 4); }

#endif
