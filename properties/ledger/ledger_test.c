/* The ledger's entries name claims that exist, and its verdicts follow from their evidence. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/ledger/ledger.h"
#include "properties/verdicts/experiments.h"
#include "tools/base/cli.h"

/* Finds the claims that a row of evidence names; returns how many. */
static unsigned claims_named(const struct ledger_evidence *e, const struct claim **found)
{
    const struct model *model = PREC(model_find)(e->model);
    const struct claim *claim;
    unsigned n = 0;
    cr_assert(model, "%s", e->model);
    for (size_t i = 0; (claim = verdicts_claim(model, i)); i++)
        if (claim_is(claim, e->property, e->claim)) {
            *found = claim;
            n++;
        }
    return n;
}

Test(ledger, rests_on_claims_that_exist)
{
    unsigned n = 0;
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++) {
        char id[8];
        snprintf(id, sizeof id, "C%u", ++n);
        cr_expect_str_eq(entry->id, id);
        cr_expect(entry->claim && entry->where && entry->truth && entry->evidence[0].model);
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++) {
            const struct claim *claim;
            cr_expect_eq(claims_named(e, &claim), 1u, "%s: %s %s %s", entry->id, e->model,
                         property_info[e->property].name, e->claim ? e->claim : "main");
        }
    }
    cr_expect_eq(n, 12u);
}

/* A false entry has a refuted row, any other entry has none; and no entry rests on a question that
 * is open. */
Test(ledger, verdicts_follow_from_the_declarations)
{
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++) {
        unsigned refuted = 0;
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++) {
            const struct claim *claim = NULL;
            claims_named(e, &claim);
            cr_assert(claim && claim->declared != UNKNOWN);
            refuted += claim->declared == REFUTED;
        }
        cr_expect_eq(refuted > 0, entry->verdict == LEDGER_FALSE, "%s", entry->id);
    }
}

static bool stands_in_ledger(const struct claim *claim, const char *model)
{
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++)
            if (claim_is(claim, e->property, e->claim) && strcmp(e->model, model) == 0)
                return true;
    return false;
}

Test(ledger, has_every_refuted_claim_of_the_paper)
{
    const struct model *model = PREC(model_find)("martinez_rosas");
    const struct claim *claim;
    for (size_t i = 0; (claim = verdicts_claim(model, i)); i++)
        cr_expect(claim->declared != REFUTED || stands_in_ledger(claim, model->name), "%s \"%s\"",
                  property_info[claim->property].name, claim->domain);
}

Test(ledger, stands_and_falls_with_its_rows)
{
    const struct search_budget budget = { .trials = 40 };
    struct verdicts v = ledger_run(&budget, 2);
    cr_expect_eq(ledger_status(&v), EXIT_AS_DECLARED);
    for (size_t i = 0; i < v.n; i++) {
        unsigned fallen = 0;
        v.rows[i].judgement.as_declared = false;
        for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
            fallen += !ledger_stands(entry, &v);
        cr_expect(fallen > 0 && ledger_status(&v) == EXIT_NOT_AS_DECLARED);
        v.rows[i].judgement.as_declared = true;
    }
    v.n--;
    cr_expect_eq(ledger_status(&v), EXIT_NOT_AS_DECLARED, "a row that is missing");
    verdicts_free(&v);
}

/* Expects the limit in the note to be the number in the statement, in its unit: the last one before
 * "in", "after" or "by", or 1 where there is none, of a ratio. */
static void expect_limit(const struct claim *claim, const char *note)
{
    static const struct {
        const char *unit;
        double value;
    } units[] = { { " um", 1e-6 }, { " mm", 1e-3 }, { " m ", 1 }, { " s", 1 } };
    const char *says = strstr(note, "the limit is "),
               *number = strpbrk(claim->domain, "0123456789");
    cr_assert(says, "%s", note);
    const double limit = strtod(says + strlen("the limit is "), NULL);
    char *end;
    double said = strtod(number, &end);
    size_t i = 0;
    while (i < 3 && strncmp(end, units[i].unit, strlen(units[i].unit)) != 0)
        i++;
    said *= units[i].value;
    if (strstr(claim->domain, "shrinks"))
        said = 1;
    cr_expect(fabs(limit - said) <= 1e-9 * said, "%s: the limit is %.9g", claim->domain, limit);
}

/* Judges each statement about an experiment, and its contrary, which must not come out as
 * declared. */
Test(experiments, are_as_declared)
{
    struct experiments *experiments = experiments_open();
    const struct claim *claim;
    unsigned n = 0, refuted = 0;
    for (size_t i = 0; (claim = experiments_claim("martinez_rosas", i)); i++, n++) {
        struct judgement j;
        experiments_judge(experiments, claim, &j);
        cr_expect(j.as_declared && j.method == METHOD_AGREED, "%s: %s", claim->domain,
                  judgement_note(&j));
        cr_expect_eq(j.margin > 0, claim->declared == HOLDS, "%s: %g", claim->domain, j.margin);
        refuted += claim->declared == REFUTED;
        struct claim contrary = *claim;
        contrary.declared = claim->declared == HOLDS ? REFUTED : HOLDS;
        judgement_clear(&j);
        experiments_judge(experiments, &contrary, &j);
        cr_expect(!j.as_declared, "%s", claim->domain);
        expect_limit(claim, judgement_note(&j));
        judgement_clear(&j);
    }
    experiments_close(experiments);
    cr_expect(n >= 8 && refuted >= 4);
    cr_expect(!experiments_claim("lugre", 0));
}
