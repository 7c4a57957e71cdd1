/* The note of a judgement keeps every word, however long it is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "properties/judgement/judge.h"

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

/* A law that gives energy back may take it in again before a signal ends: the part that shows the
 * violation is told. One simulation seldom finds what 64 signals show. */
Test(judgement, tells_the_part_that_violates_the_claim)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct claim passive = { .property = PASSIVITY,
                                   .declared = HOLDS,
                                   .domain = "any signal" };
    unsigned by_signals = 0;
    for (uint64_t seed = 0; seed < 150; seed++) {
        const struct search_budget little = {
            .trials = 1, .signals = 64, .seed = seed, .ignore_stored = true
        };
        struct judgement j;
        PREC(judge)(model, arb_law_find("martinez_rosas"), &passive, &little, &j);
        by_signals += strstr(judgement_note(&j), "along a signal to be enclosed") != NULL;
        cr_expect(j.verdict == VERDICT_REFUTED && j.margin < 0 && j.simplest, "seed %u: %g, %s",
                  (unsigned)seed, j.margin, judgement_note(&j));
        judgement_clear(&j);
    }
    cr_expect_gt(by_signals, 3);
}

/* What equations prove is tried a tenth as often, rounded up, and enclosed along no signal; what
 * they do not prove as often as that is asked for. A trial that shows a violation counts all the
 * same. */
Test(judgement, tries_what_is_proved_less)
{
    static const unsigned trials[][2] = { { 1, 1 }, { 9, 1 }, { 10, 1 }, { 11, 2 }, { 300, 30 } };
    const struct model *model = PREC(model_find)("dahl");
    const struct arb_law *law = arb_law_find("dahl");
    const struct claim bound = { .property = STATE_BOUND, .declared = HOLDS, .domain = "always" };
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        for (int is_proved = 0; is_proved < 2; is_proved++) {
            const struct search_budget budget = {
                .trials = trials[i][0], .signals = 3, .is_proved = is_proved, .ignore_stored = true
            };
            struct judgement j;
            PREC(judge)(model, law, &bound, &budget, &j);
            cr_expect_eq(j.trials, trials[i][is_proved], "%u: %u", trials[i][0], j.trials);
            cr_expect_eq(j.enclosed, is_proved ? 0 : 3);
            cr_expect_eq(j.verdict, VERDICT_HOLDS);
            judgement_clear(&j);
        }
    const struct search_budget wrong = { .trials = 3000, .is_proved = true, .ignore_stored = true };
    const struct claim passive = { .property = PASSIVITY, .declared = HOLDS, .domain = "always" };
    struct judgement j;
    PREC(judge)(PREC(model_find)("lugre"), NULL, &passive, &wrong, &j);
    cr_expect_eq(j.verdict, VERDICT_REFUTED);
    judgement_clear(&j);
}
