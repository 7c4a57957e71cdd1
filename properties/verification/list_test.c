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

Test(list, has_all_in_80_columns)
{
    FILE *file = tmpfile();
    const int standard = dup(STDOUT_FILENO);
    cr_assert(file && standard >= 0);
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    verify_list();
    fflush(stdout);
    dup2(standard, STDOUT_FILENO);
    close(standard);
    rewind(file);
    const size_t n = fread(out, 1, sizeof out - 1, file);
    cr_assert(n > 0 && n < sizeof out - 1);
    fclose(file);
    const char *properties = strstr(out, "\nproperties:\n");
    cr_assert(strncmp(out, "models:\n", 8) == 0 && properties);
    const char *at = out;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char begin[128];
        snprintf(begin, sizeof begin, "\n  %s: ", (*m)->name);
        at = strstr(at, begin);
        cr_assert(at && at < properties, "%s", (*m)->name);
        at = expect_words(at + strlen(begin), (*m)->title);
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
    for (unsigned i = 0; i < N_PROPERTIES; i++)
        cr_expect(strstr(properties, property_info[i].name), "%s", property_info[i].name);
}
