/* What is listed for people: all laws, parameters and properties, in lines of 80 columns, each
 * indented by what it is. */
#include "properties/verification/list.h"

#include "models/model.h"
#include "properties/checker/property.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The widest indentation of lines about a law is that of a note that goes on. */
enum { WIDTH = 80, LAW = 2, PARAMETER = 4, GOES_ON = 8 };

static char out[1 << 18];

/* Expects the words of a text, wherever its lines end, from `at` on; returns where they end. */
static const char *expect_words(const char *at, const char *words)
{
    for (; *words; words++) {
        if (*words == ' ') {
            cr_assert(*at == ' ' || *at == '\n', "'%s' at '%.60s'", words, at);
            at += strspn(at, " \n");
            continue;
        }
        cr_assert_eq(*at, *words, "'%s' at '%.60s'", words, at);
        at++;
    }
    return at;
}

/* Reads what is printed on standard output. */
static void print(void (*list)(void))
{
    FILE *file = tmpfile();
    const int standard = dup(STDOUT_FILENO);
    cr_assert(file && standard >= 0);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    list();
    fflush(stdout);
    dup2(standard, STDOUT_FILENO);
    close(standard);
    rewind(file);
    const size_t n = fread(out, 1, sizeof out - 1, file);
    cr_assert(n > 0 && n < sizeof out - 1);
    out[n] = '\0';
    fclose(file);
}

Test(list, has_all_in_80_columns)
{
    print(verify_list);
    const char *properties = strstr(out, "\nproperties:\n");
    cr_assert(strncmp(out, "models:\n", 8) == 0 && properties);
    const char *at = out;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char begin[128];
        snprintf(begin, sizeof begin, "\n  %s: ", (*m)->name);
        at = strstr(at, begin);
        cr_assert(at && at < properties, "%s", (*m)->name);
        at = expect_words(at + strlen(begin), (*m)->title);
        at = expect_words(at + strspn(at, " \n"), (*m)->law);
        at = expect_words(at + strspn(at, " \n"), (*m)->source);
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            snprintf(begin, sizeof begin, "\n    %-8s %-6s default %-10.9g in [%g, %g]  ", q->name,
                     q->unit, q->value, q->lo, q->hi);
            const size_t head = strlen(begin);
            at = strstr(at, begin);
            cr_assert(at && at < properties, "%s: %s", (*m)->name, q->name);
            at = expect_words(at + head + strspn(at + head, " \n"), q->note ? q->note : "");
        }
    }
    for (const char *line = out; line < properties; line = strchr(line, '\n') + 1) {
        size_t columns = 0;
        const size_t indent = strspn(line, " ");
        for (const char *c = line; *c != '\n'; c++)
            columns += (*c & 0xc0) != 0x80; /* characters of UTF-8 */
        cr_expect_leq(columns, WIDTH, "%.*s", (int)strcspn(line, "\n"), line);
        cr_expect(line == out || indent == LAW || indent == PARAMETER || indent == 6 ||
                      indent == GOES_ON,
                  "%.*s", (int)strcspn(line, "\n"), line);
    }
    for (unsigned i = 0; i < N_PROPERTIES; i++) {
        at = strstr(properties, property_info[i].name);
        cr_assert(at, "%s", property_info[i].name);
        at += strlen(property_info[i].name);
        expect_words(at + strspn(at, " \n"), property_info[i].meaning);
    }
}

/* Expects a cell that reads as the text, where a bar is escaped; returns what is behind it. */
static const char *expect_cell(const char *at, const char *text)
{
    for (; *text; text++, at++) {
        if (*text == '|')
            cr_assert_eq(*at++, '\\', "'%.60s'", at);
        cr_assert_eq(*at, *text, "'%.60s', not '%s'", at, text);
    }
    cr_assert(strncmp(at, " |", 2) == 0, "'%.60s'", at);
    return at + 2;
}

/* A row for each law, with its equations, its defaults in their units, and its source. */
Test(catalogue, is_a_table)
{
    print(verify_catalogue);
    const char *at = out;
    for (int head = 0; head < 2; head++)
        at = strchr(at, '\n') + 1;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char cell[2048];
        snprintf(cell, sizeof cell, "| `%s` | ", (*m)->name);
        cr_assert(strncmp(at, cell, strlen(cell)) == 0, "'%.60s', not '%s'", at, cell);
        at = expect_cell(at + strlen(cell), (*m)->law);
        cell[0] = '\0';
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            const struct quantity *q = &(*m)->params[i];
            const bool has_unit = strcmp(q->unit, "1") != 0;
            const size_t n = strlen(cell);
            snprintf(cell + n, sizeof cell - n, "%s%s = %.6g%s%s", n > 0 ? ", " : "", q->name,
                     q->value, has_unit ? " " : "", has_unit ? q->unit : "");
        }
        at = expect_cell(at + 1, cell);
        at = expect_cell(at + 1, (*m)->source);
        cr_assert_eq(*at, '\n');
        at++;
    }
    cr_expect_eq(*at, '\0');
}
