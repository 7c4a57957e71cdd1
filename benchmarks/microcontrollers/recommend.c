#include "benchmarks/microcontrollers/recommend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *embedded_missing(const struct embedded_row *row)
{
    if (row->quality.status == STATUS_UNSUPPORTED)
        return "the method is not for this law";
    if (row->cost.status != EMBEDDED_OK)
        return embedded_status_text(row->cost.status);
    return row->cost.restarts == row->cost.steps ? "its steps fail" : NULL;
}

double embedded_load(const struct embedded_row *row, const struct embedded_loop *loop)
{
    const double step =
        (double)(row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max) /
        loop->clock;
    return step * row->steps_per_period * loop->rate;
}

double embedded_instructions_per_second(const struct embedded_row *row,
                                        const struct embedded_loop *loop)
{
    return row->cost.instructions.mean * row->steps_per_period * loop->rate;
}

static bool has_figures(const struct embedded_row *row)
{
    return !embedded_missing(row) && row->quality.status == STATUS_OK &&
           isfinite(row->quality.error);
}

bool embedded_on_front(const struct embedded_row rows[], size_t n, size_t i,
                       const struct embedded_loop *loop)
{
    const double cost = embedded_instructions_per_second(&rows[i], loop);
    for (size_t k = 0; k < n && has_figures(&rows[i]); k++)
        if (has_figures(&rows[k]) && strcmp(rows[k].core, rows[i].core) == 0 &&
            strcmp(rows[k].cost.law, rows[i].cost.law) == 0 &&
            rows[k].quality.error < rows[i].quality.error &&
            embedded_instructions_per_second(&rows[k], loop) < cost)
            return false;
    return has_figures(&rows[i]);
}

bool embedded_runs_away(const struct embedded_row *row)
{
    return row->cost.restarts > 0 || row->quality.runs_away;
}

bool embedded_mostly_rounding(const struct embedded_row *row)
{
    return row->quality.rounding > row->quality.error / 2;
}

enum embedded_fault embedded_quality_fault(const struct embedded_quality *q)
{
    if (q->status != STATUS_OK)
        return q->status == STATUS_UNSUPPORTED ? FAULT_UNSUPPORTED : FAULT_FAILS;
    if (q->runs_away)
        return FAULT_DIVERGES;
    if (q->bound_excess > 0)
        return FAULT_BOUND;
    return q->energy_deficit > 0 ? FAULT_PASSIVITY : FAULT_NONE;
}

enum embedded_fault embedded_fault(const struct embedded_row *row,
                                   const struct embedded_limits *limits)
{
    const struct embedded_quality *q = &row->quality;
    if (q->status == STATUS_UNSUPPORTED)
        return FAULT_UNSUPPORTED;
    if (embedded_missing(row))
        return FAULT_UNMEASURED;
    if (q->status != STATUS_OK)
        return FAULT_FAILS;
    if (!(embedded_load(row, &limits->loop) <= limits->most_load))
        return FAULT_LOAD;
    if (embedded_runs_away(row))
        return FAULT_DIVERGES;
    if (embedded_quality_fault(q) != FAULT_NONE)
        return embedded_quality_fault(q);
    if (isfinite(limits->most_error) && isnan(q->error))
        return FAULT_NO_REFERENCE;
    return q->error > limits->most_error ? FAULT_ERROR : FAULT_NONE;
}

void embedded_fault_text(const struct embedded_row *row, const struct embedded_limits *limits,
                         char text[], size_t size)
{
    const struct embedded_quality *q = &row->quality;
    switch (embedded_fault(row, limits)) {
    case FAULT_NONE:
        snprintf(text, size, "meets all limits");
        break;
    case FAULT_UNSUPPORTED:
        snprintf(text, size, "the method is not for this law");
        break;
    case FAULT_UNMEASURED:
        snprintf(text, size, "%s", embedded_missing(row));
        break;
    case FAULT_FAILS:
        snprintf(text, size, "%s", status_text(q->status));
        break;
    case FAULT_LOAD:
        snprintf(text, size, "load of %.3g %%, the limit is %.3g %%",
                 100 * embedded_load(row, &limits->loop), 100 * limits->most_load);
        break;
    case FAULT_DIVERGES:
        snprintf(text, size, "a state runs away at speeds up to %g m/s", EMBEDDED_PROFILE_SPEED);
        break;
    case FAULT_BOUND:
        snprintf(text, size, "a state exceeds its bound by %.2g %%", 100 * q->bound_excess);
        break;
    case FAULT_PASSIVITY:
        snprintf(text, size, "returns %.2g %% more energy than it took", 100 * q->energy_deficit);
        break;
    case FAULT_NO_REFERENCE:
        snprintf(text, size, "no reference to measure its error by");
        break;
    case FAULT_ERROR:
        snprintf(text, size, "error of %.3g %%, the limit is %.3g %%", 100 * q->error,
                 100 * limits->most_error);
        break;
    }
}

/* Loads are proportional to costs of a period, whatever the clock. */
static uint64_t cost(const struct embedded_row *row)
{
    return (row->cost.has_cycles ? row->cost.cycles_hi.max : row->cost.instructions.max) *
           row->steps_per_period;
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare(const void *a, const void *b)
{
    const struct embedded_row *x = a, *y = b;
    int order = (embedded_missing(x) != NULL) - (embedded_missing(y) != NULL);
    if (order == 0)
        order = compare_numbers(cost(x), cost(y));
    if (order == 0)
        order = compare_numbers(x->cost.flash, y->cost.flash);
    if (order == 0)
        order = strcmp(x->cost.law, y->cost.law);
    if (order == 0)
        order = strcmp(x->cost.method, y->cost.method);
    if (order == 0)
        order = strcmp(x->cost.precision, y->cost.precision);
    return order != 0 ? order : compare_numbers(x->steps_per_period, y->steps_per_period);
}

void embedded_sort(struct embedded_row rows[], size_t n) { qsort(rows, n, sizeof *rows, compare); }

size_t embedded_cheapest(const struct embedded_row rows[], size_t n, const char *law,
                         const struct embedded_limits *limits)
{
    size_t i = 0;
    while (i < n && ((law && strcmp(rows[i].cost.law, law) != 0) ||
                     embedded_fault(&rows[i], limits) != FAULT_NONE))
        i++;
    return i;
}
