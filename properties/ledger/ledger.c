/* Judges the rows that the ledger's entries name, each row once. */
#include "properties/ledger/ledger.h"

#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

const struct verdict_row *ledger_find(const struct verdicts *verdicts,
                                      const struct ledger_evidence *e)
{
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict_row *row = &verdicts->rows[i];
        if (claim_is(row->claim, e->property, e->claim) && strcmp(row->model->name, e->model) == 0)
            return row;
    }
    return NULL;
}

/* Returns the row of that evidence, not yet judged; its model is NULL when there is no such
 * claim. */
static struct verdict_row named(const struct ledger_evidence *e)
{
    struct verdict_row row = { .model = PREC(model_find)(e->model) };
    if (!row.model)
        return row;
    for (size_t i = 0; (row.claim = verdicts_claim(row.model, i)); i++)
        if (claim_is(row.claim, e->property, e->claim))
            return row;
    row.model = NULL;
    return row;
}

struct verdicts ledger_run(const struct search_budget *budget, unsigned jobs)
{
    size_t most = 0;
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        most += LEDGER_MAX_EVIDENCE;
    struct verdicts v = { memory_array(most, sizeof *v.rows), 0 };
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        for (const struct ledger_evidence *e = entry->evidence; e->model; e++) {
            const struct verdict_row row = named(e);
            if (row.model && !ledger_find(&v, e))
                v.rows[v.n++] = row;
        }
    verdicts_judge(&v, budget, jobs);
    return v;
}

bool ledger_stands(const struct ledger_entry *entry, const struct verdicts *verdicts)
{
    for (const struct ledger_evidence *e = entry->evidence; e->model; e++) {
        const struct verdict_row *row = ledger_find(verdicts, e);
        if (!row || !row->judgement.as_declared)
            return false;
    }
    return true;
}

int ledger_status(const struct verdicts *verdicts)
{
    for (const struct ledger_entry *entry = ledger_entries; entry->id; entry++)
        if (!ledger_stands(entry, verdicts))
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
