/* Fuzzes logs of measured runs. What is accepted is finite, in order of time, and has what log.h
 * promises. */
#include <math.h>
#include <stdlib.h>

#include "properties/fuzz/fuzz.h"
#include "reference/logs/log.h"

static void check_column(const double *column, size_t n)
{
    for (size_t i = 0; column && i < n; i++)
        fuzz_demand(isfinite(column[i]), "a value that is not finite");
}

static void check(const struct log_run *run)
{
    fuzz_demand(run->n >= LOG_LEAST_ROWS && run->n <= LOG_MOST_ROWS, "too few or too many rows");
    fuzz_demand(run->x || run->v, "no motion");
    fuzz_demand(run->force || run->applied, "no force");
    check_column(run->t, run->n);
    check_column(run->x, run->n);
    check_column(run->v, run->n);
    check_column(run->force, run->n);
    check_column(run->applied, run->n);
    for (size_t i = 1; i < run->n; i++)
        fuzz_demand(run->t[i] > run->t[i - 1], "time goes back");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR] = "", none[] = "", *text = fuzz_text(data, size);
    FILE *file = fmemopen(size > 0 ? text : none, size > 0 ? size : 1, "r");
    fuzz_demand(file, "out of memory");
    if (log_read_stream(&log, file, "input", NULL, error)) {
        fuzz_demand(log.n_runs > 0, "no run");
        for (size_t i = 0; i < log.n_runs; i++)
            check(&log.runs[i]);
        for (size_t i = 0; i < log.n_notes; i++)
            fuzz_demand_line(log.notes[i]);
    } else {
        fuzz_demand(log.n_runs == 0 && log.n_notes == 0, "a run of a file that is refused");
        fuzz_demand_line(error);
    }
    log_free(&log);
    fclose(file);
    free(text);
    return 0;
}
