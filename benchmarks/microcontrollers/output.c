/* Rows of cost and worth as a table for people and as CSV and JSON for scripts. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/recommend.h"

/* In five characters at most. */
static void count_text(char text[16], double value)
{
    if (value < 9999.5)
        snprintf(text, 16, "%.0f", value);
    else if (value < 99950)
        snprintf(text, 16, "%.1fk", value / 1e3);
    else if (value < 999500)
        snprintf(text, 16, "%.0fk", value / 1e3);
    else
        snprintf(text, 16, "%.3gM", value / 1e6);
}

static void print_count(FILE *out, double value)
{
    char text[16];
    count_text(text, value);
    fprintf(out, " %5s", text);
}

static void print_cycles(FILE *out, const struct embedded_row *row)
{
    char lo[16], hi[16], text[40] = "-";
    count_text(lo, (double)row->cost.cycles_lo.max);
    count_text(hi, (double)row->cost.cycles_hi.max);
    if (row->cost.has_cycles && row->cost.cycles_lo.max == row->cost.cycles_hi.max)
        snprintf(text, sizeof text, "%s", hi);
    else if (row->cost.has_cycles)
        snprintf(text, sizeof text, "%s-%s", lo, hi);
    fprintf(out, " %13s", text);
}

static void print_share(FILE *out, double value)
{
    if (isnan(value))
        fprintf(out, " %8s", "-");
    else if (value == 0)
        fprintf(out, " %8s", "0");
    else
        fprintf(out, " %6.2g %%", 100 * value);
}

/* What is wrong beside the error. */
static void print_faults(FILE *out, const struct embedded_quality *q)
{
    if (q->bound_excess > 0)
        fprintf(out, "  bound +%.2g %%", 100 * q->bound_excess);
    if (q->energy_deficit > 0)
        fputs("  not passive", out);
}

/* Along the velocity of the profile, which is faster. */
static void print_divergence(FILE *out, const struct embedded_row *row)
{
    if (embedded_runs_away(row))
        fprintf(out, "  runs away at %g m/s", EMBEDDED_PROFILE_SPEED);
}

static void print_row(FILE *out, const struct embedded_row *row, const struct embedded_loop *loop)
{
    fprintf(out, "%-16s %-14s %s %3u", row->cost.law, row->cost.method, row->cost.precision,
            row->steps_per_period);
    if (embedded_missing(row)) {
        fprintf(out, "  %s\n", embedded_missing(row));
        return;
    }
    print_count(out, (double)row->cost.instructions.min);
    print_count(out, row->cost.instructions.mean);
    print_count(out, (double)row->cost.instructions.max);
    print_cycles(out, row);
    fprintf(out, " %4.1f %5" PRIu32 " %4" PRIu32 " %5" PRIu32, row->cost.exp_calls.mean,
            row->cost.flash, row->cost.ram, row->cost.stack);
    if (loop->clock > 0)
        print_share(out, embedded_load(row, loop));
    if (row->quality.status != STATUS_OK) {
        fprintf(out, "  %s\n", status_text(row->quality.status));
        return;
    }
    print_share(out, row->quality.error);
    print_faults(out, &row->quality);
    print_divergence(out, row);
    fputc('\n', out);
}

void embedded_table(FILE *out, const struct embedded_row rows[], size_t n,
                    const struct embedded_loop *loop)
{
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || strcmp(rows[i].core, rows[i - 1].core) != 0)
            fprintf(out, "%s%s\n%-16s %-14s %-4s %2s %5s %5s %5s %13s %4s %5s %4s %5s%s %8s\n",
                    i > 0 ? "\n" : "", rows[i].core, "law", "integrator", "prec", "n", "instr",
                    "mean", "max", "max cycles", "exps", "flash", "ram", "stack",
                    loop->clock > 0 ? "     load" : "", "error");
        print_row(out, &rows[i], loop);
    }
}

/* A number, or nothing where it is unknown. */
static void csv_number(FILE *out, double value)
{
    fputc(',', out);
    if (!isnan(value))
        fprintf(out, "%.9g", value);
}

static void csv_observed(FILE *out, bool known, const struct embedded_range *o)
{
    if (known)
        fprintf(out, ",%" PRIu64 ",%.4f,%" PRIu64, o->min, o->mean, o->max);
    else
        fputs(",,,", out);
}

static void csv_cost(FILE *out, const struct embedded_row *row)
{
    const bool known = !embedded_missing(row);
    csv_observed(out, known, &row->cost.instructions);
    csv_observed(out, known && row->cost.has_cycles, &row->cost.cycles_lo);
    csv_observed(out, known && row->cost.has_cycles, &row->cost.cycles_hi);
    csv_observed(out, known, &row->cost.exp_calls);
    if (known)
        fprintf(out, ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64, row->cost.flash,
                row->cost.ram, row->cost.stack, row->cost.restarts);
    else
        fputs(",,,,", out);
}

static const char *note(const struct embedded_row *row)
{
    const char *missing = embedded_missing(row);
    if (missing)
        return missing;
    return row->quality.status == STATUS_OK ? "" : status_text(row->quality.status);
}

void embedded_csv_costs(FILE *out, const struct embedded_row rows[], size_t n)
{
    fputs(EMBEDDED_CSV_KEY "," EMBEDDED_CSV_COST "\n", out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s,%s,%s,%s,%u", rows[i].core, rows[i].cost.law, rows[i].cost.method,
                rows[i].cost.precision, rows[i].steps_per_period);
        csv_cost(out, &rows[i]);
        fputc('\n', out);
    }
}

void embedded_csv(FILE *out, const struct embedded_row rows[], size_t n,
                  const struct embedded_loop *loop)
{
    fputs(EMBEDDED_CSV_KEY "," EMBEDDED_CSV_COST
                           ",instructions_per_second,load,error,bound_excess,energy_deficit,"
                           "pareto,note\n",
          out);
    for (size_t i = 0; i < n; i++) {
        const struct embedded_row *row = &rows[i];
        const struct embedded_quality *q = &row->quality;
        const bool known = !embedded_missing(row);
        const double none = (double)NAN;
        fprintf(out, "%s,%s,%s,%s,%u", row->core, row->cost.law, row->cost.method,
                row->cost.precision, row->steps_per_period);
        csv_cost(out, row);
        csv_number(out, known ? embedded_instructions_per_second(row, loop) : none);
        csv_number(out, known && loop->clock > 0 ? embedded_load(row, loop) : none);
        csv_number(out, q->status == STATUS_OK ? q->error : none);
        csv_number(out, q->status == STATUS_OK ? q->bound_excess : none);
        csv_number(out, q->status == STATUS_OK ? q->energy_deficit : none);
        fprintf(out, ",%d,%s\n", embedded_on_front(rows, n, i, loop), note(row));
    }
}

static void add_number(cJSON *json, const char *name, double value)
{
    if (isnan(value))
        cJSON_AddNullToObject(json, name);
    else
        cJSON_AddNumberToObject(json, name, value);
}

static void add_observed(cJSON *json, const char *name, const struct embedded_range *o)
{
    cJSON *group = cJSON_AddObjectToObject(json, name);
    cJSON_AddNumberToObject(group, "min", (double)o->min);
    cJSON_AddNumberToObject(group, "mean", o->mean);
    cJSON_AddNumberToObject(group, "max", (double)o->max);
}

cJSON *embedded_row_json(const struct embedded_row *row, const struct embedded_loop *loop)
{
    const struct embedded_quality *q = &row->quality;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "core", row->core);
    cJSON_AddStringToObject(json, "model", row->cost.law);
    cJSON_AddStringToObject(json, "integrator", row->cost.method);
    cJSON_AddStringToObject(json, "precision", row->cost.precision);
    cJSON_AddNumberToObject(json, "steps_per_period", row->steps_per_period);
    if (!embedded_missing(row)) {
        add_observed(json, "instructions", &row->cost.instructions);
        if (row->cost.has_cycles) {
            add_observed(json, "cycles_lo", &row->cost.cycles_lo);
            add_observed(json, "cycles_hi", &row->cost.cycles_hi);
        }
        add_observed(json, "exp_calls", &row->cost.exp_calls);
        cJSON_AddNumberToObject(json, "flash", (double)row->cost.flash);
        cJSON_AddNumberToObject(json, "ram", (double)row->cost.ram);
        cJSON_AddNumberToObject(json, "stack", (double)row->cost.stack);
        cJSON_AddNumberToObject(json, "restarts", (double)row->cost.restarts);
        cJSON_AddNumberToObject(json, "instructions_per_second",
                                embedded_instructions_per_second(row, loop));
        if (loop->clock > 0)
            cJSON_AddNumberToObject(json, "load", embedded_load(row, loop));
    }
    if (q->status == STATUS_OK) {
        add_number(json, "error", q->error);
        add_number(json, "bound_excess", q->bound_excess);
        add_number(json, "energy_deficit", q->energy_deficit);
    }
    if (*note(row))
        cJSON_AddStringToObject(json, "note", note(row));
    return json;
}
