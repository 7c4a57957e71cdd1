/* The note of a judgement keeps every word, however long it is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/verdicts/judge.h"

Test(judgement, says_all)
{
    enum { PARTS = 2000 };
    struct judgement j = { .margin = 0 };
    char part[32];
    cr_expect_str_empty(judgement_note(&j));
    for (int i = 0; i < PARTS; i++)
        judgement_say(&j, " (%d, %g)", i, i / 8.0);
    const char *at = judgement_note(&j);
    for (int i = 0; i < PARTS; i++) {
        const int n = snprintf(part, sizeof part, " (%d, %g)", i, i / 8.0);
        cr_assert(strncmp(at, part, (size_t)n) == 0, "part %d", i);
        at += n;
    }
    cr_expect_str_empty(at);
    judgement_clear(&j);
    cr_expect_str_empty(judgement_note(&j));
}
