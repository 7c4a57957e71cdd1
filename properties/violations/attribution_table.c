/* Judges the claims of a law along an integrator's trajectories. */
#include "properties/violations/attribution_table.h"

#include <stdlib.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"

/* What the threads judge the rows with. */
struct work {
    struct attribution_table *table;
    const struct search_budget *budget;
    size_t *of_files; /* the rows of laws from files */
};

static void judge_row(void *context, size_t i)
{
    const struct work *work = context;
    struct attribution_row *row = &work->table->rows[i];
    attribute_claim(row->model, row->claim, work->table->scheme, work->budget, &row->result);
}

static void judge_own(void *context, size_t i)
{
    const struct work *work = context;
    if (!work->table->rows[i].file)
        judge_row(context, i);
}

/* Judges a row of a law from a file, in a process of its own. */
static void judge_segment(void *context, size_t i, FILE *out)
{
    const struct work *work = context;
    const struct attribution_row *row = &work->table->rows[work->of_files[i]];
    judge_row(context, work->of_files[i]);
    fwrite(&row->result, sizeof row->result, 1, out);
}

static void take_segment(void *context, size_t i, FILE *in, const char *failure)
{
    const struct work *work = context;
    struct attribution_row *row = &work->table->rows[work->of_files[i]];
    if (!failure && fread(&row->result, sizeof row->result, 1, in) == 1)
        return;
    snprintf(row->failure, sizeof row->failure, "%s", failure ? failure : "gave no answer");
    row->result = (struct attribution){ .source = VIOLATION_SOURCE_NOT_APPLICABLE,
                                        .reason = row->failure,
                                        .margin = (double)NAN,
                                        .exact_margin = (double)NAN };
}

static void judge(struct work *work, unsigned jobs)
{
    const struct attribution_table *table = work->table;
    size_t n = 0;
    work->of_files = memory_array(table->n, sizeof *work->of_files);
    for (size_t i = 0; i < table->n; i++)
        if (table->rows[i].file)
            work->of_files[n++] = i;
    const struct subprocess_work isolated = {
        .n = n,
        .jobs = jobs,
        .timeout = work->budget->timeout,
        .kind = "claims judged",
        .work = judge_segment,
        .take = take_segment,
        .context = work,
    };
    subprocess_map(&isolated);
    parallel_for(table->n, jobs, "claims judged", judge_own, work);
    free(work->of_files);
}

/* Adds a row for each claim of the law about the property. */
static void add_rows(struct attribution_table *table, const struct model *model, const char *file,
                     enum property property)
{
    for (unsigned i = 0; i < model->n_claims; i++)
        if (property == N_PROPERTIES || property == model->claims[i].property)
            table->rows[table->n++] = (struct attribution_row){ .model = model,
                                                                .claim = &model->claims[i],
                                                                .file = file };
}

struct attribution_table attribution_table_run(const struct law_choice laws[], size_t n,
                                               enum property property,
                                               const struct integration_scheme *scheme,
                                               const struct search_budget *budget, unsigned jobs)
{
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        most += laws[i].model->n_claims;
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++)
        most += (*m)->n_claims;
    struct attribution_table table = { scheme, memory_array(most, sizeof *table.rows), 0 };
    for (size_t i = 0; i < n; i++)
        add_rows(&table, laws[i].model, laws[i].file, property);
    for (const struct model *const *m = PREC(models); n == 0 && *m; m++)
        add_rows(&table, *m, NULL, property);
    struct work work = { &table, budget, NULL };
    judge(&work, jobs);
    return table;
}

void attribution_table_free(struct attribution_table *table)
{
    free(table->rows);
    table->rows = NULL;
    table->n = 0;
}

int attribution_table_status(const struct attribution_table *table)
{
    for (size_t i = 0; i < table->n; i++)
        if (!table->rows[i].result.as_declared)
            return EXIT_NOT_AS_DECLARED;
    return EXIT_AS_DECLARED;
}
