/* Runs many comparisons at once: first all references, then all rows, in threads and child
 * processes. */
#include <stdlib.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/isolated.h"
#include "tools/base/cli.h"
#include "tools/base/parallel.h"

/* All rows of all comparisons: row i of the loop is row i - first[k] of comparison k. */
struct all_rows {
    struct comparison *comparisons;
    struct {
        size_t comparison, row;
    } * places;
};

static void reference_of(void *context, size_t i)
{
    struct comparison *c = (struct comparison *)context + i;
    if (!c->file)
        comparison_reference(c);
}

static void row_of(void *context, size_t i)
{
    const struct all_rows *all = context;
    comparison_row(&all->comparisons[all->places[i].comparison], all->places[i].row);
}

void comparisons_errors(struct comparison comparisons[], size_t n, unsigned jobs)
{
    size_t rows = 0;
    for (size_t k = 0; k < n; k++)
        rows += comparisons[k].n_rows;
    struct all_rows all = { comparisons, malloc((rows + 1) * sizeof *all.places) };
    if (!all.places)
        cli_fail("out of memory");
    comparisons_isolated(comparisons, n, jobs);
    parallel_for(n, jobs, "references", reference_of, comparisons);
    rows = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0;
             i < comparisons[k].n_rows && !comparisons[k].not_applicable && !comparisons[k].file;
             i++) {
            all.places[rows].comparison = k;
            all.places[rows++].row = i;
        }
    parallel_for(rows, jobs, "runs", row_of, &all);
    for (size_t k = 0; k < n; k++)
        comparison_drop_refusals(&comparisons[k]);
    free(all.places);
}
