/* See the header: running the claims. */
#include "properties/blame_table.h"

#include <flint/flint.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "properties/cli.h"

/* Rows are dealt to threads one at a time; each row depends on the seed only. */
struct work {
    struct blame_table *table;
    const struct effort *effort;
    atomic_size_t next, done;
};

static void *judge_rows(void *argument)
{
    struct work *work = argument;
    for (;;) {
        const size_t i = atomic_fetch_add(&work->next, 1);
        if (i >= work->table->n)
            break;
        struct blame_row *row = &work->table->rows[i];
        blame_claim(row->model, row->claim, work->table->scheme, work->effort, &row->result);
        cli_progress("%zu of %zu claims judged", atomic_fetch_add(&work->done, 1) + 1,
                     work->table->n);
    }
    flint_cleanup();
    return NULL;
}

struct blame_table blame_table_run(const struct model *model, enum property property,
                                   const struct scheme *scheme, const struct effort *effort,
                                   unsigned jobs)
{
    enum { MAX_JOBS = 256 };
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

    struct work work = { .table = &table, .effort = effort };
    pthread_t threads[MAX_JOBS];
    unsigned started = 0;
    while (started + 1 < jobs && started < MAX_JOBS &&
           pthread_create(&threads[started], NULL, judge_rows, &work) == 0)
        started++;
    judge_rows(&work);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    cli_progress_done();
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
