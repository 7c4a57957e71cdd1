/* Reads which lines each test executes (reach.h). */
#include "properties/mutation/reach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

static int by_test(const void *a, const void *b)
{
    return strcmp(((const struct reached *)a)->test, ((const struct reached *)b)->test);
}

size_t reach_open(struct reach *reach, char *text)
{
    size_t room = 0, number = 0;
    char *lines = NULL, *words = NULL;
    *reach = (struct reach){ .text = text };
    for (char *line = strtok_r(text, "\n", &lines); line; line = strtok_r(NULL, "\n", &lines)) {
        const char *test = strtok_r(line, " ", &words), *file = strtok_r(NULL, " ", &words);
        number++;
        if (!file)
            return number;
        for (char *word = strtok_r(NULL, " ", &words); word; word = strtok_r(NULL, " ", &words)) {
            struct reached r = { .test = test, .file = file };
            char more;
            if (sscanf(word, "%u-%u%c", &r.first, &r.last, &more) != 2)
                return number;
            reach->at = memory_grown(reach->at, reach->n, &room, sizeof *reach->at);
            reach->at[reach->n++] = r;
        }
    }
    if (reach->n > 0)
        qsort(reach->at, reach->n, sizeof *reach->at, by_test);
    return 0;
}

void reach_close(struct reach *reach)
{
    free(reach->at);
    free(reach->text);
}

bool reach_may(const struct reach *reach, const char *test, const char *file, unsigned first,
               unsigned last)
{
    const struct reached key = { .test = test }, *end = reach->at + reach->n;
    const struct reached *at =
        reach->n > 0 ? bsearch(&key, reach->at, reach->n, sizeof key, by_test) : NULL;
    if (!at)
        return true;
    while (at > reach->at && by_test(at - 1, &key) == 0)
        at--;
    for (; at < end && by_test(at, &key) == 0; at++)
        if (at->last >= first && at->first <= last && strcmp(at->file, file) == 0)
            return true;
    return false;
}
