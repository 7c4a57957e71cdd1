/* Writes the rows as a table, as CSV and as JSON (structure.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/behaviour/structure.h"
#include "tools/base/columns.h"
#include "tools/base/context.h"
#include "tools/base/json.h"

enum kind { ORDER, ORDER_ACROSS, LIMIT, EXCESS, DEFICIT, ERROR, EPSILONS };

struct cell {
    const char *name;
    enum kind kind;
    struct measured measured;
};

enum { N_CELLS = N_ORDERS + 9 };

static void cells_of(const struct structure_row *row, struct cell cells[N_CELLS])
{
    static const char *const orders[N_ORDERS] = {
        "order_mass",         "order_driven",     "order_driven_naive",
        "order_driven_aware", "order_mass_naive", "order_mass_aware",
    };
    const struct cell others[N_CELLS - N_ORDERS] = {
        { "bound_k", LIMIT, row->bound },
        { "passive_k", LIMIT, row->passivity },
        { "bound_excess_1e-3", EXCESS, row->excess[0] },
        { "bound_excess_1e-6", EXCESS, row->excess[1] },
        { "passive_deficit_1e-3", DEFICIT, row->deficit[0] },
        { "passive_deficit_1e-6", DEFICIT, row->deficit[1] },
        { "energy_drift", ERROR, row->drift },
        { "float_driven", EPSILONS, row->float_driven },
        { "float_mass", EPSILONS, row->float_mass },
    };
    for (unsigned i = 0; i < N_ORDERS; i++) {
        const bool naive = i == ORDER_DRIVEN_NAIVE || i == ORDER_MASS_NAIVE;
        cells[i] = (struct cell){ orders[i], naive ? ORDER_ACROSS : ORDER, row->order[i] };
    }
    memcpy(cells + N_ORDERS, others, sizeof others);
}

/* Returns one word that says why there is no number. */
static const char *word(enum status status)
{
    if (status == STATUS_UNSUPPORTED)
        return "-";
    return status == STATUS_NO_CONVERGENCE ? "no root" : "stalls";
}

/* Writes orders with the digits that are meaningful: orders of an adaptive method scatter, and so
 * do orders across ignored events. */
static void order_text(const struct cell *cell, bool adaptive, char text[32])
{
    const int digits = 2 - adaptive - (cell->kind == ORDER_ACROSS);
    snprintf(text, 32, "%s%.*f", adaptive ? "tol^" : "", digits, cell->measured.value);
}

static void limit_text(double k, char text[32])
{
    if (k == 0 || isinf(k))
        snprintf(text, 32, "%s", k == 0 ? "none" : "any");
    else
        snprintf(text, 32, "%.4g", k);
}

/* Returns the next power of two, which hides differences in rounding between machines. */
static double power_above(double x) { return x > 0 ? exp2(ceil(log2(x))) : 0; }

static void cell_text(const struct cell *cell, bool adaptive, char text[32])
{
    const double value = cell->measured.value;
    if (cell->measured.status != STATUS_OK)
        snprintf(text, 32, "%s", word(cell->measured.status));
    else if (cell->kind == ORDER || cell->kind == ORDER_ACROSS)
        order_text(cell, adaptive, text);
    else if (cell->kind == LIMIT)
        limit_text(value, text);
    else if (cell->kind == EPSILONS)
        snprintf(text, 32, "%.0f", power_above(value / (double)FLT_EPSILON));
    else if (cell->kind == ERROR && value < 1e-12)
        snprintf(text, 32, "<1e-12");
    else if (cell->kind == ERROR)
        snprintf(text, 32, "%.0e", value);
    else if (value == 0)
        snprintf(text, 32, "kept");
    else
        snprintf(text, 32, "%c%.0e", cell->kind == EXCESS ? '+' : '-', value);
}

/* Returns the cell in a column of the table: for an adaptive method the excess at the finer
 * tolerance instead of a limit. */
static const struct cell *shown(const struct cell cells[N_CELLS], unsigned column, bool adaptive)
{
    enum { BOUND = N_ORDERS, PASSIVE, AFTER };
    static const unsigned finer[2] = { N_ORDERS + 3, N_ORDERS + 5 };
    if (column < AFTER)
        return &cells[adaptive && column >= BOUND ? finer[column - BOUND] : column];
    return &cells[column + 4];
}

enum { N_COLUMNS = N_CELLS - 4 };

static const int widths[N_COLUMNS] = { 7, 7, 8, 7, 8, 7, 8, 8, 8, 8, 6 };

/* Prints the columns from `first` to before `end`, for all rows. */
static void print_block(FILE *out, const struct structure_row rows[], size_t n, unsigned first,
                        unsigned end)
{
    for (size_t i = 0; i < n; i++) {
        const bool adaptive = rows[i].integrator->flags & INTEGRATOR_ADAPTIVE;
        struct cell cells[N_CELLS];
        cells_of(&rows[i], cells);
        fprintf(out, "%-20s", rows[i].integrator->name);
        for (unsigned k = first; k < end; k++) {
            char text[32];
            cell_text(shown(cells, k, adaptive), adaptive, text);
            fprintf(out, " %*s", widths[k], text);
        }
        fputc('\n', out);
    }
}

/* All columns beside each other are wider than a terminal: orders come first, all else below. */
static void print_table(FILE *out, const struct structure_row rows[], size_t n)
{
    fputs("                       order: smooth   events, driven     events, mass\n"
          "integrator              mass  driven    naive   aware    naive   aware\n",
          out);
    print_block(out, rows, n, 0, N_ORDERS);
    fputs("\n                          |z|   int Fv                 f32, eps\n"
          "integrator              bound     >= 0    drift   driven   mass\n",
          out);
    print_block(out, rows, n, N_ORDERS, N_COLUMNS);
}

/* Writes "order_mass: why it failed; ..." */
static void failures_text(const struct cell cells[N_CELLS], char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned k = 0; k < N_CELLS && used < size; k++) {
        const enum status status = cells[k].measured.status;
        if (status == STATUS_OK || status == STATUS_UNSUPPORTED)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s: %s", used > 0 ? "; " : "",
                                 cells[k].name, status_text(status));
    }
}

/* Writes a cell. Without a number CSV is empty, and JSON says why; JSON has no infinity, and writes
 * "any". */
static void state_cell(struct columns *c, const struct cell *cell)
{
    const struct measured *m = &cell->measured;
    if (c->is_json && m->status != STATUS_OK && m->status != STATUS_UNSUPPORTED)
        column_text(c, cell->name, status_text(m->status));
    else if (c->is_json && m->status == STATUS_OK && isinf(m->value))
        column_text(c, cell->name, "any");
    else
        column_number(c, cell->name, m->status == STATUS_OK ? m->value : (double)NAN, 17);
}

static void state_row(struct columns *c, const struct structure_row *row)
{
    const struct integrator *integrator = row->integrator;
    const bool adaptive = integrator->flags & INTEGRATOR_ADAPTIVE;
    struct cell cells[N_CELLS];
    char failures[2048];
    cells_of(row, cells);
    column_text(c, "integrator", integrator->name);
    if (c->is_json)
        column_truth(c, "adaptive", adaptive);
    else
        column_count(c, "adaptive", adaptive);
    column_count(c, "stated_order", integrator->order);
    for (unsigned k = 0; k < N_CELLS; k++)
        state_cell(c, &cells[k]);
    failures_text(cells, failures, sizeof failures);
    if (!c->is_json)
        column_text(c, "failures", failures);
    else
        column_json(c, "context", context_json());
    columns_end_row(c);
}

/* The JSON is a bare array of rows, hence each has the context. */
void structure_write(FILE *out, enum format format, const struct structure_row rows[], size_t n)
{
    if (format == FORMAT_TABLE) {
        print_table(out, rows, n);
        return;
    }
    cJSON *json = cJSON_CreateArray();
    struct columns c = format == FORMAT_CSV ? columns_begin(out, format, NULL) : columns_json(json);
    for (size_t i = 0; i < n; i++)
        state_row(&c, &rows[i]);
    if (format == FORMAT_CSV)
        cJSON_Delete(json);
    else
        json_write(out, json);
}
