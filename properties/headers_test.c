/* Statements in the comments of the laws' texts are checked: figures agree with the law, and a
 * citation that nobody has compared with the cited paper says so. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"

/* Reads the comments of a law's text, as one line. */
static void head_of(const char *law, char text[], size_t room)
{
    static const char mark[] = "  //";
    char path[128], line[512];
    snprintf(path, sizeof path, "models/laws/%s.mo", law);
    FILE *in = fopen(path, "r");
    cr_assert(in, "%s", path);
    *text = '\0';
    while (fgets(line, sizeof line, in)) {
        const size_t used = strlen(text);
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, mark, strlen(mark)) == 0)
            snprintf(text + used, room - used, "%s", line + strlen(mark));
    }
    fclose(in);
}

/* "0.924 um/s per 0.01 N" to the digits given: half a unit of the last of three. */
Test(headers, creep_is_that_of_the_defaults)
{
    static const char unit[] = " um/s per 0.01 N";
    unsigned seen = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char head[16384];
        double p[MODEL_MAX_PARAMS];
        if (!(*m)->creep_resistance)
            continue;
        head_of((*m)->name, head, sizeof head);
        char *at = strstr(head, unit);
        cr_assert(at, "%s says nothing of its creep", (*m)->name);
        *at = '\0';
        const double said = atof(strrchr(head, ' '));
        PREC(model_defaults)(*m, p);
        const double creep = 1e6 * 0.01 / (*m)->creep_resistance(p);
        cr_expect(fabs(said - creep) <= 0.5e-2 * pow(10, floor(log10(creep))),
                  "%s: %g um/s, the header says %g", (*m)->name, creep, said);
        seen++;
    }
    cr_expect(seen >= 2);
}

/* Returns true for pages in the list of references of the paper by Martinez-Rosas et al., which is
 * at hand. */
static bool is_listed(const char *pages, size_t length)
{
    static const char *const listed[] = { "1083-1138", "249-263", "419-425", "419-426", "830-832" };
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        if (strlen(listed[i]) == length && strncmp(listed[i], pages, length) == 0)
            return true;
    return false;
}

/* Returns the length of a range of pages, "787-792", that begins here; 0 if none does. */
static size_t pages_at(const char *text)
{
    size_t first = 0, last = 0;
    while (isdigit((unsigned char)text[first]))
        first++;
    if (first < 3 || text[first] != '-')
        return 0;
    while (isdigit((unsigned char)text[first + 1 + last]))
        last++;
    return last >= 3 ? first + 1 + last : 0;
}

/* The year follows the pages, and then the remark. */
Test(headers, say_which_citations_are_not_confirmed)
{
    static const char remark[] = " (not confirmed against the paper)";
    unsigned seen = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        char head[16384];
        head_of((*m)->name, head, sizeof head);
        for (const char *at = head; *at; at++) {
            const bool inside = at > head && (isalnum((unsigned char)at[-1]) || at[-1] == '-');
            const size_t length = inside ? 0 : pages_at(at);
            if (length == 0 || is_listed(at, length))
                continue;
            cr_expect(strncmp(at + length + strlen(", 2002"), remark, strlen(remark)) == 0,
                      "%s: %.40s", (*m)->name, at);
            seen++;
        }
    }
    cr_expect(seen > 10);
}
