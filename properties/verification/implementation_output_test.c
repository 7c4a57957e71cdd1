/* What is printed of an implementation that deviates from its text: the line, CSV and JSON say what
 * the comparison has found, each number under its own heading. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "properties/self_check/deviation.h"
#include "properties/verification/implementation.h"
#include "tools/base/memory.h"
#include "tools/testing/test_output.h"

#define FORCE(name, value)                                                                         \
    static real name(const real p[], const struct memory *mem, real v, real s, const real x[])     \
    {                                                                                              \
        (void)mem, (void)s, (void)x;                                                               \
        return value;                                                                              \
    }
FORCE(of_text, p[0] * v)
FORCE(of_code, C(1.25) * p[0] * v)
FORCE(that_stops, (abort(), p[0] * v))

typedef real force_function(const real p[], const struct memory *mem, real v, real s,
                            const real x[]);

static const struct quantity b[] = { { "b", "N s/m", 2, 1, 4, "" } },
                             by_another_name[] = { { "c", "N s/m", 2, 1, 4, "" } };

static struct model law_of(const struct quantity params[], force_function *force)
{
    return (struct model){
        .name = "viscous", .params = params, .n_params = 1, .speed_max = 1, .force = force
    };
}

static struct implementation between(const struct model *text, const struct model *code)
{
    return (struct implementation){
        .text_file = "law.mo", .code_file = "law.so", .text.model = text, .code.model = code
    };
}

/* Returns what is written in the format, to be freed. */
static char *written(const struct implementation *of, enum format format)
{
    char *path = memory_text("%s/written", getenv("TEST_TMPDIR"));
    const struct search_budget budget = { .seed = 7, .timeout = 60 };
    cr_assert_not(implementation_agrees(of, &budget, format, path));
    char *text = cli_read(path);
    cr_assert(text);
    unlink(path);
    free(path);
    return text;
}

static void expect_row(const struct implementation *of, const struct deviation *d, const char *note)
{
    char *csv = written(of, FORMAT_CSV), *text = written(of, FORMAT_JSON), allowed[CELL] = "";
    cJSON *json = cJSON_Parse(text);
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(json, "results");
    cr_assert_eq(cJSON_GetArraySize(rows), 1);
    cr_expect_str_eq(cJSON_GetObjectItemCaseSensitive(json, "format")->valuestring, "deviations-1");
    const struct {
        const char *key, *text;
    } texts[] = { { "model", "law.so" }, { "law", "law.mo" }, { "deviates", d->what } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_text(csv, rows, 0, texts[i].key, texts[i].text);
    expect_number(csv, rows, 0, "text", d->text);
    expect_number(csv, rows, 0, "implementation", d->code);
    if (!isnan(d->allowed))
        snprintf(allowed, sizeof allowed, "%.3g", d->allowed);
    expect_text(csv, NULL, 0, "allowed", allowed);
    expect_number(NULL, rows, 0, "allowed", d->allowed);
    expect_number(csv, rows, 0, "places", d->places);
    expect_number(csv, rows, 0, "deviating", d->deviating);
    expect_text(NULL, rows, 0, "note", note);
    cr_expect(strstr(csv, note), "'%s' is not in '%s'", note, csv);
    cJSON_Delete(json);
    free(text);
    free(csv);
}

static void expect_line(const struct implementation *of, const char *line)
{
    char *table = written(of, FORMAT_TABLE), *whole = memory_text("law.so deviates %s\n", line);
    cr_expect_str_eq(table, whole);
    free(whole);
    free(table);
}

static void expect_deviation(const struct quantity params[], force_function *force,
                             const char *what)
{
    const struct model text = law_of(b, of_text), code = law_of(params, force);
    const struct implementation of = between(&text, &code);
    struct deviation d;
    PREC(deviation_find)(&text, &code, 7, &d);
    cr_assert(d.any);
    cr_assert_str_eq(d.what, what);
    expect_row(&of, &d, d.line);
    char *line = memory_text("from law.mo: %s", d.line);
    expect_line(&of, line);
    free(line);
}

Test(implementation_output, says_what_deviates_with_both_numbers)
{
    expect_deviation(b, of_code, "force");
    expect_deviation(by_another_name, of_text, "parameter b");
}

Test(implementation_output, says_that_code_has_crashed)
{
    const struct model text = law_of(b, of_text), code = law_of(b, that_stops);
    const struct implementation of = between(&text, &code);
    const struct deviation none = { .what = "code", .text = NAN, .code = NAN, .allowed = NAN };
    const char *crash = "crashed (signal 6, Aborted)";
    expect_row(&of, &none, crash);
    char *line = memory_text("from law.mo: the law's code %s while they were compared", crash);
    expect_line(&of, line);
    free(line);
}
