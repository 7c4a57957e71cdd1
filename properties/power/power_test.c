/* A short search finds broad flaws and misses narrow ones. Rows that the search refuted, that are
 * proved, or of laws without a text are left alone. */
#include "properties/power/power.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Returns a claim that is declared to hold. */
static const struct claim *claim_of(const struct model *law, enum property property)
{
    for (unsigned i = 0; i < law->n_claims; i++)
        if (law->claims[i].property == property && law->claims[i].declared == HOLDS)
            return &law->claims[i];
    cr_assert(false, "%s", law->name);
    return NULL;
}

enum { ROWS = 6 };

Test(power, counts_flaws_of_rows_that_may_have_them)
{
    static const struct law_graph *const some = (const struct law_graph *)"a text";
    const struct model *law = model_find_f64("coulomb_viscous");
    const struct claim *claim = claim_of(law, ODD_SYMMETRY);
    const struct verdict_row row = {
        .model = law,
        .claim = claim,
        .equations = some,
        .judgement = { .verdict = VERDICT_HOLDS, .method = METHOD_TESTED },
    };
    struct verdict_row rows[ROWS] = { row, row, row, row, row, row };
    rows[0].judgement.method = METHOD_PROVED;
    rows[2].judgement.verdict = VERDICT_REFUTED;
    rows[3].equations = NULL;
    rows[4].stated = law;
    rows[5].file = "law.so";
    struct verdicts verdicts = { rows, ROWS };
    const struct search_budget budget = { .trials = 60, .signals = 0 };
    setenv("PATH", "/nonexistent", 1); /* so that texts are interpreted */
    power_measure(&verdicts, &budget, 2);
    const struct power *power = &rows[1].judgement.power;
    unsigned found = 0;
    for (unsigned kind = 0; kind < POWER_KINDS; kind++)
        for (unsigned level = 0; level < POWER_LEVELS; level++) {
            cr_expect_eq(power->of[kind][level].planted, POWER_FLAWS, "kind %u, level %u", kind,
                         level);
            cr_expect_leq(power->of[kind][level].found, POWER_FLAWS);
            found += power->of[kind][level].found;
        }
    cr_expect(power->of[POWER_SPEED][0].found > power->of[POWER_SPEED][POWER_LEVELS - 1].found &&
                  power->of[POWER_REST][0].found > power->of[POWER_CORNER][POWER_LEVELS - 1].found,
              "%u found", found);
    cr_expect(found > POWER_FLAWS * POWER_LEVELS && found < POWER_FLAWS * POWER_LEVELS * 3, "%u",
              found);
    for (unsigned i = 0; i < ROWS; i++) {
        const struct power none = { 0 };
        cr_expect(i == 1 || memcmp(&rows[i].judgement.power, &none, sizeof none) == 0, "row %u", i);
    }
}
