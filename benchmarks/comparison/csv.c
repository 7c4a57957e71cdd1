/* See compare.h: the comparison as CSV. */
#include <math.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "tools/base/cli.h"

/* Ends in what differs from run to run. */
static const char header[] =
    "scenario,model,integrator,kind,setting,failure,floor,error_max,error_final,scd,error_x,"
    "error_v,error_F,error_states,event_error_s,events_floor_s,break_away_force_error,period_error,"
    "amplitude_error,bound_violations,energy_balance,steady_state_error,steps,rejected,rate_evals,"
    "flow_evals,jac_evals,factorizations,events,duration_s,repetitions,iterations,cpu_time_s,"
    "cpu_time_q1_s,cpu_time_q3_s,real_time_s\n";

/* With the comma before it; NAN: empty. */
static void number(FILE *out, double value)
{
    fputc(',', out);
    if (!isnan(value))
        fprintf(out, "%.17g", value);
}

static void count(FILE *out, uint64_t value) { fprintf(out, ",%llu", (unsigned long long)value); }

static void commas(FILE *out, unsigned n)
{
    while (n-- > 0)
        fputc(',', out);
}

/* The largest error of the law's states; NAN without. */
static double states_error(const struct comparison *c, const struct compare_row *row)
{
    const size_t n = c->model->n_states, first = c->n_columns - 1 - n;
    double largest = n > 0 ? 0 : (double)NAN;
    for (size_t k = first; k < first + n; k++)
        largest = fmax(largest, row->error[k]);
    return largest;
}

/* error_max to steady_state_error. */
static void errors(FILE *out, const struct comparison *c, const struct compare_row *row)
{
    const bool mass = c->setup.has_mass;
    number(out, row->error_max);
    number(out, row->error_final);
    number(out, compare_scd(c, row));
    number(out, mass ? row->error[0] : (double)NAN);
    number(out, mass ? row->error[1] : (double)NAN);
    number(out, row->error[c->n_columns - 1]);
    number(out, states_error(c, row));
    number(out, row->event_error);
    number(out, mass ? c->floor_events : (double)NAN);
    number(out, row->break_away_error);
    number(out, row->period_error);
    number(out, row->amplitude_error);
    if (c->model->bound)
        count(out, row->bound_violations);
    else
        fputc(',', out);
    number(out, row->energy_balance);
    number(out, row->steady_state_error);
}

static void work(FILE *out, const struct statistics *s)
{
    count(out, s->steps);
    count(out, s->rejected);
    count(out, s->rate_evals);
    count(out, s->flow_evals);
    count(out, s->jac_evals);
    count(out, s->factorizations);
    count(out, s->events);
}

static void times(FILE *out, const struct timing *timing)
{
    if (timing->repetitions == 0) {
        commas(out, 6);
        return;
    }
    count(out, timing->repetitions);
    count(out, timing->iterations);
    number(out, timing->cpu);
    number(out, timing->cpu_q1);
    number(out, timing->cpu_q3);
    number(out, timing->real);
}

static void row_csv(FILE *out, const struct comparison *c, const struct compare_row *row)
{
    const bool adaptive = row->integrator->flags & INTEGRATOR_ADAPTIVE;
    fprintf(out, "%s,%s,%s,%s", c->scenario->name, c->model->name, row->integrator->name,
            adaptive ? "rtol" : "h");
    number(out, adaptive ? row->settings.rtol : row->settings.step);
    fputc(',', out);
    if (row->status != STATUS_OK)
        cli_csv_field(out, compare_failure(row));
    number(out, c->floor);
    if (row->status == STATUS_OK)
        errors(out, c, row);
    else
        commas(out, 15);
    work(out, &row->statistics);
    number(out, c->setup.duration);
    times(out, &row->timing);
    fputc('\n', out);
}

/* One line for all integrators: nothing was run. */
static void refusal_csv(FILE *out, const struct comparison *c)
{
    char text[512];
    snprintf(text, sizeof text, "not applicable: %s", c->not_applicable);
    fprintf(out, "%s,%s,,,,", c->scenario->name, c->model->name);
    cli_csv_field(out, text);
    commas(out, 24);
    fprintf(out, "%.17g", c->setup.duration);
    commas(out, 6);
    fputc('\n', out);
}

void compare_csv(FILE *out, const struct comparison *comparisons, size_t n)
{
    fputs(header, out);
    for (size_t i = 0; i < n; i++) {
        if (comparisons[i].not_applicable)
            refusal_csv(out, &comparisons[i]);
        for (size_t k = 0; k < comparisons[i].n_rows; k++)
            row_csv(out, &comparisons[i], &comparisons[i].rows[k]);
    }
}
