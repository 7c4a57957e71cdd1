/* See the header: running the claims. */
#include "properties/blame_table.h"

#include <stdlib.h>

#include "properties/cli.h"
#include "properties/crew.h"

/* What the rows are judged with. */
struct work {
    struct blame_table *table;
    const struct effort *effort;
};

static void judge_row(void *context, size_t i)
{
    const struct work *work = context;
    struct blame_row *row = &work->table->rows[i];
    blame_claim(row->model, row->claim, work->table->scheme, work->effort, &row->result);
}

struct blame_table blame_table_run(const struct model *model, enum property property,
                                   const struct scheme *scheme, const struct effort *effort,
                                   unsigned jobs)
{
    struct blame_table table = { scheme, NULL, 0 };
    size_t most = 1;
    for (const struct model *const *m = PREC(models); *m; m++)
        most += (*m)->n_claims;
    table.rows = calloc(most, sizeof *table.rows);
    if (!table.rows)
        return table;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++)
            if ((!model || model == *m) &&
                (property == N_PROPERTIES || property == (*m)->claims[i].property))
                table.rows[table.n++] =
                    (struct blame_row){ .model = *m, .claim = &(*m)->claims[i] };

    struct work work = { &table, effort };
    crew_run(table.n, jobs, "claims judged", judge_row, &work);
    return table;
}

void blame_table_free(struct blame_table *table)
{
    free(table->rows);
    table->rows = NULL;
    table->n = 0;
}

int blame_table_status(const struct blame_table *table)
{
    for (size_t i = 0; i < table->n; i++)
        if (!table->rows[i].result.as_declared)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
