/* Runs many comparisons at once: first all references, then all rows, in threads; those of laws
 * from files in child processes. */
#include <stdlib.h>

#include "benchmarks/comparison/compare.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/parallel.h"
#include "tools/base/subprocess.h"

/* Task i is row `row` of a comparison, or its reference. */
struct place {
    struct comparison *comparison;
    size_t row;
};

/* An answer that goes between two copies of one program, in which constants have the same
 * addresses. */
struct reference_answer {
    const char *not_applicable;
    bool enclosed;
    double floor, floors[MODEL_MAX_STATES + 3], floor_events;
};

static void find_reference(void *context, size_t i, FILE *out)
{
    struct comparison *c = ((struct place *)context)[i].comparison;
    comparison_reference(c);
    struct reference_answer answer = { .not_applicable = c->not_applicable,
                                       .enclosed = c->enclosed,
                                       .floor = c->floor,
                                       .floor_events = c->floor_events };
    for (size_t k = 0; k < c->n_columns; k++)
        answer.floors[k] = c->floors[k];
    fwrite(&answer, sizeof answer, 1, out);
    if (!c->not_applicable)
        trajectory_write(&c->reference, out);
}

static bool read_reference(struct comparison *c, FILE *in)
{
    struct reference_answer answer;
    if (fread(&answer, sizeof answer, 1, in) != 1)
        return false;
    c->not_applicable = answer.not_applicable;
    c->enclosed = answer.enclosed;
    c->floor = answer.floor;
    c->floor_events = answer.floor_events;
    for (size_t k = 0; k < c->n_columns; k++)
        c->floors[k] = answer.floors[k];
    if (c->not_applicable)
        return true;
    trajectory_free(&c->reference);
    trajectory_init(&c->reference, c->samples, c->model->n_states, c->setup.duration);
    return trajectory_read(&c->reference, in);
}

static void take_reference(void *context, size_t i, FILE *in, const char *failure)
{
    struct comparison *c = ((struct place *)context)[i].comparison;
    if (!failure && read_reference(c, in))
        return;
    snprintf(c->failure, sizeof c->failure, "the law's code %s, asked for the reference",
             failure ? failure : "gave no answer");
    c->not_applicable = c->failure;
}

static void find_row(void *context, size_t i, FILE *out)
{
    const struct place *place = (const struct place *)context + i;
    comparison_row(place->comparison, place->row);
    fwrite(&place->comparison->rows[place->row], sizeof(struct compare_row), 1, out);
}

static void take_row(void *context, size_t i, FILE *in, const char *failure)
{
    const struct place *place = (const struct place *)context + i;
    struct compare_row *row = &place->comparison->rows[place->row];
    if (!failure && fread(row, sizeof *row, 1, in) == 1)
        return;
    *row = (struct compare_row){ .integrator = row->integrator,
                                 .settings = row->settings,
                                 .status = STATUS_CRASHED };
    snprintf(row->failure, sizeof row->failure, "the law's code %s",
             failure ? failure : "gave no answer");
}

/* Computes references and rows of the comparisons that have a file, each in a process of its own: a
 * crash, an exit or a time beyond the comparison's timeout is a failure of that part only. */
static void run_files(struct comparison comparisons[], size_t n, unsigned jobs)
{
    size_t most = 1, pieces = 0;
    double timeout = 0;
    for (size_t k = 0; k < n; k++)
        if (comparisons[k].file) {
            most += comparisons[k].n_rows + 1;
            timeout = comparisons[k].timeout;
        }
    struct place *places = memory_array(most, sizeof *places);
    for (size_t k = 0; k < n; k++)
        if (comparisons[k].file)
            places[pieces++].comparison = &comparisons[k];
    struct subprocess_work isolated = {
        .n = pieces,
        .jobs = jobs,
        .timeout = timeout,
        .kind = "references",
        .work = find_reference,
        .take = take_reference,
        .context = places,
    };
    subprocess_map(&isolated);
    pieces = 0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; comparisons[k].file && i < comparisons[k].n_rows; i++)
            if (!comparisons[k].not_applicable)
                places[pieces++] = (struct place){ &comparisons[k], i };
    isolated.n = pieces;
    isolated.kind = "runs";
    isolated.work = find_row;
    isolated.take = take_row;
    subprocess_map(&isolated);
    free(places);
}

static void find_times(void *context, size_t i, FILE *out)
{
    struct comparison *c = context;
    (void)i;
    comparison_times(c);
    for (size_t k = 0; k < c->n_rows; k++)
        fwrite(&c->rows[k].timing, sizeof c->rows[k].timing, 1, out);
    fwrite(&c->calibration, sizeof c->calibration, 1, out);
}

static void take_times(void *context, size_t i, FILE *in, const char *failure)
{
    struct comparison *c = context;
    (void)i;
    bool complete = !failure;
    for (size_t k = 0; complete && k < c->n_rows; k++)
        complete = fread(&c->rows[k].timing, sizeof c->rows[k].timing, 1, in) == 1;
    if (complete)
        complete = fread(&c->calibration, sizeof c->calibration, 1, in) == 1;
    if (!complete)
        fprintf(stderr, "compare: %s, %s: no times: the law's code %s\n", c->scenario->name,
                c->model->name, failure ? failure : "gave no answer");
}

void comparison_times_isolated(struct comparison *c)
{
    const double each = c->timeout > 0 ? c->timeout : SUBPROCESS_TIMEOUT;
    const struct subprocess_work isolated = {
        .n = 1,
        .jobs = 1,
        .timeout = each * (double)(c->n_rows + 1),
        .work = find_times,
        .take = take_times,
        .context = c,
    };
    cli_progress("%s, %s: times", c->scenario->name, c->model->name);
    subprocess_map(&isolated);
    cli_progress_done();
}

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
    struct all_rows all = { comparisons, memory_array(rows, sizeof *all.places) };
    run_files(comparisons, n, jobs);
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
