/* Writes a comparison as CSV (compare.h). */
#include <math.h>

#include "benchmarks/comparison/compare.h"
#include "tools/base/columns.h"

/* Returns the largest error of the law's states; NAN if it has none. */
static double states_error(const struct comparison *c, const struct compare_row *row)
{
    const size_t n = c->model->n_states, first = c->n_columns - 1 - n;
    double largest = n > 0 ? 0 : (double)NAN;
    for (size_t k = first; k < first + n; k++)
        largest = fmax(largest, row->error[k]);
    return largest;
}

/* Returns the value if it applies, otherwise NAN. */
static double where(bool applies, double value) { return applies ? value : (double)NAN; }

static void count_where(struct columns *c, const char *key, bool applies, uint64_t value)
{
    if (applies)
        column_count(c, key, value);
    else
        column_text(c, key, NULL);
}

static void state_errors(struct columns *out, const struct comparison *c,
                         const struct compare_row *row)
{
    const bool ok = row->status == STATUS_OK, mass = ok && c->setup.has_mass;
    column_number(out, "error_max", where(ok, row->error_max), 17);
    column_number(out, "error_final", where(ok, row->error_final), 17);
    column_number(out, "scd", where(ok, compare_scd(c, row)), 17);
    column_number(out, "error_x", where(mass, row->error[0]), 17);
    column_number(out, "error_v", where(mass, row->error[1]), 17);
    column_number(out, "error_F", where(ok, row->error[c->n_columns - 1]), 17);
    column_number(out, "error_states", where(ok, states_error(c, row)), 17);
    column_number(out, "event_error_s", where(ok, row->event_error), 17);
    column_number(out, "events_floor_s", where(mass, c->floor_events), 17);
    column_number(out, "break_away_force_error", where(ok, row->break_away_error), 17);
    column_number(out, "period_error", where(ok, row->period_error), 17);
    column_number(out, "amplitude_error", where(ok, row->amplitude_error), 17);
    count_where(out, "bound_violations", ok && c->model->bound, row->bound_violations);
    column_number(out, "energy_balance", where(ok, row->energy_balance), 17);
    column_number(out, "steady_state_error", where(ok, row->steady_state_error), 17);
}

static void state_work(struct columns *out, bool ran, const struct statistics *s)
{
    count_where(out, "steps", ran, s->steps);
    count_where(out, "rejected", ran, s->rejected);
    count_where(out, "rate_evals", ran, s->rate_evals);
    count_where(out, "flow_evals", ran, s->flow_evals);
    count_where(out, "jac_evals", ran, s->jac_evals);
    count_where(out, "factorizations", ran, s->factorizations);
    count_where(out, "events", ran, s->events);
}

/* The columns that differ from run to run. */
static void state_times(struct columns *out, const struct timing *timing)
{
    const bool timed = timing->repetitions > 0;
    count_where(out, "repetitions", timed, timing->repetitions);
    count_where(out, "iterations", timed, timing->iterations);
    column_number(out, "cpu_time_s", where(timed, timing->cpu), 17);
    column_number(out, "cpu_time_q1_s", where(timed, timing->cpu_q1), 17);
    column_number(out, "cpu_time_q3_s", where(timed, timing->cpu_q3), 17);
    column_number(out, "real_time_s", where(timed, timing->real), 17);
}

/* A row without an integrator stands for a comparison in which nothing was run. */
static void state_row(struct columns *out, const struct comparison *c,
                      const struct compare_row *row, const char *failure)
{
    const bool ran = row->integrator,
               adaptive = ran && row->integrator->flags & INTEGRATOR_ADAPTIVE;
    const double setting = adaptive ? row->settings.rtol : row->settings.step;
    column_text(out, "scenario", c->scenario->name);
    column_text(out, "model", c->model->name);
    column_text(out, "integrator", ran ? row->integrator->name : NULL);
    column_text(out, "kind", !ran ? NULL : adaptive ? "rtol" : "h");
    column_number(out, "setting", where(ran, setting), 17);
    column_text(out, "failure", failure);
    column_number(out, "floor", where(ran, c->floor), 17);
    state_errors(out, c, row);
    state_work(out, ran, &row->statistics);
    column_number(out, "duration_s", c->setup.duration, 17);
    state_times(out, &row->timing);
    columns_end_row(out);
}

void compare_csv(FILE *out, const struct comparison *comparisons, size_t n)
{
    static const struct compare_row refused = { .status = STATUS_UNSUPPORTED };
    struct columns columns = columns_begin(out, FORMAT_CSV, NULL);
    char text[512];
    for (size_t i = 0; i < n; i++) {
        const struct comparison *c = &comparisons[i];
        if (c->not_applicable) {
            snprintf(text, sizeof text, "not applicable: %s", c->not_applicable);
            state_row(&columns, c, &refused, text);
        }
        for (size_t k = 0; k < c->n_rows; k++)
            state_row(&columns, c, &c->rows[k],
                      c->rows[k].status == STATUS_OK ? NULL : compare_failure(&c->rows[k]));
    }
}
