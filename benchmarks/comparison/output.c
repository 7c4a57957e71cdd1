/* Prints a comparison as a table for people (compare.h). */
#include <math.h>

#include "benchmarks/comparison/compare.h"
#include "reference/solutions/reference_solution.h"

/* Prints an error in eight columns. */
static void print_error(FILE *out, double error, double floor)
{
    if (isnan(error))
        fprintf(out, " %7s", "-");
    else if (isinf(error))
        fprintf(out, " %7s", "other");
    else if (error <= floor) {
        char bound[UNCERTAINTY_TEXT];
        uncertainty_text(bound, floor, 0);
        fprintf(out, " <=%s", bound);
    } else
        fprintf(out, " %7.1e", error);
}

static void print_time(FILE *out, const struct timing *timing)
{
    if (timing->repetitions == 0)
        return;
    if (timing->cpu < 1e-3)
        fprintf(out, " %6.1f us", 1e6 * timing->cpu);
    else if (timing->cpu < 1)
        fprintf(out, " %6.1f ms", 1e3 * timing->cpu);
    else
        fprintf(out, " %6.2f s", timing->cpu);
}

static void print_row(FILE *out, const struct comparison *c, const struct compare_row *row)
{
    char setting[32];
    if (row->status == STATUS_UNSUPPORTED) {
        fputs("  not for this problem\n", out);
        return;
    }
    compare_setting(row, setting, sizeof setting);
    fprintf(out, "  %-10s", setting);
    if (row->status != STATUS_OK) {
        fprintf(out, " failed: %s\n", compare_failure(row));
        return;
    }
    print_error(out, row->error_max, c->floor);
    print_error(out, row->error_final, c->floor);
    print_error(out, row->event_error, c->floor_events);
    print_error(out, row->energy_balance, 0);
    if (c->model->bound)
        fprintf(out, " %5lu", row->bound_violations);
    else
        fprintf(out, " %5s", "-");
    const unsigned long long evals = row->statistics.rate_evals + row->statistics.flow_evals;
    fprintf(out, " %8llu %9llu", (unsigned long long)row->statistics.steps, evals);
    print_time(out, &row->timing);
    fputc('\n', out);
}

static bool is_timed(const struct comparison *c)
{
    for (size_t k = 0; k < c->n_rows; k++)
        if (c->rows[k].timing.repetitions > 0)
            return true;
    return false;
}

void compare_table(FILE *out, const struct comparison *comparisons, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct comparison *c = &comparisons[i];
        fprintf(out, "%s%s, %s%s%s%s: %s\n", i > 0 ? "\n" : "", c->scenario->name, c->model->name,
                c->file ? " (" : "", c->file ? c->file : "", c->file ? ")" : "",
                c->scenario->title);
        if (c->not_applicable) {
            fprintf(out, "  not applicable: %s\n", c->not_applicable);
            continue;
        }
        fprintf(out, "  %-10s %7s %7s %7s %7s %5s %8s %9s%s\n", "setting", "error", "at end",
                "event s", "energy", "bound", "steps", "f evals", is_timed(c) ? "  CPU time" : "");
        for (size_t k = 0; k < c->n_rows; k++) {
            if (k == 0 || c->rows[k].integrator != c->rows[k - 1].integrator)
                fprintf(out, "%s\n", c->rows[k].integrator->name);
            print_row(out, c, &c->rows[k]);
        }
    }
}
