/* A row that is stated once: as CSV, as JSON, and where there are no rows. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "tools/base/columns.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/wrap.h"

struct result {
    const char *name;
    double value;
    uint64_t n;
};

static const struct result results[] = {
    { "plain", 0.1, 4294967296 },
    { "a \"b\", c", INFINITY, 0 },
    { NULL, NAN, 1 },
};

static void state(struct columns *c, const struct result *r)
{
    column_text(c, "name", r->name);
    column_number(c, "value", r->value, 17);
    column_fixed(c, "rounded", r->value, 2);
    column_count(c, "n", r->n);
    column_truth(c, "is, or \"is not\", one", r->n == 1);
    if (c->is_json)
        column_json(c, "list", cJSON_CreateArray());
}

/* Returns what n rows are as text, to be freed. */
static char *written(enum format format, size_t n)
{
    struct memory_stream stream;
    struct columns c = columns_begin(memory_open(&stream), format, "test-1");
    for (size_t i = 0; i < n; i++) {
        state(&c, &results[i]);
        columns_end_row(&c);
    }
    if (n == 0 && format == FORMAT_CSV) {
        state(&c, &results[0]);
        columns_end_heading(&c);
    }
    columns_finish(&c);
    return memory_close(&stream);
}

Test(columns, csv_has_a_heading_and_quotes_where_it_must)
{
    char *text = written(FORMAT_CSV, 3);
    cr_expect_str_eq(text, "name,value,rounded,n,\"is, or \"\"is not\"\", one\"\n"
                           "plain,0.10000000000000001,0.10,4294967296,false\n"
                           "\"a \"\"b\"\", c\",inf,inf,0,false\n"
                           ",,,1,true\n");
    free(text);
}

Test(columns, csv_without_rows_may_have_a_heading)
{
    char *text = written(FORMAT_CSV, 0);
    cr_expect_str_eq(text, "name,value,rounded,n,\"is, or \"\"is not\"\", one\"\n");
    free(text);
}

Test(columns, json_has_all_digits_and_null_for_what_is_no_number)
{
    char *text = written(FORMAT_JSON, 3);
    cJSON *json = cJSON_Parse(text);
    cr_assert(json);
    cJSON_DeleteItemFromObject(json, "context");
    char *compact = cJSON_PrintUnformatted(json);
    cr_expect_str_eq(compact,
                     "{\"format\":\"test-1\",\"results\":["
                     "{\"name\":\"plain\",\"value\":0.1,\"rounded\":0.1,\"n\":4294967296,"
                     "\"is, or \\\"is not\\\", one\":false,\"list\":[]},"
                     "{\"name\":\"a \\\"b\\\", c\",\"value\":null,\"rounded\":null,\"n\":0,"
                     "\"is, or \\\"is not\\\", one\":false,\"list\":[]},"
                     "{\"name\":null,\"value\":null,\"rounded\":null,\"n\":1,\"is, or \\\"is "
                     "not\\\", one\":true,"
                     "\"list\":[]}]}");
    cJSON_free(compact);
    cJSON_Delete(json);
    free(text);
}

/* Of these, 15 digits are another number. */
Test(json, numbers_read_back_as_they_were)
{
    static const double numbers[] = {
        0.1,  0.30000000000000004, -1.0000000000000002, 1e23, 5e-324, 1.7976931348623157e308,
        4.35, 123456789012345680
    };
    for (int line = 0; line < 2; line++) {
        struct memory_stream stream;
        FILE *out = memory_open(&stream);
        cJSON *json = cJSON_CreateObject();
        cJSON_AddItemToObject(json, "list",
                              cJSON_CreateDoubleArray(numbers, sizeof numbers / sizeof *numbers));
        (line ? json_write_line : json_write)(out, json);
        char *text = memory_close(&stream);
        cr_expect_eq(strcspn(text, "\n") + 1 == stream.size, line == 1);
        json = cJSON_Parse(text);
        const cJSON *list = cJSON_GetObjectItem(json, "list");
        for (int i = 0; i < cJSON_GetArraySize(list); i++)
            cr_expect(cJSON_GetArrayItem(list, i)->valuedouble == numbers[i], "%.17g in %s",
                      numbers[i], text);
        cr_expect_eq(cJSON_GetArraySize(list), (int)(sizeof numbers / sizeof *numbers));
        cr_expect(strstr(text, "0.1,") && strstr(text, "4.35"), "%s", text);
        cJSON_Delete(json);
        free(text);
    }
}

static const char *text_of(const cJSON *json, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(json, key));
    cr_assert(text, "no %s", key);
    return text;
}

/* Rows in JSON say what they come from: here what has been noted by hand, and the machine, which
 * other programs describe likewise. */
Test(columns, json_has_its_context)
{
    struct utsname system;
    char expected[sizeof system], processor[512] = "";
    uname(&system);
    snprintf(expected, sizeof expected, "%s %s %s", system.sysname, system.release, system.machine);
    FILE *pipe = popen("sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1", "r");
    if (fgets(processor, sizeof processor, pipe))
        processor[strcspn(processor, "\n")] = '\0';
    pclose(pipe);
    context_begin("old");
    context_option("forgotten", NULL);
    context_operand("forgotten");
    context_begin("test");
    context_option("bare", NULL);
    context_option("set", "a=\"1\"");
    context_seed(UINT64_MAX);
    char *text = written(FORMAT_JSON, 1);
    cJSON *json = cJSON_Parse(text);
    const cJSON *context = cJSON_GetObjectItem(json, "context");
    const cJSON *machine = cJSON_GetObjectItem(context, "machine");
    const cJSON *options = cJSON_GetObjectItem(context, "options");
    cr_expect_str_eq(text_of(context, "version"), BRISTLE_VERSION);
    cr_expect_str_eq(text_of(context, "program"), "test");
    cr_assert_eq(cJSON_GetArraySize(options), 2);
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(options, 0)), "--bare");
    cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetArrayItem(options, 1)), "--set=a=\"1\"");
    cr_expect_null(cJSON_GetObjectItem(context, "operands"));
    cr_expect(strstr(text, "\"seed\":\t18446744073709551615,"), "%s", text);
    cr_expect_str_eq(text_of(machine, "processor"), *processor ? processor : system.machine);
    cr_expect_eq(cJSON_GetObjectItem(machine, "processors")->valuedouble, cli_processors());
    cr_expect_str_eq(text_of(machine, "system"), expected);
    cr_expect(strstr(text_of(machine, "compiler"), __VERSION__));
    cJSON_Delete(json);
    free(text);
}

/* Words stay whole where they fit, and characters do where they do not; a character of several
 * bytes is one. */
Test(wrap, lines_have_80_characters_at_most)
{
    struct memory_stream stream, words, lines;
    FILE *out = memory_open(&words);
    for (int i = 0; i < 26; i++)
        fputs(i > 0 ? " αβγδε" : "αβγδε", out);
    char *text = memory_close(&words);
    out = memory_open(&lines);
    for (int line = 0; line < 2; line++)
        for (int i = 0; i < (line == 0 ? 6 : 13); i++)
            fputs(i == 0 ? line == 0 ? "αβγδε" : "\n  αβγδε" : " αβγδε", out);
    fputs("\n  αβγδε αβγδε αβγδε αβγδε αβγδε αβγδε αβγδε\n", out);
    char *expected = memory_close(&lines);
    wrap_print(memory_open(&stream), 40, 2, text);
    char *wrapped = memory_close(&stream);
    cr_expect_str_eq(wrapped, expected);
    free(wrapped);
    free(expected);
    free(text);
    /* Blanks at an end are not printed; where the first line is full, the text begins below it. */
    struct memory_stream full;
    out = memory_open(&full);
    wrap_format(out, 80, 3, "%s ", "ab");
    wrap_format(out, 78, 1, "%d %d ", 12, 3);
    wrap_format(out, 0, 2, "{\n  \"a\": %d\n}\n", 7); /* lines of the text stay lines */
    wrapped = memory_close(&full);
    cr_expect_str_eq(wrapped, "\n   ab\n12\n 3\n{\n    \"a\": 7\n  }\n");
    free(wrapped);
    cr_expect_eq(wrap_fit("abcdef", 4), 4);
    cr_expect_eq(wrap_fit("ab cdef", 4), 2);
    cr_expect_eq(wrap_fit("abcd ef", 4), 4);
    cr_expect_eq(wrap_fit("abcd", 4), 4);
    cr_expect_eq(wrap_fit("ααα", 2), 4);
}
