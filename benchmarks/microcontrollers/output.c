/* Writes rows as a table for people and as CSV and JSON for scripts (row.h). */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "benchmarks/microcontrollers/recommend.h"
#include "tools/base/columns.h"
#include "tools/base/wrap.h"

/* Writes a count in five characters at most. */
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

static void print_combination(FILE *out, const struct embedded_row *row)
{
    fprintf(out, "%-14s %s %3u", row->cost.method, row->cost.precision, row->steps_per_period);
}

static void print_costs(FILE *out, const struct embedded_row *row)
{
    print_combination(out, row);
    if (embedded_missing(row)) {
        fprintf(out, "  %s\n", embedded_missing(row));
        return;
    }
    print_count(out, (double)row->cost.instructions.min);
    print_count(out, row->cost.instructions.mean);
    print_count(out, (double)row->cost.instructions.max);
    print_cycles(out, row);
    fprintf(out, " %4.1f %5" PRIu32 " %4" PRIu32 " %5" PRIu32 "\n", row->cost.exp_calls.mean,
            row->cost.flash, row->cost.ram, row->cost.stack);
}

enum { FAULTS = 128 };

/* Writes ", bound +3.4 %, not passive, ...": what is wrong but for the error; a state may run away
 * along the profile only, which is faster than the velocity asked for. */
static void faults_text(char text[FAULTS], const struct embedded_row *row)
{
    const struct embedded_quality *q = &row->quality;
    char bound[40] = "", away[40] = "";
    if (q->bound_excess > 0)
        snprintf(bound, sizeof bound, ", bound +%.2g %%", 100 * q->bound_excess);
    if (embedded_runs_away(row))
        snprintf(away, sizeof away, ", runs away at %g m/s", EMBEDDED_PROFILE_SPEED);
    snprintf(text, FAULTS, "%s%s%s%s", embedded_mostly_rounding(row) ? ", mostly rounding" : "",
             bound, q->energy_deficit > 0 ? ", not passive" : "", away);
}

/* Prints a row of the second table; faults go on below themselves. */
static void print_quality(FILE *out, const struct embedded_row *row,
                          const struct embedded_loop *loop)
{
    enum { COMBINATION = 22, SHARE = 9, GAP = 2 };
    size_t column = COMBINATION + GAP;
    char faults[FAULTS];
    print_combination(out, row);
    if (loop->clock > 0) {
        print_share(out, embedded_load(row, loop));
        column += SHARE;
    }
    if (row->quality.status != STATUS_OK) {
        fprintf(out, "%*s", GAP, "");
        wrap_print(out, column, column, status_text(row->quality.status));
        return;
    }
    print_share(out, row->quality.error);
    faults_text(faults, row);
    if (*faults) {
        fprintf(out, "%*s", GAP, "");
        wrap_print(out, column + SHARE, column + SHARE, faults + strlen(", "));
    } else {
        fputc('\n', out);
    }
}

/* Returns true when the second table says something of the row. */
static bool has_quality(const struct embedded_row *row, const struct embedded_loop *loop)
{
    const struct embedded_quality *q = &row->quality;
    return !embedded_missing(row) &&
           (loop->clock > 0 || q->status != STATUS_OK || !isnan(q->error) || q->bound_excess > 0 ||
            q->energy_deficit > 0 || embedded_runs_away(row));
}

/* Prints the rows of a core and a law. All columns beside each other are wider than a terminal:
 * costs come first, below them what they are worth. */
static void print_law(FILE *out, const struct embedded_row rows[], size_t n,
                      const struct embedded_loop *loop)
{
    bool judged = false;
    fprintf(out, "%s, %s\n%-14s %-4s %2s %5s %5s %5s %13s %4s %5s %4s %5s\n", rows[0].core,
            rows[0].cost.law, "integrator", "prec", "n", "instr", "mean", "max", "max cycles",
            "exps", "flash", "ram", "stack");
    for (size_t i = 0; i < n; i++)
        print_costs(out, &rows[i]);
    for (size_t i = 0; i < n; i++) {
        if (!has_quality(&rows[i], loop))
            continue;
        if (!judged)
            fprintf(out, "\n%-14s %-4s %2s%s %8s\n", "integrator", "prec", "n",
                    loop->clock > 0 ? "     load" : "", "error");
        print_quality(out, &rows[i], loop);
        judged = true;
    }
}

void embedded_table(FILE *out, const struct embedded_row rows[], size_t n,
                    const struct embedded_loop *loop)
{
    for (size_t i = 0, m; i < n; i += m) {
        for (m = 1; i + m < n && strcmp(rows[i + m].core, rows[i].core) == 0 &&
                    strcmp(rows[i + m].cost.law, rows[i].cost.law) == 0;)
            m++;
        if (i > 0)
            fputc('\n', out);
        print_law(out, rows + i, m, loop);
    }
}

/* Writes a count; if unknown, nothing in CSV, and no key in JSON. */
static void state_count(struct columns *c, const char *key, bool known, uint64_t value)
{
    if (known)
        column_count(c, key, value);
    else if (!c->is_json)
        column_text(c, key, NULL);
}

static void state_number(struct columns *c, const char *key, bool known, double value)
{
    if (known || !c->is_json)
        column_number(c, key, known ? value : (double)NAN, 9);
}

/* Writes three columns in CSV, one object in JSON. */
static void state_range(struct columns *c, const char *name, bool known,
                        const struct embedded_range *range)
{
    struct columns object = columns_json(NULL), *to = c->is_json ? &object : c;
    const char *key[] = { "min", "mean", "max" };
    char text[3][32];
    for (int i = 0; i < 3; i++) {
        snprintf(text[i], sizeof text[i], "%s_%s", name, key[i]);
        key[i] = c->is_json ? key[i] : text[i];
    }
    if (c->is_json && !known)
        return;
    state_count(to, key[0], known, range->min);
    column_fixed(to, key[1], known ? range->mean : (double)NAN, 4);
    state_count(to, key[2], known, range->max);
    if (c->is_json)
        column_json(c, name, columns_take(to));
}

void embedded_state_key(struct columns *c, const struct embedded_row *row)
{
    column_text(c, "core", row->core);
    column_text(c, "model", row->cost.law);
    column_text(c, "integrator", row->cost.method);
    column_text(c, "precision", row->cost.precision);
    column_count(c, "steps_per_period", row->steps_per_period);
}

static void state_cost(struct columns *c, const struct embedded_row *row)
{
    const struct embedded_cost *cost = &row->cost;
    const bool known = !embedded_missing(row);
    embedded_state_key(c, row);
    state_range(c, "instructions", known, &cost->instructions);
    state_range(c, "cycles_lo", known && cost->has_cycles, &cost->cycles_lo);
    state_range(c, "cycles_hi", known && cost->has_cycles, &cost->cycles_hi);
    state_range(c, "exp_calls", known, &cost->exp_calls);
    state_count(c, "flash", known, cost->flash);
    state_count(c, "ram", known, cost->ram);
    state_count(c, "stack", known, cost->stack);
    state_count(c, "restarts", known, cost->restarts);
}

static const char *note(const struct embedded_row *row)
{
    const char *missing = embedded_missing(row);
    if (missing)
        return missing;
    return row->quality.status == STATUS_OK ? "" : status_text(row->quality.status);
}

static void state_row(struct columns *c, const struct embedded_row *row,
                      const struct embedded_loop *loop)
{
    const struct embedded_quality *q = &row->quality;
    const bool known = !embedded_missing(row), judged = q->status == STATUS_OK;
    const bool loaded = known && loop->clock > 0;
    state_cost(c, row);
    state_number(c, "instructions_per_second", known,
                 known ? embedded_instructions_per_second(row, loop) : 0);
    state_number(c, "load", loaded, loaded ? embedded_load(row, loop) : 0);
    state_number(c, "error", judged, q->error);
    state_number(c, "rounding", judged, q->rounding);
    state_number(c, "bound_excess", judged, q->bound_excess);
    state_number(c, "energy_deficit", judged, q->energy_deficit);
}

void embedded_csv_costs(FILE *out, const struct embedded_row rows[], size_t n)
{
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (size_t i = 0; i < n; i++) {
        state_cost(&c, &rows[i]);
        columns_end_row(&c);
    }
}

void embedded_csv(FILE *out, const struct embedded_row rows[], size_t n,
                  const struct embedded_loop *loop)
{
    struct columns c = columns_begin(out, FORMAT_CSV, NULL);
    for (size_t i = 0; i < n; i++) {
        state_row(&c, &rows[i], loop);
        column_count(&c, "pareto", embedded_on_front(rows, n, i, loop));
        column_text(&c, "note", note(&rows[i]));
        columns_end_row(&c);
    }
}

cJSON *embedded_row_json(const struct embedded_row *row, const struct embedded_loop *loop)
{
    struct columns c = columns_json(NULL);
    state_row(&c, row, loop);
    if (*note(row))
        column_text(&c, "note", note(row));
    return columns_take(&c);
}
