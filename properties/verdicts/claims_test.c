/* What the catalogue says of claims that are false: their origin, and what holds instead. */
#include <criterion/criterion.h>

#include "properties/verdicts/verdicts.h"

static bool is_said_by_another(const struct model *model, const struct claim *of)
{
    const struct claim *claim;
    for (size_t i = 0; (claim = verdicts_claim(model, i)) != NULL; i++)
        if (claim->declared == HOLDS && claim->property == of->property)
            return true;
    return false;
}

Test(claims, that_are_false_have_an_origin_and_what_holds_instead)
{
    unsigned n = 0, by_origin[ORIGIN_MISPRINT + 1] = { 0 };
    for (const struct model *const *m = PREC(models); *m; m++) {
        const struct claim *claim;
        for (size_t i = 0; (claim = verdicts_claim(*m, i)) != NULL; i++) {
            if (claim->declared != REFUTED) {
                cr_expect(claim->origin == ORIGIN_NOT_STATED && !claim->instead, "%s: %s",
                          (*m)->name, claim->domain);
                continue;
            }
            cr_expect(claim->origin != ORIGIN_NOT_STATED, "%s: %s", (*m)->name, claim->source);
            cr_expect(claim->instead || is_said_by_another(*m, claim), "%s: %s", (*m)->name,
                      claim->source);
            by_origin[claim->origin]++;
            n++;
        }
    }
    cr_expect_gt(n, 0);
    for (int i = ORIGIN_PRINTED; i <= ORIGIN_MISPRINT; i++)
        cr_expect_gt(by_origin[i], 0, "origin %d", i);
}
