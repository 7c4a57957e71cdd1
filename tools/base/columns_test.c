/* A row that is stated once: as CSV, as JSON, and where there are no rows. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/columns.h"
#include "tools/base/json.h"

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
