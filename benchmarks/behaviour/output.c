/* The rows as a table, as CSV and as JSON. */
#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "benchmarks/behaviour/structure.h"
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

/* One word for why there is no number. */
static const char *word(enum status status)
{
    if (status == STATUS_UNSUPPORTED)
        return "-";
    return status == STATUS_NO_CONVERGENCE ? "no root" : "stalls";
}

/* Orders to as many digits as mean something: those of an adaptive method scatter, and those across
 * events that are ignored. */
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

/* The next power of two, so that rounding that differs between machines does not show. */
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

/* Which cell stands in a column of the table: for an adaptive method what it exceeds at the finer
 * tolerance in the place of a limit. */
static const struct cell *shown(const struct cell cells[N_CELLS], unsigned column, bool adaptive)
{
    enum { BOUND = N_ORDERS, PASSIVE, AFTER };
    static const unsigned finer[2] = { N_ORDERS + 3, N_ORDERS + 5 };
    if (column < AFTER)
        return &cells[adaptive && column >= BOUND ? finer[column - BOUND] : column];
    return &cells[column + 4];
}

enum { N_COLUMNS = N_CELLS - 4 };

void structure_table(FILE *out, const struct structure_row rows[], size_t n)
{
    static const int widths[N_COLUMNS] = { 7, 7, 7, 7, 8, 8, 7, 7, 7, 6, 5 };
    fprintf(out,
            "                     order: smooth   events, driven   events, mass   |z|    int Fv\n"
            "integrator             mass driven   naive  aware   naive   aware  bound   >= 0  drift"
            "  f32, eps\n");
    for (size_t i = 0; i < n; i++) {
        const bool adaptive = rows[i].integrator->flags & INTEGRATOR_ADAPTIVE;
        struct cell cells[N_CELLS];
        cells_of(&rows[i], cells);
        fprintf(out, "%-20s", rows[i].integrator->name);
        for (unsigned k = 0; k < N_COLUMNS; k++) {
            char text[32];
            cell_text(shown(cells, k, adaptive), adaptive, text);
            fprintf(out, " %*s", widths[k] - 1, text);
        }
        fputc('\n', out);
    }
}

void structure_csv(FILE *out, const struct structure_row rows[], size_t n)
{
    struct cell cells[N_CELLS];
    cells_of(&rows[0], cells);
    fputs("integrator,adaptive,stated_order", out);
    for (unsigned k = 0; k < N_CELLS; k++)
        fprintf(out, ",%s", cells[k].name);
    fputs(",failures\n", out);
    for (size_t i = 0; i < n; i++) {
        const struct integrator *integrator = rows[i].integrator;
        const char *separator = "";
        cells_of(&rows[i], cells);
        fprintf(out, "%s,%d,%u", integrator->name, (integrator->flags & INTEGRATOR_ADAPTIVE) != 0,
                integrator->order);
        for (unsigned k = 0; k < N_CELLS; k++)
            if (cells[k].measured.status == STATUS_OK)
                fprintf(out, ",%.17g", cells[k].measured.value);
            else
                fputc(',', out);
        fputc(',', out);
        for (unsigned k = 0; k < N_CELLS; k++) {
            const enum status status = cells[k].measured.status;
            if (status == STATUS_OK || status == STATUS_UNSUPPORTED)
                continue;
            fprintf(out, "%s%s: %s", separator, cells[k].name, status_text(status));
            separator = "; ";
        }
        fputc('\n', out);
    }
}

/* JSON knows no infinity: "any". */
static cJSON *cell_json(const struct measured *m)
{
    if (m->status == STATUS_UNSUPPORTED)
        return cJSON_CreateNull();
    if (m->status != STATUS_OK)
        return cJSON_CreateString(status_text(m->status));
    return isinf(m->value) ? cJSON_CreateString("any") : cJSON_CreateNumber(m->value);
}

bool structure_json(FILE *out, const struct structure_row rows[], size_t n)
{
    cJSON *json = cJSON_CreateArray();
    for (size_t i = 0; i < n; i++) {
        const struct integrator *integrator = rows[i].integrator;
        struct cell cells[N_CELLS];
        cJSON *row = cJSON_CreateObject();
        cells_of(&rows[i], cells);
        cJSON_AddStringToObject(row, "integrator", integrator->name);
        cJSON_AddBoolToObject(row, "adaptive", integrator->flags & INTEGRATOR_ADAPTIVE);
        cJSON_AddNumberToObject(row, "stated_order", integrator->order);
        for (unsigned k = 0; k < N_CELLS; k++)
            cJSON_AddItemToObject(row, cells[k].name, cell_json(&cells[k].measured));
        cJSON_AddItemToArray(json, row);
    }
    return json_write(out, json);
}
